/* jax.c - JAX: its row, its ops, its helpers. */
#include "source/python.h"

/* ---- slices at run time: lax holds a start to the range, but counts a negative one from the end  */

static const char *slice_starts(grn_source *s, const grn_op *op, size_t first)
{
    const char *items[GRN_MAX_RANK];
    size_t n = op->noperands - first;
    for (size_t i = 0; i < n; i++)
        items[i] = grn_source_text(s, "jnp.maximum(%s, 0)", grn_source_operand(s, op, first + i));
    return grn_python_list(s, n, items);
}

static void write_dynamic_slice(grn_source *s, const grn_op *op)
{
    const char *args[] = {grn_source_operand(s, op, 0), slice_starts(s, op, 1),
                          grn_source_shape(s, grn_result_type(op, 0))};
    grn_source_assign(s, grn_source_result(s, op, 0),
                      grn_source_fill(s, "lax.dynamic_slice({0}, {1}, {2})", NULL, 3, args));
}

static void write_dynamic_update_slice(grn_source *s, const grn_op *op)
{
    const char *args[] = {grn_source_operand(s, op, 0), grn_source_operand(s, op, 1), slice_starts(s, op, 2)};
    grn_source_assign(s, grn_source_result(s, op, 0),
                      grn_source_fill(s, "lax.dynamic_update_slice({0}, {1}, {2})", NULL, 3, args));
}

static void write_pad(grn_source *s, const grn_op *op)
{
    size_t n = 0;
    const int64_t *low = NULL, *high = NULL, *interior = NULL;
    const char *items[GRN_MAX_RANK];
    if (!grn_op_dims(op, "edge_padding_low", &n, &low) || !grn_op_dims(op, "edge_padding_high", &n, &high) ||
        !grn_op_dims(op, "interior_padding", &n, &interior))
        n = 0;
    for (size_t d = 0; d < n; d++)
        items[d] = grn_source_list(s, 3, (const int64_t[]){low[d], high[d], interior[d]});
    const char *args[] = {grn_source_operand(s, op, 0), grn_source_operand(s, op, 1), grn_python_list(s, n, items)};
    grn_source_assign(s, grn_source_result(s, op, 0), grn_source_fill(s, "lax.pad({0}, {1}, {2})", NULL, 3, args));
}

/* ---- the language ---------------------------------------------------------------------------- */

static const grn_source_row *const rows[GRN_OPS] = {
    GRN_SOURCE_ROWS(GRN_HLO(complex), {GRN_SOURCE_FLOAT, "lax.complex({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(shift_left), {GRN_SOURCE_INTEGER, "lax.shift_left({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(shift_right_logical), {GRN_SOURCE_INTEGER, "lax.shift_right_logical({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(shift_right_arithmetic), {GRN_SOURCE_SIGNED, "lax.shift_right_arithmetic({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(pad), {GRN_SOURCE_ANY, NULL, write_pad}),
    GRN_SOURCE_ROWS(GRN_HLO(reverse), {GRN_SOURCE_ANY, "lax.rev({0}, {attr:dimensions})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(dynamic_slice), {GRN_SOURCE_ANY, NULL, write_dynamic_slice}),
    GRN_SOURCE_ROWS(GRN_HLO(dynamic_update_slice), {GRN_SOURCE_ANY, NULL, write_dynamic_update_slice}),
    GRN_SOURCE_ROWS(GRN_OP(garner, gather), {GRN_SOURCE_ANY, NULL, grn_python_jax_gather}),
    GRN_SOURCE_ROWS(GRN_OP(garner, scatter), {GRN_SOURCE_ANY, NULL, grn_python_jax_scatter}),
    GRN_SOURCE_ROWS(GRN_HLO(remainder), {GRN_SOURCE_FLOAT, "lax.rem({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(
        GRN_HLO(power), {GRN_SOURCE_F64, "lax.pow({0}, {1})", NULL},
        {GRN_SOURCE_F32, "lax.pow({0}.astype(jnp.float64), {1}.astype(jnp.float64)).astype(jnp.float32)", NULL}),
};

static const grn_source_helper helpers[] = {
    {"round_away", "def round_away(x):\n"
                   "    \"\"\"x to the nearest whole number, and halves away from zero.\"\"\"\n"
                   "    whole = jnp.floor(jnp.abs(x))\n"
                   "    return jnp.copysign(whole + (jnp.abs(x) - whole >= 0.5).astype(x.dtype), x)\n"},
    {"bitcast", "def bitcast(x, shape, dtype):\n"
                "    \"\"\"The bytes of x as elements of another type.\"\"\"\n"
                "    return lax.bitcast_convert_type(x, dtype).reshape(shape)\n"},
    {"minimum", "def minimum(a, b):\n"
                "    \"\"\"The lesser of two; NaN wins, and -0.0 is below 0.0.\"\"\"\n"
                "    return jnp.where(a == b, jnp.where(jnp.signbit(a), a, b), jnp.minimum(a, b))\n"},
    {"maximum", "def maximum(a, b):\n"
                "    \"\"\"The greater of two; NaN wins, and 0.0 is above -0.0.\"\"\"\n"
                "    return jnp.where(a == b, jnp.where(jnp.signbit(a), b, a), jnp.maximum(a, b))\n"},
    {"multiply", "def multiply(a, b):\n"
                 "    \"\"\"The product of complex numbers, by parts.\"\"\"\n"
                 "    return lax.complex(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real)\n"},
    {"divide", "def divide(a, b):\n"
               "    \"\"\"The quotient of integers, cut towards zero; all bits are ones where b is 0.\"\"\"\n"
               "    minus = (b < 0) & (b == ~jnp.zeros_like(b))\n"
               "    q = lax.div(a, jnp.where((b == 0) | minus, jnp.ones_like(b), b))\n"
               "    return jnp.where(b == 0, ~jnp.zeros_like(a), jnp.where(minus, -a, q))\n"},
    {"remainder", "def remainder(a, b):\n"
                  "    \"\"\"What division towards zero leaves, with the sign of a; a itself where b is 0.\"\"\"\n"
                  "    minus = (b < 0) & (b == ~jnp.zeros_like(b))\n"
                  "    return jnp.where(b == 0, a, lax.rem(a, jnp.where((b == 0) | minus, jnp.ones_like(b), b)))\n"},
    {"power", "def power(a, b):\n"
              "    \"\"\"Integer powers, which wrap; a negative one is 0 unless a is 1 or -1.\"\"\"\n"
              "    r, square = jnp.ones_like(a), a\n"
              "    for i in range(8 * b.dtype.itemsize - 1 + (b.dtype.kind == \"u\")):\n"
              "        r = jnp.where((b >> i) & 1 != 0, r * square, r)\n"
              "        square = square * square\n"
              "    odd = jnp.where(b & 1 != 0, a, a * a)\n"
              "    return jnp.where(b < 0, jnp.where((a == 1) | (a == -1), odd, jnp.zeros_like(a)), r)\n"},
    {"float_to_int", "def float_to_int(x, dtype):\n"
                     "    \"\"\"x cut towards zero and held to the range of dtype; NaN becomes 0.\"\"\"\n"
                     "    x, info = jnp.trunc(x), jnp.iinfo(dtype)\n"
                     "    low, high = x <= float(info.min), x >= float(info.max)\n"
                     "    r = jnp.where(low | high | jnp.isnan(x), 0, x).astype(dtype)\n"
                     "    return jnp.where(low, dtype(info.min), jnp.where(high, dtype(info.max), r))\n"},
    {"reduce", "def reduce(combine, x, init, dims):\n"
               "    \"\"\"init combined with the elements along dims, one after the other in row-major order.\"\"\"\n"
               "    dims = sorted(dims)\n"
               "    x = jnp.transpose(x, dims + [d for d in range(x.ndim) if d not in dims])\n"
               "    r = jnp.broadcast_to(init, x.shape[len(dims):])\n"
               "    x = x.reshape((math.prod(x.shape[:len(dims)]),) + r.shape)\n"
               "    return lax.fori_loop(0, len(x), lambda i, r: combine(r, x[i]), r)\n"},
    {"to_order", "def to_order(x, nan):\n"
                 "    \"\"\"Integers in the order of the floats x: -0.0 is below 0.0, and NaN is the \"min\" or "
                 "\"max\" of all.\"\"\"\n"
                 "    i = lax.bitcast_convert_type(x, f\"int{8 * x.dtype.itemsize}\")\n"
                 "    i = jnp.where(i < 0, i ^ jnp.iinfo(i.dtype).max, i)\n"
                 "    return jnp.where(jnp.isnan(x), getattr(jnp.iinfo(i.dtype), nan), i)\n"},
    {"from_order", "def from_order(i, dtype):\n"
                   "    \"\"\"The floats of which to_order made i.\"\"\"\n"
                   "    return lax.bitcast_convert_type(jnp.where(i < 0, i ^ jnp.iinfo(i.dtype).max, i), dtype)\n"},
    {"last",
     "def last(at, shape):\n"
     "    \"\"\"The places at in an array of that shape, but behind its end where a later update has the same.\"\"\"\n"
     "    at = jnp.broadcast_arrays(*at)\n"
     "    turn = jnp.arange(at[0].size).reshape(at[0].shape)\n"
     "    latest = jnp.full(shape, -1).at[tuple(at)].max(turn, mode=\"drop\", wrap_negative_indices=False)\n"
     "    stays = latest.at[tuple(at)].get(mode=\"fill\", fill_value=-1, wrap_negative_indices=False) == turn\n"
     "    return (jnp.where(stays, at[0], shape[0]), *at[1:])\n"},
    {"scatter",
     "def scatter(x, at, updates, combine, keep=True):\n"
     "    \"\"\"x with combine(x[at], updates) at each place: of updates that meet, one after the other, all others at "
     "once.\"\"\"\n"
     "    place = jnp.zeros(updates.shape, int)\n"
     "    for p, extent in zip(at, x.shape):\n"
     "        place = place * extent + p\n"
     "    place = jnp.where(keep, place, x.size).ravel()  # behind the end: dropped\n"
     "    order = jnp.argsort(place, stable=True)\n"
     "    place, updates = place[order], updates.ravel()[order]\n"
     "    turn = jnp.arange(place.size) - jnp.searchsorted(place, place)\n"
     "    r = x.ravel()\n"
     "    for t in range(jnp.max(jnp.where(place < x.size, turn, -1), initial=-1) + 1):\n"
     "        now = jnp.where(turn == t, place, x.size)\n"
     "        r = r.at[now].set(combine(r.at[now].get(mode=\"clip\"), updates), mode=\"drop\")\n"
     "    return r.reshape(x.shape)\n"},
    {NULL, NULL},
};

static const grn_source_type types[] = {
    {GRN_I1, "jnp.bool_"},    {GRN_I8, "jnp.int8"},     {GRN_I16, "jnp.int16"},     {GRN_I32, "jnp.int32"},
    {GRN_I64, "jnp.int64"},   {GRN_INDEX, "jnp.int64"}, {GRN_UI8, "jnp.uint8"},     {GRN_UI16, "jnp.uint16"},
    {GRN_UI32, "jnp.uint32"}, {GRN_UI64, "jnp.uint64"}, {GRN_F16, "jnp.float16"},   {GRN_BF16, "jnp.bfloat16"},
    {GRN_F32, "jnp.float32"}, {GRN_F64, "jnp.float64"}, {GRN_C64, "jnp.complex64"}, {GRN_C128, "jnp.complex128"},
    {GRN_NO_DTYPE, NULL},
};

const grn_source_language grn_source_jax = {
    .name = "jax",
    .title = "JAX",
    .header = "import math\n\nimport jax\nimport jax.numpy as jnp\nfrom jax import lax\n",
    .module = "jnp",
    .comment = "#",
    .wide = "@jax.enable_x64(True)  # 64-bit elements, in this function alone\n",
    .begin = "def {0}({1}):\n",
    .end = "",
    .adopt = "jnp.asarray",
    .assign = "{0} = {1}",
    .give = "return {0}",
    .yes = "True",
    .no = "False",
    .empty = "{m}.zeros({shape}, dtype={dtype})",
    .reserved = grn_python_reserved,
    .types = types,
    .rows = {rows, grn_numpy_rows, grn_python_rows},
    .helpers = helpers,
    .phrase = {[GRN_PHRASE_WHERE] = "jnp.where({0}, {1}, {2})",
               [GRN_PHRASE_CLIP] = "jnp.clip({0}, {1}, {2})",
               [GRN_PHRASE_ARANGE] = "jnp.arange({0})",
               [GRN_PHRASE_WIDEN] = "{0}.astype(jnp.int64)",
               [GRN_PHRASE_WIDEN_U64] = "jnp.minimum({0}, jnp.uint64(2**63 - 1)).astype(jnp.int64)",
               [GRN_PHRASE_INDEX] = "{0}.astype(jnp.int32)",
               [GRN_PHRASE_INDEX_U32] = "jnp.minimum({0}, jnp.uint32(2**31 - 1)).astype(jnp.int32)",
               [GRN_PHRASE_LEAST] = "jnp.maximum({0}, {1})",
               [GRN_PHRASE_BROADCAST] = "jnp.broadcast_to({0}, {1})",
               [GRN_PHRASE_ANY] = "jnp.any({0})",
               [GRN_PHRASE_TAKE] = "jnp.take({0}, {1}, axis={2}, mode=\"clip\")",
               [GRN_PHRASE_ALONG] = "jnp.take_along_axis({0}, {1}, axis={2}, mode=\"clip\")",
               [GRN_PHRASE_COPY] = "{0}",
               [GRN_PHRASE_ARRAY] = "jnp.array({0}, dtype={1})",
               [GRN_PHRASE_SCALAR] = "jnp.array({0}, dtype={1})",
               [GRN_PHRASE_FULL] = "jnp.full({0}, {1}, dtype={2})",
               [GRN_PHRASE_CAST] = "{0}.astype({1})",
               [GRN_PHRASE_TRANSPOSE] = "jnp.transpose({0}, {1})",
               [GRN_PHRASE_NAN] = "jnp.nan",
               [GRN_PHRASE_INFINITY] = "jnp.inf"},
    .list = grn_python_list,
    .several = grn_python_several,
    .call = grn_python_call,
};
