#include "tools/service/solr/solr_parameters.h"

#include <algorithm>
#include <charconv>

#include "tools/output/text.h"

namespace descry {

namespace {

constexpr std::size_t MOST_PARAMETERS = 1000;

// Parameters that are supported, or do not affect the answer.
constexpr std::string_view KNOWN_PARAMETERS =
    "q,fq,sort,fl,start,rows,df,q.op,defType,wt,json.nl,indent,_,echoParams,omitHeader,version,"
    "minExactCount,facet,facet.field,facet.query,facet.range,facet.range.start,facet.range.end,"
    "facet.range.gap,facet.sort,facet.mincount,facet.limit,facet.missing,expand,expand.q,expand.fq,"
    "expand.sort,expand.rows,expand.field,expand.nullGroup,group,group.field,group.query,"
    "group.limit,group.offset,group.sort,group.main,group.format,group.ngroups,group.facet,"
    "group.truncate";

// The supported values, if not all are.
constexpr std::pair<std::string_view, std::string_view> KNOWN_VALUES[] = {
    {"q.op", "OR,AND"},
    {"defType", "lucene"},
    {"wt", "json"},
    {"json.nl", "flat,map,arrarr"},
    {"facet.sort", "count,index"},
    {"group.format", "grouped,simple"}};

bool is_listed(std::string_view list, std::string_view name) {
    return !name.empty() && std::ranges::count(split_list(list), name) > 0;
}

}  // namespace

SolrParameters::SolrParameters(std::vector<std::pair<std::string, std::string>> pairs)
    : pairs_(std::move(pairs)) {}

std::optional<std::string> SolrParameters::get(std::string_view name) const {
    const auto found = std::find_if(pairs_.begin(), pairs_.end(),
                                    [&](const auto& pair) { return pair.first == name; });
    if (found == pairs_.end()) return std::nullopt;
    return found->second;
}

std::string SolrParameters::get(std::string_view name, std::string_view otherwise) const {
    return get(name).value_or(std::string(otherwise));
}

std::vector<std::string> SolrParameters::all(std::string_view name) const {
    std::vector<std::string> values;
    for (const auto& [key, value] : pairs_) {
        if (key == name) values.push_back(value);
    }
    return values;
}

bool SolrParameters::flag(std::string_view name) const {
    return get(name, "false") == "true";
}

int SolrParameters::number(std::string_view name, int otherwise) const {
    const std::optional<std::string> text = get(name);
    return text ? parse_int(name, *text) : otherwise;
}

void SolrParameters::check() const {
    if (pairs_.size() > MOST_PARAMETERS) throw SolrRefused("too many parameters");
    for (const auto& [name, value] : pairs_) {
        if (!is_listed(KNOWN_PARAMETERS, name)) throw SolrRefused("unknown parameter " + name);
        for (const auto& [known, values] : KNOWN_VALUES) {
            if (name == known && !is_listed(values, value))
                throw SolrRefused(name + ": '" + value + "' is none of " + std::string(values));
        }
    }
}

int parse_int(std::string_view name, const std::string& text) {
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) {
        throw SolrRefused(std::string(name) + ": not a whole number: '" + text + "'");
    }
    return number;
}

std::string LocalParameters::get(std::string_view name) const {
    const auto found = values.find(name);
    return found == values.end() ? "" : found->second;
}

void LocalParameters::reject_others(std::initializer_list<std::string_view> known) const {
    for (const auto& [name, value] : values)
        if (std::ranges::find(known, name) == known.end())
            throw SolrRefused("unknown local parameter " + name + " of {!" + type + "}");
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
            throw SolrRefused("local parameters do not end: '" + std::string(text_) + "'");
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

}  // namespace descry
