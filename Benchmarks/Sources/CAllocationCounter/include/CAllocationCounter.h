#ifndef KEYLIGHT_BENCHMARKS_ALLOCATION_COUNTER_H
#define KEYLIGHT_BENCHMARKS_ALLOCATION_COUNTER_H

#include <stdint.h>

// Whether allocations are counted on this system: on Linux with glibc, where a program may bring a malloc of its own.
int benchmark_counts_allocations(void);

// How often the calling thread has asked for memory: malloc, calloc, realloc, aligned_alloc, memalign and
// posix_memalign, each counted once, whoever called them.
uint64_t benchmark_allocation_count(void);

// Calls each of the counted functions once; for the check that the counting works.
// Returns how many calls that were.
uint64_t benchmark_allocate_once_in_every_way(void);

#endif
