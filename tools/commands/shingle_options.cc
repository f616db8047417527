#include <descry/signatures/shingle_elements.h>
#include <descry/sketches/minhash.h>

#include "commands/commands.h"

namespace descry {

void add_shingle_options(CLI::App& command, ShingleElementOptions& shingles,
                         unsigned& permutations) {
    add_shingle_options(command, shingles);
    command
        .add_option("--permutations", permutations, "of MinHash: how many values a signature has")
        ->type_name("N")
        ->check(CLI::Range(1u, MAX_PERMUTATIONS))
        ->capture_default_str();
}

void add_shingle_options(CLI::App& command, ShingleElementOptions& shingles) {
    command
        .add_option("--shingles", shingles.shingles,
                    "what elements are made of: word:N, char:N, grapheme:N, capitalised:N (N "
                    "successive words, code points, grapheme clusters, words that begin or end "
                    "capitalised), char9 or broder")
        ->type_name("KIND")
        ->capture_default_str();
    command
        .add_option("--stem", shingles.stemmer,
                    "shingles of stems: a language of Xapian's stemmers, as english [default: of "
                    "words]")
        ->type_name("LANGUAGE");
    command.add_flag("--multiset", shingles.multiset, "a repeated shingle is another element");
    command.add_flag(
        "--fold-digits", shingles.fold_digits,
        "each digit is 0 in shingles, so that texts that differ in numbers alone are the "
        "same [default: digits are told apart]");
}

}  // namespace descry
