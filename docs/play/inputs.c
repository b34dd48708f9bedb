/*
 * inputs.c - values to begin with, for every input of a function.
 *
 * Nothing is known of a program but what a run of it answers. An integer input is an index where a
 * run with one large element is GRN_E_INDEX under strict bounds; the largest element that is not is
 * found by bisection, for each place along the last dimension by itself, as index vectors mostly
 * lie there. The runs are short: PROBE_STEPS each.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

#define PROBE_STEPS UINT64_C(100000)
#define MOST_WRITTEN 1024 /* elements; more are written as one number for all */
#define PLACES 8          /* along the last dimension that are looked at one by one */
#define UNKNOWN_EXTENT 3  /* for one that the program does not declare */
#define LARGEST INT64_C(1000000)

typedef struct slot {
    grn_dtype dtype; /* GRN_NO_DTYPE: no tensor */
    bool is_static;  /* every extent is declared: values need no type in front */
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    int64_t elements, last; /* in all, and along the last dimension */
    bool is_index;
    int64_t most[PLACES];
    int64_t base; /* of what is no index, that inputs can be told apart */
} slot;

typedef enum order { DESCENDING, ASCENDING, RANDOM } order;

typedef struct chooser {
    session *s;
    size_t function, n;
    uint32_t random;
    order order;
    slot slots[PLAY_INPUTS];
    int64_t least; /* of every index: 0, or 1 where programs count from 1 */
    size_t probed; /* the input that a probe is about */
    int64_t place, value;
} chooser;

/* ---- types ----------------------------------------------------------------------------------- */

/* "tensor<2x?xi32>" and "!torch.vtensor<[2,?],si32>": digits and question marks behind the bracket,
 * up to the element type. */
static void read_shape(const char *type, slot *s)
{
    const char *at = strchr(type, '<');
    at = at && at[1] == '[' ? at + 2 : at ? at + 1 : "";
    while (s->rank < GRN_MAX_RANK && (*at == '?' || (*at >= '0' && *at <= '9'))) {
        int64_t extent = *at == '?' ? UNKNOWN_EXTENT : 0;
        s->is_static = s->is_static && *at != '?';
        if (*at == '?')
            at++;
        for (; *at >= '0' && *at <= '9'; at++)
            extent = extent < LARGEST * LARGEST ? 10 * extent + (*at - '0') : extent;
        s->shape[s->rank++] = extent;
        if (*at == 'x' || *at == ',')
            at++;
    }
}

static slot read_slot(const chooser *c, size_t i)
{
    char text[512];
    grn_text_buffer type = grn_text_buffer_over(text, sizeof text);
    const grn_sink sink = grn_text_buffer_sink(&type);
    slot s = {
        .dtype = grn_module_input_dtype(c->s->module, c->function, i), .is_static = true, .elements = 1, .last = 1};
    if (s.dtype == GRN_NO_DTYPE || grn_module_write_input_type(c->s->module, c->function, i, &sink) != GRN_OK) {
        s.dtype = GRN_NO_DTYPE;
        return s;
    }
    read_shape(text, &s);
    for (int32_t d = 0; d < s.rank; d++)
        s.elements = s.shape[d] && s.elements > INT64_MAX / s.shape[d] ? INT64_MAX : s.elements * s.shape[d];
    if (s.rank)
        s.last = s.shape[s.rank - 1];
    return s;
}

static bool is_integer(grn_dtype dtype)
{
    grn_dtype_class class = grn_dtype_class_of(dtype);
    return class == GRN_CLASS_SIGNED || class == GRN_CLASS_UNSIGNED;
}

/* How many small numbers from 0 on the dtype has without a gap. */
static int64_t count_small(grn_dtype dtype)
{
    unsigned bits = grn_dtype_bits(dtype);
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_BOOL: return 2;
    case GRN_CLASS_SIGNED: return bits > 20 ? LARGEST : INT64_C(1) << (bits - 1);
    case GRN_CLASS_UNSIGNED: return bits > 20 ? LARGEST : INT64_C(1) << bits;
    case GRN_CLASS_FLOAT: return bits >= 32 ? LARGEST : bits == 16 ? 256 : bits == 8 ? 8 : 4;
    default: return LARGEST;
    }
}

/* ---- values ---------------------------------------------------------------------------------- */

static uint32_t draw(chooser *c)
{
    c->random ^= c->random << 13;
    c->random ^= c->random >> 17;
    c->random ^= c->random << 5;
    return c->random;
}

static int64_t index_value(chooser *c, const slot *s, int64_t i)
{
    int64_t place = i % s->last, row = i / s->last, rows = s->elements / s->last;
    int64_t n = s->most[place < PLACES && s->last <= PLACES ? place : 0] - c->least + 1;
    if (s->rank == 1) {
        row = i;
        rows = s->elements;
        place = 0;
    }
    int64_t value = c->order == RANDOM      ? (int64_t)(draw(c) % (uint64_t)n)
                    : c->order == ASCENDING ? row * n / rows
                                            : n - 1 - (row + place) % n;
    return c->least + value;
}

static int64_t data_value(chooser *c, const slot *s, int64_t i)
{
    int64_t n = count_small(s->dtype);
    if (s->dtype == GRN_F8E8M0FNU) /* powers of two alone */
        return INT64_C(1) << (c->order == RANDOM ? draw(c) % 4 : i % 4);
    if (c->order != RANDOM)
        return (s->base + i) % n;
    bool negative = grn_dtype_class_of(s->dtype) != GRN_CLASS_UNSIGNED && n > 9 && draw(c) % 2;
    int64_t value = draw(c) % (n > 9 ? 10 : n);
    return negative ? -value : value;
}

static void write_value(const slot *s, int64_t value, json *to)
{
    char text[64];
    switch (grn_dtype_class_of(s->dtype)) {
    case GRN_CLASS_COMPLEX: snprintf(text, sizeof text, "(%" PRId64 ", %" PRId64 ")", value, -value); break;
    case GRN_CLASS_BOOL: snprintf(text, sizeof text, "%s", value ? "true" : "false"); break;
    default: snprintf(text, sizeof text, "%" PRId64, value);
    }
    json_plain(to, text);
}

/* Element i of input `at`: of a probe, its value at one place of the one input and the least index
 * elsewhere. */
static int64_t value_of(chooser *c, size_t at, int64_t i, bool probing)
{
    const slot *s = &c->slots[at];
    if (probing)
        return at == c->probed && (c->place < 0 || i % s->last == c->place) ? c->value : c->least;
    return s->is_index ? index_value(c, s, i) : data_value(c, s, i);
}

static void write_brackets(json *to, const slot *s, int64_t i, bool opening)
{
    int64_t block = 1;
    for (int32_t d = s->rank - 1; d >= 0; d--) {
        block *= s->shape[d];
        if ((opening ? i : i + 1) % block == 0)
            json_plain(to, opening ? "[" : "]");
    }
}

/* "2x3xi32=" */
static void write_type(const slot *s, json *to)
{
    char text[32];
    for (int32_t d = 0; d < s->rank; d++) {
        snprintf(text, sizeof text, "%" PRId64 "x", s->shape[d]);
        json_plain(to, text);
    }
    json_plain(to, grn_dtype_text(s->dtype));
    json_plain(to, "=");
}

/* "[[1, 2, 3], [4, 5, 6]]" */
static void write_input(chooser *c, size_t at, bool probing, json *to)
{
    const slot *s = &c->slots[at];
    if (s->elements > MOST_WRITTEN) { /* one number for all */
        write_value(s, probing ? value_of(c, at, 0, true) : s->is_index ? c->least : 1, to);
        return;
    }
    if (s->elements == 0)
        json_plain(to, "[]");
    for (int64_t i = 0; i < s->elements; i++) {
        if (i)
            json_plain(to, ", ");
        write_brackets(to, s, i, true);
        write_value(s, value_of(c, at, i, probing), to);
        write_brackets(to, s, i, false);
    }
}

/* ---- trials ---------------------------------------------------------------------------------- */

static grn_status make_input(chooser *c, size_t at, bool probing, grn_tensor *out)
{
    json text = {0};
    write_type(&c->slots[at], &text);
    write_input(c, at, probing, &text);
    size_t n = text.n;
    char *bytes = json_finish(&text);
    grn_status status = bytes ? grn_tensor_parse(bytes, n, &c->s->budget.allocator, NULL, out) : GRN_E_MEMORY;
    free(bytes);
    return status;
}

/* What a short run answers that takes no index out of range and believes no promise. */
static grn_status try_inputs(chooser *c, bool probing)
{
    grn_run_options options = session_run_options(c->s);
    grn_tensor tensors[PLAY_INPUTS];
    grn_results *results = NULL;
    grn_status status = GRN_OK;
    size_t n = 0;
    options.max_steps = PROBE_STEPS;
    options.strict_bounds = true;
    options.check_promises = !probing;
    while (n < c->n && status == GRN_OK) {
        status = make_input(c, n, probing, &tensors[n]);
        n += status == GRN_OK;
    }
    if (status == GRN_OK)
        status = grn_module_run(c->s->module, c->function, n, tensors, &options, NULL, &results);
    grn_results_destroy(results);
    while (n)
        grn_tensor_free(&tensors[--n], &c->s->budget.allocator);
    return status;
}

/* The largest value of the probe that is in range, given that the least is; -1: all are. */
static int64_t bisect(chooser *c)
{
    int64_t low = c->least, high = count_small(c->slots[c->probed].dtype) - 1;
    c->value = high;
    if (try_inputs(c, true) != GRN_E_INDEX)
        return -1;
    while (high - low > 1) {
        c->value = low + (high - low) / 2;
        if (try_inputs(c, true) == GRN_E_INDEX)
            high = c->value;
        else
            low = c->value;
    }
    return low;
}

static void probe(chooser *c, size_t i)
{
    slot *s = &c->slots[i];
    c->probed = i;
    c->place = -1;
    int64_t most = bisect(c);
    s->is_index = most >= 0;
    for (int p = 0; p < PLACES; p++)
        s->most[p] = most;
    bool one_by_one = s->is_index && s->last > 1 && s->last <= PLACES && s->elements <= MOST_WRITTEN;
    for (c->place = 0; one_by_one && c->place < s->last; c->place++) {
        most = bisect(c);
        s->most[c->place] = most >= 0 ? most : s->most[c->place];
    }
}

/* Of what counts from 1, 0 is out of range. */
static bool find_least(chooser *c)
{
    grn_status status = GRN_E_INDEX;
    c->probed = PLAY_INPUTS;
    for (c->least = 0; c->least < 2; c->least++) {
        status = try_inputs(c, true);
        if (status != GRN_E_INDEX)
            return status == GRN_OK || status == GRN_E_CHECK;
    }
    c->least = 0;
    return false;
}

/* Where not even zeros run, or too long, nothing is found out, and every integer is taken for an
 * index. */
static void find_indices(chooser *c)
{
    bool runs = find_least(c);
    int64_t base = 0;
    for (size_t i = 0; i < c->n; i++) {
        slot *s = &c->slots[i];
        if (is_integer(s->dtype) && runs && s->elements > 0)
            probe(c, i);
        else
            s->is_index = is_integer(s->dtype) && !runs;
        if (!s->is_index) {
            s->base = base;
            base += 100;
        }
    }
}

static void choose_order(chooser *c, uint32_t seed)
{
    uint32_t drawn = seed * UINT32_C(2654435761) + 1;
    c->random = drawn ? drawn : 1;
    c->order = seed ? RANDOM : DESCENDING;
    if (try_inputs(c, false) == GRN_E_PROMISE)
        c->order = ASCENDING;
    c->random = drawn ? drawn : 1; /* the same again */
}

/* ---- the answer ------------------------------------------------------------------------------ */

static void write_range(const chooser *c, const slot *s, json *j)
{
    int64_t places = s->last > 1 && s->last <= PLACES && s->rank > 1 ? s->last : 1;
    json_key(j, "most");
    json_open(j, '[');
    for (int64_t p = 0; s->is_index && p < places; p++)
        json_number(j, s->most[p]);
    json_close(j, ']');
    json_key(j, "least");
    json_number(j, c->least);
}

static void write_slot(chooser *c, size_t i)
{
    json *j = &c->s->out;
    json text = {0};
    if (c->slots[i].dtype != GRN_NO_DTYPE) {
        if (!c->slots[i].is_static)
            write_type(&c->slots[i], &text);
        write_input(c, i, false, &text);
    }
    size_t n = text.n;
    char *bytes = json_finish(&text);
    json_open(j, '{');
    json_key(j, "text");
    json_text(j, bytes ? bytes : "", bytes ? n : 0);
    write_range(c, &c->slots[i], j);
    json_close(j, '}');
    free(bytes);
}

static void choose_inputs(session *s, uint32_t function, uint32_t seed)
{
    chooser c = {.s = s, .function = function};
    grn_function_info info;
    bool all = true;
    if (s->status == GRN_OK)
        s->status = grn_module_function(s->module, function, &info);
    if (s->status != GRN_OK)
        return;
    c.n = info.ninputs < PLAY_INPUTS ? info.ninputs : PLAY_INPUTS;
    for (size_t i = 0; i < c.n; i++) {
        c.slots[i] = read_slot(&c, i);
        all = all && c.slots[i].dtype != GRN_NO_DTYPE;
    }
    if (all) {
        find_indices(&c);
        choose_order(&c, seed);
    }
    for (size_t i = 0; i < c.n; i++)
        write_slot(&c, i);
}

char *play_inputs(const char *program, size_t bytes, uint32_t options, uint32_t function, uint32_t seed)
{
    session s;
    session_begin(&s, program, bytes, options);
    json_key(&s.out, "inputs");
    json_open(&s.out, '[');
    choose_inputs(&s, function, seed);
    json_close(&s.out, ']');
    return session_end(&s);
}
