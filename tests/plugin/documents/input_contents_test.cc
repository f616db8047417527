// What a document of the input is said to hold, against the allocations that it really makes.
#include "engine/texts/input_contents.h"

#include <random>
#include <string>

#include <gtest/gtest.h>
#include <zlib.h>

#include "plugin/documents/document_limits.h"

namespace descry {
namespace {

TEST(DocumentSize, EverythingThatIsHeldCounts) {
    InputDocument document;
    EXPECT_EQ(memory_of(document), sizeof(InputDocument));
    EXPECT_EQ(content_bytes(document), 0U);

    const std::size_t megabyte = std::size_t{1} << 20;
    document.id = "id";
    document.text = "text";
    document.fields.push_back({"name", {{InputValue::Kind::STRING, std::string(megabyte, 'x')}}});
    EXPECT_EQ(content_bytes(document), 2 + 4 + 4 + megabyte);
    EXPECT_GE(memory_of(document), megabyte);

    const std::size_t with_field = memory_of(document);
    document.location = std::string(1000, 'p');
    EXPECT_GE(memory_of(document), with_field + 1000) << "the place is held, and not indexed";
    EXPECT_EQ(content_bytes(document), 2 + 4 + 4 + megabyte);
}

TEST(DocumentSize, WhatIsAllocatedCountsAndIsGivenBack) {
    InputDocument document;
    document.text.reserve(100'000);
    document.text = "short";
    EXPECT_GE(memory_of(document), 100'000U);
    give_back_unused(document);
    EXPECT_EQ(document.text, "short");
    EXPECT_LT(memory_of(document), sizeof(InputDocument) + 1000);
}

TEST(DeflatedBytes, AreThoseOfOneCallOfZlib) {
    std::mt19937_64 random(1);
    for (const std::size_t size : {0U, 1U, 70'000U, 1'000'000U}) {
        std::string bytes(size, '\0');
        for (char& byte : bytes)
            byte = static_cast<char>(random() % 64);
        std::string compressed(::compressBound(bytes.size()), '\0');
        uLongf length = compressed.size();
        ASSERT_EQ(::compress(reinterpret_cast<Bytef*>(compressed.data()), &length,
                             reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()),
                  Z_OK);
        constexpr std::size_t HEADER_AND_TRAILER = 6;
        // At levels of memory that differ by one.
        EXPECT_NEAR(static_cast<double>(deflated_bytes(bytes)),
                    static_cast<double>(length - HEADER_AND_TRAILER),
                    0.01 * static_cast<double>(size) + 8);
    }
}

}  // namespace
}  // namespace descry
