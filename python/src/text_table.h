/** @file text_table.h
 *  @brief The rows that Python passes: texts, ids, and values to order by.
 */
#ifndef DESCRY_PYTHON_TEXT_TABLE_H
#define DESCRY_PYTHON_TEXT_TABLE_H

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nanobind/nanobind.h>

#include <descry/mechanics/work.h>
#include <descry/texts/text_order.h>

#include "engine/texts/analyzed_texts.h"
#include "python/arrow/arrow_reader.h"
#include "python/arrow/ids.h"

namespace descry::python {

/// The columns to read; nullopt: none.
struct ColumnNames {
    std::string text;
    std::optional<std::string> id;
    /// TextOrder::fields()
    std::vector<std::string> order = {};
    /// Fields that keep rows apart (KeepApart::fields), ascending.
    std::vector<std::string> fields = {};
};

class TextTable {
  public:
    /// @param model whose recipe cuts texts; null: the default recipe
    TextTable(const Model* model, unsigned threads, std::size_t memory)
        : texts_(recipe_of_texts(model), {threads, memory, [told = told_](const Phase& phase) {
                                              if (*told) (*told)(phase);
                                          }}) {}

    /// Reads a whole Arrow stream (its capsule). @param names of a table's columns; for a column of
    /// texts its own, or nullopt. @param callback receives the progress
    void add_stream(nanobind::handle capsule, std::optional<ColumnNames> names,
                    nanobind::handle callback);

    /// Adds strings and nulls (None, NaN, pandas.NA) as texts; a null has no words.
    /// @exception nanobind::python_error TypeError, with the row
    void add_list(nanobind::handle texts, nanobind::handle callback);

    /// Adds ids alone: a capsule of a column, or a sequence of strings and integers.
    /// @exception nanobind::python_error TypeError, with the row
    void add_ids(nanobind::handle values);
    /// Adds values of TextOrder::fields()[@a field], likewise; non-numbers count as printed.
    void add_order_values(std::size_t field, nanobind::handle values);

    /// Adds values of a field that keeps rows apart, likewise, for all texts since
    /// end_references(). Call with fields ascending.
    void add_field(const std::string& field, nanobind::handle values);

    /// Makes the rows so far references; documents follow. Their default ids are -1, -2 and so on.
    void end_references();

    /// Checks that each text has an id if one has, and values likewise. Default ids of documents
    /// are their rows from 0 on. Call last. @exception std::invalid_argument
    void end();

    /// Texts that were not UTF-8 (repair_utf8()); and the first of them, from 1 on.
    std::size_t repaired() const { return repaired_; }
    std::size_t first_repaired() const { return first_repaired_; }

    const AnalyzedTexts& texts() const { return texts_; }
    /// Sets the receiver of progress of later work with these texts; may be empty.
    void tell(Progress progress) const { *told_ = std::move(progress); }
    std::size_t references() const { return references_; }
    const Ids& reference_ids() const { return reference_ids_; }
    const Ids& document_ids() const { return document_ids_; }
    bool has_ids() const { return has_ids_; }

    /// The key of a text, from 1 on, in @a order. @param number in the key
    std::string order_key(const TextOrder& order, DocumentNumber text, DocumentNumber number) const;

  private:
    void take(Ids& ids, std::size_t expected, std::int64_t first, std::int64_t step);
    void add_texts(std::span<const std::string_view> texts, std::uint64_t total,
                   nanobind::handle callback);
    void add_order_value(std::size_t field, const Value& value);
    void add_field_value(const std::string& field, std::size_t text,
                         std::optional<std::string_view> value);
    void read_ids(const ArrowColumn& column, const ArrowArray& array);
    void repair(std::vector<std::string_view>& texts, std::deque<std::string>& repaired);

    std::shared_ptr<Progress> told_ = std::make_shared<Progress>();
    AnalyzedTexts texts_;
    Ids ids_;                                                            // since end_references()
    std::vector<std::vector<std::optional<std::string>>> order_values_;  // by field
    std::vector<std::uint64_t> apart_;  // apart_value_with(), by number - 1
    std::size_t repaired_ = 0;
    std::size_t first_repaired_ = 0;
    bool has_ids_ = false;
    std::size_t references_ = 0;
    Ids reference_ids_;
    Ids document_ids_;
};

}  // namespace descry::python

#endif  // DESCRY_PYTHON_TEXT_TABLE_H
