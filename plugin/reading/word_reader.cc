#include "reading/word_reader.h"

#include <algorithm>

#include "base/checked_docid.h"

namespace descry {

WordStatistics WordReader::read(const Xapian::Database& db, const std::string& term) {
    WordStatistics word;
    word.term = term;
    for_each_posting(db, term, classes_->documents(), [&](const Xapian::PostingIterator& p) {
        const Xapian::docid did = *p;
        const std::uint8_t length = classes_->length_class(did);
        const std::uint32_t wdf = p.get_wdf();
        if (length == DocumentClasses::NOT_COUNTED || wdf == 0) return;
        builder_.add(wdf, length);
        const std::uint16_t position = classes_->position(did);
        if (position != DocumentClasses::NOT_IN_SAMPLE) word.sample.push_back({position, wdf});
    });
    word.histogram = builder_.finish();
    const auto by_position = [](const SampleOccurrence& a, const SampleOccurrence& b) {
        return a.position < b.position;
    };
    // In the order of docids they come sorted.
    if (!std::is_sorted(word.sample.begin(), word.sample.end(), by_position)) {
        std::sort(word.sample.begin(), word.sample.end(), by_position);
    }
    return word;
}

}  // namespace descry
