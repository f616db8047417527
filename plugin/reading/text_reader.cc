#include <algorithm>
#include <stdexcept>
#include <string_view>
#include <utility>
#include <vector>

#include <simdjson.h>

#include <descry/hashing/hash.h>
#include <descry/reading/text_reader.h>

#include "analyzers/utf8.h"
#include "engine/distance/text_words.h"
#include "engine/texts/joined_words.h"
#include "plugin/base/json_record.h"

namespace descry {

namespace {

// Terms of other programs are arbitrary bytes: those that cannot be in a word of a canonical text
// (spaces and invalid UTF-8) become private-use characters, each its own.
constexpr unsigned FIRST_FOREIGN_BYTE = 0x10ff00;

bool is_word(std::string_view term) {
    return term.find(' ') == std::string_view::npos && is_valid_utf8(term);
}

std::string word_of_bytes(std::string_view term) {
    std::string word;
    while (!term.empty()) {
        const std::size_t size = valid_utf8_size(term.substr(0, term.find(' ')));
        word += term.substr(0, size);
        term.remove_prefix(size);
        if (term.empty()) break;
        const auto byte = static_cast<unsigned char>(term.front());
        Xapian::Unicode::append_utf8(word, FIRST_FOREIGN_BYTE + byte);
        term.remove_prefix(1);
    }
    return word;
}

class PlacedWords {
  public:
    // @return false if it has no position, or there are more words than any document can have: a
    //         few bytes of a position list can claim billions
    bool add(std::string_view word, Xapian::PositionIterator position,
             const Xapian::PositionIterator& end) {
        if (position == end) return false;
        const auto begin = static_cast<std::uint32_t>(bytes_.size());
        if (is_word(word)) {
            bytes_ += word;
        } else {
            bytes_ += word_of_bytes(word);
        }
        bytes_ += ' ';
        const auto size = static_cast<std::uint32_t>(bytes_.size() - begin);
        for (; position != end && placed_.size() < MOST_WORDS; ++position)
            placed_.push_back({*position, begin, size});
        return position == end;
    }

    // Words at one position stay in the order in which they were added, that of the terms.
    std::string joined() {
        std::ranges::sort(placed_, {},
                          [](const Placed& word) { return std::pair(word.position, word.begin); });
        std::size_t size = 0;
        for (const Placed& word : placed_)
            size += word.size;
        std::string text;
        text.reserve(size);
        for (const Placed& word : placed_)
            text.append(bytes_, word.begin, word.size);
        if (!text.empty()) text.pop_back();
        return text;
    }

  private:
    static constexpr std::size_t MOST_WORDS = std::size_t{1} << 24;

    struct Placed {
        Xapian::termpos position;
        std::uint32_t begin;
        std::uint32_t size;  // with its space
    };
    std::string bytes_;
    std::vector<Placed> placed_;
};

}  // namespace

// Reads the text field of stored documents.
class TextReader::RecordReader {
  public:
    // Valid until the next call; nullopt if there is no record, or no text in it.
    std::optional<std::string_view> read_text(std::string record) {
        record_ = std::move(record);
        record_.reserve(record_.size() + simdjson::SIMDJSON_PADDING);
        const std::string_view json = json_of_data(record_);  // up to the record's end
        simdjson::ondemand::document members;
        if (parser_.iterate(json.data(), json.size(), json.size() + simdjson::SIMDJSON_PADDING)
                .get(members) != simdjson::SUCCESS)
            return std::nullopt;
        std::string_view text;
        if (members["text"].get_string().get(text) != simdjson::SUCCESS) return std::nullopt;
        return text;
    }

  private:
    std::string record_;
    simdjson::ondemand::parser parser_;
};

std::optional<std::string> joined_words_of(const Xapian::Document& document,
                                           const TermSpace& space) {
    PlacedWords words;
    Xapian::TermIterator term = document.termlist_begin();
    const Xapian::TermIterator end = document.termlist_end();
    for (space.skip_to_body_term(term, end); term != end; space.skip_to_body_term(term, end)) {
        const std::string name = *term;
        const bool is_placed = words.add(std::string_view(name).substr(space.prefix().size()),
                                         term.positionlist_begin(), term.positionlist_end());
        if (!is_placed && term.get_wdf() > 0) return std::nullopt;
        ++term;
    }
    return words.joined();
}

TextReader::TextReader(Xapian::Database db, const Schema& schema)
    : db_(std::move(db)),
      space_(schema.term_prefix),
      records_(std::make_unique<RecordReader>()),
      exact_slot_(schema.slot(Slot::EXACT)) {
    // Terms under a prefix come from another field than the text.
    if (schema.term_prefix.empty()) recipe_ = schema.analyzer;
}

TextReader::TextReader(TextReader&&) noexcept = default;
TextReader::~TextReader() = default;

std::optional<CanonicalText> TextReader::read(Xapian::docid did) {
    source_ = WordSource::NONE;
    if (const auto stored = stored_text(did)) {
        source_ = WordSource::TEXT;
        return canonical_text_of(*analyzer_, *stored);
    }
    auto text = read_positions(did);
    if (text) source_ = WordSource::POSITIONS;
    return text;
}

std::string TextReader::read_as_written(Xapian::docid did) {
    source_ = WordSource::TEXT;
    if (const auto stored = stored_text(did)) return std::string(*stored);
    const auto text = read_positions(did);
    source_ = text ? WordSource::POSITIONS : WordSource::NONE;
    return text ? std::string(text->utf8()) : std::string();
}

std::uint64_t TextReader::text_hash(Xapian::docid did) {
    if (const auto stored = stored_text(did)) return folded_text_hash(*stored);
    const std::string exact = recipe_.empty() ? "" : db_.get_document(did).get_value(exact_slot_);
    return exact.empty() ? 0 : hash64(exact);
}

DistanceMillionths TextReader::reported_distance(DistanceMillionths distance, Xapian::docid a,
                                                 Xapian::docid b) {
    const std::uint64_t hash = distance == 0 ? text_hash(a) : 0;
    return descry::reported_distance(distance, hash != 0 && hash == text_hash(b));
}

WordSource TextReader::find_source(Xapian::docid did) {
    read(did);
    return source_;
}

bool TextReader::has_analyzer() {
    if (analyzer_ || recipe_.empty()) return analyzer_ != nullptr;
    try {
        analyzer_ = std::make_unique<WordAnalyzer>(AnalyzerRecipe::parse(recipe_));
    } catch (const std::invalid_argument&) {
        recipe_.clear();  // another ICU version: use positions
    }
    return analyzer_ != nullptr;
}

// The text as given to descry's analyzer.
std::optional<std::string_view> TextReader::stored_text(Xapian::docid did) {
    if (!has_analyzer()) return std::nullopt;
    return records_->read_text(db_.get_document(did).get_data());
}

std::optional<CanonicalText> TextReader::read_positions(Xapian::docid did) {
    if (!db_.has_positions()) return std::nullopt;
    PlacedWords words;
    const Xapian::TermIterator end = db_.termlist_end(did);
    bool all_are_placed = true;
    space_.for_each_body_term(
        db_.termlist_begin(did), end, [&](const std::string& name, std::uint32_t) {
            all_are_placed =
                all_are_placed &&
                words.add(std::string_view(name).substr(space_.prefix().size()),
                          db_.positionlist_begin(did, name), db_.positionlist_end(did, name));
        });
    if (!all_are_placed) return std::nullopt;
    return CanonicalText(words.joined());
}

}  // namespace descry
