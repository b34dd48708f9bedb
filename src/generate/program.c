/* program.c - the program around its ops: which ops, functions, results. */
#include "generate/generate.h"

#define TRIES 64

static const grn_gen_dialect *const dialects[] = {&grn_gen_stablehlo, &grn_gen_jax,    &grn_gen_onnx, &grn_gen_torch,
                                                  &grn_gen_tcp,       &grn_gen_tensor, &grn_gen_ttnn};

const grn_gen_dialect *grn_gen_dialect_at(size_t i) { return i < GRN_COUNT(dialects) ? dialects[i] : NULL; }

/* ---- ops ------------------------------------------------------------------------------------- */

static uint32_t weight_of(const grn_gen_op *op, bool functions) { return functions && !op->function ? 0 : op->weight; }

/* `functions`: of the element-wise functions alone. */
static const grn_gen_op *draw_op(grn_gen *g, bool functions)
{
    uint64_t all = 0;
    for (const grn_gen_op *op = g->dialect->ops; op->name; op++)
        all += weight_of(op, functions);
    uint64_t at = grn_pick(g->choices, all);
    for (const grn_gen_op *op = g->dialect->ops; op->name; op++) {
        const uint32_t weight = weight_of(op, functions);
        if (at < weight)
            return op;
        at -= weight;
    }
    return g->dialect->ops;
}

static bool write_one(grn_gen *g, const grn_gen_op *op)
{
    if (!op->write(g, op))
        return false;
    g->ops_left--;
    return true;
}

static bool write_any(grn_gen *g, bool functions)
{
    for (int i = 0; i < TRIES && !g->failed; i++)
        if (write_one(g, draw_op(g, functions)))
            return true;
    return false;
}

bool grn_gen_write_op(grn_gen *g) { return write_any(g, g->scalars); }
bool grn_gen_write_element(grn_gen *g) { return write_any(g, true); }

static bool write_about(grn_gen *g)
{
    for (int i = 0; i < 4 * TRIES && !g->failed; i++)
        if (write_one(g, g->about[grn_pick(g->choices, g->nabout)]))
            return true;
    return false;
}

/* The first of the ops that were asked for stands somewhere, a few others after it. */
static void write_ops(grn_gen *g)
{
    int64_t until = g->nabout ? (int64_t)grn_pick(g->choices, (uint64_t)g->ops_left) : -1;
    while (g->ops_left > 0 && !g->failed) {
        const bool about = g->nabout && (until <= 0 || grn_one_in(g->choices, 4));
        if (!(about ? write_about(g) : grn_gen_write_op(g)))
            break;
        until = about ? g->ops_left + 1 : until - 1;
    }
}

/* ---- functions ------------------------------------------------------------------------------- */

static void put_values(grn_gen *g, const grn_gen_value *v, size_t count)
{
    for (size_t i = 0; i < count; i++)
        grn_gen_put(g, i ? ", %v" : "%v", &v[i]);
}

static void put_types(grn_gen *g, const grn_gen_value *v, size_t count)
{
    for (size_t i = 0; i < count; i++)
        grn_gen_put(g, i ? ", %T" : "%T", &v[i]);
}

/* What is known of inputs when the body ends: the head is written behind it. */
static void put_function(grn_gen *g, grn_vec *to, const char *head, const grn_gen_value *inputs, size_t ninputs,
                         const grn_gen_value *results, size_t nresults)
{
    const grn_vec body = *g->out;
    g->out = to;
    grn_gen_put(g, "func.func %s(", head);
    for (size_t i = 0; i < ninputs; i++)
        grn_gen_put(g, i ? ", %v: %T" : "%v: %T", &inputs[i], &inputs[i]);
    grn_gen_put(g, ") -> (");
    put_types(g, results, nresults);
    grn_gen_put(g, ") {\n");
    grn_gen_put_bytes(g, body.items, body.count);
    grn_gen_put(g, nresults ? "  return " : "  return");
    put_values(g, results, nresults);
    grn_gen_put(g, nresults ? " : " : "");
    put_types(g, results, nresults);
    grn_gen_put(g, "\n}\n");
}

/* All that nothing reads; at least one. */
static size_t choose_results(grn_gen *g, grn_gen_value *results)
{
    const grn_gen_value *all = g->values.items;
    size_t n = 0;
    for (size_t i = g->values.count; i-- > 0 && n < GRN_GEN_RESULTS;)
        if (!all[i].used && !all[i].made)
            results[n++] = all[i];
    if (n == 0)
        results[n++] = grn_gen_take_any(g, 0, 0);
    return n;
}

/* A function of one input and one result, for calls. What it is called with is not known. */
static void write_callee(grn_gen *g)
{
    grn_gen inner = *g;
    grn_gen_value input, result;
    const grn_gen_type type = grn_gen_draw_type(g, 0, 0);
    const grn_facts facts = grn_facts_unknown(type.dtype);
    grn_vec_init(&inner.values, g->allocator, sizeof(grn_gen_value));
    grn_vec_init(&inner.body, g->allocator, 1);
    inner.out = &inner.body;
    inner.closed = inner.exact_only = true;
    inner.ops_left = 1 + (int64_t)grn_pick(g->choices, 3);
    inner.nabout = 0;
    input = grn_gen_new(&inner, &type, &facts);
    grn_gen_define(&inner, &input);
    while (inner.ops_left > 0 && grn_gen_write_op(&inner)) {}
    const grn_gen_value *all = inner.values.items;
    result = inner.failed ? input : all[inner.values.count - 1];
    put_function(&inner, &g->functions, "private @callee", &input, 1, &result, 1);
    g->scratch = inner.scratch;
    g->next_id = inner.next_id;
    g->failed |= inner.failed;
    g->strays |= inner.strays;
    g->has_callee = true;
    g->callee_input = type;
    g->callee_result = result.type;
    grn_vec_destroy(&inner.values);
    grn_vec_destroy(&inner.body);
}

static bool has_op(const grn_gen_dialect *d, const char *name)
{
    for (const grn_gen_op *op = d->ops; op->name; op++)
        if (strcmp(op->name, name) == 0)
            return true;
    return false;
}

static bool wants_callee(grn_gen *g)
{
    for (size_t i = 0; i < g->nabout; i++)
        if (strcmp(g->about[i]->name, "call") == 0)
            return true;
    return has_op(g->dialect, "call") && g->ops_left > 2 && grn_one_in(g->choices, 8);
}

/* Most programs are nearly as long as they may be, some are short. */
static int64_t draw_length(grn_gen *g, uint32_t most)
{
    return grn_one_in(g->choices, 4) ? grn_pick_between(g->choices, 1, most)
                                     : grn_pick_between(g->choices, most - most / 4, most);
}

static void begin(grn_gen *g, const grn_gen_settings *s)
{
    *g = (grn_gen){.choices = s->choices,
                   .allocator = s->allocator,
                   .dialect = s->dialect,
                   .edge = s->edge,
                   .unspecified = s->unspecified,
                   .large = s->large,
                   .any_inputs = s->any_inputs,
                   .most_inputs = s->most_inputs,
                   .dtypes = s->dtypes,
                   .about = s->about,
                   .nabout = s->nabout};
    grn_vec_init(&g->body, s->allocator, 1);
    grn_vec_init(&g->functions, s->allocator, 1);
    grn_vec_init(&g->scratch, s->allocator, 1);
    grn_vec_init(&g->values, s->allocator, sizeof(grn_gen_value));
    grn_vec_init(&g->inputs, s->allocator, sizeof(grn_gen_value));
    grn_vec_init(&g->tensors, s->allocator, sizeof(grn_tensor));
    g->out = &g->body;
}

/* Results are declared in the order in which they came. */
static void reverse(grn_gen_value *v, size_t n)
{
    for (size_t i = 0; i < n / 2; i++) {
        const grn_gen_value t = v[i];
        v[i] = v[n - 1 - i];
        v[n - 1 - i] = t;
    }
}

grn_status grn_gen_program(grn_gen *g, const grn_gen_settings *settings)
{
    grn_gen_value *results = g->results;
    begin(g, settings);
    g->ops_left = draw_length(g, settings->max_ops);
    g->may_fail = g->edge && g->dialect->errors && grn_one_in(g->choices, 10);
    if (wants_callee(g))
        write_callee(g);
    write_ops(g);
    g->nresults = choose_results(g, results);
    reverse(results, g->nresults);
    put_function(g, &g->functions, "@main", g->inputs.items, g->inputs.count, results, g->nresults);
    g->out = &g->functions;
    return g->failed ? GRN_E_MEMORY : GRN_OK;
}

void grn_gen_destroy(grn_gen *g)
{
    grn_tensor *tensors = g->tensors.items;
    for (size_t i = 0; i < g->tensors.count; i++)
        grn_gen_free_data(g, &tensors[i]);
    grn_vec *const all[] = {&g->body, &g->functions, &g->scratch, &g->values, &g->inputs, &g->tensors};
    for (size_t i = 0; i < GRN_COUNT(all); i++)
        grn_vec_destroy(all[i]);
}
