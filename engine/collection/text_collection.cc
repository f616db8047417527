#include <algorithm>
#include <limits>
#include <stdexcept>
#include <utility>

#include <descry/collection/text_collection.h>
#include <descry/distance/text_words.h>
#include <descry/hashing/coding.h>
#include <descry/hashing/hash.h>

namespace descry {

namespace {

// A record begins with what it holds. Terms, each with its length and wdf before it, stand before
// the text, after their size.
enum Contents : char { TEXT, TERMS, TERMS_AND_TEXT };

struct Record {
    Contents contents = TEXT;
    std::string_view terms;
    std::string_view text;
};

Record parse(std::string_view bytes) {
    Record record;
    if (bytes.empty()) return record;
    record.contents = static_cast<Contents>(bytes.front());
    bytes.remove_prefix(1);
    if (record.contents != TEXT) {
        const std::uint64_t size = take_big_endian(bytes, sizeof(std::uint64_t));
        record.terms = bytes.substr(0, size);
        bytes.remove_prefix(record.terms.size());
    }
    record.text = bytes;
    return record;
}

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
        const Record record = record_of(document);
        if (record.contents == TERMS) return std::nullopt;
        return CanonicalText(std::string(record.text));
    }
    bool has_positions() override { return false; }
    std::uint32_t position_of(DocumentNumber, std::string_view) override { return NO_POSITION; }

  private:
    // Most words are told apart by their first eight bytes, as one number.
    struct Word {
        std::uint64_t beginning;
        std::string_view bytes;
        std::uint32_t wdf;
    };

    static constexpr std::uint32_t NO_WORD = std::numeric_limits<std::uint32_t>::max();
    static constexpr std::size_t FIRST_PLACES = 256;  // a power of two
    static constexpr std::size_t BEGINNING_BYTES = sizeof(std::uint64_t);

    // @param text_end of the text that the word is in
    static std::uint64_t beginning_of(std::string_view word, const char* text_end) {
        if (text_end - word.data() < static_cast<std::ptrdiff_t>(BEGINNING_BYTES)) {
            std::string padded(word);
            padded.resize(BEGINNING_BYTES, '\0');
            return read_big_endian(std::string_view(padded).substr(0, BEGINNING_BYTES));
        }
        const std::uint64_t bytes = read_big_endian(std::string_view(word.data(), BEGINNING_BYTES));
        if (word.size() >= BEGINNING_BYTES) return bytes;
        return bytes & ~(~std::uint64_t{0} >> 8 * word.size());
    }

    static bool is_word(const Word& met, std::uint64_t beginning, std::string_view word) {
        return met.beginning == beginning && met.bytes.size() == word.size() &&
               (word.size() <= BEGINNING_BYTES || met.bytes == word);
    }

    // Valid until the next call.
    Record record_of(DocumentNumber document) {
        texts_.documents_.read(document - 1, bytes_);
        return parse(bytes_);
    }

    std::span<const TermCount> read_terms(DocumentNumber document) override {
        counts_.clear();
        const Record record = record_of(document);
        if (record.contents == TEXT) {
            count_words_of(record.text);
        } else {
            decode(record.terms);
        }
        return counts_;
    }

    // Each word once, by a table of those that were met, then in order.
    void count_words_of(std::string_view text) {
        words_.clear();
        met_.assign(FIRST_PLACES, NO_WORD);
        for_each_word(text, [&](std::string_view word) {
            const std::uint64_t beginning = beginning_of(word, text.data() + text.size());
            const std::size_t place =
                find_place(word, [&](const Word& met) { return is_word(met, beginning, word); });
            if (met_[place] != NO_WORD) {
                ++words_[met_[place]].wdf;
                return;
            }
            met_[place] = static_cast<std::uint32_t>(words_.size());
            words_.push_back({beginning, word, 1});
            if (2 * words_.size() > met_.size()) double_places();
        });
        std::ranges::sort(words_, [](const Word& a, const Word& b) {
            return a.beginning != b.beginning ? a.beginning < b.beginning : a.bytes < b.bytes;
        });
        for (const Word& word : words_)
            counts_.push_back({word.bytes, word.wdf});
    }

    // Of a word that is there already, or where it will be.
    template <typename IsIt>
    std::size_t find_place(std::string_view word, const IsIt& is_it) const {
        const std::size_t last = met_.size() - 1;
        std::size_t place = secret_hash(word) & last;
        while (met_[place] != NO_WORD && !is_it(words_[met_[place]]))
            place = (place + 1) & last;
        return place;
    }

    void double_places() {
        met_.assign(2 * met_.size(), NO_WORD);
        for (std::uint32_t i = 0; i < words_.size(); ++i)
            met_[find_place(words_[i].bytes, [](const Word&) { return false; })] = i;
    }

    void decode(std::string_view terms) {
        while (!terms.empty()) {
            const std::uint32_t size = take_varint(terms).value();
            const std::uint32_t wdf = take_varint(terms).value();
            counts_.push_back({terms.substr(0, size), wdf});
            terms.remove_prefix(size);
        }
    }

    const TextCollection& texts_;
    std::string bytes_;
    std::vector<Word> words_;
    std::vector<std::uint32_t> met_;  // by place: the number of a word, or NO_WORD
    std::vector<TermCount> counts_;
};

TextCollection::TextCollection(unsigned threads, Progress progress)
    : Collection(threads, std::move(progress)) {}

DocumentNumber TextCollection::add(const CanonicalText& text) {
    record_ = TEXT;
    record_ += text.utf8();
    documents_.add(record_);
    return static_cast<DocumentNumber>(size());
}

DocumentNumber TextCollection::add(std::span<const TermCount> terms,
                                   const std::optional<CanonicalText>& text) {
    std::string encoded;
    for (const auto& [term, wdf] : terms) {
        append_varint(encoded, term.size());
        append_varint(encoded, wdf);
        encoded += term;
    }
    record_ = text ? TERMS_AND_TEXT : TERMS;
    append_big_endian(record_, encoded.size(), sizeof(std::uint64_t));
    record_ += encoded;
    if (text) record_ += text->utf8();
    documents_.add(record_);
    return static_cast<DocumentNumber>(size());
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
