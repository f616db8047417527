#include "src/ids.h"

#include <stdexcept>
#include <utility>

namespace descry::python {

void Ids::add(const Value& value) {
    if (const auto* const text = std::get_if<std::string_view>(&value)) {
        add_text(*text);
    } else if (const auto* const number = std::get_if<std::int64_t>(&value)) {
        if (is_text()) {
            add_text(std::to_string(*number));
        } else {
            numbers_.push_back(*number);
        }
    } else {
        throw std::invalid_argument("row " + std::to_string(size()) +
                                    ": an id is a string or an integer, not " +
                                    (value.index() == 0 ? "null" : "a fraction"));
    }
}

void Ids::append(const Ids& other) {
    for (std::size_t row = 0; row < other.size(); ++row) {
        if (other.is_text()) {
            add_text(other.text(row));
        } else {
            add(other.numbers_[row]);
        }
    }
}

void Ids::add_text(std::string_view text) {
    if (!is_text()) become_text();
    bytes_ += text;
    ends_.push_back(bytes_.size());
}

void Ids::become_text() {
    for (const std::int64_t number : std::exchange(numbers_, {})) {
        bytes_ += std::to_string(number);
        ends_.push_back(bytes_.size());
    }
}

}  // namespace descry::python
