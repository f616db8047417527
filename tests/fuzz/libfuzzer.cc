// A libFuzzer program of one target, which the build names DESCRY_FUZZ_TARGET.

#include <cstddef>
#include <cstdint>

#include "tests/fuzz/targets.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    descry::testing::DESCRY_FUZZ_TARGET({reinterpret_cast<const char*>(data), size});
    return 0;
}
