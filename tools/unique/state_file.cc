#include "tools/unique/state_file.h"

#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <stdexcept>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <descry/prepared/prepared_writer.h>

#include "engine/collection/text_collection.h"
#include "tools/arguments/model_file.h"

namespace descry {

namespace {

// The limit of `prepare --first-number`.
constexpr DocumentNumber MAX_FIRST_NUMBER = 4'000'000'000;

[[noreturn]] void fail(const std::string& path, const char* what) {
    throw std::runtime_error(fmt::format("{}: {}: {}", path, what, std::strerror(errno)));
}

bool is_one_file(const struct stat& one, const struct stat& other) {
    return one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

// Opens an existing file. @return -1 if it was replaced since it was opened
int open_locked(const std::string& path, struct stat& status) {
    const int descriptor = ::open(path.c_str(), O_RDONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
    if (descriptor < 0) fail(path, "cannot be opened");
    struct stat named = {};
    const bool is_locked = ::flock(descriptor, LOCK_EX | LOCK_NB) == 0;
    const int cause = errno;
    if (is_locked && ::fstat(descriptor, &status) == 0 && ::stat(path.c_str(), &named) == 0 &&
        is_one_file(status, named))
        return descriptor;
    ::close(descriptor);
    if (is_locked) return -1;
    if (cause == EWOULDBLOCK)
        throw std::runtime_error(path + ": another run is updating it; try again when it is done");
    errno = cause;
    fail(path, "cannot be locked");
}

void copy_bytes(const std::string& path, OutputFile& out) {
    std::ifstream file(path, std::ios::binary);
    std::string bytes(std::size_t{1} << 17, '\0');
    while (file.read(bytes.data(), static_cast<std::streamsize>(bytes.size())) || file.gcount() > 0)
        out.write(std::string_view(bytes).substr(0, static_cast<std::size_t>(file.gcount())));
    if (!file.eof()) fail(path, "cannot be read");
}

}  // namespace

StateFile::StateFile(std::string path) : path_(std::move(path)) {
    struct stat status = {};
    while (descriptor_ < 0)
        descriptor_ = open_locked(path_, status);
    is_new_ = status.st_size == 0;
    if (!S_ISREG(status.st_mode) || !(is_new_ || is_prepared(path_))) {
        ::close(descriptor_);
        throw std::runtime_error(path_ +
                                 ": not a prepared file; --update overwrites no other file");
    }
    remove_leftovers(path_);
    // If the reader of standard output closes it, the run ends after removing its unfinished files.
    std::signal(SIGPIPE, SIG_IGN);
}

StateFile::~StateFile() {
    struct stat status = {};
    // Removes the file made for the lock if nothing was written.
    if (is_new_ && ::stat(path_.c_str(), &status) == 0 && status.st_size == 0)
        ::unlink(link_target(path_).c_str());
    ::close(descriptor_);
    std::signal(SIGPIPE, SIG_DFL);
}

PreparedDocuments StateFile::read(const Work& work) {
    PreparedDocuments documents(work);
    read_prepared(path_, documents);
    documents_ = documents.size();
    model_id_ = documents.header().model.id();
    if (documents_ > 0)
        next_number_ = documents.number_of(static_cast<DocumentNumber>(documents_)) + 1;
    if (next_number_ > MAX_FIRST_NUMBER || next_number_ == 0)
        throw std::runtime_error(path_ + ": its numbers are used up; begin another file");
    return documents;
}

void StateFile::write(const UniqueRun& run, const Model& model) {
    out_.emplace(path_);
    is_renewed_ = documents_ > 0 && model_id_ != model.id();
    const bool is_appended = documents_ > 0 && !is_renewed_;
    if (is_appended) copy_bytes(path_, *out_);
    PreparedWriter writer(
        {model, run.order().name()}, [this](std::string_view bytes) { out_->write(bytes); },
        is_appended ? documents_ : 0);
    if (is_renewed_) {
        const PreparedDocuments& known = *run.grouped().prepared_documents();
        prepare_collection(
            *known.texts(), model,
            [&](DocumentNumber document) {
                return PreparedName{known.number_of(document), std::string(known.id_of(document)),
                                    std::string(known.order_of(document))};
            },
            writer);
    }
    added_ = run.prepare_kept(model, writer);
    writer.finish();
    if (documents_ > 0 && added_ == 0) {
        is_renewed_ = false;
        out_.reset();
    } else {
        out_->sync();
    }
}

void StateFile::commit() {
    // Pipes and terminals cannot be synced.
    if (::fsync(STDOUT_FILENO) != 0 && (errno == EIO || errno == ENOSPC || errno == EDQUOT))
        fail("standard output", "cannot be written");
    if (out_) out_->commit();
}

}  // namespace descry
