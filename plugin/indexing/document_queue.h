/** @file document_queue.h
 *  @brief The documents of a source that an index can hold, some of them read ahead to learn how
 *         many there are.
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
    /// Why a document cannot be used; empty when it can.
    using Check = std::function<std::string(const InputDocument&)>;

    /// @param source   must outlive this
    /// @param check    what it finds is told to @a refused, and the document left out
    /// @param progress is told of what was given, not of what was read ahead
    DocumentQueue(DocumentSource& source, Check check, ProblemListener refused, Progress progress);

    /// Fills all of @a document with the next one, whose number is its place among all that this
    /// gave, also when it is given again; false at the end.
    bool next(InputDocument& document);

    /// Reads ahead, up to READ_AHEAD bytes of documents. @return how much text there is, that of
    /// fields included: exact where it all was read, else by the share of the files that was; of
    /// what has no known size, what was read
    std::uint64_t estimate_text();

    /// Lets next() give these first. They were given before.
    void put_back(std::vector<InputDocument> documents);

    /// Bounds the memory (memory_of()) of what was read ahead, plus one document.
    static constexpr std::uint64_t READ_AHEAD = std::uint64_t{32} << 20;

  private:
    bool read(InputDocument& document);

    DocumentSource& source_;
    Check check_;
    ProblemListener refused_;
    std::uint64_t numbered_ = 0;
    Progress progress_;
    std::uint64_t total_kib_;
    // Read, and how far the source was then.
    struct Ahead {
        InputDocument document;
        std::uint64_t bytes_read = 0;
    };
    std::deque<Ahead> ahead_;
    /// How far the reader was when it gave the document that was handed on last.
    std::uint64_t handed_on_ = 0;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_INDEXING_DOCUMENT_QUEUE_H
