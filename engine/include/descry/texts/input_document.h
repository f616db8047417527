/** @file input_document.h
 *  @brief One document that is to be indexed, as its source has it, and its members by name.
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

/// A value of a member of a JSON document, a cell of CSV, or a mail's header.
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

    /// True for what can be shown and indexed.
    bool has_text() const { return kind != Kind::NOTHING && kind != Kind::NESTED; }

    friend bool operator==(const InputValue&, const InputValue&) = default;
};

/// A member beside id and text.
struct InputField {
    std::string name;
    /// Of an array its elements, maybe none; else one.
    std::vector<InputValue> values;
    bool is_array = false;

    friend bool operator==(const InputField&, const InputField&) = default;
};

/// A document of the input. All strings but `location` are valid UTF-8, and may hold NUL and other
/// control characters. Meant to be reused for the next document: the strings keep their memory.
struct InputDocument {
    /// Names the document in an index, where a later one of this id replaces it. A number as its
    /// JSON text: `12`, `1.50`. Not unique: the same id may come twice.
    std::string id;
    /// NUMBER or STRING, as the id was written in the source.
    InputValue::Kind id_kind = InputValue::Kind::STRING;

    /// The kind of the member that gave the text; none: there was no such member. Null is possible
    /// where fields are indexed beside it.
    std::optional<InputValue::Kind> text_kind = InputValue::Kind::STRING;

    /// The text; may be empty. Without the byte order mark; line ends are kept as they are.
    std::string text;

    /// The other members, in the order of the source. A member given twice is here twice.
    std::vector<InputField> fields;

    void add_field(std::string_view name, std::string value) {
        fields.push_back(
            InputField{std::string(name), {{InputValue::Kind::STRING, std::move(value)}}});
    }

    /// How many bytes have no meaning in the document's encoding (descry/analyzers/encoding.h),
    /// half characters in escapes of JSON among them, in all members together.
    std::size_t stray_bytes = 0;

    /// Its location among the documents of the run, from 1 on; 0 until somebody counts.
    std::uint64_t number = 0;

    /// Where the document stands, for messages; may be empty.
    std::string location;

    /// Where whoever reads it was asked for records: the line of JSON, or the row of CSV, with its
    /// end, which the last one may lack; empty for documents that are none.
    std::string record;
    /// The header line of a row of CSV, the same for all rows of a file.
    std::shared_ptr<const std::string> record_header;
    /// The encoding of that record's file, the same for all of its records: its name once it is
    /// known, after the file is read; empty for UTF-8. Null where there is no record.
    std::shared_ptr<const std::string> record_encoding;

    /// Empties every member.
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

/// Under which names id and text come.
struct MemberNames {
    std::string id = "id";
    std::string text = "text";
};

/// What is the same for every document of a run.
struct BuildOptions {
    MemberNames names;
    /// Keep the text in the document's data, beside id and fields.
    bool store_text = true;
};

/// Calls @a visit (kind, text) for each value of the member @a name, in order; of one that comes
/// several times, for the values of all. @return false when there is no such member
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

/// The first value of the member @a name that has a text; empty where none has.
inline std::string_view first_text(const InputDocument& document, const MemberNames& names,
                                   std::string_view name) {
    std::string_view first;
    visit_values(document, names, name, [&](InputValue::Kind, std::string_view text) {
        if (first.empty()) first = text;
    });
    return first;
}

/// What titles are called, in the order in which they are looked for. `caption` is omindex's and
/// recoll's.
inline constexpr std::array<std::string_view, 4> TITLE_NAMES = {"title", "caption", "subject",
                                                                "name"};

/// The text of the first of TITLE_NAMES that has one; empty where none has.
inline std::string_view title_of(const InputDocument& document, const MemberNames& names) {
    for (const std::string_view name : TITLE_NAMES) {
        const std::string_view title = first_text(document, names, name);
        if (!title.empty()) return title;
    }
    return {};
}

/// Told why a document, or one of its values, is not indexed. May be empty.
using ProblemListener = std::function<void(const InputDocument& document, std::string_view reason)>;

/// Documents of any source, one after the other: files, rows of a table, another index.
class DocumentSource {
  public:
    virtual ~DocumentSource() = default;

    /// Fills all of @a document with the next one (its old content only lends its memory), valid
    /// UTF-8; false at the end. Called by one thread at a time, not always the same.
    virtual bool next(InputDocument& document) = 0;

    /// How much of the source was read so far, in bytes.
    virtual std::uint64_t bytes_read() const { return 0; }

    /// What bytes_read() is at the end; nullopt where nobody knows.
    virtual std::optional<std::uint64_t> total_bytes() const { return std::nullopt; }
};

}  // namespace descry

#endif  // DESCRY_TEXTS_INPUT_DOCUMENT_H
