#include "tests/solr/requests/lucene_query.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include <descry/analyzers/words.h>

#include "tests/solr/requests/fields.h"
#include "tests/solr/requests/parameters.h"
#include "tests/solr/requests/solr_documents.h"

namespace descry::testing {

namespace {

Xapian::Query text_query(const Field& field, const std::string& text, bool phrase) {
    WordAnalyzer analyzer;
    std::vector<std::string> words;
    analyzer.analyze(text, [&](std::string_view word) {
        words.push_back(std::string(field.prefix) + std::string(word));
    });
    return {phrase ? Xapian::Query::OP_PHRASE : Xapian::Query::OP_OR, words.begin(), words.end()};
}

Xapian::Query value_query(const Field& field, const std::string& text) {
    const std::string value = slot_value(field, text);
    return {Xapian::Query::OP_VALUE_RANGE, field.slot, value, value};
}

Xapian::Query word_query(const Field& field, const std::string& text, bool phrase) {
    if (!field.indexed) throw Refused("can not search on field " + std::string(field.name));
    if (text == "*" && !phrase && field.slot != Xapian::BAD_VALUENO) {
        return {Xapian::Query::OP_VALUE_GE, field.slot, std::string(1, '\0')};
    }
    if (field.type == Field::Type::TEXT) return text_query(field, text, phrase);
    if (field.prefix.empty()) return value_query(field, text);
    return Xapian::Query(term_of(field, text));
}

class LuceneParser {
  public:
    explicit LuceneParser(std::string_view text) : text_(text) {}

    Xapian::Query parse() {
        const Xapian::Query query = clauses(field_named("text"));
        if (at_ < text_.size()) refuse("unbalanced");
        return query;
    }

  private:
    [[noreturn]] void refuse(const std::string& what) const {
        throw Refused(what + " at " + std::to_string(at_) + " of the query '" + std::string(text_) +
                      "'");
    }

    char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

    Xapian::Query clauses(const Field& field) {
        Xapian::Query may;
        Xapian::Query must;
        Xapian::Query must_not;
        bool has_must = false;
        while (true) {
            while (peek() == ' ')
                ++at_;
            if (peek() == '\0' || peek() == ')') break;
            const char role = peek() == '+' || peek() == '-' ? text_[at_++] : ' ';
            const Xapian::Query query = clause(field);
            if (role == '+') {
                must = has_must ? Xapian::Query(Xapian::Query::OP_AND, must, query) : query;
                has_must = true;
            } else {
                Xapian::Query& sum = role == '-' ? must_not : may;
                sum = sum.empty() ? query : Xapian::Query(Xapian::Query::OP_OR, sum, query);
            }
        }
        Xapian::Query query = may;
        if (has_must) {
            query = may.empty() ? must : Xapian::Query(Xapian::Query::OP_AND_MAYBE, must, may);
        }
        if (must_not.empty()) return query;
        return {Xapian::Query::OP_AND_NOT,
                query.empty() && !has_must ? Xapian::Query::MatchAll : query, must_not};
    }

    Xapian::Query clause(const Field& outer) {
        if (text_.substr(at_).starts_with("*:*")) {
            at_ += 3;
            return Xapian::Query::MatchAll;
        }
        if (peek() == '{') refuse("no such query");
        if (peek() == '(') return group(outer);
        if (peek() == '"') return word_query(outer, quoted(), true);
        const std::string word = until(" ):");
        if (peek() != ':') return word_query(outer, word, false);
        ++at_;
        if (word == "_query_") refuse("no queries within queries");
        const Field& field = field_named(word);
        if (peek() == '(') return group(field);
        if (peek() == '"') return word_query(field, quoted(), true);
        if (peek() == '[' || peek() == '{') return range(field);
        return word_query(field, until(" )"), false);
    }

    Xapian::Query group(const Field& field) {
        ++at_;
        const Xapian::Query query = clauses(field);
        if (peek() != ')') refuse("no closing parenthesis");
        ++at_;
        return query;
    }

    std::string quoted() {
        const std::size_t begin = ++at_;
        at_ = text_.find('"', begin);
        if (at_ == std::string_view::npos) refuse("no closing quote");
        return std::string(text_.substr(begin, at_++ - begin));
    }

    std::string until(std::string_view ends) {
        const std::size_t begin = at_;
        at_ = std::min(text_.find_first_of(ends, at_), text_.size());
        if (at_ == begin) refuse("nothing to look for");
        return std::string(text_.substr(begin, at_ - begin));
    }

    Xapian::Query range(const Field& field) {
        if (field.slot == Xapian::BAD_VALUENO) refuse("no ranges of this field");
        const bool after_low = text_[at_++] == '{';
        const std::string low = until(" ");
        if (!text_.substr(at_).starts_with(" TO ")) refuse("no ' TO ' in a range");
        at_ += 4;
        const std::string high = until("]}");
        const bool before_high = text_[at_++] == '}';
        const std::string first = low == "*" ? std::string(1, '\0') : slot_value(field, low);
        Xapian::Query query = high == "*"
                                  ? Xapian::Query(Xapian::Query::OP_VALUE_GE, field.slot, first)
                                  : Xapian::Query(Xapian::Query::OP_VALUE_RANGE, field.slot, first,
                                                  slot_value(field, high));
        for (const auto& [excluded, bound] : {std::pair(after_low, low), {before_high, high}}) {
            if (excluded && bound != "*") {
                query = {Xapian::Query::OP_AND_NOT, query, value_query(field, bound)};
            }
        }
        return query;
    }

    std::string_view text_;
    std::size_t at_ = 0;
};

// A length as Lucene keeps it: four significant bits of what is above 24 (SmallFloat.intToByte4).
Xapian::termcount kept_length(Xapian::termcount length) {
    constexpr Xapian::termcount EXACT = 24;
    if (length < EXACT) return length;
    const Xapian::termcount rest = length - EXACT;
    const int shift = std::max(0, static_cast<int>(std::bit_width(rest)) - 4);
    return EXACT + (rest >> shift << shift);
}

// How many documents have a value of the string field whose term this is; 0 for words.
Xapian::doccount documents_of_string_field(const Xapian::Database& db, const std::string& term) {
    for (const Field& field : all_fields()) {
        if (field.type == Field::Type::STRING && term.starts_with(field.prefix)) {
            return field.slot == Xapian::BAD_VALUENO ? 0 : db.get_value_freq(field.slot);
        }
    }
    return 0;
}

}  // namespace

Xapian::Query parse_lucene(std::string_view text) {
    if (text.starts_with("{!")) throw Refused("no such query: '" + std::string(text) + "'");
    return LuceneParser(text).parse();
}

LuceneWeight::LuceneWeight(Xapian::doccount texts, double average_length, Xapian::doccount strings)
    : texts_(texts), average_length_(static_cast<float>(average_length)), strings_(strings) {
    need_stat(TERMFREQ);
    need_stat(WDF);
    need_stat(WDF_MAX);
    need_stat(DOC_LENGTH);
}

LuceneWeight* LuceneWeight::clone() const {
    return new LuceneWeight(texts_, average_length_, strings_);
}

void LuceneWeight::init(double) {
    const double termfreq = get_termfreq();
    // Of a field that was not counted, a filter's, the weight does not matter.
    const double documents =
        std::max<double>(get_wdf_upper_bound() == 0 ? strings_ : texts_, termfreq);
    weight_ = static_cast<float>(std::log(1 + (documents - termfreq + 0.5) / (termfreq + 0.5)));
}

// All in float, in Lucene's order, so that what ties there ties here.
double LuceneWeight::get_sumpart(Xapian::termcount wdf, Xapian::termcount length,
                                 Xapian::termcount) const {
    constexpr float K1 = 1.2F;
    constexpr float B = 0.75F;
    const float norm =
        wdf == 0
            ? 1 / K1
            : 1 / (K1 * ((1 - B) + B * static_cast<float>(kept_length(length)) / average_length_));
    const float frequency = wdf == 0 ? 1 : static_cast<float>(wdf);
    return weight_ - weight_ / (1 + frequency * norm);
}

double LuceneWeight::get_maxpart() const {
    return weight_;
}

LuceneWeight lucene_weight(const Xapian::Database& db, const std::vector<Xapian::Query>& queries) {
    Xapian::doccount texts = 0;
    for (auto at = db.postlist_begin(""); at != db.postlist_end(""); ++at) {
        if (at.get_doclength() > 0) ++texts;
    }
    Xapian::doccount strings = 0;
    for (const Xapian::Query& query : queries) {
        for (auto term = query.get_terms_begin(); term != query.get_terms_end(); ++term) {
            if (strings == 0) strings = documents_of_string_field(db, *term);
        }
    }
    return {texts, static_cast<double>(db.get_total_length()) / std::max(texts, 1U), strings};
}

bool is_match_all(const Xapian::Query& query) {
    return query.get_type() == Xapian::Query::LEAF_MATCH_ALL;
}

}  // namespace descry::testing
