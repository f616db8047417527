#include "tests/plugin/group_checks.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <random>
#include <sstream>
#include <utility>

#include <gtest/gtest.h>

#include <descry/collection/collection_groups.h>

#include "engine/collection/document_keys.h"
#include "engine/keys/collapse_key.h"
#include "plugin/candidates/band_index.h"
#include "plugin/groups/group_store.h"
#include "plugin/groups/stored_document.h"
#include "plugin/schema/groups_info.h"
#include "tests/engine/edits/edit_distance_oracle.h"
#include "tests/plugin/test_index.h"

namespace descry::testing {

namespace {

using Terms = std::map<std::string, std::uint32_t>;

std::vector<TermCount> counts_of(const Terms& terms) {
    std::vector<TermCount> counts;
    for (const auto& [term, wdf] : terms)
        counts.push_back({term, wdf});
    return counts;
}

std::uint64_t length_of(const Terms& terms) {
    std::uint64_t length = 0;
    for (const auto& [term, wdf] : terms)
        length += wdf;
    return length;
}

// A number for each character of valid UTF-8: its bytes.
std::u32string characters_of(const std::string& text) {
    std::u32string characters;
    for (const char byte : text) {
        const auto bits = static_cast<unsigned char>(byte);
        if ((bits & 0xc0) != 0x80) characters += U'\0';
        characters.back() = (characters.back() << 8) | bits;
    }
    return characters;
}

double canonical_distance_oracle(const std::string& text_a, const std::string& text_b) {
    const std::u32string a = characters_of(text_a);
    const std::u32string b = characters_of(text_b);
    return static_cast<double>(edit_distance_oracle(a, b)) /
           static_cast<double>(std::max(a.size(), b.size()));
}

// One index, and what its documents are.
class GroupChecker {
  public:
    GroupChecker(const Xapian::Database& db, const Model& model)
        : db_(db),
          model_(model),
          schema_(read_schema(db).value()),
          signer_(model),
          texts_(db, schema_),
          sequences_(model.parameters()) {}

    void check() {
        std::map<std::string, std::vector<Xapian::docid>> by_key;
        for (const Xapian::docid did : docids_of(db_)) {
            const std::string key = value(did, Slot::GROUP);
            if (!key.empty()) by_key[key].push_back(did);
        }
        for (const auto& [key, members] : by_key)
            check_group(key, members);
        for_each_group(db_, [&](const KeyedGroup& group) {
            EXPECT_TRUE(by_key.contains(group.key)) << "a record without documents: " << group.key;
        });
        check_listed();
    }

  private:
    std::string value(Xapian::docid did, Slot slot) const {
        return db_.get_document(did).get_value(schema_.slot(slot));
    }

    Terms terms(Xapian::docid did) const {
        return body_terms_oracle(db_, did, schema_.term_prefix);
    }

    const DocumentKeys& keys(Xapian::docid did, const Terms& of) {
        const auto text = texts_.read(did);
        std::optional<SequenceKeys> sequence;
        if (text) sequence = sequences_.sign(text->utf8());
        return signer_.sign(counts_of(of), sequence);
    }

    // The text where it is what counts, else nothing.
    std::string text(Xapian::docid did) {
        if (model_.parameters().any_order) return {};
        const auto read = texts_.read(did);
        return read ? std::string(read->utf8()) : std::string();
    }

    // As groups tell it: 0 of equal texts alone.
    double told(double distance, Xapian::docid member, Xapian::docid head) {
        if (member == head) return 0;
        const std::uint64_t hash = texts_.text_hash(member);
        const bool are_equal = distance == 0 && hash != 0 && hash == texts_.text_hash(head);
        return are_equal ? 0 : testing::told_without_texts(distance);
    }

    void check_group(const std::string& key, const std::vector<Xapian::docid>& members) {
        SCOPED_TRACE("group " + key + ", first document " + std::to_string(members.front()));
        const auto record = read_group(db_, key);
        ASSERT_TRUE(record);
        EXPECT_GE(members.size(), 2u);
        std::vector<Xapian::docid> named;
        for (const GroupMember& member : record->members)
            named.push_back(member.document);
        EXPECT_TRUE(std::is_sorted(named.begin() + 1, named.end()));
        std::sort(named.begin(), named.end());
        ASSERT_EQ(named, members);

        const Xapian::docid head = record->members.front().document;
        const Terms head_terms = terms(head);
        EXPECT_TRUE(is_heads_key(key, model_.id(), keys(head, head_terms).content_hash));
        const std::string head_text = text(head);
        for (const GroupMember& member : record->members) {
            const Terms member_terms = terms(member.document);
            const std::string member_text = text(member.document);
            const bool is_exact = !head_text.empty() && !member_text.empty();
            const double distance = is_exact ? canonical_distance_oracle(head_text, member_text)
                                             : distance_oracle(head_terms, member_terms);
            EXPECT_LE(distance, limit()) << member.document << " against " << head;
            EXPECT_NEAR(told(distance, member.document, head), member.distance / 1e6, 2e-6)
                << member.document;
            const std::uint32_t min_length = model_.parameters().min_short_length;
            if (length_of(head_terms) < min_length || length_of(member_terms) < min_length) {
                EXPECT_EQ(member_terms, head_terms) << member.document;
            }
        }
    }

    void check_listed() {
        if (model_.stable_terms().empty()) return;
        const BandIndex bands(db_, schema_, model_, read_groups_info(db_).value());
        std::map<std::pair<Terms, std::string>, std::string> group_of_words;
        for (const Xapian::docid did : docids_of(db_)) {
            const Terms of = terms(did);
            const std::string stored = value(did, Slot::TERM_BANDS);
            if (of.empty()) {
                EXPECT_EQ(stored, "") << did;
                continue;
            }
            const DocumentKeys keys = this->keys(did, of);
            EXPECT_EQ(stored, encode_keys(keys, model_.parameters())) << did;
            const std::string key = value(did, Slot::GROUP);
            const auto group = group_of_words.emplace(std::pair(of, text(did)), key);
            EXPECT_EQ(group.first->second, key) << did << " equals a document of another group";
            std::vector<BandName> names = band_names(keys);
            if (!key.empty()) {
                const auto record = read_group(db_, key);
                if (!record || record->members.front().document != did) names = {};
            }
            for (const BandName name : names) {
                const auto found = bands.find(name);
                EXPECT_TRUE(std::binary_search(found.begin(), found.end(), did))
                    << "document " << did << " is not listed";
            }
        }
    }

    double limit() const { return model_.parameters().grouping.distance / 1e6 + 1e-6; }

    const Xapian::Database& db_;
    const Model& model_;
    Schema schema_;
    DocumentKeySigner signer_;
    TextReader texts_;
    SequenceKeySigner sequences_;
};

// A word of make_texts()'s vocabulary: not so frequent that it says nothing, nor so rare that a
// small index does not hold it.
std::string some_word(std::mt19937_64& random) {
    return "word" + std::to_string(7 * (3 + random() % 60) + 2 + random() % 5);
}

std::vector<std::string> words_of(const std::string& text) {
    std::istringstream in(text);
    return {std::istream_iterator<std::string>(in), std::istream_iterator<std::string>()};
}

}  // namespace

double distance_oracle(const Terms& a, const Terms& b) {
    double characters_a = 0;
    double characters_b = 0;
    double common = 0;
    double common_words = 0;
    for (const auto& [term, wdf] : a) {
        const auto weight = static_cast<double>(term.size() + 1);
        characters_a += wdf * weight;
        const auto found = b.find(term);
        if (found == b.end()) continue;
        common += std::min(wdf, found->second) * weight;
        common_words += std::min(wdf, found->second);
    }
    for (const auto& [term, wdf] : b)
        characters_b += wdf * static_cast<double>(term.size() + 1);
    const double longer = std::max(characters_a, characters_b);
    if (longer == 0) return 0;
    const auto words = static_cast<double>(std::min(length_of(a), length_of(b)));
    return std::max(0.0, (longer - common - (words - common_words)) / longer);
}

void expect_valid_groups(const Xapian::Database& db, const Model& model, const std::string& where) {
    SCOPED_TRACE(where);
    GroupChecker(db, model).check();
}

std::map<std::string, std::vector<Xapian::docid>> groups_of(const Xapian::Database& db) {
    const Xapian::valueno slot = read_schema(db).value().slot(Slot::GROUP);
    std::map<std::string, std::vector<Xapian::docid>> groups;
    for (auto value = db.valuestream_begin(slot); value != db.valuestream_end(slot); ++value)
        groups[*value].push_back(value.get_docid());
    return groups;
}

std::set<std::set<std::string>> named_groups(const Xapian::Database& db) {
    std::set<std::set<std::string>> named;
    for (const auto& [key, members] : groups_of(db)) {
        std::set<std::string> names;
        for (const Xapian::docid did : members) {
            auto term = db.termlist_begin(did);
            term.skip_to("Q");
            names.insert(*term);
        }
        named.insert(names);
    }
    return named;
}

std::set<std::pair<Xapian::docid, Xapian::docid>> grouped_pairs(const Xapian::Database& db) {
    std::set<std::pair<Xapian::docid, Xapian::docid>> pairs;
    for (const auto& [key, members] : groups_of(db)) {
        for (std::size_t i = 0; i < members.size(); ++i) {
            for (std::size_t j = i + 1; j < members.size(); ++j)
                pairs.emplace(members[i], members[j]);
        }
    }
    return pairs;
}

std::map<std::string, std::string> metadata_of(const Xapian::Database& db) {
    std::map<std::string, std::string> metadata;
    for (auto name = db.metadata_keys_begin("descry:"); name != db.metadata_keys_end("descry:");
         ++name) {
        if (*name != metadata_key::MODEL_INFO) metadata[*name] = db.get_metadata(*name);
    }
    return metadata;
}

std::string plain_text(std::size_t number, std::size_t words) {
    std::mt19937_64 random(number);
    std::string text;
    for (std::size_t i = 0; i < words; ++i)
        text += some_word(random) + ' ';
    return text;
}

std::string near_copy(const std::string& text, unsigned every, std::uint32_t seed) {
    std::mt19937_64 random(seed);
    std::string copy;
    for (const std::string& word : words_of(text))
        copy += (random() % every == 0 ? some_word(random) : word) + ' ';
    return copy;
}

std::string changed_copy(const std::string& text, std::size_t first, std::size_t count) {
    std::vector<std::string> words = words_of(text);
    for (std::size_t i = first; i < first + count; ++i)
        words[i] = std::string(words[i].size(), 'x') + std::to_string(i);
    std::string copy;
    for (const std::string& word : words)
        copy += word + ' ';
    return copy;
}

}  // namespace descry::testing
