#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <utility>

#include <fmt/format.h>
#include <libpsl.h>

#include <descry/collapse/collapse.h>
#include <descry/indexing/indexing_stage.h>
#include <descry/jobs/duplicate_removal.h>
#include <descry/schema/stored_format.h>

#include "plugin/base/percent_encoding.h"
#include "plugin/base/transaction.h"
#include "plugin/groups/stored_document.h"

namespace descry {

namespace {

struct RuleName {
    std::string_view name;
    SurvivorRule rule;
};

constexpr std::array RULES = {
    RuleName{"score", SurvivorRule::SCORE},
    RuleName{"fetchTime", SurvivorRule::FETCH_TIME},
    RuleName{"urlLength", SurvivorRule::URL_LENGTH},
    RuleName{"httpsOverHttp", SurvivorRule::HTTPS_OVER_HTTP},
};

constexpr Xapian::doccount DOCUMENTS_A_COMMIT = 10000;

std::size_t utf16_length(std::string_view text) {
    std::size_t length = 0;
    for (Xapian::Utf8Iterator c(text.data(), text.size()); c != Xapian::Utf8Iterator(); ++c)
        length += *c > 0xffff ? 2 : 1;
    return length;
}

bool is_https_of(std::string_view one, std::string_view other) {
    return one.starts_with("https://") && other.starts_with("http://") &&
           one.substr(5) == other.substr(4);
}

// Negative if the first is greater.
template <typename Number>
int greater_first(Number first, Number second) {
    if (first == second) return 0;
    return first > second ? -1 : 1;
}

double number_in(const Xapian::Document& document, const std::optional<Xapian::valueno>& slot) {
    if (!slot) return 0;
    const std::string value = document.get_value(*slot);
    return value.empty() ? 0 : Xapian::sortable_unserialise(value);
}

SurvivorCandidate candidate_of(const Xapian::Database& db, const DuplicateSearch& search,
                               Xapian::docid did) {
    SurvivorCandidate candidate;
    candidate.url = search.url(did);
    if (!search.score_slot && !search.fetch_time_slot) return candidate;
    const Xapian::Document document = db.get_document(did, Xapian::DOC_ASSUME_VALID);
    candidate.score = number_in(document, search.score_slot);
    candidate.fetch_time = number_in(document, search.fetch_time_slot);
    return candidate;
}

// The document kept for a key and scope, and the others.
struct Survivor {
    Xapian::docid did;
    SurvivorCandidate candidate;
    std::vector<Xapian::docid> losers = {};
};

template <typename Dids, typename Work>
void for_each_in_transactions(Xapian::WritableDatabase& db, const Dids& dids, Work&& work) {
    Transaction transaction(db);
    Xapian::doccount done = 0;
    for (const auto& each : dids) {
        transaction.begin();
        work(each);
        if (++done % DOCUMENTS_A_COMMIT == 0) transaction.commit();
    }
    transaction.commit();
}

std::optional<std::string> site_of(const std::string& url, DuplicateScope scope) {
    if (scope == DuplicateScope::ANYWHERE) return std::string();
    std::string host = host_of_url(url);
    if (host.empty()) return std::nullopt;
    return scope == DuplicateScope::HOST ? host : domain_of_host(host);
}

}  // namespace

std::vector<SurvivorRule> parse_survivor_rules(std::string_view list) {
    std::vector<SurvivorRule> rules;
    for (bool more = true; more;) {
        const std::size_t comma = list.find(',');
        const std::string_view name = list.substr(0, comma);
        more = comma != std::string_view::npos;
        if (more) list.remove_prefix(comma + 1);
        const auto known = std::ranges::find(RULES, name, &RuleName::name);
        if (known == RULES.end()) {
            throw Xapian::InvalidArgumentError(
                fmt::format("\"{}\" is not a criterion; use score, fetchTime, urlLength or "
                            "httpsOverHttp, separated by commas",
                            name));
        }
        if (std::ranges::find(rules, known->rule) != rules.end()) {
            throw Xapian::InvalidArgumentError(fmt::format("{} is given twice", name));
        }
        rules.push_back(known->rule);
    }
    return rules;
}

int compare_survivors(const std::vector<SurvivorRule>& rules, const SurvivorCandidate& first,
                      const SurvivorCandidate& second) {
    for (const SurvivorRule rule : rules) {
        int order = 0;
        switch (rule) {
            case SurvivorRule::SCORE:
                order = greater_first(first.score, second.score);
                break;
            case SurvivorRule::FETCH_TIME:
                order = greater_first(first.fetch_time, second.fetch_time);
                break;
            case SurvivorRule::URL_LENGTH: {
                // Like Nutch, decodes neither if one cannot be decoded.
                bool are_valid = true;
                const std::string one = percent_decoded(first.url, are_valid);
                const std::string other = percent_decoded(second.url, are_valid);
                order = greater_first(utf16_length(are_valid ? other : second.url),
                                      utf16_length(are_valid ? one : first.url));
                break;
            }
            case SurvivorRule::HTTPS_OVER_HTTP:
                if (is_https_of(first.url, second.url)) order = -1;
                if (is_https_of(second.url, first.url)) order = 1;
                break;
        }
        if (order != 0) return order;
    }
    return 0;
}

std::string host_of_url(std::string_view url) {
    const std::size_t scheme = url.find("://");
    if (scheme == std::string_view::npos) return {};
    std::string_view host = url.substr(scheme + 3);
    host = host.substr(0, host.find_first_of("/?#"));
    if (const std::size_t at = host.rfind('@'); at != std::string_view::npos) {
        host.remove_prefix(at + 1);
    }
    // Colons within brackets belong to an address.
    const std::size_t port = host.find(':', host.starts_with('[') ? host.find(']') : 0);
    std::string lower(host.substr(0, port));
    std::ranges::transform(lower, lower.begin(), [](char c) {
        return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    });
    return lower;
}

std::string domain_of_host(std::string_view host) {
    const bool is_address =
        host.starts_with('[') || host.find_first_not_of("0123456789.") == std::string_view::npos;
    if (is_address) return std::string(host);
    if (host.ends_with('.')) host.remove_suffix(1);
    const std::string name(host);
    const char* const domain = ::psl_registrable_domain(::psl_builtin(), name.c_str());
    return domain == nullptr ? name : std::string(domain);
}

std::function<bool(Xapian::docid)> current_documents(const Xapian::Database& db,
                                                     const Schema& schema, const Model& model) {
    struct Reader {
        Reader(const Xapian::Database& database, Schema its_schema, Model its_model)
            : schema(std::move(its_schema)),
              model(std::move(its_model)),
              contents(database, schema, model) {}

        const Schema schema;
        const Model model;
        ContentReader contents;
    };
    const auto reader = std::make_shared<Reader>(db, schema, model);
    return [reader](Xapian::docid did) { return reader->contents.are_keys_current(did); };
}

std::function<bool(Xapian::docid, Xapian::docid)> near_documents(const Xapian::Database& db,
                                                                 const Schema& schema,
                                                                 const Model& model) {
    return [=, limits = pair_limits(model.parameters())](Xapian::docid did, Xapian::docid head) {
        StoredDocument first(db, schema);
        StoredDocument second(db, schema);
        first.read(did);
        second.read(head);
        return PairVerifier(limits).match(first, second, limits.distance).has_value();
    };
}

std::vector<DuplicateDocument> find_duplicates(const Xapian::Database& db,
                                               const DuplicateSearch& search) {
    std::vector<DuplicateDocument> duplicates;
    for (const KeyGroup& group : groups_by_key(db, search.key_slot)) {
        std::map<std::string, Survivor> survivors;  // by site
        for (const Xapian::docid did : group.members) {
            if (search.is_current && !search.is_current(did)) continue;
            SurvivorCandidate candidate = candidate_of(db, search, did);
            const auto site = site_of(candidate.url, search.scope);
            if (!site) continue;
            const auto [known, is_first] = survivors.try_emplace(*site, Survivor{did, candidate});
            if (is_first) continue;
            Survivor& survivor = known->second;
            Xapian::docid loser = did;
            if (compare_survivors(search.rules, survivor.candidate, candidate) > 0) {
                loser = std::exchange(survivor.did, did);
                survivor.candidate = std::move(candidate);
            }
            survivor.losers.push_back(loser);
        }
        for (const auto& [site, survivor] : survivors) {
            for (const Xapian::docid loser : survivor.losers)
                duplicates.push_back({loser, survivor.did});
        }
    }
    std::ranges::sort(duplicates, {}, &DuplicateDocument::did);
    return duplicates;
}

Xapian::doccount mark_documents(Xapian::WritableDatabase& db, Xapian::valueno slot,
                                std::map<Xapian::docid, std::string> marks) {
    // What remains must be written; an empty value removes the old one.
    for (auto value = db.valuestream_begin(slot); value != db.valuestream_end(slot); ++value) {
        const auto mark = marks.try_emplace(value.get_docid()).first;
        if (mark->second == *value) marks.erase(mark);
    }
    for_each_in_transactions(db, marks, [&](const auto& mark) {
        Xapian::Document document = db.get_document(mark.first);
        document.add_value(slot, mark.second);
        db.replace_document(mark.first, document);
    });
    return static_cast<Xapian::doccount>(marks.size());
}

void delete_documents(Xapian::WritableDatabase& db, const std::vector<Xapian::docid>& dids) {
    std::optional<IndexingStage> stage;
    if (read_schema(db)) stage.emplace(db);
    for_each_in_transactions(db, dids, [&](Xapian::docid did) {
        if (stage) {
            stage->delete_document(did);
        } else {
            db.delete_document(did);
        }
    });
}

}  // namespace descry
