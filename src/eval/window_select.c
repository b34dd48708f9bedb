/* window_select.c - which element of each window select keeps. Source: StableHLO spec,
 * select_and_scatter. A batch is of windows; a padded position is no element: a window at one, or
 * at its first element, is left out of that comparison. */
#include "eval/folding.h"
#include "eval/windows.h"

typedef struct selection {
    grn_tensor operand; /* compact */
    int64_t *kept;      /* of the result: flat position per window */
    const int64_t *out_shape;
    grn_region_fn select;
    grn_window_walk walk;
    size_t batch, bytes;
    size_t *active; /* windows that compare in this step */
    char *selected, *candidate;
    unsigned char *stays;
} selection;

static bool prepare_selection(selection *s, grn_arena *arena, const grn_tensor *operand, const grn_windows *windows)
{
    s->bytes = grn_dtype_bytes(operand->dtype);
    s->active = GRN_ARENA_NEW(arena, size_t, s->batch);
    s->selected = grn_arena_alloc_raw(arena, s->batch * s->bytes);
    s->candidate = grn_arena_alloc_raw(arena, s->batch * s->bytes);
    s->stays = grn_arena_alloc(arena, s->batch);
    return s->active && s->selected && s->candidate && s->stays &&
           grn_window_walk_init(&s->walk, arena, windows, operand->shape, s->batch) &&
           grn_compact_view(arena, operand, &s->operand);
}

/* Compacts the windows that have both a selected element and a candidate; a first element is
 * selected as it is. */
static size_t line_up(selection *s, int64_t *kept, size_t m)
{
    const int64_t *place = grn_window_walk_places(&s->walk);
    size_t n = 0;
    for (size_t k = 0; k < m; k++) {
        if (place[k] < 0)
            continue;
        if (kept[k] < 0) {
            kept[k] = place[k];
            continue;
        }
        grn_copy_element(s->selected + n * s->bytes, grn_tensor_at(&s->operand, kept[k]), s->bytes);
        grn_copy_element(s->candidate + n * s->bytes, grn_tensor_at(&s->operand, place[k]), s->bytes);
        s->active[n++] = k;
    }
    return n;
}

static grn_status select_step(selection *s, int64_t *kept, size_t m)
{
    const int64_t *place = grn_window_walk_places(&s->walk);
    size_t n = line_up(s, kept, m);
    if (n == 0)
        return GRN_OK;
    const void *args[2] = {s->selected, s->candidate};
    void *results[1] = {s->stays};
    grn_status status = s->select.run(s->select.user, n, args, results);
    for (size_t i = 0; i < n && status == GRN_OK; i++)
        if (!s->stays[i])
            kept[s->active[i]] = place[s->active[i]];
    return status;
}

static grn_status select_batch(selection *s, int64_t at, size_t m)
{
    grn_status status = GRN_OK;
    int64_t *kept = s->kept + at;
    for (size_t k = 0; k < m; k++)
        kept[k] = GRN_NO_ELEMENT;
    bool more = grn_window_walk_start(&s->walk, s->out_shape, at, m);
    for (; more && status == GRN_OK; more = grn_window_walk_next(&s->walk))
        status = select_step(s, kept, m);
    return status;
}

/* Windows of more positions than there are elements lie over padding for the most part: one at a
 * time, each visits only the elements that it covers. */
static bool mostly_padding(const grn_windows *windows, const grn_tensor *operand)
{
    int64_t positions;
    return !grn_shape_elements(windows->rank, windows->size, &positions) || positions > grn_tensor_elements(operand);
}

grn_status grn_eval_window_select(const grn_tensor *out, const grn_tensor *operand, const grn_windows *windows,
                                  grn_region_fn select, const grn_allocator *allocator)
{
    int64_t outputs = grn_tensor_elements(out);
    selection s = {.kept = out->data, .out_shape = out->shape, .select = select};
    grn_arena arena;
    if (outputs == 0)
        return GRN_OK;
    bool sparse = mostly_padding(windows, operand);
    s.batch = sparse ? 1 : outputs < GRN_EVAL_BATCH ? (size_t)outputs : GRN_EVAL_BATCH;
    grn_arena_init(&arena, allocator);
    grn_status status = prepare_selection(&s, &arena, operand, windows) ? GRN_OK : GRN_E_MEMORY;
    s.walk.skips_padding = sparse;
    for (int64_t at = 0; at < outputs && status == GRN_OK; at += (int64_t)s.batch)
        status = select_batch(&s, at, outputs - at < (int64_t)s.batch ? (size_t)(outputs - at) : s.batch);
    grn_arena_destroy(&arena);
    return status;
}
