#include "python/index/stage.h"

#include "plugin/base/open_database.h"

namespace descry::python {

namespace {

// What Xapian says of other bytes is of a broken connection.
Xapian::Document read_document(const std::string& serialised) {
    try {
        return Xapian::Document::unserialise(serialised);
    } catch (const Xapian::NetworkError&) {
        throw Xapian::InvalidArgumentError("these are not the bytes of a xapian.Document");
    }
}

}  // namespace

Stage::Stage(const std::string& path, const IndexingOptions& options)
    : db_(open_database_to_write(path, Xapian::DB_CREATE_OR_OPEN)) {
    stage_.emplace(db_, options);
    db_.begin_transaction();
}

Xapian::docid Stage::replace_document(const std::string& unique_term, const std::string& document,
                                      const std::optional<std::string>& text) {
    const Xapian::Document read = read_document(document);
    const std::lock_guard lock(mutex_);
    return open().replace_document(unique_term, read, text);
}

void Stage::delete_document(const std::string& unique_term) {
    const std::lock_guard lock(mutex_);
    open().delete_document(unique_term);
}

void Stage::commit() {
    const std::lock_guard lock(mutex_);
    open();
    db_.commit_transaction();
    db_.begin_transaction();
}

void Stage::close() {
    const std::lock_guard lock(mutex_);
    if (!stage_) return;
    db_.commit_transaction();
    release();
}

void Stage::abandon() {
    const std::lock_guard lock(mutex_);
    if (stage_) release();
}

void Stage::release() {
    stage_.reset();
    db_.close();  // which ends a transaction without a commit
}

Xapian::doccount Stage::documents() {
    const std::lock_guard lock(mutex_);
    open();
    return db_.get_doccount();
}

IndexingStage& Stage::open() {
    if (!stage_) throw Xapian::InvalidOperationError("the stage is closed");
    return *stage_;
}

}  // namespace descry::python
