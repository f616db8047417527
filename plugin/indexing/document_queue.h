/** @file document_queue.h
 *  @brief The indexable documents of a source, some read ahead to estimate their number.
 */
#ifndef DESCRY_PLUGIN_INDEXING_DOCUMENT_QUEUE_H
#define DESCRY_PLUGIN_INDEXING_DOCUMENT_QUEUE_H

#include <cstdint>
#include <deque>
#include <functional>
#include <string>
#include <vector>

#include <descry/mechanics/work.h>
#include <descry/texts/input_document.h>

namespace descry {

/// Gives every document of the source once. For one thread at a time.
class DocumentQueue {
  public:
    /// Why a document cannot be used; empty if it can.
    using Check = std::function<std::string(const InputDocument&)>;

    /// @param source must outlive this object
    /// @param check documents that fail are reported to @a rejected and skipped
    /// @param progress receives the amounts given out, not those read ahead
    DocumentQueue(DocumentSource& source, Check check, ProblemListener rejected, Progress progress);

    /// The next document, numbered by its place among all given (kept if put back); false at the
    /// end.
    bool next(InputDocument& document);

    /// Reads ahead up to READ_AHEAD bytes of documents. @return the amount of text, including
    /// fields: exact if everything was read, else extrapolated by the share of the files read; for
    /// inputs of unknown size, the amount read
    std::uint64_t estimate_text();

    /// Makes next() return these first. They were given before.
    void put_back(std::vector<InputDocument> documents);

    /// Bounds the memory (memory_of()) of documents read ahead, plus one document.
    static constexpr std::uint64_t READ_AHEAD = std::uint64_t{32} << 20;

  private:
    bool read(InputDocument& document);

    DocumentSource& source_;
    Check check_;
    ProblemListener rejected_;
    std::uint64_t numbered_ = 0;
    Progress progress_;
    std::uint64_t total_kib_;
    // A document read, and the source's position then.
    struct Ahead {
        InputDocument document;
        std::uint64_t bytes_read = 0;
    };
    std::deque<Ahead> ahead_;
    /// The reader's position at the last document given out.
    std::uint64_t handed_on_ = 0;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_INDEXING_DOCUMENT_QUEUE_H
