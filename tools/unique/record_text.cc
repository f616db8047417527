#include "tools/unique/record_text.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "analyzers/utf8.h"
#include "tools/input/parsing/csv_rows.h"
#include "tools/input/parsing/member_path.h"

namespace descry {

namespace {

/// How a text's characters are escaped in a record.
enum class Escapes { NONE, DOUBLED_QUOTES, JSON };

struct TextPlace {
    TextRange range;
    Escapes escapes = Escapes::NONE;
};

unsigned escaped_unit(std::string_view escape) {
    unsigned unit = 0;
    if (escape.starts_with("\\u") && escape.size() >= 6)
        std::from_chars(escape.data() + 2, escape.data() + 6, unit, 16);
    return unit;
}

void append_code_point(std::string& text, unsigned c) {
    const auto add = [&text](unsigned byte) { text += static_cast<char>(byte); };
    if (c < 0x80) return add(c);
    if (c < 0x800) {
        add(0xc0 | c >> 6);
    } else {
        if (c < 0x10000) add(0xe0 | c >> 12);
        if (c >= 0x10000) add(0xf0 | c >> 18), add(0x80 | (c >> 12 & 0x3f));
        add(0x80 | (c >> 6 & 0x3f));
    }
    add(0x80 | (c & 0x3f));
}

// Appends the meaning of the JSON escape at the beginning. @return its bytes
std::size_t take_escape(std::string_view escape, std::string& text) {
    constexpr std::string_view NAMES = "bfnrt";
    if (!escape.starts_with("\\u")) {
        const std::size_t name = escape.size() < 2 ? NAMES.npos : NAMES.find(escape[1]);
        text += name == NAMES.npos ? escape.substr(1, 1)
                                   : std::string_view("\b\f\n\r\t").substr(name, 1);
        return std::min<std::size_t>(2, escape.size());
    }
    const unsigned unit = escaped_unit(escape);
    const unsigned next = escape.size() > 6 ? escaped_unit(escape.substr(6)) : 0;
    if (unit >= 0xd800 && unit < 0xdc00 && next >= 0xdc00 && next < 0xe000) {
        append_code_point(text, 0x10000 + ((unit - 0xd800) << 10) + (next - 0xdc00));
        return 12;
    }
    if (unit >= 0xd800 && unit < 0xe000) {
        append_half_character(text, unit);
    } else {
        append_code_point(text, unit);
    }
    return std::min<std::size_t>(6, escape.size());
}

// Appends the first unit of a text. @return its bytes
std::size_t take_unit(std::string_view raw, Escapes escapes, std::string& text) {
    if (escapes == Escapes::JSON && raw[0] == '\\') return take_escape(raw, text);
    text += raw[0];
    return escapes == Escapes::DOUBLED_QUOTES && raw.starts_with("\"\"") ? 2 : 1;
}

std::string unescaped(std::string_view raw, Escapes escapes) {
    std::string text;
    while (!raw.empty())
        raw.remove_prefix(take_unit(raw, escapes, text));
    return text;
}

/// Finds the strings at a path in a valid JSON document, except for what repair_json() repairs.
class JsonStrings {
  public:
    JsonStrings(std::string_view json, const MemberPath& path) : json_(json), path_(path) {
        read_value(0);
    }

    const std::vector<TextRange>& found() const { return found_; }

  private:
    static constexpr std::size_t NOWHERE = std::string_view::npos;

    bool is_at(char c) {
        at_ = std::min(json_.find_first_not_of(" \t\r\n\x1e", at_), json_.size());
        return at_ < json_.size() && json_[at_] == c;
    }

    TextRange read_string() {
        const std::size_t begin = ++at_;
        while (at_ < json_.size() && json_[at_] != '"')
            at_ += json_[at_] == '\\' ? 2U : 1U;
        const std::size_t end = std::min(at_, json_.size());
        at_ = std::min(end + 1, json_.size());
        return {begin, end};
    }

    // @param step of the path; its size if the path is complete
    void read_value(std::size_t step) {
        if (is_at('"')) {
            const TextRange string = read_string();
            if (step == path_.size()) found_.push_back(string);
        } else if (is_at('{')) {
            read_members(step);
        } else if (is_at('[')) {
            read_elements(step);
        } else {
            at_ = std::min(json_.find_first_of(",]}", at_), json_.size());
        }
    }

    // Follows the path as JsonDocumentParser does.
    void read_members(std::size_t step) {
        const bool is_document = depth_++ == 0;
        for (++at_; is_at('"'); at_ += is_at(',') ? 1U : 0U) {
            const TextRange range = read_string();
            const std::string name =
                unescaped(json_.substr(range.begin, range.end - range.begin), Escapes::JSON);
            if (is_at(':')) ++at_;
            const bool is_whole = is_document && name == path_.text();
            is_by_name_ = is_by_name_ || is_whole;
            const bool leads_there = step < path_.size() && path_.leads_to(step, name) &&
                                     !(is_document && is_by_name_ && !is_whole);
            // The last of two fields of one name counts.
            if (is_document && (is_whole || (leads_there && !path_.leads_to(0, "*"))))
                found_.clear();
            read_value(is_whole ? path_.size() : leads_there ? step + 1 : NOWHERE);
        }
        if (is_at('}')) ++at_;
        --depth_;
    }

    void read_elements(std::size_t step) {
        std::size_t index = 0;
        for (++at_; !is_at(']') && at_ < json_.size(); at_ += is_at(',') ? 1U : 0U) {
            const bool is_on_the_way = step < path_.size();
            const bool is_element = is_on_the_way && path_.is_element(step);
            const bool leads_there = is_element && path_.leads_to_element(step, index);
            const std::size_t passed = is_on_the_way && !is_element ? step : NOWHERE;
            const std::size_t before = at_;
            read_value(leads_there ? step + 1 : passed);
            if (at_ == before) return;
            ++index;
        }
        if (is_at(']')) ++at_;
    }

    std::string_view json_;
    const MemberPath& path_;
    std::size_t at_ = 0;
    std::size_t depth_ = 0;
    bool is_by_name_ = false;
    std::vector<TextRange> found_;
};

std::optional<TextPlace> place_in_json(const std::string& json, const std::string& path) {
    const MemberPath member(path);
    const JsonStrings strings(json, member);
    if (strings.found().size() != 1) return std::nullopt;
    return TextPlace{strings.found().front(), Escapes::JSON};
}

std::optional<TextPlace> place_in_row(const std::string& row, const TableHeader& header,
                                      const std::string& column) {
    CsvRow parsed(header.dialect);
    parsed.read(row, true);
    const auto found = std::ranges::find(header.columns, column);
    const auto number = static_cast<std::size_t>(found - header.columns.begin());
    if (number >= parsed.cells()) return std::nullopt;
    const auto [begin, end] = parsed.place(number);
    return TextPlace{{begin, end},
                     parsed.is_quoted(number) ? Escapes::DOUBLED_QUOTES : Escapes::NONE};
}

// The same pieces of the text in another encoding; nullopt if its pieces differ.
std::optional<std::vector<TextRange>> same_pieces(const std::vector<TextRange>& cuts,
                                                  std::string_view text, std::string_view other,
                                                  PieceKind kind) {
    const std::vector<TextRange> pieces = pieces_of(text, kind);
    const std::vector<TextRange> others = pieces_of(other, kind);
    if (pieces.size() != others.size()) return std::nullopt;
    std::vector<TextRange> same;
    for (std::size_t i = 0; i < pieces.size(); ++i)
        if (same.size() < cuts.size() && pieces[i] == cuts[same.size()]) same.push_back(others[i]);
    return same;
}

}  // namespace

std::optional<std::string> cut_record(const std::string& record, const TableHeader* header,
                                      std::string_view text, const std::vector<TextRange>& cuts,
                                      PieceKind kind, const InputOptions& options) {
    const std::string& field = options.text_fields.front();
    std::optional<TextPlace> place;
    bool is_made_here = false;
    if (header != nullptr) {
        place = place_in_row(record, *header, field);
    } else if (options.format == "lines") {
        place = TextPlace{{0, record.size() - line_end_of(record).size()}};
    } else {
        place = place_in_json(record, field);
        // A mail's or file's text has this name, whatever the field.
        is_made_here = !place;
        if (is_made_here) place = place_in_json(record, "text");
    }
    if (!place) return std::nullopt;
    const auto [range, escapes] = *place;
    std::string_view raw = std::string_view(record).substr(range.begin, range.end - range.begin);
    const std::string written = unescaped(raw, escapes);
    std::vector<TextRange> ranges = cuts;
    if (written != text) {
        if (is_made_here || is_valid_utf8(record)) return std::nullopt;
        auto same = same_pieces(cuts, text, written, kind);
        if (!same) return std::nullopt;
        ranges = std::move(*same);
    }
    std::string cut = record.substr(0, range.begin);
    auto next = ranges.begin();
    std::string before;  // unescaped
    while (!raw.empty()) {
        while (next != ranges.end() && before.size() >= next->end)
            ++next;
        const bool is_cut = next != ranges.end() && before.size() >= next->begin;
        const std::size_t size = take_unit(raw, escapes, before);
        if (!is_cut) cut += raw.substr(0, size);
        raw.remove_prefix(size);
    }
    cut += record.substr(range.end);
    // An empty line would not be a row.
    const bool is_empty_row =
        header != nullptr && header->dialect.has_quotes && cut.size() == line_end_of(cut).size();
    return is_empty_row ? "\"\"" + cut : cut;
}

}  // namespace descry
