#include "engine/collection/histogram_store.h"

#include <type_traits>

namespace descry {

namespace {

static_assert(std::is_trivially_copyable_v<BagHistogram>);

// Histograms read or written at once.
constexpr std::size_t AT_ONCE = 1024;
// Most unneeded histograms read between two needed ones.
constexpr std::size_t GAP = 32;

// How many of @a documents are read at once.
std::size_t window_of(std::span<const DocumentNumber> documents) {
    std::size_t last = 0;
    while (last + 1 < documents.size() && documents[last + 1] - documents[last] <= GAP &&
           documents[last + 1] - documents[0] < AT_ONCE)
        ++last;
    return documents[last] - documents[0] + std::size_t{1};
}

}  // namespace

void HistogramStore::put(DocumentNumber document, const BagHistogram& histogram) {
    if (!file_ && (std::size_t{document} + 1) * sizeof histogram <= memory_) {
        if (kept_.size() <= document) kept_.resize(std::size_t{document} + 1);
        kept_[document] = histogram;
        return;
    }
    if (!file_) {
        file_.emplace();
        file_->write_at(0, kept_.data(), kept_.size() * sizeof histogram);
        kept_ = {};
    }
    const bool follows = document == first_unwritten_ + unwritten_.size();
    if (!follows || unwritten_.size() == AT_ONCE) {
        write_unwritten();
        first_unwritten_ = document;
    }
    unwritten_.push_back(histogram);
}

void HistogramStore::write_unwritten() {
    file_->write_at(std::uint64_t{first_unwritten_} * sizeof(BagHistogram), unwritten_.data(),
                    unwritten_.size() * sizeof(BagHistogram));
    unwritten_.clear();
}

std::vector<BagHistogram> HistogramStore::of(std::span<const DocumentNumber> documents) {
    std::vector<BagHistogram> histograms(documents.size());
    // The last histograms read, or all that are in memory.
    std::size_t begin = 0;
    std::span<const BagHistogram> window = kept_;
    std::vector<BagHistogram> read(file_ ? AT_ONCE : 0);
    if (file_) write_unwritten();
    for (std::size_t i = 0; i < documents.size(); ++i) {
        const DocumentNumber document = documents[i];
        const bool is_there = document >= begin && document < begin + window.size();
        if (!is_there && file_) {
            begin = document;
            const std::size_t wanted = window_of(documents.subspan(i)) * sizeof(BagHistogram);
            const std::size_t bytes =
                file_->read_at(std::uint64_t{begin} * sizeof(BagHistogram), read.data(), wanted);
            window = std::span(read).first(bytes / sizeof(BagHistogram));
        }
        if (document < begin + window.size()) histograms[i] = window[document - begin];
    }
    return histograms;
}

}  // namespace descry
