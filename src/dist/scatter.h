/* scatter.h - declarations that scatter.c, which sends updates, and owners.c, which receives them,
 * share. */
#ifndef GRN_DIST_SCATTER_H
#define GRN_DIST_SCATTER_H

#include "dist/dist.h"

/* While a scatter is bound. */
typedef struct routing {
    grn_dist_plan *p;
    const grn_tensor *indices;
    bool nothing; /* no update reaches anything */
    grn_dist_memory memory, sorted, heard;
    /* of each entry that reaches something: its row in the shard, its key, the shard */
    int64_t *number, *key, *shard, *at;
    int64_t entries;
    int64_t *count, *first; /* [nshards] entries, and where they begin once they are sorted */
    int64_t *sent, *told;   /* [ranks] rows that are sent to others, and received from them */
    /* [ranks] bytes; then where the lists of each rank begin in `heard`: its numbers, then its
     * keys */
    int64_t *list;
    int64_t words_per_row; /* 2: with keys */
} routing;

/* Places for the lists of other ranks. */
grn_status grn_owner_listen(routing *a, const grn_diag *diag);
/* Groups of rows that come, their order, their places in the tables. */
grn_status grn_owner_merge(routing *a, const grn_diag *diag);
/* Tables and plans. */
grn_status grn_owner_prepare(grn_dist_plan *p, const grn_diag *diag);
grn_status grn_owner_run(grn_dist_plan *p, void *const *results, const grn_diag *diag);
void grn_owner_end(grn_dist_plan *p);

#endif
