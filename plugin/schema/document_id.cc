#include <algorithm>
#include <charconv>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <descry/analyzers/recipe.h>
#include <descry/hashing/hash.h>
#include <descry/schema/document_id.h>

#include "plugin/base/json_record.h"
#include "plugin/base/percent_encoding.h"
#include "plugin/schema/schema_checks.h"

namespace descry {

namespace {

// Between the prefix and the hash of a long id. An id with the same 14 characters is unlikely.
constexpr std::string_view HASHED = "\x01#";

constexpr std::string_view OMINDEX_URL = "U";
constexpr std::string_view OMINDEX_PATH = "P";

// The document's first term with this prefix, without the prefix; empty if there is none.
std::string first_term(const Xapian::Database& db, Xapian::docid did, std::string_view prefix) try {
    Xapian::TermIterator term = db.termlist_begin(did);
    const Xapian::TermIterator end = db.termlist_end(did);
    if (term != end) term.skip_to(std::string(prefix));
    if (term == end) return {};
    const std::string name = *term;
    return name.starts_with(prefix) ? name.substr(prefix.size()) : std::string();
} catch (const Xapian::FeatureUnavailableError&) {
    return {};
}

// Forms of an id in an index: itself; a path as recoll writes it (the entry of an archive follows a
// bar, nothing for a file); and the path of an address.
std::vector<std::string> names_of(std::string_view id) {
    constexpr std::string_view FILE_SCHEME = "file://";
    std::vector<std::string> names{std::string(id), std::string(id) + "|"};
    if (!id.starts_with(FILE_SCHEME)) return names;
    const std::string_view path = id.substr(FILE_SCHEME.size());
    // Desktops write %20 in file addresses.
    for (const std::string& name : {std::string(path), percent_decoded(path)}) {
        names.push_back(name);
        names.push_back(name + "|");
    }
    return names;
}

// recoll writes a file as its path and a bar, followed by the name of an archive entry.
bool is_file_of_recoll(const Xapian::Database& db, std::string_view id) {
    return id.starts_with('/') && id.ends_with('|') && is_of_recoll(db);
}

Xapian::docid first_with(const Xapian::Database& db, const std::string& term) {
    const Xapian::PostingIterator p = db.postlist_begin(term);
    return p == db.postlist_end(term) ? Xapian::docid{0} : *p;
}

std::string id_in_data(const Xapian::Database& db, Xapian::docid did) {
    const std::string stored = db.get_document(did).get_data();
    const auto data = nlohmann::json::parse(json_of_data(stored), nullptr, false);
    if (!data.is_object()) return {};
    const auto id = data.find("id");
    return id != data.end() && id->is_string() ? id->get<std::string>() : std::string();
}

}  // namespace

std::size_t bytes_in_term(std::string_view text) {
    return text.size() + static_cast<std::size_t>(std::count(text.begin(), text.end(), '\0'));
}

std::string unique_term(std::string_view id_prefix, std::string_view id) {
    std::string term(id_prefix);
    if (bytes_in_term(id_prefix) + bytes_in_term(id) <= MAX_TERM_BYTES) return term.append(id);
    return term.append(HASHED).append(hash80_base64url(id));
}

std::string document_id(const Xapian::Database& db, Xapian::docid did, std::string_view id_prefix,
                        const std::string& stored) {
    if (!stored.empty() && first_with(db, unique_term(id_prefix, stored)) == did) return stored;
    std::string id = first_term(db, did, id_prefix);
    if (id.starts_with(HASHED)) {
        // Data of earlier versions may have another field named id.
        std::string full = id_in_data(db, did);
        if (unique_term(id_prefix, full) == std::string(id_prefix) + id) return full;
    }
    if (is_file_of_recoll(db, id)) id.pop_back();
    if (id.empty()) id = first_term(db, did, OMINDEX_URL);
    if (id.empty()) {
        // In another program's index P may not be a path: in mu's it is a message's priority.
        id = first_term(db, did, OMINDEX_PATH);
        if (!id.starts_with('/')) id.clear();
    }
    return id.empty() ? fmt::format("#{}", did) : id;
}

Xapian::docid find_document(const Xapian::Database& db, std::string_view id,
                            std::string_view id_prefix) {
    for (const std::string& name : names_of(id)) {
        for (const std::string_view prefix : {id_prefix, OMINDEX_URL, OMINDEX_PATH}) {
            if (const Xapian::docid did = first_with(db, unique_term(prefix, name)); did != 0) {
                return did;
            }
        }
    }
    if (!id.starts_with('#')) return 0;
    Xapian::docid did = 0;
    const auto [end, error] = std::from_chars(id.data() + 1, id.data() + id.size(), did);
    if (error != std::errc() || end != id.data() + id.size() || did == 0) return 0;
    const Xapian::PostingIterator last = db.postlist_end("");
    Xapian::PostingIterator p = db.postlist_begin("");
    if (p != last) p.skip_to(did);
    return p != last && *p == did ? did : 0;
}

}  // namespace descry
