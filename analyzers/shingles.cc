#include <algorithm>
#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <descry/shingles.h>
#include <descry/words.h>

#include "ascii_run.h"
#include "characters.h"

namespace descry {

namespace {

/// Bytes of units that are no longer needed, before they are removed.
constexpr std::size_t SPENT_BYTES = 4096;

/// Puts "0" for each decimal digit of @a text from @a begin on.
void fold_digits(std::string& text, std::size_t begin) {
    bool is_all_ascii = true;
    for (std::size_t i = begin; i < text.size(); ++i) {
        is_all_ascii = is_all_ascii && is_ascii(text[i]);
        if (text[i] >= '1' && text[i] <= '9') text[i] = '0';
    }
    if (is_all_ascii) return;
    const std::string unit = text.substr(begin);
    text.resize(begin);
    for (std::size_t next = 0; next < unit.size();) {
        const std::size_t at = next;
        UChar32 c;
        U8_NEXT(reinterpret_cast<const std::uint8_t*>(unit.data()), next, unit.size(), c);
        if (c >= 0 && u_charType(c) == U_DECIMAL_DIGIT_NUMBER) {
            text += '0';
        } else {
            text.append(unit, at, next - at);
        }
    }
}

}  // namespace

/// The last units of a text, one after the other.
class ShingleWindow {
  public:
    explicit ShingleWindow(const ShingleOptions& options)
        : joined_by_spaces_(options.kind == ShingleKind::WORDS ||
                            options.kind == ShingleKind::CAPITALISED),
          only_capitalised_(options.kind == ShingleKind::CAPITALISED),
          fold_digits_(options.fold_digits),
          units_(options.width) {}

    void start(ShingleSink sink) {
        sink_ = sink;
        text_.clear();
        count_ = 0;
    }

    void add(std::string_view unit, bool is_capitalised) {
        if (joined_by_spaces_ && count_ > 0) text_ += ' ';
        Unit& last = units_[newest_ = count_ == 0 ? 0 : following(newest_)];
        last = {text_.size(), is_capitalised};
        text_ += unit;
        if (fold_digits_) fold_digits(text_, last.begin);
        ++count_;
        if (count_ < units_.size()) return;
        const Unit& first = units_[following(newest_)];
        give(first);
        if (first.begin > SPENT_BYTES) remove(first.begin);
    }

    /// A text of fewer units is one shingle.
    void finish() {
        if (count_ > 0 && count_ < units_.size()) give(units_[0]);
    }

  private:
    struct Unit {
        std::size_t begin;
        bool is_capitalised;
    };

    std::size_t following(std::size_t place) const {
        return place + 1 == units_.size() ? 0 : place + 1;
    }

    void give(const Unit& first) {
        if (only_capitalised_ && !first.is_capitalised && !units_[newest_].is_capitalised) return;
        sink_.call(sink_.context, std::string_view(text_).substr(first.begin));
    }

    void remove(std::size_t bytes) {
        text_.erase(0, bytes);
        for (Unit& unit : units_)
            unit.begin -= bytes;
    }

    bool joined_by_spaces_;
    bool only_capitalised_;
    bool fold_digits_;
    ShingleSink sink_{};
    std::string text_;
    std::vector<Unit> units_;  // a ring of the last ones
    std::size_t newest_ = 0;
    std::size_t count_ = 0;
};

class Shingler::Impl {
  public:
    explicit Impl(ShingleOptions options)
        : options_(std::move(options)), window_(checked(options_)) {
        switch (options_.kind) {
            case ShingleKind::WORDS:
            case ShingleKind::CAPITALISED:
                words_.emplace(options_.words);
                break;
            case ShingleKind::CODE_POINTS:
                characters_.emplace(CharacterUnit::CODE_POINT, options_.fold_case);
                break;
            case ShingleKind::GRAPHEMES:
                characters_.emplace(CharacterUnit::GRAPHEME, options_.fold_case);
                break;
        }
    }

    void cut(std::string_view text, ShingleSink sink) {
        window_.start(sink);
        if (characters_) {
            characters_->analyze(text, {&window_, [](void* window, std::string_view character) {
                                            static_cast<ShingleWindow*>(window)->add(character,
                                                                                     false);
                                        }});
        } else if (options_.stem) {
            words_->analyze(text, [this](std::string_view word, bool is_capitalised) {
                word_ = word;
                window_.add(options_.stem(word_), is_capitalised);
            });
        } else {
            words_->analyze(text, [this](std::string_view word, bool is_capitalised) {
                window_.add(word, is_capitalised);
            });
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

const ShingleOptions& Shingler::options() const {
    return impl_->options();
}

}  // namespace descry
