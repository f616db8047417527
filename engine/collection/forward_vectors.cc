#include <algorithm>
#include <memory>
#include <vector>

#include <descry/model/model.h>

#include "engine/collection/forward_index.h"
#include "engine/keys/term_numbers.h"
#include "engine/mechanics/number_subset.h"
#include "engine/mechanics/parallel.h"
#include "engine/model/flip_rates.h"

namespace descry {

namespace {

constexpr std::size_t DOCUMENTS_VISITED_AT_ONCE = 4096;

// The words of a model by the numbers of terms in a copy.
class NumberedWords {
  public:
    NumberedWords(const ForwardIndex& lists, const Model& model)
        : NumberedWords(lists, model, numbers_of(model)) {}

    void find_ones(std::span<const ForwardIndex::NumberedTerm> terms, std::uint32_t body_length,
                   std::vector<std::uint16_t>& ones) const {
        ones.clear();
        for (const auto& [number, wdf] : terms) {
            const auto place = places_.place_of(number);
            if (!place) continue;
            const std::uint16_t word = words_[*place];
            if (is_above(wdf, model_.words()[word].threshold, body_length)) ones.push_back(word);
        }
    }

  private:
    NumberedWords(const ForwardIndex& lists, const Model& model, const TermNumbers& numbers)
        : model_(model), places_(lists.terms(), [&](std::uint32_t number) {
              const auto word = numbers.find(lists.hash(number));
              if (word) words_.push_back(static_cast<std::uint16_t>(*word));
              return word.has_value();
          }) {}

    static TermNumbers numbers_of(const Model& model) {
        TermNumbers numbers(model.words().size());
        for (const ModelWord& word : model.words())
            numbers.add(word.term);
        return numbers;
    }

    const Model& model_;
    std::vector<std::uint16_t> words_;  // by place
    NumberSubset places_;               // of the terms that are words
};

}  // namespace

void ForwardIndex::visit_vectors(
    const Model& model, const BodyLengths& lengths,
    const std::function<std::unique_ptr<VectorVisitor>()>& make_visitor) const {
    if (!is_whole()) return counting_source().visit_vectors(model, lengths, make_visitor);
    const NumberedWords words(*this, model);
    parallel_ranges(threads(), lengths.size(), DOCUMENTS_VISITED_AT_ONCE, [&] {
        return [&, reader = Reader(*this), visitor = make_visitor(),
                ones = std::vector<std::uint16_t>()](std::size_t begin, std::size_t end) mutable {
            for (std::size_t i = begin; i < end; ++i) {
                if (lengths[i] == 0) continue;
                const auto document = static_cast<DocumentNumber>(i);
                words.find_ones(reader.read_numbers(document), lengths[i], ones);
                visitor->visit(document, ones, lengths[i]);
            }
            visitor->end_piece();
        };
    });
}

}  // namespace descry
