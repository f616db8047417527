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

#include <descry/collection/document_keys.h>
#include <descry/distance/pair_verifier.h>
#include <descry/keys/word_keys.h>
#include <descry/reading/text_reader.h>
#include <descry/schema/body_terms.h>

namespace descry {

/// The words in order of a stored document; none where it has no positions.
/// @param words words_of_order_sketch() of its body terms
/// @param entries, known as of make_order_sketch()
/// Cost: 6 microseconds an entry.
OrderSketch read_order_sketch(const Xapian::Database& db, Xapian::docid did,
                              std::span<const std::string_view> words,
                              std::size_t entries = ORDERED_WORDS, OrderSketch known = {});

/// The keys of a stored document, made anew. @param terms its body terms, not empty
/// Cost: those of a signer, 1 millisecond: for single documents.
DocumentKeys keys_of(const Xapian::Database& db, const Schema& schema, const Model& model,
                     Xapian::docid did, std::span<const TermCount> terms);

/// The content hashes of stored documents, made anew of what is stored now: what a value of theirs
/// was made from may have been replaced since. One document after the other.
class ContentReader {
  public:
    /// @param schema and @a model are those of the index, and outlive this
    ContentReader(const Xapian::Database& db, const Schema& schema, const Model& model);

    /// DocumentKeys::content_hash; nullopt for a document without words.
    /// @exception Xapian::DocNotFoundError
    /// Cost: a term list, TextReader::read() where the model takes sequences, and 5 microseconds.
    std::optional<std::uint64_t> hash_of(Xapian::docid did);

    /// Whether the keys that a document holds are of this model and of what is stored now: another
    /// program may have changed its words and kept its values.
    bool are_keys_current(Xapian::docid did);

  private:
    Xapian::Database db_;
    const Schema& schema_;
    std::string state_;
    BodyTerms terms_;
    TextReader texts_;
    DocumentKeySigner signer_;
    SequenceKeySigner sequences_;
};

/// One document after the other.
class StoredDocument final : public DocumentToCompare {
  public:
    StoredDocument(const Xapian::Database& db, const Schema& schema)
        : db_(db), terms_(TermSpace(schema.term_prefix)), texts_(db, schema) {}

    /// Cost: a term list, 20 microseconds. @exception Xapian::DocNotFoundError, and where the
    /// database has no term lists Xapian::FeatureUnavailableError
    void read(Xapian::docid did);

    const Bag& bag() override { return bag_; }
    bool is_text_cheap() override { return CanonicalText::is_short(bag_.characters()); }
    std::span<const TermCount> terms() override { return terms_.terms(); }
    /// Cost: TextReader::read(), once.
    const CanonicalText* text() override;
    /// What the text was read from.
    WordSource source();
    /// Of all its words: the rest is not worth another look.
    const OrderSketch& first_order() override { return order(); }
    /// Cost: the positions of ORDERED_WORDS words, once.
    const OrderSketch& order() override;

  private:
    Xapian::Database db_;
    Xapian::docid did_ = 0;
    BodyTerms terms_;
    Bag bag_;
    TextReader texts_;
    bool is_text_read_ = false;
    std::optional<CanonicalText> text_;
    std::optional<OrderSketch> order_;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_GROUPS_STORED_DOCUMENT_H
