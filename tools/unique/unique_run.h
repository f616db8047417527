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
#include "engine/mechanics/output_file.h"
#include "engine/report/group_views.h"
#include "tools/messages/diagnostics.h"
#include "tools/spooling/spooled_input.h"
#include "tools/unique/decisions.h"

namespace descry {

/// The files that a run writes in addition to standard output; empty: not written.
struct UniqueOutputs {
    /// A line for each dropped document: its id, that of the kept one (GroupedTexts::kept_for()),
    /// similarity, relation, and the fields that differ, separated by commas.
    std::string dropped;
    /// A line for each reference that a document holds (GroupedTexts::held()): both ids, share, its
    /// first and last byte in the document's text, bits, and the words that differ.
    std::string held;
    /// A line as in `dropped`, with the relation `apart`, for each document kept only because of
    /// ModelParameters::keep_apart: the document near it, and what keeps them apart (`numbers`, or
    /// fields). Groups all documents again.
    std::string kept_apart;
    /// As `groups --format json`; docids are documents' numbers in the input, null for references.
    std::string groups;
    /// Standard output has all documents, with RecordMarks, instead of the kept ones.
    bool marks = false;
};

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
    UniqueOutputs outputs = {};
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

    /// Writes the files of UniqueOutputs. @return each path, with a description
    std::vector<std::string> write_files();

    /// Writes documents to standard output in input order, by RecordOutput: JSON lines and rows of
    /// tables unchanged, others as JSON lines of id and text.
    void write_documents() const;

    const SpooledInput& input() const { return input_; }

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
    void write_kept(OutputFile& out) const;
    void write_marked(OutputFile& out) const;
    void write_dropped(OutputFile& out);
    void write_held(OutputFile& out);
    void write_kept_apart(OutputFile& out);
    void write_groups(OutputFile& out);
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
