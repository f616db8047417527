#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "engine/collection/document_keys.h"
#include "engine/mechanics/parallel.h"

namespace descry {

namespace {

constexpr std::size_t RUNS_AT_ONCE = 64;

// Documents of one content hash.
using Run = std::span<const DocumentNumber>;

std::vector<Run> runs_of_several(std::span<const DocumentNumber> by_content_hash,
                                 std::span<const std::uint64_t> content_hashes) {
    std::vector<Run> runs;
    for (auto first = by_content_hash.begin(); first != by_content_hash.end();) {
        const auto last = std::find_if(first, by_content_hash.end(), [&](DocumentNumber did) {
            return content_hashes[did] != content_hashes[*first];
        });
        if (last - first > 1) runs.emplace_back(first, last);
        first = last;
    }
    return runs;
}

void split_by_content(TermListReader& reader, Run run, std::vector<DocumentNumber>& first_of) {
    std::unordered_map<std::string, DocumentNumber> firsts;  // mostly one
    for (const DocumentNumber did : run) {
        std::string contents;
        reader.append_contents(did, contents);
        first_of[did] = firsts.try_emplace(std::move(contents), did).first->second;
    }
}

}  // namespace

bool are_equal(std::span<const TermCount> a, std::span<const TermCount> b) {
    return std::equal(
        a.begin(), a.end(), b.begin(), b.end(),
        [](const TermCount& x, const TermCount& y) { return x.wdf == y.wdf && x.term == y.term; });
}

std::vector<DocumentNumber> find_first_of_contents(const Collection& collection,
                                                   std::span<const DocumentNumber> ordered,
                                                   std::span<const std::uint64_t> content_hashes) {
    std::vector<DocumentNumber> first_of(content_hashes.size(), 0);
    std::vector<std::uint32_t> order_of(content_hashes.size(), 0);
    for (std::uint32_t i = 0; i < ordered.size(); ++i) {
        order_of[ordered[i]] = i;
        first_of[ordered[i]] = ordered[i];
    }
    std::vector<DocumentNumber> by_content_hash(ordered.begin(), ordered.end());
    std::ranges::sort(by_content_hash, {}, [&](DocumentNumber did) {
        return std::pair(content_hashes[did], order_of[did]);
    });
    const std::vector<Run> runs = runs_of_several(by_content_hash, content_hashes);
    parallel_each(collection.threads(), runs.size(), RUNS_AT_ONCE, [&] {
        return [&, reader = collection.reader()](std::size_t i) {
            split_by_content(*reader, runs[i], first_of);
        };
    });
    return first_of;
}

}  // namespace descry
