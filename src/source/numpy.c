/* numpy.c - numpy: its row, its ops, its helpers. Functions take and return arrays of the declared
 * element types. */
#include "source/python.h"

/* ---- scatters: by ufunc.at, which takes one update after the other --------------------------- */

static const struct {
    grn_combiner combiner;
    unsigned elements;
    const char *text; /* {0} the result, {1} where, {2} the updates */
} updates[] = {
    {GRN_COMBINE_REPLACE, GRN_SOURCE_ANY, "{0}[{1}] = {2}"},
    {GRN_COMBINE_ADD, GRN_SOURCE_I1, "np.logical_or.at({0}, {1}, {2})"},
    {GRN_COMBINE_ADD, GRN_SOURCE_NUMBER, "np.add.at({0}, {1}, {2})"},
    {GRN_COMBINE_MUL, GRN_SOURCE_I1, "np.logical_and.at({0}, {1}, {2})"},
    {GRN_COMBINE_MUL, GRN_SOURCE_REAL, "np.multiply.at({0}, {1}, {2})"},
    {GRN_COMBINE_MIN, GRN_SOURCE_I1, "np.logical_and.at({0}, {1}, {2})"},
    {GRN_COMBINE_MIN, GRN_SOURCE_INTEGER, "np.minimum.at({0}, {1}, {2})"},
    {GRN_COMBINE_MIN, GRN_SOURCE_FLOAT, "{@minimum_at}({0}, {1}, {2})"},
    {GRN_COMBINE_MAX, GRN_SOURCE_I1, "np.logical_or.at({0}, {1}, {2})"},
    {GRN_COMBINE_MAX, GRN_SOURCE_INTEGER, "np.maximum.at({0}, {1}, {2})"},
    {GRN_COMBINE_MAX, GRN_SOURCE_FLOAT, "{@maximum_at}({0}, {1}, {2})"},
    {GRN_COMBINE_AND, GRN_SOURCE_ANY, "np.bitwise_and.at({0}, {1}, {2})"},
    {GRN_COMBINE_OR, GRN_SOURCE_ANY, "np.bitwise_or.at({0}, {1}, {2})"},
    {GRN_COMBINE_XOR, GRN_SOURCE_ANY, "np.bitwise_xor.at({0}, {1}, {2})"},
};

/* NULL, after a refusal. */
static const char *update_text(grn_source *s, grn_combiner combiner, const grn_type *element)
{
    for (size_t i = 0; i < GRN_COUNT(updates); i++)
        if (updates[i].combiner == combiner && (updates[i].elements & grn_source_elements_of(element)))
            return updates[i].text;
    (void)grn_python_combiner(s, GRN_COMBINE_REGION, element);
    return NULL;
}

/* Input i, copied, with updates `taken` of its own ("[keep]") put where `where` says. */
static void write_input(grn_source *s, const grn_op *op, const grn_hub *a, size_t i, const char *where,
                        const char *taken)
{
    const char *name = grn_source_result(s, op, i), *update = grn_source_name(s, a->updates[i]);
    const char *text = update_text(s, a->combiner, a->operands[i]->type->element);
    bool single = a->map.operand_rank == 0; /* an element without dims cannot be indexed by a list of places */
    if (!text)
        return;
    const char *copy = grn_source_phrase(s, GRN_PHRASE_COPY, grn_source_name(s, a->operands[i]), NULL, NULL);
    grn_source_assign(s, name, single ? grn_source_text(s, "%s.reshape(1)", copy) : copy);
    const char *args[] = {name, where, grn_source_text(s, "%s%s", update, taken)};
    grn_source_line(s, "%s", grn_source_fill(s, text, NULL, 3, args));
    if (single)
        grn_source_assign(s, name, grn_source_text(s, "%s.reshape(())", name));
}

/* Whole rows along `axis`, by a list of row numbers: those of one column come in the order of the
 * list. */
static void scatter_rows(grn_source *s, const grn_op *op, const grn_hub *a, int32_t axis, const char *const *start)
{
    const char *where = start[axis], *colons = "", *taken = "";
    for (int32_t d = 0; d < axis; d++)
        colons = grn_source_text(s, "%s:, ", colons);
    if (grn_python_leaves_out(a)) {
        grn_source_assign(s, "keep", grn_python_windows_in_range(s, a, start));
        where = grn_source_text(s, "%s[keep]", where);
        taken = grn_source_text(s, "[%skeep]", colons);
    }
    where = axis ? grn_source_text(s, "np.s_[%s%s]", colons, where) : where;
    for (size_t i = 0; i < a->ninputs; i++)
        write_input(s, op, a, i, where, taken);
}

/* Every element of the updates by itself, as lists in row-major order. */
static void scatter_elements(grn_source *s, const grn_op *op, const grn_hub *a, const char *const *start)
{
    const char *place[GRN_MAX_RANK];
    const char *shape = grn_source_text(s, "%s.shape", grn_source_name(s, a->updates[0]));
    grn_python_places(s, a, start, place);
    const char *keep = grn_python_kept(s, a, start, place), *taken = keep ? "[keep]" : ".ravel()";
    if (keep)
        grn_source_assign(s, "keep", grn_source_phrase(s, GRN_PHRASE_BROADCAST, keep, shape, NULL));
    if (a->map.operand_rank == 0)
        place[0] = "0";
    const char *list = grn_python_list(s, a->map.operand_rank ? (size_t)a->map.operand_rank : 1, place);
    grn_source_assign(s, "at", grn_source_text(s, "tuple(np.broadcast_to(p, %s)%s for p in %s)", shape, taken, list));
    for (size_t i = 0; i < a->ninputs; i++)
        write_input(s, op, a, i, "at", taken);
}

static void write_scatter(grn_source *s, const grn_op *op)
{
    grn_hub a;
    const char *start[GRN_MAX_RANK];
    if (!grn_source_read_access(s, op, &a))
        return;
    int32_t axis = grn_source_rows_axis(&a);
    grn_python_starts(s, &a, start);
    if (grn_python_has_nothing(&a))
        grn_python_scatter_nothing(s, op, &a);
    else if (axis >= 0 && grn_access_batch_rank(&a.map) == 1)
        scatter_rows(s, op, &a, axis, start);
    else
        scatter_elements(s, op, &a, start);
}

/* ---- the language ---------------------------------------------------------------------------- */

/* Functions of real numbers: as garner has them, in double and rounded once (f16: by way of
 * f32). */
#define MATH(op, before, after)                                                                     \
    GRN_SOURCE_ROWS(                                                                                \
        GRN_HLO(op), {GRN_SOURCE_F64, before "{0}" after, NULL},                                    \
        {GRN_SOURCE_F32, "(" before "{0}.astype({m}.float64)" after ").astype({m}.float32)", NULL}, \
        {GRN_SOURCE_F16, "(" before "{0}.astype({m}.float64)" after ").astype({m}.float32).astype({dtype})", NULL})

const grn_source_row *const grn_numpy_rows[GRN_OPS] = {
    GRN_SOURCE_ROWS(GRN_HLO(transpose), {GRN_SOURCE_ANY, "{m}.transpose({0}, {attr:permutation})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(concatenate), {GRN_SOURCE_ANY, "{m}.concatenate(({all},), axis={attr:dimension})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(sign), {GRN_SOURCE_FLOAT, "{m}.where({0} == 0, {0}, {m}.sign({0}))", NULL}),
    MATH(exponential, "{m}.exp(", ")"),
    MATH(log, "{m}.log(", ")"),
    MATH(tanh, "{m}.tanh(", ")"),
    MATH(sine, "{m}.sin(", ")"),
    MATH(cosine, "{m}.cos(", ")"),
    MATH(rsqrt, "1 / {m}.sqrt(", ")"),
    MATH(exponential_minus_one, "{m}.expm1(", ")"),
    MATH(log_plus_one, "{m}.log1p(", ")"),
    MATH(logistic, "1 / (1 + {m}.exp(-", "))"),
    MATH(tan, "{m}.tan(", ")"),
    GRN_SOURCE_ROWS(
        GRN_HLO(atan2), {GRN_SOURCE_F64, "{m}.arctan2({0}, {1})", NULL},
        {GRN_SOURCE_F32, "{m}.arctan2({0}.astype({m}.float64), {1}.astype({m}.float64)).astype({m}.float32)", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(sqrt), {GRN_SOURCE_FLOAT, "{m}.sqrt({0})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(floor), {GRN_SOURCE_FLOAT, "{m}.floor({0})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(ceil), {GRN_SOURCE_FLOAT, "{m}.ceil({0})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(round_nearest_even), {GRN_SOURCE_FLOAT, "{m}.rint({0})", NULL}),
};

static const grn_source_row *const rows[GRN_OPS] = {
    GRN_SOURCE_ROWS(GRN_HLO(complex), {GRN_SOURCE_FLOAT, "{@from_parts}({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(pad),
                    {GRN_SOURCE_ANY,
                     "{@pad}({0}, {1}, {attr:edge_padding_low}, {attr:edge_padding_high}, {attr:interior_padding})",
                     NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(reverse), {GRN_SOURCE_ANY, "np.flip({0}, {attr:dimensions})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(dynamic_slice), {GRN_SOURCE_ANY, NULL, grn_python_dynamic_slice}),
    GRN_SOURCE_ROWS(GRN_HLO(dynamic_update_slice), {GRN_SOURCE_ANY, NULL, grn_python_dynamic_update_slice}),
    GRN_SOURCE_ROWS(GRN_OP(garner, gather), {GRN_SOURCE_ANY, NULL, grn_python_gather}),
    GRN_SOURCE_ROWS(GRN_OP(garner, scatter), {GRN_SOURCE_ANY, NULL, write_scatter}),
    GRN_SOURCE_ROWS(GRN_HLO(remainder), {GRN_SOURCE_FLOAT, "np.fmod({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(
        GRN_HLO(power), {GRN_SOURCE_F64, "np.power({0}, {1})", NULL},
        {GRN_SOURCE_F32, "np.power({0}.astype(np.float64), {1}.astype(np.float64)).astype(np.float32)", NULL}),
};

static const grn_source_helper helpers[] = {
    {"round_away", "def round_away(x):\n"
                   "    \"\"\"x to the nearest whole number, and halves away from zero.\"\"\"\n"
                   "    whole = np.floor(np.abs(x))\n"
                   "    return np.copysign(whole + (np.abs(x) - whole >= 0.5).astype(x.dtype), x)\n"},
    {"shift_left", "def shift_left(x, by):\n"
                   "    \"\"\"The bits of x moved up; 0 where there are no more than by of them.\"\"\"\n"
                   "    fits = (by >= 0) & (by < 8 * x.dtype.itemsize)\n"
                   "    return np.where(fits, x << np.where(fits, by, np.zeros_like(by)), np.zeros_like(x))\n"},
    {"shift_right_logical",
     "def shift_right_logical(x, by):\n"
     "    \"\"\"The bits of x moved down, zeros behind them; 0 where there are no more than by of them.\"\"\"\n"
     "    fits, bits = (by >= 0) & (by < 8 * x.dtype.itemsize), f\"u{x.dtype.itemsize}\"\n"
     "    r = x.view(bits) >> np.where(fits, by, np.zeros_like(by)).view(bits)\n"
     "    return np.where(fits, r, np.zeros_like(r)).view(x.dtype)\n"},
    {"shift_right_arithmetic", "def shift_right_arithmetic(x, by):\n"
                               "    \"\"\"The bits of x moved down, copies of the sign behind them.\"\"\"\n"
                               "    most = 8 * x.dtype.itemsize - 1\n"
                               "    return x >> np.where((by >= 0) & (by <= most), by, np.full_like(by, most))\n"},
    {"bitcast", "def bitcast(x, shape, dtype):\n"
                "    \"\"\"The bytes of x as elements of another type.\"\"\"\n"
                "    return np.array(x).reshape(-1).view(dtype).reshape(shape)\n"},
    {"from_parts", "def from_parts(real, imag):\n"
                   "    \"\"\"The complex numbers of these parts.\"\"\"\n"
                   "    r = np.empty(real.shape, np.result_type(real.dtype, np.complex64))\n"
                   "    r.real, r.imag = real, imag\n"
                   "    return r\n"},
    {"minimum", "def minimum(a, b):\n"
                "    \"\"\"The lesser of two; NaN wins, and -0.0 is below 0.0.\"\"\"\n"
                "    return np.where(a == b, np.where(np.signbit(a), a, b), np.minimum(a, b))\n"},
    {"maximum", "def maximum(a, b):\n"
                "    \"\"\"The greater of two; NaN wins, and 0.0 is above -0.0.\"\"\"\n"
                "    return np.where(a == b, np.where(np.signbit(a), b, a), np.maximum(a, b))\n"},
    {"minimum_at", "def minimum_at(r, at, updates):\n"
                   "    \"\"\"r[at] = minimum(r[at], updates), where a place may come more than once.\"\"\"\n"
                   "    negative = np.signbit(r)  # of the zeros that meet in one place, a -0.0 is the least\n"
                   "    np.logical_or.at(negative, at, np.signbit(updates))\n"
                   "    np.minimum.at(r, at, updates)\n"
                   "    r[(r == 0) & negative] = -0.0\n"
                   "    r[(r == 0) & ~negative] = 0.0\n"},
    {"maximum_at", "def maximum_at(r, at, updates):\n"
                   "    \"\"\"r[at] = maximum(r[at], updates), where a place may come more than once.\"\"\"\n"
                   "    positive = ~np.signbit(r)  # of the zeros that meet in one place, a 0.0 is the greatest\n"
                   "    np.logical_or.at(positive, at, ~np.signbit(updates))\n"
                   "    np.maximum.at(r, at, updates)\n"
                   "    r[(r == 0) & positive] = 0.0\n"
                   "    r[(r == 0) & ~positive] = -0.0\n"},
    {"multiply", "def multiply(a, b):\n"
                 "    \"\"\"The product of complex numbers, by parts.\"\"\"\n"
                 "    r = np.empty(np.broadcast(a, b).shape, a.dtype)\n"
                 "    r.real = a.real * b.real - a.imag * b.imag\n"
                 "    r.imag = a.real * b.imag + a.imag * b.real\n"
                 "    return r\n"},
    {"divide", "def divide(a, b):\n"
               "    \"\"\"The quotient of integers, cut towards zero; all bits are ones where b is 0.\"\"\"\n"
               "    by = np.where((b == 0) | (b == -1), np.ones_like(b), b)\n"
               "    q = a // by\n"
               "    q = q + ((a % by != 0) & ((a < 0) != (by < 0)))\n"
               "    return np.where(b == 0, ~np.zeros_like(a), np.where(b == -1, -a, q))\n"},
    {"remainder", "def remainder(a, b):\n"
                  "    \"\"\"What division towards zero leaves, with the sign of a; a itself where b is 0.\"\"\"\n"
                  "    by = np.where((b == 0) | (b == -1), np.ones_like(b), b)\n"
                  "    return np.where(b == 0, a, np.fmod(a, by))\n"},
    {"power", "def power(a, b):\n"
              "    \"\"\"Integer powers, which wrap; a negative one is 0 unless a is 1 or -1.\"\"\"\n"
              "    r = np.power(a, np.where(b < 0, np.zeros_like(b), b))\n"
              "    odd = np.where(b & 1 != 0, a, a * a)\n"
              "    return np.where(b < 0, np.where((a == 1) | (a == -1), odd, np.zeros_like(a)), r)\n"},
    {"float_to_int", "def float_to_int(x, dtype):\n"
                     "    \"\"\"x cut towards zero and held to the range of dtype; NaN becomes 0.\"\"\"\n"
                     "    x, info = np.trunc(x.astype(np.float64)), np.iinfo(dtype)\n"
                     "    low, high = x <= float(info.min), x >= float(info.max)\n"
                     "    r = np.where(low | high | np.isnan(x), 0, x).astype(dtype)\n"
                     "    return np.where(low, dtype(info.min), np.where(high, dtype(info.max), r))\n"},
    {"pad",
     "def pad(x, value, low, high, interior):\n"
     "    \"\"\"x between low and high values, interior ones between neighbours; negative numbers cut off.\"\"\"\n"
     "    inner = [n + max(n - 1, 0) * i for n, i in zip(x.shape, interior)]\n"
     "    size = [max(l, 0) + n + max(h, 0) for l, n, h in zip(low, inner, high)]\n"
     "    r = np.full(size, value, x.dtype)\n"
     "    r[tuple(slice(max(l, 0), max(l, 0) + n, i + 1) for l, n, i in zip(low, inner, interior))] = x\n"
     "    return r[tuple(slice(max(-l, 0), max(n - max(-h, 0), 0)) for l, n, h in zip(low, size, high))]\n"},
    {"reduce", "def reduce(combine, x, init, dims):\n"
               "    \"\"\"init combined with the elements along dims, one after the other in row-major order.\"\"\"\n"
               "    dims = sorted(dims)\n"
               "    x = np.transpose(x, dims + [d for d in range(x.ndim) if d not in dims])\n"
               "    r = np.broadcast_to(init, x.shape[len(dims):])\n"
               "    for i in np.ndindex(x.shape[:len(dims)]):\n"
               "        r = combine(r, x[i])\n"
               "    return r\n"},
    {NULL, NULL},
};

static const grn_source_type types[] = {
    {GRN_I1, "np.bool_"},    {GRN_I8, "np.int8"},       {GRN_I16, "np.int16"},       {GRN_I32, "np.int32"},
    {GRN_I64, "np.int64"},   {GRN_INDEX, "np.int64"},   {GRN_UI8, "np.uint8"},       {GRN_UI16, "np.uint16"},
    {GRN_UI32, "np.uint32"}, {GRN_UI64, "np.uint64"},   {GRN_F16, "np.float16"},     {GRN_F32, "np.float32"},
    {GRN_F64, "np.float64"}, {GRN_C64, "np.complex64"}, {GRN_C128, "np.complex128"}, {GRN_NO_DTYPE, NULL},
};

const grn_source_language grn_source_numpy = {
    .name = "numpy",
    .title = "numpy",
    .header = "import numpy as np\n",
    .module = "np",
    .comment = "#",
    .begin = "@np.errstate(all=\"ignore\")\ndef {0}({1}):\n",
    .end = "",
    .assign = "{0} = {1}",
    .give = "return {0}",
    .yes = "True",
    .no = "False",
    .empty = "{m}.zeros({shape}, dtype={dtype})",
    .reserved = grn_python_reserved,
    .types = types,
    .rows = {rows, grn_numpy_rows, grn_python_rows},
    .helpers = helpers,
    .phrase = {[GRN_PHRASE_WHERE] = "np.where({0}, {1}, {2})",
               [GRN_PHRASE_CLIP] = "np.clip({0}, {1}, {2})",
               [GRN_PHRASE_ARANGE] = "np.arange({0})",
               [GRN_PHRASE_WIDEN] = "{0}.astype(np.int64)",
               [GRN_PHRASE_WIDEN_U64] = "np.minimum({0}, np.uint64(2**63 - 1)).astype(np.int64)",
               [GRN_PHRASE_LEAST] = "np.maximum({0}, {1})",
               [GRN_PHRASE_BROADCAST] = "np.broadcast_to({0}, {1})",
               [GRN_PHRASE_ANY] = "np.any({0})",
               [GRN_PHRASE_TAKE] = "np.take({0}, {1}, axis={2})",
               [GRN_PHRASE_ALONG] = "np.take_along_axis({0}, {1}, axis={2})",
               [GRN_PHRASE_COPY] = "np.array({0})",
               [GRN_PHRASE_ARRAY] = "np.array({0}, dtype={1})",
               [GRN_PHRASE_SCALAR] = "{1}({0})",
               [GRN_PHRASE_FULL] = "np.full({0}, {1}, dtype={2})",
               [GRN_PHRASE_CAST] = "{0}.astype({1})",
               [GRN_PHRASE_TRANSPOSE] = "np.transpose({0}, {1})",
               [GRN_PHRASE_NAN] = "np.nan",
               [GRN_PHRASE_INFINITY] = "np.inf"},
    .list = grn_python_list,
    .several = grn_python_several,
    .call = grn_python_call,
};
