#include "tools/messages/diagnostics.h"

#include <algorithm>
#include <iostream>
#include <string>

#include <fmt/format.h>

#include "engine/hashing/coding.h"
#include "tools/messages/console.h"
#include "tools/messages/printable.h"

namespace descry {

namespace {

// The common part of reasons: without the number of an array's element, or alternatives.
std::string_view cause_of(std::string_view reason) {
    constexpr std::string_view ELEMENT = "document ";
    if (reason.starts_with(ELEMENT)) {
        const std::size_t end = reason.find_first_not_of("0123456789", ELEMENT.size());
        if (end != reason.npos && reason.substr(end).starts_with(": "))
            reason.remove_prefix(end + 2);
    }
    return reason.substr(0, reason.find(';'));
}

}  // namespace

void UnreadInput::Places::add(std::string_view location, std::string_view reason) {
    ++count;
    if (first.size() < MOST_NAMED) first.push_back({std::string(location), std::string(reason)});
}

Diagnostics::Diagnostics() : Diagnostics(std::cerr) {}

void Diagnostics::reject(std::string_view location, std::string_view reason) {
    {
        const std::lock_guard lock(mutex_);
        unread_input_.rejected.add(location, reason);
    }
    if (hold_back(location, reason)) return;
    tell(rejected_, location, reason);
}

void Diagnostics::accept() {
    if (has_accepted_.exchange(true)) return;
    const std::lock_guard lock(mutex_);
    release_held();
}

// While no document has the field that the first one lacks, one line says so.
bool Diagnostics::hold_back(std::string_view location, std::string_view reason) {
    const std::lock_guard lock(mutex_);
    const bool is_as_before = !has_accepted_ && reason.starts_with("no field ") &&
                              rejected_.reasons.size() == 1 &&
                              rejected_.reasons.front().text == cause_of(reason);
    if (!is_as_before) {
        release_held();
        return false;
    }
    ++rejected_.all;
    ++rejected_.reasons.front().met;
    if (held_.size() + rejected_.reasons.front().shown < MAX_ALIKE)
        held_.push_back({std::string(location), std::string(reason)});
    return true;
}

void Diagnostics::release_held() {
    for (const auto& [location, reason] : held_)
        print(rejected_, rejected_.reasons.front(), location, reason);
    held_.clear();
}

void Diagnostics::print(Count& count, Count::Reason& known, std::string_view location,
                        std::string_view reason) {
    ++known.shown;
    ++count.shown;
    clear_progress_line();
    // One flushed write: the line stays whole beside a progress display.
    stream_ << printable(location) + ": " + printable(reason) + '\n' << std::flush;
}

void Diagnostics::skip_value(std::string_view location, std::string_view reason) {
    tell(skipped_values_, location, reason);
}

void Diagnostics::give_up(std::string_view location, std::string_view reason, bool is_begun) {
    {
        const std::lock_guard lock(mutex_);
        unread_input_.unread.add(location, reason);
    }
    tell(is_begun ? cut_short_ : unread_, location, reason);
}

void Diagnostics::tell(Count& count, std::string_view location, std::string_view reason,
                       std::uint64_t most_alike) {
    const std::lock_guard lock(mutex_);
    ++count.all;
    const std::string_view cause = cause_of(reason);
    auto known = std::ranges::find(count.reasons, cause, &Count::Reason::text);
    if (known == count.reasons.end()) {
        if (count.shown == MAX_SHOWN) return;
        known = count.reasons.insert(known, {std::string(cause)});
    }
    ++known->met;
    if (known->shown == most_alike || count.shown == MAX_SHOWN) return;
    print(count, *known, location, reason);
}

void Diagnostics::guessed_encoding(std::string_view location, std::string_view how) {
    tell(guessed_, location, how, MAX_SHOWN);
}

void Diagnostics::hint(std::string_view location, std::string_view what) {
    tell(hints_, location, what);
}

void Diagnostics::detail(std::string_view location, std::string_view how) {
    if (shows_details_) tell(details_, location, how, MAX_SHOWN);
}

void Diagnostics::count_strays(std::size_t bytes) {
    if (bytes == 0) return;
    const std::lock_guard lock(mutex_);
    strays_ += bytes;
    ++documents_with_strays_;
}

void Diagnostics::skip(std::string_view location, std::string_view reason) {
    const std::lock_guard lock(mutex_);
    unread_input_.skipped.add(location, reason);
    print_skipped(location, reason);
}

void Diagnostics::skip_link(std::string_view location) {
    const std::lock_guard lock(mutex_);
    ++links_;
    print_skipped(location, "a link within the archive");
}

void Diagnostics::count_repeated(std::string_view location) {
    const std::lock_guard lock(mutex_);
    ++met_again_;
    print_skipped(location, "the same file as another input, or a link to it");
}

void Diagnostics::print_skipped(std::string_view location, std::string_view reason) {
    if (!shows_details_) return;
    clear_progress_line();
    stream_ << printable(location) + ": skipped: " + printable(reason) + '\n' << std::flush;
}

void Diagnostics::summarize(const Count& count, std::string_view things,
                            std::string_view what) const {
    if (count.all == 0) return;
    for (const Count::Reason& reason : count.reasons) {
        if (reason.met == reason.shown) continue;
        stream_ << fmt::format("{}: and {} more: {}\n", program_name(),
                               grouped_digits(reason.met - reason.shown), printable(reason.text));
    }
    stream_ << fmt::format("{}: {} {} ({} shown)\n", program_name(), counted(count.all, things),
                           what, count.shown);
}

void Diagnostics::summarize() const {
    clear_progress_line();
    summarize(unread_, "input", "could not be read");
    summarize(cut_short_, "input", "could not be read to the end");
    summarize(rejected_, "document", "rejected");
    summarize(skipped_values_, "value", "skipped");
    if (guessed_.all > guessed_.shown) {
        stream_ << fmt::format("{}: the encoding of {} was detected ({} shown)\n", program_name(),
                               counted(guessed_.all, "file"), guessed_.shown);
    }
    if (strays_ != 0) {
        stream_ << fmt::format("{}: {} in {} invalid in the encoding, kept distinct\n",
                               program_name(), counted(strays_, "byte"),
                               counted(documents_with_strays_, "document"));
    }
    if (skipped() != 0) {
        stream_ << fmt::format("{}: {} skipped: not text and not of a known format\n",
                               program_name(), counted(skipped(), "file"));
    }
    if (links_ != 0) {
        stream_ << fmt::format("{}: {} in archives skipped\n", program_name(),
                               counted(links_, "link"));
    }
    if (met_again_ != 0) {
        stream_ << fmt::format("{}: {} found again by another name or a link; read once\n",
                               program_name(), counted(met_again_, "file"));
    }
    stream_ << std::flush;
}

}  // namespace descry
