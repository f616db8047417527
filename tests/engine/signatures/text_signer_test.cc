#include "engine/signatures/text_signer.h"

#include <stdexcept>
#include <string>
#include <variant>

#include <gtest/gtest.h>

namespace descry {
namespace {

std::vector<std::string> names_of(const NamedSignatures& signatures) {
    std::vector<std::string> names;
    for (const auto& [name, value] : signatures)
        names.push_back(name);
    return names;
}

TEST(TextSigner, SignsWhatCanBeHad) {
    TextSigner signer({});
    const auto signatures = signer.sign("Low water at eight, low water at two.");
    EXPECT_EQ(names_of(signatures),
              (std::vector<std::string>{"exact", "text_profile", "term_profile"}));
    EXPECT_EQ(std::get<std::string>(signatures[0].second),
              to_hex(as_bytes(md5("Low water at eight, low water at two."))));
}

TEST(TextSigner, SignsWhatIsNamedInItsOrder) {
    TextSigningOptions options;
    options.methods = {"simhash", "minhash", "exact", "simhash"};
    options.permutations = 7;
    TextSigner signer(options);
    const auto signatures = signer.sign("five words and more of them");
    EXPECT_EQ(names_of(signatures), (std::vector<std::string>{"simhash", "minhash", "exact"}));
    EXPECT_EQ(std::get<std::vector<std::uint32_t>>(signatures[1].second).size(), 7u);
    // Nothing to make shingles of.
    EXPECT_TRUE(std::holds_alternative<std::monostate>(signer.sign("...")[1].second));
}

TEST(TextSigner, CountsWordsWhereTheyAreAskedFor) {
    TextSigningOptions options;
    options.methods.emplace();
    options.counts_terms = true;
    TextSigner signer(options);
    EXPECT_TRUE(signer.sign("b a b").empty());
    ASSERT_EQ(signer.terms().size(), 2u);
    EXPECT_EQ(signer.terms()[1].term, "b");
    EXPECT_EQ(signer.terms()[1].wdf, 2u);
    EXPECT_EQ(signer.vector(), nullptr);
}

TEST(TextSigner, RefusesWhatItCannotDo) {
    TextSigningOptions options;
    options.methods = {"descriptive"};
    EXPECT_THROW(TextSigner{options}, std::invalid_argument);
    options.methods = {"best"};
    EXPECT_THROW(TextSigner{options}, std::invalid_argument);
    options.methods = {"exact"};
    options.model = Model({}, {});
    EXPECT_THROW(TextSigner{options}, std::invalid_argument);  // of another program's words
}

}  // namespace
}  // namespace descry
