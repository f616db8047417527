#include "engine/texts/input_contents.h"

#include <string>
#include <utility>
#include <vector>

namespace descry {

namespace {

// malloc's overhead per block, and rounding.
constexpr std::size_t BLOCK = 16;

// Shorter strings are stored inline.
const std::size_t SHORT_STRING = std::string().capacity();

std::size_t allocated(const std::string& string) {
    return string.capacity() > SHORT_STRING ? string.capacity() + BLOCK : 0;
}

template <class Element>
std::size_t allocated(const std::vector<Element>& elements) {
    return elements.capacity() > 0 ? elements.capacity() * sizeof(Element) + BLOCK : 0;
}

void give_back_unused(std::string& string) {
    if (string.capacity() - string.size() > string.capacity() / 4) string.shrink_to_fit();
}

}  // namespace

FieldValues fields_of(const InputDocument& document) {
    FieldValues values;
    for (const InputField& field : document.fields) {
        for (const InputValue& value : field.values) {
            const bool is_known_nested =
                value.kind == InputValue::Kind::NESTED && !value.text.empty();
            if (value.has_text() || is_known_nested) values.emplace_back(field.name, value.text);
        }
    }
    return field_values(std::move(values));
}

std::size_t content_bytes(const InputDocument& document) {
    std::size_t bytes = document.id.size() + document.text.size();
    for (const InputField& field : document.fields) {
        bytes += field.name.size();
        for (const InputValue& value : field.values)
            bytes += value.text.size();
    }
    return bytes;
}

std::size_t memory_of(const InputDocument& document) {
    std::size_t bytes = sizeof(InputDocument) + allocated(document.id) + allocated(document.text) +
                        allocated(document.location) + allocated(document.fields);
    for (const InputField& field : document.fields) {
        bytes += allocated(field.name) + allocated(field.values);
        for (const InputValue& value : field.values)
            bytes += allocated(value.text);
    }
    return bytes;
}

void give_back_unused(InputDocument& document) {
    give_back_unused(document.id);
    give_back_unused(document.text);
    give_back_unused(document.location);
}

}  // namespace descry
