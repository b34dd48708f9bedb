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
#define PLACE_BITS 16

static const struct {
    const char *claim;
    size_t ninputs;
    grn_dtype dtype;
    int64_t places, row, hot; /* every hot-th update goes to place 3 */
    bool outside, unaligned, narrow;
} cases[] = {
    {"elements that hardly meet", 1, GRN_I64, 4096, 1, 0, false, false, false},
    {"elements that often meet", 1, GRN_I64, 300, 1, 0, false, false, false},
    {"all at one place", 1, GRN_I64, 1, 1, 0, false, false, false},
    {"one place is hot", 1, GRN_I64, 4096, 1, 4, false, false, false},
    {"some out of range", 1, GRN_I64, 300, 1, 3, true, false, false},
    {"indices of 32 bits", 1, GRN_I64, 300, 1, 0, true, false, true},
    {"at odd addresses", 1, GRN_I64, 300, 1, 3, false, true, false},
    {"elements of 4 bytes", 1, GRN_UI32, 300, 1, 4, true, false, false},
    {"short rows", 1, GRN_I64, 300, 3, 4, true, false, false},
    {"long rows", 1, GRN_I64, 40, 96, 4, true, false, false},
    {"long rows at odd addresses", 1, GRN_I64, 40, 96, 4, true, true, false},
    {"three inputs", 3, GRN_I64, 300, 1, 4, true, false, false},
    {"rows of two inputs", 2, GRN_UI32, 40, 64, 4, true, false, false},
};

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
    uint64_t place = current & ((1u << PLACE_BITS) - 1);
    return place | ((current >> PLACE_BITS) * 3 + update) << PLACE_BITS;
}

static grn_status combine(void *user, int64_t count, void *const *current, const void *const *update)
{
    setting *s = user;
    for (int64_t i = 0; i < count; i++) {
        unsigned char *met = &s->met[read_element(s->dtype, current[0], i) & ((1u << PLACE_BITS) - 1)];
        if (*met)
            return GRN_E_ARGUMENT;
        *met = 1;
    }
    for (int64_t i = 0; i < count; i++)
        s->met[read_element(s->dtype, current[0], i) & ((1u << PLACE_BITS) - 1)] = 0;
    for (size_t l = 0; l < s->ninputs; l++)
        for (int64_t i = 0; i < count; i++)
            write_element(s->dtype, current[l], i, combined(read_element(s->dtype, current[l], i),
                                                            read_element(s->dtype, update[l], i) + l));
    return GRN_OK;
}

static void *room_for(setting *s, size_t at, int64_t bytes, bool unaligned)
{
    s->memory[at] = calloc(1, (size_t)bytes + 16);
    assert_non_null(s->memory[at]);
    return (char *)s->memory[at] + unaligned;
}

static void fill_indices(size_t k, setting *s)
{
    uint64_t random = 88172645463325252u;
    for (int64_t i = 0; i < VECTORS; i++) {
        random ^= random << 13, random ^= random >> 7, random ^= random << 17;
        int64_t start = (int64_t)(random >> 20) % cases[k].places;
        start = cases[k].hot > 0 && i % cases[k].hot == 0 && cases[k].places > 3 ? 3 : start;
        start = cases[k].outside && i % 97 == 5 ? (i % 2 ? -1 : cases[k].places) : start;
        int32_t narrow = (int32_t)start;
        if (cases[k].narrow)
            memcpy((char *)s->indices.data + i * 4, &narrow, 4);
        else
            memcpy((char *)s->indices.data + i * 8, &start, 8);
    }
}

static void set_up(size_t k, setting *s)
{
    int64_t row = cases[k].row, bytes = (int64_t)grn_dtype_bytes(cases[k].dtype);
    int32_t rank = row > 1 ? 2 : 1;
    *s = (setting){.ninputs = cases[k].ninputs, .dtype = cases[k].dtype, .met = calloc(1, 1u << PLACE_BITS)};
    assert_non_null(s->met);
    for (size_t l = 0; l < s->ninputs; l++) {
        void *results = room_for(s, 2 * l, cases[k].places * row * bytes, cases[k].unaligned);
        void *updates = room_for(s, 2 * l + 1, VECTORS * row * bytes, cases[k].unaligned);
        for (int64_t i = 0; i < cases[k].places * row; i++)
            write_element(s->dtype, results, i, (uint64_t)i);
        for (int64_t i = 0; i < VECTORS * row; i++)
            write_element(s->dtype, updates, i, (uint64_t)i * 7 % 1009);
        assert_int_equal(grn_tensor_init(&s->results[l], results, s->dtype, rank, (int64_t[]){cases[k].places, row}), GRN_OK);
        assert_int_equal(grn_tensor_init(&s->updates[l], updates, s->dtype, rank, (int64_t[]){VECTORS, row}), GRN_OK);
    }
    void *indices = room_for(s, 6, VECTORS * 8, false);
    assert_int_equal(grn_tensor_init(&s->indices, indices, cases[k].narrow ? GRN_I32 : GRN_I64, 1, (int64_t[]){VECTORS}), GRN_OK);
    fill_indices(k, s);
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
        grn_scatter_spec spec = {.combiner = GRN_COMBINE_REGION, .region = combine};
        spec.dims.collapsed_slice_dims = spec.dims.start_index_map = (grn_dims){1, {0}};
        spec.dims.offset_dims = (grn_dims){cases[k].row > 1, {1}};
        spec.dims.index_vector_dim = 1;
        spec.index.bounds = GRN_BOUNDS_SKIP;
        spec.region_user = &want;
        assert_int_equal(grn_scatter_reference(&spec, want.ninputs, want.results, &want.indices, want.updates, NULL), GRN_OK);
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
        grn_scatter_spec spec = {.combiner = GRN_COMBINE_REGION, .region = refuse, .region_user = &calls};
        spec.dims.collapsed_slice_dims = spec.dims.start_index_map = (grn_dims){1, {0}};
        spec.dims.offset_dims = (grn_dims){cases[k].row > 1, {1}};
        spec.dims.index_vector_dim = 1;
        spec.index.bounds = GRN_BOUNDS_SKIP;
        assert_int_equal(grn_scatter(&spec, s.ninputs, s.results, &s.indices, s.updates, NULL), GRN_E_UNSUPPORTED);
        assert_int_equal(calls, 1);
        tear_down(&s);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_cases), cmocka_unit_test(test_refusal)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
