#include "tools/input/parsing/table_header.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "tools/input/parsing/csv_rows.h"

namespace descry {

namespace {

std::string in_quotes(std::string_view cell) {
    std::string all = "\"";
    for (const char c : cell) {
        if (c == '"') all += '"';
        all += c;
    }
    return all + '"';
}

std::string names_of_missing(const TableHeader& header, const TableHeader& first) {
    constexpr std::size_t MOST_SHOWN = 5;
    constexpr std::size_t MOST_OF_A_NAME = 60;
    const auto matches = matching_columns(header.columns, first.columns);
    std::string names;
    std::size_t missing = 0;
    for (std::size_t i = 0; i < matches.size(); ++i) {
        if (matches[i] != first.columns.size() || ++missing > MOST_SHOWN) continue;
        names += fmt::format("{}\"{}\"", names.empty() ? "" : ", ",
                             header.columns[i].substr(0, MOST_OF_A_NAME));
    }
    return missing > MOST_SHOWN ? names + " and others" : names;
}

}  // namespace

std::shared_ptr<const std::string> TableHeaders::add(TableHeader header) {
    // The byte order mark distinguishes files, but not tables.
    const CsvDialect& dialect = header.dialect;
    std::string key{dialect.separator, dialect.has_quotes ? '"' : ' ',
                    dialect.skips_blanks ? ' ' : '_'};
    key += header.line;
    std::string location = header.location;
    std::shared_ptr<TableHeader>& known = by_line_[std::move(key)];
    if (known == nullptr) {
        known = std::make_shared<TableHeader>(std::move(header));
        by_address_.emplace(&known->line, known.get());
        if (first_ == nullptr) first_ = known.get();
    }
    if (const std::string missing = names_of_missing(*known, *first_); !missing.empty()) {
        misfits_.push_back(
            {std::move(location), &known->line,
             fmt::format("the first table has no column {}; list the file with all columns first",
                         missing)});
    }
    return {known, &known->line};
}

std::string_view line_end_of(std::string_view line) {
    if (line.ends_with("\r\n")) return line.substr(line.size() - 2);
    const bool has_end = line.ends_with('\n') || line.ends_with('\r');
    return line.substr(line.size() - (has_end ? 1 : 0));
}

std::vector<std::string> cells_of_row(std::string_view row, CsvDialect dialect) {
    CsvRow parsed(dialect);
    parsed.read(row, true);
    std::vector<std::string> cells;
    for (std::size_t i = 0; i < parsed.cells(); ++i)
        cells.push_back(parsed.cell(row, i));
    return cells;
}

std::vector<std::size_t> matching_columns(const std::vector<std::string>& to,
                                          const std::vector<std::string>& from) {
    std::unordered_map<std::string_view, std::vector<std::size_t>> places;
    for (std::size_t i = from.size(); i != 0; --i)
        places[from[i - 1]].push_back(i - 1);
    std::vector<std::size_t> matches;
    for (const std::string& name : to) {
        const auto found = places.find(name);
        const bool is_there = found != places.end() && !found->second.empty();
        matches.push_back(is_there ? found->second.back() : from.size());
        if (is_there) found->second.pop_back();
    }
    return matches;
}

std::string csv_row(std::vector<std::string> cells, CsvDialect dialect) {
    const std::string ends = std::string("\r\n") + dialect.separator;
    std::string row;
    for (std::string& cell : cells) {
        if (&cell != cells.data()) row += dialect.separator;
        const bool needs_quotes = cell.find_first_of(ends + '"') != std::string::npos;
        if (dialect.has_quotes) {
            row += needs_quotes ? in_quotes(cell) : cell;
            continue;
        }
        std::ranges::replace_if(
            cell, [&](char c) { return ends.find(c) != std::string::npos; }, ' ');
        row += cell;
    }
    // An empty line would not be a row.
    return row.empty() && cells.size() == 1 && dialect.has_quotes ? "\"\"" : row;
}

}  // namespace descry
