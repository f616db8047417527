/** @file document_builder.h
 *  @brief From a document of any source to a Xapian document: terms, data, unique term, values of
 *         its fields.
 */
#ifndef DESCRY_DOCUMENTS_DOCUMENT_BUILDER_H
#define DESCRY_DOCUMENTS_DOCUMENT_BUILDER_H

#include <optional>
#include <string>
#include <string_view>

#include <xapian.h>

#include <descry/analyzers/words.h>
#include <descry/schema/stored_format.h>
#include <descry/texts/input_document.h>

namespace descry {

/// The name of a stemmer as the schema has it; empty for "none" and for no name.
/// @exception Xapian::InvalidArgumentError Xapian has no stemmer of the name
std::string stemmer_of_name(std::string_view name);

/// What a Xapian::QueryParser with the stemmer, of whatever strategy, looks for in a text: stems
/// with the prefix Z, and words that are several to descry's analyzer ("don't", "3.14") or none, as
/// boolean terms. Neither are body terms, so groups are the same without. One per thread.
class SearchTerms {
  public:
    /// @param stemmer a name of Xapian's, as `english`; empty: nothing is added
    explicit SearchTerms(const std::string& stemmer);

    /// Adds the terms of @a text. @param document has the words' already
    /// Cost: Xapian::TermGenerator's, and a look-up a term.
    void add(std::string_view text, Xapian::Document& document);

  private:
    std::optional<Xapian::TermGenerator> generator_;
};

/// Builds documents; one per thread.
class DocumentBuilder {
  public:
    /// @param left_out told of values that are left out
    /// @throws std::invalid_argument when this ICU cannot repeat the analyzer recipe of the index
    DocumentBuilder(const Schema& schema, BuildOptions options, ProblemListener left_out = {});

    /// The document, to be signed and added. Every word is a term with its positions; fields of the
    /// schema are indexed as it says. A value that its slot cannot hold is told and left out.
    Xapian::Document build(const InputDocument& input);

    /// The words of the text of build()'s last document, joined by one space each: what it need not
    /// be cut for once more. Valid until the next call.
    std::string_view words() const { return joined_words_; }

    /// The unique term under which build()'s document is added.
    std::string unique_term_of(const InputDocument& input) const;

    /// The data of build()'s document: id, fields and text as JSON. In an index with a stemmer that
    /// is the last line, `descry=`, behind the lines that Omega's templates show: `title`, `sample`
    /// and `url`.
    std::string data_of(const InputDocument& input) const;

    /// Words that were too long for a term, so far.
    std::size_t skipped_words() const { return skipped_words_ + words_.skipped_words(); }

    /// Positions between the values of a field, so that no phrase reaches from one to the next.
    static constexpr Xapian::termpos VALUE_GAP = 100;

    /// A longer value is left out of its slot. Xapian keeps a slot's least and greatest together,
    /// and both have to fit into 116 MB.
    static constexpr std::size_t MAX_VALUE_BYTES = std::size_t{32} << 20;

  private:
    void add_text(const TextField& field, const InputDocument& input, Xapian::Document& document);
    void add_value(const ValueField& field, const InputDocument& input,
                   Xapian::Document& document) const;
    std::string lines_for_omega(const InputDocument& input) const;
    std::string id_prefix_;
    DocumentFields fields_;
    WordAnalyzer words_;
    SearchTerms search_terms_;
    bool shows_in_omega_;
    std::string joined_words_;
    BuildOptions options_;
    ProblemListener left_out_;
    std::size_t skipped_words_ = 0;
};

}  // namespace descry

#endif  // DESCRY_DOCUMENTS_DOCUMENT_BUILDER_H
