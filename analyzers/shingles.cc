#include "analyzers/shingles.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <unicode/uchar.h>

#include <descry/analyzers/words.h>

#include "analyzers/characters.h"
#include "analyzers/encodings/utf8_reading.h"

namespace descry {

namespace {

/// Initial buffer for units.
constexpr std::size_t KEPT_BYTES = 16384;

void fold_digits(std::string& unit) {
    bool is_all_ascii = true;
    for (char& c : unit) {
        is_all_ascii = is_all_ascii && is_ascii(c);
        if (c >= '1' && c <= '9') c = '0';
    }
    if (is_all_ascii) return;
    const std::string whole = std::exchange(unit, {});
    for (std::size_t next = 0; next < whole.size();) {
        const std::size_t at = next;
        const UChar32 c = take_code_point(whole, next);
        if (c >= 0 && u_charType(c) == U_DECIMAL_DIGIT_NUMBER) {
            unit += '0';
        } else {
            unit.append(whole, at, next - at);
        }
    }
}

}  // namespace

/// The last units of a text.
class ShingleWindow {
  public:
    explicit ShingleWindow(const ShingleOptions& options)
        : separator_bytes_(options.kind == ShingleKind::WORDS ? 1 : 0),
          fold_digits_(options.fold_digits),
          begins_(options.width),
          text_(KEPT_BYTES, SEPARATOR) {}

    void start(ShingleSink sink) {
        sink_ = sink;
        end_ = 0;
        newest_ = begins_.size() - 1;
        count_ = 0;
    }

    void add(std::string_view unit) {
        if (fold_digits_) unit = with_folded_digits(unit);
        newest_ = following(newest_);
        const std::size_t room = unit.size() + separator_bytes_;
        if (text_.size() - end_ < room) make_room(room);
        begins_[newest_] = end_;
        std::memcpy(text_.data() + end_, unit.data(), unit.size());
        end_ += unit.size();
        if (++count_ >= begins_.size()) give(begins_[following(newest_)]);
        if (separator_bytes_ > 0) text_[end_++] = SEPARATOR;
    }

    /// A text of fewer units is one shingle.
    void finish() {
        if (count_ == 0 || count_ >= begins_.size()) return;
        end_ -= separator_bytes_;
        give(begins_[0]);
    }

  private:
    static constexpr char SEPARATOR = ' ';

    std::size_t following(std::size_t position) const {
        return position + 1 == begins_.size() ? 0 : position + 1;
    }

    void give(std::size_t begin) {
        sink_.call(sink_.context, {text_.data() + begin, end_ - begin});
    }

    std::string_view with_folded_digits(std::string_view unit) {
        folded_ = unit;
        fold_digits(folded_);
        return folded_;
    }

    /// Moves what is still needed to the front. @pre begins_[newest_] is about to be replaced
    void make_room(std::size_t bytes) {
        const std::size_t needed = count_ < begins_.size() ? 0 : begins_[following(newest_)];
        std::memmove(text_.data(), text_.data() + needed, end_ - needed);
        for (std::size_t& begin : begins_)
            begin -= std::min(begin, needed);
        end_ -= needed;
        if (text_.size() - end_ < bytes) text_.resize(2 * (end_ + bytes));
    }

    const std::size_t separator_bytes_;
    const bool fold_digits_;
    ShingleSink sink_{};
    std::vector<std::size_t> begins_;  // of the last units, a ring
    std::size_t newest_ = 0;
    std::size_t count_ = 0;
    std::string text_;  // of which end_ bytes are in use
    std::size_t end_ = 0;
    std::string folded_;
};

class Shingler::Impl {
  public:
    explicit Impl(ShingleOptions options)
        : options_(std::move(options)), window_(checked(options_)) {
        if (options_.kind == ShingleKind::WORDS) {
            words_.emplace(options_.words);
        } else {
            const bool is_of_clusters = options_.kind == ShingleKind::GRAPHEMES;
            characters_.emplace(
                is_of_clusters ? CharacterUnit::GRAPHEME : CharacterUnit::CODE_POINT,
                options_.fold_case);
        }
    }

    void cut(std::string_view text, ShingleSink sink) {
        window_.start(sink);
        if (characters_) {
            characters_->analyze(text, {&window_, [](void* window, std::string_view character) {
                                            static_cast<ShingleWindow*>(window)->add(character);
                                        }});
        } else if (options_.stem) {
            words_->analyze(text, [this](std::string_view word) {
                word_ = word;
                window_.add(options_.stem(word_));
            });
        } else {
            words_->analyze(text, [this](std::string_view word) { window_.add(word); });
        }
        window_.finish();
    }

    const ShingleOptions& options() const { return options_; }

  private:
    static const ShingleOptions& checked(const ShingleOptions& options) {
        if (options.width >= 1 && options.width <= MAX_SHINGLE_WIDTH) return options;
        throw std::invalid_argument("shingles of " + std::to_string(options.width) +
                                    " units, must be 1 to " + std::to_string(MAX_SHINGLE_WIDTH));
    }

    const ShingleOptions options_;
    ShingleWindow window_;
    std::optional<WordAnalyzer> words_;
    std::optional<CharacterAnalyzer> characters_;
    std::string word_;
};

Shingler::Shingler(ShingleOptions options) : impl_(std::make_unique<Impl>(std::move(options))) {}
Shingler::~Shingler() = default;
Shingler::Shingler(Shingler&&) noexcept = default;
Shingler& Shingler::operator=(Shingler&&) noexcept = default;

void Shingler::cut(std::string_view utf8, ShingleSink sink) {
    impl_->cut(utf8, sink);
}

}  // namespace descry
