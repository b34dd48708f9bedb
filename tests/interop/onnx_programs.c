/*
 * onnx_programs.c - random programs, what they became in ONNX, inputs, and what they give: for a
 * program in another language.
 *
 *   onnx_programs COUNT SEED
 *
 * A program is a gather or a scatter of any form, index rule and element type of ONNX's, with ops
 * before and behind it. It is StableHLO's, or has become another dialect's first; one of "open"
 * extents, which are not known, stands alone. COUNT lines of JSON on standard output: `seed`,
 * `from` (the dialect before ONNX), `source` and `onnx` (texts), `inputs`, and `results`, or
 * `error` where garner answers an index with one. Under `lost` the source does so, but what it
 * became does not, and the results are of that: of an index that chooses nothing, as its window is
 * as long as the dimension or the result is empty. A tensor has `type`, `shape` and `hex`, its
 * bytes row-major. What is refused is left out; how often, and the first reason of each dialect's,
 * is told on standard error.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "support/programs.h"

/* ---- a program as text ----------------------------------------------------------------------- */

typedef struct value {
    char name[16];
    const char *element;
    const grn_tensor *like; /* its shape */
} value;

typedef struct program {
    FILE *out;
    random_source s;
    int count; /* of values made */
} program;

static int64_t below(const program *p, int64_t n) { return (int64_t)p->s.next(p->s.user, (uint64_t)n); }
static bool one_in(const program *p, int64_t n) { return below(p, n) == 0; }

/* "3x4x", then `element`; dim `longer` has twice as many elements and three more. */
static void put_type(const program *p, const grn_tensor *like, const char *element, int32_t longer)
{
    fprintf(p->out, "tensor<");
    for (int32_t d = 0; d < like->rank; d++)
        fprintf(p->out, "%" PRId64 "x", d == longer ? 2 * like->shape[d] + 3 : like->shape[d]);
    fprintf(p->out, "%s>", element);
}

static value new_value(program *p, const value *like, const char *element)
{
    value v = {.element = element, .like = like->like};
    snprintf(v.name, sizeof v.name, "v%d", p->count++);
    return v;
}

/* One op of the operands given, of one shape: %v = "stablehlo.op"(...) {attrs} : (...) -> type. */
static value op_of(program *p, const char *op, const char *attrs, const char *element, size_t n,
                   const value *const *operands)
{
    value v = new_value(p, operands[0], element);
    fprintf(p->out, "  %%%s = \"stablehlo.%s\"(", v.name, op);
    for (size_t i = 0; i < n; i++)
        fprintf(p->out, "%s%%%s", i ? ", " : "", operands[i]->name);
    fprintf(p->out, ") {%s} : (", attrs);
    for (size_t i = 0; i < n; i++) {
        fprintf(p->out, "%s", i ? ", " : "");
        put_type(p, operands[i]->like, operands[i]->element, -1);
    }
    fprintf(p->out, ") -> ");
    put_type(p, v.like, element, -1);
    fprintf(p->out, "\n");
    return v;
}

static value unary(program *p, const char *op, const value *a, const char *element)
{
    return op_of(p, op, "", element, 1, (const value *const[]){a});
}
static value binary(program *p, const char *op, const value *a, const value *b)
{
    return op_of(p, op, "", a->element, 2, (const value *const[]){a, b});
}
static value compare(program *p, const value *a, const value *b)
{
    static const char *const ways[] = {"EQ", "NE", "LT", "LE", "GT", "GE"};
    char attrs[80];
    snprintf(attrs, sizeof attrs, "comparison_direction = #stablehlo<comparison_direction %s>", ways[below(p, 6)]);
    return op_of(p, "compare", attrs, "i1", 2, (const value *const[]){a, b});
}

static bool is_float(const char *element) { return element[0] == 'f' || element[0] == 'b'; }
static bool is_bool(const char *element) { return strcmp(element, "i1") == 0; }

/* ---- ops around an access: each gives a value of v's type ------------------------------------ */

/* A number that is the same everywhere, or along all dims but the last. */
static value constant(program *p, const value *v)
{
    const grn_tensor *t = v->like;
    const char *text = is_bool(v->element) ? "true" : is_float(v->element) ? "1.5" : "3";
    bool line = t->rank > 0 && t->shape[t->rank - 1] > 0 && one_in(p, 2);
    value c = new_value(p, v, v->element), all = new_value(p, v, v->element);
    char type[64] = "tensor<";
    snprintf(type + 7, sizeof type - 7, line ? "%" PRId64 "x%s>" : "%.0" PRId64 "%s>", line ? t->shape[t->rank - 1] : 0,
             v->element);
    fprintf(p->out, "  %%%s = stablehlo.constant dense<%s> : %s\n", c.name, text, type);
    fprintf(p->out, "  %%%s = stablehlo.broadcast_in_dim %%%s, dims = [", all.name, c.name);
    if (line)
        fprintf(p->out, "%" PRId32, t->rank - 1);
    fprintf(p->out, "] : (%s) -> ", type);
    put_type(p, t, v->element, -1);
    fprintf(p->out, "\n");
    return all;
}

static value other(program *p, const value *v) { return one_in(p, 3) ? *v : constant(p, v); }

static value with_arithmetic(program *p, const value *v)
{
    static const char *const of_numbers[] = {"add", "subtract", "multiply", "minimum", "maximum"};
    static const char *const of_integers[] = {"and", "or", "add", "minimum", "maximum"};
    static const char *const of_bools[] = {"and", "or", "add", "multiply", "minimum", "maximum"};
    value b = other(p, v);
    if (is_bool(v->element))
        return one_in(p, 4) ? unary(p, "not", v, "i1") : binary(p, of_bools[below(p, GRN_COUNT(of_bools))], v, &b);
    if (!is_float(v->element) && one_in(p, 2))
        return binary(p, of_integers[below(p, GRN_COUNT(of_integers))], v, &b);
    return binary(p, of_numbers[below(p, GRN_COUNT(of_numbers))], v, &b);
}

static value with_select(program *p, const value *v)
{
    value b = other(p, v), c = compare(p, v, &b);
    return op_of(p, "select", "", v->element, 3, (const value *const[]){&c, &b, v});
}

/* Integers through integers and bools, which lose what they lose; floats through others and bools,
 * but none of 16 bits through the other of 16 bits, which ONNX Runtime leaves out (ON-D8). */
static value with_converts(program *p, const value *v)
{
    static const char *const integers[] = {"i8", "i16", "i32", "i64", "ui8", "ui16", "ui32", "ui64", "i1"};
    static const char *const floats[] = {"f32", "f64", "i1", "f16", "bf16"};
    const bool narrow = strcmp(v->element, "f16") == 0 || strcmp(v->element, "bf16") == 0;
    const char *via = is_float(v->element) ? floats[below(p, narrow ? 3 : 5)] : integers[below(p, GRN_COUNT(integers))];
    value a = unary(p, "convert", v, via);
    return unary(p, "convert", &a, v->element);
}

static value with_count_of_compare(program *p, const value *v)
{
    value b = other(p, v), c = compare(p, v, &b), n = unary(p, "convert", &c, v->element);
    return binary(p, is_bool(v->element) ? "or" : "add", v, &n);
}

static value with_iota(program *p, const value *v)
{
    if (v->like->rank == 0 || is_bool(v->element))
        return *v;
    value i = new_value(p, v, v->element);
    fprintf(p->out, "  %%%s = stablehlo.iota dim = %" PRId64 " : ", i.name, below(p, v->like->rank));
    put_type(p, v->like, v->element, -1);
    fprintf(p->out, "\n");
    return binary(p, "maximum", v, &i);
}

static value with_reshapes(program *p, const value *v)
{
    value flat = new_value(p, v, v->element), back = new_value(p, v, v->element);
    fprintf(p->out, "  %%%s = stablehlo.reshape %%%s : (", flat.name, v->name);
    put_type(p, v->like, v->element, -1);
    fprintf(p->out, ") -> tensor<%" PRId64 "x%s>\n  %%%s = stablehlo.reshape %%%s : (tensor<%" PRId64 "x%s>) -> ",
            grn_tensor_elements(v->like), v->element, back.name, flat.name, grn_tensor_elements(v->like), v->element);
    put_type(p, v->like, v->element, -1);
    fprintf(p->out, "\n");
    return back;
}

/* Dims in another order and back. */
static value with_transposes(program *p, const value *v)
{
    const grn_tensor *t = v->like;
    int64_t order[GRN_MAX_RANK], back[GRN_MAX_RANK];
    value a = new_value(p, v, v->element), b = new_value(p, v, v->element);
    grn_tensor turned = *t;
    for (int32_t d = 0; d < t->rank; d++)
        order[d] = d;
    random_shuffle(p->s, order, t->rank);
    for (int32_t d = 0; d < t->rank; d++) {
        back[order[d]] = d;
        turned.shape[d] = t->shape[order[d]];
    }
    for (int way = 0; way < 2; way++) {
        fprintf(p->out, "  %%%s = stablehlo.transpose %%%s, dims = [", way ? b.name : a.name, way ? a.name : v->name);
        for (int32_t d = 0; d < t->rank; d++)
            fprintf(p->out, "%s%" PRId64, d ? ", " : "", way ? back[d] : order[d]);
        fprintf(p->out, "] : (");
        put_type(p, way ? &turned : t, v->element, -1);
        fprintf(p->out, ") -> ");
        put_type(p, way ? t : &turned, v->element, -1);
        fprintf(p->out, "\n");
    }
    return b;
}

static void put_slice(const program *p, const value *from, const value *to, int32_t dim, int64_t first)
{
    fprintf(p->out, "  %%%s = stablehlo.slice %%%s [", to->name, from->name);
    for (int32_t d = 0; d < from->like->rank; d++)
        fprintf(p->out, "%s%" PRId64 ":%" PRId64, d ? ", " : "", d == dim ? first : 0,
                (d == dim ? first : 0) + from->like->shape[d]);
    fprintf(p->out, "] : (");
    put_type(p, from->like, from->element, dim);
    fprintf(p->out, ") -> ");
    put_type(p, to->like, to->element, -1);
    fprintf(p->out, "\n");
}

/* Longer along one dim, by padding or by joining, and a slice of that. */
static value with_slice(program *p, const value *v)
{
    const grn_tensor *t = v->like;
    if (t->rank == 0)
        return *v;
    int32_t dim = (int32_t)below(p, t->rank);
    value zero = new_value(p, v, v->element), padded = new_value(p, v, v->element), part = new_value(p, v, v->element);
    fprintf(p->out, "  %%%s = stablehlo.constant dense<%s> : tensor<%s>\n", zero.name,
            is_bool(v->element)    ? "false"
            : is_float(v->element) ? "0.0"
                                   : "7",
            v->element);
    fprintf(p->out, "  %%%s = stablehlo.pad %%%s, %%%s, ", padded.name, v->name, zero.name);
    for (int edge = 0; edge < 3; edge++) {
        fprintf(p->out, "%s = [", edge == 0 ? "low" : edge == 1 ? "high" : "interior");
        for (int32_t d = 0; d < t->rank; d++)
            fprintf(p->out, "%s%" PRId64, d ? ", " : "", d != dim || edge == 2 ? 0 : edge == 0 ? 2 : t->shape[d] + 1);
        fprintf(p->out, edge < 2 ? "], " : "] : (");
    }
    put_type(p, t, v->element, -1);
    fprintf(p->out, ", tensor<%s>) -> ", v->element);
    put_type(p, t, v->element, dim);
    fprintf(p->out, "\n");
    put_slice(p, &padded, &part, dim, below(p, t->shape[dim] + 4));
    return part;
}

typedef value step(program *p, const value *v);

/* Up to three of `nsteps` after each other. */
static value around(program *p, value v, size_t nsteps, step *const *steps)
{
    for (int64_t n = below(p, 4); n > 0; n--)
        v = steps[below(p, (int64_t)nsteps)](p, &v);
    return v;
}

static step *const any_step[] = {with_arithmetic, with_select,   with_converts,   with_count_of_compare,
                                 with_iota,       with_reshapes, with_transposes, with_slice};
static step *const moving_step[] = {with_reshapes, with_transposes}; /* an index stays what it is */

static value value_around(program *p, value v) { return around(p, v, GRN_COUNT(any_step), any_step); }

/* ---- one program ----------------------------------------------------------------------------- */

static value argument(const char *role, size_t i, const grn_tensor *t)
{
    value v = {.element = grn_dtype_text(t->dtype), .like = t};
    snprintf(v.name, sizeof v.name, "%s%zu", role, i);
    return v;
}

static void put_arguments(const program *p, const random_case *c)
{
    for (size_t i = 0; i < 2 * c->ninputs + 1; i++) {
        bool dense = i > c->ninputs, index = i == c->ninputs;
        const random_buffer *b = index ? &c->indices : dense ? &c->dense[i - c->ninputs - 1] : &c->operand[i];
        if (dense && !c->is_scatter)
            break;
        fprintf(p->out, "%s%%%s%zu: ", i ? ", " : "",
                index   ? "indices"
                : dense ? "dense"
                        : "operand",
                index   ? 0
                : dense ? i - c->ninputs - 1
                        : i);
        put_type(p, &b->view, grn_dtype_text(b->view.dtype), -1);
    }
}

static void put_results(const program *p, const random_case *c, const value *results)
{
    fprintf(p->out, "  return ");
    for (size_t i = 0; i < c->ninputs; i++)
        fprintf(p->out, "%s%%%s", i ? ", " : "", results[i].name);
    fprintf(p->out, " : ");
    for (size_t i = 0; i < c->ninputs; i++) {
        fprintf(p->out, i ? ", " : "");
        put_type(p, results[i].like, results[i].element, -1);
    }
    fprintf(p->out, "\n}\n");
}

static void put_program(program *p, const random_case *c, bool is_ruled)
{
    value operand[RANDOM_INPUTS], dense[RANDOM_INPUTS], result[RANDOM_INPUTS];
    char names[RANDOM_INPUTS][16];
    random_names n = {.result = "r", .is_ruled = is_ruled};
    fprintf(p->out, "func.func @main(");
    put_arguments(p, c);
    fprintf(p->out, ") -> (");
    for (size_t i = 0; i < c->ninputs; i++) {
        const random_buffer *b = c->is_scatter ? &c->operand[i] : &c->dense[i];
        fprintf(p->out, i ? ", " : "");
        put_type(p, &b->view, grn_dtype_text(b->view.dtype), -1);
    }
    fprintf(p->out, ") {\n");
    value indices = around(p, argument("indices", 0, &c->indices.view), GRN_COUNT(moving_step), moving_step);
    n.indices = indices.name;
    for (size_t i = 0; i < c->ninputs; i++) {
        operand[i] = value_around(p, argument("operand", i, &c->operand[i].view));
        n.operand[i] = operand[i].name;
        if (c->is_scatter) {
            dense[i] = value_around(p, argument("dense", i, &c->dense[i].view));
            n.dense[i] = dense[i].name;
        }
    }
    random_spec_print_op(c, &n, p->out);
    for (size_t i = 0; i < c->ninputs; i++) {
        const random_buffer *b = c->is_scatter ? &c->operand[i] : &c->dense[i];
        snprintf(names[i], sizeof names[i], c->is_scatter ? "r#%zu" : "r", i);
        result[i] = (value){.element = grn_dtype_text(b->view.dtype), .like = &b->view};
        memcpy(result[i].name, names[i], sizeof names[i]);
        result[i] = value_around(p, result[i]);
    }
    put_results(p, c, result);
}

/* ---- modules --------------------------------------------------------------------------------- */

typedef struct text {
    char *bytes;
    size_t n;
} text;

static grn_status to_file(void *user, const char *bytes, size_t n)
{
    return fwrite(bytes, 1, n, user) == n ? GRN_OK : GRN_E_SINK;
}

static text printed(const grn_module *module)
{
    text t = {NULL, 0};
    FILE *out = open_memstream(&t.bytes, &t.n);
    grn_sink sink = {to_file, out};
    if (!out || grn_module_print(module, NULL, &sink) != GRN_OK || fclose(out) != 0)
        exit(2);
    return t;
}

static grn_module *parsed(const text *t, notes *n)
{
    grn_module *module = NULL;
    grn_diag diag = notes_diag(n);
    if (grn_module_parse(t->bytes, t->n, NULL, &diag, &module) == GRN_OK && grn_module_verify(module, &diag) == GRN_OK)
        return module;
    grn_module_destroy(module);
    return NULL;
}

static grn_module *converted(const grn_module *from, const char *to, bool strict, notes *n)
{
    grn_module *module = NULL;
    grn_diag diag = notes_diag(n);
    const grn_module_convert_options how = {.to = to, .strict_target = strict};
    return from && grn_module_convert(from, &how, &diag, &module) == GRN_OK ? module : NULL;
}

/* ---- output ---------------------------------------------------------------------------------- */

static void put_string(const char *key, const text *t)
{
    printf("\"%s\": \"", key);
    for (size_t i = 0; i < t->n; i++) {
        unsigned char c = (unsigned char)t->bytes[i];
        if (c == '"' || c == '\\')
            printf("\\%c", c);
        else if (c < ' ')
            printf("\\u%04x", c);
        else
            putchar(c);
    }
    printf("\", ");
}

static void put_tensor(const grn_tensor *t)
{
    unsigned char e[16];
    printf("{\"type\": \"%s\", \"shape\": [", grn_dtype_text(t->dtype));
    for (int32_t d = 0; d < t->rank; d++)
        printf("%s%" PRId64, d ? ", " : "", t->shape[d]);
    printf("], \"hex\": \"");
    for (int64_t i = 0; i < grn_tensor_elements(t); i++) {
        grn_tensor_read(t, i, 1, e);
        for (size_t b = 0; b < grn_dtype_bytes(t->dtype); b++)
            printf("%02x", e[b]);
    }
    printf("\"}");
}

static void put_inputs(const random_case *c)
{
    printf("\"inputs\": [");
    for (size_t i = 0; i < c->ninputs; i++) {
        put_tensor(&c->operand[i].view);
        printf(", ");
    }
    put_tensor(&c->indices.view);
    for (size_t i = 0; c->is_scatter && i < c->ninputs; i++) {
        printf(", ");
        put_tensor(&c->dense[i].view);
    }
    printf("], ");
}

static void put_answer(const grn_results *results)
{
    printf(results ? "\"results\": [" : "\"error\": true}\n");
    for (size_t i = 0; results && i < grn_results_count(results); i++) {
        printf(i ? ", " : "");
        put_tensor(grn_results_tensor(results, i));
    }
    if (results)
        printf("]}\n");
}

/* ---- cases ----------------------------------------------------------------------------------- */

/* Dialects that a program is of before it becomes ONNX's; NULL: StableHLO as it is, with any index
 * rule; OPEN: the same with that of StableHLO and extents that are not known. */
static const char OPEN[] = "open";
static const char *const from[] = {NULL,  "onnx", OPEN,  "torch", NULL,       "tensor",
                                   "tcp", NULL,   "nvl", "ttnn",  "stablehlo"};

typedef struct tally {
    size_t refused[GRN_COUNT(from)];
    notes why[GRN_COUNT(from)];
} tally;

/* ONNX's, and ONNX Runtime's: no complex numbers. */
static bool is_type_of_onnx(grn_dtype dtype)
{
    static const grn_dtype types[] = {GRN_I1,   GRN_I8,   GRN_I16,  GRN_I32, GRN_I64, GRN_UI8, GRN_UI16,
                                      GRN_UI32, GRN_UI64, GRN_BF16, GRN_F16, GRN_F32, GRN_F64};
    for (size_t i = 0; i < GRN_COUNT(types); i++)
        if (types[i] == dtype)
            return true;
    return false;
}

static bool are_types_of_onnx(const random_case *c)
{
    bool all = is_type_of_onnx(c->indices.view.dtype);
    for (size_t i = 0; all && i < c->ninputs; i++)
        all = is_type_of_onnx(c->operand[i].view.dtype);
    return all;
}

/* A promise comes to a clamp, so that what is right is known. */
static random_case without_promise(const random_case *c)
{
    random_case kept = *c;
    grn_bounds *bounds = c->is_scatter ? &kept.scatter.index.bounds : &kept.gather.index.bounds;
    if (*bounds == GRN_BOUNDS_PROMISE)
        *bounds = GRN_BOUNDS_CLAMP;
    return kept;
}

static bool answers_with_error(const random_case *c)
{
    return (c->is_scatter ? c->scatter.index.bounds : c->gather.index.bounds) == GRN_BOUNDS_ERROR;
}

/* Whether a line was written. `own` is the program, `plain` the one that says its index rule by
 * ops: what is right. */
static bool write_case(uint64_t seed, const random_case *c, const text *source, const char *kind, notes *why)
{
    notes none = {0};
    const char *via = kind == OPEN ? NULL : kind;
    bool written = false, strict = !kind && answers_with_error(c);
    grn_module *own = parsed(source, why);
    grn_module *plain = converted(own, "stablehlo", false, why);
    grn_module *first = via ? converted(own, via, false, why) : NULL;
    grn_module *onnx = converted(via ? first : own, "onnx", true, why);
    if (plain && onnx) {
        text before = via ? printed(first) : *source, made = printed(onnx);
        grn_results *results = program_run(plain, c, strict, &none), *lost = NULL;
        written = results || strict;
        if (written && !results)
            lost = program_run(onnx, c, true, &none);
        if (written) {
            printf("{\"seed\": %" PRIu64 ", \"from\": \"%s\", \"lost\": %s, ", seed, kind ? kind : "rule",
                   lost ? "true" : "false");
            put_string("source", &before);
            put_string("onnx", &made);
            put_inputs(c);
            put_answer(results ? results : lost);
        }
        grn_results_destroy(lost);
        grn_results_destroy(results);
        free(made.bytes);
        if (via)
            free(before.bytes);
    }
    grn_module_destroy(onnx);
    grn_module_destroy(first);
    grn_module_destroy(plain);
    grn_module_destroy(own);
    return written;
}

/* An access whose extents are not all known. */
static text open_program(const random_case *c, uint64_t seed)
{
    grn_module *module = program_parse_dynamic(c, seed);
    text t = module ? printed(module) : (text){NULL, 0};
    grn_module_destroy(module);
    return t;
}

/* Ops around an access with a rule of its own, or StableHLO's where another dialect comes between,
 * which may not have it. */
static text closed_program(random_case *c, random_source s, bool has_rule)
{
    const random_case kept = without_promise(c);
    text t = {NULL, 0};
    program p = {.out = open_memstream(&t.bytes, &t.n), .s = s};
    if (!p.out)
        exit(2);
    put_program(&p, &kept, has_rule);
    fclose(p.out);
    return t;
}

static bool one_case(uint64_t seed, size_t which, tally *t)
{
    uint64_t state = seed;
    text source = {NULL, 0};
    random_source s = random_from_seed(&state);
    random_case *c = random_case_create(s, s.next(s.user, 2) == 0);
    bool written = false;
    if (c && are_types_of_onnx(c)) {
        source = from[which] == OPEN ? open_program(c, seed) : closed_program(c, s, !from[which]);
        written = source.bytes && write_case(seed, c, &source, from[which], &t->why[which]);
        t->refused[which] += !written;
        if (!written && getenv("GARNER_SEED"))
            fprintf(stderr, "%s: %s\n%s", from[which] ? from[which] : "rule", t->why[which].first,
                    source.bytes ? source.bytes : "");
    }
    free(source.bytes);
    random_case_destroy(c);
    return written;
}

int main(int argc, char **argv)
{
    tally t = {{0}, {{0}}};
    uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : 100, seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    for (uint64_t done = 0; done < count; seed++)
        done += one_case(seed, seed % GRN_COUNT(from), &t);
    for (size_t i = 0; i < GRN_COUNT(from); i++)
        if (t.refused[i])
            fprintf(stderr, "%s: %zu refused, first: %s\n", from[i] ? from[i] : "rule", t.refused[i], t.why[i].first);
    return 0;
}
