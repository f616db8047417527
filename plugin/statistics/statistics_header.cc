#include "plugin/statistics/statistics_header.h"

#include <charconv>
#include <limits>
#include <numeric>

#include <descry/hashing/hash.h>

#include "engine/hashing/coding.h"
#include "engine/training/training_steps.h"
#include "plugin/base/json_record.h"

namespace descry {

namespace {

using nlohmann::json;

json to_json(const StatisticsHeader& header) {
    const CollectionStatistics& collection = header.collection;
    json by_length = json::array();
    for (std::size_t i = 0; i < collection.by_length.size(); ++i) {
        if (collection.by_length[i] > 0) by_length.push_back({i, collection.by_length[i]});
    }
    json learned;
    if (header.learned) {
        learned = {{"statistics", to_hex(header.learned->statistics_id)},
                   {"pairs", header.learned->pairs}};
    }
    return {{"analyzer", header.origin.analyzer},
            {"term_prefix", header.origin.term_prefix},
            {"min_body_length", header.origin.min_body_length},
            {"documents", collection.documents},
            {"occurrences", collection.occurrences},
            {"by_length", std::move(by_length)},
            {"statistics", header.has_statistics},
            {"learned", std::move(learned)},
            {"hash", "xxh64"},
            {"sample", SELECTION_SAMPLE},
            {"wdf_classes", WDF_CLASSES},
            {"length_classes", LENGTH_CLASSES},
            {"few_pairs", FEW_PAIRS}};
}

std::uint64_t from_hex(const std::string& text) {
    std::uint64_t value = 0;
    std::from_chars(text.data(), text.data() + text.size(), value, 16);
    return value;
}

}  // namespace

std::string StatisticsHeader::head() const {
    std::string text;
    try {
        text = to_json(*this).dump();
    } catch (const json::exception&) {
        throw StatisticsFileError("the analyzer or the prefix is not UTF-8");
    }
    std::string out(STATISTICS_MAGIC);
    append_little_endian(out, STATISTICS_FORMAT, 4);
    append_little_endian(out, text.size(), 4);
    return out + text;
}

std::string StatisticsHeader::statistics_head() const {
    StatisticsHeader alone = *this;
    alone.has_statistics = true;
    alone.learned.reset();
    return alone.head();
}

StatisticsHeader StatisticsHeader::parse(std::string_view text) {
    StatisticsHeader header;
    CollectionStatistics& collection = header.collection;
    json object;
    try {
        object = json::parse(text);
        object.at("analyzer").get_to(header.origin.analyzer);
        object.at("term_prefix").get_to(header.origin.term_prefix);
        object.at("min_body_length").get_to(header.origin.min_body_length);
        object.at("documents").get_to(collection.documents);
        object.at("occurrences").get_to(collection.occurrences);
        for (const json& entry : object.at("by_length"))
            entry.at(1).get_to(collection.by_length.at(entry.at(0).get<std::size_t>()));
        object.at("statistics").get_to(header.has_statistics);
        if (const json& learned = object.at("learned"); !learned.is_null()) {
            header.learned = {from_hex(learned.at("statistics").get<std::string>()),
                              learned.at("pairs").get<std::uint64_t>()};
        }
    } catch (const std::exception& error) {
        throw std::invalid_argument(json_reason(error));
    }
    // Unknown members may change the meaning of the records, so they are not ignored.
    if (to_json(header).dump() != text) throw std::invalid_argument("another version made it");
    const std::uint64_t counted =
        std::accumulate(collection.by_length.begin(), collection.by_length.end(), std::uint64_t{0});
    if (collection.documents != counted || counted > std::numeric_limits<std::uint32_t>::max() ||
        (header.learned && header.learned->pairs > std::numeric_limits<std::uint32_t>::max())) {
        throw std::invalid_argument("its sums are wrong");
    }
    if (!header.has_statistics && !header.learned) throw std::invalid_argument("nothing follows");
    return header;
}

}  // namespace descry
