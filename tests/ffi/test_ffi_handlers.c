/*
 * Gather and scatter as foreign functions of XLA, called by frames that are made here by hand: what
 * right ones give, worked out by hand, and what wrong ones are told.
 */
#include <pthread.h>
#include <stdarg.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "ffi_handlers.h"

/* ---- what XLA would be ----------------------------------------------------------------------- */

/* One context: the state of a call site, and the last error. */
struct ffi_context {
    void *state;
};
struct ffi_error {
    int code;
    char text[1024];
};
static ffi_error last_error;
static int errors_alive;

static ffi_error *create_error(ffi_error_create *args)
{
    last_error.code = args->code;
    assert_true(strlen(args->message) < sizeof last_error.text);
    memcpy(last_error.text, args->message, strlen(args->message) + 1);
    errors_alive++;
    return &last_error;
}

static void destroy_error(ffi_error_destroy *args)
{
    assert_ptr_equal(args->error, &last_error);
    errors_alive--;
}

static ffi_error *set_state(ffi_state *args)
{
    assert_int_equal(args->struct_size, sizeof *args);
    assert_ptr_equal(args->type, &ffi_site_type);
    args->context->state = args->state;
    return NULL;
}

static ffi_error *get_state(ffi_state *args)
{
    ffi_error_create create = {sizeof create, NULL, "no state", FFI_INTERNAL};
    args->state = args->context->state;
    return args->state != NULL ? NULL : create_error(&create);
}

/* ---- a call: its attributes and buffers, which a claim may change ------------------------------ */

#define MOST 16

typedef struct called {
    bool is_scatter;
    ffi_context context;
    ffi_api api;
    int nattributes, attribute_types[MOST];
    ffi_span names[MOST], *name_of[MOST], texts[MOST];
    void *attributes[MOST];
    ffi_array arrays[MOST];
    ffi_scalar scalars[MOST];
    ffi_buffer buffers[4]; /* operand, indices, updates, result */
    int64_t dims[4][GRN_MAX_RANK + 1];
    int argument_types[3], result_types[1];
    void *arguments[3], *results[1];
    ffi_frame frame;
} called;

static int64_t none_dims[1], dim_0[] = {0}, dim_1[] = {1}, one_of_two[] = {1, 2}, one = 1;
static unsigned char no = 0, yes = 1;
static int32_t fill_of_7[4] = {7};

static int add_name(called *c, const char *name, int type)
{
    const int i = c->nattributes++;
    c->names[i] = (ffi_span){name, strlen(name)};
    c->name_of[i] = &c->names[i];
    c->attribute_types[i] = type;
    return i;
}

static void add_dims(called *c, const char *name, size_t count, int64_t *values)
{
    const int i = add_name(c, name, FFI_ARRAY);
    c->arrays[i] = (ffi_array){FFI_S64, count, values};
    c->attributes[i] = &c->arrays[i];
}

static void add_text(called *c, const char *name, const char *text)
{
    const int i = add_name(c, name, FFI_STRING);
    c->texts[i] = (ffi_span){text, strlen(text)};
    c->attributes[i] = &c->texts[i];
}

static void add_scalar(called *c, const char *name, int dtype, void *value)
{
    const int i = add_name(c, name, FFI_SCALAR);
    c->scalars[i] = (ffi_scalar){dtype, value};
    c->attributes[i] = &c->scalars[i];
}

static void set_buffer(called *c, int i, int dtype, int64_t rank, int64_t d0, int64_t d1, void *data)
{
    c->dims[i][0] = d0;
    c->dims[i][1] = d1;
    c->buffers[i] = (ffi_buffer){sizeof(ffi_buffer), NULL, dtype, data, rank, c->dims[i]};
}

static void begin(called *c, bool is_scatter)
{
    memset(c, 0, sizeof *c);
    c->is_scatter = is_scatter;
    c->api.struct_size = sizeof c->api;
    c->api.version = (ffi_version){sizeof(ffi_version), NULL, 0, 3};
    c->api.error_create = create_error;
    c->api.error_destroy = destroy_error;
    c->api.state_set = set_state;
    c->api.state_get = get_state;
}

static void make_frame(called *c)
{
    const int count = c->is_scatter ? 3 : 2;
    for (int i = 0; i < count; i++) {
        c->argument_types[i] = FFI_BUFFER;
        c->arguments[i] = &c->buffers[i];
    }
    c->result_types[0] = FFI_BUFFER;
    c->results[0] = &c->buffers[3];
    c->frame = (ffi_frame){
        sizeof(ffi_frame),
        NULL,
        &c->api,
        &c->context,
        FFI_EXECUTE,
        {sizeof(ffi_list), NULL, count, c->argument_types, c->arguments},
        {sizeof(ffi_list), NULL, 1, c->result_types, c->results},
        {sizeof(ffi_attributes), NULL, c->nattributes, c->attribute_types, c->name_of, c->attributes},
        NULL,
    };
}

static void add_shared(called *c, const char *mode)
{
    add_text(c, "grain", "window");
    add_scalar(c, "index_vector_dim", FFI_S64, &one);
    add_scalar(c, "indices_are_sorted", FFI_PRED, &no);
    add_text(c, "mode", mode);
    add_scalar(c, "unique_indices", FFI_PRED, &no);
    add_scalar(c, "wrap_negative", FFI_PRED, &no);
}

/* Rows of a 4x2 operand by 3 indices, as jax.numpy.take(operand, indices, axis=0) lowers it. */
static int32_t table[8], rows[6], updates[6], result[8];
static int64_t which[3];

static void begin_gather(called *c, const char *mode)
{
    const int32_t filled[] = {0, 1, 10, 11, 20, 21, 30, 31};
    const int64_t index[] = {2, 0, 9};
    memcpy(table, filled, sizeof table);
    memcpy(which, index, sizeof which);
    memset(rows, 0, sizeof rows);
    begin(c, false);
    add_dims(c, "collapsed_slice_dims", 1, dim_0);
    const int i = add_name(c, "fill", FFI_ARRAY);
    c->arrays[i] = (ffi_array){FFI_U8, 16, fill_of_7};
    c->attributes[i] = &c->arrays[i];
    add_dims(c, "offset_dims", 1, dim_1);
    add_dims(c, "operand_batching_dims", 0, none_dims);
    add_dims(c, "slice_sizes", 2, one_of_two);
    add_dims(c, "start_index_map", 1, dim_0);
    add_dims(c, "start_indices_batching_dims", 0, NULL);
    add_shared(c, mode);
    set_buffer(c, 0, FFI_S32, 2, 4, 2, table);
    set_buffer(c, 1, FFI_S64, 2, 3, 1, which);
    set_buffer(c, 3, FFI_S32, 2, 3, 2, rows);
    make_frame(c);
}

/* Rows added to the same. */
static void begin_scatter(called *c, const char *combiner, bool in_place)
{
    const int32_t filled[] = {0, 1, 10, 11, 20, 21, 30, 31}, added[] = {100, 200, 300, 400, 500, 600};
    const int64_t index[] = {2, 2, 9};
    memcpy(table, filled, sizeof table);
    memcpy(updates, added, sizeof updates);
    memcpy(which, index, sizeof which);
    memset(result, 0, sizeof result);
    begin(c, true);
    add_text(c, "combiner", combiner);
    add_dims(c, "input_batching_dims", 0, none_dims);
    add_dims(c, "inserted_window_dims", 1, dim_0);
    add_dims(c, "scatter_dims_to_operand_dims", 1, dim_0);
    add_dims(c, "scatter_indices_batching_dims", 0, none_dims);
    add_dims(c, "update_window_dims", 1, dim_1);
    add_shared(c, "skip");
    set_buffer(c, 0, FFI_S32, 2, 4, 2, table);
    set_buffer(c, 1, FFI_S64, 2, 3, 1, which);
    set_buffer(c, 2, FFI_S32, 2, 3, 2, updates);
    set_buffer(c, 3, FFI_S32, 2, 4, 2, in_place ? table : result);
    make_frame(c);
}

static ffi_error *handle(called *c, int stage)
{
    c->frame.stage = stage;
    return c->is_scatter ? ffi_scatter(&c->frame) : ffi_gather(&c->frame);
}

static void expect_none(const char *claim, const ffi_error *error)
{
    if (error != NULL)
        fail_msg("%s: %s", claim, error->text);
}

static void run_right(const char *claim, called *c)
{
    expect_none(claim, handle(c, FFI_INSTANTIATE));
    expect_none(claim, handle(c, FFI_PREPARE));
    expect_none(claim, handle(c, FFI_INITIALIZE));
    for (int i = 0; i < (c->is_scatter ? 1 : 3); i++)
        expect_none(claim, handle(c, FFI_EXECUTE));
}

static void end(called *c)
{
    ffi_site_info.deleter(c->context.state);
    c->context.state = NULL;
}

static void expect_values(const char *claim, size_t count, const int32_t *seen, const int32_t *right)
{
    for (size_t i = 0; i < count; i++)
        if (seen[i] != right[i])
            fail_msg("%s: element %d is %d, and would be %d", claim, (int)i, (int)seen[i], (int)right[i]);
}

/* ---- right frames ---------------------------------------------------------------------------- */

static void gathers(void **unused)
{
    static const struct {
        const char *mode;
        int32_t right[6];
    } cases[] = {
        {"fill", {20, 21, 0, 1, 7, 7}},
        {"clamp", {20, 21, 0, 1, 30, 31}},
        {"promise", {20, 21, 0, 1, 30, 31}},
    };
    called c;
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        begin_gather(&c, cases[i].mode);
        run_right(cases[i].mode, &c);
        expect_values(cases[i].mode, 6, rows, cases[i].right);
        end(&c);
    }
}

static void negative_indices(void **unused)
{
    static const int32_t right[] = {20, 21, 0, 1, 30, 31};
    called c;
    (void)unused;
    begin_gather(&c, "fill");
    c.scalars[c.nattributes - 1].value = &yes; /* wrap_negative */
    which[2] = -1;
    run_right("-1 is the last row", &c);
    expect_values("-1 is the last row", 6, rows, right);
    end(&c);
}

static void scatters(void **unused)
{
    static const struct {
        const char *combiner;
        int32_t right[8];
    } cases[] = {
        {"add", {0, 1, 10, 11, 420, 621, 30, 31}},
        {"replace", {0, 1, 10, 11, 300, 400, 30, 31}},
        {"mul", {0, 1, 10, 11, 20 * 100 * 300, 21 * 200 * 400, 30, 31}},
        {"min", {0, 1, 10, 11, 20, 21, 30, 31}},
        {"max", {0, 1, 10, 11, 300, 400, 30, 31}},
        {"xor", {0, 1, 10, 11, 20 ^ 100 ^ 300, 21 ^ 200 ^ 400, 30, 31}},
    };
    called c;
    (void)unused;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        for (int in_place = 0; in_place < 2; in_place++) {
            begin_scatter(&c, cases[i].combiner, in_place == 1);
            const int32_t before = table[4];
            run_right(cases[i].combiner, &c);
            expect_values(cases[i].combiner, 8, in_place ? table : result, cases[i].right);
            assert_true(in_place || table[4] == before);
            end(&c);
        }
}

/* XLA may give one memory for an operand that is aliased and for updates or indices. */
static void memory_that_is_shared(void **unused)
{
    static const int32_t right[] = {0, 1, 10, 11, 20 + 0 + 10, 21 + 1 + 11, 30, 31};
    called c;
    (void)unused;
    begin_scatter(&c, "add", true);
    set_buffer(&c, 2, FFI_S32, 2, 3, 2, table);
    run_right("updates lie in the result", &c);
    expect_values("updates lie in the result", 8, table, right);
    end(&c);
}

/* What XLA asks about a handler. */
static void metadata(void **unused)
{
    ffi_metadata answer = {.struct_size = sizeof answer, .version = {.struct_size = sizeof(ffi_version)}};
    ffi_metadata_extension question = {{sizeof question, FFI_METADATA, NULL}, &answer};
    ffi_extension other = {sizeof other, 77, &question.base};
    ffi_frame frame = {.struct_size = sizeof frame, .extension_start = &other};
    (void)unused;
    ffi_site_type.id = 5;
    for (int i = 0; i < 2; i++) {
        answer.version.minor = answer.version.major = -1;
        answer.state_type.id = 0;
        assert_null(i == 0 ? ffi_gather(&frame) : ffi_scatter(&frame));
        assert_int_equal(answer.version.major, 0);
        assert_int_equal(answer.version.minor, 3);
        assert_int_equal(answer.state_type.id, 5);
    }
    ffi_site_type.id = 0;
}

/* An interface before 0.3 keeps no state that is known here: calls run without. */
static void older_versions(void **unused)
{
    static const int32_t right[] = {0, 1, 10, 11, 420, 621, 30, 31};
    called c;
    (void)unused;
    begin_scatter(&c, "add", false);
    c.api.version.minor = 2;
    run_right("version 0.2", &c);
    assert_null(c.context.state);
    expect_values("version 0.2", 8, result, right);
    begin_scatter(&c, "add", false);
    c.api.struct_size = offsetof(ffi_api, state_set);
    run_right("a table without states", &c);
    expect_values("a table without states", 8, result, right);
    begin_scatter(&c, "add", false);
    expect_none("a state that is not there", handle(&c, FFI_EXECUTE));
    expect_values("a state that is not there", 8, result, right);
    errors_alive = 0;
}

/* A plan is made for the shapes of the first run; other ones run without. */
static void other_sizes(void **unused)
{
    static const int32_t right[] = {30, 31, 0, 1};
    called c;
    (void)unused;
    begin_gather(&c, "clamp");
    run_right("first sizes", &c);
    set_buffer(&c, 1, FFI_S64, 2, 2, 1, which + 1);
    set_buffer(&c, 3, FFI_S32, 2, 2, 2, rows);
    which[1] = 9, which[2] = 0;
    expect_none("fewer indices", handle(&c, FFI_EXECUTE));
    expect_values("fewer indices", 4, rows, right);
    end(&c);
}

/* ---- threads --------------------------------------------------------------------------------- */

enum { LONG = 1 << 20 };

typedef struct long_call {
    called c;
    int32_t *from, *to;
    int64_t *index;
    int32_t *update;
} long_call;

static void begin_long(long_call *l)
{
    l->from = malloc(LONG * sizeof *l->from);
    l->to = malloc(LONG * sizeof *l->to);
    l->index = malloc(LONG * sizeof *l->index);
    l->update = malloc(LONG * sizeof *l->update);
    assert_true(l->from != NULL && l->to != NULL && l->index != NULL && l->update != NULL);
    for (int32_t i = 0; i < LONG; i++) {
        l->from[i] = i;
        l->update[i] = 1;
        l->index[i] = i / 2; /* the lower half twice, the upper half not at all */
    }
    begin_scatter(&l->c, "add", false);
    l->c.arrays[5].size = 0; /* update_window_dims: none */
    set_buffer(&l->c, 0, FFI_S32, 1, LONG, 0, l->from);
    set_buffer(&l->c, 1, FFI_S64, 2, LONG, 1, l->index);
    set_buffer(&l->c, 2, FFI_S32, 1, LONG, 0, l->update);
    set_buffer(&l->c, 3, FFI_S32, 1, LONG, 0, l->to);
}

static void check_long(const int32_t *to)
{
    for (int32_t i = 0; i < LONG; i++)
        if (to[i] != i + (i < LONG / 2 ? 2 : 0))
            fail_msg("element %d is %d", (int)i, (int)to[i]);
}

static void end_long(long_call *l)
{
    end(&l->c);
    free(l->from);
    free(l->to);
    free(l->index);
    free(l->update);
}

static void several_threads(void **unused)
{
    long_call l;
    (void)unused;
    assert_true(ffi_set_threads(3));
    assert_int_equal(ffi_threads(), 3);
    begin_long(&l);
    run_right("three threads", &l.c);
    check_long(l.to);
    end_long(&l);
    assert_false(ffi_set_threads(0) || ffi_set_threads(-1) || ffi_set_threads(257) || ffi_set_threads(INT64_MAX));
    assert_int_equal(ffi_threads(), 3);
    assert_true(ffi_set_threads(1));
}

static void *run_again(void *argument)
{
    const long_call *l = argument;
    int32_t *to = malloc(LONG * sizeof *to);
    called c = l->c; /* another frame of the same site */
    assert_non_null(to);
    make_frame(&c);
    set_buffer(&c, 3, FFI_S32, 1, LONG, 0, to);
    for (int i = 0; i < 3; i++) {
        c.frame.stage = FFI_EXECUTE;
        if (ffi_scatter(&c.frame) != NULL)
            to[0] = -1;
    }
    return to;
}

/* The first run of each makes the plan, or finds that the other has. */
static void one_site_on_two_threads(void **unused)
{
    long_call l;
    pthread_t other;
    void *theirs;
    (void)unused;
    assert_true(ffi_set_threads(2));
    begin_long(&l);
    expect_none("instantiated", handle(&l.c, FFI_INSTANTIATE));
    assert_int_equal(pthread_create(&other, NULL, run_again, &l), 0);
    int32_t *ours = run_again(&l);
    assert_int_equal(pthread_join(other, &theirs), 0);
    check_long(ours);
    check_long(theirs);
    free(ours);
    free(theirs);
    end_long(&l);
    assert_true(ffi_set_threads(1));
}

/* ---- wrong frames ---------------------------------------------------------------------------- */

static void drop_attribute(called *c) { c->frame.attributes.size--; }
static void add_attribute(called *c)
{
    add_text(c, "colour", "blue");
    c->frame.attributes.size++;
}
static int64_t many[GRN_MAX_RANK + 1];
static void many_dims(called *c) { c->arrays[0] = (ffi_array){FFI_S64, GRN_MAX_RANK + 1, many}; }
static void dims_of_i32(called *c) { c->arrays[0].dtype = FFI_S32; }
static void dims_as_text(called *c) { c->attribute_types[0] = FFI_STRING; }
static void long_fill(called *c) { c->arrays[1].size = 17; }
static void no_mode(called *c) { c->texts[10] = (ffi_span){"wander", 6}; }
static void no_grain(called *c) { c->texts[7] = (ffi_span){"", 0}; }
static void flag_of_text(called *c) { c->attribute_types[9] = FFI_STRING; }
static void dim_of_i32(called *c) { c->scalars[8].dtype = FFI_S32; }
static void region(called *c) { c->texts[0] = (ffi_span){"region", 6}; }
static void short_frame(called *c) { c->frame.struct_size = offsetof(ffi_frame, attributes); }
static void short_attributes(called *c) { c->frame.attributes.struct_size = 8; }
static void one_argument(called *c) { c->frame.arguments.size = 1; }
static void four_arguments(called *c) { c->frame.arguments.size = 4; }
static void no_arguments(called *c) { c->frame.arguments.items = NULL; }
static void no_results(called *c) { c->frame.results.size = 0; }
static void argument_of_another_kind(called *c) { c->argument_types[1] = 2; }
static void null_argument(called *c) { c->arguments[1] = NULL; }
static void short_buffer(called *c) { c->buffers[0].struct_size = offsetof(ffi_buffer, dims); }
static void four_bits(called *c) { c->buffers[0].dtype = 21; }
static void no_such_type(called *c) { c->buffers[0].dtype = -3; }
static void token(called *c) { c->buffers[1].dtype = 17; }
static void rank_33(called *c) { c->buffers[0].rank = GRN_MAX_RANK + 1; }
static void rank_below_0(called *c) { c->buffers[0].rank = -1; }
static void no_dims(called *c) { c->buffers[1].dims = NULL; }
static void extent_below_0(called *c) { c->dims[1][0] = -2; }
static void huge_extent(called *c) { c->dims[0][0] = INT64_MAX; }
static void no_data(called *c) { c->buffers[1].data = NULL; }
static void no_operand_data(called *c) { c->buffers[0].data = NULL; }
static void float_indices(called *c) { c->buffers[1].dtype = FFI_F64; }
static void other_result_type(called *c) { c->buffers[3].dtype = FFI_F32; }
static void other_result_shape(called *c) { c->dims[3][0] = 2; }
static void other_updates_shape(called *c) { c->dims[2][0] = 2; }
static int64_t dim_9[] = {9}, three[] = {3, 2};
static void dim_out_of_range(called *c) { c->arrays[5].data = dim_9; }
static void slice_above(called *c)
{
    c->arrays[4].data = three;
    c->arrays[0].size = 0;
}

static const struct {
    const char *claim;
    bool is_scatter;
    int stage;
    void (*spoil)(called *c);
    int code;
    const char *part; /* of the message */
} wrong[] = {
    {"an attribute is missing", false, FFI_INSTANTIATE, drop_attribute, 3,
     "garner_gather: attribute wrap_negative is missing; right: a flag"},
    {"an attribute too many", true, FFI_INSTANTIATE, add_attribute, 3,
     "garner_scatter: there is no attribute 'colour'"},
    {"33 dims", false, FFI_INSTANTIATE, many_dims, 3, "collapsed_slice_dims is of another type or value"},
    {"dims of i32", false, FFI_INSTANTIATE, dims_of_i32, 3, "right: a list of i64"},
    {"dims as text", false, FFI_INSTANTIATE, dims_as_text, 3, "right: a list of i64"},
    {"17 bytes of fill", false, FFI_INSTANTIATE, long_fill, 3, "attribute fill"},
    {"no such mode", false, FFI_INSTANTIATE, no_mode, 3, "attribute mode"},
    {"no such grain", false, FFI_INSTANTIATE, no_grain, 3, "attribute grain"},
    {"a flag of text", false, FFI_INSTANTIATE, flag_of_text, 3, "indices_are_sorted"},
    {"a dim of i32", false, FFI_INSTANTIATE, dim_of_i32, 3, "index_vector_dim"},
    {"a region", true, FFI_INSTANTIATE, region, 3, "attribute combiner"},
    {"a short frame", false, FFI_EXECUTE, short_frame, 3, "another version of XLA's FFI"},
    {"short attributes", false, FFI_INSTANTIATE, short_attributes, 3, "another version of XLA's FFI"},
    {"one argument", false, FFI_EXECUTE, one_argument, 3, "1 arguments and 1 results; right: 2 and 1"},
    {"four arguments", true, FFI_EXECUTE, four_arguments, 3, "4 arguments and 1 results; right: 3 and 1"},
    {"no list of arguments", false, FFI_EXECUTE, no_arguments, 3, "right: 2 and 1"},
    {"no result", false, FFI_EXECUTE, no_results, 3, "2 arguments and 0 results"},
    {"an argument of another kind", false, FFI_EXECUTE, argument_of_another_kind, 3, "indices is no buffer"},
    {"a NULL argument", false, FFI_EXECUTE, null_argument, 3, "indices is no buffer"},
    {"a short buffer", false, FFI_EXECUTE, short_buffer, 3, "operand is no buffer"},
    {"S4", false, FFI_EXECUTE, four_bits, 3, "operand is of an element type that garner does not take from XLA"},
    {"no such type", false, FFI_EXECUTE, no_such_type, 3, "(its number is -3)"},
    {"a token", false, FFI_EXECUTE, token, 3, "indices is of an element type"},
    {"rank 33", false, FFI_EXECUTE, rank_33, 3, "operand has rank"},
    {"a negative rank", true, FFI_EXECUTE, rank_below_0, 3, "operand has rank -1"},
    {"no dims", false, FFI_EXECUTE, no_dims, 3, "indices has rank 2"},
    {"a negative extent", false, FFI_EXECUTE, extent_below_0, 3, "garner_gather: "},
    {"a huge extent", false, FFI_EXECUTE, huge_extent, 3, "garner_gather: "},
    {"no data", false, FFI_EXECUTE, no_data, 3, "garner_gather: "},
    {"no data of a scatter's operand", true, FFI_EXECUTE, no_operand_data, 3, "have no memory"},
    {"indices of f64", false, FFI_EXECUTE, float_indices, 3, "f64"},
    {"a result of another type", true, FFI_EXECUTE, other_result_type, 3, "operand and result differ"},
    {"a gather's result of another type", false, FFI_EXECUTE, other_result_type, 3, "garner_gather: "},
    {"a result of another shape", false, FFI_EXECUTE, other_result_shape, 3, "garner_gather: "},
    {"a scatter's result of another shape", true, FFI_EXECUTE, other_result_shape, 3, "operand and result differ"},
    {"updates of another shape", true, FFI_EXECUTE, other_updates_shape, 3, "garner_scatter: "},
    {"a dim out of range", false, FFI_EXECUTE, dim_out_of_range, 3, "start_index_map"},
    {"a slice longer than the operand", false, FFI_EXECUTE, slice_above, 3, "garner_gather: "},
};

/* Before the site has a plan, and after. */
static void wrong_frames(void **unused)
{
    (void)unused;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        for (int after = 0; after < 2; after++) {
            called c;
            if (wrong[i].is_scatter)
                begin_scatter(&c, "add", false);
            else
                begin_gather(&c, "clamp");
            if (after == 1 && wrong[i].stage == FFI_EXECUTE && wrong[i].spoil != dim_out_of_range &&
                wrong[i].spoil != slice_above)
                run_right(wrong[i].claim, &c);
            wrong[i].spoil(&c);
            if (c.context.state == NULL && wrong[i].spoil != short_frame && wrong[i].stage == FFI_EXECUTE)
                expect_none(wrong[i].claim, handle(&c, FFI_INSTANTIATE));
            const ffi_error *error = handle(&c, wrong[i].stage);
            if (error == NULL || error->code != wrong[i].code || strstr(error->text, wrong[i].part) == NULL)
                fail_msg("%s: %d %s", wrong[i].claim, error == NULL ? 0 : error->code,
                         error == NULL ? "no error" : error->text);
            end(&c);
        }
}

/* The index that is out of range is named, and nothing is written. */
static void index_out_of_range(void **unused)
{
    called c;
    (void)unused;
    begin_gather(&c, "error");
    expect_none("instantiated", handle(&c, FFI_INSTANTIATE));
    const ffi_error *error = handle(&c, FFI_EXECUTE);
    assert_non_null(error);
    assert_int_equal(error->code, FFI_OUT_OF_RANGE);
    assert_non_null(strstr(error->text, "9"));
    for (int i = 0; i < 6; i++)
        assert_int_equal(rows[i], 0);
    end(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(gathers),
        cmocka_unit_test(scatters),
        cmocka_unit_test(metadata),
        cmocka_unit_test(memory_that_is_shared),
        cmocka_unit_test(older_versions),
        cmocka_unit_test(other_sizes),
        cmocka_unit_test(several_threads),
        cmocka_unit_test(one_site_on_two_threads),
        cmocka_unit_test(wrong_frames),
        cmocka_unit_test(negative_indices),
        cmocka_unit_test(index_out_of_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
