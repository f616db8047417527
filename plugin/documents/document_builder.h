/** @file document_builder.h
 *  @brief Builds Xapian documents: terms, data, unique term, field values.
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

/// The schema's name of a stemmer; empty for "none" and the empty name.
/// @exception Xapian::InvalidArgumentError Xapian has no such stemmer
std::string stemmer_of_name(std::string_view name);

/// The terms that a Xapian::QueryParser with the stemmer, of any strategy, looks up for a text:
/// stems with the prefix Z, and, as boolean terms, words that descry's analyzer splits ("don't",
/// "3.14") or drops. None are body terms, so they do not affect groups. One per thread.
class SearchTerms {
  public:
    /// @param stemmer a name of Xapian's, such as `english`; empty: nothing is added
    explicit SearchTerms(const std::string& stemmer);

    /// Cost: Xapian::TermGenerator's, and a look-up per term. @param document already has its words
    void add(std::string_view text, Xapian::Document& document);

  private:
    std::optional<Xapian::TermGenerator> generator_;
};

/// Builds documents; one per thread.
class DocumentBuilder {
  public:
    /// @param skipped called for skipped values
    /// @throws std::invalid_argument this ICU cannot repeat the analyzer recipe of the index
    DocumentBuilder(const Schema& schema, BuildOptions options, ProblemListener skipped = {});

    /// The document, ready for signing and adding. Every word is a term with positions; fields are
    /// indexed by the schema. A value that does not fit its slot is reported and skipped.
    Xapian::Document build(const InputDocument& input);

    /// The words of the text of build()'s last document, joined by single spaces, so that it need
    /// not be analysed again. Valid until the next call.
    std::string_view words() const { return joined_words_; }

    std::string unique_term_of(const InputDocument& input) const;

    /// The data of build()'s document: id, fields and text as JSON. With a stemmer the JSON is the
    /// last line, `descry=`, after the lines for Omega's templates: `title`, `sample` and `url`.
    std::string data_of(const InputDocument& input) const;

    /// Words too long for a term so far.
    std::size_t skipped_words() const { return skipped_words_ + words_.skipped_words(); }

    /// Positions between the values of a field, so that phrases do not span values.
    static constexpr Xapian::termpos VALUE_GAP = 100;

    /// Longer values are skipped. Xapian stores a slot's lowest and highest value in 116 MB
    /// together.
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
    ProblemListener skipped_;
    std::size_t skipped_words_ = 0;
};

}  // namespace descry

#endif  // DESCRY_DOCUMENTS_DOCUMENT_BUILDER_H
