/* form.c - which dimensions are coordinates, which are walked, and which travel with a row. */
#include "dist/dist.h"

typedef struct making {
    const grn_access_map *map;
    const int64_t *window;
    const grn_placement *operand, *dense;
    bool keep_order;
    int32_t walk_of[GRN_MAX_RANK]; /* dense dims that are walked get their number, others -1 */
} making;

static bool is_windowed(const making *m, const grn_dist_form *f, int32_t d)
{
    const int32_t dense = m->map->operand[d].dense;
    return dense >= 0 && m->map->operand[d].component >= 0 && !m->keep_order && !f->element_wise && m->window[d] > 1 &&
           m->operand->parts[d] == 1 && (m->dense->parts[dense] == 1 || m->dense->owner[dense] == GRN_OWNER_BLOCK);
}

/* Dense dims in their order: those that no row keeps. */
static void walks(making *m, grn_dist_form *f)
{
    bool kept[GRN_MAX_RANK] = {false};
    for (int32_t d = 0; d < m->operand->rank; d++)
        if (m->map->operand[d].dense >= 0 && (m->map->operand[d].component < 0 || is_windowed(m, f, d)))
            kept[m->map->operand[d].dense] = true;
    for (int32_t dense = 0; dense < m->dense->rank; dense++) {
        m->walk_of[dense] = kept[dense] ? -1 : f->nwalks;
        if (kept[dense])
            continue;
        f->walk_dense[f->nwalks] = dense;
        f->walk_indices[f->nwalks++] = -1;
    }
}

static void batching_coord(making *m, grn_dist_form *f, int32_t d)
{
    const int32_t dense = m->map->indices[m->map->operand[d].batching].dense;
    f->coord[f->ncoords++] = (grn_dist_coord){.dim = d, .component = -1, .walk = m->walk_of[dense], .windowed = -1};
}

static void indexed_coord(making *m, grn_dist_form *f, int32_t d)
{
    const int32_t dense = m->map->operand[d].dense;
    const bool windowed = is_windowed(m, f, d);
    f->coord[f->ncoords++] = (grn_dist_coord){
        .dim = d,
        .component = m->map->operand[d].component,
        .walk = windowed || dense < 0 ? -1 : m->walk_of[dense],
        .windowed = windowed ? dense : -1,
        .start = {.dim = m->operand->shape[d], .window = m->window[d], .window_loop = -1, .operand_dim = d},
    };
}

void grn_dist_form_of(const grn_access_map *map, const grn_index_rule *rule, const int64_t *window,
                      const grn_placement *operand, const grn_placement *dense, bool keep_order, grn_dist_form *out)
{
    making m = {.map = map, .window = window, .operand = operand, .dense = dense, .keep_order = keep_order};
    *out = (grn_dist_form){.rule = *rule, .operand_rank = operand->rank, .dense_rank = dense->rank};
    out->element_wise =
        rule->grain == GRN_GRAIN_ELEMENT && (rule->bounds == GRN_BOUNDS_FILL || rule->bounds == GRN_BOUNDS_SKIP);
    out->vector_dim = map->vector_dim < 0 ? map->indices_rank : map->vector_dim;
    walks(&m, out);
    for (int32_t d = 0; d < map->dense_rank; d++)
        if (map->dense[d].indices >= 0)
            out->walk_indices[m.walk_of[d]] = map->dense[d].indices;
    for (int32_t d = 0; d < map->operand_rank; d++) {
        if (map->operand[d].batching >= 0)
            batching_coord(&m, out, d);
        else if (map->operand[d].component >= 0)
            indexed_coord(&m, out, d);
        else
            out->row[out->nrows++] = (grn_dist_row_dim){d, map->operand[d].dense};
    }
}
