#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "input/bytes/charset.h"
#include "input/documents/document.h"
#include "input/formats/formats.h"
#include "input/parsing/csv_rows.h"
#include "input/parsing/table_header.h"

namespace descry {

namespace {

/// What the header line says.
struct Header {
    std::vector<std::string> names;
    std::optional<std::size_t> id;
    std::optional<std::size_t> text;
    char separator = ',';
    bool has_byte_order_mark = false;
};

constexpr std::size_t MOST_OF_A_HEADER = std::size_t{1} << 20;

/// The cells of the row that @a rows are at, as UTF-8.
class DecodedCells {
  public:
    /// @param source  what @a rows read on
    DecodedCells(const CsvRows& rows, InputEncoding& encoding, ByteSource& source)
        : rows_(rows),
          encoding_(encoding),
          source_(source),
          is_concerned_(encoding.concerns(rows.bytes())) {
        // The row chooses, not its first cell.
        if (!is_concerned_ || encoding_.chosen()) return;
        std::string row(rows.bytes());
        encoding_.decode(row, rows_.unread(), &source_);
    }

    std::string cell(std::size_t number) {
        std::string value = rows_.cell(number);
        if (is_concerned_) stray_bytes_ += encoding_.decode(value);
        return value;
    }

    std::vector<std::string> all() {
        std::vector<std::string> cells;
        for (std::size_t i = 0; i < rows_.row().cells(); ++i)
            cells.push_back(cell(i));
        return cells;
    }

    std::size_t stray_bytes() const { return stray_bytes_; }

  private:
    const CsvRows& rows_;
    InputEncoding& encoding_;
    ByteSource& source_;
    bool is_concerned_;
    std::size_t stray_bytes_ = 0;
};

std::optional<std::size_t> find_column(const std::vector<std::string>& names,
                                       const std::string& name) {
    const auto found = std::find(names.begin(), names.end(), name);
    if (found == names.end()) return std::nullopt;
    if (std::find(found + 1, names.end(), name) != names.end()) {
        throw InputError(fmt::format("two columns are called \"{}\"", name));
    }
    return static_cast<std::size_t>(found - names.begin());
}

// In many countries spreadsheets write semicolons; some programs, tabs under the name of CSV.
std::optional<char> other_separator(std::string_view header) {
    for (const char separator : {';', '\t'}) {
        if (header.find(separator) != std::string_view::npos) return separator;
    }
    return std::nullopt;
}

// Nothing in an empty file.
// @throw InputError when it names not all columns that are needed
std::optional<Header> read_header(CsvRows& rows, const InputOptions& options, char separator,
                                  InputEncoding& encoding, ByteSource& source) {
    Header header;
    header.has_byte_order_mark = rows.skip_byte_order_mark();
    const std::size_t most = std::min(MOST_OF_A_HEADER, options.max_document_bytes);
    rows.limit_rows(most);
    if (!rows.next()) return std::nullopt;
    rows.limit_rows(options.max_document_bytes);
    if (rows.too_long()) throw InputError(fmt::format("a header line of more than {} bytes", most));
    if (has_utf16_mark(rows.bytes())) {
        throw InputError("UTF-16; CSV is read as UTF-8 (iconv -f UTF-16 -t UTF-8 converts)");
    }
    const auto other = other_separator(rows.bytes());
    header.separator = separator;
    if (separator == ',' && rows.row().cells() == 1 && other) header.separator = *other;
    if (header.separator != separator) rows.read_again(header.separator);
    if (!rows.row().problem().empty()) throw InputError(std::string(rows.row().problem()));
    header.names = DecodedCells(rows, encoding, source).all();
    header.id = find_column(header.names, options.id_field);
    header.text = find_column(header.names, options.text_field);
    const auto refuse = [&](const std::string& name, std::string_view ways) {
        constexpr std::size_t MOST_SHOWN = 12;
        constexpr std::size_t MOST_OF_A_NAME = 60;
        std::vector<std::string> shown;
        for (std::size_t i = 0; i < std::min(header.names.size(), MOST_SHOWN); ++i)
            shown.push_back(header.names[i].substr(0, MOST_OF_A_NAME));
        throw InputError(fmt::format("no column \"{}\" among \"{}\"{}{}", name,
                                     fmt::join(shown, "\", \""),
                                     header.names.size() > MOST_SHOWN ? " and others" : "", ways));
    };
    if (!header.id && options.id_from == IdFrom::MEMBER) refuse(options.id_field, WAYS_TO_AN_ID);
    if (!header.text && !options.text_optional) {
        refuse(options.text_field, "; --text-field NAME takes it from another");
    }
    return header;
}

class CsvReader : public RecordReader {
  public:
    CsvReader(SourcePointer source, ReaderContext context, char separator)
        : RecordReader(std::move(source), std::move(context)),
          rows_(*source_, context_.options.max_document_bytes, separator),
          separator_(separator) {}

    std::string location() const override {
        return fmt::format("{}:{}", context_.location, rows_.line());
    }

  private:
    bool next_record() override {
        if (!header_) {
            header_ = read_header(rows_, context_.options, separator_, encoding_, *source_);
            if (header_ && context_.options.take_header) {
                header_line_ = context_.options.take_header({std::string(rows_.bytes_with_end()),
                                                             header_->names, header_->separator,
                                                             header_->has_byte_order_mark});
            }
        }
        return header_ && rows_.next();
    }

    std::string refusal_of_row() const {
        if (rows_.too_long()) return too_large(context_.options.max_document_bytes);
        if (!rows_.row().problem().empty()) return std::string(rows_.row().problem());
        const std::size_t cells = rows_.row().cells();
        if (cells == header_->names.size()) return {};
        return fmt::format("{} {}, and the header line has {}", cells,
                           cells == 1 ? "field" : "fields", header_->names.size());
    }

    std::string fill(InputDocument& document) override {
        if (std::string refusal = refusal_of_row(); !refusal.empty()) return refusal;
        document.clear();
        if (!header_->text) document.text_kind.reset();
        DecodedCells cells(rows_, encoding_, *source_);
        for (std::size_t i = 0; i < header_->names.size(); ++i)
            add_cell(i, cells.cell(i), document);
        document.stray_bytes = cells.stray_bytes();
        // An empty id would be that of all rows without one.
        if (document.id.empty()) {
            if (context_.options.id_from == IdFrom::MEMBER) {
                return fmt::format("nothing in column \"{}\"{}", context_.options.id_field,
                                   WAYS_TO_AN_ID);
            }
            make_id(document, context_.options.id_from, context_.path,
                    fmt::format(":{}", rows_.line()), rows_.bytes());
        }
        if (context_.options.records) {
            document.record = rows_.bytes_with_end();
            document.record_header = header_line_;
        }
        return {};
    }

    void add_cell(std::size_t number, std::string value, InputDocument& document) {
        if (number == header_->id) {
            document.id = std::move(value);
        } else if (number == header_->text) {
            document.text = std::move(value);
        } else if (!value.empty()) {
            document.add_field(header_->names[number], std::move(value));
        }
    }

    CsvRows rows_;
    char separator_;
    std::optional<Header> header_;
    std::shared_ptr<const std::string> header_line_;
};

/// The head of a file, to see its header line.
class HeadSource : public ByteSource {
  public:
    explicit HeadSource(std::string_view bytes) : bytes_(bytes) {}

    std::size_t read(char* to, std::size_t size) override {
        const std::size_t taken = bytes_.copy(to, size);
        bytes_.remove_prefix(taken);
        return taken;
    }

  private:
    std::string_view bytes_;
};

// The header in the head of a file, if it serves.
std::optional<Header> find_header(CsvRows& rows, HeadSource& source, const InputOptions& options,
                                  char separator) {
    InputEncoding encoding(options.encoding, nullptr, {});
    try {
        return read_header(rows, options, separator, encoding, source);
    } catch (const InputError&) {
        return std::nullopt;
    }
}

// Whether most rows have as many cells as the header; a text may begin with a line like a header.
// The head may end within a row.
bool do_rows_fit(CsvRows& rows, const Header& header, std::string_view head) {
    std::size_t fitting = 0;
    std::size_t others = 0;
    while (rows.next() && !rows.row().is_open()) {
        const bool fits = rows.row().cells() == header.names.size();
        const bool is_cut = !fits && head.size() == FileHead::HEAD_SIZE && rows.is_last();
        if (!is_cut) ++(fits ? fitting : others);
    }
    return fitting > others || fitting + others == 0;
}

bool matches(const FileHead& head, std::string_view extension, char separator) {
    if (!binary_kind(head.bytes).empty()) return false;
    const bool is_called_so = has_extension(head.path, {extension});
    if (is_called_so && head.origin != Origin::WALKED) return true;
    HeadSource source(head.bytes);
    CsvRows rows(source, head.bytes.size(), separator);
    const auto header = find_header(rows, source, head.options, separator);
    // What lies around is documents only where its header says so, and what is not called CSV only
    // where that could be nothing else.
    if (is_called_so) return header.has_value();
    return header && header->id && header->text && do_rows_fit(rows, *header, head.bytes);
}

}  // namespace

bool matches_csv(const FileHead& head) {
    return matches(head, ".csv", ',');
}

bool matches_tsv(const FileHead& head) {
    return matches(head, ".tsv", '\t');
}

ReaderPointer open_csv(SourcePointer source, ReaderContext context) {
    return std::make_unique<CsvReader>(std::move(source), std::move(context), ',');
}

ReaderPointer open_tsv(SourcePointer source, ReaderContext context) {
    return std::make_unique<CsvReader>(std::move(source), std::move(context), '\t');
}

}  // namespace descry
