/** @file compared_documents.h
 *  @brief A document as compared during additions, and a cache of those compared last.
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

struct ComparedDocument {
    /// 0: not stored yet.
    Xapian::docid did = 0;
    /// From its keys; unknown without keys.
    BagHistogram histogram;
    /// Body terms of a document not stored yet, valid while it is being added.
    std::span<const TermCount> terms_at_hand;
    /// Absent: not made yet.
    std::optional<Bag> bag;
    /// Body terms, ascending; only if numbers are compared. Read with the bag.
    std::vector<std::pair<std::string, std::uint32_t>> terms;
    /// Only if the edit distance is used; read when the bags are near. nullopt inside: unknown.
    std::optional<CanonicalText> text;
    bool is_text_read = false;
    /// Words to make the text from, if available: the text then counts as read.
    std::optional<std::string> words;

    bool is_text_cheap() const {
        return histogram.is_known() && CanonicalText::is_short(histogram.characters());
    }
};

/// A document under construction, with its text if that is compared.
/// @param terms its body terms, valid as long as the result
/// @param words all of them in order, joined by single spaces; nullopt: unknown
ComparedDocument new_document(const DocumentKeys& keys, std::span<const TermCount> terms,
                              std::optional<std::string_view> words, const Model& model);

/// Makes the bag of a document, and keeps its terms if they are compared.
void take_terms(std::span<const TermCount> terms, const Model& model, ComparedDocument& document);

/// Caches up to 4,096 documents in 32 MiB, plus the one compared last, so that a series of similar
/// documents does not read its head each time.
class ComparedDocuments {
  public:
    ComparedDocuments(const Xapian::Database& db, const Schema& schema, const Model& model)
        : db_(db),
          model_(model),
          verifier_(pair_limits(model.parameters())),
          body_terms_(TermSpace(schema.term_prefix)),
          texts_(db, schema) {}

    const PairVerifier& verifier() const { return verifier_; }

    struct Stored {
        Xapian::docid did;
        /// From its present values: the docid may be reused, or a transaction cancelled.
        std::uint64_t content_hash;
        const BagHistogram& histogram;
    };

    /// PairVerifier::match() with a stored document. @exception Xapian::DocNotFoundError
    std::optional<DistanceMillionths> compare(ComparedDocument& document, const Stored& other,
                                              DistanceMillionths limit);

    /// A stored document, possibly with nothing read yet. Valid until the next call.
    ComparedDocument& get(const Stored& stored);

    ComparedDocument& keep(std::uint64_t content_hash, ComparedDocument document);

    /// Adds a document of which only the words are available, joined by single spaces.
    void keep_words(const Stored& stored, std::string words);

    void forget(Xapian::docid did);

    /// The body terms of a stored document. Valid until the next call.
    std::span<const TermCount> terms_of(Xapian::docid did);

    /// Call when documents may have been replaced.
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
    Xapian::docid terms_read_of_ = 0;  // document of the terms, while nothing is written; 0: none
    std::list<Recent> recent_;
    std::size_t bytes_ = 0;  // of all documents
    std::unordered_map<Xapian::docid, std::list<Recent>::iterator> recent_of_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_ONLINE_COMPARED_DOCUMENTS_H
