#include <atomic>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "engine/mechanics/free_memory.h"

namespace descry {

namespace {

std::atomic<bool> is_returned = false;

}  // namespace

void set_memory_return(bool returns) {
    is_returned = returns;
}

void return_free_memory() {
#ifdef __GLIBC__
    if (is_returned) malloc_trim(0);
#endif
}

}  // namespace descry
