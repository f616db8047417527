/** @file indexing_stage.h
 *  @brief Signs documents while they are indexed, in any program's indexing loop.
 *
 *      Xapian::WritableDatabase db(path, Xapian::DB_CREATE_OR_OPEN);
 *      descry::IndexingStage stage(db);
 *      for (...) {
 *          Xapian::Document document;
 *          generator.set_document(document);
 *          generator.index_text(text);
 *          stage.sign(document, text);       // after the terms, before it is added
 *          db.replace_document(unique_term, document);
 *      }
 */
#ifndef DESCRY_INDEXING_STAGE_H
#define DESCRY_INDEXING_STAGE_H

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/body_terms.h>
#include <descry/model.h>
#include <descry/stored_format.h>
#include <descry/text_signatures.h>

namespace descry {

/// What the values of a new index are; an index that has a schema keeps its own.
struct IndexingOptions {
    Xapian::valueno slot_base = DEFAULT_SLOT_BASE;
    std::vector<Slot> methods = {Slot::DESCRIPTIVE, Slot::TEXT_PROFILE, Slot::EXACT,
                                 Slot::TERM_PROFILE, Slot::DESCRIPTIVE_STABLE};
    std::string id_prefix = "Q";
    /// Recipe of descry's analyzer; empty where another one makes the terms.
    std::string analyzer;
};

/// Writes a document's de-duplication values into it. One per thread.
class IndexingStage {
  public:
    /// Reads schema and model of @a db; where there is no schema, lays one down (stored with the
    /// next commit). Without a model the values that need one are left out, and the document counts
    /// as stale once there is one.
    /// @exception Xapian::DatabaseVersionError values or model of another version
    /// @exception Xapian::InvalidOperationError a slot is in use by another program
    explicit IndexingStage(Xapian::WritableDatabase& db, const IndexingOptions& options = {});

    /// For further threads: works with a schema and model that are at hand.
    IndexingStage(Schema schema, std::shared_ptr<const Model> model);

    /// Puts the values of all methods of the schema into @a document, replacing what stood in their
    /// slots; a value the document does not have is removed. The bytes are those that an annotation
    /// of the finished index would write.
    /// @param document with all its terms
    /// @param text valid UTF-8, for `exact` and `text-profile`; without it those two are left out.
    ///             An empty text has neither.
    /// Cost: the two text signatures (MD5 and the profile), and a table look-up a term.
    void sign(Xapian::Document& document, std::optional<std::string_view> text = std::nullopt);

    const Schema& schema() const { return schema_; }

    /// Null when the index has none.
    const std::shared_ptr<const Model>& model() const { return model_; }

  private:
    void start_signing();

    Schema schema_;
    std::shared_ptr<const Model> model_;
    std::optional<DescriptiveSigner> signer_;
    TextProfileSigner text_profile_;
    BodyTerms body_terms_{TermSpace()};
};

}  // namespace descry

#endif  // DESCRY_INDEXING_STAGE_H
