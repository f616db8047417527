#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include <descry/prepared/prepared_writer.h>

#include "engine/collection/document_keys.h"
#include "engine/mechanics/parallel.h"
#include "engine/prepared/document_check.h"
#include "engine/prepared/prepared_file.h"

namespace descry {

namespace {

constexpr std::uint64_t DOCUMENTS_OF_A_PIECE = 256;
// Pieces that a thread makes before they are written.
constexpr std::uint64_t PIECES_OF_A_THREAD = 16;

using Prepared = std::vector<std::pair<DocumentNumber, PreparedDocument>>;

// Makes prepared documents; one per thread.
class DocumentPreparer {
  public:
    DocumentPreparer(const Collection& collection, const Model& model,
                     const std::function<bool(DocumentNumber)>& is_wanted)
        : is_wanted_(is_wanted),
          end_(collection.end()),
          reader_(collection.reader()),
          signer_(model),
          sequences_(model.parameters()) {}

    void prepare(std::uint64_t first, std::uint64_t last, Prepared& piece) {
        reader_->read_range(
            static_cast<DocumentNumber>(first), last, end_, [&](DocumentNumber document) {
                if (!reader_->terms().empty() && (!is_wanted_ || is_wanted_(document)))
                    piece.emplace_back(document, prepare(document));
            });
    }

  private:
    PreparedDocument prepare(DocumentNumber document) {
        PreparedDocument prepared;
        const auto terms = reader_->terms();
        const auto hashes = reader_->hashes();
        const std::uint64_t content_hash = content_hash_of(terms, hashes);
        auto text = reader_->read_text(document);
        if (text && (text->empty() || text->utf8().size() > MAX_PREPARED_BYTES)) text.reset();
        std::optional<SequenceKeys> sequence;
        if (text) {
            sequence = sequences_.sign(text->utf8());
        } else {
            sequence = reader_->sequence_keys(document, content_hash, sequences_);
        }
        prepared.keys = signer_.sign(terms, hashes, sequence, signer_.apart_of(*reader_, document));
        prepared.text_hash = reader_->text_hash(document);
        if (text) prepared.text = text->utf8();
        if (!text || !are_words(text->utf8(), content_hash)) {
            for (const auto& [term, wdf] : terms)
                prepared.terms.add(term, wdf);
        }
        return prepared;
    }

    // Whether its terms are the words of its text.
    bool are_words(std::string_view text, std::uint64_t content_hash) {
        words_.read_words(text);
        return words_.content_hash() == content_hash;
    }

    const std::function<bool(DocumentNumber)>& is_wanted_;
    std::uint64_t end_;
    std::unique_ptr<TermListReader> reader_;
    DocumentKeySigner signer_;
    SequenceKeySigner sequences_;
    WordContents words_;
};

}  // namespace

std::uint64_t prepare_collection(const Collection& collection, const Model& model,
                                 const std::function<PreparedName(DocumentNumber)>& name,
                                 PreparedWriter& writer,
                                 const std::function<bool(DocumentNumber)>& is_wanted) {
    const std::uint64_t end = collection.end();
    const std::uint64_t at_once =
        DOCUMENTS_OF_A_PIECE * PIECES_OF_A_THREAD * std::max(collection.threads(), 1u);
    std::uint64_t written = 0;
    std::string bytes;
    for (std::uint64_t begin = 0; begin < end; begin += at_once) {
        const std::uint64_t last = std::min(begin + at_once, end);
        std::vector<Prepared> pieces((last - begin + DOCUMENTS_OF_A_PIECE - 1) /
                                     DOCUMENTS_OF_A_PIECE);
        parallel_for(collection.threads(), pieces.size(), [&] {
            return [&, preparer =
                           DocumentPreparer(collection, model, is_wanted)](std::size_t i) mutable {
                const std::uint64_t first = begin + i * DOCUMENTS_OF_A_PIECE;
                preparer.prepare(first, std::min(first + DOCUMENTS_OF_A_PIECE, last), pieces[i]);
            };
        });
        for (Prepared& piece : pieces) {
            bytes.clear();
            for (auto& [document, prepared] : piece) {
                PreparedName named = name(document);
                prepared.number = named.number;
                prepared.id = std::move(named.id);
                prepared.order = std::move(named.order);
                append_document(bytes, prepared, model.parameters());
            }
            writer.write(bytes, piece.size());
            written += piece.size();
        }
        if (collection.progress()) collection.progress()({"documents prepared", last - 1, end - 1});
    }
    return written;
}

}  // namespace descry
