#include <memory>

#include <fmt/format.h>

#include "tools/commands/shared/commands.h"
#include "tools/commands/shared/index_options.h"
#include "tools/input/input_reader.h"
#include "tools/messages/printable.h"
#include "tools/output/json_text.h"
#include "tools/output/text.h"
#include "tools/signing/document_signing.h"

namespace descry {

namespace {

class JsonValue {
  public:
    explicit JsonValue(std::string& line) : line_(line) {}

    void operator()(std::monostate) const { line_ += "null"; }
    void operator()(const std::string& text) const { line_ += json_string(text); }
    void operator()(std::uint64_t number) const {
        const fmt::format_int digits(number);
        line_.append(digits.data(), digits.size());
    }
    template <typename Value>
    void operator()(const std::vector<Value>& values) const {
        line_ += '[';
        for (const Value& value : values) {
            (*this)(value);
            line_ += ',';
        }
        if (!values.empty()) line_.pop_back();
        line_ += ']';
    }

  private:
    std::string& line_;
};

std::string signatures_as_json(std::string_view id, const NamedSignatures& signatures) {
    std::string line = "{\"id\":" + json_string(id);
    for (const auto& [name, value] : signatures) {
        line += ",\"" + name + "\":";
        std::visit(JsonValue(line), value);
    }
    return line + '}';
}

std::string signatures_as_tsv(std::string_view id, const NamedSignatures& signatures) {
    std::string line = tsv_field(id);
    for (const auto& [name, value] : signatures) {
        line += '\t';
        if (const auto* const text = std::get_if<std::string>(&value)) {
            line += tsv_field(*text);
        } else if (!std::holds_alternative<std::monostate>(value)) {
            std::visit(JsonValue(line), value);
        }
    }
    return line;
}

struct SignArguments {
    std::vector<std::string> inputs = {"-"};
    InputOptions input;
    DocumentSigningOptions signing;
    ChainArguments chain;
    OutputFormat format = OutputFormat::JSON;
};

std::string line_of(const std::string& id, const NamedSignatures& signatures, OutputFormat format) {
    switch (format) {
        case OutputFormat::JSON:
            return signatures_as_json(id, signatures);
        case OutputFormat::TSV:
            return signatures_as_tsv(id, signatures);
        case OutputFormat::TEXT:
            break;
    }
    return printable(id) + signatures_as_tsv({}, signatures);
}

int run_sign(SignArguments& arguments) {
    arguments.signing.chain = read_chain_file(arguments.chain);
    arguments.signing.names = arguments.input.names();
    arguments.input.text_optional = arguments.signing.chain.has_value();
    DocumentSigning signer(arguments.signing);
    const bool is_chained = arguments.signing.chain && arguments.signing.chain->enabled;
    const ChainMembers members(arguments.signing.names,
                               is_chained ? arguments.signing.chain : std::nullopt);
    Diagnostics problems;
    InputReader reader(arguments.inputs, arguments.input, problems);
    InputDocument document;
    while (reader.next(document)) {
        if (const std::string reason = members.rejection(document); !reason.empty()) {
            problems.reject(document.location, reason);
        } else {
            const NamedSignatures signatures = signer.sign(document);
            fmt::print("{}\n", line_of(document.id, signatures, arguments.format));
        }
    }
    problems.summarize();
    return problems.any_rejected() ? EXIT_ERROR : EXIT_DONE;
}

}  // namespace

void add_sign_command(CLI::App& app, Console& console, Action& action) {
    const auto arguments = std::make_shared<SignArguments>();
    CLI::App& command = *app.add_subcommand("sign", "Print document signatures; needs no index");
    declare(
        command.add_option("INPUT", arguments->inputs,
                           "Files, directories (recursive) and - for standard input [default: -]"),
        FileUse::STREAMED_INPUTS);
    add_option(
        command, "--methods", arguments->signing.methods, "LIST",
        "Signatures to print: exact, text-profile, term-profile, lookup3; with a model "
        "descriptive, descriptive-stable, descriptive-bands, term-bands; also minhash, sketch-200, "
        "bbit, simhash, shingles-broder [default: all available but lookup3 and the sketches]");
    declare(add_option(command, "--model", arguments->signing.model_file, "FILE",
                       "Model file of descry model export; - for standard input"),
            FileUse::FILES_OR_STREAM);
    command.add_flag("--keys", arguments->signing.text.keys,
                     "Also print the collapse keys that an index would store");
    add_option(command, "--quantRate", arguments->signing.text.text_profile.quant_rate, "RATE",
               "Solr's quantRate for text-profile: share of the highest count that is one quantum");
    add_option(command, "--minTokenLen", arguments->signing.text.text_profile.min_token_len, "N",
               "Solr's minTokenLen for text-profile: count only longer tokens, in UTF-16 units");
    command.add_flag("--sec_sort_lex", arguments->signing.text.text_profile.secondary_sort_lex,
                     "Nutch's sec_sort_lex for text-profile: order words of equal count by "
                     "String.compareTo, not java.util.HashMap");
    add_chain_options(command, arguments->chain);
    add_shingle_options(command, arguments->signing.text.shingles,
                        arguments->signing.text.permutations);
    add_field_options(command, arguments->input);
    add_format_option(command, arguments->format);
    command.footer("descry sign first.txt second.txt --methods bbit,simhash");
    finish_command(command, console, action, [arguments] { return run_sign(*arguments); });
}

}  // namespace descry
