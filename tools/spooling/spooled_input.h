/** @file spooled_input.h
 *  @brief The documents of an input, read once into temporary files.
 */
#ifndef DESCRY_TOOLS_SPOOLING_SPOOLED_INPUT_H
#define DESCRY_TOOLS_SPOOLING_SPOOLED_INPUT_H

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include <descry/analyzers/encoding.h>
#include <descry/texts/text_order.h>

#include "engine/keys/field_values.h"
#include "engine/mechanics/record_file.h"
#include "engine/texts/analyzed_texts.h"
#include "engine/texts/text_pieces.h"
#include "tools/input/input_reader.h"
#include "tools/input/parsing/table_header.h"
#include "tools/messages/diagnostics.h"
#include "tools/spooling/document_names.h"
#include "tools/spooling/document_spool.h"

namespace descry {

/// How to read an input, and what to keep of it.
struct SpoolOptions {
    InputOptions input;
    AnalyzerRecipe recipe;
    /// GroupingOptions::order
    std::string order = "first";
    DocumentNumber first_number = 1;
    /// Compares mails without quoted text (own_words()).
    bool own_words = false;
    bool keeps_titles = false;
    /// Keeps texts as written, for display.
    bool keeps_texts = false;
    /// Keeps records unchanged, for printing; for UniqueRun::read().
    bool keeps_records = true;
    /// Fields appended to records; lines of text then become JSON lines.
    std::vector<std::string> appended_fields;
    /// Keeps all fields, to report those in which documents differ.
    bool keeps_fields = false;
    /// Fields by whose values documents are kept apart (KeepApart::fields).
    std::vector<std::string> apart_fields;
    /// Groups pieces of at least piece_words words instead of documents, in input order.
    std::optional<PieceKind> pieces;
    std::uint32_t piece_words = 20;
    Work work;
};

/// A piece of a document, and its place in the document's text.
struct SpooledPiece {
    std::uint64_t document = 0;
    TextRange range;
};

class SpooledInput {
  public:
    /// @throws std::invalid_argument no such order, or this program cannot follow the recipe
    explicit SpooledInput(const SpoolOptions& options);

    /// Reads all of the inputs. If all are tables, those with columns missing from the first are
    /// rejected. @param keeps_records for printing
    /// @throws std::runtime_error a record already has a field that is to be appended
    void read(const std::vector<std::string>& inputs, bool keeps_records, Diagnostics& problems);

    std::size_t size() const { return documents_.size(); }
    /// Of the documents, or of the pieces, numbered from 1 on in document order.
    const AnalyzedTexts& texts() const { return texts_; }
    SpooledPiece piece(DocumentNumber number) const;
    /// Its id is its name by DocumentNames.
    SpooledDocument document(DocumentNumber document) const;
    /// All fields except those of id or text, shortened(); empty unless kept.
    FieldValues fields(DocumentNumber document) const;
    const std::string* header_of(DocumentNumber document) const {
        return documents_.header_of(document).get();
    }
    /// Of the tables whose rows are kept as records.
    const TableHeaders& headers() const { return headers_; }
    /// Whether all records are rows of tables, and there is a table.
    bool is_table() const { return headers_.first() != nullptr && !has_other_records_; }
    /// Whether rows become JSON lines, because not all documents are rows.
    bool turns_rows_into_json() const { return headers_.first() != nullptr && !is_table(); }
    /// By name, if records have several encodings; document() then returns UTF-8.
    const std::map<std::string, TextEncoding>& mixed_encodings() const { return mixed_encodings_; }
    const TextOrder& order() const { return order_; }

    /// @throws std::runtime_error a field to keep documents apart by is in none of them
    void check_apart_fields() const;

    /// @throws std::runtime_error a field to order by is in no document
    void check_order() const;

  private:
    struct Entry {
        InputDocument document;
        FieldValues fields;          // if some are kept apart
        std::string fields_to_tell;  // encode_field_values()
        std::vector<TextRange> pieces;
    };
    struct Batch {
        std::vector<Entry> entries;
        std::vector<AnalyzedTexts::Analyzed> texts;  // of the documents, or of all pieces
    };

    std::shared_ptr<const std::string> take_header(TableHeader header);
    std::string take_record(InputDocument& document) const;
    void analyze(Batch& batch);
    void find_pieces(Batch& batch, std::vector<std::string_view>& texts) const;
    void take_fields(Entry& entry) const;
    void keep(Batch batch, bool keeps_records);
    void keep(Entry& entry, DocumentNumber number, bool keeps_record);
    void reject_misfits(Diagnostics& problems);
    void reject_rows_in(const std::string& encoding, Diagnostics& problems);
    void note_encoding(std::string_view record, const std::shared_ptr<const std::string>& encoding);
    std::set<std::string> encodings_of_records() const;
    void find_mixed_encodings(Diagnostics& problems);
    std::string as_utf8(std::string record,
                        const std::shared_ptr<const std::string>& encoding) const;
    void reject_rows(const std::function<bool(DocumentNumber)>& is_rejected, Diagnostics& problems);
    void number_equal_names();

    SpoolOptions options_;
    AnalyzedTexts texts_;
    DocumentSpool documents_;
    std::vector<std::string> text_names_;  // of fields with id or text
    RecordFile fields_;                    // by number - 1, if kept
    RecordFile pieces_;                    // the same for pieces
    std::set<std::string> field_names_;    // of all documents, if some are kept apart
    DocumentNames names_;
    std::unordered_map<DocumentNumber, std::size_t>
        numbers_of_names_;  // only the second and later ones
    TableHeaders headers_;
    bool has_other_records_ = false;
    std::set<std::shared_ptr<const std::string>> encodings_;  // of files with non-ASCII text
    std::map<std::string, TextEncoding> mixed_encodings_;     // by name
    std::set<std::string> ordering_fields_;                   // of the order, in any document
    TextOrder order_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SPOOLING_SPOOLED_INPUT_H
