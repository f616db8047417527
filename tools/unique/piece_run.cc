#include "tools/unique/piece_run.h"

#include <unordered_map>

#include <fmt/format.h>

#include "engine/mechanics/output_file.h"
#include "tools/output/text.h"
#include "tools/unique/record_output.h"
#include "tools/unique/record_text.h"

namespace descry {

namespace {

// Caches this many ids, since reading an id reads its document's text.
class SpooledIds {
  public:
    explicit SpooledIds(const SpooledInput& input) : input_(input) {}

    const std::string& of(std::uint64_t document) {
        constexpr std::size_t MOST_KEPT = 10'000;
        const auto found = ids_.find(document);
        if (found != ids_.end()) return found->second;
        if (ids_.size() == MOST_KEPT) ids_.clear();
        return ids_[document] = input_.document(static_cast<DocumentNumber>(document)).id;
    }

  private:
    const SpooledInput& input_;
    std::unordered_map<std::uint64_t, std::string> ids_;
};

std::string text_without(std::string_view text, const std::vector<TextRange>& cuts) {
    std::string rest;
    std::size_t at = 0;
    for (const TextRange& cut : cuts) {
        rest += text.substr(at, cut.begin - at);
        at = cut.end;
    }
    return rest.append(text.substr(at));
}

}  // namespace

PieceRun::PieceRun(const SpoolOptions& spool, const GroupingOptions& grouping)
    : spool_(spool), grouping_(grouping), input_(spool) {}

void PieceRun::group(bool exact_distances) {
    TextsToGroup pieces{input_.texts(), {}};
    pieces.exact_distances = exact_distances;
    grouped_ = group_texts(std::move(pieces), grouping_);
}

void PieceRun::write_pieces(const std::string& path) const {
    std::vector<DocumentNumber> repeats(grouped_->end(), 0);
    for (const DocumentNumber kept : grouped_->kept_for())
        ++repeats[kept];
    OutputFile out(path);
    SpooledIds ids(input_);
    for (DocumentNumber number = 1; number < grouped_->end(); ++number) {
        const DocumentNumber kept_number = grouped_->kept_for(number);
        if (kept_number == 0) continue;
        const SpooledPiece piece = input_.piece(number);
        const SpooledPiece kept = input_.piece(kept_number);
        const std::string id = tsv_field(ids.of(piece.document));
        out.write(fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{:.4f}\t{}\n", id, piece.range.begin,
                              piece.range.end, tsv_field(ids.of(kept.document)), kept.range.begin,
                              kept.range.end, rounded(similarity(grouped_->distance(number))),
                              repeats[kept_number] + 1));
    }
    out.commit();
}

void PieceRun::write_all(const std::string& path) const {
    OutputFile out(path);
    RecordOutput records(out, input_.headers(), input_.is_table());
    for (DocumentNumber document = 1; document <= input_.size(); ++document)
        records.write(input_.document(document).record, input_.header_of(document));
    out.commit();
}

CutCounts PieceRun::write_cut(const std::string& path, bool drops_emptied,
                              Diagnostics& problems) const {
    CutCounts counts;
    OutputFile out(path);
    RecordOutput records(out, input_.headers(), input_.is_table());
    DocumentNumber next = 1;  // piece
    for (DocumentNumber document = 1; document <= input_.size(); ++document) {
        std::vector<TextRange> cuts;
        for (; next < grouped_->end(); ++next) {
            const SpooledPiece piece = input_.piece(next);
            if (piece.document != document) break;
            if (grouped_->kept_for(next) != 0) cuts.push_back(piece.range);
        }
        SpooledDocument spooled = input_.document(document);
        const std::string* const header = input_.header_of(document);
        if (!cuts.empty()) {
            auto record = cut_record(spooled.record,
                                     header == nullptr ? nullptr : &input_.headers().of(*header),
                                     spooled.text, cuts, *spool_.pieces, spool_.input);
            if (record) {
                spooled.record = std::move(*record);
                const std::string rest = text_without(spooled.text, cuts);
                ++counts.documents;
                counts.pieces += cuts.size();
                counts.bytes += spooled.text.size() - rest.size();
                if (is_white_space(rest)) {
                    ++counts.emptied;
                    if (drops_emptied) continue;
                }
            } else {
                problems.skip_value(spooled.place.empty() ? spooled.id : spooled.place,
                                    "the record does not hold the text as one string; its repeated "
                                    "pieces are not cut");
            }
        }
        records.write(spooled.record, header);
    }
    out.commit();
    return counts;
}

}  // namespace descry
