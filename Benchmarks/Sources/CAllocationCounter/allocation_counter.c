#define _GNU_SOURCE

#include "CAllocationCounter.h"

#include <errno.h>
#include <stdlib.h>

#if defined(__linux__) && defined(__GLIBC__)

#include <malloc.h>

// The program's own definitions stand before those of the C library for every library that the program loads. They
// count and hand on to the C library's allocator under the names that it exports for this purpose. Memory can be
// freed by the C library's own free, since it is the same allocator.
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *pointer, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

// By thread, so that nobody else's work is counted and no atomic operation slows down what is measured. In the
// program itself such a variable needs no allocation.
static _Thread_local uint64_t count;

void *malloc(size_t size) {
    count += 1;
    return __libc_malloc(size);
}

void *calloc(size_t number, size_t size) {
    count += 1;
    return __libc_calloc(number, size);
}

void *realloc(void *pointer, size_t size) {
    count += 1;
    return __libc_realloc(pointer, size);
}

void *memalign(size_t alignment, size_t size) {
    count += 1;
    return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
    count += 1;
    return __libc_memalign(alignment, size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    count += 1;
    if (alignment == 0 || alignment % sizeof(void *) != 0 || (alignment & (alignment - 1)) != 0) {
        return EINVAL;
    }
    void *pointer = __libc_memalign(alignment, size);
    if (pointer == NULL) {
        return ENOMEM;
    }
    *result = pointer;
    return 0;
}

int benchmark_counts_allocations(void) { return 1; }
uint64_t benchmark_allocation_count(void) { return count; }

#else

int benchmark_counts_allocations(void) { return 0; }
uint64_t benchmark_allocation_count(void) { return 0; }

#endif

// Through a volatile pointer, because compilers remove allocations whose memory nobody uses.
uint64_t benchmark_allocate_once_in_every_way(void) {
    void *volatile pointer = malloc(64);
    pointer = realloc(pointer, 128);
    free(pointer);
    pointer = calloc(4, 16);
    free(pointer);
    uint64_t calls = 3;
#if defined(__linux__) && defined(__GLIBC__)
    pointer = aligned_alloc(64, 128);
    free(pointer);
    pointer = memalign(64, 128);
    free(pointer);
    void *aligned = NULL;
    if (posix_memalign(&aligned, 64, 128) == 0) {
        pointer = aligned;
        free(pointer);
    }
    calls += 3;
#endif
    return calls;
}
