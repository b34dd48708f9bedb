/* stablehlo_control.c - loops, branches and calls. */
#include "generate/regions.h"
#include "generate/stablehlo.h"

#define MOST_DEPTH 2

static void write_some(grn_gen *g)
{
    for (int64_t n = grn_pick_between(g->choices, 0, g->ops_left > 3 ? 3 : g->ops_left - 1); n > 0 && g->ops_left > 1;
         n--)
        if (!grn_gen_write_op(g))
            break;
}

/* ---- branches -------------------------------------------------------------------------------- */

static grn_facts put_branch(grn_gen *g, const grn_gen_type *type)
{
    grn_gen_region r;
    grn_gen_region_open(g, &r, false, 0, NULL);
    write_some(g);
    const grn_gen_value v = grn_gen_take_like(g, type);
    grn_gen_region_close(g, &r, 1, &v);
    return v.facts;
}

static bool put_choice(grn_gen *g, const grn_gen_op *op, const grn_gen_value *chooser, int branches)
{
    if (g->depth >= MOST_DEPTH || g->scalars)
        return false;
    const grn_gen_type type = grn_gen_take_any(g, GRN_GEN_ALL, 0).type;
    const grn_facts nothing = grn_facts_between(0, 0);
    grn_gen_value r = grn_gen_new(g, &type, &nothing);
    const grn_gen_line line = {NULL, op->name, 1, 1, chooser, &r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " (");
    for (int i = 0; i < branches; i++) {
        grn_gen_put(g, i ? ", " : "");
        const grn_facts facts = put_branch(g, &type);
        r.facts = i ? grn_facts_either(&r.facts, &facts) : facts;
    }
    grn_gen_put(g, ")");
    grn_gen_end(g, &line);
    return true;
}

bool grn_write_shlo_if(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value chooser = grn_gen_take_like(g, &(grn_gen_type){.dtype = GRN_I1});
    return put_choice(g, op, &chooser, 2);
}

/* An index that is out of range is the last branch's. */
bool grn_write_shlo_case(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value chooser = grn_gen_take_like(g, &(grn_gen_type){.dtype = GRN_I32});
    return put_choice(g, op, &chooser, 1 + (int)grn_pick(g->choices, 3));
}

/* ---- loops ----------------------------------------------------------------------------------- */

static grn_gen_value number(grn_gen *g, int64_t n) { return grn_gen_integers(g, GRN_I32, &n, -1); }

static void put_condition(grn_gen *g, grn_gen_value *args, const grn_gen_value *most)
{
    grn_gen_region r;
    const grn_gen_type flag = {.dtype = GRN_I1};
    const grn_facts facts = grn_facts_between(0, 1);
    grn_gen_region_open(g, &r, false, 2, args);
    const grn_gen_value x[2] = {args[0], *most};
    const grn_gen_value goes_on =
        grn_gen_step(g, "compare", 2, x, "comparison_direction = #stablehlo<comparison_direction LT>", &flag, &facts);
    grn_gen_region_close(g, &r, 1, &goes_on);
}

static void put_body(grn_gen *g, grn_gen_value *args, const grn_gen_value *one)
{
    grn_gen_region r;
    grn_gen_region_open(g, &r, false, 2, args);
    g->exact_only = true;
    const grn_gen_value x[2] = {args[0], *one};
    write_some(g);
    const grn_gen_value next = grn_gen_step(g, "add", 2, x, NULL, &args[0].type, &args[0].facts),
                        back[2] = {next, grn_gen_take_like(g, &args[1].type)};
    grn_gen_region_close(g, &r, 2, back);
}

/* A counter goes up to a small number; another value is carried along, of which nothing is known. */
bool grn_write_shlo_while(grn_gen *g, const grn_gen_op *op)
{
    if (g->depth >= MOST_DEPTH || g->scalars)
        return false;
    grn_gen_value x[2], args[2], r[2];
    x[1] = grn_gen_take(g, &(grn_want){.classes = GRN_GEN_ALL, .exact = true});
    if (grn_gen_elements(&x[1].type) > 1000)
        return false;
    x[0] = number(g, 0);
    const int64_t trips = (int64_t)grn_pick(g->choices, 5);
    const grn_gen_value most = number(g, trips), one = number(g, 1);
    const grn_facts count = grn_facts_between(0, (double)trips), unknown = grn_facts_unknown(x[1].type.dtype);
    for (int i = 0; i < 2; i++) {
        r[i] = grn_gen_new(g, &x[i].type, i ? &unknown : &count);
        args[i] = r[i];
    }
    grn_gen_number_parts(r, 2);
    grn_gen_number_arguments(g, 2, args);
    const grn_gen_line line = {NULL, op->name, 2, 2, x, r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " (");
    put_condition(g, args, &most);
    grn_gen_put(g, ", ");
    put_body(g, args, &one);
    grn_gen_put(g, ")");
    grn_gen_end(g, &line);
    return true;
}

bool grn_write_shlo_call(grn_gen *g, const grn_gen_op *op)
{
    if (!g->has_callee || g->scalars)
        return false;
    const grn_gen_value x = grn_gen_take(g, &(grn_want){.type = &g->callee_input, .exact = true});
    const grn_facts facts = grn_facts_unknown(g->callee_result.dtype);
    grn_gen_value r = grn_gen_new(g, &g->callee_result, &facts);
    const grn_gen_line line = {op->form, op->name, 1, 1, &x, &r};
    grn_gen_begin(g, &line);
    grn_gen_put(g, " <{callee = @callee}>");
    grn_gen_end(g, &line);
    return true;
}
