#include <algorithm>
#include <charconv>
#include <limits>
#include <string_view>

#include <descry/document_id.h>
#include <descry/group_order.h>

#include "checked_docid.h"

namespace descry {

namespace {

enum class Rule { FIRST, LONGEST, LEAST_VALUE, GREATEST_VALUE, SHORTEST_ID };

struct GroupOrder {
    Rule rule = Rule::FIRST;
    Xapian::valueno slot = 0;
};

GroupOrder parse(std::string_view text) {
    if (text == "first") return {Rule::FIRST};
    if (text == "longest") return {Rule::LONGEST};
    if (text == "shortest-url") return {Rule::SHORTEST_ID};
    const std::size_t colon = text.find(':');
    if (colon != std::string_view::npos) {
        const std::string_view name = text.substr(0, colon);
        const std::string_view number = text.substr(colon + 1);
        Xapian::valueno slot = 0;
        const auto [end, error] =
            std::from_chars(number.data(), number.data() + number.size(), slot);
        if (error == std::errc() && end == number.data() + number.size() &&
            slot != Xapian::BAD_VALUENO) {
            if (name == "newest" || name == "max") return {Rule::GREATEST_VALUE, slot};
            if (name == "min") return {Rule::LEAST_VALUE, slot};
        }
    }
    throw Xapian::InvalidArgumentError(
        "no order of groups: " + std::string(text) +
        " (first, longest, newest:SLOT, min:SLOT, max:SLOT or shortest-url)");
}

// Sorts by keys that go with the docids; documents of equal keys stay in the order of their docids.
template <typename Key, typename Before>
void sort_by(std::vector<Xapian::docid>& docids, std::vector<Key> keys, Before&& before) {
    std::vector<std::size_t> order(docids.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return before(keys[a], keys[b]); });
    std::vector<Xapian::docid> sorted;
    sorted.reserve(docids.size());
    for (const std::size_t i : order)
        sorted.push_back(docids[i]);
    docids = std::move(sorted);
}

// The values of the documents, which are ascending; empty where a document has none.
std::vector<std::string> values_of(const Xapian::Database& db, Xapian::valueno slot,
                                   const std::vector<Xapian::docid>& docids) {
    std::vector<std::string> values(docids.size());
    Xapian::ValueIterator value = db.valuestream_begin(slot);
    const Xapian::ValueIterator end = db.valuestream_end(slot);
    for (std::size_t i = 0; i < docids.size() && value != end; ++i) {
        if (value.get_docid() < docids[i]) value.skip_to(docids[i]);
        if (value != end && value.get_docid() == docids[i]) values[i] = *value;
    }
    return values;
}

}  // namespace

void check_group_order(const std::string& order) {
    parse(order);
}

std::optional<Xapian::valueno> slot_of_group_order(const std::string& order) {
    const auto [rule, slot] = parse(order);
    const bool has_slot = rule == Rule::LEAST_VALUE || rule == Rule::GREATEST_VALUE;
    return has_slot ? std::optional(slot) : std::nullopt;
}

void sort_by_group_order(const ReadOptions& read, const std::string& order,
                         const std::string& id_prefix, std::vector<Xapian::docid>& docids) {
    const auto [rule, slot] = parse(order);
    if (rule == Rule::FIRST) return;
    const Xapian::Database db = read.open();
    if (rule == Rule::LONGEST) {
        const BodyLengths lengths = read_body_lengths(read);
        std::vector<std::uint32_t> keys;
        for (const Xapian::docid did : docids)
            keys.push_back(at_docid(lengths, did));
        sort_by(docids, std::move(keys), std::greater<>());
    } else if (rule == Rule::SHORTEST_ID) {
        std::vector<std::size_t> keys;
        for (const Xapian::docid did : docids)
            keys.push_back(document_id(db, did, id_prefix).size());
        sort_by(docids, std::move(keys), std::less<>());
    } else {
        // A document without the value comes last under either order.
        const bool least = rule == Rule::LEAST_VALUE;
        sort_by(docids, values_of(db, slot, docids),
                [least](const std::string& a, const std::string& b) {
                    if (a.empty() || b.empty()) return !a.empty() && b.empty();
                    return least ? a < b : a > b;
                });
    }
}

}  // namespace descry
