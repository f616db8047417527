#include "tools/unique/unique_run.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "engine/distance/pair_checks.h"
#include "engine/texts/held_place.h"
#include "tools/output/group_lines.h"
#include "tools/output/text.h"
#include "tools/unique/record_output.h"

namespace descry {

namespace {

// With everything that the outputs need.
SpoolOptions spool_of(const UniqueRunOptions& options) {
    SpoolOptions spool = options.spool;
    const UniqueOutputs& outputs = options.outputs;
    spool.keeps_fields = true;
    spool.keeps_titles |= !outputs.groups.empty();
    spool.keeps_texts |= !outputs.held.empty();
    if (outputs.marks) spool.appended_fields = {MARK_NAMES.begin(), MARK_NAMES.end()};
    spool.apart_fields = options.grouping.keep_apart_with(options.model).fields;
    return spool;
}

std::string four_decimals(DistanceMillionths distance) {
    return fmt::format("{:.4f}", rounded(similarity(distance)));
}

std::string pair_line(const std::string& id, const std::string& other, DistanceMillionths distance,
                      const char* relation, const std::vector<std::string>& fields) {
    return fmt::format("{}\t{}\t{}\t{}\t{}\n", tsv_field(id), tsv_field(other),
                       four_decimals(distance), relation,
                       tsv_field(fmt::format("{}", fmt::join(fields, ","))));
}

}  // namespace

UniqueRun::UniqueRun(const UniqueRunOptions& options)
    : options_(options), input_(spool_of(options)) {}

void UniqueRun::take_references(PreparedDocuments prepared) {
    prepared_.emplace(std::move(prepared));
}

void UniqueRun::read_references(const std::vector<std::string>& inputs, Diagnostics& problems) {
    for (const std::string& input : inputs)
        read_reference(input, problems);
    references_ = static_cast<DocumentNumber>(input_.size());
}

void UniqueRun::read_reference(const std::string& input, Diagnostics& problems) {
    const std::uint64_t given_up = problems.given_up();
    const std::uint64_t passed_over = problems.rejected() + problems.skipped();
    const std::size_t documents = input_.size();
    input_.read({input}, false, problems);
    std::error_code ignored;
    const bool holds_nothing =
        input_.size() == documents && (problems.rejected() + problems.skipped() > passed_over ||
                                       std::filesystem::is_directory(input, ignored));
    if (problems.given_up() == given_up && !holds_nothing) return;
    throw std::runtime_error(
        fmt::format("--reference {} {}; nothing is printed, because its duplicates would be kept",
                    input, holds_nothing ? "holds no document" : "cannot be read completely"));
}

void UniqueRun::read(const std::vector<std::string>& inputs, Diagnostics& problems) {
    input_.read(inputs, options_.spool.keeps_records, problems);
}

void UniqueRun::group() {
    input_.check_apart_fields();
    input_.check_order();
    grouped_ = group_by(options_.model, options_.grouping, options_.exact_distances);
}

GroupedTexts UniqueRun::group_by(const std::optional<Model>& model, GroupingOptions grouping,
                                 bool exact_distances) {
    grouping.order = options_.spool.order;
    return group_texts(
        {input_.texts(), [this](DocumentNumber number) { return input_.document(number).order; },
         references_, std::exchange(prepared_, std::nullopt), model, options_.holds_prepared,
         exact_distances},
        grouping);
}

// A document's data; its record is empty if it is a reference.
SpooledDocument UniqueRun::document(DocumentNumber number) const {
    if (number > grouped_->prepared()) return input_.document(number - grouped_->prepared());
    SpooledDocument document;
    document.id = grouped_->prepared_id_of(number);
    if (const auto text = grouped_->text_of(number)) {
        document.title = one_line(text->utf8(), SUMMARY_WIDTH);
        document.text = text->utf8();
    }
    return document;
}

std::vector<std::string> UniqueRun::write_files() {
    struct Output {
        const std::string& path;
        const char* content;
        void (UniqueRun::*write)(OutputFile&);
    };
    const UniqueOutputs& outputs = options_.outputs;
    std::vector<std::string> written;
    for (const auto& [path, content, write] :
         {Output{outputs.dropped, "dropped documents", &UniqueRun::write_dropped},
          Output{outputs.held, "held references", &UniqueRun::write_held},
          Output{outputs.kept_apart, "documents kept apart", &UniqueRun::write_kept_apart},
          Output{outputs.groups, "groups", &UniqueRun::write_groups}}) {
        if (path.empty()) continue;
        OutputFile out(path);
        (this->*write)(out);
        out.commit();
        written.push_back(fmt::format("{} ({})", path, content));
    }
    return written;
}

void UniqueRun::write_documents() const {
    OutputFile out("-");
    options_.outputs.marks ? write_marked(out) : write_kept(out);
    out.commit();
}

void UniqueRun::write_kept(OutputFile& out) const {
    RecordOutput records(out, input_.headers(), input_.is_table());
    for (DocumentNumber document = grouped_->references() + 1; document < grouped_->end();
         ++document) {
        if (grouped_->kept_for(document) != 0) continue;
        records.write(this->document(document).record,
                      input_.header_of(document - grouped_->prepared()));
    }
}

void UniqueRun::write_marked(OutputFile& out) const {
    RecordOutput records(out, input_.headers(), input_.is_table(), true);
    const std::vector<KeyedGroup> groups = grouped_->keyed();
    std::vector<const KeyedGroup*> group_of(grouped_->end(), nullptr);
    for (const KeyedGroup& group : groups) {
        for (const GroupMember& member : group.members)
            group_of[member.document] = &group;
    }
    for (DocumentNumber number = grouped_->references() + 1; number < grouped_->end(); ++number) {
        const SpooledDocument document = this->document(number);
        RecordMarks marks;
        marks.is_kept = grouped_->kept_for(number) == 0;
        if (group_of[number] != nullptr) marks.group = group_of[number]->key;
        if (marks.group || !marks.is_kept) {
            const DocumentNumber head = grouped_->groups().head_of[number];
            marks.head = head == number ? document.id : this->document(head).id;
            marks.similarity = four_decimals(grouped_->groups().distance[number]);
        }
        records.write(document.record, input_.header_of(number - grouped_->prepared()), &marks);
    }
}

std::uint64_t UniqueRun::prepare_kept(const Model& model, PreparedWriter& writer) const {
    return prepare_collection(
        *input_.texts().documents(), model,
        [this](DocumentNumber number) {
            SpooledDocument spooled = input_.document(number);
            return PreparedName{options_.spool.first_number + (number - 1), std::move(spooled.id),
                                std::move(spooled.order)};
        },
        writer,
        [this](DocumentNumber number) {
            return number > references_ && grouped_->kept_for(grouped_->prepared() + number) == 0;
        });
}

void UniqueRun::write_dropped(OutputFile& out) {
    for (DocumentNumber document = grouped_->references() + 1; document < grouped_->end();
         ++document) {
        const DocumentNumber kept = grouped_->kept_for(document);
        if (kept == 0) continue;
        std::vector<std::string> names;
        for (const FieldDifference& field : differences(document))
            names.push_back(field.name);
        out.write(pair_line(this->document(document).id, this->document(kept).id,
                            grouped_->distance(document), name_of(grouped_->relation(document)),
                            names));
    }
}

void UniqueRun::write_held(OutputFile& out) {
    WordAnalyzer analyzer(input_.texts().recipe());
    for (const HeldItem& held : grouped_->held()) {
        const SpooledDocument document = this->document(held.document);
        const HeldPlace place =
            held_place(grouped_->text_of(held.item)->utf8(),
                       grouped_->text_of(held.document)->utf8(), document.text, analyzer);
        out.write(fmt::format("{}\t{}\t{:.4f}\t{}\t{}\t{:.1f}\t{}\n", tsv_field(document.id),
                              tsv_field(this->document(held.item).id),
                              rounded(share_of(held.share)), place.first, place.last, held.bits,
                              tsv_field(place.differing)));
    }
}

void UniqueRun::write_kept_apart(OutputFile& out) {
    const Model& model = grouped_->model();
    ModelParameters parameters = model.parameters();
    const KeepApart apart = std::exchange(parameters.keep_apart, {});
    const GroupedTexts together =
        group_by(Model(parameters, model.words(), model.stable_terms()), options_.grouping, true);
    for (DocumentNumber document = references_ + 1; document < together.end(); ++document) {
        const DocumentNumber other = together.kept_for(document);
        if (other == 0 || grouped_->kept_for(document) != 0) continue;
        const auto text = apart.numbers ? together.text_of(document) : std::nullopt;
        const auto other_text = text ? together.text_of(other) : std::nullopt;
        std::vector<std::string> names;
        if (other_text && numbers_differ(*text, *other_text)) names.emplace_back("numbers");
        for (const FieldDifference& field : differing_fields(fields_of(other), fields_of(document)))
            if (std::ranges::binary_search(apart.fields, field.name)) names.push_back(field.name);
        if (names.empty()) continue;
        out.write(pair_line(this->document(document).id, this->document(other).id,
                            together.distance(document), "apart", names));
    }
}

std::uint64_t UniqueRun::count_dropped_at(double distance) {
    GroupingOptions grouping = options_.grouping;
    grouping.distance = distance;
    const GroupedTexts grouped = group_by(options_.model, grouping, false);
    std::uint64_t dropped = 0;
    for (DocumentNumber number = references_ + 1; number < grouped.end(); ++number) {
        if (grouped.kept_for(number) != 0) ++dropped;
    }
    return dropped;
}

FieldValues UniqueRun::fields_of(DocumentNumber number) const {
    return number > grouped_->prepared() ? input_.fields(number - grouped_->prepared())
                                         : FieldValues();
}

// To the document it is dropped for, which is `a`.
std::vector<FieldDifference> UniqueRun::differences(DocumentNumber dropped) const {
    const DocumentNumber kept = grouped_->kept_for(dropped);
    return kept <= grouped_->prepared() ? std::vector<FieldDifference>()
                                        : differing_fields(fields_of(kept), fields_of(dropped));
}

UniqueRun::FieldCounts UniqueRun::count_differing_fields() const {
    FieldCounts counts;
    std::map<std::string, std::uint64_t> by_field;
    for (DocumentNumber document = grouped_->references() + 1; document < grouped_->end();
         ++document) {
        if (grouped_->kept_for(document) == 0) continue;
        const auto differ = differences(document);
        counts.documents += differ.empty() ? 0U : 1U;
        for (const FieldDifference& field : differ)
            ++by_field[field.name];
    }
    counts.by_field.assign(by_field.begin(), by_field.end());
    std::ranges::stable_sort(counts.by_field, std::ranges::greater(), [](const auto& field) {
        return std::pair(field.first == ATTACHMENTS_FIELD, field.second);
    });
    return counts;
}

void UniqueRun::write_groups(OutputFile& out) {
    for (const KeyedGroup& group : grouped_->keyed()) {
        GroupLine line(group.key, group.members.size());
        for (const auto& [member, distance] : group.members) {
            const SpooledDocument spooled = document(member);
            std::optional<DocumentNumber> number;
            if (member > grouped_->references()) number = member - grouped_->references();
            line.add({number,
                      spooled.id,
                      distance,
                      spooled.title,
                      grouped_->text_of(group.head().document) && grouped_->text_of(member)
                          ? WordSource::TEXT
                          : WordSource::NONE,
                      {},
                      grouped_->relation(member)});
        }
        out.write(line.finish());
    }
}

std::vector<DroppedDocument> UniqueRun::dropped_documents() const {
    std::vector<DroppedDocument> dropped = grouped_->dropped_documents();
    for (DroppedDocument& document : dropped) {
        document.has_other_attachments =
            are_of_attachments(differences(static_cast<DocumentNumber>(document.document)));
    }
    return dropped;
}

ReportedText UniqueRun::shown(std::uint64_t number) const {
    SpooledDocument spooled = document(static_cast<DocumentNumber>(number));
    ReportedText shown{std::move(spooled.id), std::move(spooled.text),
                       fields_of(static_cast<DocumentNumber>(number)),
                       number > grouped_->prepared()};
    // First words are not a title.
    if (spooled.title != one_line(shown.text, SUMMARY_WIDTH)) shown.title = spooled.title;
    std::error_code ignored;
    if (shown.is_as_written && spooled.place.empty() &&
        std::filesystem::is_regular_file(shown.id, ignored))
        shown.file = shown.id;
    return shown;
}

std::vector<std::string> UniqueRun::void_decisions(const Decisions& decisions) const {
    std::unordered_map<std::string, std::optional<std::string>> fates;
    for (const auto& [pair, decision] : decisions.all()) {
        fates[pair.first];
        fates[pair.second];
    }
    for (DocumentNumber document = 1; document < grouped_->end(); ++document) {
        const auto found = fates.find(this->document(document).id);
        if (found == fates.end()) continue;
        const DocumentNumber kept = grouped_->kept_for(document);
        found->second = kept == 0 ? std::string() : this->document(kept).id;
    }
    return descry::void_decisions(decisions, [&](const std::string& id) { return fates.at(id); });
}

DecidedCounts UniqueRun::apply_decisions(const Decisions& decisions, bool only_confirmed) {
    std::vector<DroppedPair> dropped;
    for (DocumentNumber document = grouped_->references() + 1; document < grouped_->end();
         ++document) {
        const DocumentNumber kept = grouped_->kept_for(document);
        if (kept != 0 && !grouped_->is_head(document)) dropped.push_back({document, kept});
    }
    const auto number = [](std::uint64_t document) {
        return static_cast<DocumentNumber>(document);
    };
    DecidedRun run;
    run.id = [&](std::uint64_t document) { return this->document(number(document)).id; };
    run.keep = [&](std::uint64_t document) { grouped_->keep(number(document)); };
    run.follow = [&](std::uint64_t document, std::uint64_t kept) {
        return grouped_->follow(number(document), number(kept));
    };
    if (!keeps_none()) {
        run.lead = [&](std::uint64_t document) {
            const bool may_lead = grouped_->kept_for(number(document)) > grouped_->references();
            if (may_lead) grouped_->lead(number(document));
            return may_lead;
        };
    }
    const DecidedCounts counts = descry::apply_decisions(decisions, only_confirmed, dropped, run);
    grouped_->count();
    return counts;
}

}  // namespace descry
