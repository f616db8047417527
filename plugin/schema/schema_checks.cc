#include "plugin/schema/schema_checks.h"

#include <algorithm>
#include <charconv>

#include <fmt/format.h>

#include "plugin/schema/group_order.h"

namespace descry {

namespace {

constexpr IndexOwner NOTMUCH{
    "notmuch", "notmuch new", "tags",
    "tag the duplicates and search without that tag, or remove their files"};
constexpr IndexOwner MU{"mu", "mu index", "", "remove the files of the duplicates"};
constexpr IndexOwner RECOLL{"recoll", "recollindex", "", "remove the files of the duplicates"};
constexpr IndexOwner OTHER{"another program (as omindex)", "", "",
                           "remove the files or pages of the duplicates, or collapse them when "
                           "searching (descry search, COLLAPSE of Omega)"};

bool has(const Xapian::Database& db, const char* key) {
    return !db.get_metadata(key).empty();
}

}  // namespace

bool is_own_slot(const Schema& schema, Xapian::valueno slot) {
    return slot >= schema.slot_base && slot - schema.slot_base < RESERVED_SLOTS;
}

bool is_own_value_slot(const Schema& schema, Xapian::valueno slot) {
    return !schema.methods.empty() && is_own_slot(schema, slot);
}

void check_slot_base(Xapian::valueno slot_base) {
    if (slot_base <= MAX_SLOT_BASE) return;
    throw Xapian::InvalidArgumentError(
        fmt::format("the slot base {} leaves no room for {} slots: use at most {}", slot_base,
                    RESERVED_SLOTS, MAX_SLOT_BASE));
}

void check_slot_is_free(const Xapian::Database& db, const Schema& schema, Slot method) {
    if (db.get_value_freq(schema.slot(method)) == 0) return;
    throw Xapian::InvalidOperationError(
        fmt::format("value slot {} of this index is in use by another program; choose another "
                    "--slot-base",
                    schema.slot(method)));
}

void check_methods_of_annotation(const std::vector<Slot>& methods) {
    for (const Slot method : methods) {
        if (signature_method(method).needs_no_text()) continue;
        throw Xapian::InvalidArgumentError(
            fmt::format("the values of {} are made from the text, which annotate does not read",
                        signature_method(method).name));
    }
}

void check_new_methods(const Xapian::Database& db, const Schema& schema,
                       const std::vector<Slot>& methods) {
    for (const Slot slot : methods) {
        if (schema.has(slot)) continue;
        const bool has_groups =
            schema.has(Slot::GROUP) || std::ranges::find(methods, Slot::GROUP) != methods.end();
        if (slot == Slot::INSIDE && !has_groups)
            throw Xapian::InvalidArgumentError("the values of inside join groups; add group");
        const SignatureMethod& method = signature_method(slot);
        if (!method.needs_no_text()) {
            throw Xapian::InvalidArgumentError(
                fmt::format("{} is made from the text while a document is indexed; only a new "
                            "index can have it",
                            method.name));
        }
        check_slot_is_free(db, schema, slot);
        for (const Slot beside : related_slots(slot))
            check_slot_is_free(db, schema, beside);
    }
}

void check_id_prefix(const std::string& id_prefix, const std::string& term_prefix) {
    const bool are_capitals = std::all_of(id_prefix.begin(), id_prefix.end(),
                                          [](char c) { return c >= 'A' && c <= 'Z'; });
    if (!are_capitals || id_prefix.starts_with('Z')) {
        throw Xapian::InvalidArgumentError(fmt::format(
            "\"{}\" is not an id prefix; use capital letters, such as Q, without a leading Z",
            id_prefix));
    }
    if (id_prefix == term_prefix) {
        throw Xapian::InvalidArgumentError(fmt::format(
            "the id prefix \"{}\" is that of the words; use another, such as Q", id_prefix));
    }
}

void check_value_names(const DocumentFields& fields, const Schema& schema) {
    for (const ValueField& field : fields.values) {
        const bool is_taken = find_signature_method(field.name) ||
                              field.name.starts_with("slot:") || field.name == "none";
        if (!is_taken || schema.fields.value_field(field.name)) continue;
        throw Xapian::InvalidArgumentError(
            fmt::format("a value cannot be named {}, which already has a meaning where a slot is "
                        "named; rename the field",
                        field.name));
    }
}

void check_group_order(const std::string& order, const Schema& schema) {
    const GroupOrder parsed = parse_group_order(order);
    if (!parsed.is_by_value() || !is_own_slot(schema, parsed.slot)) return;
    throw Xapian::InvalidArgumentError(
        fmt::format("the order of groups {} uses a slot that belongs to descry ({} to {})", order,
                    schema.slot_base, schema.slot_base + RESERVED_SLOTS - 1));
}

bool set_term_prefix(const std::optional<std::string>& prefix, Schema& schema) {
    if (!prefix || *prefix == schema.term_prefix) return false;
    if (!schema.analyzer.empty()) {
        throw Xapian::InvalidOperationError(
            "the words of an index that descry built have no prefix: --term-prefix is for indexes "
            "of other programs");
    }
    schema.term_prefix = *prefix;
    return true;
}

GroupOrder parse_group_order(std::string_view text) {
    if (text == "first") return {GroupOrder::Rule::FIRST};
    if (text == "longest") return {GroupOrder::Rule::LONGEST};
    if (text == "shortest-url") return {GroupOrder::Rule::SHORTEST_ID};
    const std::size_t colon = text.find(':');
    if (colon != std::string_view::npos) {
        const std::string_view name = text.substr(0, colon);
        const std::string_view number = text.substr(colon + 1);
        Xapian::valueno slot = 0;
        const auto [end, error] =
            std::from_chars(number.data(), number.data() + number.size(), slot);
        if (error == std::errc() && end == number.data() + number.size() &&
            slot != Xapian::BAD_VALUENO) {
            if (name == "newest" || name == "max") return {GroupOrder::Rule::GREATEST_VALUE, slot};
            if (name == "min") return {GroupOrder::Rule::LEAST_VALUE, slot};
        }
    }
    throw Xapian::InvalidArgumentError(
        "not an order of groups: " + std::string(text) +
        " (first, longest, newest:SLOT, min:SLOT, max:SLOT or shortest-url)");
}

bool is_of_recoll(const Xapian::Database& db) {
    return has(db, "RCL_IDX_VERSION_KEY");
}

const IndexOwner* index_owner(const Xapian::Database& db, const Schema& schema) {
    if (has(db, "last_thread_id")) return &NOTMUCH;
    if (has(db, "schema-version") && has(db, "maildir")) return &MU;
    if (is_of_recoll(db)) return &RECOLL;
    return schema.analyzer.empty() ? &OTHER : nullptr;
}

}  // namespace descry
