/* pytorch.c - PyTorch: its row, its ops, its helpers. Functions take and return tensors of the
 * declared element types, on the CPU. */
#include "source/python.h"

#define MATH(op, before, after)                                                          \
    GRN_SOURCE_ROWS(GRN_HLO(op), {GRN_SOURCE_F64, before "{0}" after, NULL},             \
                    {GRN_SOURCE_F32, "(" before "{0}.double()" after ").float()", NULL}, \
                    {GRN_SOURCE_F16, "(" before "{0}.double()" after ").float().to({dtype})", NULL})

static const grn_source_row *const rows[GRN_OPS] = {
    GRN_SOURCE_ROWS(GRN_HLO(transpose), {GRN_SOURCE_ANY, "{0}.permute({attr:permutation})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(concatenate), {GRN_SOURCE_ANY, "torch.cat(({all},), dim={attr:dimension})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(pad),
                    {GRN_SOURCE_ANY,
                     "{@pad}({0}, {1}, {attr:edge_padding_low}, {attr:edge_padding_high}, {attr:interior_padding})",
                     NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(reverse), {GRN_SOURCE_ANY, "torch.flip({0}, {attr:dimensions})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(dynamic_slice), {GRN_SOURCE_ANY, NULL, grn_python_dynamic_slice}),
    GRN_SOURCE_ROWS(GRN_HLO(dynamic_update_slice), {GRN_SOURCE_ANY, NULL, grn_python_dynamic_update_slice}),
    GRN_SOURCE_ROWS(GRN_OP(garner, gather), {GRN_SOURCE_ANY, NULL, grn_python_gather}),
    GRN_SOURCE_ROWS(GRN_OP(garner, scatter), {GRN_SOURCE_ANY, NULL, grn_python_pytorch_scatter}),
    GRN_SOURCE_ROWS(GRN_HLO(remainder), {GRN_SOURCE_FLOAT, "torch.fmod({0}, {1})", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(sign),
                    {GRN_SOURCE_FLOAT, "torch.where(({0} == 0) | ({0} != {0}), {0}, torch.sign({0}))", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(power), {GRN_SOURCE_F64, "torch.pow({0}, {1})", NULL},
                    {GRN_SOURCE_F32, "torch.pow({0}.double(), {1}.double()).float()", NULL}),
    MATH(exponential, "torch.exp(", ")"),
    MATH(log, "torch.log(", ")"),
    MATH(tanh, "torch.tanh(", ")"),
    MATH(sine, "torch.sin(", ")"),
    MATH(cosine, "torch.cos(", ")"),
    MATH(rsqrt, "1 / torch.sqrt(", ")"),
    MATH(exponential_minus_one, "torch.expm1(", ")"),
    MATH(log_plus_one, "torch.log1p(", ")"),
    MATH(logistic, "1 / (1 + torch.exp(-", "))"),
    MATH(tan, "torch.tan(", ")"),
    GRN_SOURCE_ROWS(GRN_HLO(atan2), {GRN_SOURCE_F64, "torch.atan2({0}, {1})", NULL},
                    {GRN_SOURCE_F32, "torch.atan2({0}.double(), {1}.double()).float()", NULL}),
    GRN_SOURCE_ROWS(GRN_HLO(complex), {GRN_SOURCE_FLOAT, "torch.complex({0}, {1})", NULL}),
    MATH(sqrt, "torch.sqrt(", ")"),
    MATH(floor, "torch.floor(", ")"),
    MATH(ceil, "torch.ceil(", ")"),
    MATH(round_nearest_even, "torch.round(", ")"),
};

static const grn_source_helper helpers[] = {
    {"round_away", "def round_away(x):\n"
                   "    \"\"\"x to the nearest whole number, and halves away from zero.\"\"\"\n"
                   "    wide = x.double()\n"
                   "    whole = torch.floor(wide.abs())\n"
                   "    return torch.copysign(whole + (wide.abs() - whole >= 0.5), wide).to(x.dtype)\n"},
    {"shift_left", "def shift_left(x, by):\n"
                   "    \"\"\"The bits of x moved up; 0 where there are no more than by of them.\"\"\"\n"
                   "    fits = (by >= 0) & (by < 8 * x.element_size())\n"
                   "    return torch.where(fits, x << torch.where(fits, by, torch.zeros_like(by)), "
                   "torch.zeros_like(x))\n"},
    {"shift_right_logical",
     "def shift_right_logical(x, by):\n"
     "    \"\"\"The bits of x moved down, zeros behind them; 0 where there are no more than by of them.\"\"\"\n"
     "    bits = 8 * x.element_size()\n"
     "    inside = (by > 0) & (by < bits)\n"
     "    by_less = torch.where(inside, by, torch.ones_like(by))\n"
     "    r = (x >> by_less) & ((torch.ones_like(x) << (bits - by_less)) - 1)\n"
     "    return torch.where(inside, r, torch.where(by == 0, x, torch.zeros_like(x)))\n"},
    {"shift_right_arithmetic",
     "def shift_right_arithmetic(x, by):\n"
     "    \"\"\"The bits of x moved down, copies of the sign behind them.\"\"\"\n"
     "    most = 8 * x.element_size() - 1\n"
     "    return x >> torch.where((by >= 0) & (by <= most), by, torch.full_like(by, most))\n"},
    {"bitcast", "def bitcast(x, shape, dtype):\n"
                "    \"\"\"The bytes of x as elements of another type.\"\"\"\n"
                "    return x.contiguous().reshape(-1).view(dtype).reshape(shape)\n"},
    {"minimum", "def minimum(a, b):\n"
                "    \"\"\"The lesser of two; NaN wins, and -0.0 is below 0.0.\"\"\"\n"
                "    return torch.where(a == b, torch.where(torch.signbit(a), a, b), torch.minimum(a, b))\n"},
    {"maximum", "def maximum(a, b):\n"
                "    \"\"\"The greater of two; NaN wins, and 0.0 is above -0.0.\"\"\"\n"
                "    return torch.where(a == b, torch.where(torch.signbit(a), b, a), torch.maximum(a, b))\n"},
    {"multiply", "def multiply(a, b):\n"
                 "    \"\"\"The product of complex numbers, by parts.\"\"\"\n"
                 "    return torch.complex(a.real * b.real - a.imag * b.imag, a.real * b.imag + a.imag * b.real)\n"},
    {"divide", "def divide(a, b):\n"
               "    \"\"\"The quotient of integers, cut towards zero; all bits are ones where b is 0.\"\"\"\n"
               "    minus = (b < 0) & (b == -1)\n"
               "    q = torch.div(a, torch.where((b == 0) | minus, torch.ones_like(b), b), rounding_mode=\"trunc\")\n"
               "    return torch.where(b == 0, ~torch.zeros_like(a), torch.where(minus, -a, q))\n"},
    {"remainder",
     "def remainder(a, b):\n"
     "    \"\"\"What division towards zero leaves, with the sign of a; a itself where b is 0.\"\"\"\n"
     "    minus = (b < 0) & (b == -1)\n"
     "    return torch.where(b == 0, a, torch.fmod(a, torch.where((b == 0) | minus, torch.ones_like(b), b)))\n"},
    {"power", "def power(a, b):\n"
              "    \"\"\"Integer powers, which wrap; a negative one is 0 unless a is 1 or -1.\"\"\"\n"
              "    r, square = torch.ones_like(a), a\n"
              "    for i in range(8 * b.element_size() - 1 + (not b.dtype.is_signed)):\n"
              "        r = torch.where((b >> i) & 1 != 0, r * square, r)\n"
              "        square = square * square\n"
              "    odd = torch.where(b & 1 != 0, a, a * a)\n"
              "    return torch.where(b < 0, torch.where((a == 1) | (a == -1), odd, torch.zeros_like(a)), r)\n"},
    {"float_to_int", "def float_to_int(x, dtype):\n"
                     "    \"\"\"x cut towards zero and held to the range of dtype; NaN becomes 0.\"\"\"\n"
                     "    x, info = torch.trunc(x.double()), torch.iinfo(dtype)\n"
                     "    low, high = x <= float(info.min), x >= float(info.max)\n"
                     "    r = torch.where(low | high | torch.isnan(x), torch.zeros_like(x), x).to(dtype)\n"
                     "    r = torch.where(low, torch.tensor(info.min, dtype=dtype), r)\n"
                     "    return torch.where(high, torch.tensor(info.max, dtype=dtype), r)\n"},
    {"pad",
     "def pad(x, value, low, high, interior):\n"
     "    \"\"\"x between low and high values, interior ones between neighbours; negative numbers cut off.\"\"\"\n"
     "    inner = [n + max(n - 1, 0) * i for n, i in zip(x.shape, interior)]\n"
     "    size = [max(l, 0) + n + max(h, 0) for l, n, h in zip(low, inner, high)]\n"
     "    r = value.expand(size).clone()\n"
     "    r[tuple(slice(max(l, 0), max(l, 0) + n, i + 1) for l, n, i in zip(low, inner, interior))] = x\n"
     "    return r[tuple(slice(max(-l, 0), max(n - max(-h, 0), 0)) for l, n, h in zip(low, size, high))]\n"},
    {"reduce", "def reduce(combine, x, init, dims):\n"
               "    \"\"\"init combined with the elements along dims, one after the other in row-major order.\"\"\"\n"
               "    dims = sorted(dims)\n"
               "    x = x.permute(dims + [d for d in range(x.ndim) if d not in dims])\n"
               "    r = torch.broadcast_to(init, x.shape[len(dims):])\n"
               "    for part in x.reshape((x.shape[:len(dims)].numel(),) + r.shape):\n"
               "        r = combine(r, part)\n"
               "    return r\n"},
    {"to_order", "def to_order(x, nan):\n"
                 "    \"\"\"Integers in the order of the floats x: -0.0 is below 0.0, and NaN is the \"min\" or "
                 "\"max\" of all.\"\"\"\n"
                 "    i = x.view({2: torch.int16, 4: torch.int32, 8: torch.int64}[x.element_size()])\n"
                 "    i = torch.where(i < 0, i ^ torch.iinfo(i.dtype).max, i)\n"
                 "    return i.masked_fill(torch.isnan(x), getattr(torch.iinfo(i.dtype), nan))\n"},
    {"from_order", "def from_order(i, dtype):\n"
                   "    \"\"\"The floats of which to_order made i.\"\"\"\n"
                   "    return torch.where(i < 0, i ^ torch.iinfo(i.dtype).max, i).view(dtype)\n"},
    {"last",
     "def last(at, shape, keep=True):\n"
     "    \"\"\"Which of the updates to keep are the last ones at their places in a tensor of that shape.\"\"\"\n"
     "    place = torch.zeros_like(at[0])\n"
     "    for p, extent in zip(at, shape):\n"
     "        place = place * extent + p\n"
     "    keep = torch.broadcast_to(torch.as_tensor(keep), place.shape).clone()\n"
     "    place, turn = place[keep], torch.arange(int(keep.sum()))\n"
     "    latest = torch.full(shape, -1).flatten().scatter_reduce(0, place, turn, reduce=\"amax\")\n"
     "    keep[keep.clone()] = latest[place] == turn\n"
     "    return keep\n"},
    {"scatter",
     "def scatter(x, at, updates, combine, keep=True):\n"
     "    \"\"\"x with combine(x[at], updates) at each place, one update after the other in row-major order.\"\"\"\n"
     "    place = torch.zeros(updates.shape, dtype=torch.int64)\n"
     "    for p, extent in zip(at, x.shape):\n"
     "        place = place * extent + p\n"
     "    keep = torch.broadcast_to(torch.as_tensor(keep), updates.shape)\n"
     "    place, order = torch.sort(place[keep], stable=True)\n"
     "    updates = updates[keep][order]\n"
     "    turn = torch.arange(len(place)) - torch.searchsorted(place, place)\n"
     "    r = x.flatten().clone()\n"
     "    for t in range(int(turn.max()) + 1 if len(turn) else 0):  # no two of one turn share a place\n"
     "        now = turn == t\n"
     "        r[place[now]] = combine(r[place[now]], updates[now])\n"
     "    return r.reshape(x.shape)\n"},
    {NULL, NULL},
};

static const grn_source_type types[] = {
    {GRN_I1, "torch.bool"},         {GRN_I8, "torch.int8"},     {GRN_I16, "torch.int16"},
    {GRN_I32, "torch.int32"},       {GRN_I64, "torch.int64"},   {GRN_INDEX, "torch.int64"},
    {GRN_UI8, "torch.uint8"},       {GRN_F16, "torch.float16"}, {GRN_BF16, "torch.bfloat16"},
    {GRN_F32, "torch.float32"},     {GRN_F64, "torch.float64"}, {GRN_C64, "torch.complex64"},
    {GRN_C128, "torch.complex128"}, {GRN_NO_DTYPE, NULL},
};

const grn_source_language grn_source_pytorch = {
    .name = "pytorch",
    .title = "PyTorch",
    .header = "import torch\n",
    .module = "torch",
    .comment = "#",
    .begin = "def {0}({1}):\n",
    .end = "",
    .assign = "{0} = {1}",
    .give = "return {0}",
    .yes = "True",
    .no = "False",
    .empty = "{m}.zeros({shape}, dtype={dtype})",
    .narrows_by_f32 = true,
    .reserved = grn_python_reserved,
    .types = types,
    .rows = {rows, grn_python_rows},
    .helpers = helpers,
    .phrase = {[GRN_PHRASE_WHERE] = "torch.where({0}, {1}, {2})",
               [GRN_PHRASE_CLIP] = "torch.clamp({0}, {1}, {2})",
               [GRN_PHRASE_ARANGE] = "torch.arange({0})",
               [GRN_PHRASE_WIDEN] = "{0}.to(torch.int64)",
               [GRN_PHRASE_WIDEN_U64] = "{0}.to(torch.int64)",
               [GRN_PHRASE_LEAST] = "torch.clamp({0}, min={1})",
               [GRN_PHRASE_BROADCAST] = "torch.broadcast_to({0}, {1})",
               [GRN_PHRASE_ANY] = "torch.any({0})",
               [GRN_PHRASE_TAKE] = "{0}[{3}{1}]",
               [GRN_PHRASE_SELECT] = "torch.index_select({0}, {2}, {1})",
               [GRN_PHRASE_ALONG] = "torch.gather({0}, {2}, {1})",
               [GRN_PHRASE_COPY] = "{0}.clone()",
               [GRN_PHRASE_ARRAY] = "torch.tensor({0}, dtype={1})",
               [GRN_PHRASE_SCALAR] = "torch.tensor({0}, dtype={1})",
               [GRN_PHRASE_FULL] = "torch.full({0}, {1}, dtype={2})",
               [GRN_PHRASE_CAST] = "{0}.to({1})",
               [GRN_PHRASE_TRANSPOSE] = "{0}.permute({1})",
               [GRN_PHRASE_NAN] = "float(\"nan\")",
               [GRN_PHRASE_INFINITY] = "float(\"inf\")"},
    .list = grn_python_list,
    .several = grn_python_several,
    .call = grn_python_call,
};
