#include "python/src/grouping.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <iterator>
#include <numeric>
#include <stdexcept>
#include <string_view>
#include <system_error>
#include <utility>

#include <nanobind/stl/string.h>

namespace descry::python {

namespace nb = nanobind;

namespace {

// The row number in an id that prepare() gave to a document without one: -1, -2 and so on.
std::optional<std::int64_t> row_number_of(std::string_view id) {
    std::int64_t number = 0;
    const auto [stop, error] = std::from_chars(id.data(), id.data() + id.size(), number);
    if (error != std::errc() || number >= 0 || std::to_string(number) != id) return std::nullopt;
    return number;
}

Ids ids_of(const PreparedDocuments& prepared) {
    Ids numbers;
    Ids names;
    for (DocumentNumber document = 1; document <= prepared.size(); ++document) {
        const std::string_view id = prepared.id_of(document);
        names.add(id);
        if (const auto number = row_number_of(id)) numbers.add(*number);
    }
    return numbers.size() == prepared.size() ? numbers : names;
}

}  // namespace

Grouping::Grouping(std::shared_ptr<const TextTable> table,
                   std::optional<PreparedDocuments> prepared, const GroupingOptions& options,
                   const Model* model, const Progress& progress)
    : table_(std::move(table)) {
    const AnalyzedTexts& texts = table_->texts();
    const TextOrder order(options.order);
    const bool has_prepared = prepared.has_value();
    if (prepared) {
        references_ = prepared->size();
        ids_ = ids_of(*prepared);
    }
    references_ += table_->references();
    documents_ = texts.size() - table_->references();
    ids_.append(table_->reference_ids());
    ids_.append(table_->document_ids());
    if (has_prepared || table_->has_ids()) ids_.check_unique(references_);
    if (progress) progress({"grouping", 0, 0});
    grouped_ = group_texts(
        {texts, [&](DocumentNumber number) { return table_->order_key(order, number, number); },
         static_cast<DocumentNumber>(table_->references()), std::move(prepared),
         model == nullptr ? std::nullopt : std::optional(*model)},
        options);
    groups_ = grouped_->keyed();
    group_numbers_.assign(references_ + documents_ + 1, -1);
    for (std::size_t i = 0; i < groups_.size(); ++i) {
        for (const GroupMember& member : groups_[i].members)
            group_numbers_[member.document] = static_cast<std::int64_t>(i);
    }
}

DocumentNumber Grouping::number_of(Row row) const {
    if (row >= static_cast<Row>(documents_) || row < -static_cast<Row>(references_))
        throw std::out_of_range("there is no row " + std::to_string(row));
    return static_cast<DocumentNumber>(row < 0 ? -row : static_cast<Row>(references_) + row + 1);
}

Grouping::Row Grouping::row_at(DocumentNumber number) const {
    return number <= references_ ? -static_cast<Row>(number)
                                 : static_cast<Row>(number - references_) - 1;
}

std::size_t Grouping::place(Row row) const {
    return number_of(row) - std::size_t{1};
}

ArrowTable Grouping::table() const {
    auto id = ArrowValues::like("id", ids_);
    auto head = ArrowValues::like("head", ids_);
    auto group = ArrowValues::of_texts("group");
    std::vector<double> distances;
    std::vector<std::int64_t> sizes;
    distances.reserve(documents_);
    sizes.reserve(documents_);
    for (Row row = 0; row < static_cast<Row>(documents_); ++row) {
        id.add(ids_, place(row));
        head.add(ids_, place(head_of(row)));
        const auto number = group_of(row);
        if (number) {
            group.add(groups_[*number].key);
        } else {
            group.add_null();
        }
        distances.push_back(share_of(grouped_->groups().distance[number_of(row)]));
        sizes.push_back(size_of(row));
    }
    std::vector<ArrowValues> columns;
    columns.push_back(std::move(id));
    columns.push_back(std::move(head));
    columns.push_back(std::move(group));
    columns.push_back(ArrowValues::of_floats("distance", std::move(distances)));
    columns.push_back(ArrowValues::of_integers("size", std::move(sizes)));
    std::ranges::move(marks(), std::back_inserter(columns));
    return ArrowTable(std::move(columns));
}

// The columns of `descry uniq --mark`.
std::vector<ArrowValues> Grouping::marks() const {
    std::vector<ArrowValues> marks;
    marks.push_back(ArrowValues::of_texts("descry_group"));
    marks.push_back(ArrowValues::like("descry_head", ids_));
    marks.push_back(ArrowValues::of_numbers("descry_similarity"));
    marks.push_back(ArrowValues::of_flags("descry_kept"));
    for (Row row = 0; row < static_cast<Row>(documents_); ++row) {
        const bool is_kept = grouped_->kept_for(number_of(row)) == 0;
        const auto number = group_of(row);
        marks[3].add_flag(is_kept);
        number ? marks[0].add(groups_[*number].key) : marks[0].add_null();
        if (is_kept && !number) {
            marks[1].add_null();
            marks[2].add_null();
            continue;
        }
        marks[1].add(ids_, place(head_of(row)));
        const double similar = 1 - share_of(grouped_->groups().distance[number_of(row)]);
        marks[2].add_number(std::round(similar * 10000) / 10000);
    }
    return marks;
}

ArrowTable Grouping::dropped() const {
    auto id = ArrowValues::like("id", ids_);
    auto head = ArrowValues::like("head", ids_);
    auto relation = ArrowValues::of_texts("relation");
    std::vector<double> distances;
    for (Row row = 0; row < static_cast<Row>(documents_); ++row) {
        const DocumentNumber kept = grouped_->kept_for(number_of(row));
        if (kept == 0) continue;
        id.add(ids_, place(row));
        head.add(ids_, kept - std::size_t{1});
        distances.push_back(share_of(distance_of(row)));
        relation.add(name_of(grouped_->relation(number_of(row))));
    }
    std::vector<ArrowValues> columns;
    columns.push_back(std::move(id));
    columns.push_back(std::move(head));
    columns.push_back(ArrowValues::of_floats("distance", std::move(distances)));
    columns.push_back(std::move(relation));
    return ArrowTable(std::move(columns));
}

ArrowTable Grouping::kept() const {
    auto id = ArrowValues::like("id", ids_);
    std::vector<std::int64_t> sizes;
    for (const Row row : kept_rows()) {
        id.add(ids_, place(row));
        sizes.push_back(size_of(row));
    }
    std::vector<ArrowValues> columns;
    columns.push_back(std::move(id));
    columns.push_back(ArrowValues::of_integers("size", std::move(sizes)));
    return ArrowTable(std::move(columns));
}

std::int64_t Grouping::size_of(Row row) const {
    const auto number = group_of(row);
    return number ? static_cast<std::int64_t>(groups_[*number].members.size()) : 1;
}

std::vector<Grouping::Row> Grouping::kept_rows() const {
    std::vector<Row> rows;
    for (Row row = 0; row < static_cast<Row>(documents_); ++row) {
        if (grouped_->kept_for(number_of(row)) == 0) rows.push_back(row);
    }
    return rows;
}

std::vector<std::int64_t> Grouping::labels() const {
    return {group_numbers_.begin() + static_cast<std::ptrdiff_t>(references_) + 1,
            group_numbers_.end()};
}

std::vector<DistanceMillionths> Grouping::dropped_distances() const {
    std::vector<DistanceMillionths> distances;
    for (std::size_t number = references_ + 1; number <= references_ + documents_; ++number) {
        const auto document = static_cast<DocumentNumber>(number);
        if (grouped_->kept_for(document) != 0 && grouped_->relation(document) == Relation::NEAR)
            distances.push_back(grouped_->distance(document));
    }
    return distances;
}

Grouping::Group Grouping::group(std::size_t number) const {
    const KeyedGroup& keyed = groups_.at(number);
    Group group{keyed.key, {}};
    for (const auto& [document, distance] : keyed.members)
        group.members.push_back({row_at(document), distance});
    return group;
}

std::optional<std::size_t> Grouping::group_of(Row row) const {
    const std::int64_t number = group_numbers_[number_of(row)];
    return number < 0 ? std::nullopt : std::optional(static_cast<std::size_t>(number));
}

std::vector<std::size_t> Grouping::largest(std::size_t count) const {
    std::vector<std::size_t> numbers(groups_.size());
    std::iota(numbers.begin(), numbers.end(), std::size_t{0});
    std::ranges::stable_sort(numbers, std::ranges::greater(),
                             [this](std::size_t number) { return groups_[number].members.size(); });
    if (numbers.size() > count) numbers.resize(count);
    return numbers;
}

std::vector<Grouping::Row> Grouping::least_similar(std::size_t count) const {
    std::vector<Row> rows;
    for (Row row = 0; row < static_cast<Row>(documents_); ++row) {
        if (grouped_->kept_for(number_of(row)) != 0) rows.push_back(row);
    }
    std::ranges::stable_sort(rows, std::ranges::greater(),
                             [this](Row row) { return distance_of(row); });
    if (rows.size() > count) rows.resize(count);
    return rows;
}

Grouping::Row Grouping::head_of(Row row) const {
    const DocumentNumber number = number_of(row);
    const DocumentNumber head = grouped_->groups().head_of[number];
    return head == 0 ? row : row_at(head);  // 0: a text without words
}

Grouping::Row Grouping::kept_for(Row row) const {
    const DocumentNumber kept = grouped_->kept_for(number_of(row));
    return kept == 0 ? row : row_at(kept);
}

DistanceMillionths Grouping::distance_of(Row row) const {
    return grouped_->distance(number_of(row));
}

nb::object Grouping::id_of(Row row) const {
    const std::size_t at = place(row);
    if (ids_.is_unsigned()) return nb::int_(static_cast<std::uint64_t>(ids_.number(at)));
    if (!ids_.is_text()) return nb::int_(ids_.number(at));
    const std::string_view id = ids_.text(at);
    return nb::str(id.data(), id.size());
}

std::optional<Grouping::Row> Grouping::row_of(nb::handle id) const {
    const bool is_text = PyUnicode_Check(id.ptr());
    if (is_text != ids_.is_text()) return std::nullopt;
    std::string text;
    std::int64_t number = 0;
    std::uint64_t large = 0;
    if (is_text) {
        if (!nb::try_cast(id, text)) return std::nullopt;  // a lone surrogate
    } else if (ids_.is_unsigned()) {
        if (!nb::try_cast(id, large)) return std::nullopt;
        number = static_cast<std::int64_t>(large);
    } else if (!nb::try_cast(id, number)) {
        return std::nullopt;
    }
    const auto is_it = [&](Row row) {
        return is_text ? ids_.text(place(row)) == text : ids_.number(place(row)) == number;
    };
    // Default ids are row numbers.
    if (!is_text && number >= 0 && number < static_cast<Row>(documents_) && is_it(number))
        return number;
    for (Row row = 0; row < static_cast<Row>(documents_); ++row) {
        if (is_it(row)) return row;
    }
    for (Row row = -1; row >= -static_cast<Row>(references_); --row) {
        if (is_it(row)) return row;
    }
    return std::nullopt;
}

std::vector<DroppedDocument> Grouping::dropped_documents() const {
    std::vector<DroppedDocument> dropped = grouped_->dropped_documents();
    for (DroppedDocument& document : dropped) {
        for (std::uint64_t* const number : {&document.document, &document.kept})
            *number = static_cast<std::uint64_t>(row_at(static_cast<DocumentNumber>(*number)));
    }
    return dropped;
}

DistanceMillionths Grouping::distance_between(Row a, Row b) const {
    const DocumentNumber first = number_of(a);
    const DocumentNumber second = number_of(b);
    const DistanceMillionths most =
        whole_distance(grouped_->text_of(first).value_or(CanonicalText()),
                       grouped_->text_of(second).value_or(CanonicalText()))
            .most;
    const std::uint64_t hash = most == 0 ? grouped_->text_hash_of(first) : 0;
    return reported_distance(most, hash != 0 && hash == grouped_->text_hash_of(second));
}

std::string Grouping::words_of(Row row) const {
    const auto text = grouped_->text_of(number_of(row));
    return text ? std::string(text->utf8()) : std::string();
}

}  // namespace descry::python
