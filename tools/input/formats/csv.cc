#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "tools/input/bytes/charset.h"
#include "tools/input/documents/document.h"
#include "tools/input/formats/formats.h"
#include "tools/input/parsing/csv_rows.h"
#include "tools/input/parsing/table_header.h"

namespace descry {

namespace {

struct Header {
    std::vector<std::string> names;
    std::optional<std::size_t> id;
    std::vector<std::size_t> texts;  // in requested order
    CsvDialect dialect;
    bool has_byte_order_mark = false;
    std::string separator_line;  // `sep=;` and its end
    std::string line;            // including the separator line
};

constexpr std::size_t MOST_OF_A_HEADER = std::size_t{1} << 20;

// Size of the sample that decides whether cells are quoted.
constexpr std::size_t QUOTES_SAMPLE = std::size_t{64} << 10;

class DecodedCells {
  public:
    /// @param source the source of @a rows
    DecodedCells(const CsvRows& rows, InputEncoding& encoding, ByteSource& source)
        : rows_(rows),
          encoding_(encoding),
          source_(source),
          is_concerned_(encoding.concerns(rows.bytes())) {
        // The whole row determines the encoding, not its first cell.
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
        throw InputError(fmt::format("two columns are named \"{}\"", name));
    }
    return static_cast<std::size_t>(found - names.begin());
}

std::optional<char> named_separator(std::string_view line) {
    constexpr std::string_view NAME = "sep=";
    if (line.starts_with('"') && line.ends_with('"') && line.size() > 1)
        line = line.substr(1, line.size() - 2);
    if (line.size() != NAME.size() + 1 || !begins_in_any_case(line, NAME)) return std::nullopt;
    return line.back();
}

bool has_needed_columns(const std::vector<std::string>& names, const InputOptions& options) {
    const auto has = [&](const std::string& name) { return std::ranges::count(names, name) == 1; };
    const bool has_id = options.id_from != IdFrom::MEMBER || has(options.id_field);
    return has_id && (options.text_optional || std::ranges::all_of(options.text_fields, has));
}

// Spreadsheets in many countries write semicolons; some programs write tabs in files named CSV.
CsvDialect dialect_of_header(std::string_view header, CsvDialect given,
                             const InputOptions& options) {
    constexpr std::string_view OF_CSV = ",;\t|";
    const std::string_view separators =
        given.separator == ',' ? OF_CSV : std::string_view(&given.separator, 1);
    CsvDialect dialect = given;
    for (const bool skips_blanks : {false, true}) {
        for (const char separator : separators) {
            dialect.separator = separator;
            dialect.skips_blanks = skips_blanks;
            const auto names = cells_of_row(header, dialect);
            if (names.size() > 1 && has_needed_columns(names, options)) return dialect;
        }
    }
    // None fits: uses the most likely one, so that the error names its columns.
    dialect = given;
    const bool is_one_cell = cells_of_row(header, given).size() == 1;
    const std::size_t other = is_one_cell ? separators.find_first_of(header, 1) : separators.npos;
    if (other != separators.npos) dialect.separator = separators[other];
    return dialect;
}

// nullopt for an empty file.
// @throw InputError a required column is missing
std::optional<Header> read_header(CsvRows& rows, const InputOptions& options, CsvDialect given,
                                  InputEncoding& encoding, ByteSource& source) {
    Header header;
    header.has_byte_order_mark = rows.skip_byte_order_mark();
    const std::size_t most = std::min(MOST_OF_A_HEADER, options.max_document_bytes);
    rows.limit_rows(most);
    if (!rows.next()) return std::nullopt;
    if (rows.too_long()) throw InputError(fmt::format("a header line of more than {} bytes", most));
    header.dialect = given;
    if (const auto separator = named_separator(rows.bytes())) {
        header.dialect.separator = *separator;
        rows.read_again(header.dialect);
        header.separator_line = rows.bytes_with_end();
        if (!rows.next()) return std::nullopt;
    } else {
        header.dialect = dialect_of_header(rows.bytes(), given, options);
        if (header.dialect != given) rows.read_again(header.dialect);
    }
    rows.limit_rows(options.max_document_bytes);
    if (rows.too_long()) throw InputError(fmt::format("a header line of more than {} bytes", most));
    if (!rows.row().problem().empty()) throw InputError(std::string(rows.row().problem()));
    header.names = DecodedCells(rows, encoding, source).all();
    header.id = find_column(header.names, options.id_field);
    std::string missing_text;
    for (const std::string& name : options.text_fields) {
        const auto column = find_column(header.names, name);
        if (column) header.texts.push_back(*column);
        if (!column && missing_text.empty()) missing_text = name;
    }
    const auto reject = [&](const std::string& name, std::string_view ways) {
        constexpr std::size_t MOST_SHOWN = 12;
        constexpr std::size_t MOST_OF_A_NAME = 60;
        std::vector<std::string> shown;
        for (std::size_t i = 0; i < std::min(header.names.size(), MOST_SHOWN); ++i)
            shown.push_back(header.names[i].substr(0, MOST_OF_A_NAME));
        throw InputError(fmt::format("no column \"{}\" among \"{}\"{}{}", name,
                                     fmt::join(shown, "\", \""),
                                     header.names.size() > MOST_SHOWN ? " and others" : "", ways));
    };
    if (!header.id && options.id_from == IdFrom::MEMBER) reject(options.id_field, WAYS_TO_AN_ID);
    if (!missing_text.empty() && !options.text_optional) {
        reject(missing_text, "; choose one with --text-field NAME");
    }
    return header;
}

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

struct Fit {
    std::size_t wrong_rows = 0;
    std::size_t quoted_cells = 0;
};

Fit fit_of(std::string_view sample, CsvDialect dialect, std::size_t columns) {
    Fit fit;
    HeadSource source(sample);
    CsvRows rows(source, sample.size(), dialect);
    while (rows.next()) {
        const CsvRow& row = rows.row();
        // The sample may end within a row.
        if (rows.is_last() && sample.size() >= QUOTES_SAMPLE) break;
        const bool is_wrong = !row.problem().empty() || row.cells() != columns;
        fit.wrong_rows += is_wrong ? 1U : 0U;
        for (std::size_t i = 0; !is_wrong && i < row.cells(); ++i)
            fit.quoted_cells += row.is_quoted(i) ? 1U : 0U;
    }
    return fit;
}

// Most programs that write tabs do not quote.
bool has_quotes(std::string_view sample, CsvDialect dialect, std::size_t columns) {
    if (dialect.separator == ',' || !dialect.has_quotes) return dialect.has_quotes;
    const Fit quoted = fit_of(sample, dialect, columns);
    if (2 * quoted.quoted_cells >= quoted.wrong_rows) return true;
    dialect.has_quotes = false;
    return fit_of(sample, dialect, columns).wrong_rows >= quoted.wrong_rows;
}

std::string told(const CsvDialect& dialect) {
    return fmt::format("columns separated by {}{}, {}",
                       dialect.separator == '\t' ? "tabs" : fmt::format("'{}'", dialect.separator),
                       dialect.skips_blanks ? " and spaces" : "",
                       dialect.has_quotes ? "cells may be in quotes" : "quotes are characters");
}

class CsvReader : public RecordReader {
  public:
    CsvReader(SourcePointer source, ReaderContext context, char separator)
        : RecordReader(std::move(source), std::move(context)),
          given_{separator, context_.options.csv_quotes.value_or(true)},
          rows_(*source_, context_.options.max_document_bytes, given_) {}

    std::string location() const override {
        return fmt::format("{}:{}", context_.location, line_of_header_.value_or(rows_.line()));
    }

  private:
    bool next_record() override {
        if (!header_) {
            try {
                read_header_of_file();
            } catch (const InputError&) {
                save_rows();
                throw;
            }
        }
        return header_ && rows_.next();
    }

    void save_rows() {
        line_of_header_ = rows_.line();
        const std::string line(rows_.bytes_with_end());
        if (!context_.options.take_rejected) return context_.save(line, {});
        while (rows_.next())
            context_.save(record(), line);
    }

    void read_header_of_file() {
        header_ = read_header(rows_, context_.options, given_, encoding_, *source_);
        if (!header_) return;
        if (!context_.options.csv_quotes) find_quotes();
        context_.problems.detail(context_.location, told(header_->dialect));
        header_->line = header_->separator_line.append(rows_.bytes_with_end());
        if (!context_.options.take_header) return;
        header_line_ = context_.options.take_header({header_->line, header_->names,
                                                     header_->dialect, header_->has_byte_order_mark,
                                                     location(), encoding_name_});
    }

    void find_quotes() {
        std::string sample(rows_.unread().substr(0, QUOTES_SAMPLE));
        if (sample.size() < QUOTES_SAMPLE)
            sample += source_->look_ahead(QUOTES_SAMPLE).substr(0, QUOTES_SAMPLE - sample.size());
        const bool are_there = has_quotes(sample, header_->dialect, header_->names.size());
        if (are_there == header_->dialect.has_quotes) return;
        header_->dialect.has_quotes = are_there;
        rows_.read_again(header_->dialect);
    }

    std::string rejection_of_row() const {
        if (rows_.too_long()) return too_large(context_.options.max_document_bytes);
        if (!rows_.row().problem().empty()) return std::string(rows_.row().problem());
        const std::size_t cells = rows_.row().cells();
        if (cells == header_->names.size()) return {};
        return fmt::format("{} {}, but the header line has {}", cells,
                           cells == 1 ? "cell" : "cells", header_->names.size());
    }

    std::string fill(InputDocument& document) override {
        if (std::string rejection = rejection_of_row(); !rejection.empty()) return rejection;
        document.clear();
        if (header_->texts.empty()) document.text_kind.reset();
        DecodedCells cells(rows_, encoding_, *source_);
        texts_.assign(header_->texts.size(), {});
        for (std::size_t i = 0; i < header_->names.size(); ++i)
            add_cell(i, cells.cell(i), document);
        document.text = texts_.size() == 1 ? std::move(texts_.front())
                                           : fmt::format("{}", fmt::join(texts_, "\n"));
        document.stray_bytes = cells.stray_bytes();
        // Otherwise all rows without an id would share the empty one.
        if (document.id.empty()) {
            if (context_.options.id_from == IdFrom::MEMBER) {
                return fmt::format("nothing in column \"{}\"{}", context_.options.id_field,
                                   WAYS_TO_AN_ID);
            }
            make_id(document, context_.options.id_from, context_.path,
                    fmt::format(":{}", rows_.line()), rows_.bytes());
        }
        if (context_.options.records) {
            document.record = record();
            document.record_header = header_line_;
        }
        return {};
    }

    std::string_view record() const override {
        return rows_.too_long() ? std::string_view() : rows_.bytes_with_end();
    }
    std::string_view header() const override { return header_->line; }

    void add_cell(std::size_t number, std::string value, InputDocument& document) {
        const auto text = std::ranges::find(header_->texts, number);
        if (text != header_->texts.end())
            texts_[static_cast<std::size_t>(text - header_->texts.begin())] = value;
        if (number == header_->id) {
            document.id = std::move(value);
        } else if ((text == header_->texts.end() || texts_.size() > 1) && !value.empty()) {
            // One of several texts may be a title, or a date to order by.
            document.add_field(header_->names[number], std::move(value));
        }
    }

    CsvDialect given_;
    CsvRows rows_;
    std::optional<Header> header_;
    std::shared_ptr<const std::string> header_line_;
    std::optional<std::uint64_t> line_of_header_;  // if it is the reason for rejecting the table
    std::vector<std::string> texts_;
};

// The header at the head of a file, if suitable.
std::optional<Header> find_header(CsvRows& rows, HeadSource& source, const InputOptions& options,
                                  CsvDialect given) {
    InputEncoding encoding(options.encoding, nullptr, {});
    try {
        return read_header(rows, options, given, encoding, source);
    } catch (const InputError&) {
        return std::nullopt;
    }
}

// Whether most rows have as many cells as the header, since a text may begin with a line like a
// header. The head may end within a row.
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
    const CsvDialect given{separator, head.options.csv_quotes.value_or(true)};
    CsvRows rows(source, head.bytes.size(), given);
    const auto header = find_header(rows, source, head.options, given);
    // A file found in a directory needs a suitable header; one not named CSV must be unambiguous.
    if (is_called_so) return header.has_value();
    const bool is_told =
        header && !header->texts.empty() &&
        (header->id || (head.options.id_from != IdFrom::MEMBER && header->names.size() > 1));
    return is_told && do_rows_fit(rows, *header, head.bytes);
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
