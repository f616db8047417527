#include "tools/lab/gold/gold.h"

#include <algorithm>
#include <stdexcept>
#include <unordered_map>

#include <fmt/format.h>

#include "tools/input/bytes/byte_source.h"
#include "tools/input/bytes/decompress.h"
#include "tools/input/bytes/line_reader.h"
#include "tools/output/text.h"

namespace descry {

namespace {

constexpr std::size_t MAX_LINE = std::size_t{1} << 20;

struct Fields {
    std::string_view a;
    std::string_view b;
    double distance = 0;
};

std::optional<Fields> split(std::string_view line) {
    const std::vector<std::string_view> parts = split_list(line, '\t');
    if (parts.size() != 3 || parts[0].empty() || parts[1].empty()) return std::nullopt;
    const auto distance = number_of<double>(parts[2]);
    if (!distance || !(*distance >= 0 && *distance <= 1)) return std::nullopt;
    return Fields{parts[0], parts[1], *distance};
}

}  // namespace

Gold read_gold(const std::string& path, const DocumentLookup& lookup) try {
    std::uint64_t bytes = 0;
    const auto source = decompress(std::make_unique<FileSource>(path, bytes));
    LineReader lines(*source, MAX_LINE);
    std::unordered_map<std::string, Xapian::docid> known;
    const auto find = [&](std::string_view field) {
        const auto [entry, is_new] = known.try_emplace(from_tsv_field(field), 0);
        if (is_new) entry->second = lookup(entry->first);
        return entry->second;
    };
    Gold gold;
    while (lines.next()) {
        if (lines.line().empty() && !lines.too_long()) continue;
        const auto fields = split(lines.line());
        if (!fields) {
            throw std::runtime_error(
                fmt::format("{}:{}: not id <tab> id <tab> distance", path, lines.number()));
        }
        const Xapian::docid a = find(fields->a);
        const Xapian::docid b = find(fields->b);
        if (a == 0 || b == 0 || a == b) {
            ++gold.unknown;
        } else {
            gold.pairs.push_back({pair_of(a, b), fields->distance});
        }
    }
    std::sort(gold.pairs.begin(), gold.pairs.end());
    const auto same = [](const GoldPair& x, const GoldPair& y) { return x.pair == y.pair; };
    gold.pairs.erase(std::unique(gold.pairs.begin(), gold.pairs.end(), same), gold.pairs.end());
    return gold;
} catch (const InputError& error) {
    throw std::runtime_error(path + ": " + error.what());
}

Recall measure_recall(const Gold& gold, const SuggestedPairs& suggested, double below) {
    struct Partners {
        std::uint64_t all = 0;
        std::uint64_t found = 0;
    };
    std::unordered_map<Xapian::docid, Partners> by_document;
    Partners pairs;
    for (const GoldPair& gold_pair : gold.pairs) {
        if (gold_pair.distance >= below) continue;
        const std::uint64_t found = suggested.contains(gold_pair.pair) ? 1u : 0u;
        for (Partners* partners :
             {&pairs, &by_document[gold_pair.pair.a], &by_document[gold_pair.pair.b]}) {
            ++partners->all;
            partners->found += found;
        }
    }
    if (pairs.all == 0) return {};
    // Sorted, so that the sum does not depend on the order of a hash table.
    std::vector<double> shares;
    for (const auto& [document, partners] : by_document)
        shares.push_back(static_cast<double>(partners.found) / static_cast<double>(partners.all));
    std::sort(shares.begin(), shares.end());
    double sum = 0;
    for (const double share : shares)
        sum += share;
    return {static_cast<double>(pairs.found) / static_cast<double>(pairs.all),
            sum / static_cast<double>(shares.size())};
}

}  // namespace descry
