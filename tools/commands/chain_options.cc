#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "commands/commands.h"

namespace descry {

void add_chain_options(CLI::App& command, ChainArguments& chain) {
    command
        .add_option("--chain", chain.file,
                    "a JSON object with the parameters of Solr's signature processor "
                    "(signatureClass, fields, signatureField, overwriteDupes, enabled, quantRate, "
                    "minTokenLen); none: without the chain of the index, this time")
        ->type_name("FILE");
    command.add_flag("--solr-strict", chain.solr_strict,
                     "with --chain: documents that have nothing to sign overwrite one another, and "
                     "blanks in the list of fields are part of the names, as in Solr");
}

std::optional<SignatureChainOptions> read_chain_file(const ChainArguments& chain) {
    if (chain.file.empty() || chain.file == NO_CHAIN) {
        if (!chain.solr_strict) return std::nullopt;
        throw std::invalid_argument("--solr-strict is for a --chain FILE");
    }
    std::ifstream file(chain.file, std::ios::binary);
    std::ostringstream text;
    // Of an empty file, or a folder, nothing is read.
    if (!file.is_open() ||
        (file.peek() != std::ifstream::traits_type::eof() && !(text << file.rdbuf()))) {
        throw std::runtime_error(fmt::format("{} cannot be read", chain.file));
    }
    return parse_signature_chain(text.str(), chain.file, chain.solr_strict);
}

}  // namespace descry
