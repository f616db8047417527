/** @file value_computer.h
 *  @brief Computes the values of indexed documents from postings or term lists.
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

/// The state of a document signed with @a model; null: without one.
std::string current_state(const Model* model);

/// Computes values in batches, on several threads, each with its own handles.
class ValueComputer {
  public:
    /// The index's posting lists, or each document's term list, which is cheaper for few documents
    /// or if a method needs term lists anyway. Both give the same bytes.
    enum class Source { POSTINGS, TERM_LISTS };

    /// Reads the body lengths of the index if it signs from postings. All arguments must outlive
    /// this object. @param model null if the index has none
    ValueComputer(const IndexCollection& index, const Schema& schema, const Model* model,
                  Source source);

    /// The values of @a batch (ascending), in order, for all methods that need no text.
    std::vector<SlotValues> compute(std::span<const Xapian::docid> batch) const;

  private:
    void sign_from_postings(std::span<const Xapian::docid> batch,
                            std::vector<SlotValues>& values) const;
    void sign_from_term_lists(std::span<const Xapian::docid> batch,
                              std::vector<SlotValues>& values) const;

    // Only term lists give the keys for groups.
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
