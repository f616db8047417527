/** @file query_tokens.h
 *  @brief What the user typed, cut into words, phrases, brackets and operators.
 */
#ifndef DESCRY_TOOLS_QUERY_QUERY_TOKENS_H
#define DESCRY_TOOLS_QUERY_QUERY_TOKENS_H

#include <string>
#include <string_view>
#include <vector>

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

}  // namespace descry

#endif  // DESCRY_TOOLS_QUERY_QUERY_TOKENS_H
