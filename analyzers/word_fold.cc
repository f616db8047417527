#include "icu_text.h"
#include "utf8_reading.h"

namespace descry {

void fold_as_one(const icu::Normalizer2& fold, std::string_view word, std::string& folded) {
    folded.clear();
    std::string stretch;
    std::string part;
    const auto end_stretch = [&] {
        normalise(fold, stretch, part);
        folded += part;
        stretch.clear();
    };
    for (std::size_t next = 0; next < word.size();) {
        const std::size_t begin = next;
        take_code_point(word, next);
        const std::string_view character = word.substr(begin, next - begin);
        normalise(fold, character, part);
        const std::string_view unfolded = part;
        const std::size_t first = unfolded.find_first_not_of(' ');
        if (first == std::string_view::npos) {
            stretch += character;  // deleted, or white space itself
        } else if (unfolded.find(' ', first) != std::string_view::npos) {
            end_stretch();
            folded += character;
        } else {
            stretch += first == 0 ? character : unfolded.substr(first);
        }
    }
    end_stretch();
}

}  // namespace descry
