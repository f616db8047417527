/** @file text_table.h
 *  @brief The rows that Python hands over: texts, what they are called, and values to order by.
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
#include "engine/texts/analyzed_texts.h"
#include <descry/texts/text_order.h>

#include "python/src/arrow_reader.h"
#include "python/src/ids.h"

namespace descry::python {

/// Which columns of a table are read; nullopt: none such.
struct ColumnNames {
    std::string text;
    std::optional<std::string> id;
    /// TextOrder::fields()
    std::vector<std::string> order = {};
    /// By whose values rows are kept apart (KeepApart::fields), ascending.
    std::vector<std::string> fields = {};
};

/// Rows in the order in which they come: references, then documents.
class TextTable {
  public:
    /// @param model by whose recipe texts are cut; null: by the default one
    TextTable(const Model* model, unsigned threads, std::size_t memory)
        : texts_(recipe_of_texts(model),
                 {threads, memory,
                  [told = told_](const Phase& phase) {
                      if (*told) (*told)(phase);
                  }}) {}

    /// Reads a stream of Arrow's (its capsule), whole. @param names those of a table; of a column of
    /// texts that of its own, or nullopt. @param callback takes the progress
    void add_stream(nanobind::handle capsule, std::optional<ColumnNames> names,
                    nanobind::handle callback);

    /// Strings and nulls (None, NaN, pandas.NA), each a text; a null is one without words.
    /// @exception nanobind::python_error TypeError, with the row
    void add_list(nanobind::handle texts, nanobind::handle callback);

    /// Ids alone: a capsule of a column, or a sequence of strings and integers.
    /// @exception nanobind::python_error TypeError of others, with the row
    void add_ids(nanobind::handle values);
    /// Values to order by alone, likewise, of one of TextOrder::fields(), from 0 on; others than
    /// numbers count as they are printed.
    void add_order_values(std::size_t field, nanobind::handle values);

    /// Values of a field by which rows are kept apart, likewise, of all texts since
    /// end_references(). Fields come ascending.
    void add_field(const std::string& field, nanobind::handle values);

    /// What came so far are references; documents follow. Those without ids are called by their
    /// row: -1, -2 and so on.
    void end_references();

    /// That each text has an id, where one has, and a value likewise. Documents without ids are
    /// called by their row from 0 on. To be called last.
    /// @exception std::invalid_argument
    void end();

    /// Texts whose bytes were not UTF-8, which are read as repair_utf8() reads them; and the first of
    /// them, from 1 on.
    std::size_t repaired() const { return repaired_; }
    std::size_t first_repaired() const { return first_repaired_; }

    const AnalyzedTexts& texts() const { return texts_; }
    /// Whom the work with these texts tells of itself from now on; empty: nobody.
    void tell(Progress progress) const { *told_ = std::move(progress); }
    std::size_t references() const { return references_; }
    const Ids& reference_ids() const { return reference_ids_; }
    const Ids& document_ids() const { return document_ids_; }
    /// Whether ids came with some of the texts.
    bool has_ids() const { return has_ids_; }

    /// The place of a text, from 1 on, in @a order. @param number in the key
    std::string order_key(const TextOrder& order, DocumentNumber text,
                          DocumentNumber number) const;

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
    Ids ids_;  // of those since end_references()
    std::vector<std::vector<std::optional<std::string>>> order_values_;  // by field
    std::vector<std::uint64_t> apart_;  // apart_value_with(), by number less one
    std::size_t repaired_ = 0;
    std::size_t first_repaired_ = 0;
    bool has_ids_ = false;
    std::size_t references_ = 0;
    Ids reference_ids_;
    Ids document_ids_;
};

}  // namespace descry::python

#endif  // DESCRY_PYTHON_TEXT_TABLE_H
