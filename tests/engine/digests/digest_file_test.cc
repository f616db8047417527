#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <descry/digests/digest_file.h>
#include <descry/digests/digested_documents.h>

#include "tests/engine/random_seed.h"

namespace descry {
namespace {

using namespace testing;

Model model_of_distance(DistanceMillionths distance) {
    ModelParameters parameters;
    parameters.grouping.distance = distance;
    return Model(parameters, {});
}

std::string random_bytes(std::mt19937_64& random, std::size_t most) {
    std::string bytes(random() % (most + 1), '\0');
    for (char& byte : bytes)
        byte = static_cast<char>(random());
    return bytes;
}

DigestedDocument random_document(std::mt19937_64& random) {
    DigestedDocument document;
    document.number = static_cast<DocumentNumber>(random());
    document.id = random_bytes(random, 300);
    document.order = random_bytes(random, 10);
    document.keys.content_hash = random();
    if (random() % 3 > 0) document.text = random_bytes(random, random() % 10 == 0 ? 300'000 : 200);
    if (!document.text || random() % 2 == 0) {
        for (std::size_t i = random() % 5; i > 0; --i)
            document.terms.push_back(
                {random_bytes(random, 20), static_cast<std::uint32_t>(random())});
    }
    return document;
}

std::string digest_of(const Model& model, const std::vector<DigestedDocument>& documents) {
    std::string file;
    DigestWriter writer({model, "first"}, [&](std::string_view bytes) { file += bytes; });
    for (const DigestedDocument& document : documents) {
        std::string bytes;
        append_document(bytes, document, model.parameters());
        writer.write(bytes, 1);
    }
    writer.finish();
    return file;
}

std::vector<DigestedDocument> read_all(const std::string& file) {
    std::istringstream stream(file);
    DigestReader reader(stream);
    std::vector<DigestedDocument> documents;
    for (DigestedDocument document; reader.next(document);)
        documents.push_back(document);
    return documents;
}

TEST(DigestFile, GivesBackWhatWasWritten) {
    std::mt19937_64 random(random_seed());
    const Model model = model_of_distance(120'000);
    for (const std::size_t size : {0u, 1u, 500u}) {
        std::vector<DigestedDocument> documents;
        while (documents.size() < size)
            documents.push_back(random_document(random));
        const std::string file = digest_of(model, documents);
        EXPECT_EQ(read_all(file), documents);
        std::istringstream stream(file);
        const DigestReader reader(stream);
        EXPECT_EQ(reader.header().model, model);
        EXPECT_EQ(reader.header().order, "first");
    }
}

TEST(DigestFile, RefusesWhatIsDamaged) {
    std::mt19937_64 random(random_seed());
    std::vector<DigestedDocument> documents;
    while (documents.size() < 20)
        documents.push_back(random_document(random));
    const std::string file = digest_of(model_of_distance(150'000), documents);
    EXPECT_THROW(read_all(file + "x"), DigestFormatError);
    for (int i = 0; i < 300; ++i) {
        EXPECT_THROW(read_all(file.substr(0, random() % file.size())), DigestFormatError);
        std::string damaged = file;
        const std::size_t place = random() % file.size();
        damaged[place] = static_cast<char>(damaged[place] ^ (1 << random() % 8));
        // A bit of the frame's header may say nothing that matters. The header of the digest
        // is known to be what was written only at the end, by the frame's checksum.
        try {
            EXPECT_EQ(read_all(damaged), documents) << "byte " << place;
        } catch (const DigestFormatError&) {
        }
    }
}

TEST(DigestedDocuments, RefusesAnotherModelOrOrder) {
    DigestedDocuments documents(std::size_t{1} << 20);
    const auto add = [&](const std::string& file) {
        std::istringstream stream(file);
        documents.add(stream);
    };
    add(digest_of(model_of_distance(150'000), {}));
    EXPECT_THROW(add(digest_of(model_of_distance(100'000), {})), DigestFormatError);
    std::string file;
    DigestWriter writer({model_of_distance(150'000), "longest"},
                        [&](std::string_view bytes) { file += bytes; });
    writer.finish();
    EXPECT_THROW(add(file), DigestFormatError);
    EXPECT_EQ(documents.group().groups, 0u);
}

}  // namespace
}  // namespace descry
