/* grid.c - which cores a call may use: the grid row by row (id = y * grid_x + x), or sub_core_grids in their order (TT-11). */
#include <inttypes.h>

#include "tile/tile.h"

static grn_status check_numbers(const grn_tile_call *call)
{
    const grn_ttnn_options *o = &call->options;
    if (o->grid_x < 0 || o->grid_y < 0 || (int64_t)o->grid_x * o->grid_y > GRN_TTNN_MAX_CORES)
        return grn_fail(call->diag, grn_no_place, GRN_E_LIMIT,
                        "grid is %" PRId32 "x%" PRId32 " cores, it must have 1 to %d", o->grid_x, o->grid_y,
                        GRN_TTNN_MAX_CORES);
    if (o->l1_bytes < 0)
        return grn_fail(call->diag, grn_no_place, GRN_E_ARGUMENT, "l1_bytes is %" PRId64 ", it must be over 0",
                        o->l1_bytes);
    return GRN_OK;
}

static bool is_listed(const grn_tile_call *call, int32_t x, int32_t y)
{
    for (int32_t i = 0; i < call->ncores; i++)
        if (call->cores[i].x == x && call->cores[i].y == y)
            return true;
    return false;
}

/* A core listed twice would run its share twice; as it lies in the grid and is listed once, the array holds them all. */
static grn_status add_core(grn_tile_call *call, int32_t x, int32_t y)
{
    if (is_listed(call, x, y))
        return grn_fail(call->diag, grn_no_place, GRN_E_ARGUMENT,
                        "sub_core_grids lists core (%" PRId32 ", %" PRId32 ") twice, ranges must lie apart", x, y);
    call->cores[call->ncores++] = (grn_tile_place){x, y};
    return GRN_OK;
}

static grn_status add_range(grn_tile_call *call, const grn_ttnn_core_range *r, size_t at)
{
    const grn_ttnn_options *o = &call->options;
    grn_status status = GRN_OK;
    if (r->x0 < 0 || r->y0 < 0 || r->x0 > r->x1 || r->y0 > r->y1 || r->x1 >= o->grid_x || r->y1 >= o->grid_y)
        return grn_fail(call->diag, grn_no_place, GRN_E_ARGUMENT,
                        "sub_core_grids[%zu] is (%" PRId32 ", %" PRId32 ") to (%" PRId32 ", %" PRId32
                        "), it must lie in the %" PRId32 "x%" PRId32 " grid",
                        at, r->x0, r->y0, r->x1, r->y1, o->grid_x, o->grid_y);
    for (int32_t y = r->y0; y <= r->y1; y++)
        for (int32_t x = r->x0; x <= r->x1 && status == GRN_OK; x++)
            status = add_core(call, x, y);
    return status;
}

grn_status grn_tile_choose_cores(grn_tile_call *call)
{
    const grn_ttnn_options *o = &call->options;
    const grn_ttnn_core_range whole = {0, 0, o->grid_x - 1, o->grid_y - 1};
    const bool given = o->sub_core_grids != NULL;
    const size_t count = given ? o->nsub_core_grids : 1;
    grn_status status = check_numbers(call);
    call->ncores = 0;
    if (status == GRN_OK && count == 0)
        return grn_fail(call->diag, grn_no_place, GRN_E_ARGUMENT, "sub_core_grids has no range, it must have 1 or more");
    for (size_t i = 0; i < count && status == GRN_OK; i++)
        status = add_range(call, given ? &o->sub_core_grids[i] : &whole, i);
    return status;
}
