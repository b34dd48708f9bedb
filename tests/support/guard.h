/* guard.h - memory whose neighbours may not be touched: what reads or writes one byte too far ends
 * the test there. */
#ifndef GRN_TESTS_GUARD_H
#define GRN_TESTS_GUARD_H

#include <stddef.h>

/* Bytes [first, first + bytes) between two pages without access. */
typedef struct grn_guarded {
    unsigned char *first;
    size_t bytes;
} grn_guarded;

/* At least `bytes` bytes, mapped until the program ends. Fails the test where there is no
 * memory. */
grn_guarded grn_guarded_make(size_t bytes);
/* n bytes of it: the last ones if at_end, the first ones otherwise. */
void *grn_guarded_at(const grn_guarded *g, size_t n, int at_end);

/* From now on an access beyond prints the claim as it then stands and ends the program with status
 * 1. */
void grn_guarded_claim(const char *claim);

#endif
