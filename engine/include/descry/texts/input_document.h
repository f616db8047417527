/** @file input_document.h
 *  @brief A document of the input, and its fields by name.
 */
#ifndef DESCRY_TEXTS_INPUT_DOCUMENT_H
#define DESCRY_TEXTS_INPUT_DOCUMENT_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace descry {

/// A value of a JSON field, a CSV cell, or a mail's header.
struct InputValue {
    enum class Kind {
        STRING,
        NUMBER,   ///< text is the JSON text: `1.50`
        BOOLEAN,  ///< text is `true` or `false`
        NOTHING,  ///< null; no text
        NESTED,   ///< an object, or an array in an array; its JSON, minified, or no text
    };
    Kind kind = Kind::STRING;
    std::string text;

    bool has_text() const { return kind != Kind::NOTHING && kind != Kind::NESTED; }

    friend bool operator==(const InputValue&, const InputValue&) = default;
};

/// A field other than id and text.
struct InputField {
    std::string name;
    /// The elements of an array, possibly none; else one value.
    std::vector<InputValue> values;
    bool is_array = false;

    friend bool operator==(const InputField&, const InputField&) = default;
};

/// A document of the input. All strings but `location` are valid UTF-8 and may hold NUL and other
/// control characters. Reuse the object for the next document: the strings keep their memory.
struct InputDocument {
    /// Names the document in an index, where a later document with this id replaces it. A number as
    /// its JSON text: `12`, `1.50`. Not unique in the input.
    std::string id;
    /// NUMBER or STRING, as written in the source.
    InputValue::Kind id_kind = InputValue::Kind::STRING;

    /// The kind of the text field; nullopt without one. Null is allowed if other fields are
    /// indexed.
    std::optional<InputValue::Kind> text_kind = InputValue::Kind::STRING;

    /// May be empty. Without a byte order mark; line ends are kept.
    std::string text;

    /// The other fields, in source order. A field given twice is here twice.
    std::vector<InputField> fields;

    void add_field(std::string_view name, std::string value) {
        fields.push_back(
            InputField{std::string(name), {{InputValue::Kind::STRING, std::move(value)}}});
    }

    /// How many bytes, in all fields, have no meaning in the document's encoding
    /// (descry/analyzers/encoding.h); half characters in JSON escapes count.
    std::size_t stray_bytes = 0;

    /// Its number among the documents of the run, from 1 on; 0 until counted.
    std::uint64_t number = 0;

    /// Where the document is, for messages; may be empty.
    std::string location;

    /// If the reader was asked for records: the JSON line or CSV row, with its end, which the last
    /// one may lack; empty for other documents.
    std::string record;
    /// The header line of a CSV row, shared by all rows of a file.
    std::shared_ptr<const std::string> record_header;
    /// The encoding of the record's file, shared by all of its records: its name once the file is
    /// read; empty for UTF-8. Null if there is no record.
    std::shared_ptr<const std::string> record_encoding;

    void clear() {
        id.clear();
        id_kind = InputValue::Kind::STRING;
        text.clear();
        text_kind = InputValue::Kind::STRING;
        fields.clear();
        stray_bytes = 0;
        number = 0;
        location.clear();
        record.clear();
        record_header.reset();
        record_encoding.reset();
    }
};

struct MemberNames {
    std::string id = "id";
    std::string text = "text";
};

struct BuildOptions {
    MemberNames names;
    /// Store the text in the document's data, beside id and fields.
    bool store_text = true;
};

/// Calls @a visit (kind, text) for each value of the field @a name, in order, including repeated
/// fields. @return false if there is no such field
template <class Visit>
bool visit_values(const InputDocument& document, const MemberNames& names, std::string_view name,
                  Visit visit) {
    if (name == names.id) {
        visit(document.id_kind, std::string_view(document.id));
        return true;
    }
    if (name == names.text) {
        if (document.text_kind) visit(*document.text_kind, std::string_view(document.text));
        return document.text_kind.has_value();
    }
    bool found = false;
    for (const InputField& field : document.fields) {
        if (field.name != name) continue;
        found = true;
        for (const InputValue& value : field.values) {
            const bool is_nested = value.kind == InputValue::Kind::NESTED;
            visit(value.kind, is_nested ? std::string_view() : std::string_view(value.text));
        }
    }
    return found;
}

/// The first non-empty value of the field @a name; empty if none.
inline std::string_view first_text(const InputDocument& document, const MemberNames& names,
                                   std::string_view name) {
    std::string_view first;
    visit_values(document, names, name, [&](InputValue::Kind, std::string_view text) {
        if (first.empty()) first = text;
    });
    return first;
}

/// Names of title fields, by precedence. `caption` is omindex's and recoll's.
inline constexpr std::array<std::string_view, 4> TITLE_NAMES = {"title", "caption", "subject",
                                                                "name"};

/// The text of the first of TITLE_NAMES that has one; empty if none.
inline std::string_view title_of(const InputDocument& document, const MemberNames& names) {
    for (const std::string_view name : TITLE_NAMES) {
        const std::string_view title = first_text(document, names, name);
        if (!title.empty()) return title;
    }
    return {};
}

/// Called with the reason why a document, or one of its values, is not indexed. May be empty.
using ProblemListener = std::function<void(const InputDocument& document, std::string_view reason)>;

/// Documents of any source, one by one: files, rows of a table, another index.
class DocumentSource {
  public:
    virtual ~DocumentSource() = default;

    /// Replaces @a document by the next one (its old content only lends its memory), in valid
    /// UTF-8; false at the end. Called by one thread at a time, not always the same.
    virtual bool next(InputDocument& document) = 0;

    virtual std::uint64_t bytes_read() const { return 0; }

    /// bytes_read() at the end; nullopt if unknown.
    virtual std::optional<std::uint64_t> total_bytes() const { return std::nullopt; }
};

}  // namespace descry

#endif  // DESCRY_TEXTS_INPUT_DOCUMENT_H
