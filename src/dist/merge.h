/* merge.h - one order of updates, from the ordered lists of several ranks. */
#ifndef GRN_DIST_MERGE_H
#define GRN_DIST_MERGE_H

#include <stdint.h>

/*
 * `order` lists positions of `key`; run r of it is [first[r], first[r + 1]), with ascending keys.
 * Afterwards all of it ascends; of equal keys those of the earlier run come first. `other`: room
 * for as many; `first` is written over.
 */
void grn_merge_runs(const int64_t *key, int64_t *first, int64_t runs, int64_t *order, int64_t *other);

#endif
