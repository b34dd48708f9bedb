/* ttnn_cores.c - which cores a call may use: the grid row by row (id = y * grid_x + x), or
 * sub_core_grids in their order. */
#include "rules/ttnn.h"

#include <inttypes.h>

grn_ttnn_options grn_ttnn_with_defaults(const grn_ttnn_options *options)
{
    grn_ttnn_options o;
    GRN_COPY_OPTIONS(&o, options);
    o.grid_x = o.grid_x != 0 ? o.grid_x : GRN_TTNN_GRID_X;
    o.grid_y = o.grid_y != 0 ? o.grid_y : GRN_TTNN_GRID_Y;
    o.l1_bytes = o.l1_bytes != 0 ? o.l1_bytes : GRN_TTNN_L1_BYTES;
    return o;
}

/* What is under test. */
typedef struct choice {
    const grn_rule_report *to;
    const char *rule;
    const grn_ttnn_options *options;
} choice;

static grn_status check_numbers(const choice *c)
{
    const grn_ttnn_options *o = c->options;
    if (o->grid_x < 0 || o->grid_y < 0 || (int64_t)o->grid_x * o->grid_y > GRN_TTNN_MAX_CORES)
        return grn_rule_broken(c->to, GRN_E_LIMIT, c->rule,
                               "grid is %" PRId32 "x%" PRId32 " cores, it must have 1 to %d", o->grid_x, o->grid_y,
                               GRN_TTNN_MAX_CORES);
    if (o->l1_bytes < 0)
        return grn_rule_broken(c->to, GRN_E_ARGUMENT, c->rule, "l1_bytes is %" PRId64 ", it must be over 0",
                               o->l1_bytes);
    return GRN_OK;
}

static bool is_listed(const grn_ttnn_cores *cores, int32_t x, int32_t y)
{
    for (int32_t i = 0; i < cores->n; i++)
        if (cores->at[i].x == x && cores->at[i].y == y)
            return true;
    return false;
}

/* A core listed twice would run its share twice; as it lies in the grid and is listed once, the
 * array holds them all. */
static grn_status add_core(const choice *c, int32_t x, int32_t y, grn_ttnn_cores *out)
{
    if (is_listed(out, x, y))
        return grn_rule_broken(c->to, GRN_E_ARGUMENT, c->rule,
                               "sub_core_grids lists core (%" PRId32 ", %" PRId32 ") twice, ranges must lie apart", x,
                               y);
    out->at[out->n].x = x;
    out->at[out->n++].y = y;
    return GRN_OK;
}

static grn_status add_range(const choice *c, const grn_ttnn_core_range *r, size_t at, grn_ttnn_cores *out)
{
    const grn_ttnn_options *o = c->options;
    grn_status status = GRN_OK;
    if (r->x0 < 0 || r->y0 < 0 || r->x0 > r->x1 || r->y0 > r->y1 || r->x1 >= o->grid_x || r->y1 >= o->grid_y)
        return grn_rule_broken(c->to, GRN_E_ARGUMENT, c->rule,
                               "sub_core_grids[%zu] is (%" PRId32 ", %" PRId32 ") to (%" PRId32 ", %" PRId32
                               "), it must lie in the %" PRId32 "x%" PRId32 " grid",
                               at, r->x0, r->y0, r->x1, r->y1, o->grid_x, o->grid_y);
    for (int32_t y = r->y0; y <= r->y1; y++)
        for (int32_t x = r->x0; x <= r->x1 && status == GRN_OK; x++)
            status = add_core(c, x, y, out);
    return status;
}

grn_status grn_ttnn_choose_cores(const grn_rule_report *to, const char *rule, const grn_ttnn_options *options,
                                 grn_ttnn_cores *out)
{
    const choice c = {to, rule, options};
    const grn_ttnn_core_range whole = {0, 0, options->grid_x - 1, options->grid_y - 1};
    const bool given = options->sub_core_grids != NULL;
    const size_t count = given ? options->nsub_core_grids : 1;
    grn_status status = check_numbers(&c);
    out->n = 0;
    if (status == GRN_OK && count == 0)
        return grn_rule_broken(to, GRN_E_ARGUMENT, rule, "sub_core_grids has no range, it must have 1 or more");
    for (size_t i = 0; i < count && status == GRN_OK; i++)
        status = add_range(&c, given ? &options->sub_core_grids[i] : &whole, i, out);
    return status;
}
