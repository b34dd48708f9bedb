/* specs.c - random shapes: sizes on a logarithmic scale, divided among dimensions by random
 * shares. */
#include "common/specs.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "common/measure.h"

#define MIB ((int64_t)1 << 20)
#define LEAST_ELEMENTS 64
#define MOST_OPERAND_BYTES (64.0 * (double)MIB)
#define MOST_MOVED_BYTES (16.0 * (double)MIB)
#define MOST_INDEX_BYTES (64 * MIB)
#define MOST_WINDOW 64 /* of one dimension that has an index */

/* ---- chance ---------------------------------------------------------------------------------- */

/* In [0, 1) */
static double chance(uint64_t *state) { return (double)(bench_random(state) >> 11) * 0x1p-53; }

static bool happens(uint64_t *state, double share) { return chance(state) < share; }

/* In [0, n) */
static int32_t pick(uint64_t *state, int32_t n) { return (int32_t)(chance(state) * n); }

/* In [least, most], on a logarithmic scale. */
static double size_between(uint64_t *state, double least, double most)
{
    return least * pow(most / least, chance(state));
}

/* ---- what a spec is made of ------------------------------------------------------------------ */

/* What an operand dimension is to the gather. */
typedef enum part {
    BATCH,
    INDEXED, /* one index component, collapsed */
    CORNER,  /* one index component, a window of several */
    FULL     /* all of it is in the window */
} part;

typedef struct draft {
    uint64_t *state;
    int32_t rank;
    part part[8];
    int64_t extent[8], window[8];
    int64_t vectors; /* along the one dimension of indices that is no batch */
    grn_dtype dtype, index;
    bool component_dim; /* indices have a last dimension of components, even of one */
} draft;

static const grn_dtype dtypes[] = {GRN_I8,  GRN_UI8, GRN_I16, GRN_F16, GRN_BF16, GRN_F32,
                                   GRN_F32, GRN_F32, GRN_I32, GRN_F64, GRN_I64};
static const grn_dtype index_types[] = {GRN_I32, GRN_I32, GRN_I32,  GRN_I64,  GRN_I64, GRN_I64,
                                        GRN_UI8, GRN_I16, GRN_UI16, GRN_UI32, GRN_UI64};
#define PICK(list, state) (list)[pick(state, (int32_t)(sizeof(list) / sizeof *(list)))]

/* ---- families -------------------------------------------------------------------------------- */

static void add(draft *d, part p) { d->part[d->rank++] = p; }

static void draft_elements(draft *d)
{
    int32_t rank = 1 + pick(d->state, 4), axis = pick(d->state, rank);
    for (int32_t i = 0; i < rank; i++)
        add(d, i == axis ? INDEXED : BATCH);
}

static void draft_rows(draft *d)
{
    int32_t rank = 1 + pick(d->state, 4), axis = pick(d->state, rank);
    bool batched = axis > 0 && happens(d->state, 0.4);
    for (int32_t i = 0; i < rank; i++)
        add(d, i == axis ? INDEXED : batched && i == 0 ? BATCH : FULL);
}

static void draft_points(draft *d)
{
    int32_t components = 2 + pick(d->state, 2);
    if (happens(d->state, 0.25))
        add(d, BATCH);
    for (int32_t i = 0; i < components; i++)
        add(d, INDEXED);
    if (happens(d->state, 0.6))
        add(d, FULL);
}

static void draft_windows(draft *d)
{
    int32_t components = 1 + pick(d->state, 4);
    if (happens(d->state, 0.25))
        add(d, BATCH);
    for (int32_t i = 0; i < components; i++)
        add(d, CORNER);
}

static const struct {
    const char *name;
    void (*draft)(draft *d);
    double share;
} families[] = {{"elements", draft_elements, 0.3},
                {"rows", draft_rows, 0.35},
                {"points", draft_points, 0.15},
                {"windows", draft_windows, 1}};

/* Families in turn, each with its share of what is left. */
static const char *draft_family(draft *d)
{
    double u = chance(d->state);
    size_t i = 0;
    for (; i + 1 < sizeof families / sizeof *families && u >= families[i].share; i++)
        u -= families[i].share;
    families[i].draft(d);
    return families[i].name;
}

/* ---- sizes ----------------------------------------------------------------------------------- */

/* `elements` divided among the dimensions by random shares of its logarithm. */
static void draw_extents(draft *d, double elements)
{
    double share[8], sum = 0;
    for (int32_t i = 0; i < d->rank; i++)
        sum += share[i] = 0.1 + chance(d->state);
    for (int32_t i = 0; i < d->rank; i++) {
        double extent = floor(pow(elements, share[i] / sum) + 0.5);
        d->extent[i] = extent < 1 ? 1 : (int64_t)extent;
        if (happens(d->state, 0.5) && d->extent[i] > 8) /* programs like round numbers */
            d->extent[i] &= ~(int64_t)7;
    }
}

/* Answers the elements that one position along the vectors moves: of a window, times all
 * batches. */
static double draw_windows(draft *d)
{
    double moved = 1;
    for (int32_t i = 0; i < d->rank; i++) {
        int64_t most = d->extent[i] < MOST_WINDOW ? d->extent[i] : MOST_WINDOW;
        d->window[i] = d->part[i] == FULL ? d->extent[i] : 1;
        if (d->part[i] == CORNER)
            d->window[i] = (int64_t)size_between(d->state, 1, (double)most + 0.99);
        moved *= (double)(d->part[i] == BATCH ? d->extent[i] : d->window[i]);
    }
    return moved;
}

static int64_t batches_of(const draft *d)
{
    int64_t n = 1;
    for (int32_t i = 0; i < d->rank; i++)
        n *= d->part[i] == BATCH ? d->extent[i] : 1;
    return n;
}

static int64_t components_of(const draft *d)
{
    int64_t n = 0;
    for (int32_t i = 0; i < d->rank; i++)
        n += d->part[i] == INDEXED || d->part[i] == CORNER;
    return n;
}

/* False: the shape moves too much or too little to be one of these. */
static bool draw_sizes(draft *d)
{
    double bytes = (double)grn_dtype_bytes(d->dtype);
    double moved = size_between(d->state, LEAST_ELEMENTS, MOST_MOVED_BYTES / bytes);
    draw_extents(d, size_between(d->state, LEAST_ELEMENTS, MOST_OPERAND_BYTES / bytes));
    double each = draw_windows(d);
    if (each > MOST_MOVED_BYTES / bytes)
        return false;
    d->vectors = moved > each ? (int64_t)(moved / each) : 1;
    double index_bytes =
        (double)batches_of(d) * (double)(d->vectors * components_of(d)) * (double)grn_dtype_bytes(d->index);
    return index_bytes <= (double)MOST_INDEX_BYTES && each * (double)d->vectors >= LEAST_ELEMENTS;
}

/* ---- the job --------------------------------------------------------------------------------- */

static void push(grn_dims *list, int64_t v) { list->v[list->count++] = v; }

static void set(grn_tensor *t, grn_dtype dtype, const grn_dims *shape)
{
    if (grn_tensor_init(t, NULL, dtype, shape->count, shape->v) != GRN_OK)
        bench_give_up("a random shape is too large");
}

/* Dimensions of the result stand as those of the operand do; that of the vectors, where the first
 * index component points. */
static void lay(const draft *d, bench_job *job)
{
    grn_dims operand = {0}, indices = {0}, dense = {0};
    grn_dimension_numbers *n = &job->gather.dims;
    for (int32_t i = 0; i < d->rank; i++) {
        bool indexed = d->part[i] == INDEXED || d->part[i] == CORNER;
        push(&operand, d->extent[i]);
        push(&job->gather.slice_sizes, d->window[i]);
        if (d->part[i] == BATCH) {
            push(&n->operand_batching_dims, i);
            push(&n->start_indices_batching_dims, indices.count);
            push(&indices, d->extent[i]);
            push(&dense, d->extent[i]);
        }
        if (indexed && n->start_index_map.count == 0) {
            push(&indices, d->vectors);
            push(&dense, d->vectors);
        }
        if (indexed)
            push(&n->start_index_map, i);
        if (d->part[i] == INDEXED)
            push(&n->collapsed_slice_dims, i);
        if (d->part[i] == CORNER || d->part[i] == FULL) {
            push(&n->offset_dims, dense.count);
            push(&dense, d->window[i]);
        }
    }
    n->index_vector_dim = indices.count;
    if (n->start_index_map.count > 1 || d->component_dim)
        push(&indices, n->start_index_map.count);
    set(&job->operand, d->dtype, &operand);
    set(&job->indices, d->index, &indices);
    set(&job->dense, d->dtype, &dense);
}

static bool has_batch_after_vectors(const draft *d)
{
    bool seen = false, after = false;
    for (int32_t i = 0; i < d->rank; i++) {
        after = after || (seen && d->part[i] == BATCH);
        seen = seen || d->part[i] != BATCH;
    }
    return after;
}

/* Starts that an index component can have. */
static int64_t range_of(const bench_spec *s, const bench_job *job, int32_t component)
{
    int64_t dim = job->gather.dims.start_index_map.v[component];
    unsigned bits = grn_dtype_bits(job->indices.dtype) - (grn_dtype_class_of(job->indices.dtype) == GRN_CLASS_SIGNED);
    int64_t range = job->operand.shape[dim] - s->window[dim] + 1;
    return bits < 62 && range > (int64_t)1 << bits ? (int64_t)1 << bits : range;
}

static double places(const bench_spec *s, const bench_job *job)
{
    double n = 1;
    for (int32_t k = 0; k < job->gather.dims.start_index_map.count; k++)
        n *= (double)range_of(s, job, k);
    return n;
}

static void draw_rule(const draft *d, bench_spec *s)
{
    static const grn_bounds gathers[] = {GRN_BOUNDS_CLAMP, GRN_BOUNDS_CLAMP, GRN_BOUNDS_CLAMP, GRN_BOUNDS_PROMISE,
                                         GRN_BOUNDS_FILL};
    static const grn_bounds scatters[] = {GRN_BOUNDS_SKIP, GRN_BOUNDS_SKIP, GRN_BOUNDS_SKIP, GRN_BOUNDS_PROMISE,
                                          GRN_BOUNDS_CLAMP};
    grn_index_rule *rule = &s->job.gather.index;
    bool ascends = bench_ascends(s->distribution) && !has_batch_after_vectors(d) &&
                   (s->distribution == BENCH_sorted || (double)d->vectors <= places(s, &s->job));
    rule->bounds = s->job.is_scatter ? PICK(scatters, d->state) : PICK(gathers, d->state);
    rule->grain = happens(d->state, 0.5) ? GRN_GRAIN_ELEMENT : GRN_GRAIN_WINDOW;
    rule->indices_are_sorted = ascends && happens(d->state, 0.5);
}

void bench_spec_draw(uint64_t seed, bench_spec *out)
{
    static const grn_combiner combiners[] = {GRN_COMBINE_REPLACE, GRN_COMBINE_ADD, GRN_COMBINE_MIN};
    uint64_t state = seed;
    draft d;
    *out = (bench_spec){.seed = seed};
    do {
        d = (draft){.state = &state};
        d.dtype = PICK(dtypes, &state);
        d.index = PICK(index_types, &state);
        out->family = draft_family(&d);
    } while (!draw_sizes(&d));
    d.component_dim = happens(&state, 0.3);
    out->batched = batches_of(&d) > 1;
    out->distribution = (bench_distribution)pick(&state, BENCH_DISTRIBUTIONS);
    out->job.is_scatter = happens(&state, 0.5);
    out->job.combiner = PICK(combiners, &state);
    memcpy(out->window, d.window, sizeof d.window);
    lay(&d, &out->job);
    draw_rule(&d, out);
}

/* ---- data ------------------------------------------------------------------------------------ */

/* A place among all starts at once, so that what ascends does so component by component. */
static void store_vector(const bench_spec *s, bench_job *job, int64_t vector, int64_t place)
{
    int32_t components = job->gather.dims.start_index_map.count;
    for (int32_t k = components - 1; k >= 0; k--) {
        int64_t range = range_of(s, job, k);
        bench_store_index(&job->indices, vector * components + k, place % range);
        place /= range;
    }
}

void bench_spec_draw_indices(const bench_spec *s, bench_job *job)
{
    const grn_dimension_numbers *n = &job->gather.dims;
    int64_t vectors = grn_tensor_elements(&job->indices) / n->start_index_map.count, along = 0, inner = 1;
    int32_t dim = 0;
    while (dim < n->start_indices_batching_dims.count && n->start_indices_batching_dims.v[dim] == dim)
        dim++;
    along = job->indices.rank > dim ? job->indices.shape[dim] : 1;
    for (int32_t d = dim + 1; d < job->indices.rank && d < n->index_vector_dim; d++)
        inner *= job->indices.shape[d];
    int64_t range = (int64_t)places(s, job);
    uint64_t state = s->seed ^ UINT64_C(0x5EED);
    for (int64_t i = 0; i < vectors; i++)
        store_vector(s, job, i, bench_draw(s->distribution, i / inner % along, along, range, &state));
}

/* ---- text ------------------------------------------------------------------------------------ */

typedef struct line {
    char *text;
    size_t room, used;
} line;

static void append(line *l, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int n = vsnprintf(l->text + l->used, l->room - l->used, format, args);
    va_end(args);
    if (n > 0 && (size_t)n < l->room - l->used)
        l->used += (size_t)n;
}

static void append_list(line *l, const char *before, int32_t count, const int64_t *v)
{
    append(l, "%s[", before);
    for (int32_t i = 0; i < count; i++)
        append(l, "%s%" PRId64, i > 0 ? "," : "", v[i]);
    append(l, "]");
}

void bench_spec_text(const bench_spec *s, char *text, size_t room)
{
    const bench_job *j = &s->job;
    line l = {text, room, 0};
    text[0] = '\0';
    append(&l, "%s%s %s%s, ", j->is_scatter ? "scatter " : "gather",
           j->is_scatter ? grn_combiner_text(j->combiner) : "", s->family, s->batched ? " batched" : "");
    append_list(&l, grn_dtype_text(j->operand.dtype), j->operand.rank, j->operand.shape);
    append_list(&l, " by ", j->gather.slice_sizes.count, j->gather.slice_sizes.v);
    append(&l, " ");
    append_list(&l, grn_dtype_text(j->indices.dtype), j->indices.rank, j->indices.shape);
    append_list(&l, " along ", j->gather.dims.start_index_map.count, j->gather.dims.start_index_map.v);
    append(&l, ", %s, %s%s", bench_distribution_text[s->distribution], grn_bounds_text(j->gather.index.bounds),
           j->gather.index.indices_are_sorted ? ", promised sorted" : "");
}
