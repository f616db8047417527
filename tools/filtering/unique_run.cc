#include "filtering/unique_run.h"

#include <algorithm>
#include <functional>
#include <future>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <descry/base/output_file.h>
#include <descry/documents/document_size.h>
#include <descry/mechanics/parallel.h>
#include <descry/reading/text_reader.h>
#include <descry/schema/group_key.h>

#include "filtering/unique_report.h"
#include "output/json_text.h"
#include "output/summary.h"
#include "output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

// Documents read before they are analysed on all threads.
constexpr std::size_t DOCUMENTS_OF_A_BATCH = 1024;
constexpr std::size_t BYTES_OF_A_BATCH = std::size_t{16} << 20;
constexpr std::size_t ANALYZED_AT_ONCE = 16;

std::string recipe_of(const UniqueRunOptions& options) {
    const auto& model = options.unique.model;
    if (!model) return AnalyzerRecipe().to_string();
    if (model->parameters().analyzer.empty()) {
        throw std::invalid_argument("the model is of the terms of another program, not of texts");
    }
    return model->parameters().analyzer;
}

std::string title_of(const InputDocument& document, const MemberNames& names) {
    std::string title;
    for (const char* const name : {"title", "subject"}) {
        visit_values(document, names, name, [&](InputValue::Kind, std::string_view text) {
            if (title.empty()) title = one_line(text, SUMMARY_WIDTH);
        });
    }
    return title.empty() ? one_line(document.text, SUMMARY_WIDTH) : title;
}

std::string record_of(const InputDocument& document) {
    if (!document.record.empty()) return document.record;
    return json_text(Json{{"id", document.id}, {"text", document.text}}) + "\n";
}

}  // namespace

UniqueRun::UniqueRun(const UniqueRunOptions& options)
    : options_(options),
      texts_(std::make_shared<TextCollection>(options.threads, options.progress)),
      order_(options.order),
      analyzers_([recipe = AnalyzerRecipe::parse(recipe_of(options))] {
          return std::make_unique<WordAnalyzer>(recipe);
      }) {}

void UniqueRun::read_references(const std::vector<std::string>& inputs, Diagnostics& problems) {
    read_all(inputs, true, problems);
    references_ = static_cast<DocumentNumber>(texts_->size());
}

void UniqueRun::read(const std::vector<std::string>& inputs, Diagnostics& problems) {
    read_all(inputs, false, problems);
}

// One thread reads ahead while the others analyse what was read.
void UniqueRun::read_all(const std::vector<std::string>& inputs, bool are_references,
                         Diagnostics& problems) {
    InputOptions input = options_.input;
    input.records = !are_references;
    InputReader reader(inputs, input, problems);
    const auto read_batch = [&reader] {
        Batch batch;
        std::size_t bytes = 0;
        while (batch.size() < DOCUMENTS_OF_A_BATCH && bytes < BYTES_OF_A_BATCH) {
            Entry entry;
            if (!reader.next(entry.document)) break;
            bytes += entry.document.text.size();
            batch.push_back(std::move(entry));
        }
        return batch;
    };
    const auto launch = options_.threads > 1 ? std::launch::async : std::launch::deferred;
    std::future<Batch> next = std::async(launch, read_batch);
    for (;;) {
        Batch batch = next.get();
        if (batch.empty()) break;
        next = std::async(launch, read_batch);
        analyze(batch);
        for (const Entry& entry : batch)
            keep(entry, are_references);
        if (options_.progress) options_.progress("documents read", texts_->size(), 0);
    }
}

void UniqueRun::analyze(Batch& batch) {
    parallel_each(options_.threads, batch.size(), ANALYZED_AT_ONCE, [&] {
        return [&,
                analyzer = std::make_unique<Pool<WordAnalyzer>::Loan>(analyzers_)](std::size_t i) {
            Entry& entry = batch[i];
            entry.text = canonical_text_of(**analyzer, entry.document.text);
            const std::string_view text = entry.text.utf8();
            entry.words =
                text.empty() ? 0 : 1 + static_cast<std::uint64_t>(std::ranges::count(text, ' '));
        };
    });
}

void UniqueRun::keep(const Entry& entry, bool is_reference) {
    const InputDocument& document = entry.document;
    const MemberNames names = options_.input.names();
    SpooledDocument spooled;
    spooled.id = document.id;
    if (options_.wants_titles) spooled.title = title_of(document, names);
    if (!is_reference) spooled.record = record_of(document);
    spool_.add(spooled, document.record_header);
    order_.add(document, names, entry.words);
    texts_->add(entry.text);
}

void UniqueRun::find_unique() {
    unique_ = descry::find_unique(texts_, order_.sorted(references_), references_, options_.unique);
}

std::uint64_t UniqueRun::dropped() const {
    const auto& kept_for = unique_->kept_for;
    return kept_for.size() -
           static_cast<std::uint64_t>(std::ranges::count(kept_for, DocumentNumber{0}));
}

void UniqueRun::write_kept(const std::string& path) const {
    OutputFile out(path);
    const std::string* header = nullptr;
    bool is_line_open = false;
    const auto write = [&](const std::string& record) {
        if (is_line_open) out.write("\n");
        out.write(record);
        is_line_open = !record.ends_with('\n');
    };
    for (DocumentNumber document = references_ + 1; document < texts_->end(); ++document) {
        if (unique_->kept_for[document] != 0) continue;
        const std::string* const own = spool_.header_of(document);
        // Files of the same columns become one.
        if (own != nullptr && (header == nullptr || *header != *own)) write(*own);
        header = own;
        write(spool_.read(document).record);
    }
    out.commit();
}

void UniqueRun::write_dropped(const std::string& path) const {
    OutputFile out(path);
    for (DocumentNumber document = references_ + 1; document < texts_->end(); ++document) {
        const DocumentNumber kept = unique_->kept_for[document];
        if (kept == 0) continue;
        out.write(fmt::format("{}\t{}\t{:.4f}\n", tsv_field(spool_.read(document).id),
                              tsv_field(spool_.read(kept).id),
                              rounded(similarity(unique_->distance[document]))));
    }
    out.commit();
}

// By head, without it.
std::map<DocumentNumber, std::vector<DocumentNumber>> UniqueRun::members_of_groups() const {
    std::map<DocumentNumber, std::vector<DocumentNumber>> members;
    for (DocumentNumber document = 1; document < texts_->end(); ++document) {
        const DocumentNumber head = unique_->groups.head_of[document];
        if (head != 0 && head != document) members[head].push_back(document);
    }
    return members;
}

void UniqueRun::write_groups(const std::string& path) const {
    const CollectionGroups& groups = unique_->groups;
    std::set<std::string> keys;
    const auto free_key = [&](DocumentNumber head) {
        for (unsigned twin = 0;; ++twin) {
            std::string key = group_key(unique_->model.id(), groups.content_hashes[head], twin);
            if (keys.insert(key).second) return key;
        }
    };
    const auto json_of = [&](DocumentNumber document, bool is_head) {
        const SpooledDocument spooled = spool_.read(document);
        const bool is_reference = document <= references_;
        return Json{{"docid", is_reference ? Json() : Json(document - references_)},
                    {"id", spooled.id},
                    {"head", is_head},
                    {"similarity", rounded(similarity(groups.distance[document]))},
                    {"title", spooled.title},
                    {"verified", name_of(WordSource::TEXT)}};
    };
    OutputFile out(path);
    for (const auto& [head, others] : members_of_groups()) {
        Json array = Json::array({json_of(head, true)});
        for (const DocumentNumber member : others)
            array.push_back(json_of(member, false));
        const Json group = {
            {"key", free_key(head)}, {"size", others.size() + 1}, {"members", std::move(array)}};
        out.write(json_text(group) + "\n");
    }
    out.commit();
}

void UniqueRun::write_report(const std::string& path) const {
    constexpr std::size_t GROUPS_SHOWN = 20;
    constexpr std::size_t MEMBERS_SHOWN = 5;
    constexpr std::size_t DIFFERENCES_SHOWN = 5;
    OutputFile out(path);
    UniqueReport report;
    report.documents = documents();
    report.references = references_;
    report.dropped = dropped();
    report.limit = unique_->model.parameters().grouping.distance;
    for (DocumentNumber document = references_ + 1; document < texts_->end(); ++document) {
        if (unique_->kept_for[document] != 0)
            report.distances.push_back(unique_->distance[document]);
    }
    const auto groups = members_of_groups();
    std::vector<std::pair<std::size_t, DocumentNumber>> largest;  // without the head
    for (const auto& [head, members] : groups) {
        report.group_sizes.push_back(members.size() + 1);
        largest.emplace_back(members.size(), head);
    }
    std::ranges::stable_sort(largest, std::ranges::greater(),
                             &std::pair<std::size_t, DocumentNumber>::first);
    if (largest.size() > GROUPS_SHOWN) largest.resize(GROUPS_SHOWN);
    const auto reader = texts_->reader();
    for (const auto& [size, head] : largest) {
        const SpooledDocument spooled = spool_.read(head);
        ReportedGroup group{spooled.id, spooled.title, size + 1, {}};
        const CanonicalText text = reader->read_text(head).value();
        // Those that differ most say most.
        std::vector<DocumentNumber> members = groups.at(head);
        std::ranges::stable_sort(members, std::ranges::greater(), [&](DocumentNumber member) {
            return unique_->groups.distance[member];
        });
        if (members.size() > MEMBERS_SHOWN) members.resize(MEMBERS_SHOWN);
        for (const DocumentNumber member : members) {
            group.members.push_back(
                {spool_.read(member).id, unique_->groups.distance[member],
                 compare_words(text, reader->read_text(member).value(), DIFFERENCES_SHOWN)});
        }
        report.groups.push_back(std::move(group));
    }
    out.write(html_of(report));
    out.commit();
}

}  // namespace descry
