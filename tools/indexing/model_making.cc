#include "indexing/model_making.h"

#include <charconv>
#include <stdexcept>

#include <descry/reading/forward_index.h>
#include <descry/schema/group_order.h>
#include <descry/schema/model_store.h>

#include "output/text.h"

namespace descry {

namespace {

constexpr std::uint32_t COMPACT_BANDS = 4;
constexpr std::uint32_t RICH_BANDS = 12;

// The model in use. One that cannot be read stops everything but a rebuild, which replaces it.
std::optional<Model> current_model(const Xapian::Database& db, bool is_replaced, Console& console) {
    try {
        if (auto stored = read_model(db)) return std::move(stored->model);
    } catch (const Xapian::DatabaseVersionError& error) {
        if (!is_replaced) throw;
        console.note("the old model is replaced unread: {}", error.get_msg());
    }
    return std::nullopt;
}

// A model of other terms than those that are body terms now (--term-prefix) is of no use.
bool is_of_prefix(const Model& model, const Schema& schema) {
    return model.parameters().term_prefix == schema.term_prefix;
}

}  // namespace

void ModelOptions::add_to(CLI::App& command) {
    add_choices_to(command);
    command
        .add_option("--memory", memory,
                    "MiB for sorting and for comparing documents; what does not fit goes to disk")
        ->type_name("MIB")
        ->check(CLI::Range(1u, 1048576u))
        ->capture_default_str();
}

void ModelOptions::add_choices_to(CLI::App& command) {
    command
        .add_option("--words", words,
                    "descriptive words to choose when a model is made: a number, or auto: 2000, "
                    "and more where too many documents would hold too little information")
        ->type_name("N|auto")
        ->capture_default_str()
        ->check([](const std::string& text) {
            unsigned n = 0;
            const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), n);
            const bool number =
                error == std::errc() && end == text.data() + text.size() && n > 0 && n <= 65535;
            return number || text == "auto" ? std::string()
                                            : "neither auto nor a number from 1 to 65535: " + text;
        });
    command
        .add_option(
            "--distance", distance,
            "how different, as edit distance, members of a group may be from its head; kept "
            "in the model [default: 0.15]")
        ->type_name("D")
        ->check(CLI::Range(0.0, 1.0));
    command
        .add_option("--group-order", group_order,
                    "which document of a group is its head: the first in this order that all its "
                    "members are near: first (docid), longest, newest:SLOT, min:SLOT, max:SLOT, "
                    "shortest-url; kept in the model [default: first]")
        ->type_name("ORDER")
        ->check([](const std::string& text) {
            try {
                check_group_order(text);
                return std::string();
            } catch (const Xapian::InvalidArgumentError& error) {
                return error.get_msg();
            }
        });
    command.add_flag(
        "--any-order", any_order,
        "documents of the same words are alike whatever their order; kept in the model");
    command
        .add_option(
            "--grouping", grouping,
            "two-level: documents that are almost equal are grouped first; fast: one level, "
            "a fifth of the comparisons; kept in the model [default: two-level]")
        ->type_name("WAY")
        ->check(CLI::IsMember({"two-level", "fast"}));
    CLI::Option* const compact_flag =
        command.add_flag("--compact", compact, "4 band keys a document instead of 8");
    command.add_flag("--rich", rich, "12 band keys a document")->excludes(compact_flag);
}

TrainingOptions ModelOptions::training(const std::string& analyzer, const Model* former) const {
    TrainingOptions options;
    options.analyzer = analyzer;
    if (words == "auto") {
        options.selection.grow = true;
    } else {
        options.selection.words = static_cast<unsigned>(std::stoul(words));
        // Who names a number wants words, however few documents there are.
        options.min_documents = 1;
    }
    if (former != nullptr) {
        options.bands = former->parameters().bands;
        options.grouping = former->parameters().grouping;
        options.group_order = former->parameters().group_order;
        options.any_order = former->parameters().any_order;
    }
    if (compact) options.bands = COMPACT_BANDS;
    if (rich) options.bands = RICH_BANDS;
    if (distance) options.grouping.distance = distance_from(*distance);
    if (!grouping.empty()) {
        options.grouping.near = grouping == "fast" ? 0 : GroupingOptions().near;
    }
    if (!group_order.empty()) options.group_order = group_order;
    if (any_order) options.any_order = true;
    options.memory = memory_bytes();
    return options;
}

void tell_of_model(const Model& model, const TrainingReport& report,
                   const TrainingOptions& training, double seconds, Console& console) {
    if (!model.words().empty()) {
        console.note("{} chosen of {} candidates, from {}, flip rates learned from {} ({:.1f} s)",
                     counted(model.words().size(), "descriptive word"), report.candidate_words,
                     counted(report.collection.documents, "document"),
                     counted(report.learned_pairs, "pair"), seconds);
    } else if (report.collection.documents == 0) {
        return;  // nothing is compared with anything
    } else if (report.collection.documents < training.min_documents) {
        console.note("the index is small, so that all documents are compared with each other");
    } else {
        console.note("no descriptive words chosen: no word of {} parts the documents in two",
                     counted(report.collection.documents, "document"));
    }
}

ReadOptions read_once(const DatabaseOpener& open, const Schema& schema, Console& console) {
    ReadOptions read{open, TermSpace(schema.term_prefix), console.threads(), console.progress()};
    read.term_lists = std::make_shared<const ForwardIndex>(read);
    return read;
}

Model make_model(const ReadOptions& read, const Schema& schema, const Model* former,
                 const ModelOptions& options, Console& console) {
    const double begin = console.seconds();
    const TrainingOptions training = options.training(schema.analyzer, former);
    TrainingReport report;
    Model model = train_model(read, training, &report);
    tell_of_model(model, report, training, console.seconds() - begin, console);
    return model;
}

bool needs_model(const Xapian::Database& db, const Schema& schema,
                 const std::optional<Model>& model) {
    if (!model || !is_of_prefix(*model, schema)) return true;
    return model->words().empty() && db.get_doccount() >= TrainingOptions().min_documents;
}

AnnotateReport refresh(Xapian::WritableDatabase& db, const DatabaseOpener& open, Schema schema,
                       const RefreshOptions& options, Console& console) {
    db.commit();
    AnnotateOptions annotate_options = options.annotate;
    annotate_options.memory = options.model.memory_bytes();
    std::optional<Model> model = current_model(db, options.new_model, console);
    std::optional<StoredModel> next;
    if (options.start_next && !options.new_model) next = read_next_model(db);
    if (next && is_of_prefix(next->model, schema)) {
        promote_next_model(db);
        db.commit();
        model = std::move(next->model);
    } else if (options.new_model || needs_model(db, schema, model)) {
        const ReadOptions read = read_once(open, schema, console);
        annotate_options.term_lists = read.term_lists;
        Model made = make_model(read, schema, model ? &*model : nullptr, options.model, console);
        if (made != model) {
            write_next_model(db, made);
            promote_next_model(db);
            db.commit();
            model = std::move(made);
        }
    }
    return annotate(db, open, schema, &*model, annotate_options);
}

}  // namespace descry
