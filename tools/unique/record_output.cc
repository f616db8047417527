#include "tools/unique/record_output.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analyzers/utf8.h"
#include "tools/input/bytes/charset.h"
#include "tools/output/json_text.h"

namespace descry {

namespace {

// An object for a row, whose columns may have equal names.
std::string json_of_row(const std::string& row, const TableHeader& header) {
    nlohmann::ordered_json object = nlohmann::ordered_json::object();
    std::vector<std::string> cells = cells_of_row(row, header.dialect);
    for (std::size_t i = 0; i < cells.size() && i < header.columns.size(); ++i) {
        std::string name = header.columns[i];
        for (int n = 2; object.contains(name); ++n)
            name = header.columns[i] + "_" + std::to_string(n);
        repair_utf8(cells[i]);
        object[name] = std::move(cells[i]);
    }
    return json_text(object);
}

std::string marked_json(std::string line, const RecordMarks& marks) {
    const auto value_of = [](const std::optional<std::string>& text) {
        return text ? json_string(*text) : "null";
    };
    const std::string values[] = {value_of(marks.group), value_of(marks.head),
                                  marks.similarity.value_or("null"),
                                  marks.is_kept ? "true" : "false"};
    std::string members;
    for (std::size_t i = 0; i < MARK_NAMES.size(); ++i)
        members += fmt::format(",\"{}\":{}", MARK_NAMES[i], values[i]);
    return line.insert(line.rfind('}'), members);
}

// Further cells, in the form that follows a row.
std::string further_cells(std::vector<std::string> cells, CsvDialect dialect) {
    cells.emplace(cells.begin());
    return csv_row(std::move(cells), dialect);
}

}  // namespace

RecordOutput::RecordOutput(OutputFile& out, const TableHeaders& headers, bool is_table,
                           bool is_marked)
    : out_(out), headers_(headers), table_(is_table ? headers.first() : nullptr) {
    if (table_ == nullptr) return;
    const std::string_view end = line_end_of(table_->line);
    if (!end.empty()) line_end_ = end;
    if (table_->has_byte_order_mark) out_.write(UTF8_MARK);
    if (is_marked) cells_ = further_cells({MARK_NAMES.begin(), MARK_NAMES.end()}, table_->dialect);
    write_line(table_->line, end);
}

void RecordOutput::write(const std::string& record, const std::string* header,
                         const RecordMarks* marks) {
    if (marks == nullptr) {
        write_record(record, header);
    } else if (table_ != nullptr) {
        cells_ = further_cells({marks->group.value_or(""), marks->head.value_or(""),
                                marks->similarity.value_or(""), marks->is_kept ? "true" : "false"},
                               table_->dialect);
        write_record(record, header);
    } else {
        const std::string json =
            header == nullptr ? record : json_of_row(record, headers_.of(*header)) + "\n";
        write_record(marked_json(json, *marks), nullptr);
    }
}

void RecordOutput::write_record(const std::string& record, const std::string* header) {
    if (header == nullptr) {
        write_line(record, line_end_of(record));
    } else if (table_ == nullptr) {
        write_line(json_of_row(record, headers_.of(*header)) + "\n", "\n");
    } else {
        write_row(record, headers_.of(*header));
    }
}

void RecordOutput::write_line(std::string_view line, std::string_view end) {
    if (is_line_open_) out_.write(line_end_);
    out_.write(line.substr(0, line.size() - end.size()));
    out_.write(cells_);
    out_.write(end);
    is_line_open_ = end.empty();
}

void RecordOutput::write_row(const std::string& row, const TableHeader& header) {
    const std::string_view end = line_end_of(row);
    if (&header == table_ || (end == line_end_ && header.dialect == table_->dialect &&
                              header.columns == table_->columns)) {
        write_line(row, end);
        return;
    }
    if (is_line_open_) out_.write(line_end_);
    is_line_open_ = false;
    if (header.dialect == table_->dialect && header.columns == table_->columns) {
        out_.write(std::string_view(row).substr(0, row.size() - end.size()));
    } else {
        if (last_ != &header) columns_ = matching_columns(table_->columns, header.columns);
        last_ = &header;
        std::vector<std::string> cells = cells_of_row(row, header.dialect);
        cells.emplace_back();  // of columns that it lacks
        std::vector<std::string> ordered;
        for (const std::size_t column : columns_)
            ordered.push_back(cells[std::min(column, cells.size() - 1)]);
        out_.write(csv_row(std::move(ordered), table_->dialect));
    }
    out_.write(cells_);
    out_.write(line_end_);
}

}  // namespace descry
