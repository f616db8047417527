/** @file grouping.h
 *  @brief The groups of a table of texts, by rows.
 */
#ifndef DESCRY_PYTHON_GROUPING_H
#define DESCRY_PYTHON_GROUPING_H

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include <descry/texts/group_texts.h>

#include "python/src/arrow_writer.h"
#include "python/src/text_table.h"

namespace descry::python {

/// Rows of documents count from 0 on; references have negative ones, -1 the first, in the order in
/// which they were given.
class Grouping {
  public:
    using Row = std::int64_t;

    struct Member {
        Row row = 0;
        DistanceMillionths distance = 0;
    };
    struct Group {
        std::string key;
        std::vector<Member> members;  // the head first
    };

    /// @param table whose end() was called. @param prepared references before those of the table
    /// @param model null: one is made of the texts. @exception Stopped, as group_texts()
    /// @throws std::invalid_argument an id of two rows
    Grouping(std::shared_ptr<const TextTable> table, std::optional<PreparedDocuments> prepared,
             const GroupingOptions& options, const Model* model, const Progress& progress);

    const Model& model() const { return grouped_->model(); }
    std::size_t documents() const { return documents_; }
    std::size_t references() const { return references_; }
    /// Documents that are kept.
    std::size_t count_kept() const { return documents_ - grouped_->dropped(); }
    const std::vector<KeyedGroup>& groups() const { return groups_; }

    /// id, head, group, distance and size of each document, and what `descry uniq --mark` appends.
    ArrowTable table() const;
    /// id, head, distance and relation of those that are dropped.
    ArrowTable dropped() const;
    /// id, and size of the group, of those that are kept.
    ArrowTable kept() const;

    /// Rows that are kept, ascending.
    std::vector<Row> kept_rows() const;
    /// By row the number of the group from 0 on; -1 for those in none.
    std::vector<std::int64_t> labels() const;
    /// Of those that are dropped as they are near, in their order.
    std::vector<DistanceMillionths> dropped_distances() const;

    Group group(std::size_t number) const;
    /// The number of the group a row is in.
    std::optional<std::size_t> group_of(Row row) const;
    /// The numbers of the largest, those of one size in their order.
    std::vector<std::size_t> largest(std::size_t count) const;
    /// Rows that are dropped, the farthest from their heads first.
    std::vector<Row> least_similar(std::size_t count) const;
    Row head_of(Row row) const;
    /// GroupedTexts::kept_for(); itself, if it is kept.
    Row kept_for(Row row) const;
    /// GroupedTexts::dropped_documents(), by rows, which are negative for references.
    std::vector<DroppedDocument> dropped_documents() const;
    /// To that row.
    DistanceMillionths distance_of(Row row) const;

    /// An int or a str.
    nanobind::object id_of(Row row) const;
    /// The row of an id: of a document, else of a reference.
    std::optional<Row> row_of(nanobind::handle id) const;

    /// Between two texts, as whole_distance() tells it.
    DistanceMillionths distance_between(Row a, Row b) const;
    /// The words of a text joined by blanks.
    std::string words_of(Row row) const;

  private:
    std::vector<ArrowValues> marks() const;
    DocumentNumber number_of(Row row) const;
    Row row_at(DocumentNumber number) const;
    std::size_t place(Row row) const;  // in ids_
    std::int64_t size_of(Row row) const;  // of its group

    std::shared_ptr<const TextTable> table_;
    std::size_t references_ = 0;
    std::size_t documents_ = 0;
    Ids ids_;  // references and documents
    std::optional<GroupedTexts> grouped_;  // filled by the constructor
    std::vector<KeyedGroup> groups_;
    std::vector<std::int64_t> group_numbers_;  // by document number
};

}  // namespace descry::python

#endif  // DESCRY_PYTHON_GROUPING_H
