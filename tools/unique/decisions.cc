#include "tools/unique/decisions.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <ranges>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "analyzers/utf8.h"
#include "engine/mechanics/output_file.h"
#include "tools/output/text.h"

namespace descry {

namespace {

constexpr std::string_view KEEP = "keep";
constexpr std::string_view DROP = "drop";

// A folder reads as an empty file, and a device may have no end.
void refuse_endless(const std::string& path) {
    const auto status = std::filesystem::status(path);
    const bool is_device =
        std::filesystem::is_character_file(status) || std::filesystem::is_block_file(status);
    if (!is_device && !std::filesystem::is_directory(status)) return;
    throw std::runtime_error(
        fmt::format("{}: a {}, not a decisions file", path, is_device ? "device" : "folder"));
}

// Why a run cannot follow a decision; empty where it does.
std::string reason_of_void(const Decisions::Pair& pair, Decision decision, const FateOf& fate_of) {
    const auto& [a, b] = pair;
    const auto fate_a = fate_of(a);
    const auto fate_b = fate_of(b);
    for (const auto& [id, fate] : {std::pair(&a, &fate_a), std::pair(&b, &fate_b)}) {
        if (!*fate) return fmt::format("no document has the id {}", *id);
        if (decision == Decision::KEEP_BOTH && !(*fate)->empty())
            return fmt::format("{} is dropped for {}", *id, **fate);
    }
    const bool are_kept = fate_a->empty() && fate_b->empty();
    return decision == Decision::DROP && are_kept ? "neither is dropped" : std::string();
}

}  // namespace

Decisions Decisions::read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::system_error(errno, std::generic_category(), path);
    refuse_endless(path);
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
    for (const auto& pair : {std::pair(id, head), std::pair(head, id)}) {
        const auto found = decisions_.find(pair);
        if (found != decisions_.end()) return found->second;
    }
    return std::nullopt;
}

void Decisions::set(const std::string& id, const std::string& head, Decision decision) {
    forget(id, head);
    decisions_[{id, head}] = decision;
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

void tell_of_void_decisions(const std::string& path, const std::vector<std::string>& lines,
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
