#include "plugin/documents/chain_members.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

#include <fmt/format.h>

#include "engine/solr/java_hash_order.h"

namespace descry {

ChainMembers::ChainMembers(MemberNames names, std::optional<SignatureChainOptions> chain)
    : names_(std::move(names)), chain_(std::move(chain)) {}

std::span<const SignatureField> ChainMembers::read(const InputDocument& document) {
    fields_.clear();
    places_.clear();
    made_.clear();
    if (!chain_ || chain_->is_of_terms()) return {};
    if (is_signed(names_.id)) add(names_.id, document.id_kind, document.id);
    if (document.text_kind && is_signed(names_.text)) {
        add(names_.text, *document.text_kind, document.text);
    }
    std::unordered_set<std::string_view> lone_nulls;
    for (const InputField& member : document.fields) {
        if (!is_signed(member.name)) continue;
        SignatureField& known = field(member.name);
        // As SolrInputDocument.addField(): a null followed by values is not a value.
        if (lone_nulls.erase(member.name) > 0) known.values.clear();
        if (known.values.empty() && !member.is_array &&
            member.values.front().kind == InputValue::Kind::NOTHING) {
            lone_nulls.insert(member.name);
        }
        for (const InputValue& value : member.values)
            add(member.name, value.kind, value.text);
    }
    return fields_;
}

std::string ChainMembers::rejection(const InputDocument& document) const {
    if (!chain_) return {};
    if (visit_values(document, names_, chain_->signature_field,
                     [](InputValue::Kind, std::string_view) {})) {
        return fmt::format("field \"{}\" is the chain's signatureField, which documents cannot set",
                           chain_->signature_field);
    }
    if (chain_->is_of_terms()) return {};
    for (const InputField& member : document.fields) {
        const bool nested = std::ranges::find(member.values, InputValue::Kind::NESTED,
                                              &InputValue::kind) != member.values.end();
        if (nested && is_signed(member.name)) {
            return fmt::format("field \"{}\" of the chain is an object or an array of arrays",
                               member.name);
        }
    }
    return {};
}

bool ChainMembers::is_signed(const std::string& name) const {
    const auto& fields = chain_->fields;
    return fields.empty() || std::find(fields.begin(), fields.end(), name) != fields.end();
}

SignatureField& ChainMembers::field(std::string_view name) {
    const auto [location, is_new] = places_.emplace(name, fields_.size());
    if (is_new) fields_.push_back(SignatureField{name, {}});
    return fields_[location->second];
}

void ChainMembers::add(std::string_view name, InputValue::Kind kind, std::string_view text) {
    auto& values = field(name).values;
    if (kind == InputValue::Kind::NOTHING) {
        values.emplace_back(std::nullopt);
    } else if (kind == InputValue::Kind::NUMBER) {
        values.emplace_back(made_.emplace_back(solr_number_text(text)));
    } else {
        values.emplace_back(text);
    }
}

}  // namespace descry
