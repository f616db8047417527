#include "tools/output/signature_line.h"

#include <fmt/format.h>

#include "tools/output/json_text.h"
#include "tools/output/text.h"

namespace descry {

namespace {

// Appends values to a line, as JSON.
class JsonValue {
  public:
    explicit JsonValue(std::string& line) : line_(line) {}

    void operator()(std::monostate) const { line_ += "null"; }
    void operator()(const std::string& text) const { line_ += json_string(text); }
    void operator()(std::uint64_t number) const {
        const fmt::format_int digits(number);
        line_.append(digits.data(), digits.size());
    }
    template <typename Value>
    void operator()(const std::vector<Value>& values) const {
        line_ += '[';
        for (const Value& value : values) {
            (*this)(value);
            line_ += ',';
        }
        if (!values.empty()) line_.pop_back();
        line_ += ']';
    }

  private:
    std::string& line_;
};

}  // namespace

std::string signatures_as_json(std::string_view id, const NamedSignatures& signatures) {
    std::string line = "{\"id\":" + json_string(id);
    for (const auto& [name, value] : signatures) {
        line += ",\"" + name + "\":";
        std::visit(JsonValue(line), value);
    }
    return line + '}';
}

std::string signatures_as_tsv(std::string_view id, const NamedSignatures& signatures) {
    std::string line = tsv_field(id);
    for (const auto& [name, value] : signatures) {
        line += '\t';
        if (const auto* const text = std::get_if<std::string>(&value)) {
            line += tsv_field(*text);
        } else if (!std::holds_alternative<std::monostate>(value)) {
            std::visit(JsonValue(line), value);
        }
    }
    return line;
}

}  // namespace descry
