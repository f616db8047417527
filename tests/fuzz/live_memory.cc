#include "tests/fuzz/live_memory.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>

#include <malloc.h>

#if defined(__SANITIZE_ADDRESS__)
#define DESCRY_HAS_ADDRESS_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define DESCRY_HAS_ADDRESS_SANITIZER 1
#endif
#endif

#ifdef DESCRY_HAS_ADDRESS_SANITIZER
// As sanitizer/allocator_interface.h declares them, which g++'s packages are without.
extern "C" {
std::size_t __sanitizer_get_allocated_size(const volatile void* bytes);
int __sanitizer_install_malloc_and_free_hooks(void (*on_malloc)(const volatile void*, std::size_t),
                                              void (*on_free)(const volatile void*));
}
#endif

namespace descry::testing {

namespace {

std::atomic<std::int64_t> live = 0;
std::atomic<std::int64_t> most = 0;
std::int64_t at_start = 0;

void count_allocated(std::size_t size) {
    const auto more = static_cast<std::int64_t>(size);
    const std::int64_t now = live.fetch_add(more) + more;
    std::int64_t before = most.load(std::memory_order_relaxed);
    while (before < now && !most.compare_exchange_weak(before, now)) {
    }
}

void count_freed(std::size_t size) {
    live -= static_cast<std::int64_t>(size);
}

#ifdef DESCRY_HAS_ADDRESS_SANITIZER
void on_malloc(const volatile void* /*bytes*/, std::size_t size) {
    count_allocated(size);
}

void on_free(const volatile void* bytes) {
    if (bytes != nullptr) count_freed(__sanitizer_get_allocated_size(bytes));
}

[[maybe_unused]] const int installed =
    __sanitizer_install_malloc_and_free_hooks(on_malloc, on_free);
#endif

}  // namespace

void LiveMemory::start() {
    at_start = live;
    most = at_start;
}

std::uint64_t LiveMemory::peak() {
    return static_cast<std::uint64_t>(std::max<std::int64_t>(most - at_start, 0));
}

}  // namespace descry::testing

#ifndef DESCRY_HAS_ADDRESS_SANITIZER
void* operator new(std::size_t size) {
    void* const bytes = std::malloc(std::max<std::size_t>(size, 1));
    if (bytes == nullptr) throw std::bad_alloc();
    descry::testing::count_allocated(::malloc_usable_size(bytes));
    return bytes;
}

void operator delete(void* bytes) noexcept {
    if (bytes != nullptr) descry::testing::count_freed(::malloc_usable_size(bytes));
    std::free(bytes);
}

void operator delete(void* bytes, std::size_t /*size*/) noexcept {
    operator delete(bytes);
}
#endif
