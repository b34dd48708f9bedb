/* shapes.c - from a case's kind to dimension numbers and tensors. */
#include <string.h>

#include "common/manifest.h"
#include "common/measure.h"

/* ---- lists and tensors ----------------------------------------------------------------------- */

static void push(grn_dims *list, int64_t v) { list->v[list->count++] = v; }

static void push_row(const bench_case *c, grn_dims *shape)
{
    if (c->row_bytes > c->element_bytes)
        push(shape, c->row_bytes / c->element_bytes);
}

static void set_tensor(grn_tensor *t, grn_dtype dtype, const grn_dims *shape)
{
    if (grn_tensor_init(t, NULL, dtype, shape->count, shape->v) != GRN_OK)
        bench_give_up("a case's shape is too large");
}

/* Without a name, the type of that many bytes that every combiner takes. */
static grn_dtype element_type(const bench_case *c)
{
    static const grn_dtype by_bytes[] = {[1] = GRN_I8, [2] = GRN_UI16, [4] = GRN_F32, [8] = GRN_F64, [16] = GRN_C128};
    grn_dtype named = grn_dtype_from_text(c->dtype);
    if (named != GRN_NO_DTYPE)
        return named;
    return c->element_bytes > 0 && c->element_bytes <= 16 ? by_bytes[c->element_bytes] : GRN_NO_DTYPE;
}

/* ---- the kinds ------------------------------------------------------------------------------- */

typedef struct shapes {
    grn_dims operand, indices, dense;
    grn_dimension_numbers numbers;
    grn_dims window; /* slice sizes */
} shapes;

/* One index picks a row. A shared index lies outside the batches, so they are part of the
 * window. */
static void lay_rows(const bench_case *c, shapes *s)
{
    bool batched = c->batches > 1, shared = batched && c->shared != 0;
    if (batched) {
        push(&s->operand, c->batches);
        push(&s->dense, c->batches);
        push(&s->window, shared ? c->batches : 1);
    }
    if (shared)
        push(&s->numbers.offset_dims, 0);
    if (batched && !shared) {
        push(&s->indices, c->batches);
        push(&s->numbers.operand_batching_dims, 0);
        push(&s->numbers.start_indices_batching_dims, 0);
    }
    push(&s->numbers.collapsed_slice_dims, s->operand.count);
    push(&s->numbers.start_index_map, s->operand.count);
    push(&s->operand, c->rows);
    push(&s->indices, c->vectors);
    push(&s->dense, c->vectors);
    push(&s->window, 1);
    if (c->row_bytes > c->element_bytes)
        push(&s->numbers.offset_dims, s->dense.count);
    push_row(c, &s->operand);
    push_row(c, &s->dense);
    push_row(c, &s->window);
    s->numbers.index_vector_dim = s->indices.count;
}

/* One index picks an element; all but the indexed dimension are batches. */
static void lay_elements(const bench_case *c, shapes *s)
{
    int32_t axis = c->batches > 1;
    int64_t batch[] = {c->batches, c->columns};
    for (int32_t d = 0; d < axis + 2; d++) {
        bool indexed = d == axis;
        int64_t extent = indexed ? c->vectors : batch[d != 0];
        push(&s->operand, indexed ? c->rows : extent);
        push(&s->indices, extent);
        push(&s->dense, extent);
        push(&s->window, 1);
        if (indexed)
            continue;
        push(&s->numbers.operand_batching_dims, d);
        push(&s->numbers.start_indices_batching_dims, d);
    }
    push(&s->numbers.collapsed_slice_dims, axis);
    push(&s->numbers.start_index_map, axis);
    s->numbers.index_vector_dim = s->indices.count;
}

/* Two indices pick a row. */
static void lay_pairs(const bench_case *c, shapes *s)
{
    s->operand = (grn_dims){2, {c->rows, c->columns}};
    s->indices = (grn_dims){2, {c->vectors, 2}};
    s->dense = (grn_dims){1, {c->vectors}};
    s->window = (grn_dims){2, {1, 1}};
    s->numbers.collapsed_slice_dims = s->numbers.start_index_map = (grn_dims){2, {0, 1}};
    s->numbers.index_vector_dim = 1;
    if (c->row_bytes > c->element_bytes)
        push(&s->numbers.offset_dims, 1);
    push_row(c, &s->operand);
    push_row(c, &s->dense);
    push_row(c, &s->window);
}

/* Two indices pick the corner of a window. */
static void lay_windows(const bench_case *c, shapes *s)
{
    s->operand = (grn_dims){2, {c->rows, c->columns}};
    s->indices = (grn_dims){2, {c->vectors, 2}};
    s->dense = (grn_dims){3, {c->vectors, c->height, c->width}};
    s->window = (grn_dims){2, {c->height, c->width}};
    s->numbers.offset_dims = (grn_dims){2, {1, 2}};
    s->numbers.start_index_map = (grn_dims){2, {0, 1}};
    s->numbers.index_vector_dim = 1;
}

static const struct {
    const char *name;
    void (*lay)(const bench_case *c, shapes *s);
} kinds[] = {{"rows", lay_rows}, {"elems", lay_elements}, {"nd2", lay_pairs}, {"win", lay_windows}};

static void lay(const bench_case *c, shapes *s)
{
    memset(s, 0, sizeof *s);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, c->kind) == 0) {
            kinds[i].lay(c, s);
            return;
        }
    bench_give_up("a case is of a kind that is not known");
}

/* ---- the job --------------------------------------------------------------------------------- */

/* Every index ascends from the one before, the batch being part of it. */
static bool ascends(const bench_case *c)
{
    if (strcmp(c->distribution, "sequential") == 0)
        return c->vectors <= c->rows;
    return strcmp(c->distribution, "sorted") == 0 || strcmp(c->distribution, "lengths") == 0;
}

static bool never_repeats(const bench_case *c)
{
    if (strcmp(c->distribution, "sequential") == 0 || strcmp(c->distribution, "reversed") == 0)
        return c->vectors <= c->rows;
    return strcmp(c->distribution, "perm") == 0;
}

/* What StableHLO does. Distributions are those of rows: other kinds draw their indices in one
 * way. */
static grn_index_rule index_rule(const bench_case *c, bool hints)
{
    bool gather = strcmp(c->op, "gather") == 0, rows = strcmp(c->kind, "rows") == 0;
    grn_index_rule rule = {.bounds = gather ? GRN_BOUNDS_CLAMP : GRN_BOUNDS_SKIP};
    rule.indices_are_sorted = hints && rows && ascends(c);
    rule.unique_indices = hints && rows && never_repeats(c);
    return rule;
}

static grn_combiner combiner_of(const char *op)
{
    if (strcmp(op, "add") == 0)
        return GRN_COMBINE_ADD;
    return strcmp(op, "max") == 0 ? GRN_COMBINE_MAX : GRN_COMBINE_REPLACE;
}

void bench_case_job(const bench_case *c, bool hints, bench_job *job)
{
    shapes s;
    lay(c, &s);
    memset(job, 0, sizeof *job);
    job->is_scatter = strcmp(c->op, "gather") != 0;
    job->combiner = combiner_of(c->op);
    job->gather.dims = s.numbers;
    job->gather.slice_sizes = s.window;
    job->gather.index = index_rule(c, hints);
    set_tensor(&job->operand, element_type(c), &s.operand);
    set_tensor(&job->indices, c->index_bytes == 4 ? GRN_I32 : GRN_I64, &s.indices);
    set_tensor(&job->dense, element_type(c), &s.dense);
    if (grn_tensor_bytes(&job->operand) != (size_t)c->operand_bytes ||
        grn_tensor_bytes(&job->indices) != (size_t)c->indices_bytes ||
        grn_tensor_bytes(&job->dense) != (size_t)c->dense_bytes)
        bench_give_up("a case's shapes do not give its bytes");
}
