/* print.h - formatted text to a sink, and sums of traffic, for print.c and json.c. */
#ifndef GRN_TILE_PRINT_H
#define GRN_TILE_PRINT_H

#include "tile/tile.h"

/* The first status other than GRN_OK stays. */
typedef struct grn_tile_page {
    const grn_sink *sink;
    grn_status status;
} grn_tile_page;

void grn_tile_put(grn_tile_page *page, const char *format, ...) GRN_PRINTF(2, 3);
/* Whether an account from outside can be printed: its texts end, its counts fit their arrays.
 * GRN_E_ARGUMENT. */
grn_status grn_tile_check_account(const grn_ttnn_account *account);
/* The place in memory of each tensor, in order; an account of a scatter has a source. Answers how
 * many. */
bool grn_tile_is_embedding(const grn_ttnn_account *account);
enum { GRN_TILE_TENSORS = 4 };
typedef struct grn_tile_tensor_place {
    const char *tensor;
    bool in_l1;
} grn_tile_tensor_place;
int grn_tile_places(const grn_ttnn_account *account, grn_tile_tensor_place *out);
/* a + b of two counts, INT64_MAX when it does not fit. */
int64_t grn_tile_sum(int64_t a, int64_t b);
/* Tiles read, and bytes in both directions. */
int64_t grn_tile_reads(const grn_ttnn_traffic *t);
int64_t grn_tile_noc_bytes(const grn_ttnn_traffic *t);

#endif
