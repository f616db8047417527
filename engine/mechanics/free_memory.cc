#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include <descry/mechanics/free_memory.h>

namespace descry {

void return_free_memory() {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

}  // namespace descry
