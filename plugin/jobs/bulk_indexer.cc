#include <utility>

#include <descry/analyzers/words.h>
#include <descry/jobs/bulk_indexer.h>

#include "engine/texts/input_contents.h"
#include "plugin/documents/chain_members.h"
#include "plugin/documents/document_limits.h"
#include "plugin/jobs/bulk_addition.h"
#include "plugin/schema/schema_checks.h"

namespace descry {

namespace {

Schema new_schema(const IndexingOptions& options) {
    check_slot_base(options.slot_base);
    Schema schema;
    check_id_prefix(options.id_prefix, schema.term_prefix);
    schema.slot_base = options.slot_base;
    schema.id_prefix = options.id_prefix;
    return schema;
}

// The schema with the options added. Rejects invalid options by name before anything is created.
Schema checked(const BulkIndexingOptions& options, Schema schema) {
    check_value_names(options.indexing.fields, schema);
    schema.add(options.indexing.fields);
    check_grouping(options.grouping, schema);
    return schema;
}

class FunctionSource : public DocumentSource {
  public:
    explicit FunctionSource(const std::function<bool(InputDocument&)>& next) : next_(next) {}
    bool next(InputDocument& document) override {
        if (!next_(document)) return false;
        bytes_ += content_bytes(document);
        return true;
    }
    std::uint64_t bytes_read() const override { return bytes_; }

  private:
    const std::function<bool(InputDocument&)>& next_;
    std::uint64_t bytes_ = 0;
};

std::string analyzer_of(const BulkIndexingOptions& options) {
    AnalyzerRecipe recipe;
    recipe.fold_marks = options.fold_marks;
    return recipe.to_string();
}

}  // namespace

BulkIndexer::BulkIndexer(Xapian::WritableDatabase db, std::string path, BulkIndexingOptions options)
    : db_(std::move(db)), path_(std::move(path)), options_(std::move(options)) {
    const Schema asked = new_schema(options_.indexing);
    options_.indexing.analyzer = analyzer_of(options_);
    const auto stored = read_schema(db_);
    if (stored ? stored->analyzer.empty() : db_.get_doccount() > 0) {
        throw Xapian::InvalidOperationError(
            path_ +
            " was built by another program, whose terms descry cannot make; add documents with "
            "that program, then run descry annotate");
    }
    schema_ = stored.value_or(asked);
    if (stored) check_new_methods(db_, schema_, options_.methods);
    if (!stored && !options_.methods.empty()) options_.indexing.methods = options_.methods;
    if (!stored) schema_.analyzer = options_.indexing.analyzer;
    if (!stored) schema_.stemmer = options_.indexing.stemmer;
    schema_ = checked(options_, schema_);
    chain_ = options_.indexing.chain;
    if (!chain_ && options_.indexing.use_chain) chain_ = read_signature_chain(db_);
    if (chain_ && !chain_->enabled) chain_.reset();
}

Schema BulkIndexer::check_for_new_index(const BulkIndexingOptions& options) {
    Schema schema = checked(options, new_schema(options.indexing));
    schema.analyzer = analyzer_of(options);
    schema.stemmer = options.indexing.stemmer;
    return schema;
}

BulkIndexingReport BulkIndexer::add(DocumentSource& source) {
    if (was_called_) throw Xapian::InvalidOperationError("a BulkIndexer is for one addition");
    was_called_ = true;
    const ChainMembers members(options_.build.names, chain_);
    DocumentLimits limits(schema_, options_.build);
    const auto check = [&](const InputDocument& document) {
        std::string reason = members.rejection(document);
        return reason.empty() ? limits.rejection(document) : reason;
    };
    return BulkAddition(options_, path_, source, check).run(db_);
}

BulkIndexingReport BulkIndexer::add(const std::function<bool(InputDocument&)>& next) {
    FunctionSource source(next);
    return add(source);
}

}  // namespace descry
