/** @file query_tree.h
 *  @brief Splits a user's query into tokens, and builds a Xapian query from them with words cut by
 *         descry's analyzer.
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

struct QueryToken {
    enum class Kind {
        WORD,    ///< delimited by whitespace; may contain several of the analyzer's words
        PHRASE,  ///< text in double quotes
        LOVE,    ///< + before a required word
        HATE,    ///< - before an excluded word
        OPEN,    ///< ( possibly after a field's name
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
    /// As typed, for messages; without field and quotes for WORD and PHRASE.
    std::string text;
    /// The field named before it; null: none.
    const TextField* field = nullptr;
    unsigned distance = 0;
};

/// Tokenizes @a text by the rules of Xapian's QueryParser: operators are words in capitals, + - and
/// ( at the beginning of a word, ) wherever a bracket is open. Only whitespace ends words; the
/// analyzer of the index splits them further. The last token is END. Cost: linear in the text,
/// times the number of fields.
/// @param fields whose names followed by a colon are prefixes; outlive the tokens
std::vector<QueryToken> cut_query(std::string_view text, const std::vector<TextField>& fields);

/// The name before the colon if @a word has the form `name:word`, for any name; empty for
/// everything else, including URLs and `std::string`.
std::string_view name_of_field(std::string_view word);

/** Builds a query from tokens, with the grammar of Xapian's QueryParser.
 *
 *  From the loosest binding: OR; XOR; AND and NOT; adjacent parts (any of them, all with +, none
 *  with -); NEAR and ADJ between words; words, phrases, brackets. NOT and - may stand alone and
 *  then mean "all but". A word that the analyzer splits requires all its parts.
 *
 *  Each sequence of equal operators is one node, so the tree is as deep as the brackets, and the
 *  time is linear in the tokens.
 */
class QueryTree {
  public:
    /// Maximum depth of brackets: each level uses stack, here and in Xapian's matcher.
    static constexpr unsigned MAX_BRACKETS = 100;
    /// Maximum words of a query: Xapian 1.4 takes some seconds for this many words missing from the
    /// index, or half as many in phrases, and the time grows quadratically.
    static constexpr std::size_t MAX_WORDS = 10000;

    /// @exception Xapian::QueryParserError too many words
    static void check_words(std::size_t words);

    /// @param analyzer that of the documents; outlives this
    /// @param stemmer Schema::stemmer: words outside phrases without a capital also match by stem
    explicit QueryTree(WordAnalyzer& analyzer, const std::string& stemmer = {})
        : analyzer_(analyzer) {
        if (!stemmer.empty()) stem_.emplace(stemmer);
    }

    /// @param tokens of cut_query(). @return an empty query if there are no words
    /// @exception Xapian::QueryParserError a missing operand, or too many brackets or words
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
