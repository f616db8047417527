/** @file stored_document.h
 *  @brief A document of an index, for comparison by a PairVerifier.
 */
#ifndef DESCRY_PLUGIN_GROUPS_STORED_DOCUMENT_H
#define DESCRY_PLUGIN_GROUPS_STORED_DOCUMENT_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <xapian.h>

#include <descry/reading/text_reader.h>
#include <descry/schema/body_terms.h>

#include "engine/collection/document_keys.h"
#include "engine/distance/pair_verifier.h"
#include "engine/keys/word_keys.h"

namespace descry {

/// Recomputes the keys of stored documents, one after another.
class StoredKeySigner {
  public:
    /// @param schema and @a model are the index's; the model outlives this object
    StoredKeySigner(const Xapian::Database& db, const Schema& schema, const Model& model)
        : db_(db),
          fields_(model.parameters().keep_apart.fields),
          texts_(db, schema),
          signer_(model),
          sequences_(model.parameters()) {}

    /// @return valid until the next call. Cost: TextReader::read(), and 5 microseconds.
    /// @param terms the document's body terms, not empty
    const DocumentKeys& sign(Xapian::docid did, std::span<const TermCount> terms);

  private:
    Xapian::Database db_;
    const std::vector<std::string>& fields_;
    TextReader texts_;
    DocumentKeySigner signer_;
    SequenceKeySigner sequences_;
};

/// Recomputes content hashes from the present contents, which may differ from those that values
/// were made from. One document after another.
class ContentReader {
  public:
    /// @param schema and @a model are the index's, and outlive this object
    ContentReader(const Xapian::Database& db, const Schema& schema, const Model& model);

    /// DocumentKeys::content_hash; nullopt for a document without words. Cost: a term list, and
    /// StoredKeySigner::sign().
    /// @exception Xapian::DocNotFoundError
    std::optional<std::uint64_t> hash_of(Xapian::docid did);

    /// Whether a document's keys belong to this model and its present contents: another program may
    /// have changed the words and kept the values.
    bool are_keys_current(Xapian::docid did);

  private:
    Xapian::Database db_;
    const Schema& schema_;
    std::string state_;
    BodyTerms terms_;
    StoredKeySigner signer_;
};

class StoredDocument final : public DocumentToCompare {
  public:
    StoredDocument(const Xapian::Database& db, const Schema& schema)
        : db_(db),
          keys_slot_(schema.slot(Slot::TERM_BANDS)),
          terms_(TermSpace(schema.term_prefix)),
          texts_(db, schema) {}

    /// Cost: a term list, 20 microseconds. @exception Xapian::DocNotFoundError, and without term
    /// lists Xapian::FeatureUnavailableError
    void read(Xapian::docid did);

    const Bag& bag() override { return bag_; }
    bool is_text_cheap() override { return CanonicalText::is_short(bag_.characters()); }
    std::span<const TermCount> terms() override { return terms_.terms(); }
    /// Cost: TextReader::read(), once.
    const CanonicalText* text() override;
    /// From its stored keys.
    std::uint64_t apart_value() override;
    WordSource source();
    DistanceMillionths told(DistanceMillionths distance, const StoredDocument& other) {
        return texts_.reported_distance(distance, did_, other.did_);
    }

  private:
    Xapian::Database db_;
    Xapian::valueno keys_slot_;
    Xapian::docid did_ = 0;
    BodyTerms terms_;
    Bag bag_;
    TextReader texts_;
    bool is_text_read_ = false;
    std::optional<CanonicalText> text_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_GROUPS_STORED_DOCUMENT_H
