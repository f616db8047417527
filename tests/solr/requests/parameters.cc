#include "tests/solr/requests/parameters.h"

#include <algorithm>
#include <charconv>

namespace descry::testing {

Parameters::Parameters(std::vector<std::pair<std::string, std::string>> pairs)
    : pairs_(std::move(pairs)) {}

std::optional<std::string> Parameters::get(std::string_view name) const {
    const auto found = std::find_if(pairs_.begin(), pairs_.end(),
                                    [&](const auto& pair) { return pair.first == name; });
    if (found == pairs_.end()) return std::nullopt;
    return found->second;
}

std::string Parameters::get(std::string_view name, std::string_view otherwise) const {
    return get(name).value_or(std::string(otherwise));
}

std::vector<std::string> Parameters::all(std::string_view name) const {
    std::vector<std::string> values;
    for (const auto& [key, value] : pairs_) {
        if (key == name) values.push_back(value);
    }
    return values;
}

bool Parameters::flag(std::string_view name) const {
    return get(name, "false") == "true";
}

int Parameters::number(std::string_view name, int otherwise) const {
    const std::optional<std::string> text = get(name);
    return text ? parse_int(name, *text) : otherwise;
}

int parse_int(std::string_view name, const std::string& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw Refused(std::string(name) + ": no whole number: '" + text + "'");
    }
    return number;
}

std::string LocalParameters::get(std::string_view name) const {
    const auto found = values.find(name);
    return found == values.end() ? "" : found->second;
}

namespace {

// Reads `name=value` pairs up to the closing brace.
class LocalReader {
  public:
    explicit LocalReader(std::string_view text) : text_(text) {}

    LocalParameters read() {
        LocalParameters local;
        at_ = 2;
        while (skip_space(), peek() != '}') {
            std::string word = read_until("=} ");
            if (peek() != '=') {
                local.type = std::move(word);
                continue;
            }
            ++at_;
            local.values[word] = peek() == '\'' || peek() == '"' ? read_quoted() : read_until("} ");
        }
        local.rest = text_.substr(at_ + 1);
        return local;
    }

  private:
    char peek() const {
        if (at_ >= text_.size()) {
            throw Refused("local parameters do not end: '" + std::string(text_) + "'");
        }
        return text_[at_];
    }

    void skip_space() {
        while (peek() == ' ')
            ++at_;
    }

    std::string read_until(std::string_view ends) {
        const std::size_t begin = at_;
        while (ends.find(peek()) == std::string_view::npos)
            ++at_;
        return std::string(text_.substr(begin, at_ - begin));
    }

    std::string read_quoted() {
        const char quote = text_[at_++];
        std::string value;
        while (peek() != quote) {
            if (peek() == '\\') ++at_;
            value += peek();
            ++at_;
        }
        ++at_;
        return value;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

}  // namespace

LocalParameters parse_local(std::string_view text) {
    if (!text.starts_with("{!")) return {"", {}, std::string(text)};
    return LocalReader(text).read();
}

}  // namespace descry::testing
