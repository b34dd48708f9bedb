/*
 * body_recurrent.c - RNN, GRU and LSTM as a Scan over time (ONNX, Operators.md). The products with
 * the inputs are made at once for all times, before it.
 */
#include "onnx/body_scan.h"

enum { IN_X, IN_W, IN_R, IN_B, IN_LENGTHS, IN_H, IN_C, IN_P };
enum { MOST_GATES = 4, MOST_FUNCTIONS = 3 };

/* ---- activations ----------------------------------------------------------------------------- */

/* a, b: the activation's alpha and beta. */
typedef struct activation {
    const char *name, *text;
    bool has_alpha, has_beta;
    double alpha, beta; /* where the node does not say them */
} activation;
static const activation activations[] = {
    {"Relu", "Max(x, 0)", false, false, 0, 0},
    {"Tanh", "Tanh(x)", false, false, 0, 0},
    {"Sigmoid", "Sigmoid(x)", false, false, 0, 0},
    {"Affine", "Add(Mul(a, x), b)", true, true, 1, 0},
    {"LeakyRelu", "Where(Less(x, 0), Mul(a, x), x)", true, false, (double)0.01f, 0},
    {"ThresholdedRelu", "Where(GreaterOrEqual(x, a), x, 0)", true, false, 1, 0},
    {"ScaledTanh", "Mul(a, Tanh(Mul(b, x)))", true, true, 1, 1},
    {"HardSigmoid", "Max(0, Min(1, Add(Mul(a, x), b)))", true, true, (double)0.2f, 0.5},
    {"Elu", "Where(Less(x, 0), Mul(a, Sub(Exp(x), 1)), x)", true, false, 1, 0},
    {"Softsign", "Div(x, Add(1, Abs(x)))", false, false, 0, 0},
    {"Softplus", "Add(Max(x, 0), Log(Add(1, Exp(Neg(Abs(x))))))", false, false, 0, 0},
};

static const activation *find_activation(grn_str name)
{
    for (size_t i = 0; i < GRN_COUNT(activations); i++)
        if (grn_str_is(name, activations[i].name))
            return &activations[i];
    return NULL;
}

typedef struct function {
    const activation *of;
    double alpha, beta;
} function;

/* Entry *next of a list of numbers, if it has one. */
static void take_number(const onnx_body *b, const char *list, bool wanted, size_t *next, double *out)
{
    const onnx_attr *a = wanted ? grn_onnx_attr_of(b->node, list) : NULL;
    if (a && a->value && a->value->kind == GRN_ATTR_ARRAY && *next < a->value->array.count &&
        a->value->array.items[*next]->kind == GRN_ATTR_FLOAT)
        *out = a->value->array.items[(*next)++]->real;
}

/* ---- the operator ---------------------------------------------------------------------------- */

struct recurrent;
/* One time: what its inputs add to the gates, [batch, gates * size]; the new state. */
typedef struct cell {
    const struct recurrent *all;
    grn_value *r;       /* [size, gates * size] */
    bool resets_late;   /* the hidden gate's product is made before it is reset */
    grn_value *r_bias;  /* [size], of that product; NULL: there is none, or it has been added to the inputs */
    grn_value *p;       /* [3 * size]; NULL: left out */
    grn_value *lengths; /* i64 [batch, 1]; NULL: left out */
    const function *f;
} cell;
typedef void cell_step(onnx_body *b, const cell *c, grn_value *x, grn_value *const *state, grn_value **out);

typedef struct recurrent {
    int64_t times, batch, inputs, size, directions, gates;
    size_t nstates, nfunctions;
    grn_dtype dtype;
    bool by_batch; /* batch is the first dimension */
    cell_step *step;
    function f[2 * MOST_FUNCTIONS];
} recurrent;

/* The functions of all directions: named, or those that `defaults` lists. */
static bool read_functions(const onnx_body *b, recurrent *n, const char *const *defaults)
{
    const onnx_attr *a = grn_onnx_attr_of(b->node, "activations");
    const size_t count = n->nfunctions * (size_t)n->directions;
    size_t alphas = 0, betas = 0;
    if (a && (!a->value || a->value->kind != GRN_ATTR_ARRAY || a->value->array.count != count))
        return false;
    for (size_t i = 0; i < count; i++) {
        const grn_attr *name = a ? a->value->array.items[i] : NULL;
        const char *otherwise = defaults[i % n->nfunctions];
        const activation *of = name && name->kind == GRN_ATTR_STRING
                                   ? find_activation(name->text)
                                   : find_activation((grn_str){otherwise, strlen(otherwise)});
        if (!of)
            return false;
        n->f[i] = (function){of, of->alpha, of->beta};
        take_number(b, "activation_alpha", of->has_alpha, &alphas, &n->f[i].alpha);
        take_number(b, "activation_beta", of->has_beta, &betas, &n->f[i].beta);
    }
    return true;
}

static bool has_shape(const onnx_body *b, size_t i, int32_t rank, const int64_t *shape)
{
    if (!grn_onnx_input(b, i))
        return true;
    const grn_type *t = grn_onnx_input(b, i)->type;
    bool has = t->rank == rank;
    for (int32_t d = 0; has && d < rank; d++)
        has = t->shape[d] == shape[d];
    return has;
}

static bool read_recurrent(const onnx_body *b, recurrent *n)
{
    for (size_t i = 0; i < 3; i++)
        if (!grn_onnx_is_small(b, i) || grn_onnx_input(b, i)->type->rank != 3)
            return false;
    const grn_type *x = grn_onnx_input(b, IN_X)->type, *r = grn_onnx_input(b, IN_R)->type;
    n->by_batch = grn_onnx_int(b, "layout", 0) != 0;
    n->times = x->shape[n->by_batch];
    n->batch = x->shape[!n->by_batch];
    n->inputs = x->shape[2];
    n->directions = r->shape[0];
    n->size = r->shape[2];
    n->dtype = grn_onnx_dtype_of(grn_onnx_input(b, IN_X));
    const bool both = grn_onnx_says(b, "direction", "bidirectional");
    const int64_t rows = n->gates * n->size, w[] = {n->directions, rows, n->inputs},
                  rs[] = {n->directions, rows, n->size}, bias[] = {n->directions, 2 * rows},
                  p[] = {n->directions, 3 * n->size}, batch[] = {n->batch},
                  state[] = {n->by_batch ? n->batch : n->directions, n->by_batch ? n->directions : n->batch, n->size};
    return grn_onnx_is_float(grn_onnx_input(b, IN_X)) && n->directions == (both ? 2 : 1) && n->size > 0 &&
           n->times > 0 && has_shape(b, IN_W, 3, w) && has_shape(b, IN_R, 3, rs) && has_shape(b, IN_B, 2, bias) &&
           has_shape(b, IN_LENGTHS, 1, batch) && has_shape(b, IN_H, 3, state) &&
           (n->nstates < 2 || (has_shape(b, IN_C, 3, state) && has_shape(b, IN_P, 2, p)));
}

/* ---- cells ----------------------------------------------------------------------------------- */

static grn_value *applied(onnx_body *b, const cell *c, size_t i, grn_value *x)
{
    const grn_dtype dtype = c->all->dtype;
    const double clip = grn_onnx_real(b, "clip", 0);
    if (clip > 0)
        x = GRN_FORMULA(b, dtype, "Clip(x, Neg(most), most)", {"x", x}, {"most", grn_onnx_scalar_of(b, dtype, clip)});
    return GRN_FORMULA(b, dtype, c->f[i].of->text, {"x", x}, {"a", grn_onnx_scalar_of(b, dtype, c->f[i].alpha)},
                       {"b", grn_onnx_scalar_of(b, dtype, c->f[i].beta)});
}

/* Gates from `from` to before `to`, of [.., gates * size]. */
static grn_value *gates(onnx_body *b, const cell *c, grn_value *v, int64_t from, int64_t to)
{
    return v ? grn_onnx_slice_of(b, v, v->type->rank - 1, from * c->all->size, to * c->all->size, 1) : NULL;
}

static void rnn_step(onnx_body *b, const cell *c, grn_value *x, grn_value *const *state, grn_value **out)
{
    out[0] = applied(b, c, 0, GRN_STEP(b, "Add", x, GRN_STEP(b, "MatMul", state[0], c->r)));
}

/* Gates z, r, h. */
static void gru_step(onnx_body *b, const cell *c, grn_value *x, grn_value *const *state, grn_value **out)
{
    grn_value *h = state[0], *hidden = gates(b, c, c->r, 2, 3);
    grn_value *zr =
        applied(b, c, 0, GRN_STEP(b, "Add", gates(b, c, x, 0, 2), GRN_STEP(b, "MatMul", h, gates(b, c, c->r, 0, 2))));
    grn_value *z = gates(b, c, zr, 0, 1), *r = gates(b, c, zr, 1, 2);
    grn_value *old = GRN_STEP(b, "MatMul", c->resets_late ? h : GRN_STEP(b, "Mul", r, h), hidden);
    old = c->r_bias ? GRN_STEP(b, "Add", old, c->r_bias) : old;
    old = c->resets_late ? GRN_STEP(b, "Mul", r, old) : old;
    grn_value *next = applied(b, c, 1, GRN_STEP(b, "Add", gates(b, c, x, 2, 3), old));
    out[0] = GRN_FORMULA(b, c->all->dtype, "Add(Mul(Sub(1, z), next), Mul(z, h))", {"z", z}, {"next", next}, {"h", h});
}

/* With what the cell adds to gate i of peepholes. */
static grn_value *with_cell(onnx_body *b, const cell *c, grn_value *gate, int64_t i, grn_value *of)
{
    return c->p ? GRN_STEP(b, "Add", gate, GRN_STEP(b, "Mul", gates(b, c, c->p, i, i + 1), of)) : gate;
}

/* Gates i, o, f, c. */
static void lstm_step(onnx_body *b, const cell *c, grn_value *x, grn_value *const *state, grn_value **out)
{
    grn_value *all = GRN_STEP(b, "Add", x, GRN_STEP(b, "MatMul", state[0], c->r)), *old = state[1];
    grn_value *i = applied(b, c, 0, with_cell(b, c, gates(b, c, all, 0, 1), 0, old));
    grn_value *f = grn_onnx_int(b, "input_forget", 0)
                       ? GRN_FORMULA(b, c->all->dtype, "Sub(1, i)", {"i", i})
                       : applied(b, c, 0, with_cell(b, c, gates(b, c, all, 2, 3), 2, old));
    grn_value *next = applied(b, c, 1, gates(b, c, all, 3, 4));
    out[1] = GRN_FORMULA(b, c->all->dtype, "Add(Mul(f, old), Mul(i, next))", {"f", f}, {"old", old}, {"i", i},
                         {"next", next});
    grn_value *o = applied(b, c, 0, with_cell(b, c, gates(b, c, all, 1, 2), 1, out[1]));
    out[0] = GRN_STEP(b, "Mul", o, applied(b, c, 2, out[1]));
}

/* ---- over time ------------------------------------------------------------------------------- */

/* A sample that has ended keeps its state, and gives 0. */
static void step(onnx_body *b, const void *context, grn_value *const *states, grn_value *const *slices,
                 grn_value **new_states, grn_value **outputs)
{
    const cell *c = context;
    c->all->step(b, c, slices[0], states, new_states);
    outputs[0] = new_states[0];
    if (!c->lengths)
        return;
    grn_value *is_on = GRN_STEP(b, "Less", slices[1], c->lengths);
    outputs[0] = GRN_STEP(b, "Where", is_on, new_states[0], grn_onnx_scalar_of(b, c->all->dtype, 0));
    for (size_t i = 0; i < c->all->nstates; i++)
        new_states[i] = GRN_STEP(b, "Where", is_on, new_states[i], states[i]);
}

/* Direction d of a state, as it is at first. */
static grn_value *first_state(onnx_body *b, const recurrent *n, size_t operand, int64_t d)
{
    const int64_t shape[] = {n->batch, n->size};
    grn_value *given = grn_onnx_input(b, operand);
    if (given)
        return GRN_STEP_INT(b, "Gather", "axis", n->by_batch ? 1 : 0, given, grn_onnx_i64(b, d));
    return GRN_STEP(b, "Expand", grn_onnx_scalar_of(b, n->dtype, 0), grn_onnx_list_of(b, 2, shape));
}

/* What the inputs of all times add to the gates, [times, batch, gates * size]; biases among them. */
static grn_value *inputs_of(onnx_body *b, const recurrent *n, cell *c, grn_value *x, int64_t d)
{
    static const int64_t swap[] = {1, 0};
    const int64_t rows = n->gates * n->size;
    grn_value *w = grn_onnx_transpose(b, grn_onnx_listed(b, grn_onnx_input(b, IN_W), d), 2, swap);
    grn_value *v = GRN_STEP(b, "MatMul", x, w), *bias = grn_onnx_input(b, IN_B);
    if (!bias)
        return v;
    bias = grn_onnx_listed(b, bias, d);
    grn_value *of_w = grn_onnx_slice_of(b, bias, 0, 0, rows, 1),
              *of_r = grn_onnx_slice_of(b, bias, 0, rows, 2 * rows, 1);
    if (c->resets_late) { /* of the hidden gate, it is added later */
        const int64_t pads[] = {0, n->size};
        c->r_bias = grn_onnx_slice_of(b, of_r, 0, 2 * n->size, rows, 1);
        of_r = GRN_STEP(b, "Pad", grn_onnx_slice_of(b, of_r, 0, 0, 2 * n->size, 1), grn_onnx_list_of(b, 2, pads),
                        grn_onnx_scalar_of(b, n->dtype, 0), grn_onnx_none(b->r));
    }
    return GRN_STEP(b, "Add", v, GRN_STEP(b, "Add", of_w, of_r));
}

static void one_direction(onnx_body *b, const recurrent *n, grn_value *x, int64_t d, onnx_scan *s)
{
    static const int64_t swap[] = {1, 0};
    cell c = {.all = n,
              .f = n->f + (size_t)d * n->nfunctions,
              .resets_late = n->gates == 3 && grn_onnx_int(b, "linear_before_reset", 0)};
    const int64_t shape[] = {n->batch, 1};
    c.r = grn_onnx_transpose(b, grn_onnx_listed(b, grn_onnx_input(b, IN_R), d), 2, swap);
    if (n->nstates > 1 && grn_onnx_input(b, IN_P))
        c.p = grn_onnx_listed(b, grn_onnx_input(b, IN_P), d);
    if (grn_onnx_input(b, IN_LENGTHS))
        c.lengths = grn_onnx_reshape(b, grn_onnx_cast(b, grn_onnx_input(b, IN_LENGTHS), GRN_I64), 2, shape);
    *s = (onnx_scan){.nstates = n->nstates,
                     .ninputs = c.lengths ? 2 : 1,
                     .noutputs = 1,
                     .reverse = d == 1 || grn_onnx_says(b, "direction", "reverse"),
                     .context = &c,
                     .step = step};
    s->inputs[0] = inputs_of(b, n, &c, x, d);
    s->inputs[1] = c.lengths ? grn_onnx_count(b, n->times, 0, 1) : NULL;
    for (size_t i = 0; i < n->nstates; i++)
        s->states[i] = first_state(b, n, IN_H + i, d);
    if (c.r)
        grn_onnx_scan(b, s);
}

/* Those of both directions side by side along `axis`. */
static grn_value *joined(onnx_body *b, const recurrent *n, grn_value *const *v, int64_t axis)
{
    grn_value *parts[2] = {NULL};
    for (int64_t d = 0; d < n->directions; d++)
        parts[d] = GRN_STEP(b, "Unsqueeze", v[d], grn_onnx_list_of(b, 1, &axis));
    return n->directions == 1 ? parts[0] : grn_onnx_step(b, "Concat", 2, parts, "axis", grn_onnx_si64(b->r, axis));
}

static void recurrent_body(onnx_body *b, recurrent *n, const char *const *defaults)
{
    static const int64_t swap[] = {1, 0, 2}, batch_first[] = {2, 0, 1, 3};
    onnx_scan s[2];
    grn_value *v[3][2] = {{NULL}};
    if (!read_recurrent(b, n) || !read_functions(b, n, defaults))
        return;
    grn_value *x = grn_onnx_input(b, IN_X);
    x = n->by_batch ? grn_onnx_transpose(b, x, 3, swap) : x;
    for (int64_t d = 0; d < n->directions; d++) {
        one_direction(b, n, x, d, &s[d]);
        v[0][d] = s[d].collected[0];
        for (size_t i = 0; i < n->nstates; i++)
            v[1 + i][d] = s[d].last[i];
    }
    grn_value *y = joined(b, n, v[0], 1);
    b->results[0] = n->by_batch ? grn_onnx_transpose(b, y, 4, batch_first) : y;
    for (size_t i = 0; i < n->nstates; i++)
        b->results[1 + i] = joined(b, n, v[1 + i], n->by_batch ? 1 : 0);
}

static void rnn_body(onnx_body *b)
{
    static const char *const defaults[] = {"Tanh"};
    recurrent_body(b, &(recurrent){.gates = 1, .nstates = 1, .nfunctions = 1, .step = rnn_step}, defaults);
}

static void gru_body(onnx_body *b)
{
    static const char *const defaults[] = {"Sigmoid", "Tanh"};
    recurrent_body(b, &(recurrent){.gates = 3, .nstates = 1, .nfunctions = 2, .step = gru_step}, defaults);
}

static void lstm_body(onnx_body *b)
{
    static const char *const defaults[] = {"Sigmoid", "Tanh", "Tanh"};
    recurrent_body(b, &(recurrent){.gates = 4, .nstates = 2, .nfunctions = 3, .step = lstm_step}, defaults);
}

const onnx_body_row grn_onnx_recurrent_bodies[] = {
    {.op = "RNN", .build = rnn_body},
    {.op = "GRU", .build = gru_body},
    {.op = "LSTM", .build = lstm_body},
    {.op = NULL},
};
