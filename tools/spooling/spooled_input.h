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

/// What is kept of an input, and how it is read.
struct SpoolOptions {
    InputOptions input;
    /// How texts are cut into words.
    AnalyzerRecipe recipe;
    /// GroupingOptions::order
    std::string order = "first";
    /// Of the first document, in the order.
    DocumentNumber first_number = 1;
    /// What mails quote is not compared (own_words()).
    bool own_words = false;
    bool keeps_titles = false;
    /// As they are written, to be shown.
    bool keeps_texts = false;
    /// As they came, to be printed again; for UniqueRun::read().
    bool keeps_records = true;
    /// Fields that are appended to records, for which lines of text become JSON lines.
    std::vector<std::string> appended_fields;
    /// All fields, so that it can be told in which documents differ.
    bool keeps_fields = false;
    /// By whose values documents are kept apart (KeepApart::fields).
    std::vector<std::string> apart_fields;
    /// Not documents are texts to be grouped, but their pieces of so many words; their order is
    /// that of the input, and no field keeps them apart.
    std::optional<PieceKind> pieces;
    std::uint32_t piece_words = 20;
    Work work;
};

/// A piece of a document, and where it stands in the document's text.
struct SpooledPiece {
    std::uint64_t document = 0;
    TextRange range;
};

/// Documents numbered from 1 on.
class SpooledInput {
  public:
    /// @throws std::invalid_argument no such order; the recipe cannot be followed here
    explicit SpooledInput(const SpoolOptions& options);

    /// Reads all of the inputs. Where they are tables and nothing else, those with columns that the
    /// first one lacks are rejected. @param keeps_records as they are to be printed again
    /// @throws std::runtime_error a record has a field that is to be appended to it
    void read(const std::vector<std::string>& inputs, bool keeps_records, Diagnostics& problems);

    std::size_t size() const { return documents_.size(); }
    /// Of the documents, or of the pieces, which are numbered from 1 on in the order of documents.
    const AnalyzedTexts& texts() const { return texts_; }
    SpooledPiece piece(DocumentNumber number) const;
    /// Its id is what DocumentNames call it.
    SpooledDocument document(DocumentNumber document) const;
    /// All fields but those that hold id or text, shortened(); none unless they are kept.
    FieldValues fields(DocumentNumber document) const;
    const std::string* header_of(DocumentNumber document) const {
        return documents_.header_of(document).get();
    }
    /// Of the tables whose rows are kept as records.
    const TableHeaders& headers() const { return headers_; }
    /// Whether all records are rows of tables, and there is a table.
    bool is_table() const { return headers_.first() != nullptr && !has_other_records_; }
    /// Whether rows of tables become lines of JSON, as not all documents are rows.
    bool turns_rows_into_json() const { return headers_.first() != nullptr && !is_table(); }
    /// By their names, where records are in several encodings, so that document() gives all in
    /// UTF-8; else empty.
    const std::map<std::string, TextEncoding>& mixed_encodings() const { return mixed_encodings_; }
    const TextOrder& order() const { return order_; }

    /// @throws std::runtime_error documents are kept apart by a field that none has
    void check_apart_fields() const;

    /// @throws std::runtime_error the order is by a field that no document has
    void check_order() const;

  private:
    struct Entry {
        InputDocument document;
        FieldValues fields;          // where some are kept apart
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
    std::vector<std::string> text_names_;  // of fields that hold id or text
    RecordFile fields_;                    // by number less one, where they are kept
    RecordFile pieces_;                    // the same of pieces
    std::set<std::string> field_names_;    // of all documents, where some are kept apart
    DocumentNames names_;
    std::unordered_map<DocumentNumber, std::size_t> numbers_of_names_;  // the second ones and later
    TableHeaders headers_;
    bool has_other_records_ = false;
    std::set<std::shared_ptr<const std::string>> encodings_;  // of files with more than ASCII
    std::map<std::string, TextEncoding> mixed_encodings_;     // by name
    std::set<std::string> ordering_fields_;                   // of the order, of any document
    TextOrder order_;
};

}  // namespace descry

#endif  // DESCRY_TOOLS_SPOOLING_SPOOLED_INPUT_H
