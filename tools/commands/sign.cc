#include <algorithm>
#include <map>
#include <memory>

#include <nlohmann/json.hpp>

#include <descry/descriptive_vector.h>
#include <descry/hash.h>
#include <descry/term_profile.h>
#include <descry/text_signatures.h>
#include <descry/words.h>

#include "commands/commands.h"
#include "database.h"
#include "input/input_reader.h"
#include "model_file.h"
#include "output/text.h"

namespace descry {

namespace {

using Json = nlohmann::ordered_json;

struct SignArguments {
    std::vector<std::string> inputs = {"-"};
    InputOptions input;
    std::string methods;
    std::string model_file;
    bool keys = false;
    TextProfileParameters text_profile;
    OutputFormat format = OutputFormat::JSON;
};

// Computes signatures of texts, without an index.
class Signer {
  public:
    Signer(const SignArguments& arguments, std::vector<Slot> methods)
        : methods_(std::move(methods)),
          keys_(arguments.keys),
          text_profile_(arguments.text_profile) {
        AnalyzerRecipe recipe;
        if (!arguments.model_file.empty()) {
            model_ = std::make_unique<Model>(read_model_file(arguments.model_file));
            if (model_->parameters().analyzer.empty()) {
                throw std::runtime_error(arguments.model_file +
                                         ": the model was made for terms of another program, which "
                                         "cannot be made from text here");
            }
            recipe = AnalyzerRecipe::parse(model_->parameters().analyzer);
            signer_.emplace(*model_);
        }
        words_.emplace(recipe);
        for (const Slot method : methods_) {
            if (!depends_on_model(method)) continue;
            if (!model_) {
                throw std::invalid_argument(std::string(slot_name(method)) +
                                            " needs a model: --model FILE");
            }
        }
    }

    Json sign(const InputDocument& document) {
        Json out = {{"id", document.id}};
        const bool needs_terms = std::any_of(methods_.begin(), methods_.end(), needs_no_text);
        if (needs_terms) count_terms(document.text);
        DescriptiveSignatures descriptive;
        if (signer_ && needs_terms) descriptive = signer_->sign_terms(terms_);
        for (const Slot method : methods_) {
            switch (method) {
                case Slot::EXACT:
                    add_digest(out, "exact", exact_signature(document.text));
                    break;
                case Slot::TEXT_PROFILE:
                    add_digest(out, "text_profile", text_profile_.sign(document.text));
                    break;
                case Slot::TERM_PROFILE:
                    add_digest(out, "term_profile",
                               term_profile_signature(terms_).value_or(NOTHING_SIGNED));
                    break;
                case Slot::DESCRIPTIVE:
                    add_value(out, "descriptive", descriptive.descriptive);
                    out["ones"] = descriptive.ones;
                    break;
                case Slot::DESCRIPTIVE_STABLE:
                    add_value(out, "descriptive_stable", descriptive.stable);
                    break;
                default:
                    break;
            }
        }
        return out;
    }

  private:
    void count_terms(const std::string& text) {
        counts_.clear();
        words_->analyze(text, [this](std::string_view word) {
            auto found = counts_.find(word);
            if (found == counts_.end()) found = counts_.emplace(word, 0).first;
            ++found->second;
        });
        terms_.clear();
        for (const auto& [term, wdf] : counts_)
            terms_.push_back({term, wdf});
    }

    // The key is what an index would hold: nothing for a document without anything to sign.
    void add_digest(Json& out, const std::string& name, const Md5Digest& digest) const {
        out[name] = to_hex(as_bytes(digest));
        if (!keys_) return;
        out[name + "_key"] = digest == NOTHING_SIGNED ? Json() : Json(content_slot_key(digest));
    }

    void add_value(Json& out, const std::string& name, std::optional<std::uint64_t> value) const {
        out[name] = value ? Json(to_hex(*value)) : Json();
        if (!keys_) return;
        out[name + "_key"] = value ? Json(model_slot_key(model_->id(), *value)) : Json();
    }

    std::vector<Slot> methods_;
    bool keys_;
    TextProfileSigner text_profile_;
    std::unique_ptr<Model> model_;
    std::optional<DescriptiveSigner> signer_;
    std::optional<WordAnalyzer> words_;
    std::map<std::string, std::uint32_t, std::less<>> counts_;
    std::vector<TermCount> terms_;
};

std::vector<Slot> methods_of(const SignArguments& arguments) {
    if (!arguments.methods.empty()) return parse_methods(arguments.methods);
    std::vector<Slot> methods = {Slot::EXACT, Slot::TEXT_PROFILE, Slot::TERM_PROFILE};
    if (!arguments.model_file.empty()) {
        methods.push_back(Slot::DESCRIPTIVE);
        methods.push_back(Slot::DESCRIPTIVE_STABLE);
    }
    return methods;
}

void print(const Json& signatures, OutputFormat format) {
    if (format == OutputFormat::JSON) {
        fmt::print("{}\n", signatures.dump(-1, ' ', false, Json::error_handler_t::replace));
        return;
    }
    bool first = true;
    for (const auto& [name, value] : signatures.items()) {
        const std::string text = value.is_null()     ? std::string()
                                 : value.is_string() ? value.get<std::string>()
                                                     : value.dump();
        fmt::print("{}{}", first ? "" : "\t", tsv_field(text));
        first = false;
    }
    fmt::print("\n");
}

int run_sign(const SignArguments& arguments) {
    Signer signer(arguments, methods_of(arguments));
    Problems problems;
    InputReader reader(arguments.inputs, arguments.input, problems);
    InputDocument document;
    while (reader.next(document))
        print(signer.sign(document), arguments.format);
    problems.summarize();
    return problems.any_refused() ? EXIT_ERROR : EXIT_DONE;
}

}  // namespace

void add_sign_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<SignArguments>();
    CLI::App& command = *app.add_subcommand(
        "sign", "a filter: documents in, signatures out as JSON lines; needs no index");
    command.add_option("INPUT", arguments->inputs,
                       "files, directories (recursive) and - for standard input [default: -]");
    command
        .add_option("--methods", arguments->methods,
                    "signatures to print: exact, text-profile, term-profile; with a model "
                    "descriptive, descriptive-stable [default: all that can be had]")
        ->type_name("LIST");
    command.add_option("--model", arguments->model_file, "a model that descry model export wrote")
        ->type_name("FILE");
    command.add_flag("--keys", arguments->keys,
                     "also print the collapse keys that an index would hold");
    command
        .add_option("--quantRate", arguments->text_profile.quant_rate,
                    "Solr's quantRate of text-profile: share of the highest count that is one "
                    "quantum")
        ->type_name("RATE")
        ->capture_default_str();
    command
        .add_option("--minTokenLen", arguments->text_profile.min_token_len,
                    "Solr's minTokenLen of text-profile: only longer tokens count, in UTF-16 units")
        ->type_name("N")
        ->capture_default_str();
    command
        .add_option("--id-field", arguments->input.id_field,
                    "member of a JSON document that holds its id")
        ->type_name("NAME")
        ->capture_default_str();
    command
        .add_option("--text-field", arguments->input.text_field,
                    "member of a JSON document that holds its text")
        ->type_name("NAME")
        ->capture_default_str();
    add_format_option(command, arguments->format);
    console.add_options(command);
    command.callback(
        [arguments, &action] { action = [arguments] { return run_sign(*arguments); }; });
}

}  // namespace descry
