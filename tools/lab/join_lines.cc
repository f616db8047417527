#include "tools/lab/join_lines.h"

#include <algorithm>
#include <iostream>
#include <stdexcept>

#include <fmt/format.h>

#include "tools/output/text.h"

namespace descry {

namespace {

constexpr std::string_view MARK = "#descry-join/1";

template <typename Source>
bool comes_later(const std::unique_ptr<Source>& a, const std::unique_ptr<Source>& b) {
    return a->line > b->line;
}

}  // namespace

std::string join_header(std::string_view step, std::string_view recipe) {
    return fmt::format("{} {} {}", MARK, step, recipe);
}

JoinLines::JoinLines(const std::vector<std::string>& files, std::string_view step) {
    const std::string start = join_header(step, "");
    for (const std::string& name : files) {
        auto source = std::make_unique<Source>();
        source->name = name;
        if (name == "-") {
            source->stream = &std::cin;
        } else {
            source->file = std::make_unique<std::ifstream>(name);
            source->stream = source->file.get();
        }
        if (!std::getline(*source->stream, source->line)) reject(*source, "cannot be read");
        if (!source->line.starts_with(start)) {
            reject(*source, fmt::format("not written by descry-lab join {}", step));
        }
        const std::string recipe = source->line.substr(start.size());
        if (recipe_.empty()) recipe_ = recipe;
        if (recipe != recipe_) {
            reject(*source, fmt::format("made of other shingles: {}, not {}", recipe, recipe_));
        }
        source->line.clear();
        if (read(*source)) sources_.push_back(std::move(source));
    }
    std::make_heap(sources_.begin(), sources_.end(), comes_later<Source>);
}

bool JoinLines::next(std::vector<std::string_view>& fields, std::size_t count) {
    if (taken_ && read(*taken_)) {
        sources_.push_back(std::move(taken_));
        std::push_heap(sources_.begin(), sources_.end(), comes_later<Source>);
    }
    taken_.reset();
    if (sources_.empty()) return false;
    std::pop_heap(sources_.begin(), sources_.end(), comes_later<Source>);
    taken_ = std::move(sources_.back());
    sources_.pop_back();
    fields.clear();
    for (std::string_view rest = taken_->line;;) {
        const std::size_t tab = rest.find('\t');
        fields.push_back(rest.substr(0, tab));
        if (tab == rest.npos) break;
        rest.remove_prefix(tab + 1);
    }
    if (fields.size() != count) {
        reject(*taken_, fmt::format("{}, must be {}", counted(fields.size(), "field"), count));
    }
    return true;
}

std::uint64_t JoinLines::number(std::string_view field) const {
    const auto value = number_of<std::uint64_t>(field);
    if (!value) reject(*taken_, fmt::format("\"{}\" is not a number", field));
    return *value;
}

void JoinLines::reject(const Source& source, const std::string& why) {
    throw std::runtime_error(fmt::format("{}:{}: {}", source.name, source.number, why));
}

bool JoinLines::read(Source& source) {
    std::string line;
    if (!std::getline(*source.stream, line)) {
        if (source.stream->bad()) reject(source, "cannot be read");
        return false;
    }
    ++source.number;
    if (line < source.line) reject(source, "not in ascending order");
    source.line = std::move(line);
    return true;
}

}  // namespace descry
