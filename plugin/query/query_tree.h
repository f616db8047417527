/** @file query_tree.h
 *  @brief What the user typed, cut into words, phrases, brackets and operators; and these as a
 * Xapian query, in the words that descry's analyzer cuts.
 */
#ifndef DESCRY_PLUGIN_QUERY_QUERY_TREE_H
#define DESCRY_PLUGIN_QUERY_QUERY_TREE_H

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <xapian.h>

#include <descry/analyzers/words.h>
#include <descry/schema/document_fields.h>

namespace descry {

/// A piece of a query, in the order of the text.
struct QueryToken {
    enum class Kind {
        WORD,    ///< what white space ends; may hold several of the analyzer's words
        PHRASE,  ///< what stood in double quotes
        LOVE,    ///< + before what must occur
        HATE,    ///< - before what must not
        OPEN,    ///< ( and whether a field's name stood before it
        CLOSE,   ///< )
        AND,
        OR,
        XOR,
        NOT,
        NEAR,  ///< within `distance` words of each other
        ADJ,   ///< the same, in this order
        END,
    };

    Kind kind = Kind::END;
    /// As typed, for messages; of WORD and PHRASE without field and quotes.
    std::string text;
    /// Of the field whose name stood before it; null: none did.
    const TextField* field = nullptr;
    unsigned distance = 0;
};

/// Cuts @a text by the rules of Xapian's QueryParser: operators are words in capitals, + - and ( at
/// the beginning of a word, ) wherever a bracket is open. White space alone ends words: what is a
/// word of the index within them is for its analyzer to say. The last token is END.
/// @param fields whose names followed by a colon are prefixes; outlive the tokens
/// Cost: linear in the text, times the number of fields.
std::vector<QueryToken> cut_query(std::string_view text, const std::vector<TextField>& fields);

/// The name before the colon where @a word looks like `name:word`, whether there is such a field or
/// not; empty for everything else, URLs and `std::string` among it.
std::string_view name_of_field(std::string_view word);

/** Builds the query of some tokens, with the grammar of Xapian's QueryParser.
 *
 *  Loosest first: OR; XOR; AND and NOT; what stands side by side (any of it, all that has a +, none
 *  that has a -); NEAR and ADJ between words; words, phrases, brackets. NOT and - may stand alone
 *  and then are "all but". A word that the analyzer cuts into several asks for all of them.
 *
 *  Each list of equal operators is one node, so that the tree is as deep as the brackets, and time
 *  is linear in the tokens.
 */
class QueryTree {
  public:
    /// Brackets within each other at most: each is some stack, here and in Xapian's matcher.
    static constexpr unsigned MAX_BRACKETS = 100;
    /// Words in a query at most: Xapian 1.4 takes some seconds for so many that the index lacks, or
    /// for the half as phrases, and the square of that for more.
    static constexpr std::size_t MAX_WORDS = 10000;

    /// @exception Xapian::QueryParserError @a words are too many
    static void check_words(std::size_t words);

    /// @param analyzer that of the documents; outlives this
    /// @param stemmer Schema::stemmer: words that stand alone and do not begin with a capital are
    ///        looked for as their stems, too
    explicit QueryTree(WordAnalyzer& analyzer, const std::string& stemmer = {})
        : analyzer_(analyzer) {
        if (!stemmer.empty()) stem_.emplace(stemmer);
    }

    /// @param tokens of cut_query(). @return an empty query where there are no words
    /// @exception Xapian::QueryParserError an operator that lacks one of its sides, too many
    ///            brackets or words
    Xapian::Query build(std::span<const QueryToken> tokens);

  private:
    using Kind = QueryToken::Kind;
    using Queries = std::vector<Xapian::Query>;

    const QueryToken& next() const { return *at_; }
    bool accept(Kind kind);
    Xapian::Query build_or(const TextField* field);
    Xapian::Query build_and(const TextField* field);
    Xapian::Query build_list(const TextField* field);
    Xapian::Query build_term(const TextField* field);
    Xapian::Query build_brackets(const TextField* field);
    Xapian::Query build_near(const TextField* field);
    void add_words(const QueryToken& token, const TextField* field,
                   std::vector<std::string>& words);
    Xapian::Query query_of_word(const QueryToken& token, const TextField* field);

    WordAnalyzer& analyzer_;
    std::optional<Xapian::Stem> stem_;
    std::span<const QueryToken>::iterator at_;
    std::span<const QueryToken>::iterator begin_;
    unsigned brackets_ = 0;
    std::size_t words_ = 0;
};

}  // namespace descry

#endif  // DESCRY_PLUGIN_QUERY_QUERY_TREE_H
