#include <algorithm>
#include <mutex>
#include <optional>
#include <string>
#include <unordered_map>
#include <utility>

#include <descry/texts/text_finder.h>

#include "engine/collection/candidate_buckets.h"
#include "engine/collection/document_keys.h"
#include "engine/distance/pair_verifier.h"
#include "engine/distance/text_words.h"
#include "engine/inside/inside_match.h"
#include "engine/inside/inside_table.h"
#include "engine/texts/analyzed_texts.h"
#include "engine/texts/joined_words.h"

namespace descry {

namespace {

// Compared candidates: the likeliest, at least this many, and this many times the requested rows.
constexpr std::size_t MIN_COMPARED = 128;
constexpr std::size_t COMPARED_SHARE = 4;

// Compared documents are cached up to this many bytes.
constexpr std::size_t KEPT_BYTES = std::size_t{32} << 20;

std::uint64_t posted(std::uint64_t key) {
    return content_hash_part(key, 0);
}

// Distinct from the bands' keys.
std::uint64_t posted_content(std::uint64_t content_hash) {
    return content_hash_part(content_hash, 1);
}

template <typename Found>
void keep_first(std::vector<Found>& found, std::size_t rows, bool descending) {
    std::ranges::sort(found, {}, [descending](const Found& one) {
        const auto& [document, number] = one;
        return std::pair(descending ? WHOLE_DISTANCE - number : number, document);
    });
    if (found.size() > rows) found.resize(rows);
}

}  // namespace

// A text that is not in the collection.
class QueryText final : public DocumentToCompare {
  public:
    /// @param prefix of the collection's terms
    QueryText(const Model& model, std::string prefix)
        : prefix_(std::move(prefix)), signer_(model), sequences_(model.parameters()) {}

    void assign(std::string words, std::uint64_t apart) {
        text_ = CanonicalText(std::move(words));
        std::vector<std::string_view> sorted;
        for_each_word(text_.utf8(), [&](std::string_view word) { sorted.push_back(word); });
        std::ranges::sort(sorted);
        terms_.clear();
        for (const std::string_view word : sorted) {
            if (terms_.empty() || terms_.back().term != word) terms_.push_back({word, 0});
            ++terms_.back().wdf;
        }
        if (!prefix_.empty()) add_prefix();
        bag_ = Bag(terms_);
        if (terms_.empty()) return;
        keys_ = signer_.sign(terms_, sequences_.sign(text_.utf8()), apart);
    }

    const DocumentKeys& keys() const { return keys_; }
    const CanonicalText& words() const { return text_; }

    const Bag& bag() override { return bag_; }
    bool is_text_cheap() override { return CanonicalText::is_short(bag_.characters()); }
    const CanonicalText* text() override { return &text_; }
    const CanonicalText* text_in_memory() override { return &text_; }
    const CharacterSketch* sketch() override {
        return keys_.characters ? &*keys_.characters : nullptr;
    }
    std::span<const TermCount> terms() override { return terms_; }
    std::uint64_t apart_value() override { return keys_.kept_apart(); }

  private:
    void add_prefix() {
        prefixed_.clear();
        prefixed_.reserve(text_.utf8().size() + terms_.size() * prefix_.size());
        for (TermCount& term : terms_) {
            const std::size_t begin = prefixed_.size();
            prefixed_.append(prefix_).append(term.term);
            term.term = std::string_view(prefixed_).substr(begin);
        }
    }

    std::string prefix_;
    std::string prefixed_;  // terms, one after the other
    DocumentKeySigner signer_;
    SequenceKeySigner sequences_;
    CanonicalText text_;
    std::vector<TermCount> terms_;
    Bag bag_;
    DocumentKeys keys_;
};

struct TextFinder::Impl {
    std::shared_ptr<const Collection> collection;
    std::shared_ptr<const Model> model;
    std::vector<DocumentNumber> documents;  // that have keys
    std::vector<std::uint64_t> content_hashes;
    std::vector<BagHistogram> histograms;   // by document
    std::vector<CharacterSketch> sketches;  // by document, or empty
    std::vector<std::uint64_t> apart;       // by document, or empty
    PostingTable table;                     // documents by their keys, and by their contents
    std::once_flag once;
    std::optional<InsideTable> inside;

    std::uint64_t kept_apart(DocumentNumber document) const {
        return document < apart.size() ? apart[document] : 0;
    }

    const InsideTable& inside_table() {
        std::call_once(once, [this] { inside.emplace(*collection, documents); });
        return *inside;
    }
};

TextFinder::TextFinder(std::shared_ptr<const Collection> documents,
                       std::shared_ptr<const Model> model, CollectionKeys keys)
    : impl_(std::make_unique<Impl>()) {
    impl_->collection = std::move(documents);
    impl_->model = std::move(model);
    keys.bands.for_each([this](const BandRecord& record) {
        impl_->table.add(PostingTable::posting(posted(record.key), record.document));
    });
    std::vector<DocumentNumber> all(keys.content_hashes.size());
    for (DocumentNumber document = 0; document < all.size(); ++document) {
        all[document] = document;
        const std::uint64_t hash = keys.content_hashes[document];
        if (hash == 0) continue;
        impl_->documents.push_back(document);
        impl_->table.add(PostingTable::posting(posted_content(hash), document));
    }
    const std::size_t most = max_heads_of(*impl_->model);
    impl_->table.close([most](auto of_key) { return std::min(of_key.size(), most); });
    impl_->histograms = keys.histograms.of(all);
    impl_->content_hashes = std::move(keys.content_hashes);
    impl_->sketches = std::move(keys.sketches);
    impl_->apart = std::move(keys.apart);
}

TextFinder::TextFinder(TextFinder&&) noexcept = default;
TextFinder& TextFinder::operator=(TextFinder&&) noexcept = default;
TextFinder::~TextFinder() = default;

class TextFinder::Reader::Impl {
  public:
    explicit Impl(TextFinder::Impl& finder)
        : finder_(finder),
          parameters_(finder.model->parameters()),
          verifier_(pair_limits(parameters_)),
          reader_(finder.collection->reader()),
          asked_(*finder.model, finder.collection->term_prefix()) {}

    FoundDocuments find(std::string_view text, const FindOptions& options) {
        if (!analyzer_) analyzer_.emplace(recipe_of_texts(finder_.model.get()));
        text_hash_ = folded_text_hash(text);
        return find_asked(joined_words_of(*analyzer_, text), options);
    }

    FoundDocuments find_words(std::string_view words, const FindOptions& options) {
        text_hash_ = 0;
        return find_asked(std::string(words), options);
    }

    const CanonicalText& words() const { return asked_.words(); }

  private:
    struct Known {
        std::optional<Bag> bag;
        std::optional<CanonicalText> text;
        bool is_text_read = false;
        std::size_t bytes = 0;  // as counted in kept_bytes_
    };
    class Stored;

    FoundDocuments find_asked(std::string words, const FindOptions& options) {
        if (kept_bytes_ > KEPT_BYTES) {
            kept_.clear();
            kept_bytes_ = 0;
        }
        FoundDocuments found;
        asked_.assign(std::move(words), options.apart);
        if (asked_.words().empty()) return found;
        if (options.near) find_near(options, found.near);
        if (options.inside) find_inside(options, found);
        return found;
    }

    static std::size_t most_compared(const FindOptions& options) {
        return std::max(MIN_COMPARED, COMPARED_SHARE * options.rows);
    }

    void find_near(const FindOptions& options, std::vector<NearDocument>& near);
    void find_inside(const FindOptions& options, FoundDocuments& found);
    std::vector<DocumentNumber> documents_of_keys() const;
    std::vector<DocumentNumber> likeliest(std::vector<DocumentNumber> candidates,
                                          std::size_t most) const;
    std::optional<DistanceMillionths> compare(DocumentNumber document);

    void count_bytes(Known& known);
    const Bag& bag_of(DocumentNumber document);
    const CanonicalText* text_of(DocumentNumber document);

    TextFinder::Impl& finder_;
    const ModelParameters& parameters_;
    PairVerifier verifier_;
    std::unique_ptr<TermListReader> reader_;
    std::optional<WordAnalyzer> analyzer_;  // made with the first text
    QueryText asked_;
    std::uint64_t text_hash_ = 0;  // 0: unknown
    std::unordered_map<DocumentNumber, Known> kept_;
    std::size_t kept_bytes_ = 0;
    InsideTable::Scratch scratch_;
    ContainerText asked_container_;
    ContainerText container_;
    HashedWords asked_words_;
    HashedWords inside_;
};

class TextFinder::Reader::Impl::Stored final : public DocumentToCompare {
  public:
    Stored(Impl& reader, DocumentNumber document) : reader_(reader), document_(document) {}

    const Bag& bag() override { return reader_.bag_of(document_); }
    BagHistogram histogram() override {
        const BagHistogram& known = reader_.finder_.histograms[document_];
        return known.is_known() ? known : BagHistogram(bag());
    }
    bool is_text_cheap() override {
        const BagHistogram& known = reader_.finder_.histograms[document_];
        return known.is_known() && CanonicalText::is_short(known.characters());
    }
    const CanonicalText* text() override { return reader_.text_of(document_); }
    const CharacterSketch* sketch() override {
        const auto& sketches = reader_.finder_.sketches;
        return document_ < sketches.size() ? &sketches[document_] : nullptr;
    }
    std::span<const TermCount> terms() override {
        reader_.reader_->read(document_);
        return reader_.reader_->terms();
    }
    std::uint64_t apart_value() override { return reader_.finder_.kept_apart(document_); }

  private:
    Impl& reader_;
    DocumentNumber document_;
};

void TextFinder::Reader::Impl::count_bytes(Known& known) {
    const std::size_t bytes = sizeof(Known) + (known.bag ? known.bag->memory() : 0) +
                              (known.text ? known.text->memory() : 0);
    kept_bytes_ += bytes - std::exchange(known.bytes, bytes);
}

const Bag& TextFinder::Reader::Impl::bag_of(DocumentNumber document) {
    Known& of = kept_[document];
    if (!of.bag) {
        reader_->read(document);
        of.bag.emplace(reader_->terms());
        count_bytes(of);
    }
    return *of.bag;
}

const CanonicalText* TextFinder::Reader::Impl::text_of(DocumentNumber document) {
    Known& of = kept_[document];
    if (!of.is_text_read) {
        of.text = reader_->read_text(document);
        of.is_text_read = true;
        count_bytes(of);
    }
    return of.text ? &*of.text : nullptr;
}

std::vector<DocumentNumber> TextFinder::Reader::Impl::documents_of_keys() const {
    std::vector<DocumentNumber> documents;
    const auto add = [&](std::uint64_t hash) {
        for (const PostingTable::Posting posting : finder_.table.of(hash))
            documents.push_back(PostingTable::number_of(posting));
    };
    visit_band_keys(asked_.keys(), [&](std::uint64_t key) { add(posted(key)); });
    add(posted_content(asked_.keys().content_hash));
    std::ranges::sort(documents);
    documents.erase(std::ranges::unique(documents).begin(), documents.end());
    return documents;
}

// Of those that are neither kept apart nor surely far.
std::vector<DocumentNumber> TextFinder::Reader::Impl::likeliest(
    std::vector<DocumentNumber> candidates, std::size_t most) const {
    const DistanceMillionths limit = parameters_.grouping.distance;
    const auto& own_sketch = asked_.keys().characters;
    std::vector<std::pair<std::uint64_t, DocumentNumber>> left;  // by unlikeliness
    const std::uint64_t kept_apart = asked_.keys().kept_apart();
    for (const DocumentNumber document : candidates) {
        if (finder_.kept_apart(document) != kept_apart) continue;
        const DistanceMillionths least =
            bag_distance_lower_bound(asked_.keys().histogram, finder_.histograms[document]);
        unsigned equal = 0;
        if (own_sketch && document < finder_.sketches.size()) {
            const CharacterSketch& sketch = finder_.sketches[document];
            equal = equal_bins(*own_sketch, sketch);
            if (least > verifier_.reach(limit) && !share_characters(*own_sketch, sketch, limit))
                continue;
        } else if (least > verifier_.reach(limit)) {
            continue;
        }
        left.emplace_back(std::uint64_t{CHARACTER_BINS - equal} << 32 | least, document);
    }
    if (left.size() > most) {
        std::ranges::nth_element(left, left.begin() + static_cast<std::ptrdiff_t>(most));
        left.resize(most);
    }
    candidates.clear();
    for (const auto& [unlikeliness, document] : left)
        candidates.push_back(document);
    std::ranges::sort(candidates);
    return candidates;
}

// As in grouping, documents of few words are near only to those of the same words.
std::optional<DistanceMillionths> TextFinder::Reader::Impl::compare(DocumentNumber document) {
    Stored other(*this, document);
    const DistanceMillionths limit = parameters_.grouping.distance;
    const std::uint32_t min_words = parameters_.min_short_length;
    const bool is_short =
        asked_.bag().words() < min_words ||
        (!finder_.histograms[document].is_known() && other.bag().words() < min_words);
    if (is_short) {
        const bool same = asked_.bag() == other.bag() && verifier_.distance(asked_, other) == 0;
        return same && !verifier_.rejected(asked_, other) ? std::optional(DistanceMillionths{0})
                                                          : std::nullopt;
    }
    const auto distance = verifier_.match(asked_, other, limit);
    if (distance || parameters_.contained == 0) return distance;
    return verifier_.match(other, asked_, limit);
}

void TextFinder::Reader::Impl::find_near(const FindOptions& options,
                                         std::vector<NearDocument>& near) {
    const bool all =
        compares_all(*finder_.model) && asked_.bag().words() >= parameters_.min_short_length;
    for (const DocumentNumber document :
         likeliest(all ? finder_.documents : documents_of_keys(), most_compared(options))) {
        const auto distance = compare(document);
        count_bytes(kept_[document]);  // long texts gain an index for comparison
        if (!distance) continue;
        const bool may_be_equal = *distance == 0 && text_hash_ != 0;
        near.push_back(
            {document, reported_distance(
                           *distance, may_be_equal && reader_->text_hash(document) == text_hash_)});
    }
    keep_first(near, options.rows, false);
}

void TextFinder::Reader::Impl::find_inside(const FindOptions& options, FoundDocuments& found) {
    const auto candidates = finder_.inside_table().find(asked_.words().utf8(), options.min_words,
                                                        most_compared(options), scratch_);
    if (!candidates.containers.empty()) asked_words_.assign(asked_.words().utf8());
    for (const DocumentNumber document : candidates.containers) {
        container_.assign(text_of(document)->utf8());
        if (const auto match = container_.find(asked_words_, options.share))
            found.inside.push_back({document, match->share()});
    }
    if (!candidates.contents.empty()) asked_container_.assign(asked_.words().utf8());
    for (const DocumentNumber document : candidates.contents) {
        inside_.assign(text_of(document)->utf8());
        if (const auto match = asked_container_.find(inside_, options.share))
            found.holds.push_back({document, match->share()});
    }
    keep_first(found.inside, options.rows, true);
    keep_first(found.holds, options.rows, true);
}

TextFinder::Reader::Reader(const TextFinder& finder)
    : impl_(std::make_unique<Impl>(*finder.impl_)) {}
TextFinder::Reader::Reader(Reader&&) noexcept = default;
TextFinder::Reader::~Reader() = default;

FoundDocuments TextFinder::Reader::find(std::string_view text, const FindOptions& options) {
    return impl_->find(text, options);
}

FoundDocuments TextFinder::Reader::find_words(std::string_view words, const FindOptions& options) {
    return impl_->find_words(words, options);
}

const CanonicalText& TextFinder::Reader::words() const {
    return impl_->words();
}

}  // namespace descry
