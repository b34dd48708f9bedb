/* function.c - the pass: a function's copy becomes its derivative. */
#include <inttypes.h>

#include "grad/rules.h"

enum { MOST_FOLDED = 1 << 20 };

/* The function that is made. */
typedef struct making {
    grn_grad g;
    const grn_grad_options *o;
    grn_op *function;
    grn_block *block;
    size_t ninputs;
    grn_value **wrt; /* inputs that are differentiated */
    size_t nwrt;
    grn_value **results; /* those that are differentiable */
    size_t nresults;
} making;

/* ---- checks ---------------------------------------------------------------------------------- */

static grn_status check_body(const grn_op *function, const grn_diag *diag)
{
    const grn_block *body = function->nregions == 1 ? function->regions[0].first : NULL;
    const grn_str name = grn_op_attr(function, "sym_name")->text;
    if (!grn_op_is(function, GRN_OP(func, func)))
        return grn_fail(diag, function->place, GRN_E_UNSUPPORTED, "@%.*s is no 'func.func'", (int)name.n, name.text);
    if (!body)
        return grn_fail(diag, function->place, GRN_E_UNSUPPORTED, "@%.*s has no body to differentiate", (int)name.n,
                        name.text);
    if (body->next)
        return grn_fail(diag, function->place, GRN_E_UNSUPPORTED,
                        "@%.*s has several blocks: only a function of one is differentiated", (int)name.n, name.text);
    return GRN_OK;
}

/* "f_vjp", which the module does not have yet. */
static grn_status name_of(grn_ir *ir, const grn_op *function, bool forward, const grn_diag *diag, grn_str *out)
{
    const grn_str name = grn_op_attr(function, "sym_name")->text;
    char *text = grn_arena_array(&ir->arena, 1, name.n + 5);
    if (!text)
        return grn_fail(diag, function->place, GRN_E_MEMORY, "memory refused for a name");
    memcpy(text, name.text, name.n);
    memcpy(text + name.n, forward ? "_jvp" : "_vjp", 5);
    *out = (grn_str){text, name.n + 4};
    if (grn_ir_find_symbol(grn_op_symbol_table(function), *out))
        return grn_fail(diag, function->place, GRN_E_ARGUMENT, "the module has a function @%s already", text);
    return GRN_OK;
}

static grn_status bad_wrt(const making *m, int64_t i)
{
    char text[GRN_TYPE_TEXT_BYTES];
    if (i < 0 || (uint64_t)i >= m->ninputs)
        return grn_fail(m->g.w.diag, m->function->place, GRN_E_ARGUMENT,
                        "wrt names input %" PRId64 ", the function has %zu, counted from 0", i, m->ninputs);
    return grn_fail(m->g.w.diag, m->function->place, GRN_E_ARGUMENT,
                    "wrt names input %" PRId64
                    " of type '%s', which has no gradient: only floats and complex numbers do",
                    i, grn_type_text(m->block->args[i].type, text, sizeof text));
}

/* ---- inputs and results ---------------------------------------------------------------------- */

static grn_status take_wrt(making *m, grn_value *v)
{
    if (grn_grad_is_active(&m->g, v))
        return grn_fail(m->g.w.diag, m->function->place, GRN_E_ARGUMENT, "wrt names input %" PRIu32 " twice", v->index);
    m->wrt[m->nwrt++] = v;
    return grn_value_map_set(m->g.active, v, v) ? GRN_OK : grn_no_memory(&m->g.w);
}

static grn_status find_wrt(making *m)
{
    grn_status status = GRN_OK;
    m->wrt = GRN_ARENA_NEW(&m->g.w.ir->arena, grn_value *, m->ninputs + 1);
    if (!m->wrt)
        return grn_no_memory(&m->g.w);
    for (size_t i = 0; status == GRN_OK && i < m->o->nwrt; i++) {
        const int64_t n = m->o->wrt[i];
        const bool has = n >= 0 && (uint64_t)n < m->ninputs && grn_grad_is_differentiable(m->block->args[n].type);
        status = has ? take_wrt(m, &m->block->args[n]) : bad_wrt(m, n);
    }
    for (size_t i = 0; status == GRN_OK && m->o->nwrt == 0 && i < m->ninputs; i++)
        if (grn_grad_is_differentiable(m->block->args[i].type))
            status = take_wrt(m, &m->block->args[i]);
    if (status == GRN_OK && m->nwrt == 0)
        status = grn_fail(m->g.w.diag, m->function->place, GRN_E_ARGUMENT,
                          "the function has no input of floats or complex numbers: nothing has a gradient");
    return status;
}

static grn_status find_results(making *m)
{
    const grn_op *end = m->block->last;
    m->results = GRN_ARENA_NEW(&m->g.w.ir->arena, grn_value *, end->noperands + 1);
    if (!m->results)
        return grn_no_memory(&m->g.w);
    for (size_t i = 0; i < end->noperands; i++)
        if (grn_grad_is_differentiable(end->operands[i]->type))
            m->results[m->nresults++] = end->operands[i];
    return m->nresults ? GRN_OK
                       : grn_fail(m->g.w.diag, m->function->place, GRN_E_ARGUMENT,
                                  "the function has no result of floats or complex numbers: nothing has a gradient");
}

/* One more argument; the block has room for it. */
static grn_value *add_argument(making *m, const grn_type *type)
{
    grn_value *v = &m->block->args[m->block->nargs];
    *v = (grn_value){.type = type,
                     .block = m->block,
                     .index = (uint32_t)m->block->nargs++,
                     .name = GRN_STR(""),
                     .place = m->block->place};
    return v;
}

/* Its type follows from its arguments and what it returns. */
static bool set_type(const making *m)
{
    grn_ir *ir = m->g.w.ir;
    const grn_block *b = m->block;
    const size_t out = b->last->noperands;
    const grn_type **types = GRN_ARENA_NEW(&ir->arena, const grn_type *, b->nargs + out + 1);
    for (size_t i = 0; types && i < b->nargs; i++)
        types[i] = b->args[i].type;
    for (size_t i = 0; types && i < out; i++)
        types[b->nargs + i] = b->last->operands[i]->type;
    const grn_type *f = types ? grn_type_function(ir, b->nargs, types, out, types + b->nargs) : NULL;
    return f && grn_op_set_attr(ir, m->function, GRN_STR("function_type"), grn_attr_type(ir, f));
}

/* ---- the derivative -------------------------------------------------------------------------- */

/* `n` values' tangents or cotangents become what the function returns. */
static grn_status give_back(making *m, size_t n, grn_value *const *of)
{
    grn_value **given = GRN_ARENA_NEW(&m->g.w.ir->arena, grn_value *, n + 1);
    m->g.w.at = m->block->last;
    for (size_t i = 0; given && i < n; i++)
        given[i] = grn_grad_or_zeros(&m->g, grn_grad_carried(&m->g, of[i]), of[i]);
    const bool done = given && grn_grad_return(m->g.w.ir, m->block, n, given) && set_type(m);
    return done ? GRN_OK : grn_no_memory(&m->g.w);
}

static grn_status go_forward(making *m)
{
    for (size_t i = 0; i < m->nwrt; i++)
        if (!grn_value_map_set(m->g.carried, m->wrt[i], add_argument(m, m->wrt[i]->type)))
            return grn_no_memory(&m->g.w);
    grn_status status = grn_grad_forward(&m->g, m->block);
    return status == GRN_OK ? give_back(m, m->nresults, m->results) : status;
}

static grn_status go_back(making *m)
{
    grn_status status = GRN_OK;
    m->g.w.at = m->block->last;
    for (size_t i = 0; status == GRN_OK && i < m->nresults; i++)
        status = grn_grad_add(&m->g, m->results[i], add_argument(m, m->results[i]->type));
    if (status == GRN_OK)
        status = grn_grad_reverse(&m->g, m->block);
    return status == GRN_OK ? give_back(m, m->nwrt, m->wrt) : status;
}

static grn_status differentiate(making *m)
{
    m->g.w.at = m->block->last;
    grn_status status = find_wrt(m);
    if (status == GRN_OK)
        status = grn_grad_scan(&m->g, m->block);
    if (status == GRN_OK) /* after the scan, which may lift what gives them */
        status = find_results(m);
    if (status != GRN_OK)
        return status;
    return m->o->forward ? go_forward(m) : go_back(m);
}

/* ---- the copy -------------------------------------------------------------------------------- */

/* Ops that give nothing: checks stay in the function as it was given. Depth is the regions'. */
static void erase_checks(grn_op *op)
{
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b; b = b->next)
            for (grn_op *inner = b->first, *next; inner; inner = next) {
                next = inner->next;
                if (inner->nresults == 0 && inner != b->last)
                    grn_op_erase(inner);
                else
                    erase_checks(inner);
            }
}

/* Accesses of StableHLO with names of their own (dynamic_slice) become gathers and scatters where
 * all shapes are known. */
static bool keeps(const grn_op *op)
{
    const grn_op_number number = grn_op_number_of(op);
    return grn_op_is_hlo(op) && !grn_op_is_static(op) && number != GRN_HLO(gather) && number != GRN_HLO(scatter);
}

grn_status grn_pass_grad(grn_ir *ir, grn_op *function, const grn_grad_options *o, const grn_diag *diag)
{
    const grn_target *hub = grn_target_named(ir->dialects, "stablehlo");
    grn_value_map active = {.arena = &ir->arena}, carried = {.arena = &ir->arena};
    making m = {.o = o,
                .g = {.w = {.ir = ir, .at = function, .diag = diag, .target = hub, .evaluate_left = MOST_FOLDED},
                      .forward = o->forward,
                      .active = &active,
                      .carried = &carried}};
    grn_str name;
    grn_status status = check_body(function, diag);
    if (status == GRN_OK)
        status = name_of(ir, function, o->forward, diag, &name);
    if (status != GRN_OK)
        return status;
    const grn_block *body = function->regions[0].first;
    const size_t room = body->nargs + (body->last ? body->last->noperands : 0);
    status = grn_grad_copy_function(ir, function, name, room, diag, &m.function);
    if (status != GRN_OK)
        return status;
    erase_checks(m.function);
    grn_target from = {.name = hub->name, .keeps = keeps};
    status = grn_pass_import(ir, &(grn_convert_options){.target = &from, .within = m.function}, diag);
    if (status != GRN_OK)
        return status;
    m.block = m.function->regions[0].first;
    m.ninputs = m.block->nargs;
    status = differentiate(&m);
    if (status != GRN_OK)
        return status;
    grn_convert_sweep(m.function);
    const grn_convert_options back = {.target = hub, .within = m.function};
    status = grn_pass_fit(ir, &back, diag);
    return status == GRN_OK ? grn_pass_export_ops(ir, &back, diag) : status;
}
