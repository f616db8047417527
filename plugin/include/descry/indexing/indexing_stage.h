/** @file indexing_stage.h
 *  @brief Signs documents while they are indexed, in any program's indexing loop, and puts each
 * into its group.
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

/// What the values of a new index are; an index that has a schema keeps its own.
struct IndexingOptions {
    Xapian::valueno slot_base = DEFAULT_SLOT_BASE;
    std::vector<Slot> methods = {Slot::GROUP, Slot::DESCRIPTIVE,  Slot::TEXT_PROFILE,
                                 Slot::EXACT, Slot::TERM_PROFILE, Slot::DESCRIPTIVE_STABLE};
    std::string id_prefix = "Q";
    /// Recipe of descry's analyzer; empty where another one makes the terms.
    std::string analyzer;
    /// Schema::stemmer of a new index: who makes its documents gives them these terms.
    std::string stemmer;
    /// Added to those an index has already. The stage keeps them in the schema; to index them is up
    /// to whoever makes the documents.
    DocumentFields fields;
    /// Put in the place of the one an index has. Its signatureField becomes a text field, under
    /// SIGNATURE_PREFIX where it is none yet.
    std::optional<SignatureChainOptions> chain;
    /// False: documents of this stage pass the chain by. It stays in the index.
    bool use_chain = true;
};

/// Writes documents with their de-duplication values. One per writable database. What it changes is
/// stored with the caller's commit. Without a transaction Xapian also commits by itself, in the
/// middle of a document: stopped right then, the next annotation makes the groups anew.
class IndexingStage {
  public:
    /// Reads schema and model of @a db, which must outlive this; where there is no schema, lays one
    /// down. Without a model the values that need one are left out, and the document counts as
    /// stale once there is one.
    /// @exception Xapian::DatabaseVersionError values or model of another version
    /// @exception Xapian::InvalidOperationError a slot is in use by another program
    /// @exception Xapian::InvalidArgumentError  a field is not what it is in the index, or takes
    ///            what is another's
    explicit IndexingStage(Xapian::WritableDatabase& db, const IndexingOptions& options = {});

    /// Only for sign(), without a database: works with a schema, model and chain that are at hand.
    IndexingStage(Schema schema, std::shared_ptr<const Model> model,
                  std::optional<SignatureChainOptions> chain = std::nullopt);

    ~IndexingStage();
    IndexingStage(IndexingStage&&) noexcept;
    IndexingStage& operator=(IndexingStage&&) noexcept;

    /// Adds a document, or replaces the one with this unique term, with the values of all methods
    /// of the schema. It joins its group at once, or founds one with a document that stood alone; a
    /// group whose head is replaced is handed on. With the text it had (`exact`), a document stays
    /// where it is. Where the index has no words to find groups by (it is small) or its groups are
    /// not complete, the next annotation does that.
    /// @param document with all its terms; gains @a unique_term. One with a term of more than
    ///                 MAX_TERM_BYTES is refused before anything is written, as Xapian would give
    ///                 up with it all that was written since the last commit
    /// @exception Xapian::InvalidArgumentError of such a document
    /// With a chain whose overwriteDupes is true, first deletes every other document of the same
    /// signature, as delete_document() does: the last one stays, as in Solr.
    /// @param text valid UTF-8, for `exact` and `text-profile`; without it those two are left out.
    ///             An empty text has neither.
    /// @param members of the document, for the chain
    /// @param words of the text by Schema::analyzer, joined by one space each, where they were cut
    ///              already to make the terms
    /// Cost: as Xapian's replace_document(), and the same in an index of any size: the two text
    /// signatures, a table look-up a term, two look-ups and a write a band key, and the texts or
    /// term lists of the heads it is compared with (docs/benchmarks.md).
    Xapian::docid replace_document(const std::string& unique_term, Xapian::Document document,
                                   std::optional<std::string_view> text = std::nullopt,
                                   std::span<const SignatureField> members = {},
                                   std::optional<std::string_view> words = std::nullopt);

    /// Deletes the document with this unique term, if there is one, and takes it out of its group.
    void delete_document(const std::string& unique_term);

    /// Deletes a document and takes it out of its group. @exception Xapian::DocNotFoundError
    void delete_document(Xapian::docid did);

    /// Puts the values of all methods but `group`, and the chain's signature, into @a document,
    /// replacing what stood in their
    /// slots; a value the document does not have is removed. For programs that must write the
    /// document themselves: the next annotation finds its group. The bytes of all other values are
    /// those that an annotation of the finished index would write.
    void sign(Xapian::Document& document, std::optional<std::string_view> text = std::nullopt,
              std::span<const SignatureField> members = {},
              std::optional<std::string_view> words = std::nullopt);

    /// True when replace_document() puts documents into groups: the index has a model, and groups
    /// that are complete.
    bool has_groups();

    /// As sign(), for documents that are written elsewhere and come into this index together with
    /// assign_groups(), before anybody sees them: they count as current. @pre there is a model
    void sign_for_groups(Xapian::Document& document,
                         std::optional<std::string_view> text = std::nullopt,
                         std::span<const SignatureField> members = {},
                         std::optional<std::string_view> words = std::nullopt);

    /// Of documents with one signature of which one is @a first or later, deletes all but the last:
    /// what replace_document() would have done, for documents that were written elsewhere in the
    /// order of their docids. To be called before assign_groups(). Nothing, unless overwrites().
    /// Cost: a look at each signature of the index, and a deletion each.
    void overwrite(Xapian::docid first);

    /// The term under which documents of the signature of this one are found; empty when there is
    /// no chain, the document has no signature, or is not to be found by it (one of nothing).
    std::string signature_term(const Xapian::Document& document,
                               std::span<const SignatureField> members);

    /// True when documents overwrite those of the same signature.
    bool overwrites() const;

    /// Documents deleted so far because a later one has their signature.
    Xapian::doccount overwritten() const { return overwritten_; }

    /// Puts documents that sign_for_groups() signed into groups, one after the other; groups are
    /// the same as if each had been added by replace_document(). Cost: as there, and a term list
    /// each.
    /// @param open the same index; the groups do not depend on the number of threads
    /// @pre has_groups(), and the documents are committed
    void assign_groups(std::span<const Xapian::docid> documents, const DatabaseOpener& open,
                       unsigned threads);

    const Schema& schema() const { return schema_; }

    /// Null when the index has none.
    const std::shared_ptr<const Model>& model() const { return model_; }

    /// The chain that is used; null when there is none.
    const SignatureChain* chain() const { return chain_.get(); }

  private:
    void start_signing();
    bool stands_already(Xapian::docid did, SlotValues& values) const;
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
