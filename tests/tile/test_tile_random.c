/*
 * test_tile_random.c - random calls around every boundary (face, tile, 60 tiles, 65536): both
 * strategies forced, and the choice left free, give the bits of the canonical spec's reference; the
 * cores move exactly what the report's formulas say; nothing outside the result is touched; a bad
 * index value changes nothing.
 *
 * GARNER_TILE_CASES: how many (600). GARNER_SEED: where to begin; a failure prints the seed of its
 * case.
 */
#include "support/random_spec.h"
#include "support/share.h"
#include "tile_test.h"

static random_source source;
static grn_pool *pool;   /* half the runs are on its threads */
static uint64_t running; /* seed of the case under test, 0 when all are through */

static int64_t below(int64_t bound) { return (int64_t)source.next(source.user, (uint64_t)bound); }
static bool one_in(int64_t n) { return below(n) == 0; }
#define PICK(list) ((list)[below((int64_t)GRN_COUNT(list))])

/* ---- buffers --------------------------------------------------------------------------------- */

/* Dimensions in any order, some reversed, some with gaps; 3 guard elements on both sides. */
static void make_buffer(grn_dtype dtype, int32_t rank, const int64_t *shape, random_buffer *b)
{
    grn_tensor *t = &b->view;
    int64_t step = 1, before = 3;
    int32_t left = rank, todo[GRN_MAX_RANK];
    bool plain = one_in(2);
    *t = (grn_tensor){.dtype = dtype, .rank = rank};
    for (int32_t d = 0; d < rank; d++) {
        t->shape[d] = shape[d];
        todo[d] = d;
    }
    while (left > 0) {
        int32_t at = plain || one_in(2) ? left - 1 : (int32_t)below(left), d = todo[at];
        memmove(&todo[at], &todo[at + 1], sizeof todo[0] * (size_t)(left - at - 1));
        left--;
        step *= !plain && one_in(6) ? 2 : 1;
        t->stride[d] = !plain && one_in(4) ? -step : step;
        before += t->stride[d] < 0 && shape[d] > 0 ? (shape[d] - 1) * step : 0;
        step *= shape[d] > 0 ? shape[d] : 1;
    }
    b->bytes = (size_t)(step + 6) * grn_dtype_bytes(dtype);
    b->memory = malloc(b->bytes);
    assert_non_null(b->memory);
    t->data = b->memory + (size_t)before * grn_dtype_bytes(dtype);
}

/* Any bits at times (NaNs of all kinds), numbers that add up mostly. */
static void fill_data(random_buffer *b)
{
    size_t bytes = grn_dtype_bytes(b->view.dtype);
    for (size_t at = 0; at < b->bytes; at += bytes) {
        uint32_t bits = (uint32_t)below(INT64_C(1) << 32);
        grn_scalar value = {.dtype = b->view.dtype};
        if (grn_dtype_class_of(b->view.dtype) == GRN_CLASS_FLOAT)
            value.f = (double)(below(2001) - 1000) / 16.0;
        else
            value.i = below(2001) - 1000;
        if (one_in(8))
            memcpy(b->memory + at, &bits, bytes);
        else
            grn_scalar_store(&value, b->view.dtype, b->memory + at);
    }
}

/* Values below `extent`; in a scatter some beyond it, negative ones included. */
static void fill_index(random_buffer *b, int64_t extent, bool wild)
{
    size_t bytes = grn_dtype_bytes(b->view.dtype);
    int64_t narrow = one_in(3) && extent > 4 ? 4 : extent; /* many duplicates */
    for (size_t at = 0; at < b->bytes; at += bytes) {
        int64_t value = extent > 0 ? extent - 1 - below(narrow) : 0;
        int64_t most = bytes == 1 ? 255 : bytes == 2 ? 65535 : INT64_MAX;
        if (wild && one_in(5))
            value = below(2 * extent + 4) - (b->view.dtype == GRN_I32 ? extent : 0);
        if (value > most)
            value = wild || extent - 1 <= most ? most : below(most + 1);
        uint32_t bits = (uint32_t)(int32_t)value;
        memcpy(b->memory + at, &bits, bytes);
    }
}

/* ---- cases ----------------------------------------------------------------------------------- */

typedef struct tile_case {
    bool is_scatter;
    const char *reduce;
    int32_t rank;
    int64_t dim; /* as given: may be negative */
    int32_t at;  /* as meant */
    int64_t index_shape[GRN_MAX_RANK], input_shape[GRN_MAX_RANK], source_shape[GRN_MAX_RANK];
    random_buffer input, index, source;
} tile_case;

static int64_t small_extent(int64_t room)
{
    static const int64_t edges[] = {1, 2, 3, 15, 16, 17, 31, 32, 33, 47, 48, 49, 63, 64, 65};
    int64_t e = one_in(40) ? 0 : PICK(edges);
    return e <= room ? e : 1 + below(room < 3 ? room : 3);
}

/* Extents along dim: {input, index}. At most one is long, else the streaming strategy would move
 * gigabytes. */
static void pick_lengths(int64_t *input, int64_t *index)
{
    static const int64_t sixty[] = {1887, 1888, 1889, 1919, 1920, 1921, 1951, 1952, 1953};
    static const int64_t far[] = {65504, 65535, 65536, 65537, 65568, 65600};
    *input = small_extent(1000);
    *index = small_extent(1000);
    if (one_in(6))
        *input = PICK(sixty);
    if (one_in(6))
        *index = PICK(sixty);
    if (one_in(25))
        *(one_in(2) ? input : index) = PICK(far);
}

static void pick_shapes(tile_case *c)
{
    int64_t room = 400, input_length, index_length;
    c->rank = one_in(4) ? 1 : 1 + (int32_t)below(6);
    c->at = (int32_t)below(c->rank);
    c->dim = one_in(2) ? c->at : c->at - c->rank;
    pick_lengths(&input_length, &index_length);
    room = input_length + index_length > 10000 ? 3 : input_length + index_length > 1000 ? 40 : 400;
    for (int32_t d = 0; d < c->rank; d++) {
        int64_t e = small_extent(room);
        c->input_shape[d] = e;
        c->index_shape[d] = e > 0 && one_in(3) ? 1 + below(e) : e;
        c->source_shape[d] = c->index_shape[d] + (one_in(4) ? below(3) : 0);
        room = room / (e > 0 ? e : 1) > 0 ? room / (e > 0 ? e : 1) : 1;
    }
    c->input_shape[c->at] = input_length;
    c->index_shape[c->at] = index_length;
    c->source_shape[c->at] = index_length + (one_in(4) ? below(40) : 0);
    if (!c->is_scatter && input_length == 0)
        c->index_shape[c->at] = 0;
}

static void make_case(tile_case *c)
{
    static const grn_dtype data[] = {GRN_BF16, GRN_F32, GRN_UI16, GRN_UI32, GRN_I32};
    static const grn_dtype gather_index[] = {GRN_UI16, GRN_UI32};
    static const grn_dtype scatter_index[] = {GRN_I32, GRN_UI8, GRN_UI16, GRN_UI32};
    static const char *const reduces[] = {NULL, NULL, "add", "multiply"};
    memset(c, 0, sizeof *c);
    c->is_scatter = one_in(2);
    c->reduce = c->is_scatter ? PICK(reduces) : NULL;
    pick_shapes(c);
    grn_dtype dtype = PICK(data), index_dtype = c->is_scatter ? PICK(scatter_index) : PICK(gather_index);
    make_buffer(dtype, c->rank, c->input_shape, &c->input);
    make_buffer(index_dtype, c->rank, c->index_shape, &c->index);
    make_buffer(dtype, c->rank, c->source_shape, &c->source);
    fill_data(&c->input);
    fill_data(&c->source);
    fill_index(&c->index, c->input_shape[c->at], c->is_scatter);
}

static void drop_case(tile_case *c)
{
    free(c->input.memory);
    free(c->index.memory);
    free(c->source.memory);
}

/* ---- the reference --------------------------------------------------------------------------- */

static grn_tensor compact(grn_dtype dtype, const grn_tensor *like)
{
    grn_tensor t = view_of(NULL, dtype, like->rank, like->shape);
    t.data = malloc(grn_tensor_bytes(&t) + 1);
    assert_non_null(t.data);
    return t;
}

static grn_tensor used_source(const tile_case *c)
{
    grn_tensor s = c->source.view;
    memcpy(s.shape, c->index_shape, sizeof s.shape);
    return s;
}

static grn_tensor widened(const grn_tensor *t)
{
    grn_tensor half = compact(GRN_BF16, t), wide = compact(GRN_F32, t);
    grn_tensor_copy(&half, t);
    for (int64_t i = 0; i < grn_tensor_elements(t); i++)
        ((float *)wide.data)[i] = grn_bf16_to_f32(((uint16_t *)half.data)[i]);
    free(half.data);
    return wide;
}

/* How many updates reach each element. */
static grn_tensor reached(const tile_case *c)
{
    grn_tensor count = compact(GRN_I32, &c->input.view), ones = compact(GRN_I32, &c->index.view);
    grn_scatter_spec spec;
    memset(count.data, 0, grn_tensor_bytes(&count));
    grn_tensor_fill(&ones, &(int32_t){1});
    assert_int_equal(grn_ttnn_scatter_spec(&c->input.view, c->dim, "add", NULL, &spec), GRN_OK);
    assert_int_equal(grn_scatter_reference(&spec, 1, &count, &c->index.view, &ones, NULL), GRN_OK);
    free(ones.data);
    return count;
}

/* TT-16: the spec's reference in f32, each element that was reached rounded once. */
static grn_tensor expect_wide(const tile_case *c, const grn_scatter_spec *spec)
{
    grn_tensor source_part = used_source(c), out = compact(GRN_BF16, &c->input.view), count = reached(c);
    grn_tensor wide = widened(&c->input.view), updates = widened(&source_part);
    grn_tensor_copy(&out, &c->input.view);
    assert_int_equal(grn_scatter_reference(spec, 1, &wide, &c->index.view, &updates, NULL), GRN_OK);
    for (int64_t i = 0; i < grn_tensor_elements(&out); i++)
        if (((int32_t *)count.data)[i] > 0)
            ((uint16_t *)out.data)[i] = grn_f32_to_bf16(((float *)wide.data)[i]);
    free(wide.data);
    free(updates.data);
    free(count.data);
    return out;
}

static grn_tensor expect(const tile_case *c)
{
    grn_gather_spec gather;
    grn_scatter_spec scatter;
    if (!c->is_scatter) {
        grn_tensor out = compact(c->input.view.dtype, &c->index.view);
        assert_int_equal(grn_ttnn_gather_spec(&c->input.view, c->dim, NULL, &gather), GRN_OK);
        assert_int_equal(grn_gather_reference(&gather, &c->input.view, &c->index.view, &out, NULL), GRN_OK);
        return out;
    }
    assert_int_equal(grn_ttnn_scatter_spec(&c->input.view, c->dim, c->reduce, NULL, &scatter), GRN_OK);
    if (c->reduce != NULL && c->input.view.dtype == GRN_BF16)
        return expect_wide(c, &scatter);
    grn_tensor out = compact(c->input.view.dtype, &c->input.view), updates = used_source(c);
    grn_tensor_copy(&out, &c->input.view);
    assert_int_equal(grn_scatter_reference(&scatter, 1, &out, &c->index.view, &updates, NULL), GRN_OK);
    return out;
}

/* ---- runs ------------------------------------------------------------------------------------ */

static grn_status call(const tile_case *c, const grn_ttnn_options *o, heard *h, grn_tensor *out, grn_ttnn_account *a)
{
    const grn_diag *diag = listen(h);
    return c->is_scatter ? grn_ttnn_scatter(&c->input.view, c->dim, &c->index.view, &c->source.view, o, diag, out, a)
                         : grn_ttnn_gather(&c->input.view, c->dim, &c->index.view, o, diag, out, a);
}

static int64_t up(int64_t extent) { return (extent + 31) / 32; }

/* The report's formulas, said again from shapes alone. */
static void check_account(const tile_case *c, const grn_ttnn_account *a, int32_t cores)
{
    int64_t ht = 1, wt_input = up(c->input_shape[c->at]), wt_index = up(c->index_shape[c->at]);
    bool swapped = c->at != c->rank - 1;
    for (int32_t d = 0; d < c->rank - 1; d++) {
        int64_t e = c->index_shape[swapped && d == c->at ? c->rank - 1 : d];
        ht *= d == c->rank - 2 ? up(e) : e;
    }
    int64_t wt_output = c->is_scatter ? wt_input : wt_index, reads = 0, units;
    const grn_ttnn_traffic *t = &a->taken.traffic;
    assert_int_equal(memcmp(t, &a->counted, sizeof *t), 0);
    if (ht * wt_input * wt_index == 0) {
        assert_int_equal(t->read_bytes + t->write_bytes + a->taken.cores, 0);
        return;
    }
    if (a->taken.strategy == GRN_TTNN_SINGLE_CORE) {
        units = ht;
        reads = ht * (c->is_scatter ? wt_input + 2 * wt_index : wt_input + wt_index);
    } else {
        units = wt_output;
        reads = c->is_scatter ? ht * wt_input * (1 + 2 * wt_index) : ht * wt_index * (wt_input + 1);
    }
    assert_int_equal(t->input_reads + t->index_reads + t->source_reads, reads);
    assert_int_equal(t->output_writes, ht * wt_output);
    assert_int_equal(a->taken.cores, units < cores ? units : cores);
}

/* Fills a preallocated result with noise, runs, and wants the noise back with the expected elements
 * put in. */
static void check_preallocated(const tile_case *c, grn_ttnn_options *o, const grn_tensor *want, grn_ttnn_account *a)
{
    random_buffer out, wanted;
    heard h;
    make_buffer(want->dtype, want->rank, want->shape, &out);
    fill_data(&out);
    assert_true(random_buffer_clone(&out, &wanted));
    grn_tensor_copy(&wanted.view, want);
    o->output = &out.view;
    grn_status status = call(c, o, &h, NULL, a);
    if (status != GRN_OK)
        fail_msg("refused: %s", h.error);
    assert_memory_equal(out.memory, wanted.memory, out.bytes);
    o->output = NULL;
    free(out.memory);
    random_buffer_release(&wanted);
}

static void check_allocated(const tile_case *c, const grn_ttnn_options *o, const grn_tensor *want, grn_ttnn_account *a)
{
    grn_tensor out;
    heard h;
    grn_status status = call(c, o, &h, &out, a);
    if (status != GRN_OK)
        fail_msg("refused: %s", h.error);
    assert_int_equal(grn_tensor_bytes(&out), grn_tensor_bytes(want));
    assert_memory_equal(out.data, want->data, grn_tensor_bytes(want));
    grn_ttnn_release(&out, NULL);
}

/* One value past the end: named, and the result as it was. */
static void check_bad_index(tile_case *c, grn_ttnn_options *o, const grn_tensor *want)
{
    grn_tensor *index = &c->index.view;
    int64_t extent = c->input_shape[c->at], place[GRN_MAX_RANK], offset = 0;
    random_buffer out, before;
    grn_ttnn_account a;
    heard h;
    if (c->is_scatter || grn_tensor_elements(index) == 0 || (index->dtype == GRN_UI16 && extent > 65535))
        return;
    for (int32_t d = 0; d < c->rank; d++)
        offset += (place[d] = below(index->shape[d])) * index->stride[d];
    memcpy(grn_tensor_at(index, offset), &(uint32_t){(uint32_t)extent}, grn_dtype_bytes(index->dtype));
    make_buffer(want->dtype, want->rank, want->shape, &out);
    fill_data(&out);
    assert_true(random_buffer_clone(&out, &before));
    o->output = &out.view;
    assert_int_equal(call(c, o, &h, NULL, &a), GRN_E_INDEX);
    char start[64];
    snprintf(start, sizeof start, "index[%lld", (long long)place[0]);
    assert_ptr_equal(strstr(h.error, start), h.error);
    assert_memory_equal(out.memory, before.memory, out.bytes);
    free(out.memory);
    random_buffer_release(&before);
}

static void check_case(tile_case *c)
{
    static const int32_t sides[] = {1, 2, 3, 5, 8};
    grn_tensor want = expect(c);
    grn_ttnn_options o = {.reduce = c->reduce, .l1_bytes = INT64_C(1) << 40};
    grn_ttnn_account a;
    for (int s = 0; s < GRN_TTNN_STRATEGY_COUNT; s++) {
        o.strategy = (grn_ttnn_strategy)s;
        o.parallel = one_in(2) ? grn_pool_parallel(pool) : NULL;
        o.grid_x = PICK(sides);
        o.grid_y = PICK(sides);
        if (one_in(2))
            check_preallocated(c, &o, &want, &a);
        else
            check_allocated(c, &o, &want, &a);
        check_account(c, &a, o.grid_x * o.grid_y);
        if (s == GRN_TTNN_SINGLE_CORE || s == GRN_TTNN_MULTI_CORE)
            assert_int_equal(a.taken.strategy, s);
    }
    check_bad_index(c, &o, &want);
    free(want.data);
}

/* ---- the test -------------------------------------------------------------------------------- */

static void tt_random_calls_equal_the_reference(void **state)
{
    (void)state;
    uint64_t first = test_setting("GARNER_SEED", 1), cases = test_count("GARNER_TILE_CASES", 600);
    assert_int_equal(grn_pool_create(3, NULL, &pool), GRN_OK);
    for (uint64_t seed = first; seed < first + cases; seed++) {
        uint64_t entropy = running = seed;
        tile_case c;
        source = random_from_seed(&entropy);
        make_case(&c);
        check_case(&c);
        drop_case(&c);
    }
    running = 0;
    grn_pool_destroy(pool);
}

static int report_seed(void **state)
{
    (void)state;
    if (running != 0)
        print_message("to run this case alone: GARNER_SEED=%llu GARNER_TILE_CASES=1\n", (unsigned long long)running);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test_teardown(tt_random_calls_equal_the_reference, report_seed)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
