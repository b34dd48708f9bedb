/*
 * count.h - work, counted: the basic blocks that the library runs, the bytes that it has libc move,
 * compare or write (16 to a block), and the bytes that it allocates (64 to a block). The same run
 * counts the same on every machine, but for hash tables that are keyed by addresses.
 */
#ifndef GROWTH_COUNT_H
#define GROWTH_COUNT_H

#include <stdint.h>

#include "garner/garner.h"

/* Counts from zero. */
void count_start(void);
/* Stops counting and answers the count. */
uint64_t count_stop(void);
/* malloc, counted. */
extern const grn_allocator count_allocator;

#endif
