/** @file compared_documents.h
 *  @brief A document as one that is added is compared with others, and those that others were
 *         compared with last.
 */
#ifndef DESCRY_PLUGIN_ONLINE_COMPARED_DOCUMENTS_H
#define DESCRY_PLUGIN_ONLINE_COMPARED_DOCUMENTS_H

#include <cstdint>
#include <list>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include <xapian.h>

#include <descry/model/model.h>
#include <descry/reading/text_reader.h>
#include <descry/schema/body_terms.h>
#include <descry/schema/stored_format.h>

#include "engine/collection/document_keys.h"
#include "engine/distance/pair_verifier.h"

namespace descry {

/// What is compared of a document.
struct ComparedDocument {
    /// 0: it is not stored yet.
    Xapian::docid did = 0;
    /// As its keys have it; unknown where they have none.
    BagHistogram histogram;
    /// Of one that is not stored yet: its body terms, as long as it is being added.
    std::span<const TermCount> terms_at_hand;
    /// Absent: not made yet.
    std::optional<Bag> bag;
    /// Body terms, ascending; only where numbers count. Read with the bag.
    std::vector<std::pair<std::string, std::uint32_t>> terms;
    /// Where the edit distance counts; read when the bags are near, from a document that is stored.
    /// None: nobody knows it.
    std::optional<CanonicalText> text;
    bool is_text_read = false;
    /// What the text is to be made of, where that was at hand: it counts as read.
    std::optional<std::string> words;

    /// DocumentToCompare::is_text_cheap()
    bool is_text_cheap() const {
        return histogram.is_known() && CanonicalText::is_short(histogram.characters());
    }
};

/// A document that is being built, with its text where that plays a part.
/// @param terms its body terms, valid as long as what is returned
/// @param words all of them in order, joined by one space each; nullopt: nobody knows
ComparedDocument new_document(const DocumentKeys& keys, std::span<const TermCount> terms,
                              std::optional<std::string_view> words, const Model& model);

/// Makes the bag of a document, and keeps its terms where these are compared.
void take_terms(std::span<const TermCount> terms, const Model& model, ComparedDocument& document);

/// Keeps 4,096 of them, in 32 MiB and the one compared last, so that a stream of like documents
/// does not read its head each time.
class ComparedDocuments {
  public:
    /// Database and model must outlive it.
    ComparedDocuments(const Xapian::Database& db, const Schema& schema, const Model& model)
        : db_(db),
          model_(model),
          verifier_(pair_limits(model.parameters())),
          body_terms_(TermSpace(schema.term_prefix)),
          texts_(db, schema) {}

    const PairVerifier& verifier() const { return verifier_; }

    /// What the keys of a stored document say of it.
    struct Stored {
        Xapian::docid did;
        /// As its values have it now: another document may have come under this docid, or a
        /// transaction may have been cancelled.
        std::uint64_t content_hash;
        const BagHistogram& histogram;
    };

    /// PairVerifier::match() with a stored document. @exception Xapian::DocNotFoundError
    std::optional<DistanceMillionths> compare(ComparedDocument& document, const Stored& other,
                                              DistanceMillionths limit);

    /// A stored document, of which nothing need have been read. Valid until the next call.
    ComparedDocument& get(const Stored& stored);

    ComparedDocument& keep(std::uint64_t content_hash, ComparedDocument document);

    /// Keeps a document of which only the words are at hand, joined by one space each.
    void keep_words(const Stored& stored, std::string words);

    void forget(Xapian::docid did);

    /// The body terms of a stored document. Valid until the next call.
    std::span<const TermCount> terms_of(Xapian::docid did);

    /// To be called when documents may have been replaced.
    void forget_terms() { terms_read_of_ = 0; }

  private:
    class Document;
    struct Recent {
        Xapian::docid did;
        std::uint64_t content_hash;  // of its keys when it was read
        ComparedDocument document;
        std::size_t bytes;  // of the document, as counted in bytes_
    };

    void count(Recent& recent);
    ComparedDocument& with_bag(ComparedDocument& document);
    const CanonicalText* text_of(ComparedDocument& document);

    const Xapian::Database& db_;
    const Model& model_;
    PairVerifier verifier_;
    BodyTerms body_terms_;
    TextReader texts_;
    Xapian::docid terms_read_of_ = 0;  // whose terms these are, while nothing is written; 0: none's
    std::list<Recent> recent_;
    std::size_t bytes_ = 0;  // of all of these
    std::unordered_map<Xapian::docid, std::list<Recent>::iterator> recent_of_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_ONLINE_COMPARED_DOCUMENTS_H
