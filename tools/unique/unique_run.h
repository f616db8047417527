/** @file unique_run.h
 *  @brief A run of `descry uniq`: reads documents, and writes those that are kept.
 */
#ifndef DESCRY_TOOLS_UNIQUE_UNIQUE_RUN_H
#define DESCRY_TOOLS_UNIQUE_UNIQUE_RUN_H

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <descry/texts/group_texts.h>

#include "engine/keys/field_values.h"
#include "engine/report/group_views.h"
#include "tools/messages/diagnostics.h"
#include "tools/spooling/spooled_input.h"
#include "tools/unique/decisions.h"

namespace descry {

struct UniqueRunOptions {
    SpoolOptions spool;
    /// Its order is the spool's.
    GroupingOptions grouping;
    /// The model; nullopt: one is made from the documents. Its recipe is the spool's.
    std::optional<Model> model = {};
    /// UniqueOptions::exact_distances
    bool exact_distances = true;
    /// TextsToGroup::holds_prepared
    bool holds_prepared = true;
};

class UniqueRun {
  public:
    /// @param options outlive this object. @throws std::invalid_argument an unknown order or
    ///        foreign model
    explicit UniqueRun(const UniqueRunOptions& options);

    /// Adds references from prepared files. Call it first, once.
    /// @param prepared of `UniqueRunOptions::model`, or of the one that this renews
    void take_references(PreparedDocuments prepared);

    /// Reads references. Call it before read(). Rejected documents are reported and counted.
    /// @throws std::runtime_error an input, or a file of it, cannot be opened or read to its end; a
    ///         directory, or a nonempty input, gives no document
    void read_references(const std::vector<std::string>& inputs, Diagnostics& problems);

    /// Reads the documents to remove near-duplicates from.
    void read(const std::vector<std::string>& inputs, Diagnostics& problems);

    void group();

    /// Writes the kept documents in input order, by RecordOutput: JSON lines and rows of tables
    /// unchanged, others as JSON lines of id and text.
    void write_kept(const std::string& path) const;

    /// Writes all documents with RecordMarks: their group, and whether they would be kept. Requires
    /// MARK_NAMES in SpoolOptions::appended_fields.
    void write_marked(const std::string& path) const;

    const SpooledInput& input() const { return input_; }

    /// Writes a line for each dropped document: its id, that of the document it is dropped for
    /// (GroupedTexts::kept_for()), their similarity, `near`, and the fields that differ.
    void write_dropped(const std::string& path) const;

    /// Writes a line for each reference that a document holds (GroupedTexts::held()): the ids of
    /// both, share, its first and last byte in the document's text, bits, and the words that
    /// differ. Requires SpoolOptions::keeps_texts.
    void write_held(const std::string& path) const;

    /// Writes such a line, with `apart`, for each document kept only because of
    /// ModelParameters::keep_apart: the one it would be dropped for, and which of `numbers` and
    /// fields keep them apart. Groups all documents again. Not with documents of prepared files.
    void write_kept_apart(const std::string& path);

    /// Documents dropped at another distance. Groups all again. Not with documents of prepared
    /// files.
    std::uint64_t count_dropped_at(double distance);

    /// Dropped documents that differ in a field other than id and text from the document they are
    /// dropped for; and their number by field, attachments first, then the most frequent. Skips
    /// references of prepared files, which have no fields.
    struct FieldCounts {
        std::uint64_t documents = 0;
        std::vector<std::pair<std::string, std::uint64_t>> by_field;
    };
    FieldCounts count_differing_fields() const;

    /// Writes kept documents with words as prepare_collection() does, numbered from
    /// SpoolOptions::first_number on. @return their number
    std::uint64_t prepare_kept(const Model& model, PreparedWriter& writer) const;

    /// As `groups --format json`; docids are documents' numbers in the input, null for references.
    void write_groups(const std::string& path) const;

    /// The dropped documents, in input order; and a document by number for display, with its text
    /// as written if SpoolOptions::keeps_texts.
    std::vector<DroppedDocument> dropped_documents() const;
    ReportedText shown(std::uint64_t number) const;

    /// descry::apply_decisions() for the groups. Documents it keeps leave their groups. Groups
    /// without a kept document are not swapped, and references are never dropped.
    DecidedCounts apply_decisions(const Decisions& decisions, bool only_confirmed);

    /// void_decisions() of those. Cost: a look-up per id.
    std::vector<std::string> void_decisions(const Decisions& decisions) const;

    const TextOrder& order() const { return input_.order(); }
    bool keeps_none() const { return order().keeps_none(); }

    /// Call after group().
    const GroupedTexts& grouped() const { return *grouped_; }

  private:
    GroupedTexts group_by(const std::optional<Model>& model, GroupingOptions grouping,
                          bool exact_distances);
    void read_reference(const std::string& input, Diagnostics& problems);
    SpooledDocument document(DocumentNumber number) const;
    FieldValues fields_of(DocumentNumber number) const;
    std::vector<FieldDifference> differences(DocumentNumber dropped) const;

    const UniqueRunOptions& options_;
    std::optional<PreparedDocuments> prepared_;  // until group()
    SpooledInput input_;
    DocumentNumber references_ = 0;  // of the input
    std::optional<GroupedTexts> grouped_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_UNIQUE_UNIQUE_RUN_H
