#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <descry/digests/collection_digest.h>
#include <descry/mechanics/parallel.h>

#include "digests/word_contents.h"

namespace descry {

namespace {

constexpr std::uint64_t DOCUMENTS_OF_A_PIECE = 256;
// Pieces that a thread makes before they are written.
constexpr std::uint64_t PIECES_OF_A_THREAD = 16;

using Digested = std::vector<std::pair<DocumentNumber, DigestedDocument>>;

// Makes what a digest holds of documents; one per thread.
class DocumentDigester {
  public:
    DocumentDigester(const Collection& collection, const Model& model)
        : end_(collection.end()), reader_(collection.reader()), signer_(model) {}

    void digest(std::uint64_t first, std::uint64_t last, Digested& piece) {
        reader_->read_range(static_cast<DocumentNumber>(first), last, end_,
                            [&](DocumentNumber document) {
                                if (!reader_->terms().empty())
                                    piece.emplace_back(document, digest(document));
                            });
    }

  private:
    DigestedDocument digest(DocumentNumber document) {
        DigestedDocument digested;
        const auto terms = reader_->terms();
        const auto hashes = reader_->hashes();
        const std::uint64_t content_hash = content_hash_of(terms, hashes);
        auto text = reader_->read_text(document);
        if (text && (text->empty() || text->utf8().size() > MAX_DIGESTED_BYTES)) text.reset();
        const auto sequence = text ? std::optional(sequences_.sign(text->utf8()))
                                   : reader_->sequence_keys(document, content_hash, sequences_);
        digested.keys = signer_.sign(terms, hashes, sequence);
        if (text) digested.text = text->utf8();
        if (!text || !are_words(text->utf8(), content_hash)) {
            for (const auto& [term, wdf] : terms)
                digested.terms.add(term, wdf);
        }
        return digested;
    }

    // Whether its terms are the words of its text.
    bool are_words(std::string_view text, std::uint64_t content_hash) {
        words_.read_words(text);
        return words_.content_hash() == content_hash;
    }

    std::uint64_t end_;
    std::unique_ptr<TermListReader> reader_;
    DocumentKeySigner signer_;
    SequenceKeySigner sequences_;
    WordContents words_;
};

}  // namespace

std::uint64_t digest_collection(const Collection& collection, const Model& model,
                                const std::function<DigestedName(DocumentNumber)>& name,
                                DigestWriter& writer) {
    const std::uint64_t end = collection.end();
    const std::uint64_t at_once =
        DOCUMENTS_OF_A_PIECE * PIECES_OF_A_THREAD * std::max(collection.threads(), 1u);
    std::uint64_t written = 0;
    std::string bytes;
    for (std::uint64_t begin = 0; begin < end; begin += at_once) {
        const std::uint64_t last = std::min(begin + at_once, end);
        std::vector<Digested> pieces((last - begin + DOCUMENTS_OF_A_PIECE - 1) /
                                     DOCUMENTS_OF_A_PIECE);
        parallel_for(collection.threads(), pieces.size(), [&] {
            return [&, digester = DocumentDigester(collection, model)](std::size_t i) mutable {
                const std::uint64_t first = begin + i * DOCUMENTS_OF_A_PIECE;
                digester.digest(first, std::min(first + DOCUMENTS_OF_A_PIECE, last), pieces[i]);
            };
        });
        for (Digested& piece : pieces) {
            bytes.clear();
            for (auto& [document, digested] : piece) {
                DigestedName named = name(document);
                digested.number = named.number;
                digested.id = std::move(named.id);
                digested.order = std::move(named.order);
                append_document(bytes, digested, model.parameters());
            }
            writer.write(bytes, piece.size());
            written += piece.size();
        }
        if (collection.progress()) collection.progress()("documents digested", last, end);
    }
    return written;
}

}  // namespace descry
