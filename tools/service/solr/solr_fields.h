/** @file solr_fields.h
 *  @brief An index as seen by Solr's clients: fields by name, and their places in Xapian documents.
 */
#ifndef DESCRY_TOOLS_SERVICE_SOLR_FIELDS_H
#define DESCRY_TOOLS_SERVICE_SOLR_FIELDS_H

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>
#include <xapian.h>

#include <descry/collapse/collapsing_enquire.h>
#include <descry/collapse/doc_values.h>
#include <descry/reading/open_index.h>

namespace descry {

struct SolrField {
    /// Terms of a field: none, each word, or the whole value.
    enum class Terms { NONE, WORDS, WHOLE };

    std::string name;
    ValueType type = ValueType::STRING;
    /// Slot of its value; BAD_VALUENO: none, so it cannot be sorted or grouped by.
    Xapian::valueno slot = Xapian::BAD_VALUENO;
    Terms terms = Terms::NONE;
    /// Of its terms; the words of the text may have none.
    std::string prefix = {};
    bool is_collapsible = true;

    /// The bytes of a value in the slot. @throws SolrRefused not a value of its type
    std::string slot_value(const std::string& text) const;
    /// A value of the slot: null, a number or a string.
    nlohmann::json shown(const std::string& value) const;
    /// The same as a name: `1`, `2.5`.
    std::string shown_name(const std::string& value) const;
};

/// An index (Solr: a core), and how it is searched.
struct SolrCore {
    Xapian::Database db;
    Schema schema;
    std::vector<SolrField> fields;
    /// Null: values are read from the index.
    std::shared_ptr<DocValues> columns = nullptr;
    Xapian::doccount whole_limit = DEFAULT_WHOLE_LIMIT;
    /// Sets another weighting scheme than Xapian's BM25, for queries whose scores may count.
    std::function<void(const std::vector<Xapian::Query>&, CollapsingEnquire&)> weigh = {};
    /// The field of words without one (`df`), and whether all words are required (`q.op=AND`).
    std::string default_field = "text";
    bool wants_all = false;

    /// @throws SolrRefused `undefined field`
    const SolrField& field(std::string_view name) const;
};

/// `id`, `text` (the body), the fields of the schema, and the signatures by which documents
/// collapse. A text field with a value is searched by words and sorted by the value.
SolrCore solr_core(const OpenIndex& index, std::shared_ptr<DocValues> columns);

}  // namespace descry

#endif  // DESCRY_TOOLS_SERVICE_SOLR_FIELDS_H
