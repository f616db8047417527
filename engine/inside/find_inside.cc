#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <mutex>
#include <numeric>
#include <set>
#include <span>
#include <tuple>
#include <utility>

#include <boost/unordered/unordered_flat_map.hpp>

#include <descry/hashing/hash.h>
#include <descry/inside/find_inside.h>

#include "engine/distance/text_words.h"
#include "engine/inside/inside_match.h"
#include "engine/inside/inside_pairs.h"
#include "engine/inside/shingle_table.h"
#include "engine/mechanics/parallel.h"
#include "engine/mechanics/sorted_runs.h"

namespace descry {

namespace {

constexpr std::size_t BYTES_OF_A_TEXT = 640;
constexpr std::size_t READ_AT_ONCE = 64;

auto place_of_pair(const InsidePair& pair) {
    return std::pair(pair.container, pair.document);
}

// The first pair of each container, and the end. @param pairs sorted by place_of_pair()
std::vector<std::size_t> begins_of_containers(const std::vector<InsidePair>& pairs) {
    std::vector<std::size_t> begins;
    for (std::size_t i = 0; i < pairs.size(); ++i)
        if (i == 0 || pairs[i].container != pairs[i - 1].container) begins.push_back(i);
    begins.push_back(pairs.size());
    return begins;
}

// Finds candidates by shingles, and verifies them.
class InsideSearch {
  public:
    InsideSearch(const std::vector<DocumentNumber>& documents,
                 const std::vector<DocumentNumber>& containers, bool longer,
                 const std::function<ReadText()>& read_text, const InsideLimits& limits,
                 const Work& work)
        : documents_(documents),
          containers_(containers),
          longer_(longer),
          read_text_(read_text),
          limits_(limits),
          work_(work) {}

    std::vector<InsidePair> find() {
        const std::size_t at_once = std::max<std::size_t>(work_.memory / BYTES_OF_A_TEXT, 1024);
        if (documents_.size() > at_once) find_frequent(at_once);
        std::vector<InsidePair> pairs;
        visit_parts(at_once, [&](std::span<const DocumentNumber> texts) { look_up(texts, pairs); });
        return pairs;
    }

  private:
    // What texts are looked up by; no shingles for too short ones.
    struct Signed {
        std::vector<std::uint32_t> words;
        std::vector<std::vector<std::uint64_t>> shingles;
    };

    template <typename Visit>
    void visit_parts(std::size_t at_once, const Visit& visit) const {
        for (std::size_t begin = 0; begin < documents_.size(); begin += at_once)
            visit(
                std::span(documents_).subspan(begin, std::min(at_once, documents_.size() - begin)));
    }

    Signed sign(std::span<const DocumentNumber> texts) const {
        Signed all{std::vector<std::uint32_t>(texts.size()),
                   std::vector<std::vector<std::uint64_t>>(texts.size())};
        parallel_each(work_.threads, texts.size(), READ_AT_ONCE, [&] {
            return [&, read = read_text_()](std::size_t i) {
                const auto text = read(texts[i]);
                if (!text) return;
                all.words[i] = count_words(text->utf8());
                all.shingles[i] = shingles_to_find(text->utf8(), limits_.min_words);
            };
        });
        return all;
    }

    // Finds frequent shingles over all documents, if tables hold only some.
    void find_frequent(std::size_t at_once) {
        SortedRuns<std::uint64_t> hashes(work_.sorting_memory());
        visit_parts(at_once, [&](std::span<const DocumentNumber> texts) {
            for (const auto& of_text : sign(texts).shingles)
                for (const std::uint64_t hash : of_text)
                    hashes.add(hash);
        });
        std::uint64_t last = 0;
        std::size_t count = 0;
        hashes.for_each([&](std::uint64_t hash) {
            count = hash == last ? count + 1 : 1;
            last = hash;
            if (count == ShingleTable::FREQUENT + 1) frequent_.push_back(hash);
        });
    }

    void look_up(std::span<const DocumentNumber> texts, std::vector<InsidePair>& pairs) {
        auto [words_of, shingles] = sign(texts);
        for (auto& of_text : shingles)
            std::erase_if(of_text, [this](std::uint64_t hash) {
                return std::ranges::binary_search(frequent_, hash);
            });
        ShingleTable table;
        for (auto& of_text : shingles)
            table.add(of_text);
        shingles = {};
        table.close();
        std::vector<std::vector<InsidePair>> found((containers_.size() + READ_AT_ONCE - 1) /
                                                   READ_AT_ONCE);
        SharedProgress progress(work_.progress, "documents looked up", containers_.size());
        parallel_ranges(work_.threads, containers_.size(), READ_AT_ONCE, [&] {
            return
                [&, read = read_text_(), scratch = ShingleTable::Scratch(),
                 verifier = InsideVerifier(limits_)](std::size_t begin, std::size_t end) mutable {
                    for (std::size_t i = begin; i < end; ++i) {
                        const auto container = read(containers_[i]);
                        if (!container) continue;
                        const std::uint32_t most =
                            longer_ ? count_words(container->utf8()) : UINT32_MAX;
                        const auto here = word_shingles(container->utf8());
                        bool is_first = true;
                        for (const std::uint32_t text : table.candidates(here, scratch)) {
                            InsidePair pair{texts[text], containers_[i], words_of[text], 0};
                            if (pair.words >= most) continue;
                            if (is_first) verifier.take_container(container->utf8());
                            is_first = false;
                            pair.share = verifier.share_of(read(pair.document)->utf8());
                            if (pair.share != 0) found[begin / READ_AT_ONCE].push_back(pair);
                        }
                    }
                    progress.step(end - begin);
                };
        });
        for (const auto& of_piece : found)
            pairs.insert(pairs.end(), of_piece.begin(), of_piece.end());
    }

    const std::vector<DocumentNumber>& documents_;
    const std::vector<DocumentNumber>& containers_;
    bool longer_;
    const std::function<ReadText()>& read_text_;
    const InsideLimits& limits_;
    const Work& work_;
    std::vector<std::uint64_t> frequent_;  // ascending; if there are several parts
};

// The information of words in bits, by the number of documents that have them.
class Rarity {
  public:
    // For the words of the items of @a pairs.
    Rarity(const std::vector<InsidePair>& pairs, const std::vector<DocumentNumber>& documents,
           const std::function<ReadText()>& read_text, const Work& work)
        : documents_(static_cast<double>(documents.size())) {
        const ReadText read = read_text();
        HashedWords words;
        for (const InsidePair& pair : pairs) {
            const auto text = read(pair.document);
            words.assign(text->utf8());
            for (std::size_t i = 0; i < words.size(); ++i)
                having_.try_emplace(words.hash(i), 0);
        }
        std::mutex mutex;
        parallel_ranges(work.threads, documents.size(), READ_AT_ONCE, [&] {
            return
                [&, read_here = read_text(), here = HashedWords(),
                 met = std::vector<std::uint64_t>()](std::size_t begin, std::size_t end) mutable {
                    std::vector<std::uint64_t> all;
                    for (std::size_t d = begin; d < end; ++d) {
                        const auto text = read_here(documents[d]);
                        if (!text) continue;
                        here.assign(text->utf8());
                        met.clear();
                        for (std::size_t i = 0; i < here.size(); ++i)
                            if (having_.contains(here.hash(i))) met.push_back(here.hash(i));
                        std::ranges::sort(met);
                        met.erase(std::ranges::unique(met).begin(), met.end());
                        all.insert(all.end(), met.begin(), met.end());
                    }
                    const std::lock_guard lock(mutex);
                    for (const std::uint64_t hash : all)
                        ++having_[hash];
                };
        });
    }

    double bits(std::uint64_t hash) const {
        constexpr double MORE_DOCUMENTS = 100;
        constexpr double SHARE_OF_THESE = 1.0 / 64;
        return std::log2((documents_ + MORE_DOCUMENTS) /
                         (having_.at(hash) + MORE_DOCUMENTS * SHARE_OF_THESE));
    }

  private:
    double documents_;
    boost::unordered_flat_map<std::uint64_t, std::uint32_t, HashOfHash> having_;
};

double bits_of(const HashedWords& words, const InsideMatch& match, const Rarity& rarity) {
    std::vector<std::uint64_t> matched;
    std::uint32_t next = 0;
    const auto add = [&](std::uint32_t end) {
        for (; next < end; ++next)
            matched.push_back(words.hash(next));
    };
    for (const DifferingRange& range : match.differing) {
        add(range.begin_a);
        next = range.end_a;
    }
    add(match.words);
    std::ranges::sort(matched);
    matched.erase(std::ranges::unique(matched).begin(), matched.end());
    std::vector<double> bits;
    for (const std::uint64_t hash : matched)
        bits.push_back(rarity.bits(hash));
    // In a fixed order, as hashes differ in each run.
    std::ranges::sort(bits);
    return std::accumulate(bits.begin(), bits.end(), 0.0);
}

}  // namespace

DistanceMillionths InsideVerifier::share_of(std::string_view text) {
    words_.assign(text);
    if (words_.size() < limits_.min_words) return 0;
    const auto match = container_.find(words_, limits_.share);
    const bool is_apart =
        match && limits_.keep_apart_numbers && container_.numbers_differ(words_, *match);
    return match && !is_apart ? match->share() : 0;
}

std::vector<InsidePair> longest_first(std::vector<InsidePair> pairs) {
    std::ranges::sort(pairs, {}, [](const InsidePair& pair) {
        return std::tuple(~pair.words, pair.document, ~pair.share, pair.container);
    });
    std::set<DocumentNumber> gone;
    std::erase_if(pairs, [&gone](const InsidePair& pair) {
        if (gone.contains(pair.document) || gone.contains(pair.container)) return true;
        gone.insert(pair.document);
        return false;
    });
    return pairs;
}

void verify_inside(std::vector<InsidePair>& pairs, const std::function<ReadText()>& read_text,
                   const InsideLimits& limits, const Work& work) {
    std::ranges::sort(pairs, {}, place_of_pair);
    const auto begins = begins_of_containers(pairs);
    parallel_for(work.threads, begins.size() - 1, [&] {
        return [&, read = read_text(), verifier = InsideVerifier(limits)](std::size_t i) mutable {
            const auto text = read(pairs[begins[i]].container);
            if (text) verifier.take_container(text->utf8());
            for (std::size_t p = begins[i]; p < begins[i + 1]; ++p) {
                const auto inside = text ? read(pairs[p].document) : std::nullopt;
                pairs[p].share = inside ? verifier.share_of(inside->utf8()) : 0;
            }
        };
    });
}

std::vector<InsidePair> find_inside(const std::vector<DocumentNumber>& documents,
                                    const std::vector<DocumentNumber>& containers, bool longer,
                                    const std::function<ReadText()>& read_text,
                                    const InsideLimits& limits, const Work& work) {
    auto pairs = InsideSearch(documents, containers, longer, read_text, limits, work).find();
    std::ranges::sort(pairs, {}, place_of_pair);
    return pairs;
}

std::vector<InsidePair> documents_inside(const std::vector<DocumentNumber>& kept,
                                         const std::vector<DocumentNumber>& kept_for,
                                         const std::function<bool(const InsidePair&)>& may_go,
                                         const std::function<ReadText()>& read_text,
                                         const InsideLimits& limits, const Work& work) {
    std::vector<InsidePair> pairs = find_inside(kept, kept, true, read_text, limits, work);
    std::erase_if(pairs, [&](const InsidePair& pair) { return !may_go(pair); });
    // The members of each group whose head stands inside another document.
    std::map<DocumentNumber, std::vector<DocumentNumber>> members;
    for (const InsidePair& pair : pairs)
        members[pair.document];
    for (std::size_t document = 0; document < kept_for.size(); ++document)
        if (const auto of = members.find(kept_for[document]); of != members.end())
            of->second.push_back(static_cast<DocumentNumber>(document));
    std::vector<InsidePair> of_members;
    for (const InsidePair& pair : pairs)
        for (const DocumentNumber member : members[pair.document])
            of_members.push_back({member, pair.container});
    verify_inside(of_members, read_text, limits, work);
    const auto find_member = [&](DocumentNumber member, DocumentNumber container) {
        return *std::ranges::lower_bound(of_members, std::pair(container, member), {},
                                         place_of_pair);
    };
    const auto group_goes = [&](const InsidePair& pair) {
        return std::ranges::all_of(members[pair.document], [&](DocumentNumber member) {
            const InsidePair of_member = find_member(member, pair.container);
            return of_member.share != 0 && may_go(of_member);
        });
    };
    std::erase_if(pairs, [&](const InsidePair& pair) { return !group_goes(pair); });
    std::vector<InsidePair> dropped;
    for (const InsidePair& pair : longest_first(std::move(pairs))) {
        dropped.push_back(pair);
        for (const DocumentNumber member : members[pair.document])
            dropped.push_back(find_member(member, pair.container));
    }
    return dropped;
}

std::vector<HeldItem> find_held(const std::vector<DocumentNumber>& items,
                                const std::vector<DocumentNumber>& documents,
                                const std::function<ReadText()>& read_text,
                                const InsideLimits& limits, const Work& work) {
    const auto pairs = find_inside(items, documents, false, read_text, limits, work);
    if (pairs.empty()) return {};
    const Rarity rarity(pairs, documents, read_text, work);
    std::vector<HeldItem> held(pairs.size());
    const auto begins = begins_of_containers(pairs);
    parallel_for(work.threads, begins.size() - 1, [&] {
        return [&, read = read_text(), container = ContainerText(),
                words = HashedWords()](std::size_t i) mutable {
            const auto text = read(pairs[begins[i]].container);
            container.assign(text->utf8());
            for (std::size_t p = begins[i]; p < begins[i + 1]; ++p) {
                const auto inside = read(pairs[p].document);
                words.assign(inside->utf8());
                const auto match = container.find(words, limits.share);
                held[p] = {pairs[p].document, pairs[p].container, pairs[p].share,
                           bits_of(words, *match, rarity)};
            }
        };
    });
    std::erase_if(held, [](const HeldItem& item) { return item.bits < LEAST_BITS; });
    return held;
}

}  // namespace descry
