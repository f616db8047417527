#include "unique/unique_run.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <map>
#include <stdexcept>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include <descry/base/output_file.h>
#include <descry/documents/stored_data.h>
#include <descry/unique/known_documents.h>

#include "output/group_lines.h"
#include "output/text.h"
#include "unique/record_output.h"

namespace descry {

namespace {

SpoolOptions with_fields(SpoolOptions spool, const UniqueOptions& unique) {
    spool.keeps_fields = true;
    spool.apart_fields = unique.model ? unique.model->parameters().keep_apart.fields
                                      : unique.training.keep_apart.fields;
    return spool;
}

}  // namespace

UniqueRun::UniqueRun(const UniqueRunOptions& options)
    : options_(options), input_(with_fields(options.spool, options.unique)) {}

void UniqueRun::take_references(PreparedDocuments prepared) {
    prepared_.emplace(std::move(prepared));
    prepared_documents_ = references_ = static_cast<DocumentNumber>(prepared_->size());
}

void UniqueRun::read_references(const std::vector<std::string>& inputs, Diagnostics& problems) {
    for (const std::string& input : inputs)
        read_reference(input, problems);
    references_ = prepared_documents_ + static_cast<DocumentNumber>(input_.size());
}

void UniqueRun::read_reference(const std::string& input, Diagnostics& problems) {
    const std::uint64_t given_up = problems.given_up();
    const std::uint64_t passed_over = problems.refused() + problems.skipped();
    const std::size_t documents = input_.size();
    input_.read({input}, false, problems);
    std::error_code ignored;
    const bool holds_nothing =
        input_.size() == documents && (problems.refused() + problems.skipped() > passed_over ||
                                       std::filesystem::is_directory(input, ignored));
    if (problems.given_up() == given_up && !holds_nothing) return;
    throw std::runtime_error(
        fmt::format("--reference {} {}: documents would stay that are there already, so nothing "
                    "is printed",
                    input, holds_nothing ? "gives no document" : "cannot be read whole"));
}

void UniqueRun::read(const std::vector<std::string>& inputs, Diagnostics& problems) {
    input_.read(inputs, options_.spool.keeps_records, problems);
}

void UniqueRun::find_unique() {
    std::optional<KnownDocuments> known;
    if (prepared_) known.emplace(prepared_->texts(), prepared_->take_keys());
    const DocumentNumber read = references_ - prepared_documents_;
    unique_ = descry::find_unique(input_.texts(), input_.ordered(read), read, options_.unique,
                                  std::move(known));
}

std::uint64_t UniqueRun::dropped() const {
    const auto& kept_for = unique_->kept_for;
    return kept_for.size() -
           static_cast<std::uint64_t>(std::ranges::count(kept_for, DocumentNumber{0}));
}

// What is known of one, whose record is empty where it is a reference.
SpooledDocument UniqueRun::document(DocumentNumber number) const {
    if (number > prepared_documents_) return input_.document(number - prepared_documents_);
    SpooledDocument document;
    document.id = prepared_->id_of(number);
    if (const auto text = text_of(number)) {
        document.title = one_line(text->utf8(), SUMMARY_WIDTH);
        document.text = text->utf8();
    }
    return document;
}

std::optional<CanonicalText> UniqueRun::text_of(DocumentNumber number) const {
    return number > prepared_documents_
               ? input_.texts()->reader()->read_text(number - prepared_documents_)
               : prepared_->texts()->reader()->read_text(number);
}

void UniqueRun::write_kept(const std::string& path) const {
    OutputFile out(path);
    RecordOutput records(out, input_.headers(), input_.is_table());
    for (DocumentNumber document = references_ + 1; document < end(); ++document) {
        if (unique_->kept_for[document] != 0) continue;
        records.write(this->document(document).record,
                      input_.header_of(document - prepared_documents_));
    }
    out.commit();
}

void UniqueRun::write_dropped(const std::string& path) const {
    OutputFile out(path);
    for (DocumentNumber document = references_ + 1; document < end(); ++document) {
        const DocumentNumber kept = unique_->kept_for[document];
        if (kept == 0) continue;
        std::string names;
        for (const FieldDifference& field : differences(document))
            names.append(names.empty() ? "" : ",").append(field.name);
        out.write(fmt::format("{}\t{}\t{:.4f}\tnear\t{}\n", tsv_field(this->document(document).id),
                              tsv_field(this->document(kept).id),
                              rounded(similarity(unique_->groups.distance[document])),
                              tsv_field(names)));
    }
    out.commit();
}

FieldValues UniqueRun::fields_of(DocumentNumber number) const {
    return number > prepared_documents_ ? input_.fields(number - prepared_documents_)
                                        : FieldValues();
}

// To the one that stays in its place, which is `a`.
std::vector<FieldDifference> UniqueRun::differences(DocumentNumber dropped) const {
    const DocumentNumber kept = unique_->kept_for[dropped];
    return kept <= prepared_documents_ ? std::vector<FieldDifference>()
                                       : differing_fields(fields_of(kept), fields_of(dropped));
}

UniqueRun::FieldCounts UniqueRun::count_differing_fields() const {
    FieldCounts counts;
    std::map<std::string, std::uint64_t> by_field;
    for (DocumentNumber document = references_ + 1; document < end(); ++document) {
        if (unique_->kept_for[document] == 0) continue;
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

std::vector<KeyedGroup> UniqueRun::groups() const {
    return keyed_groups(unique_->groups, unique_->model.id());
}

void UniqueRun::write_groups(const std::string& path) const {
    OutputFile out(path);
    for (const KeyedGroup& group : groups()) {
        GroupLine line(group.key, group.members.size());
        for (const auto& [member, distance] : group.members) {
            const SpooledDocument spooled = document(member);
            std::optional<DocumentNumber> number;
            if (member > references_) number = member - references_;
            line.add({number, spooled.id, distance, spooled.title,
                      text_of(group.head().document) && text_of(member) ? WordSource::TEXT
                                                                        : WordSource::NONE});
        }
        out.write(line.finish());
    }
    out.commit();
}

std::vector<GoingDocument> UniqueRun::going() const {
    std::vector<std::uint64_t> size_of(end(), 0);
    for (const DocumentNumber kept : unique_->kept_for)
        ++size_of[kept];
    std::vector<GoingDocument> going;
    const auto reader = input_.texts()->reader();
    for (DocumentNumber document = references_ + 1; document < end(); ++document) {
        const DocumentNumber kept = unique_->kept_for[document];
        if (kept == 0) continue;
        const auto text = reader->read_text(document - prepared_documents_);
        const auto blanks = text ? std::ranges::count(text->utf8(), ' ') : 0;
        going.push_back({document, kept, unique_->groups.distance[document], size_of[kept] + 1,
                         static_cast<std::uint64_t>(blanks) + 1,
                         are_of_attachments(differences(document))});
    }
    return going;
}

ReportedText UniqueRun::shown(std::uint64_t number) const {
    SpooledDocument spooled = document(static_cast<DocumentNumber>(number));
    return {std::move(spooled.id), std::move(spooled.text),
            fields_of(static_cast<DocumentNumber>(number)), number > prepared_documents_};
}

std::vector<std::string> UniqueRun::void_decisions(const Decisions& decisions) const {
    std::unordered_map<std::string, std::optional<std::string>> fates;
    for (const auto& [pair, decision] : decisions.all()) {
        fates[pair.first];
        fates[pair.second];
    }
    for (DocumentNumber document = 1; document < end(); ++document) {
        const auto found = fates.find(this->document(document).id);
        if (found == fates.end()) continue;
        const DocumentNumber kept = unique_->kept_for[document];
        found->second = kept == 0 ? std::string() : this->document(kept).id;
    }
    return descry::void_decisions(decisions, [&](const std::string& id) { return fates.at(id); });
}

std::uint64_t UniqueRun::apply_decisions(const Decisions& decisions) {
    std::uint64_t kept_by_decision = 0;
    for (DocumentNumber document = references_ + 1; document < end(); ++document) {
        DocumentNumber& kept = unique_->kept_for[document];
        if (kept == 0) continue;
        const auto decided = decisions.of(this->document(document).id, this->document(kept).id);
        if (decided != Decision::KEEP_BOTH) continue;
        kept = 0;
        unique_->groups.head_of[document] = document;
        unique_->groups.distance[document] = 0;
        ++kept_by_decision;
    }
    if (kept_by_decision > 0) unique_->groups.count();
    return kept_by_decision;
}

}  // namespace descry
