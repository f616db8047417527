#include "tests/solr/requests/lucene_weight.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <string>

#include "tests/solr/requests/solr_documents.h"

namespace descry::testing {

namespace {

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
    for (const SolrField& field : solr_fields()) {
        if (field.terms == SolrField::Terms::WHOLE && term.starts_with(field.prefix)) {
            return field.slot == Xapian::BAD_VALUENO ? 0 : db.get_value_freq(field.slot);
        }
    }
    return 0;
}

}  // namespace

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

}  // namespace descry::testing
