/** @file indexing_stage.h
 *  @brief Signs documents in any program's indexing loop and puts each into its group.
 *
 *      Xapian::WritableDatabase db(path, Xapian::DB_CREATE_OR_OPEN);
 *      descry::IndexingStage stage(db);
 *      for (...) {
 *          Xapian::Document document;
 *          generator.set_document(document);
 *          generator.index_text(text);
 *          stage.replace_document(unique_term, document, text);  // instead of db's own
 *      }
 *      db.commit();
 *      if (!stage.has_groups()) descry::annotate(db, descry::open_paths({path}));
 */
#ifndef DESCRY_INDEXING_INDEXING_STAGE_H
#define DESCRY_INDEXING_INDEXING_STAGE_H

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/model/model.h>
#include <descry/schema/body_terms.h>
#include <descry/schema/stored_format.h>
#include <descry/signatures/document_signer.h>
#include <descry/solr/signature_chain.h>

namespace descry {

class DocumentKeySigner;
class SequenceSigner;
class GroupUpdater;

/// Settings of a new index; an index that has a schema keeps its own.
struct IndexingOptions {
    Xapian::valueno slot_base = DEFAULT_SLOT_BASE;
    std::vector<Slot> methods = {Slot::GROUP, Slot::DESCRIPTIVE,  Slot::TEXT_PROFILE,
                                 Slot::EXACT, Slot::TERM_PROFILE, Slot::DESCRIPTIVE_STABLE};
    std::string id_prefix = "Q";
    /// Recipe of descry's analyzer; empty if another analyzer makes the terms.
    std::string analyzer;
    /// Schema::stemmer of a new index; the caller adds these terms to its documents.
    std::string stemmer;
    /// Added to the index's fields. The stage stores them in the schema; the caller indexes them.
    DocumentFields fields;
    /// Replaces the chain of the index. Its signatureField becomes a text field if it is not one.
    std::optional<SignatureChainOptions> chain;
    /// False: the stage does not apply the chain, which remains in the index.
    bool use_chain = true;
};

/// Writes documents with their de-duplication values, one stage per writable database. The caller's
/// commit stores the changes. Outside a transaction Xapian also commits by itself, possibly within
/// a document; if the program is stopped then, the next annotation makes all groups again.
class IndexingStage {
  public:
    /// Reads schema and model of @a db, which must outlive this object, or writes a schema if there
    /// is none. Without a model, documents get only the values that need none, and become stale
    /// later.
    /// @exception Xapian::DatabaseVersionError values or model of another version
    /// @exception Xapian::InvalidOperationError a slot is used by another program
    /// @exception Xapian::InvalidArgumentError a field conflicts with those of the index
    explicit IndexingStage(Xapian::WritableDatabase& db, const IndexingOptions& options = {});

    /// For sign() only, without a database: uses the given schema, model and chain.
    IndexingStage(Schema schema, std::shared_ptr<const Model> model,
                  std::optional<SignatureChainOptions> chain = std::nullopt);

    ~IndexingStage();
    IndexingStage(IndexingStage&&) noexcept;
    IndexingStage& operator=(IndexingStage&&) noexcept;

    /// Adds a document, or replaces the one with this unique term, with the values of all methods
    /// of the schema. It joins its group at once, or forms one with a document that was alone; a
    /// group whose head is replaced gets another head. A document whose text is unchanged (`exact`)
    /// stays in its group. If the index is too small to find groups by words, or its groups are
    /// incomplete, the next annotation forms them.
    ///
    /// With a chain whose overwriteDupes is true, first deletes every other document of the same
    /// signature by delete_document(); as in Solr, the last document is kept.
    ///
    /// Cost: that of Xapian's replace_document(), independent of the size of the index, plus the
    /// two text signatures, a table look-up per term, two look-ups and a write per band key, and
    /// the texts or term lists of the heads compared (docs/benchmarks.md).
    /// @param document with all its terms; gains @a unique_term. A term of more than MAX_TERM_BYTES
    ///        is rejected before anything is written, because Xapian would discard everything
    ///        written since the last commit
    /// @param text valid UTF-8, for `exact` and `text-profile`, which are not written without it or
    ///        if it is empty
    /// @param members of the document, for the chain
    /// @param words of the text by Schema::analyzer, joined by single spaces, if they are already
    ///        known
    /// @exception Xapian::InvalidArgumentError a term is too long
    Xapian::docid replace_document(const std::string& unique_term, Xapian::Document document,
                                   std::optional<std::string_view> text = std::nullopt,
                                   std::span<const SignatureField> members = {},
                                   std::optional<std::string_view> words = std::nullopt);

    /// Deletes the document with this unique term, if any, and removes it from its group.
    void delete_document(const std::string& unique_term);

    /// The same by docid. @exception Xapian::DocNotFoundError
    void delete_document(Xapian::docid did);

    /// Sets the values of all methods except `group`, and the chain's signature, in @a document;
    /// values that the document does not have are removed. For programs that write the document
    /// themselves: the next annotation finds its group. All other values are byte for byte those of
    /// an annotation of the finished index.
    void sign(Xapian::Document& document, std::optional<std::string_view> text = std::nullopt,
              std::span<const SignatureField> members = {},
              std::optional<std::string_view> words = std::nullopt);

    /// Whether replace_document() assigns groups: the index has a model and complete groups.
    bool has_groups();

    /// Like sign(), for documents that are written elsewhere and come into this index together with
    /// assign_groups() before anyone reads them: they count as current. @pre there is a model
    void sign_for_groups(Xapian::Document& document,
                         std::optional<std::string_view> text = std::nullopt,
                         std::span<const SignatureField> members = {},
                         std::optional<std::string_view> words = std::nullopt);

    /// Among documents with equal signatures of which one is @a first or later, deletes all but the
    /// last, as replace_document() would have in docid order. Call it before assign_groups(). Does
    /// nothing unless overwrites(). Cost: a look-up per signature in the index and one deletion
    /// each.
    void overwrite(Xapian::docid first);

    /// The term that finds documents with this one's signature; empty without a chain or a
    /// signature, or if the signature is of nothing and must not be found.
    std::string signature_term(const Xapian::Document& document,
                               std::span<const SignatureField> members);

    bool overwrites() const;

    /// Documents deleted so far because a later one has the same signature.
    Xapian::doccount overwritten() const { return overwritten_; }

    /// Puts documents signed by sign_for_groups() into groups, one after another. The groups equal
    /// those of replace_document(), whatever the number of threads. Cost: as replace_document(),
    /// and a term list per document.
    /// @param open the same index
    /// @pre has_groups(), and the documents are committed
    void assign_groups(std::span<const Xapian::docid> documents, const DatabaseOpener& open,
                       unsigned threads);

    const Schema& schema() const { return schema_; }

    /// Null if the index has none.
    const std::shared_ptr<const Model>& model() const { return model_; }

    /// Null if there is none.
    const SignatureChain* chain() const { return chain_.get(); }

  private:
    void start_signing();
    bool is_stored_already(Xapian::docid did, SlotValues& values) const;
    SlotValues sign_values(Xapian::Document& document, std::optional<std::string_view> text,
                           std::optional<std::string_view> words);
    void put(const SlotValues& values, Xapian::Document& document) const;
    void start_chain(std::optional<SignatureChainOptions> options);
    std::optional<ChainSignature> chain_signature(const Xapian::Document& document,
                                                  std::span<const SignatureField> members);
    std::string term_of(const ChainSignature& signature) const;
    std::string put_signature(Xapian::Document& document, std::span<const SignatureField> members);
    void overwrite(const std::string& term, std::span<const Xapian::docid> kept);

    Xapian::WritableDatabase* db_ = nullptr;
    Schema schema_;
    std::shared_ptr<const Model> model_;
    std::optional<DocumentSigner> signer_;
    BodyTerms body_terms_{TermSpace()};
    std::unique_ptr<DocumentKeySigner> key_signer_;
    std::unique_ptr<SequenceSigner> sequence_signer_;
    std::unique_ptr<GroupUpdater> groups_;
    std::unique_ptr<SignatureChain> chain_;
    std::string signature_prefix_;
    std::optional<Xapian::valueno> signature_slot_;
    Xapian::doccount overwritten_ = 0;
};

}  // namespace descry

#endif  // DESCRY_INDEXING_INDEXING_STAGE_H
