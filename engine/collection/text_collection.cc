#include <algorithm>
#include <stdexcept>
#include <utility>

#include <descry/collection/text_collection.h>
#include <descry/distance/text_words.h>

namespace descry {

namespace {

// Written in one go.
constexpr std::size_t WRITTEN_AT_ONCE = std::size_t{1} << 20;

[[noreturn]] void refuse() {
    throw std::runtime_error(
        "the term lists of all documents cannot be kept: more than 16 million different words, or "
        "no room in " +
        temporary_directory() + " (another directory: TMPDIR)");
}

}  // namespace

class TextCollection::Reader final : public TermListReader {
  public:
    explicit Reader(const TextCollection& texts) : texts_(texts) {}

    void read_range(DocumentNumber first, std::uint64_t last, std::uint64_t end,
                    const std::function<void(DocumentNumber)>& visit) override {
        for (std::uint64_t i = std::max<std::uint64_t>(first, 1); i < std::min(last, end); ++i) {
            const auto document = static_cast<DocumentNumber>(i);
            read(document);
            if (!terms().empty()) visit(document);
        }
    }

    std::optional<CanonicalText> read_text(DocumentNumber document) override {
        return CanonicalText(std::string(bytes_of(document)));
    }
    bool has_positions() override { return false; }
    std::uint32_t position_of(DocumentNumber, std::string_view) override { return NO_POSITION; }

  private:
    // Most words are told apart by their first eight bytes, as one number.
    struct Word {
        std::uint64_t beginning;
        std::string_view bytes;
    };

    static std::uint64_t beginning_of(std::string_view word) {
        std::uint64_t beginning = 0;
        for (std::size_t i = 0; i < std::min<std::size_t>(word.size(), 8); ++i)
            beginning |= std::uint64_t{static_cast<unsigned char>(word[i])} << (56 - 8 * i);
        return beginning;
    }

    // Valid until the next call.
    std::string_view bytes_of(DocumentNumber document) {
        const std::uint64_t begin = texts_.begins_.at(document - 1);
        bytes_.resize(texts_.begins_.at(document) - begin);
        const std::size_t in_file = begin >= texts_.written_
                                        ? 0
                                        : texts_.file_.read_at(begin, bytes_.data(), bytes_.size());
        // What was added last may not be in the file yet.
        if (in_file < bytes_.size())
            texts_.unwritten_.copy(bytes_.data() + in_file, bytes_.size() - in_file,
                                   begin + in_file - texts_.written_);
        return bytes_;
    }

    std::span<const TermCount> read_terms(DocumentNumber document) override {
        words_.clear();
        for_each_word(bytes_of(document), [this](std::string_view word) {
            words_.push_back({beginning_of(word), word});
        });
        std::ranges::sort(words_, [](const Word& a, const Word& b) {
            return a.beginning != b.beginning ? a.beginning < b.beginning : a.bytes < b.bytes;
        });
        counts_.clear();
        for (const Word& word : words_) {
            if (counts_.empty() || counts_.back().term != word.bytes)
                counts_.push_back({word.bytes, 0});
            ++counts_.back().wdf;
        }
        return counts_;
    }

    const TextCollection& texts_;
    std::string bytes_;
    std::vector<Word> words_;
    std::vector<TermCount> counts_;
};

TextCollection::TextCollection(unsigned threads, Progress progress)
    : Collection(threads, std::move(progress)) {}

DocumentNumber TextCollection::add(const CanonicalText& text) {
    unwritten_ += text.utf8();
    begins_.push_back(written_ + unwritten_.size());
    if (unwritten_.size() >= WRITTEN_AT_ONCE) flush();
    return static_cast<DocumentNumber>(size());
}

void TextCollection::flush() {
    file_.write(unwritten_.data(), unwritten_.size());
    written_ += unwritten_.size();
    unwritten_.clear();
}

DocumentContents TextCollection::contents() const {
    DocumentContents contents{BodyLengths(end(), 0), std::vector<std::uint64_t>(end(), 0)};
    Reader reader(*this);
    reader.read_range(1, end(), end(), [&](DocumentNumber document) {
        contents.lengths[document] = body_length_of(reader.terms());
        for (std::size_t i = 0; i < reader.terms().size(); ++i)
            contents.hashes[document] +=
                content_hash_part(reader.hashes()[i], reader.terms()[i].wdf);
    });
    return contents;
}

std::unique_ptr<TermListReader> TextCollection::reader() const {
    return std::make_unique<Reader>(*this);
}

WordsAndSample TextCollection::count_words(const BodyLengths&, std::span<const DocumentNumber>,
                                           const CollectionStatistics&,
                                           const CandidateOptions&) const {
    refuse();
}

void TextCollection::visit_vectors(const Model&, const BodyLengths&,
                                   const std::function<std::unique_ptr<VectorVisitor>()>&) const {
    refuse();
}

}  // namespace descry
