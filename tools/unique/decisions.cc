#include "unique/decisions.h"

#include <cerrno>
#include <fstream>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include <descry/base/output_file.h>

#include "output/text.h"

namespace descry {

namespace {

constexpr std::string_view KEEP = "keep";
constexpr std::string_view DROP = "drop";

}  // namespace

Decisions Decisions::read(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw std::system_error(errno, std::generic_category(), path);
    Decisions decisions;
    std::string line;
    for (std::size_t number = 1; std::getline(file, line); ++number) {
        if (line.empty()) continue;
        const std::vector<std::string_view> fields = split_list(line, '\t');
        if (fields.size() != 3 || (fields[2] != KEEP && fields[2] != DROP)) {
            throw std::runtime_error(fmt::format(
                "{}:{}: no decision: an id, the id of the one that stays, and keep or drop are "
                "expected, with tabs between",
                path, number));
        }
        decisions.set(from_tsv_field(fields[0]), from_tsv_field(fields[1]),
                      fields[2] == KEEP ? Decision::KEEP_BOTH : Decision::DROP);
    }
    return decisions;
}

void Decisions::write(const std::string& path) const {
    OutputFile out(path);
    for (const auto& [pair, decision] : decisions_) {
        out.write(fmt::format("{}\t{}\t{}\n", tsv_field(pair.first), tsv_field(pair.second),
                              decision == Decision::KEEP_BOTH ? KEEP : DROP));
    }
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

void Decisions::forget(const std::string& id, const std::string& head) {
    decisions_.erase({id, head});
    decisions_.erase({head, id});
}

}  // namespace descry
