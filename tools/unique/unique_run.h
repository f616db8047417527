/** @file unique_run.h
 *  @brief One run of `descry uniq`: documents in, those that stay out.
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

/// The files that a run writes beside standard output; empty: none.
struct UniqueOutputs {
    /// A line for each dropped document: its id, that of the kept one (GroupedTexts::kept_for()),
    /// similarity, relation, and the fields in which they differ, separated by commas.
    std::string dropped;
    /// A line for each reference that a document holds (GroupedTexts::held()): both ids, share, its
    /// first and last byte in the document's text, bits, and the words that differ.
    std::string held;
    /// A line as in `dropped`, with the relation `apart`, for each document that is kept only
    /// because of ModelParameters::keep_apart: the document near it, and what keeps the two apart:
    /// `numbers`, or fields. Groups all documents once more.
    std::string kept_apart;
    /// Groups as `groups --format json` prints them; docids number the documents of the input, and
    /// are null for references.
    std::string groups;
    /// Standard output has all documents, with RecordMarks, in place of those that are kept.
    bool marks = false;
};

/// What a run does.
struct UniqueRunOptions {
    SpoolOptions spool;
    /// Its order is the spool's.
    GroupingOptions grouping;
    /// By which documents are grouped; none: one is made of them. Its recipe is the spool's.
    std::optional<Model> model = {};
    /// UniqueOptions::exact_distances
    bool exact_distances = true;
    /// TextsToGroup::holds_prepared
    bool holds_prepared = true;
    UniqueOutputs outputs = {};
};

/// Reads the inputs once, into temporary files, and groups what they hold.
class UniqueRun {
  public:
    /// @param options outlive this. @throws std::invalid_argument an order that there is not, a
    ///        model of another program's terms
    explicit UniqueRun(const UniqueRunOptions& options);

    /// Takes documents of prepared files, which are there already. To be called first, once.
    /// @param prepared of `UniqueRunOptions::model`, or of the one that this renews
    void take_references(PreparedDocuments prepared);

    /// Reads documents that are there already. To be called before read(). Single documents that
    /// are refused are told and counted.
    /// @throws std::runtime_error an input, or a file of it, cannot be opened or not be read to its
    ///         end; a folder, or what holds something, gives no document
    void read_references(const std::vector<std::string>& inputs, Diagnostics& problems);

    /// Reads the documents of which some are left out.
    void read(const std::vector<std::string>& inputs, Diagnostics& problems);

    /// Groups them.
    void group();

    /// Writes the files of UniqueOutputs. @return each path, with what the file holds
    std::vector<std::string> write_files();

    /// Writes documents to standard output in the order of the input, as RecordOutput says: JSON
    /// lines and rows of tables as they came, others as JSON lines of id and text.
    void write_documents() const;

    const SpooledInput& input() const { return input_; }

    /// How many documents are left out with another distance. Not where documents of prepared files
    /// were taken. Cost: groups all documents once more.
    std::uint64_t count_dropped_at(double distance);

    /// The documents that are left out and differ from those in whose place they are in a field
    /// beside id and text; and how many do in each field, attachments first, then the most frequent
    /// first. References of prepared files have no fields, and are passed over.
    struct FieldCounts {
        std::uint64_t documents = 0;
        std::vector<std::pair<std::string, std::uint64_t>> by_field;
    };
    FieldCounts count_differing_fields() const;

    /// Writes the documents that stay, and have words, as prepare_collection() does, numbered from
    /// SpoolOptions::first_number on. @return how many
    std::uint64_t prepare_kept(const Model& model, PreparedWriter& writer) const;

    /// The documents that are left out, in the order of the input; and any of these numbers as a
    /// person sees it, with SpoolOptions::keeps_texts as it is written.
    std::vector<DroppedDocument> dropped_documents() const;
    ReportedText shown(std::uint64_t number) const;

    /// descry::apply_decisions() of the groups. What is kept is in no group. Where none of a group
    /// is kept, nothing is swapped, and references are never dropped.
    DecidedCounts apply_decisions(const Decisions& decisions, bool only_confirmed);

    /// void_decisions() of those. Cost: a look at each id.
    std::vector<std::string> void_decisions(const Decisions& decisions) const;

    const TextOrder& order() const { return input_.order(); }
    bool keeps_none() const { return order().keeps_none(); }

    /// After group().
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
