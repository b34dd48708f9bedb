/* reduce.c - folding dimensions away. Source: StableHLO spec, reduce. A batch is of result
 * elements: each is combined with the elements of its reduced dimensions in ascending row-major
 * order, whatever the size of the batch. */
#include <string.h>

#include "eval/element.h"
#include "eval/folding.h"
#include "eval/stream.h"

typedef struct reduction {
    const grn_tensor *out, *in, *inits;
    grn_region_fn body;
    int32_t reduced[GRN_MAX_RANK], rank; /* the ones that go */
    int64_t shape[GRN_MAX_RANK];
    bool folds; /* result after result; what follows is not set */
    bool folds_by_body;
    grn_folding folding;
    grn_stream *kept; /* [n]: the dimensions that stay */
    /* [n]: TILE positions of the whole batch, where they are loaded together; NULL: they are not */
    char **tile;
    void *row[GRN_FOLD_ROWS]; /* where rows of elements may be put, when several are folded at a time; else NULL */
} reduction;

/* The view of the input with only the dimensions outside `dims`. */
static grn_tensor kept_view(const grn_tensor *in, uint64_t dims)
{
    grn_tensor view = *in;
    view.rank = 0;
    for (int32_t d = 0; d < in->rank; d++)
        if (!(dims >> d & 1)) {
            view.shape[view.rank] = in->shape[d];
            view.stride[view.rank++] = in->stride[d];
        }
    return view;
}

static void list_reduced(reduction *r, uint64_t dims)
{
    for (int32_t d = 0; d < r->in[0].rank; d++)
        if (dims >> d & 1) {
            r->reduced[r->rank] = d;
            r->shape[r->rank++] = r->in[0].shape[d];
        }
}

/* ---- tiles ----------------------------------------------------------------------------------- */

/* Where the elements of one result lie together and those of the next far away, several positions
 * of each result are loaded at once: each cache line is then fetched once. The batch is as large as
 * the nearest cache has room for in one set. */
#define TILE 16
#define TILE_BATCH 8

#define DEFINE_LOAD(size)                                                                                          \
    static void load_##size(char *to, const char *from, int64_t result_step, int64_t place, size_t m, size_t n)    \
    {                                                                                                              \
        for (size_t first = 0; first < m; first += TILE_BATCH)                                                     \
            for (size_t t = 0; t < n; t++)                                                                         \
                for (size_t l = first; l < m && l < first + TILE_BATCH; l++)                                       \
                    memcpy(to + (t * m + l) * size, from + ((int64_t)l * result_step + (int64_t)t * place) * size, \
                           size);                                                                                  \
    }
DEFINE_LOAD(1)
DEFINE_LOAD(2)
DEFINE_LOAD(4)
DEFINE_LOAD(8)
DEFINE_LOAD(16)

static void load_tile(size_t bytes, char *to, const char *from, int64_t result_step, int64_t place, size_t m, size_t n)
{
    switch (bytes) {
    case 1: load_1(to, from, result_step, place, m, n); break;
    case 2: load_2(to, from, result_step, place, m, n); break;
    case 4: load_4(to, from, result_step, place, m, n); break;
    case 8: load_8(to, from, result_step, place, m, n); break;
    default: load_16(to, from, result_step, place, m, n); break;
    }
}

static int64_t magnitude(int64_t x) { return x < 0 ? -x : x; }

static bool tiles_pay(const reduction *r, size_t n)
{
    if (r->rank == 0 || r->row[0] || r->folding.batch < TILE_BATCH || r->shape[r->rank - 1] < TILE)
        return false;
    for (size_t i = 0; i < n; i++) {
        const grn_stream *s = &r->kept[i];
        if (s->rank != 1 || magnitude(s->stride[0]) <= magnitude(r->in[i].stride[r->reduced[r->rank - 1]]))
            return false;
    }
    return true;
}

static bool new_tiles(reduction *r, grn_arena *arena, size_t n)
{
    r->tile = GRN_ARENA_NEW(arena, char *, n);
    for (size_t i = 0; r->tile && i < n; i++) {
        r->tile[i] = grn_arena_alloc_raw(arena, TILE * r->folding.batch * r->folding.bytes[i]);
        if (!r->tile[i])
            return false;
    }
    return r->tile != NULL;
}

/* Walks the places along the last reduced dimension. `offset`: of this place, in the input. */
static const void *from_tile(const reduction *r, size_t i, int64_t place, int64_t offset, int64_t at, size_t m)
{
    const grn_tensor *in = &r->in[i];
    int32_t last = r->reduced[r->rank - 1];
    size_t bytes = r->folding.bytes[i], t = (size_t)(place % TILE);
    int64_t rest = in->shape[last] - place;
    if (t == 0)
        load_tile(bytes, r->tile[i], grn_tensor_at(in, offset + at * r->kept[i].stride[0]), r->kept[i].stride[0],
                  in->stride[last], m, rest < TILE ? (size_t)rest : TILE);
    return r->tile[i] + t * m * bytes;
}

/* ---- beginning ------------------------------------------------------------------------------- */

static bool prepare_reduction(reduction *r, grn_arena *arena, size_t n, uint64_t dims)
{
    int64_t outputs = grn_tensor_elements(&r->out[0]);
    r->kept = GRN_ARENA_NEW(arena, grn_stream, n);
    if (!r->kept ||
        !grn_folding_init(&r->folding, arena, n, r->out, outputs < GRN_EVAL_BATCH ? (size_t)outputs : GRN_EVAL_BATCH))
        return false;
    const grn_bound_element *b = n == 1 ? r->body.single : NULL;
    for (size_t i = 0; b && b->fold_rows && b->out == r->out[0].dtype && i < GRN_FOLD_ROWS; i++) {
        r->row[i] = grn_arena_alloc_raw(arena, r->folding.batch * r->folding.bytes[0]);
        if (!r->row[i])
            return false;
    }
    for (size_t i = 0; i < n; i++) {
        grn_tensor view = kept_view(&r->in[i], dims);
        grn_stream_init(&r->kept[i], &view);
    }
    return !tiles_pay(r, n) || new_tiles(r, arena, n);
}

/* ---- one position ---------------------------------------------------------------------------- */

/* Points the body's arguments at the elements of `m` results from `at` on, for one position in the
 * reduced dimensions. Elements that do not lie together are copied to `room`, or to the folding's
 * arrays. */
static void take_elements(reduction *r, const int64_t *position, int64_t at, size_t m, void *room)
{
    grn_folding *f = &r->folding;
    for (size_t i = 0; i < f->n; i++) {
        int64_t offset = 0;
        for (int32_t d = 0; d < r->rank; d++)
            offset += position[d] * r->in[i].stride[r->reduced[d]];
        if (r->tile) {
            f->args[f->n + i] = from_tile(r, i, position[r->rank - 1], offset, at, m);
            continue;
        }
        grn_stream_seek(&r->kept[i], grn_tensor_at(&r->in[i], offset), at);
        f->args[f->n + i] = grn_stream_take(&r->kept[i], m, room ? room : f->element[i]);
    }
}

/* Several positions at a time, where the body is one function. */
static void fold_rows(reduction *r, size_t m, int64_t at)
{
    const void *rows[GRN_FOLD_ROWS];
    size_t n = 0;
    grn_walk w;
    grn_walk_init(&w, r->rank, r->shape, 0, NULL);
    while (w.more) {
        take_elements(r, w.index, at, m, r->row[n]);
        rows[n++] = r->folding.args[1];
        grn_walk_next(&w);
        if (n < GRN_FOLD_ROWS && w.more)
            continue;
        r->body.single->fold_rows(n, m, r->folding.acc[0], rows);
        n = 0;
    }
}

static grn_status reduce_batch(reduction *r, int64_t at, size_t m)
{
    grn_status status = GRN_OK;
    grn_walk w;
    grn_folding_start(&r->folding, r->inits, m);
    if (r->row[0]) {
        fold_rows(r, m, at);
        grn_folding_finish(&r->folding, r->out, at, m);
        return GRN_OK;
    }
    grn_walk_init(&w, r->rank, r->shape, 0, NULL);
    for (; w.more && status == GRN_OK; grn_walk_next(&w)) {
        take_elements(r, w.index, at, m, NULL);
        status = grn_folding_step(&r->folding, r->body, m);
    }
    grn_folding_finish(&r->folding, r->out, at, m);
    return status;
}

/* ---- by one function, result after result ---------------------------------------------------- */

/* Below this many results a batch is too small. */
#define MIN_RESULTS 16
/* With fewer elements to each result, starting a fold costs more than it gains. */
#define MIN_ELEMENTS 32

static int64_t least_stride(const grn_tensor *t, uint64_t dims)
{
    int64_t least = INT64_MAX;
    for (int32_t d = 0; d < t->rank; d++) {
        int64_t stride = magnitude(t->stride[d]);
        if ((dims >> d & 1) && t->shape[d] > 1 && stride < least)
            least = stride;
    }
    return least;
}

static int64_t reduced_elements(const reduction *r)
{
    int64_t count = 0;
    (void)grn_shape_elements(r->rank, r->shape, &count); /* the tensor exists, so its elements can be counted */
    return count;
}

/* Whether each result's elements are folded one after the other: where they are many, lie closer
 * together than those of neighbouring results, and fold in one loop; or where there are few
 * results. */
static bool folds(const reduction *r, size_t n, uint64_t dims)
{
    const grn_bound_element *b = r->body.single;
    int64_t results = grn_tensor_elements(&r->out[0]);
    if (n != 1 || !b || !grn_element_folds_up(b) || b->out != r->out[0].dtype || r->rank == 0)
        return false;
    return results < MIN_RESULTS || (b->fold && reduced_elements(r) >= MIN_ELEMENTS &&
                                     least_stride(&r->in[0], dims) < least_stride(&r->in[0], ~dims));
}

static void fold_one(const reduction *r, grn_stream *s, int64_t count, void *acc)
{
    grn_element_block block;
    for (int64_t done = 0; done < count; done += GRN_ELEMENT_BLOCK) {
        size_t m = count - done < GRN_ELEMENT_BLOCK ? (size_t)(count - done) : GRN_ELEMENT_BLOCK;
        grn_element_fold(r->body.single, m, acc, grn_stream_take(s, m, &block));
    }
}

/* Results whose elements lie one line apart are folded side by side: each step of one waits for the
 * step before, not for those of the others. Returns how many were. */
static int64_t fold_lines(const reduction *r, const grn_tensor *kept, const grn_stream *gone, const char *first,
                          int64_t left, char *to)
{
    grn_fold_lines_fn fold = r->body.single->fold_lines;
    const int64_t bytes = (int64_t)grn_dtype_bytes(kept->dtype), lines = left / GRN_FOLD_LINES * GRN_FOLD_LINES;
    if (!fold || gone->rank != 1 || kept->rank == 0)
        return 0;
    const int64_t line = kept->stride[kept->rank - 1];
    for (int64_t k = 0; k < lines; k += GRN_FOLD_LINES)
        fold((size_t)gone->shape[0], to + k * bytes, first + k * line * bytes, line, gone->stride[0]);
    return lines;
}

static void fold_all(const reduction *r, uint64_t dims)
{
    grn_tensor gone = kept_view(&r->in[0], ~dims), kept = kept_view(&r->in[0], dims);
    size_t bytes = grn_dtype_bytes(r->out[0].dtype);
    int64_t count = grn_tensor_elements(&gone), length = kept.rank ? kept.shape[kept.rank - 1] : 1;
    char *to = r->out[0].data;
    grn_stream s;
    grn_walk w;
    grn_fill_elements(to, r->inits[0].data, bytes, (size_t)grn_tensor_elements(&r->out[0]));
    grn_stream_init(&s, &gone);
    grn_walk_init(&w, kept.rank ? kept.rank - 1 : 0, kept.shape, 1, (const int64_t *[]){kept.stride});
    for (; w.more; grn_walk_next(&w), to += (size_t)length * bytes) {
        char *first = grn_tensor_at(&r->in[0], w.offset[0]);
        for (int64_t k = fold_lines(r, &kept, &s, first, length, to); k < length; k++) {
            int64_t offset = kept.rank ? k * kept.stride[kept.rank - 1] : 0;
            grn_stream_seek(&s, first + offset * (int64_t)bytes, 0);
            fold_one(r, &s, count, to + (size_t)k * bytes);
        }
    }
}

/* ---- by the body, result after result -------------------------------------------------------- */

/* So few results are folded one after the other: a batch of them costs as much for one as for many. */
#define FEW_RESULTS 2

static bool folds_by_body(const reduction *r, size_t n)
{
    return r->body.fold && !r->body.single && r->rank > 0 && n <= GRN_FOLD_INPUTS &&
           grn_tensor_elements(&r->out[0]) <= FEW_RESULTS;
}

/* The elements of each input that one result is of, in blocks. */
typedef struct elements {
    grn_stream *stream;       /* [n] */
    grn_element_block *block; /* [n] */
    int64_t count;
} elements;

static grn_status fold_by_body(const reduction *r, size_t n, elements *e, void *const *acc)
{
    const void *element[GRN_FOLD_INPUTS];
    grn_status status = GRN_OK;
    for (int64_t done = 0, m; done < e->count && status == GRN_OK; done += m) {
        m = e->count - done < GRN_ELEMENT_BLOCK ? e->count - done : GRN_ELEMENT_BLOCK;
        for (size_t i = 0; i < n; i++)
            element[i] = grn_stream_take(&e->stream[i], (size_t)m, &e->block[i]);
        status = r->body.fold(r->body.user, n, (size_t)m, acc, element);
    }
    return status;
}

/* Of so few results one dimension at most tells which is which. */
static void *kept_at(const grn_tensor *kept, int64_t k)
{
    int64_t offset = 0;
    for (int32_t d = 0; d < kept->rank; d++)
        offset += kept->shape[d] > 1 ? k * kept->stride[d] : 0;
    return grn_tensor_at(kept, offset);
}

static grn_status fold_all_by_body(const reduction *r, size_t n, uint64_t dims, grn_arena *arena)
{
    elements e = {GRN_ARENA_NEW(arena, grn_stream, n), GRN_ARENA_NEW(arena, grn_element_block, n), 0};
    void *acc[GRN_FOLD_INPUTS];
    grn_status status = e.stream && e.block ? GRN_OK : GRN_E_MEMORY;
    for (int64_t k = 0; k < grn_tensor_elements(&r->out[0]) && status == GRN_OK; k++) {
        for (size_t i = 0; i < n; i++) {
            grn_tensor gone = kept_view(&r->in[i], ~dims), kept = kept_view(&r->in[i], dims);
            acc[i] = grn_tensor_at(&r->out[i], k);
            grn_copy_element(acc[i], r->inits[i].data, grn_dtype_bytes(r->out[i].dtype));
            gone.data = kept_at(&kept, k);
            grn_stream_init(&e.stream[i], &gone);
            e.count = grn_tensor_elements(&gone);
        }
        status = fold_by_body(r, n, &e, acc);
    }
    return status;
}

/* ---- by batches ------------------------------------------------------------------------------ */

static grn_status reduce_all(reduction *r)
{
    int64_t outputs = grn_tensor_elements(&r->out[0]), batch = (int64_t)r->folding.batch;
    grn_status status = GRN_OK;
    for (int64_t at = 0; at < outputs && status == GRN_OK; at += batch)
        status = reduce_batch(r, at, (size_t)(outputs - at < batch ? outputs - at : batch));
    return status;
}

/* Whether it folds result after result; else what batches need is taken from the arena. */
static grn_status prepare(reduction *r, size_t n, uint64_t dims, grn_arena *arena)
{
    list_reduced(r, dims);
    r->folds = folds(r, n, dims);
    r->folds_by_body = folds_by_body(r, n);
    return r->folds || r->folds_by_body || prepare_reduction(r, arena, n, dims) ? GRN_OK : GRN_E_MEMORY;
}

static grn_status run(reduction *r, size_t n, uint64_t dims, grn_arena *arena)
{
    if (r->folds_by_body)
        return fold_all_by_body(r, n, dims, arena);
    if (!r->folds)
        return reduce_all(r);
    fold_all(r, dims);
    return GRN_OK;
}

/* ---- on threads ------------------------------------------------------------------------------ */

/* Elements that make a part worth a thread. */
#define PART_ELEMENTS 32768

/* Some of the results: a part of the first dimension that stays and has several of them. */
typedef struct part {
    reduction r;
    grn_tensor out, in;
} part;
typedef struct parts {
    part *part;
    uint64_t dims;
} parts;

static void run_part(void *user, int32_t i)
{
    const parts *p = user;
    (void)run(&p->part[i].r, 1, p->dims, NULL); /* by one function, which cannot fail */
}

static int32_t dimension_to_cut(const grn_tensor *in, uint64_t dims)
{
    int32_t d = 0;
    while (d < in->rank && ((dims >> d & 1) || in->shape[d] == 1))
        d++;
    return d;
}

/* 1: the body is not known to be one function, or there is too little to do. */
static int32_t count_parts(const reduction *r, size_t n, uint64_t dims, const grn_parallel *parallel)
{
    int32_t d = dimension_to_cut(&r->in[0], dims);
    int64_t most = grn_tensor_elements(&r->in[0]) / PART_ELEMENTS;
    if (n != 1 || !r->body.single || !parallel || d == r->in[0].rank)
        return 1;
    most = most < r->in[0].shape[d] ? most : r->in[0].shape[d];
    most = most < parallel->threads ? most : parallel->threads;
    return most > 1 ? (int32_t)most : 1;
}

/* Steps [from, to) of dimension `dim` of the input, and what they give, which lies together. */
static grn_status cut_part(part *p, const reduction *whole, int32_t dim, int64_t from, int64_t to)
{
    const grn_tensor *in = &whole->in[0], *out = &whole->out[0];
    int64_t each = grn_tensor_elements(out) / in->shape[dim], results = (to - from) * each;
    p->in = *in;
    p->in.data = grn_tensor_at(in, from * in->stride[dim]);
    p->in.shape[dim] = to - from;
    p->r = (reduction){.out = &p->out, .in = &p->in, .inits = whole->inits, .body = whole->body};
    return grn_tensor_init(&p->out, grn_tensor_at(out, from * each), out->dtype, 1, &results);
}

static grn_status run_parts(const reduction *r, uint64_t dims, int32_t count, const grn_parallel *parallel,
                            grn_arena *arena)
{
    parts p = {GRN_ARENA_NEW(arena, part, (size_t)count), dims};
    int32_t d = dimension_to_cut(&r->in[0], dims);
    int64_t extent = r->in[0].shape[d];
    grn_status status = p.part ? GRN_OK : GRN_E_MEMORY;
    for (int32_t i = 0; status == GRN_OK && i < count; i++) {
        status = cut_part(&p.part[i], r, d, extent * i / count, extent * (i + 1) / count);
        if (status == GRN_OK)
            status = prepare(&p.part[i].r, 1, dims, arena);
    }
    if (status == GRN_OK)
        parallel->for_each(parallel->user, count, run_part, &p);
    return status;
}

grn_status grn_eval_reduce(size_t n, const grn_tensor *out, const grn_tensor *in, const grn_tensor *inits,
                           uint64_t dims, grn_region_fn body, const grn_parallel *parallel,
                           const grn_allocator *allocator)
{
    reduction r = {.out = out, .in = in, .inits = inits, .body = body};
    grn_arena arena;
    grn_status status = grn_folding_check(n, out, in, inits);
    if (status != GRN_OK || n == 0 || grn_tensor_elements(&out[0]) == 0)
        return status;
    int32_t count = count_parts(&r, n, dims, parallel);
    grn_arena_init(&arena, allocator);
    status = count > 1 ? run_parts(&r, dims, count, parallel, &arena) : prepare(&r, n, dims, &arena);
    if (status == GRN_OK && count == 1)
        status = run(&r, n, dims, &arena);
    grn_arena_destroy(&arena);
    return status;
}
