#include <algorithm>
#include <array>
#include <ranges>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include <descry/documents/stored_data.h>
#include <descry/texts/input_document.h>

#include "analyzers/utf8.h"
#include "plugin/base/json_record.h"

namespace descry {

namespace {

// Names of text fields, by precedence, for documents without a title. `filename` is recoll's.
constexpr std::array<std::string_view, 8> TEXT_NAMES = {
    "sample", "abstract", "description", "summary", "text", "content", "body", "filename"};

// Fields about a document's location or format, not its content.
constexpr std::array<std::string_view, 7> TECHNICAL_NAMES = {
    "id", "url", "type", "mtype", "origcharset", "ipath", "lang"};

// recoll's prefix for an abstract made from the text.
constexpr std::string_view MADE_ABSTRACT = "?!#@";

constexpr Xapian::valueno NOTMUCH_MESSAGE_ID = 1;
constexpr Xapian::valueno NOTMUCH_SUBJECT = 3;

using Field = std::pair<std::string_view, std::string>;

bool is_technical(std::string_view name) {
    return std::find(TECHNICAL_NAMES.begin(), TECHNICAL_NAMES.end(), name) != TECHNICAL_NAMES.end();
}

bool has_letter(std::string_view text) {
    return std::any_of(text.begin(), text.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c & 0x80) != 0;
    });
}

// The first nonempty field with one of these names; empty if there is none.
template <std::size_t N>
std::string first_of(const std::vector<Field>& fields,
                     const std::array<std::string_view, N>& names) {
    for (const std::string_view name : names) {
        for (const auto& [field, value] : fields) {
            if (field != name) continue;
            std::string line = excerpt(value, SUMMARY_WIDTH);
            if (!line.empty()) return line;
        }
    }
    return {};
}

// By known names, else any field of several words, else one of a single word.
std::string summary_of_fields(const std::vector<Field>& fields) {
    std::string line = first_of(fields, TITLE_NAMES);
    if (line.empty()) line = first_of(fields, TEXT_NAMES);
    if (!line.empty()) return line;
    std::string word;
    for (const auto& [field, value] : fields) {
        if (is_technical(field) || !has_letter(value)) continue;
        line = excerpt(value, SUMMARY_WIDTH);
        if (line.find(' ') != line.npos) return line;
        if (word.empty()) word = std::move(line);
    }
    return word;
}

std::string summary_of_members(StoredData stored) {
    std::vector<Field> fields;
    for (const auto& [name, json] : stored.fields)
        if (json.starts_with('"')) fields.emplace_back(name, nlohmann::json::parse(json));
    if (stored.text) fields.emplace_back("text", std::move(*stored.text));
    return summary_of_fields(fields);
}

// The fields of NAME=VALUE lines; none if the first line has another form.
std::vector<Field> fields_of_lines(std::string_view data) {
    std::vector<Field> fields;
    for (const auto part : std::views::split(data, '\n')) {
        const std::string_view line(part.begin(), part.end());
        const std::size_t equals = line.find('=');
        if (equals == line.npos || equals == 0 || line.substr(0, equals).find(' ') != line.npos) {
            if (fields.empty()) return fields;
            continue;  // part of a multi-line value
        }
        std::string_view value = line.substr(equals + 1);
        if (value.starts_with(MADE_ABSTRACT)) value.remove_prefix(MADE_ABSTRACT.size());
        fields.emplace_back(line.substr(0, equals), value);
    }
    return fields;
}

// The string after :subject in a printed Lisp list, as stored by mu for each message.
std::string summary_of_list(std::string_view data) {
    constexpr std::string_view NAME = " :subject \"";
    const std::size_t found = data.find(NAME);
    if (found == data.npos) return {};
    std::string value;
    for (std::size_t i = found + NAME.size(); i < data.size() && data[i] != '"'; ++i) {
        if (data[i] == '\\' && i + 1 < data.size()) ++i;
        value += data[i];
    }
    return excerpt(value, SUMMARY_WIDTH);
}

bool is_text(std::string_view data) {
    return std::none_of(data.begin(), data.end(), [](char c) {
        return static_cast<unsigned char>(c) < ' ' && c != '\n' && c != '\r' && c != '\t';
    });
}

// A notmuch message has no data: its subject is in a slot, next to that of its id.
std::string subject_in_notmuch(const Xapian::Document& document) try {
    const std::string id = document.get_value(NOTMUCH_MESSAGE_ID);
    const std::string subject = document.get_value(NOTMUCH_SUBJECT);
    if (id.empty() || subject.empty()) return {};
    const std::string unique = "Q" + id;
    Xapian::TermIterator term = document.termlist_begin();
    const Xapian::TermIterator end = document.termlist_end();
    if (term != end) term.skip_to(unique);
    return term != end && *term == unique ? excerpt(subject, SUMMARY_WIDTH) : std::string();
} catch (const Xapian::FeatureUnavailableError&) {
    return {};  // the index has no term lists
}

}  // namespace

std::string summary_of(const std::string& data) {
    if (json_of_data(data).starts_with('{')) {
        StoredData stored = read_stored_data(data);
        if (stored.is_read) return summary_of_members(std::move(stored));
    }
    if (data.starts_with("(:")) return summary_of_list(data);
    if (!is_text(data)) return {};
    const std::vector<Field> fields = fields_of_lines(data);
    return fields.empty() ? excerpt(data, SUMMARY_WIDTH) : summary_of_fields(fields);
}

std::string summary_of(const Xapian::Document& document) {
    const std::string data = document.get_data();
    return data.empty() ? subject_in_notmuch(document) : summary_of(data);
}

}  // namespace descry
