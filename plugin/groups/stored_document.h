/** @file stored_document.h
 *  @brief A document of an index, as a PairVerifier compares it.
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

/// The keys of stored documents, made anew. One document after the other.
class StoredKeySigner {
  public:
    /// @param schema and @a model are those of the index; the model outlives this
    StoredKeySigner(const Xapian::Database& db, const Schema& schema, const Model& model)
        : db_(db),
          fields_(model.parameters().keep_apart.fields),
          texts_(db, schema),
          signer_(model),
          sequences_(model.parameters()) {}

    /// @param terms the document's body terms, not empty
    /// @return valid until the next call
    /// Cost: TextReader::read(), and 5 microseconds.
    const DocumentKeys& sign(Xapian::docid did, std::span<const TermCount> terms);

  private:
    Xapian::Database db_;
    const std::vector<std::string>& fields_;
    TextReader texts_;
    DocumentKeySigner signer_;
    SequenceKeySigner sequences_;
};

/// The content hashes of stored documents, made anew of what is stored now: what a value of theirs
/// was made from may have been replaced since. One document after the other.
class ContentReader {
  public:
    /// @param schema and @a model are those of the index, and outlive this
    ContentReader(const Xapian::Database& db, const Schema& schema, const Model& model);

    /// DocumentKeys::content_hash; nullopt for a document without words.
    /// @exception Xapian::DocNotFoundError
    /// Cost: a term list, and StoredKeySigner::sign().
    std::optional<std::uint64_t> hash_of(Xapian::docid did);

    /// Whether the keys that a document holds are of this model and of what is stored now: another
    /// program may have changed its words and kept its values.
    bool are_keys_current(Xapian::docid did);

  private:
    Xapian::Database db_;
    const Schema& schema_;
    std::string state_;
    BodyTerms terms_;
    StoredKeySigner signer_;
};

/// One document after the other.
class StoredDocument final : public DocumentToCompare {
  public:
    StoredDocument(const Xapian::Database& db, const Schema& schema)
        : db_(db),
          keys_slot_(schema.slot(Slot::TERM_BANDS)),
          terms_(TermSpace(schema.term_prefix)),
          texts_(db, schema) {}

    /// Cost: a term list, 20 microseconds. @exception Xapian::DocNotFoundError, and where the
    /// database has no term lists Xapian::FeatureUnavailableError
    void read(Xapian::docid did);

    const Bag& bag() override { return bag_; }
    bool is_text_cheap() override { return CanonicalText::is_short(bag_.characters()); }
    std::span<const TermCount> terms() override { return terms_.terms(); }
    /// Cost: TextReader::read(), once.
    const CanonicalText* text() override;
    /// As its stored keys have it.
    std::uint64_t apart_value() override;
    /// What the text was read from.
    WordSource source();
    /// TextReader::told_distance() of another one.
    DistanceMillionths told(DistanceMillionths distance, const StoredDocument& other) {
        return texts_.told_distance(distance, did_, other.did_);
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
