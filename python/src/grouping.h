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

#include "python/arrow/arrow_writer.h"
#include "python/src/text_table.h"

namespace descry::python {

/// Rows of documents count from 0 on; references have negative rows, -1 for the first.
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

    /// @param table after end(). @param prepared references before those of the table
    /// @param model null: train one on the texts. @exception Stopped, as group_texts()
    /// @throws std::invalid_argument two rows with one id
    Grouping(std::shared_ptr<const TextTable> table, std::optional<PreparedDocuments> prepared,
             const GroupingOptions& options, const Model* model, const Progress& progress);

    const Model& model() const { return grouped_->model(); }
    std::size_t documents() const { return documents_; }
    std::size_t references() const { return references_; }
    std::size_t count_kept() const { return documents_ - grouped_->dropped(); }
    const std::vector<KeyedGroup>& groups() const { return groups_; }

    /// id, head, group, distance and size of each document, and what `descry uniq --mark` adds.
    ArrowTable table() const;
    /// id, head, distance and relation of dropped documents.
    ArrowTable dropped() const;
    /// id and group size of kept documents.
    ArrowTable kept() const;

    /// Kept rows, ascending.
    std::vector<Row> kept_rows() const;
    /// By row the number of the group from 0 on; -1 if ungrouped.
    std::vector<std::int64_t> labels() const;
    /// Distances of documents dropped as near-duplicates, in their order.
    std::vector<DistanceMillionths> dropped_distances() const;

    Group group(std::size_t number) const;
    std::optional<std::size_t> group_of(Row row) const;
    /// The numbers of the largest groups, ties in their order.
    std::vector<std::size_t> largest(std::size_t count) const;
    /// Dropped rows, the farthest from their heads first.
    std::vector<Row> least_similar(std::size_t count) const;
    Row head_of(Row row) const;
    /// GroupedTexts::kept_for(); the row itself if kept.
    Row kept_for(Row row) const;
    /// GroupedTexts::dropped_documents() by rows.
    std::vector<DroppedDocument> dropped_documents() const;
    /// Distance to kept_for().
    DistanceMillionths distance_of(Row row) const;

    /// An int or a str.
    nanobind::object id_of(Row row) const;
    /// The row of an id: of a document, else of a reference.
    std::optional<Row> row_of(nanobind::handle id) const;

    /// whole_distance() of two texts.
    DistanceMillionths distance_between(Row a, Row b) const;
    /// The words of a text joined by spaces.
    std::string words_of(Row row) const;

  private:
    std::vector<ArrowValues> marks() const;
    DocumentNumber number_of(Row row) const;
    Row row_at(DocumentNumber number) const;
    std::size_t place(Row row) const;     // in ids_
    std::int64_t size_of(Row row) const;  // of its group

    std::shared_ptr<const TextTable> table_;
    std::size_t references_ = 0;
    std::size_t documents_ = 0;
    Ids ids_;                              // references and documents
    std::optional<GroupedTexts> grouped_;  // filled by the constructor
    std::vector<KeyedGroup> groups_;
    std::vector<std::int64_t> group_numbers_;  // by document number
};

}  // namespace descry::python

#endif  // DESCRY_PYTHON_GROUPING_H
