/*
 * test_plan_region.c - a combiner of the caller's on many vectors: the
 * reference's bits, and never two elements of one destination in one call.
 *
 * Every element of the results carries its place in its low bits, which the
 * combiner keeps and looks at; the rest of it depends on the order of updates.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

#define VECTORS 1700 /* more than three blocks */
#define PLACE_BITS 20
#define PLACE_MASK ((UINT64_C(1) << PLACE_BITS) - 1)

static const struct {
    const char *claim;
    size_t ninputs;
    grn_dtype dtype;
    int64_t places, row, hot; /* every hot-th update goes to place 3 */
    bool outside, unaligned, narrow;
    int64_t vectors;          /* 0: VECTORS */
    int64_t batches, columns; /* so many times, each in its own row, or column, of the results; 0: one time */
    bool unique;              /* no place twice, and promised */
} cases[] = {
    {"elements that hardly meet", 1, GRN_I64, 4096, 1, 0, false, false, false, .vectors = 0},
    {"elements that often meet", 1, GRN_I64, 300, 1, 0, false, false, false, .vectors = 0},
    {"all at one place", 1, GRN_I64, 1, 1, 0, false, false, false, .vectors = 0},
    {"one place is hot", 1, GRN_I64, 4096, 1, 4, false, false, false, .vectors = 0},
    {"some out of range", 1, GRN_I64, 300, 1, 3, true, false, false, .vectors = 0},
    {"indices of 32 bits", 1, GRN_I64, 300, 1, 0, true, false, true, .vectors = 0},
    {"at odd addresses", 1, GRN_I64, 300, 1, 3, false, true, false, .vectors = 0},
    {"elements of 4 bytes", 1, GRN_UI32, 300, 1, 4, true, false, false, .vectors = 0},
    {"short rows", 1, GRN_I64, 300, 3, 4, true, false, false, .vectors = 0},
    {"long rows", 1, GRN_I64, 40, 96, 4, true, false, false, .vectors = 0},
    {"long rows at odd addresses", 1, GRN_I64, 40, 96, 4, true, true, false, .vectors = 0},
    {"three inputs", 3, GRN_I64, 300, 1, 4, true, false, false, .vectors = 0},
    {"rows of two inputs", 2, GRN_UI32, 40, 64, 4, true, false, false, .vectors = 0},
    {"rows of rows", 1, GRN_I64, 300, 1, 4, .vectors = 500, .batches = 40},
    {"rows of rows, some out of range", 1, GRN_I64, 300, 1, 4, true, .vectors = 500, .batches = 40},
    {"rows of rows, indices of 32 bits", 1, GRN_I64, 300, 1, 0, true, false, true, .vectors = 501, .batches = 33},
    {"rows of rows of 4 bytes", 1, GRN_UI32, 100, 1, 4, .vectors = 507, .batches = 70},
    {"rows of many rows", 1, GRN_I64, 512, 1, 4, true, .vectors = 64, .batches = 2048},
    {"rows of long rows", 1, GRN_I64, 16384, 1, 4, true, .vectors = 1000, .batches = 64},
    {"few rows of rows", 1, GRN_I64, 300, 1, 4, true, .vectors = 1000, .batches = 5},
    {"columns", 1, GRN_I64, 100, 1, 4, .vectors = 90, .columns = 700},
    {"columns, some out of range", 1, GRN_I64, 100, 1, 4, true, .vectors = 90, .columns = 700},
    {"columns, far apart", 1, GRN_UI32, 1024, 1, 4, true, .vectors = 30, .columns = 1000},
    {"columns, far apart, indices of 32 bits", 1, GRN_I64, 1024, 1, 0, true, false, true, .vectors = 30,
     .columns = 1000},
    {"unique places", 1, GRN_I64, 30000, 1, 0, .vectors = 20000, .unique = true},
    {"unique places, some out of range", 1, GRN_I64, 1 << 20, 1, 0, true, .vectors = 20000, .unique = true},
    {"elements far apart", 1, GRN_I64, 1 << 20, 1, 5, true, .vectors = 9000},
    {"elements of 4 bytes far apart", 1, GRN_UI32, 1 << 20, 1, 5, .vectors = 19000},
    {"two inputs far apart", 2, GRN_I64, 1 << 20, 1, 5, true, .vectors = 9000},
    {"short rows far apart", 1, GRN_I64, 1 << 17, 8, 5, true, .vectors = 3000},
    {"long rows far apart", 1, GRN_I64, 1 << 14, 64, 5, true, .vectors = 1100},
    {"rows of two inputs far apart", 2, GRN_I64, 1 << 16, 16, 5, true, .vectors = 1100},
};

static int64_t vectors_of(size_t k) { return cases[k].vectors > 0 ? cases[k].vectors : VECTORS; }

/* Rows or columns of the results that are scattered to alike. */
static int64_t times_of(size_t k)
{
    return cases[k].batches > 0 ? cases[k].batches : cases[k].columns > 0 ? cases[k].columns : 1;
}

typedef struct setting {
    size_t ninputs;
    grn_dtype dtype;
    unsigned char *met; /* by place */
    grn_tensor results[3], indices, updates[3];
    void *memory[7];
} setting;

static uint64_t read_element(grn_dtype dtype, const void *at, int64_t i)
{
    uint64_t wide;
    uint32_t narrow;
    memcpy(&narrow, (const char *)at + i * 4, dtype == GRN_I64 ? 0 : 4);
    memcpy(&wide, (const char *)at + i * 8, dtype == GRN_I64 ? 8 : 0);
    return dtype == GRN_I64 ? wide : narrow;
}

static void write_element(grn_dtype dtype, void *at, int64_t i, uint64_t value)
{
    uint32_t narrow = (uint32_t)value;
    if (dtype == GRN_I64)
        memcpy((char *)at + i * 8, &value, 8);
    else
        memcpy((char *)at + i * 4, &narrow, 4);
}

/* The place stays; what is above it becomes three times itself and the update: the order shows. */
static uint64_t combined(uint64_t current, uint64_t update)
{
    uint64_t place = current & PLACE_MASK;
    return place | ((current >> PLACE_BITS) * 3 + update) << PLACE_BITS;
}

static grn_status combine(void *user, int64_t count, void *const *current, const void *const *update)
{
    setting *s = user;
    for (int64_t i = 0; i < count; i++) {
        unsigned char *met = &s->met[read_element(s->dtype, current[0], i) & PLACE_MASK];
        if (*met)
            return GRN_E_ARGUMENT;
        *met = 1;
    }
    for (int64_t i = 0; i < count; i++)
        s->met[read_element(s->dtype, current[0], i) & PLACE_MASK] = 0;
    for (size_t l = 0; l < s->ninputs; l++)
        for (int64_t i = 0; i < count; i++)
            write_element(s->dtype, current[l], i,
                          combined(read_element(s->dtype, current[l], i), read_element(s->dtype, update[l], i) + l));
    return GRN_OK;
}

static void combine_in_order(void *user, const grn_combine_list *list)
{
    const setting *s = user;
    size_t l = 0;
    for (const grn_combine_list *input = list; input != NULL; input = input->next, l++)
        for (int64_t i = 0; i < list->count; i++)
            for (int64_t e = 0; e < list->elements; e++) {
                int64_t to = input->offset[i] + e, from = (input->from != NULL ? input->from[i] : i * input->step) + e;
                write_element(s->dtype, input->current, to,
                              combined(read_element(s->dtype, input->current, to),
                                       read_element(s->dtype, input->update, from) + l));
            }
    if (l != s->ninputs)
        fail_msg("%d lists of %d inputs", (int)l, (int)s->ninputs);
}

static void *room_for(setting *s, size_t at, int64_t bytes, bool unaligned)
{
    s->memory[at] = calloc(1, (size_t)bytes + 16);
    assert_non_null(s->memory[at]);
    return (char *)s->memory[at] + unaligned;
}

/* Out of range now and then; a few places are hot. */
static int64_t start_of(size_t k, int64_t i, uint64_t random)
{
    int64_t places = cases[k].places, start = cases[k].unique ? i * 17 % places : (int64_t)(random >> 20) % places;
    start = cases[k].hot > 0 && i % cases[k].hot == 0 && places > 3 ? 3 : start;
    return cases[k].outside && i % 97 == 5 ? (i % 2 ? -1 - i : places + i) : start;
}

static void fill_indices(size_t k, setting *s)
{
    uint64_t random = 88172645463325252u;
    for (int64_t i = 0; i < vectors_of(k) * times_of(k); i++) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        int64_t start = start_of(k, i, random);
        int32_t narrow = (int32_t)start;
        if (cases[k].narrow)
            memcpy((char *)s->indices.data + i * 4, &narrow, 4);
        else
            memcpy((char *)s->indices.data + i * 8, &start, 8);
    }
}

/* Of the results (`extent` places), or of indices and updates (so many vectors). */
static void shape_of(size_t k, int64_t extent, int64_t *shape)
{
    bool before = cases[k].batches > 0;
    shape[before] = extent;
    shape[!before] = before || cases[k].columns > 0 ? times_of(k) : cases[k].row;
}

static void set_up(size_t k, setting *s)
{
    int64_t row = cases[k].row, bytes = (int64_t)grn_dtype_bytes(cases[k].dtype), results_shape[2], updates_shape[2];
    int64_t nresults = cases[k].places * row * times_of(k), nupdates = vectors_of(k) * row * times_of(k);
    int32_t rank = row > 1 || times_of(k) > 1 ? 2 : 1;
    *s = (setting){.ninputs = cases[k].ninputs, .dtype = cases[k].dtype, .met = calloc(1, PLACE_MASK + 1)};
    assert_non_null(s->met);
    shape_of(k, cases[k].places, results_shape);
    shape_of(k, vectors_of(k), updates_shape);
    for (size_t l = 0; l < s->ninputs; l++) {
        void *results = room_for(s, 2 * l, nresults * bytes, cases[k].unaligned);
        void *updates = room_for(s, 2 * l + 1, nupdates * bytes, cases[k].unaligned);
        for (int64_t i = 0; i < nresults; i++)
            write_element(s->dtype, results, i, (uint64_t)i);
        for (int64_t i = 0; i < nupdates; i++)
            write_element(s->dtype, updates, i, (uint64_t)i * 7 % 1009);
        assert_int_equal(grn_tensor_init(&s->results[l], results, s->dtype, rank, results_shape), GRN_OK);
        assert_int_equal(grn_tensor_init(&s->updates[l], updates, s->dtype, rank, updates_shape), GRN_OK);
    }
    void *indices = room_for(s, 6, vectors_of(k) * times_of(k) * 8, false);
    assert_int_equal(grn_tensor_init(&s->indices, indices, cases[k].narrow ? GRN_I32 : GRN_I64, 1 + (times_of(k) > 1),
                                     updates_shape),
                     GRN_OK);
    fill_indices(k, s);
}

static grn_scatter_spec spec_of(size_t k, grn_combine_fn region)
{
    grn_scatter_spec spec = {.combiner = GRN_COMBINE_REGION, .region = region};
    spec.dims.collapsed_slice_dims = spec.dims.start_index_map = (grn_dims){1, {cases[k].batches > 0}};
    spec.dims.offset_dims = (grn_dims){cases[k].row > 1, {1}};
    spec.dims.operand_batching_dims = spec.dims.start_indices_batching_dims =
        (grn_dims){times_of(k) > 1, {cases[k].batches == 0}};
    spec.dims.index_vector_dim = 1 + (times_of(k) > 1);
    spec.index.bounds = GRN_BOUNDS_SKIP;
    spec.index.unique_indices = cases[k].unique;
    return spec;
}

static void tear_down(setting *s)
{
    for (size_t i = 0; i < 7; i++)
        free(s->memory[i]);
    free(s->met);
}

static void test_cases(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        setting want, got;
        set_up(k, &want);
        set_up(k, &got);
        grn_scatter_spec spec = spec_of(k, combine);
        spec.region_user = &want;
        assert_int_equal(grn_scatter_reference(&spec, want.ninputs, want.results, &want.indices, want.updates, NULL),
                         GRN_OK);
        spec.region_user = &got;
        if (grn_scatter(&spec, got.ninputs, got.results, &got.indices, got.updates, NULL) != GRN_OK)
            fail_msg("%s: two elements of one call share a destination", cases[k].claim);
        for (size_t l = 0; l < got.ninputs; l++)
            if (memcmp(want.results[l].data, got.results[l].data, grn_tensor_bytes(&got.results[l])) != 0)
                fail_msg("%s: input %d differs from the reference", cases[k].claim, (int)l);
        tear_down(&want);
        tear_down(&got);
    }
}

/* One call is enough for a window; threads take parts of them. */
static void run_in_order(const char *claim, const grn_scatter_spec *spec, setting *s, grn_pool *pool, int32_t threads)
{
    grn_plan *plan;
    grn_plan_options options = {.threads = threads, .parallel = threads > 1 ? grn_pool_parallel(pool) : NULL};
    void *results[3];
    const void *updates[3];
    for (size_t l = 0; l < s->ninputs; l++) {
        results[l] = s->results[l].data;
        updates[l] = s->updates[l].data;
    }
    assert_int_equal(
        grn_plan_scatter(spec, s->ninputs, s->results, &s->indices, s->updates, &options, NULL, NULL, &plan), GRN_OK);
    size_t bytes = (grn_plan_scratch_bytes(plan) + 63) / 64 * 64;
    void *scratch = bytes > 0 ? aligned_alloc(64, bytes) : NULL;
    if (grn_plan_run_scatter(plan, results, s->indices.data, updates, scratch, NULL) != GRN_OK)
        fail_msg("%s: does not run", claim);
    free(scratch);
    grn_plan_destroy(plan);
}

/* All cases, with a combiner that takes windows where they lie. */
static void test_in_order(void **unused)
{
    (void)unused;
    grn_pool *pool;
    assert_int_equal(grn_pool_create(4, NULL, &pool), GRN_OK);
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++)
        for (int32_t threads = 1; threads <= 4; threads += 3) {
            setting want, got;
            set_up(k, &want);
            set_up(k, &got);
            grn_scatter_spec spec = spec_of(k, combine);
            spec.region_user = &want;
            assert_int_equal(
                grn_scatter_reference(&spec, want.ninputs, want.results, &want.indices, want.updates, NULL), GRN_OK);
            spec.region_user = &got;
            spec.region_in_order = combine_in_order;
            run_in_order(cases[k].claim, &spec, &got, pool, threads);
            for (size_t l = 0; l < got.ninputs; l++)
                if (memcmp(want.results[l].data, got.results[l].data, grn_tensor_bytes(&got.results[l])) != 0)
                    fail_msg("%s: input %d on %d threads differs from the reference", cases[k].claim, (int)l, threads);
            tear_down(&want);
            tear_down(&got);
        }
    grn_pool_destroy(pool);
}

/* The first status other than GRN_OK ends the scatter. */
static grn_status refuse(void *user, int64_t count, void *const *current, const void *const *update)
{
    int *calls = user;
    (void)count, (void)current, (void)update;
    (*calls)++;
    return GRN_E_UNSUPPORTED;
}

static void test_refusal(void **unused)
{
    (void)unused;
    for (size_t k = 0; k < sizeof cases / sizeof *cases; k++) {
        setting s;
        int calls = 0;
        set_up(k, &s);
        grn_scatter_spec spec = spec_of(k, refuse);
        spec.region_user = &calls;
        assert_int_equal(grn_scatter(&spec, s.ninputs, s.results, &s.indices, s.updates, NULL), GRN_E_UNSUPPORTED);
        assert_int_equal(calls, 1);
        tear_down(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases), cmocka_unit_test(test_in_order),
                                       cmocka_unit_test(test_refusal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
