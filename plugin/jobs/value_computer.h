/** @file value_computer.h
 *  @brief The values of documents that are in an index already, from its postings or term lists.
 */
#ifndef DESCRY_PLUGIN_JOBS_VALUE_COMPUTER_H
#define DESCRY_PLUGIN_JOBS_VALUE_COMPUTER_H

#include <span>
#include <string>
#include <vector>

#include <xapian.h>

#include <descry/model/model.h>
#include <descry/reading/index_collection.h>
#include <descry/schema/stored_format.h>
#include <descry/signatures/document_signer.h>

namespace descry {

/// The value of the state slot of a document signed with @a model; null: without one.
std::string current_state(const Model* model);

/// Computes values batch by batch, on several threads, each with handles of its own.
class ValueComputer {
  public:
    /// Where signatures can come from: the posting lists of the whole index, or the term list of
    /// each document, which is cheaper when few are asked for, or where a method of the schema
    /// needs the term lists anyway: then postings are not read. Both give the same bytes.
    enum class Source { POSTINGS, TERM_LISTS };

    /// Reads the body lengths of the index when it is to sign from postings.
    /// All arguments must outlive this. @param model null when the index has none
    ValueComputer(const IndexCollection& index, const Schema& schema, const Model* model,
                  Source source);

    /// The values of documents @a batch (ascending), in the same order, for all methods of the
    /// schema that need no text.
    std::vector<SlotValues> compute(std::span<const Xapian::docid> batch) const;

  private:
    void sign_from_postings(std::span<const Xapian::docid> batch,
                            std::vector<SlotValues>& values) const;
    void sign_from_term_lists(std::span<const Xapian::docid> batch,
                              std::vector<SlotValues>& values) const;

    // The keys that groups are made from: only term lists give them.
    bool needs_keys() const { return model_ != nullptr && schema_.has(Slot::GROUP); }
    bool needs_term_lists() const;

    const IndexCollection& index_;
    const Schema& schema_;
    const Model* model_;
    bool from_postings_;
    BodyLengths lengths_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_JOBS_VALUE_COMPUTER_H
