#include "tools/unique/decisions.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <memory>
#include <ranges>
#include <set>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include "analyzers/utf8.h"
#include "engine/mechanics/output_file.h"
#include "tools/output/text.h"

namespace descry {

namespace {

constexpr std::string_view KEEP = "keep";
constexpr std::string_view DROP = "drop";

// A directory reads as an empty file, and a device may have no end.
void reject_endless(const std::string& path) {
    const auto status = std::filesystem::status(path);
    const bool is_device =
        std::filesystem::is_character_file(status) || std::filesystem::is_block_file(status);
    if (!is_device && !std::filesystem::is_directory(status)) return;
    throw std::runtime_error(
        fmt::format("{}: a {}, not a decisions file", path, is_device ? "device" : "folder"));
}

std::string reason_of_void(const Decisions::Pair& pair, Decision decision, const FateOf& fate_of) {
    const auto& [a, b] = pair;
    const auto fate_a = fate_of(a);
    const auto fate_b = fate_of(b);
    for (const auto& [id, fate] : {std::pair(&a, &fate_a), std::pair(&b, &fate_b)}) {
        if (!*fate) return fmt::format("no document has the id {}", *id);
        if (decision == Decision::KEEP_BOTH && !(*fate)->empty())
            return fmt::format("{} is dropped for {}", *id, **fate);
    }
    if (decision == Decision::KEEP_BOTH || !fate_a->empty()) return {};
    return fate_b->empty() ? "neither is dropped" : fmt::format("{} is dropped for {}", b, *fate_b);
}

// By dropped head, the documents to keep in its place; only the first becomes the new head.
using Chosen = std::map<std::uint64_t, std::vector<std::uint64_t>>;

// Keeps documents by decisions. @return documents to keep in place of others, by these
Chosen keep_decided(const Decisions& decisions, std::vector<DroppedPair>& dropped,
                    const std::set<std::uint64_t>& swapped, const DecidedRun& run,
                    DecidedCounts& counts) {
    Chosen chosen;
    std::erase_if(dropped, [&](const DroppedPair& pair) {
        const auto decided = decisions.of(run.id(pair.document), run.id(pair.kept));
        if (decided == Decision::DROP_KEPT && run.lead && !swapped.contains(pair.document))
            chosen[pair.kept].push_back(pair.document);
        if (decided != Decision::KEEP_BOTH) return false;
        run.keep(pair.document);
        ++counts.kept;
        return true;
    });
    return chosen;
}

// Makes the first chosen document of each group its head, if possible.
void swap_heads(const Chosen& chosen, std::vector<DroppedPair>& dropped,
                std::set<std::uint64_t>& swapped, const DecidedRun& run, DecidedCounts& counts) {
    std::vector<DroppedPair> left;
    for (const auto& [head, documents] : chosen) {
        if (!run.lead(documents.front())) continue;
        left.push_back({head, documents.front()});
        swapped.insert(head);
        ++counts.swapped;
    }
    for (const auto& [document, kept] : dropped) {
        const auto found = chosen.find(kept);
        if (found == chosen.end()) {
            left.push_back({document, kept});
            continue;
        }
        const std::uint64_t first = found->second.front();
        const bool is_swapped = swapped.contains(kept);
        if (is_swapped && document == first) continue;
        if (std::ranges::binary_search(found->second, document)) {
            run.keep(document);
            ++counts.kept;
        } else if (!is_swapped) {
            left.push_back({document, kept});
        } else if (run.follow(document, first)) {
            left.push_back({document, first});
        } else {
            ++counts.far;
        }
    }
    dropped = std::move(left);
    std::ranges::sort(dropped, {}, &DroppedPair::document);
}

}  // namespace

Decisions Decisions::read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::system_error(errno, std::generic_category(), path);
    reject_endless(path);
    Decisions decisions;
    std::map<Pair, std::size_t> lines;
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) {
        if (number == 1 && line.starts_with(UTF8_MARK)) line.erase(0, UTF8_MARK.size());
        if (line.ends_with('\r')) line.pop_back();
        if (line.empty()) continue;
        const std::vector<std::string_view> fields = split_list(line, '\t');
        if (fields.size() != 3 || (fields[2] != KEEP && fields[2] != DROP)) {
            throw std::runtime_error(
                fmt::format("{}:{}: not a decision; expected an id, the kept document's id, and "
                            "keep or drop, separated by tabs",
                            path, number));
        }
        const Pair pair(from_tsv_field(fields[0]), from_tsv_field(fields[1]));
        const Decision decision = fields[2] == KEEP ? Decision::KEEP_BOTH : Decision::DROP;
        const std::size_t first =
            lines.try_emplace(std::minmax(pair.first, pair.second), number).first->second;
        if (decisions.of(pair.first, pair.second).value_or(decision) != decision) {
            throw std::runtime_error(
                fmt::format("{}:{}: contradicts line {} about the same two documents; remove one "
                            "of the two lines",
                            path, number, first));
        }
        decisions.set(pair.first, pair.second, decision);
    }
    return decisions;
}

Decisions Decisions::change(const std::string& path, bool replaces,
                            const std::function<void(Decisions&)>& change) {
    // Locks the directory, because each change replaces the file itself.
    const std::filesystem::path folder = std::filesystem::path(path).parent_path();
    const int lock =
        ::open(folder.empty() ? "." : folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const std::shared_ptr<void> unlock(nullptr, [lock](void*) {
        if (lock >= 0) ::close(lock);
    });
    if (lock >= 0) ::flock(lock, LOCK_EX);
    Decisions decisions;
    try {
        if (std::filesystem::exists(path)) decisions = read(path);
    } catch (const std::runtime_error&) {
        if (!replaces) throw;
    }
    change(decisions);
    decisions.write(path);
    return decisions;
}

std::string Decisions::text() const {
    std::string lines;
    for (const auto& [pair, decision] : decisions_) {
        lines += fmt::format("{}\t{}\t{}\n", tsv_field(pair.first), tsv_field(pair.second),
                             decision == Decision::KEEP_BOTH ? KEEP : DROP);
    }
    return lines;
}

void Decisions::write(const std::string& path) const {
    OutputFile out(path);
    out.write(text());
    out.commit();
}

std::optional<Decision> Decisions::of(const std::string& id, const std::string& head) const {
    if (const auto found = decisions_.find({id, head}); found != decisions_.end())
        return found->second;
    const auto found = decisions_.find({head, id});
    if (found == decisions_.end()) return std::nullopt;
    return found->second == Decision::DROP ? Decision::DROP_KEPT : found->second;
}

void Decisions::set(const std::string& id, const std::string& head, Decision decision) {
    forget(id, head);
    decisions_[{id, head}] = decision;
}

DecidedCounts apply_decisions(const Decisions& decisions, bool only_confirmed,
                              std::vector<DroppedPair>& dropped, const DecidedRun& run) {
    DecidedCounts counts;
    const std::vector<DroppedPair> before = only_confirmed ? dropped : std::vector<DroppedPair>();
    std::set<std::uint64_t> swapped;
    for (Chosen chosen; !(chosen = keep_decided(decisions, dropped, swapped, run, counts)).empty();)
        swap_heads(chosen, dropped, swapped, run, counts);
    if (!only_confirmed) return counts;
    const auto is_confirmed = [&](const DroppedPair& pair) {
        return decisions.of(run.id(pair.document), run.id(pair.kept)).has_value();
    };
    std::erase_if(dropped, [&](const DroppedPair& pair) {
        const auto was =
            std::ranges::lower_bound(before, pair.document, {}, &DroppedPair::document);
        const bool was_dropped = was != before.end() && was->document == pair.document;
        if (is_confirmed(pair) || (was_dropped && is_confirmed(*was))) return false;
        run.keep(pair.document);
        ++counts.undecided;
        return true;
    });
    return counts;
}

void report_decisions(const std::string& path, const DecidedCounts& counts, Console& console) {
    console.note("{} kept because of {}", counted(counts.kept, "document"), path);
    if (counts.swapped > 0) {
        console.note("{} swapped because of {}{}", counted(counts.swapped, "head"), path,
                     counts.far == 0 ? std::string()
                                     : fmt::format("; {} kept, not near the new head",
                                                   counted(counts.far, "other member")));
    }
    if (counts.undecided > 0)
        console.note("{} kept because {} does not confirm dropping",
                     counted(counts.undecided, "near-duplicate"), path);
}

std::vector<std::string> void_decisions(const Decisions& decisions, const FateOf& fate_of) {
    std::vector<std::string> lines;
    for (const auto& [pair, decision] : decisions.all()) {
        const std::string reason = reason_of_void(pair, decision, fate_of);
        if (reason.empty()) continue;
        lines.push_back(fmt::format("{}, {}: {} is void: {}", pair.first, pair.second,
                                    decision == Decision::KEEP_BOTH ? KEEP : DROP, reason));
    }
    return lines;
}

void Decisions::forget(const std::string& id, const std::string& head) {
    decisions_.erase({id, head});
    decisions_.erase({head, id});
}

void report_void_decisions(const std::string& path, const std::vector<std::string>& lines,
                           Console& console) {
    constexpr std::size_t MOST_SHOWN = 20;
    for (const std::string& line : lines | std::views::take(MOST_SHOWN))
        console.note("{}: {}", path, one_line(line, 400));
    if (lines.size() > MOST_SHOWN) {
        console.note("{}: and {}", path,
                     counted(lines.size() - MOST_SHOWN, "further void decision"));
    }
}

}  // namespace descry
