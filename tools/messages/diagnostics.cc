#include "messages/diagnostics.h"

#include <algorithm>
#include <iostream>
#include <string>

#include <fmt/format.h>

#include "messages/console.h"
#include "messages/printable.h"

namespace descry {

namespace {

std::string counted(std::uint64_t n, std::string_view noun) {
    return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s");
}

}  // namespace

Diagnostics::Diagnostics() : Diagnostics(std::cerr) {}

void Diagnostics::refuse(std::string_view location, std::string_view reason) {
    tell(refused_, location, reason);
}

void Diagnostics::leave_out(std::string_view location, std::string_view reason) {
    tell(left_out_, location, reason);
}

void Diagnostics::tell(std::uint64_t& count, std::string_view location, std::string_view reason) {
    const std::lock_guard lock(mutex_);
    if (++count > MAX_SHOWN) return;
    clear_progress_line();
    // One write, flushed: the line stays whole beside a progress display.
    stream_ << printable(location) + ": " + printable(reason) + '\n' << std::flush;
}

void Diagnostics::guessed_encoding(std::string_view location, std::string_view how) {
    tell(guessed_, location, how);
}

void Diagnostics::count_strays(std::size_t bytes) {
    if (bytes == 0) return;
    const std::lock_guard lock(mutex_);
    strays_ += bytes;
    ++documents_with_strays_;
}

void Diagnostics::count_skipped() {
    const std::lock_guard lock(mutex_);
    ++skipped_;
}

void Diagnostics::summarize() const {
    clear_progress_line();
    if (refused_ != 0) {
        stream_ << fmt::format("descry: {} refused ({} shown)\n", counted(refused_, "document"),
                               std::min(refused_, MAX_SHOWN));
    }
    if (left_out_ != 0) {
        stream_ << fmt::format("descry: {} left out ({} shown)\n", counted(left_out_, "value"),
                               std::min(left_out_, MAX_SHOWN));
    }
    if (guessed_ > MAX_SHOWN) {
        stream_ << fmt::format("descry: the encoding of {} was detected ({} shown)\n",
                               counted(guessed_, "file"), MAX_SHOWN);
    }
    if (strays_ != 0) {
        stream_ << fmt::format("descry: {} in {} without a meaning in the encoding, kept apart\n",
                               counted(strays_, "byte"),
                               counted(documents_with_strays_, "document"));
    }
    if (skipped_ != 0) {
        stream_ << fmt::format("descry: {} skipped: not text, nor of a known format\n",
                               counted(skipped_, "file"));
    }
    stream_ << std::flush;
}

}  // namespace descry
