/* python.c - what the languages of Python (numpy, jax, pytorch) have in common: lists, calls, and
 * the ops that depend on shapes, written with a language's phrases. */
#include "dialects/stablehlo/stablehlo.h"
#include "dialects/stablehlo/dot.h"
#include "source/python.h"

const char *const grn_python_reserved[] = {
    "and",     "as",     "assert",     "async",   "await", "break", "class",  "continue", "def",      "del",
    "elif",    "else",   "except",     "finally", "for",   "from",  "global", "if",       "import",   "in",
    "is",      "lambda", "nonlocal",   "not",     "or",    "pass",  "raise",  "return",   "try",      "while",
    "with",    "yield",  "False",      "None",    "True",  "match", "case",   "type", /* words */
    "complex", "float",  "int",        "len",     "map",   "max",   "min",    "range",    "reversed", "slice",
    "tuple",   "zip",    "IndexError", /* functions */
    "math",    "np",     "jnp",        "jax",     "lax",   "torch", "at",     "keep",     "place",    "getattr",
    "valid",   "index",  "dims",       NULL};

/* ---- lists and calls ------------------------------------------------------------------------- */

const char *grn_python_list(grn_source *s, size_t count, const char *const *items)
{
    return grn_source_text(s, "(%s%s)", grn_source_join(s, count, items, ", "), count == 1 ? "," : "");
}

const char *grn_python_several(grn_source *s, size_t count, const char *const *names)
{
    return count ? grn_source_join(s, count, names, ", ") : "None";
}

void grn_python_call(grn_source *s, const grn_op *op)
{
    const char **names = grn_source_texts(s, op->nresults);
    for (size_t i = 0; names && i < op->nresults; i++)
        names[i] = grn_source_result(s, op, i);
    const char *value =
        grn_source_text(s, "%s(%s)", grn_source_function(s, op), grn_source_fill(s, "{all}", op, 0, NULL));
    if (names && op->nresults)
        grn_source_assign(s, grn_source_join(s, op->nresults, names, ", "), value);
    else
        grn_source_line(s, "%s", value);
}

void grn_source_give(grn_source *s, const grn_op *op, const char *text)
{
    grn_source_assign(s, grn_source_result(s, op, 0), text);
}

/* ---- constants and counting ------------------------------------------------------------------ */

static void append_text(grn_source *s, grn_vec *out, const char *text)
{
    size_t n = strlen(text);
    char *to = grn_vec_extend(out, n);
    if (to)
        memcpy(to, text, n);
    else if (n)
        s->status = GRN_E_MEMORY;
}

/* Depth is at most GRN_MAX_RANK. */
static void put_nested(grn_source *s, grn_vec *out, const grn_tensor *t, int32_t d, int64_t offset)
{
    if (d == t->rank) {
        append_text(s, out, grn_source_number(s, t->dtype, grn_tensor_at(t, offset)));
        return;
    }
    append_text(s, out, "[");
    for (int64_t i = 0; i < t->shape[d] && s->status != GRN_E_MEMORY; i++) {
        append_text(s, out, i ? ", " : "");
        put_nested(s, out, t, d + 1, offset + i * t->stride[d]);
    }
    append_text(s, out, "]");
}

static const char *nested(grn_source *s, const grn_tensor *t)
{
    grn_vec out;
    grn_vec_init(&out, s->ir->allocator, 1);
    put_nested(s, &out, t, 0, 0);
    const char *text = out.count ? grn_arena_text(&s->ir->arena, out.items, out.count) : NULL;
    grn_vec_destroy(&out);
    if (!text)
        s->status = GRN_E_MEMORY;
    return text ? text : "";
}

void grn_python_constant(grn_source *s, const grn_op *op)
{
    const grn_attr *value = grn_op_attr(op, "value");
    const grn_type *type = grn_result_type(op, 0);
    if (!value || value->kind != GRN_ATTR_ELEMENTS) {
        grn_source_refuse(s, "has no value");
        return;
    }
    const grn_tensor *t = &value->elements->tensor;
    const char *dtype = grn_source_dtype(s, type->element);
    int64_t n = grn_tensor_elements(t);
    if (type->rank == 0)
        grn_source_give(s, op,
                        grn_source_phrase(s, GRN_PHRASE_SCALAR, grn_source_number(s, t->dtype, t->data), dtype, NULL));
    else if (value->elements->splat || n == 0)
        grn_source_give(s, op,
                        grn_source_phrase(s, GRN_PHRASE_FULL, grn_source_shape(s, type),
                                          n ? grn_source_number(s, t->dtype, t->data) : "0", dtype));
    else
        grn_source_give(s, op, grn_source_phrase(s, GRN_PHRASE_ARRAY, nested(s, t), dtype, NULL));
}

/* "[:, None]": `behind` dims more. */
const char *grn_python_before(grn_source *s, const char *text, int32_t behind)
{
    const char *none[GRN_MAX_RANK + 1] = {":"};
    for (int32_t d = 1; d <= behind; d++)
        none[d] = "None";
    return behind ? grn_source_text(s, "%s[%s]", text, grn_source_join(s, (size_t)behind + 1, none, ", ")) : text;
}

void grn_python_iota(grn_source *s, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    int32_t dim = (int32_t)grn_op_integer(op, "iota_dimension", 0);
    const char *shape = grn_source_shape(s, t);
    const char *count = grn_source_phrase(s, GRN_PHRASE_ARANGE, grn_source_integer(s, t->shape[dim]), NULL, NULL);
    if (t->element->dtype != GRN_I64)
        count = grn_source_phrase(s, GRN_PHRASE_CAST, count, grn_source_dtype(s, t->element), NULL);
    if (t->rank > 1)
        count = grn_source_phrase(s, GRN_PHRASE_BROADCAST, grn_python_before(s, count, t->rank - 1 - dim), shape, NULL);
    grn_source_give(s, op, count);
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static bool ascend(size_t n, const int64_t *v)
{
    for (size_t i = 1; i < n; i++)
        if (v[i] < v[i - 1])
            return false;
    return true;
}

/* The dims of the operand in the order in which the result has them. */
static const char *in_order(grn_source *s, const char *text, size_t n, const int64_t *dims)
{
    int64_t order[GRN_MAX_RANK];
    if (ascend(n, dims))
        return text;
    for (size_t i = 0; i < n; i++) {
        size_t place = 0;
        for (size_t j = 0; j < n; j++)
            place += dims[j] < dims[i];
        order[place] = (int64_t)i;
    }
    return grn_source_phrase(s, GRN_PHRASE_TRANSPOSE, text, grn_source_list(s, n, order), NULL);
}

void grn_python_broadcast(grn_source *s, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    const char *text = grn_source_operand(s, op, 0), *items[GRN_MAX_RANK];
    size_t n = 0, count = 0;
    const int64_t *dims = NULL;
    (void)grn_op_dims(op, "broadcast_dimensions", &n, &dims);
    text = in_order(s, text, n, dims);
    for (int64_t d = 0; d < t->rank; d++) {
        bool from = false;
        for (size_t i = 0; i < n; i++)
            from |= dims[i] == d;
        if (from || count)
            items[count++] = from ? ":" : "None";
    }
    if (count > n)
        text = grn_source_text(s, "%s[%s]", text, grn_source_join(s, count, items, ", "));
    grn_source_give(s, op, grn_source_phrase(s, GRN_PHRASE_BROADCAST, text, grn_source_shape(s, t), NULL));
}

void grn_python_slice(grn_source *s, const grn_op *op)
{
    size_t n = 0;
    const int64_t *start = NULL, *limit = NULL, *stride = NULL;
    const char *items[GRN_MAX_RANK];
    (void)(grn_op_dims(op, "start_indices", &n, &start) && grn_op_dims(op, "limit_indices", &n, &limit) &&
           grn_op_dims(op, "strides", &n, &stride));
    for (size_t d = 0; d < n; d++) {
        bool whole = start[d] == 0 && limit[d] == grn_operand_type(op, 0)->shape[d] && stride[d] == 1;
        const char *step = stride[d] == 1 ? "" : grn_source_text(s, ":%s", grn_source_integer(s, stride[d]));
        items[d] = whole ? ":"
                         : grn_source_text(s, "%s:%s%s", grn_source_integer(s, start[d]),
                                           grn_source_integer(s, limit[d]), step);
    }
    const char *x = grn_source_operand(s, op, 0);
    grn_source_give(s, op, n ? grn_source_text(s, "%s[%s]", x, grn_source_join(s, n, items, ", ")) : x);
}

/* Lines that name the starts, held to the range, and the windows: "start0:start0 + 2". */
static const char *window_at(grn_source *s, const grn_op *op, size_t first, const grn_type *window)
{
    const char *items[GRN_MAX_RANK];
    int32_t rank = window->rank;
    for (int32_t d = 0; d < rank; d++) {
        const char *name = grn_source_text(s, "start%d", (int)d), *n = grn_source_integer(s, window->shape[d]);
        grn_source_assign(s, name,
                          grn_source_text(s, "min(max(int(%s), 0), %s - %s)",
                                          grn_source_operand(s, op, first + (size_t)d),
                                          grn_source_extent(s, op->operands[0], d), n));
        items[d] = grn_source_text(s, "%s:%s + %s", name, name, n);
    }
    return rank ? grn_source_join(s, (size_t)rank, items, ", ") : "...";
}

void grn_python_dynamic_slice(grn_source *s, const grn_op *op)
{
    const grn_type *t = grn_result_type(op, 0);
    if (!grn_type_has_static_shape(t)) {
        grn_source_refuse(s, "has a result of a shape that is not known");
        return;
    }
    const char *window = window_at(s, op, 1, t);
    grn_source_give(s, op, grn_source_text(s, "%s[%s]", grn_source_operand(s, op, 0), window));
}

void grn_python_dynamic_update_slice(grn_source *s, const grn_op *op)
{
    const grn_type *t = grn_operand_type(op, 1);
    if (!grn_type_has_static_shape(t)) {
        grn_source_refuse(s, "has an update of a shape that is not known");
        return;
    }
    const char *window = window_at(s, op, 2, t);
    grn_source_give(s, op, grn_source_phrase(s, GRN_PHRASE_COPY, grn_source_operand(s, op, 0), NULL, NULL));
    grn_source_line(s, "%s[%s] = %s", grn_source_result(s, op, 0), window, grn_source_operand(s, op, 1));
}

/* ---- elements -------------------------------------------------------------------------------- */

void grn_python_compare(grn_source *s, const grn_op *op)
{
    static const char *const signs[] = {[GRN_COMPARE_EQ] = "==", [GRN_COMPARE_NE] = "!=", [GRN_COMPARE_GE] = ">=",
                                        [GRN_COMPARE_GT] = ">",  [GRN_COMPARE_LE] = "<=", [GRN_COMPARE_LT] = "<"};
    const grn_attr *direction = grn_op_attr(op, "comparison_direction"), *type = grn_op_attr(op, "compare_type");
    unsigned elements = grn_source_elements_of(grn_operand_type(op, 0)->element);
    int32_t sign = direction->enumeration.value;
    if ((elements & GRN_SOURCE_FLOAT) && type && type->enumeration.value == GRN_COMPARE_TOTALORDER)
        grn_source_refuse(s, "compares by total order");
    else if (elements == GRN_SOURCE_COMPLEX && sign != GRN_COMPARE_EQ && sign != GRN_COMPARE_NE)
        grn_source_refuse(s, "orders complex numbers");
    else
        grn_source_give(
            s, op,
            grn_source_text(s, "%s %s %s", grn_source_operand(s, op, 0), signs[sign], grn_source_operand(s, op, 1)));
}

/* A language that narrows by way of f32 would round twice. */
static bool rounds_twice(const grn_source *s, unsigned from, unsigned bits, grn_dtype to)
{
    return s->language->narrows_by_f32 && grn_dtype_bytes(to) == 2 &&
           (from == GRN_SOURCE_F64 || (to == GRN_BF16 && (from & GRN_SOURCE_INTEGER) && bits > 16));
}

void grn_python_convert(grn_source *s, const grn_op *op)
{
    const grn_type *source = grn_operand_type(op, 0)->element, *target = grn_result_type(op, 0)->element;
    unsigned from = grn_source_elements_of(source), to = grn_source_elements_of(target);
    const char *text = grn_source_operand(s, op, 0), *dtype = grn_source_dtype(s, target);
    if (from == GRN_SOURCE_COMPLEX && to != from) {
        text = grn_source_text(s, "%s.real", text);
        from = source->dtype == GRN_C64 ? GRN_SOURCE_F32 : GRN_SOURCE_F64;
    }
    if ((to & GRN_SOURCE_FLOAT) && rounds_twice(s, from, grn_dtype_bits(source->dtype), target->dtype))
        grn_source_refuse(s, "would be rounded twice on the way to %s", grn_dtype_text(target->dtype));
    else if (to == GRN_SOURCE_I1)
        grn_source_give(s, op, grn_source_text(s, "%s != 0", text));
    else if ((from & GRN_SOURCE_FLOAT) && (to & GRN_SOURCE_INTEGER))
        grn_source_give(s, op,
                        grn_source_fill(s, "{@float_to_int}({0}, {1})", NULL, 2, (const char *const[]){text, dtype}));
    else
        grn_source_give(s, op, grn_source_phrase(s, GRN_PHRASE_CAST, text, dtype, NULL));
}

/* ---- sums ------------------------------------------------------------------------------------ */

/* How two arrays are combined, as a function. */
static const struct {
    grn_combiner combiner;
    unsigned elements;
    const char *text;
} combiners[] = {
    {GRN_COMBINE_REPLACE, GRN_SOURCE_ANY, "lambda a, b: b"},    {GRN_COMBINE_ADD, GRN_SOURCE_I1, "lambda a, b: a | b"},
    {GRN_COMBINE_ADD, GRN_SOURCE_NUMBER, "lambda a, b: a + b"}, {GRN_COMBINE_MUL, GRN_SOURCE_I1, "lambda a, b: a & b"},
    {GRN_COMBINE_MUL, GRN_SOURCE_REAL, "lambda a, b: a * b"},   {GRN_COMBINE_MUL, GRN_SOURCE_COMPLEX, "{@multiply}"},
    {GRN_COMBINE_MIN, GRN_SOURCE_I1, "lambda a, b: a & b"},     {GRN_COMBINE_MIN, GRN_SOURCE_INTEGER, "{m}.minimum"},
    {GRN_COMBINE_MIN, GRN_SOURCE_FLOAT, "{@minimum}"},          {GRN_COMBINE_MAX, GRN_SOURCE_I1, "lambda a, b: a | b"},
    {GRN_COMBINE_MAX, GRN_SOURCE_INTEGER, "{m}.maximum"},       {GRN_COMBINE_MAX, GRN_SOURCE_FLOAT, "{@maximum}"},
    {GRN_COMBINE_AND, GRN_SOURCE_ANY, "lambda a, b: a & b"},    {GRN_COMBINE_OR, GRN_SOURCE_ANY, "lambda a, b: a | b"},
    {GRN_COMBINE_XOR, GRN_SOURCE_ANY, "lambda a, b: a ^ b"},
};

const char *grn_python_combiner(grn_source *s, grn_combiner combiner, const grn_type *element)
{
    unsigned elements = grn_source_elements_of(element);
    for (size_t i = 0; i < GRN_COUNT(combiners); i++)
        if (combiners[i].combiner == combiner && (combiners[i].elements & elements))
            return grn_source_fill(s, combiners[i].text, NULL, 0, NULL);
    if (combiner == GRN_COMBINE_REGION)
        grn_source_refuse(s, "has a region that is no single known combiner");
    else
        grn_source_refuse(s, "combines elements of type %s by %s", grn_dtype_text(element->dtype),
                          grn_combiner_text(combiner));
    return NULL;
}

void grn_python_reduce(grn_source *s, const grn_op *op)
{
    size_t n = op->noperands / 2;
    grn_combiner combiner = grn_stablehlo_combiner(&op->regions[0]);
    for (size_t i = 0; i < n; i++) {
        bool promotes = grn_result_type(op, i)->element != grn_operand_type(op, i)->element;
        const char *by =
            grn_python_combiner(s, promotes ? GRN_COMBINE_REGION : combiner, grn_operand_type(op, i)->element);
        if (!by)
            return;
        grn_source_assign(
            s, grn_source_result(s, op, i),
            grn_source_fill(s, "{@reduce}({0}, {1}, {2}, {3})", NULL, 4,
                            (const char *const[]){by, grn_source_operand(s, op, i), grn_source_operand(s, op, n + i),
                                                  grn_source_fill(s, "{attr:dimensions}", op, 0, NULL)}));
    }
}

/* A letter for each dim: of lhs, of rhs, and of the products, whose summed dims come first. */
typedef struct letters {
    char lhs[GRN_MAX_RANK + 1], rhs[GRN_MAX_RANK + 1], out[2 * GRN_MAX_RANK + 1];
    size_t n; /* of out */
    char next;
} letters;

static void pair(letters *l, const grn_field *a, const grn_field *b)
{
    for (size_t i = 0; i < a->count; i++)
        l->out[l->n++] = l->lhs[a->v[i]] = l->rhs[b->v[i]] = l->next++;
}

static void rest(letters *l, char *side, int32_t rank)
{
    for (int32_t d = 0; d < rank; d++)
        if (!side[d])
            l->out[l->n++] = side[d] = l->next++;
}

/* Every product by einsum, which rounds each once; then their sum, one after the other. */
void grn_python_dot(grn_source *s, const grn_op *op)
{
    const grn_type *a = grn_operand_type(op, 0), *b = grn_operand_type(op, 1), *t = grn_result_type(op, 0);
    grn_dot_dims d = grn_hlo_dot_dims(op);
    letters l = {.next = 'a'};
    if (a->element != t->element || b->element != t->element || a->rank + b->rank > 26) {
        grn_source_refuse(s, "has operands of another element type than the result's, or too many dimensions");
        return;
    }
    pair(&l, &d.lhs_contract, &d.rhs_contract);
    pair(&l, &d.lhs_batch, &d.rhs_batch);
    rest(&l, l.lhs, a->rank);
    rest(&l, l.rhs, b->rank);
    int64_t summed[GRN_MAX_RANK];
    for (size_t i = 0; i < d.lhs_contract.count; i++)
        summed[i] = (int64_t)i;
    const char *products = grn_source_text(s, "%s.einsum(\"%s,%s->%s\", %s, %s)", s->language->module, l.lhs, l.rhs,
                                           l.out, grn_source_operand(s, op, 0), grn_source_operand(s, op, 1));
    const char *by = grn_python_combiner(s, GRN_COMBINE_ADD, t->element);
    const char *zero = grn_source_phrase(s, GRN_PHRASE_SCALAR, "0", grn_source_dtype(s, t->element), NULL);
    const char *args[] = {by, products, zero, grn_source_list(s, d.lhs_contract.count, summed)};
    if (by)
        grn_source_give(s, op, grn_source_fill(s, "{@reduce}({0}, {1}, {2}, {3})", NULL, 4, args));
}

/* ---- rows ------------------------------------------------------------------------------------ */

/* An i1 has a byte in these languages, and is one bit in the program. */
static void write_bitcast(grn_source *s, const grn_op *op)
{
    const grn_type *result = grn_result_type(op, 0);
    const unsigned elements = grn_source_elements_of(result->element);
    if (!(elements & GRN_SOURCE_REAL)) {
        grn_source_refuse(s, "gives elements that are no whole bytes of numbers");
        return;
    }
    const char *args[] = {grn_source_operand(s, op, 0)};
    grn_source_assign(s, grn_source_result(s, op, 0),
                      grn_source_fill(s, "{@bitcast}({0}, {shape}, {dtype})", op, 1, args));
}

const grn_source_row *const grn_python_rows[GRN_OPS] = {
    GRN_SOURCE_ROWS(GRN_HLO(constant), {GRN_SOURCE_ANY, NULL, grn_python_constant}),
    GRN_SOURCE_ROWS(GRN_HLO(iota), {GRN_SOURCE_ANY, NULL, grn_python_iota}),
    GRN_SOURCE_ROWS(GRN_HLO(reshape), {GRN_SOURCE_ANY, "{0}.reshape({shape})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(broadcast_in_dim), {GRN_SOURCE_ANY, NULL, grn_python_broadcast}),
    GRN_SOURCE_ROWS(GRN_HLO(slice), {GRN_SOURCE_ANY, NULL, grn_python_slice}),
    GRN_SOURCE_ROWS(GRN_HLO(reduce), {GRN_SOURCE_ANY, NULL, grn_python_reduce}),
    GRN_SOURCE_ROWS(GRN_HLO(dot_general), {GRN_SOURCE_ANY, NULL, grn_python_dot}),
    GRN_SOURCE_ROWS(GRN_HLO(compare), {GRN_SOURCE_ANY, NULL, grn_python_compare}),
    GRN_SOURCE_ROWS(GRN_HLO(convert), {GRN_SOURCE_ANY, NULL, grn_python_convert}),
    GRN_SOURCE_ROWS(GRN_HLO(select), {GRN_SOURCE_ANY, "{m}.where({0}, {1}, {2})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(add), {GRN_SOURCE_I1, "{0} | {1}", NULL}, {GRN_SOURCE_NUMBER, "{0} + {1}", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(subtract), {GRN_SOURCE_NUMBER, "{0} - {1}", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(multiply), {GRN_SOURCE_I1, "{0} & {1}", NULL}, {GRN_SOURCE_REAL, "{0} * {1}", NULL},
                    {GRN_SOURCE_COMPLEX, "{@multiply}({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(divide), {GRN_SOURCE_INTEGER, "{@divide}({0}, {1})", NULL},
                    {GRN_SOURCE_FLOAT, "{0} / {1}", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(remainder), {GRN_SOURCE_INTEGER, "{@remainder}({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(minimum), {GRN_SOURCE_I1, "{0} & {1}", NULL},
                    {GRN_SOURCE_INTEGER, "{m}.minimum({0}, {1})", NULL},
                    {GRN_SOURCE_FLOAT, "{@minimum}({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(maximum), {GRN_SOURCE_I1, "{0} | {1}", NULL},
                    {GRN_SOURCE_INTEGER, "{m}.maximum({0}, {1})", NULL},
                    {GRN_SOURCE_FLOAT, "{@maximum}({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(clamp), {GRN_SOURCE_I1, "({1} | {0}) & {2}", NULL},
                    {GRN_SOURCE_INTEGER, "{m}.minimum({m}.maximum({1}, {0}), {2})", NULL},
                    {GRN_SOURCE_FLOAT, "{@minimum}({@maximum}({1}, {0}), {2})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(negate), {GRN_SOURCE_NUMBER, "-{0}", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(abs), {GRN_SOURCE_REAL, "{m}.abs({0})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(sign), {GRN_SOURCE_INTEGER, "{m}.sign({0})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(power), {GRN_SOURCE_INTEGER, "{@power}({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(is_finite), {GRN_SOURCE_FLOAT, "{m}.isfinite({0})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(round_nearest_afz), {GRN_SOURCE_FLOAT, "{@round_away}({0})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(shift_left), {GRN_SOURCE_INTEGER, "{@shift_left}({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(shift_right_logical), {GRN_SOURCE_INTEGER, "{@shift_right_logical}({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(shift_right_arithmetic), {GRN_SOURCE_SIGNED, "{@shift_right_arithmetic}({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(bitcast_convert), {GRN_SOURCE_REAL, NULL, write_bitcast}),
    GRN_SOURCE_ROWS(GRN_HLO(real), {GRN_SOURCE_COMPLEX, "{0}.real", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(imag), {GRN_SOURCE_COMPLEX, "{0}.imag", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(and), {GRN_SOURCE_ANY, "{0} & {1}", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(or), {GRN_SOURCE_ANY, "{0} | {1}", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(xor), {GRN_SOURCE_ANY, "{0} ^ {1}", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(not ), {GRN_SOURCE_ANY, "~{0}", NULL}),
};
