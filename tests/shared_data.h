/** @file shared_data.h
 *  @brief Where the tests find the real collections, and how they skip without them.
 */
#ifndef DESCRY_TESTS_SHARED_DATA_H
#define DESCRY_TESTS_SHARED_DATA_H

#include <cstdlib>
#include <filesystem>

namespace descry::testing {

/// The folder of shared collections: $DESCRY_SHARED, by default ../shared beside the project.
inline std::filesystem::path shared_folder() {
    const char* folder = std::getenv("DESCRY_SHARED");
    return folder != nullptr ? folder : DESCRY_DEFAULT_SHARED;
}

}  // namespace descry::testing

/// Skips the running test, saying so, when @a path does not exist in the shared folder.
#define DESCRY_REQUIRE_SHARED(path)                                            \
    if (!std::filesystem::exists(::descry::testing::shared_folder() / (path))) \
    GTEST_SKIP() << "needs " << (path) << " in the shared folder (set DESCRY_SHARED)"

#endif  // DESCRY_TESTS_SHARED_DATA_H
