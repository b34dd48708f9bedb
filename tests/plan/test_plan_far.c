/*
 * test_plan_far.c - operands of which a mapping of 80 GiB holds a few pages: elements, rows,
 * windows and batches whose offsets pass 2^31 and 2^32, in elements and in bytes, with strides of
 * either sign, by every composition, instruction set and index type that applies. What is expected
 * is worked out here, one element after the other.
 */
#define _DEFAULT_SOURCE /* MAP_NORESERVE */
#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include <cmocka.h>

#include "core/core.h"
#include "garner/plan.h"
#include "kernels/kernels.h"
#include "support/compositions.h"

#define FAR_BYTES ((size_t)80 << 30)
#define MARGIN 65536 /* bytes at either end */
#define MOST_VECTORS 2200
#define MOST_DENSE (MOST_VECTORS * 12)

static unsigned char *far_memory, *want_memory;

/* NORESERVE: address space is all that is taken. False where the system refuses it, as under a
 * limit of it. */
static bool map_far(unsigned char **out)
{
    void *p = mmap(NULL, FAR_BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    *out = p != MAP_FAILED ? p : NULL;
    return p != MAP_FAILED;
}

static int set_up(void **unused)
{
    (void)unused;
    if (!map_far(&far_memory) || !map_far(&want_memory))
        print_message("80 GiB of address space are refused here: the tests of far offsets are skipped\n");
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    if (far_memory != NULL)
        munmap(far_memory, FAR_BYTES);
    if (want_memory != NULL)
        munmap(want_memory, FAR_BYTES);
    return 0;
}

/* ---- the cases ------------------------------------------------------------------------------- */

/* An operand of two dimensions; index vectors have a component for the first, or for both. */
typedef struct far_case {
    const char *claim;
    int64_t bytes; /* of an element */
    int64_t extent[2], stride[2];
    int64_t window[2];
    int ncoords;
    bool batched; /* the second dimension is a batch: vectors have no component for it */
    bool across;  /* the window's dimensions come before the vectors' in the dense tensor */
    int64_t vectors;
    bool first; /* the batch is the first dimension of indices and dense tensor, else the last */
} far_case;

#define G2 (INT64_C(1) << 31)
#define G4 (INT64_C(1) << 32)

static const far_case cases[] = {
    {"elements of 1 B", 1, {G4 + G2, 1}, {1, 1}, {1, 1}, 1, false, false, 700, false},
    {"elements of 2 B, reversed", 2, {G4 + 5, 1}, {-1, 1}, {1, 1}, 1, false, false, 700, false},
    {"elements of 4 B", 4, {G4 + 1000, 1}, {1, 1}, {1, 1}, 1, false, false, 700, false},
    {"elements of 8 B, reversed", 8, {G4 + 1000, 1}, {-1, 1}, {1, 1}, 1, false, false, 300, false},
    {"elements of 16 B", 16, {G4 + 1000, 1}, {1, 1}, {1, 1}, 1, false, false, 700, false},
    {"2^31 elements of 8 B", 8, {G2, 1}, {1, 1}, {1, 1}, 1, false, false, 700, false},
    {"elements 2^21 + 3 apart", 4, {3000, 1}, {(1 << 21) + 3, 1}, {1, 1}, 1, false, false, 700, false},
    {"elements 2^26 + 1 apart, reversed", 8, {100, 1}, {-(1 << 26) - 1, 1}, {1, 1}, 1, false, false, 700, false},
    {"elements 2^33 + 1 apart", 1, {9, 1}, {2 * G4 + 1, 1}, {1, 1}, 1, false, false, 700, false},
    {"elements 2^33 + 1 apart, reversed", 2, {5, 1}, {-2 * G4 - 1, 1}, {1, 1}, 1, false, false, 700, false},
    {"points of a square", 1, {70000, 70000}, {70000, 1}, {1, 1}, 2, false, false, 700, false},
    {"points of a square, reversed both ways", 4, {70000, 70000}, {-70000, -1}, {1, 1}, 2, false, false, 700, false},
    {"points of a transposed square", 8, {70000, 70000}, {1, 70001}, {1, 1}, 2, false, false, 300, false},
    {"rows of 32 B", 4, {G2 / 2, 8}, {8, 1}, {1, 8}, 1, false, false, MOST_VECTORS, false},
    {"rows of 64 B, reversed", 8, {G2 / 2, 8}, {-8, 1}, {1, 8}, 1, false, false, 1100, false},
    {"rows of 128 B", 16, {G2 / 4, 8}, {8, 1}, {1, 8}, 1, false, false, 600, false},
    {"rows of 24 B", 8, {G2, 3}, {3, 1}, {1, 3}, 1, false, false, 700, false},
    {"rows of 10 B, reversed", 1, {G2, 5}, {-10, 1}, {1, 5}, 1, false, false, 700, false},
    {"rows into columns", 4, {G4 / 8, 8}, {8, 1}, {1, 8}, 1, false, true, 300, false},
    {"rows of far elements", 4, {3000, 3}, {1, G4 + 1}, {1, 3}, 1, false, false, 300, false},
    {"rows of far elements, reversed, into columns", 2, {3000, 3}, {1, -G4 - 1}, {1, 3}, 1, false, true, 300, false},
    {"windows of a square", 1, {70000, 70000}, {70000, 1}, {2, 3}, 2, false, false, 300, false},
    {"windows of a square, reversed both ways, into columns",
     2,
     {70000, 70000},
     {-70000, -1},
     {2, 3},
     2,
     false,
     true,
     300,
     false},
    {"windows of far rows", 8, {6, 1000}, {(1 << 30) + 7, 1}, {3, 4}, 2, false, false, 300, false},
    {"windows of far rows, reversed", 4, {6, 1000}, {-(1 << 30) - 7, 1}, {3, 4}, 2, false, false, 100, false},
    {"windows of far elements", 1, {8, 100}, {G2 + 1, 1}, {4, 1}, 1, false, false, 300, false},
    {"batches far apart", 4, {G2 + 100, 3}, {1, G4 + 5}, {1, 1}, 1, true, false, 300, false},
    {"batches far apart, reversed", 2, {G2 + 100, 3}, {-1, -G4 - 5}, {1, 1}, 1, true, false, 300, false},
    {"batches side by side", 8, {G2, 3}, {3, 1}, {1, 1}, 1, true, false, 300, false},
    {"batches far apart, one after the other", 4, {300, 40}, {1, (1 << 27) + 5}, {1, 1}, 1, true, false, 300, true},
    {"columns of far rows", 4, {40, 600}, {(1 << 28) + 7, 1}, {1, 1}, 1, true, false, 30, false},
    {"columns of far rows, reversed", 2, {40, 600}, {-(1 << 29) - 7, 1}, {1, 1}, 1, true, false, 30, false},
};

/* What indices are put through, and whether some are out of range. */
typedef struct rule_case {
    grn_index_rule rule;
    bool outside;
} rule_case;

static const rule_case gather_rules[] = {
    {{.bounds = GRN_BOUNDS_CLAMP}, false},
    {{.bounds = GRN_BOUNDS_CLAMP}, true},
    {{.bounds = GRN_BOUNDS_FILL}, true},
    {{.bounds = GRN_BOUNDS_FILL, .grain = GRN_GRAIN_WINDOW, .wrap_negative = true}, true},
    {{.bounds = GRN_BOUNDS_ERROR}, false},
    {{.bounds = GRN_BOUNDS_CLAMP, .base = 1}, true},
};
static const rule_case scatter_rules[] = {
    {{.bounds = GRN_BOUNDS_SKIP}, false},
    {{.bounds = GRN_BOUNDS_SKIP}, true},
    {{.bounds = GRN_BOUNDS_SKIP, .grain = GRN_GRAIN_WINDOW, .wrap_negative = true}, true},
    {{.bounds = GRN_BOUNDS_CLAMP, .base = 1}, true},
    {{.bounds = GRN_BOUNDS_ERROR}, false},
    {{.bounds = GRN_BOUNDS_SKIP, .indices_are_sorted = true}, true},
};

/* ---- one problem: its tensors, and what becomes of each element of the dense one ------------- */

typedef struct problem {
    const far_case *c;
    grn_index_rule rule;
    int64_t n; /* vectors, of each batch */
    grn_dtype index_dtype;
    grn_dimension_numbers dims;
    grn_dims slice_sizes;
    grn_tensor operand, indices, dense;
    size_t first;           /* byte of the mapping that the operand's first element is */
    int64_t elements;       /* of the dense tensor */
    int64_t at[MOST_DENSE]; /* the operand element of each, from its first; meaningless where !there */
    bool there[MOST_DENSE]; /* false: filled, or left out */
    int64_t raw[MOST_DENSE];
    unsigned char index_bytes[MOST_DENSE * 8];
    _Alignas(64) unsigned char dense_bytes[MOST_DENSE * 16];
} problem;

static problem p;

static int64_t last_of(const far_case *c, int dim) { return c->extent[dim] - c->window[dim]; }

/* Both ends, the middle, and where offsets pass 2^31 and 2^32. */
static int64_t site(const far_case *c, int dim, int64_t number)
{
    const int64_t last = last_of(c, dim), step = grn_magnitude(c->stride[dim]);
    const int64_t sites[] = {0,
                             last,
                             1,
                             G2 / step,
                             last / 2,
                             G4 / step - 1,
                             G4 / c->bytes / step,
                             last - 1,
                             G2 / c->bytes / step - 1,
                             G4 / step + 1,
                             G2 / step + 2,
                             2};
    const int64_t at = sites[number % (int64_t)GRN_COUNT(sites)];
    return at < 0 ? 0 : at > last ? last - last / 3 : at;
}

/* Index types that hold every number up to this. */
static bool holds(grn_dtype dtype, int64_t most)
{
    const int bits = (int)grn_dtype_bits(dtype) - (grn_dtype_class_of(dtype) == GRN_CLASS_UNSIGNED ? 0 : 1);
    return bits >= 63 || most < INT64_C(1) << bits;
}

static int64_t outside_of(const problem *q, int dim, int64_t i)
{
    const bool is_signed = grn_dtype_class_of(q->index_dtype) != GRN_CLASS_UNSIGNED;
    const int64_t extent = q->c->extent[dim], beyond[] = {extent + 2, -1, extent + 1, -extent - 5, -2};
    int64_t value = beyond[i % (int64_t)GRN_COUNT(beyond)];
    return value < 0 && (!is_signed || !holds(q->index_dtype, -value)) ? extent + 1 : value;
}

static int by_one(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return x < y ? -1 : x > y;
}

static int by_two(const void *a, const void *b)
{
    int first = by_one(a, b);
    return first != 0 ? first : by_one((const int64_t *)a + 1, (const int64_t *)b + 1);
}

static void draw_indices(problem *q, bool outside)
{
    const far_case *c = q->c;
    const int64_t batches = c->batched ? c->extent[1] : 1, count = q->n * batches;
    const size_t bytes = grn_dtype_bytes(q->index_dtype);
    for (int64_t i = 0; i < count; i++)
        for (int k = 0; k < c->ncoords; k++) {
            int64_t value = site(c, k, i * 7 + i / 12 + 5 * k) + q->rule.base;
            if (outside && i % 13 == 5 && (k == 1 || c->ncoords == 1 || i % 2 == 0))
                value = outside_of(q, k, i / 13);
            q->raw[i * c->ncoords + k] = value;
        }
    if (q->rule.indices_are_sorted)
        qsort(q->raw, (size_t)count, (size_t)c->ncoords * sizeof *q->raw, c->ncoords == 1 ? by_one : by_two);
    for (int64_t i = 0; i < count * c->ncoords; i++)
        memcpy(q->index_bytes + (size_t)i * bytes, &q->raw[i], bytes); /* little-endian */
}

/* Where the window of vector i begins along dimension d; *inside: whether it lies within. */
static int64_t start_of(const problem *q, int64_t i, int d, bool *inside)
{
    const far_case *c = q->c;
    if (d == 1 && c->batched)
        return c->first ? i / q->n : i % c->extent[1];
    if (d >= c->ncoords)
        return 0;
    int64_t start = q->raw[i * c->ncoords + d] - q->rule.base;
    if (q->rule.wrap_negative && start < 0)
        start += c->extent[d];
    *inside = *inside && start >= 0 && start <= last_of(c, d);
    if (q->rule.bounds == GRN_BOUNDS_CLAMP)
        start = start < 0 ? 0 : start > last_of(c, d) ? last_of(c, d) : start;
    return start;
}

static void work_out(problem *q)
{
    const far_case *c = q->c;
    const int64_t vectors = q->n * (c->batched ? c->extent[1] : 1), window = c->window[0] * c->window[1];
    for (int64_t i = 0; i < vectors; i++) {
        bool inside = true;
        const int64_t from[2] = {start_of(q, i, 0, &inside), start_of(q, i, 1, &inside)};
        for (int64_t w = 0; w < window; w++) {
            const int64_t at[2] = {from[0] + w / c->window[1], from[1] + w % c->window[1]};
            const int64_t dense = c->across ? w * vectors + i : i * window + w;
            bool there = at[0] >= 0 && at[0] < c->extent[0] && at[1] >= 0 && at[1] < c->extent[1];
            if (q->rule.grain == GRN_GRAIN_WINDOW && q->rule.bounds != GRN_BOUNDS_CLAMP)
                there = inside;
            q->there[dense] = there;
            q->at[dense] = there ? at[0] * c->stride[0] + at[1] * c->stride[1] : 0;
        }
    }
}

static void add_dim(grn_dims *dims, int64_t v) { dims->v[dims->count++] = v; }

static void describe(problem *q)
{
    const far_case *c = q->c;
    const int nvectors = c->batched ? 2 : 1;
    int64_t shape[4] = {0}, index_shape[2] = {q->n, c->batched ? c->extent[1] : c->ncoords};
    if (c->first) {
        index_shape[0] = c->extent[1];
        index_shape[1] = q->n;
    }
    int32_t rank = 0, windows = (c->window[0] > 1) + (c->window[1] > 1);
    q->dims = (grn_dimension_numbers){.index_vector_dim = c->batched ? 2 : 1};
    q->slice_sizes = (grn_dims){2, {c->window[0], c->window[1]}};
    for (int d = 0; d < 2; d++) {
        if (d == 1 && c->batched)
            add_dim(&q->dims.operand_batching_dims, 1);
        else if (c->window[d] == 1)
            add_dim(&q->dims.collapsed_slice_dims, d);
        if (d < c->ncoords)
            add_dim(&q->dims.start_index_map, d);
    }
    if (c->batched)
        add_dim(&q->dims.start_indices_batching_dims, c->first ? 0 : 1);
    for (int32_t at = 0; at < windows; at++)
        add_dim(&q->dims.offset_dims, c->across ? at : nvectors + at);
    for (int d = 0; c->across && d < 2; d++)
        if (c->window[d] > 1)
            shape[rank++] = c->window[d];
    shape[rank++] = index_shape[0];
    if (c->batched)
        shape[rank++] = index_shape[1];
    for (int d = 0; !c->across && d < 2; d++)
        if (c->window[d] > 1)
            shape[rank++] = c->window[d];
    static const grn_dtype dtypes[] = {[1] = GRN_UI8, [2] = GRN_UI16, [4] = GRN_I32, [8] = GRN_F64, [16] = GRN_C128};
    assert_int_equal(grn_tensor_init(&q->dense, q->dense_bytes, dtypes[c->bytes], rank, shape), GRN_OK);
    assert_int_equal(grn_tensor_init(&q->indices, q->index_bytes, q->index_dtype, c->batched || c->ncoords == 2 ? 2 : 1,
                                     index_shape),
                     GRN_OK);
    q->elements = grn_tensor_elements(&q->dense);
    q->operand = (grn_tensor){.dtype = dtypes[c->bytes],
                              .rank = 2,
                              .shape = {c->extent[0], c->extent[1]},
                              .stride = {c->stride[0], c->stride[1]}};
}

/* The operand's lowest byte is MARGIN bytes into the mapping. */
static void place_operand(problem *q)
{
    q->first = MARGIN;
    for (int d = 0; d < 2; d++)
        if (q->c->stride[d] < 0)
            q->first += (size_t)(q->c->extent[d] - 1) * (size_t)-q->c->stride[d] * (size_t)q->c->bytes;
    q->operand.data = far_memory + q->first;
}

static void make(const far_case *c, const rule_case *r, int64_t n, grn_dtype index_dtype)
{
    p.c = c;
    p.rule = r->rule;
    p.rule.indices_are_sorted = r->rule.indices_are_sorted && !c->batched; /* batches would have to be too */
    p.n = n;
    p.index_dtype = index_dtype;
    draw_indices(&p, r->outside);
    work_out(&p);
    describe(&p);
    place_operand(&p);
}

/* ---- elements -------------------------------------------------------------------------------- */

/* A small whole number, in the element type that has so many bytes. */
static void put_number(unsigned char *to, int64_t bytes, uint64_t number)
{
    const double part[2] = {(double)number, (double)(number + 1)};
    if (bytes >= 8)
        memcpy(to, part, (size_t)bytes);
    else
        memcpy(to, &number, (size_t)bytes); /* little-endian */
}

static uint64_t number_at(int64_t offset) { return (((uint64_t)offset * UINT64_C(0x9E3779B97F4A7C15)) >> 40) % 97 + 1; }

/* Integers modulo 2^bits; doubles, of which there are two in 16 bytes. */
static void add(unsigned char *to, const unsigned char *from, int64_t bytes)
{
    for (int64_t k = 0; k < bytes && bytes >= 8; k += 8) {
        double a, b;
        memcpy(&a, to + k, 8);
        memcpy(&b, from + k, 8);
        a += b;
        memcpy(to + k, &a, 8);
    }
    uint32_t a = 0, b = 0;
    if (bytes < 8) {
        memcpy(&a, to, (size_t)bytes);
        memcpy(&b, from, (size_t)bytes);
        a += b;
        memcpy(to, &a, (size_t)bytes);
    }
}

static unsigned char *element(unsigned char *memory, int64_t offset)
{
    return memory + (size_t)((int64_t)p.first + offset * p.c->bytes);
}

/* ---- every way to run ------------------------------------------------------------------------ */

static void one_by_one(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    for (int32_t i = ntasks; i-- > 0;)
        task(context, i);
}

static const char *const cpus[] = {"scalar", "avx2", "avx512"};
static const grn_parallel parallel = {one_by_one, NULL, 3};

static void *scratch_of(const grn_plan *plan)
{
    static void *scratch;
    static size_t bytes;
    size_t wanted = (grn_plan_scratch_bytes(plan) + 63) / 64 * 64;
    if (wanted > bytes) {
        free(scratch);
        bytes = wanted;
        scratch = aligned_alloc(64, bytes);
        assert_non_null(scratch);
    }
    return wanted > 0 ? scratch : NULL;
}

/* Every row has to have run on some case. */
static rows_run has_run;

static void expect_all_run(bool scatter)
{
    const char *row = row_not_run(&has_run, scatter);
    if (row != NULL)
        fail_msg("%s did not run on any case", row);
    has_run = (rows_run){.run = {{false}}};
}

static void differs(const char *way, const char *cpu, int64_t element_number)
{
    fail_msg("%s, %s on %s by %s, %s, %" PRId64 " vectors: element %" PRId64 ", at %" PRId64, p.c->claim, way, cpu,
             grn_dtype_text(p.index_dtype), grn_bounds_text(p.rule.bounds), p.n, element_number, p.at[element_number]);
}

/* ---- gathers --------------------------------------------------------------------------------- */

static unsigned char want_dense[MOST_DENSE * 16];
static const unsigned char fill[16] = {0xAB, 0xAB, 0xAB, 0xAB, 0xAB, 0xAB, 0xAB, 0xAB,
                                       0xAB, 0xAB, 0xAB, 0xAB, 0xAB, 0xAB, 0xAB, 0xAB};

static void prepare_gather(void)
{
    for (int64_t i = 0; i < p.elements; i++) {
        memcpy(want_dense + i * p.c->bytes, fill, (size_t)p.c->bytes);
        if (!p.there[i])
            continue;
        put_number(element(far_memory, p.at[i]), p.c->bytes, number_at(p.at[i]));
        put_number(want_dense + i * p.c->bytes, p.c->bytes, number_at(p.at[i]));
    }
}

static void expect_gather(const char *way, const char *cpu)
{
    for (int64_t i = 0; i < p.elements; i++)
        if (memcmp(p.dense_bytes + i * p.c->bytes, want_dense + i * p.c->bytes, (size_t)p.c->bytes) != 0)
            differs(way, cpu, i);
    memset(p.dense_bytes, 0, (size_t)(p.elements * p.c->bytes));
}

static grn_gather_spec gather_spec(void)
{
    grn_gather_spec spec = {.dims = p.dims, .index = p.rule, .slice_sizes = p.slice_sizes};
    memcpy(spec.fill, fill, sizeof fill);
    return spec;
}

static void gather_by_plan(const grn_plan_options *options)
{
    const grn_gather_spec spec = gather_spec();
    grn_plan *plan;
    assert_int_equal(grn_plan_gather(&spec, &p.operand, &p.indices, &p.dense, options, NULL, NULL, &plan), GRN_OK);
    assert_int_equal(grn_plan_run_gather(plan, p.operand.data, p.index_bytes, p.dense_bytes, scratch_of(plan), NULL),
                     GRN_OK);
    expect_gather(text_of_composition(options).text, options->cpu);
    note_rows(&has_run, false, options);
    grn_plan_destroy(plan);
}

static void gather_every_way(void)
{
    const grn_gather_spec spec = gather_spec();
    prepare_gather();
    assert_int_equal(grn_gather(&spec, &p.operand, &p.indices, &p.dense, NULL), GRN_OK);
    expect_gather("the one call", "this");
    for (size_t k = 0; k < GRN_COUNT(cpus); k++) {
        const grn_plan_options any = {.cpu = cpus[k], .parallel = &parallel};
        if (grn_kernels_named(cpus[k]) == NULL)
            continue;
        gather_by_plan(&(grn_plan_options){.cpu = cpus[k]});
        const composition_list all = compositions_of_gather(&spec, &p.operand, &p.indices, &p.dense, &any);
        for (size_t i = 0; i < all.count; i++) {
            const grn_plan_options named = options_naming(&any, &all.at[i]);
            gather_by_plan(&named);
        }
    }
}

/* ---- scatters -------------------------------------------------------------------------------- */

static grn_status add_region(void *user, int64_t count, void *const *current, const void *const *update)
{
    const int64_t bytes = *(const int64_t *)user;
    for (int64_t i = 0; i < count; i++)
        add((unsigned char *)current[0] + i * bytes, (const unsigned char *)update[0] + i * bytes, bytes);
    return GRN_OK;
}

static void add_region_in_order(void *user, const grn_combine_list *list)
{
    const int64_t bytes = *(const int64_t *)user, row = list->elements * bytes;
    for (int64_t i = 0; i < list->count; i++) {
        int64_t from = list->from != NULL ? list->from[i] : i * list->step;
        for (int64_t e = 0; e < row; e += bytes)
            add((unsigned char *)list->current + list->offset[i] * bytes + e,
                (const unsigned char *)list->update + from * bytes + e, bytes);
    }
}

/* Targets and what is beside them, which must stay. */
static void reset(unsigned char *memory)
{
    for (int64_t i = 0; i < p.elements; i++)
        for (int64_t beside = -1; p.there[i] && beside <= 1; beside++)
            put_number(element(memory, p.at[i] + beside), p.c->bytes, number_at(p.at[i] + beside));
}

static void prepare_scatter(grn_combiner combiner)
{
    reset(want_memory);
    for (int64_t i = 0; i < p.elements; i++)
        put_number(p.dense_bytes + i * p.c->bytes, p.c->bytes, (uint64_t)i % 61 + 1);
    for (int64_t i = 0; i < p.elements; i++) {
        unsigned char *to = p.there[i] ? element(want_memory, p.at[i]) : NULL;
        if (to != NULL && combiner == GRN_COMBINE_REPLACE)
            memcpy(to, p.dense_bytes + i * p.c->bytes, (size_t)p.c->bytes);
        else if (to != NULL)
            add(to, p.dense_bytes + i * p.c->bytes, p.c->bytes);
    }
}

static void expect_scatter(const char *way, const char *cpu)
{
    const size_t bytes = (size_t)(3 * p.c->bytes);
    for (int64_t i = 0; i < p.elements; i++)
        if (p.there[i] && memcmp(element(far_memory, p.at[i] - 1), element(want_memory, p.at[i] - 1), bytes) != 0)
            differs(way, cpu, i);
}

static void scatter_by_plan(const grn_scatter_spec *spec, const grn_plan_options *options)
{
    grn_plan *plan;
    assert_int_equal(grn_plan_scatter(spec, 1, &p.operand, &p.indices, &p.dense, options, NULL, NULL, &plan), GRN_OK);
    reset(far_memory);
    assert_int_equal(grn_plan_run_scatter(plan, (void *const[]){p.operand.data}, p.index_bytes,
                                          (const void *const[]){p.dense_bytes}, scratch_of(plan), NULL),
                     GRN_OK);
    expect_scatter(text_of_composition(options).text, options->cpu);
    note_rows(&has_run, true, options);
    grn_plan_destroy(plan);
}

static void scatter_every_way(grn_combiner combiner, bool in_order)
{
    int64_t bytes = p.c->bytes;
    const grn_scatter_spec spec = {.dims = p.dims,
                                   .index = p.rule,
                                   .combiner = combiner,
                                   .region = add_region,
                                   .region_user = &bytes,
                                   .region_in_order = in_order ? add_region_in_order : NULL};
    prepare_scatter(combiner);
    reset(far_memory);
    assert_int_equal(grn_scatter(&spec, 1, &p.operand, &p.indices, &p.dense, NULL), GRN_OK);
    expect_scatter("the one call", "this");
    for (size_t k = 0; k < GRN_COUNT(cpus); k++) {
        const grn_plan_options any = {.cpu = cpus[k], .parallel = &parallel};
        if (grn_kernels_named(cpus[k]) == NULL)
            continue;
        scatter_by_plan(&spec, &(grn_plan_options){.cpu = cpus[k]});
        const composition_list all = compositions_of_scatter(&spec, 1, &p.operand, &p.indices, &p.dense, &any);
        for (size_t i = 0; i < all.count; i++) {
            const grn_plan_options named = options_naming(&any, &all.at[i]);
            scatter_by_plan(&spec, &named);
        }
    }
}

/* ---- all of them ----------------------------------------------------------------------------- */

static const grn_dtype index_dtypes[] = {GRN_I64,   GRN_I32,  GRN_UI64, GRN_I8, GRN_UI32,
                                         GRN_INDEX, GRN_UI16, GRN_UI8,  GRN_I16};

/* The next index type in turn that holds every index of the case. */
static grn_dtype next_dtype(const far_case *c)
{
    static size_t turn;
    int64_t most = c->extent[0] > c->extent[1] || c->ncoords == 1 ? c->extent[0] : c->extent[1];
    do
        turn++;
    while (!holds(index_dtypes[turn % GRN_COUNT(index_dtypes)], most + 3));
    return index_dtypes[turn % GRN_COUNT(index_dtypes)];
}

static void forget(void)
{
    assert_int_equal(madvise(far_memory, FAR_BYTES, MADV_DONTNEED), 0);
    assert_int_equal(madvise(want_memory, FAR_BYTES, MADV_DONTNEED), 0);
}

static bool is_mapped(void)
{
    if (far_memory == NULL || want_memory == NULL)
        skip();
    return true;
}

static void test_gathers_unless_80_GiB_are_refused(void **unused)
{
    (void)unused;
    for (size_t k = 0; is_mapped() && k < GRN_COUNT(cases); k++) {
        for (size_t r = 0; r < 2 * GRN_COUNT(gather_rules); r++) {
            int64_t n = r % 2 == 0 ? cases[k].vectors : r % 4 == 1 ? 40 : 5;
            make(&cases[k], &gather_rules[r / 2], n, next_dtype(&cases[k]));
            gather_every_way();
        }
        forget();
    }
    expect_all_run(false);
}

static void test_scatters_unless_80_GiB_are_refused(void **unused)
{
    static const grn_combiner combiners[] = {GRN_COMBINE_ADD, GRN_COMBINE_REPLACE, GRN_COMBINE_REGION};
    (void)unused;
    for (size_t k = 0; is_mapped() && k < GRN_COUNT(cases); k++) {
        for (size_t r = 0; r < 2 * GRN_COUNT(scatter_rules); r++) {
            int64_t n = r % 2 == 0 ? cases[k].vectors : 40;
            make(&cases[k], &scatter_rules[r / 2], n < 700 ? n : 700, next_dtype(&cases[k]));
            scatter_every_way(combiners[(r / 2 + r % 2 + k) % GRN_COUNT(combiners)], r % 4 < 2);
        }
        forget();
    }
    expect_all_run(true);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_gathers_unless_80_GiB_are_refused),
                                       cmocka_unit_test(test_scatters_unless_80_GiB_are_refused)};
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
