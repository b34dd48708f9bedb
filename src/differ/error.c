/* error.c - how far values of a block may differ: op after op, from the errors of what each reads. */
#include <float.h>
#include <math.h>

#include "differ/differ.h"

double *grn_error_new(const grn_bounding *b, const grn_tensor *like)
{
    return GRN_ARENA_NEW(b->arena, double, (size_t)grn_tensor_elements(like) + 1);
}

static bool fill(const grn_bounding *b, const grn_error_case *c, size_t i, double value)
{
    const int64_t n = grn_tensor_elements(&c->results[i]);
    if (!c->out[i].of)
        c->out[i].of = grn_error_new(b, &c->results[i]);
    for (int64_t k = 0; c->out[i].of && k < n; k++)
        c->out[i].of[k] = value;
    return c->out[i].of != NULL;
}

bool grn_error_unknown(const grn_bounding *b, const grn_error_case *c, size_t i, const char *why)
{
    c->out[i].unknown = why;
    return fill(b, c, i, NAN);
}

bool grn_error_open(const grn_bounding *b, const grn_error_case *c, size_t i, grn_allowance why)
{
    c->out[i].open = why;
    return fill(b, c, i, INFINITY);
}

bool grn_error_is_zero(const grn_error *e, const grn_tensor *t)
{
    const int64_t n = e->of ? grn_tensor_elements(t) : 0;
    for (int64_t i = 0; i < n; i++)
        if (e->of[i] != 0)
            return false;
    return true;
}

bool grn_any_error(const grn_error_case *c)
{
    for (size_t i = 0; i < c->noperands; i++)
        if (!grn_error_is_zero(&c->in[i], &c->operands[i]))
            return true;
    return false;
}

/* ---- ops that have no row -------------------------------------------------------------------- */

static void ignore(void *user, const grn_diagnostic *d)
{
    (void)user;
    (void)d;
}
static const grn_diag quiet = {ignore, NULL};

/* The values of a piece's body as garner computes them. *known false: it cannot. */
static bool run_all(const grn_bounding *b, const grn_module *m, grn_value_map *values_of, bool *known)
{
    const grn_op *function = m->functions[0].op;
    const grn_block *body = function->regions[0].first;
    size_t n;
    const grn_value **values = grn_block_values(body, b->arena, &n);
    const grn_value **args = GRN_ARENA_NEW(b->arena, const grn_value *, body->nargs + 1);
    grn_tensor *made = GRN_ARENA_NEW(b->arena, grn_tensor, n + 1), *inputs;
    if (!values || !args || !made)
        return false;
    for (size_t i = 0; i < body->nargs; i++)
        args[i] = &body->args[i];
    const grn_program_cut cut = {
        .function = function, .ngiven = body->nargs, .given = args, .nwanted = n, .wanted = values};
    grn_cutout piece;
    *known = grn_piece_make(m, &cut, b->arena, &piece) == GRN_OK &&
             grn_piece_inputs(&piece, values_of, b->arena, &inputs) &&
             grn_run_garner(b->run, piece.module, 0, piece.nargs, inputs, b->arena, n, made) == GRN_OK;
    grn_piece_destroy(&piece);
    for (size_t i = 0; *known && i < n; i++)
        if (!grn_value_map_set(values_of, values[i], &made[i]))
            return false;
    return !b->arena->refused;
}

bool grn_errors_through(const grn_bounding *b, const grn_module *m, size_t nargs, const grn_tensor *args,
                        const grn_error *in, size_t nresults, grn_tensor *results, grn_error *out, bool *known)
{
    const grn_op *function = m->functions[0].op;
    const grn_block *body = function->regions[0].first;
    grn_bounding within = *b;
    within.module = m;
    within.function = function;
    within.theirs = NULL;
    grn_value_map values = {.arena = b->arena}, errors = {.arena = b->arena};
    *known = false;
    if (body->nargs != nargs || body->last->noperands < nresults)
        return true;
    for (size_t i = 0; i < nargs; i++)
        if (!grn_value_map_set(&values, &body->args[i], (void *)&args[i]) ||
            !grn_value_map_set(&errors, &body->args[i], (void *)&in[i]))
            return false;
    if (!run_all(b, m, &values, known) || (*known && grn_error_of_block(&within, body, &values, &errors) != GRN_OK))
        return false;
    for (size_t i = 0; *known && i < nresults; i++) {
        const grn_tensor *t = grn_value_map_get(&values, body->last->operands[i]);
        const grn_error *e = grn_value_map_get(&errors, body->last->operands[i]);
        *known = t != NULL;
        results[i] = t ? *t : (grn_tensor){0};
        out[i] = e ? *e : (grn_error){0};
    }
    return true;
}

enum { MOST_CONVERSIONS = 2 }; /* one within the other: what is made of an op may be of CHLO */

/* Another dialect's op says what it means in the hub's ops, whose errors are known. */
static bool errors_of_module(const grn_bounding *b, const grn_module *m, const grn_error_case *c,
                             const size_t *operand_of, bool *known)
{
    const size_t n = m->functions[0].op->regions[0].first->nargs;
    grn_tensor *args = GRN_ARENA_NEW(b->arena, grn_tensor, n + 1);
    grn_tensor *results = GRN_ARENA_NEW(b->arena, grn_tensor, c->nresults + 1);
    grn_error *in = GRN_ARENA_NEW(b->arena, grn_error, n + 1);
    if (!args || !results || !in)
        return false;
    for (size_t i = 0; i < n; i++) {
        args[i] = c->operands[operand_of[i]];
        in[i] = c->in[operand_of[i]];
    }
    grn_bounding deeper = *b;
    deeper.converted++;
    return grn_errors_through(&deeper, m, n, args, in, c->nresults, results, c->out, known);
}

static size_t operand_number(const grn_op *op, const grn_value *v)
{
    size_t i = 0;
    while (i < op->noperands && op->operands[i] != v)
        i++;
    return i;
}

/* The places of a piece's arguments among the op's operands. False: it reads something else as well. */
static bool find_operands(const grn_bounding *b, const grn_cutout *piece, const grn_op *op, size_t **out)
{
    *out = GRN_ARENA_NEW(b->arena, size_t, piece->nargs + 1);
    for (size_t i = 0; *out && i < piece->nargs; i++) {
        (*out)[i] = operand_number(op, piece->args[i]);
        if ((*out)[i] == op->noperands)
            return false;
    }
    return *out != NULL;
}

static bool errors_by_conversion(const grn_bounding *b, const grn_error_case *c, bool *known)
{
    static const grn_module_convert_options to_hub = {.to = "stablehlo"};
    grn_cutout piece;
    size_t nwanted, *operand_of;
    const grn_value **wanted;
    grn_module *hub = NULL;
    bool ok = true;
    *known = false;
    if (b->converted == MOST_CONVERSIONS) /* it stays what it is */
        return true;
    if (grn_piece_of_op(b->module, b->function, c->op, b->arena, &piece, &nwanted, &wanted) == GRN_OK &&
        nwanted == c->nresults && find_operands(b, &piece, c->op, &operand_of) &&
        grn_module_convert(piece.module, &to_hub, &quiet, &hub) == GRN_OK)
        ok = errors_of_module(b, hub, c, operand_of, known);
    grn_module_destroy(hub);
    grn_piece_destroy(&piece);
    return ok && !b->arena->refused;
}

static bool all_unknown(const grn_bounding *b, const grn_error_case *c, const char *why)
{
    bool ok = true;
    for (size_t i = 0; i < c->nresults; i++)
        ok &= grn_error_unknown(b, c, i, why);
    return ok;
}

/* Integers in, integers out: whatever is done with them has fixed bits, unless the table says otherwise. */
static bool is_exact(const grn_error_case *c)
{
    for (size_t i = 0; i < c->nresults; i++) {
        const grn_dtype_class class = grn_dtype_class_of(c->results[i].dtype);
        if (class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX)
            return false;
    }
    for (size_t i = 0; i < c->noperands; i++) {
        const grn_dtype_class class = grn_dtype_class_of(c->operands[i].dtype);
        if (class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX)
            return false;
    }
    return c->op->nregions == 0 && !grn_any_error(c);
}

grn_status grn_error_of_op(const grn_bounding *b, const grn_error_case *c)
{
    const grn_allowance_row *row = grn_allowance_row_of(c->op);
    if (row)
        return row->allow(b, c) ? GRN_OK : GRN_E_MEMORY;
    if (grn_is_control(c->op))
        return grn_allow_control(b, c) ? GRN_OK : GRN_E_MEMORY;
    if (c->op->def && c->op->def->to_spec && c->nresults > 0)
        return grn_allow_move(b, c) ? GRN_OK : GRN_E_MEMORY;
    if (is_exact(c) || c->noperands == 0)
        return GRN_OK;
    bool known = false;
    if (!grn_op_is_of_hub(c->op) && !errors_by_conversion(b, c, &known))
        return GRN_E_MEMORY;
    if (known)
        return GRN_OK;
    return all_unknown(b, c, "no bound is known of what this op may add") ? GRN_OK : GRN_E_MEMORY;
}

/* ---- blocks ---------------------------------------------------------------------------------- */

const grn_tensor *grn_known_constant(grn_arena *arena, const grn_value *v)
{
    const grn_attr *a = v->def && v->def->noperands == 0 ? grn_op_attr(v->def, "value") : NULL;
    grn_tensor *made = GRN_ARENA_NEW(arena, grn_tensor, 1);
    const bool is_one = a && a->kind == GRN_ATTR_ELEMENTS && grn_is_plain(v);
    return made && is_one && grn_keep_tensor(arena, &a->elements->tensor, made) ? made : NULL;
}

/* What stands for an operand that is missing. */
static bool is_missing(const grn_value *v) { return !grn_is_plain(v) && v->def && v->def->noperands == 0; }

static bool take_case(const grn_bounding *b, const grn_op *op, const grn_value_map *known, const grn_value_map *errors,
                      grn_error_case *c, bool *plain)
{
    grn_tensor *operands = GRN_ARENA_NEW(b->arena, grn_tensor, op->noperands + op->nresults + 1);
    grn_error *all = GRN_ARENA_NEW(b->arena, grn_error, op->noperands + op->nresults + 1);
    if (!operands || !all)
        return false;
    *c = (grn_error_case){.op = op,
                          .known = known,
                          .errors = errors,
                          .noperands = op->noperands,
                          .nresults = op->nresults,
                          .operands = operands,
                          .in = all,
                          .results = operands + op->noperands,
                          .out = all + op->noperands};
    *plain = true;
    for (size_t i = 0; i < op->noperands + op->nresults; i++) {
        const grn_value *v = i < op->noperands ? op->operands[i] : &op->results[i - op->noperands];
        const grn_tensor *t = grn_value_map_get(known, v);
        t = t ? t : grn_known_constant(b->arena, v);
        const grn_error *e = i < op->noperands ? grn_value_map_get(errors, v) : NULL;
        *plain &= t != NULL || (i < op->noperands && is_missing(v));
        operands[i] = t ? *t : (grn_tensor){0};
        all[i] = e ? *e : (grn_error){0};
    }
    return true;
}

/* What is known of results whose op reads something that is no tensor. */
static bool unknown_results(const grn_bounding *b, const grn_error_case *c)
{
    bool ok = true;
    for (size_t i = 0; i < c->nresults; i++)
        if (c->results[i].data)
            ok &= grn_error_unknown(b, c, i, "the op reads what is no tensor");
    return ok;
}

/* Whatever the op is, a result that is subnormal may be zero. */
static bool flush_results(const grn_bounding *b, grn_error_case *c)
{
    for (size_t i = 0; i < c->nresults; i++) {
        const grn_tensor *t = &c->results[i];
        if (!t->data || grn_dtype_class_of(t->dtype) != GRN_CLASS_FLOAT)
            continue;
        const double least = grn_min_normal(t->dtype);
        double *e = grn_error_new(b, t);
        for (int64_t k = 0; e && k < grn_tensor_elements(t); k++) {
            const double y = fabs(grn_element_value(t->dtype, grn_element_at(t, k)));
            e[k] = (c->out[i].of ? c->out[i].of[k] : 0) + (y > 0 && y < least ? least : 0);
        }
        if (!e)
            return false;
        c->out[i].of = e;
    }
    return true;
}

static grn_status error_of(const grn_bounding *b, grn_error_case *c, bool plain)
{
    const bool ok = plain ? grn_error_of_op(b, c) == GRN_OK : unknown_results(b, c);
    return ok && (!b->flush || flush_results(b, c)) ? GRN_OK : GRN_E_MEMORY;
}

grn_status grn_error_of_block(const grn_bounding *b, const grn_block *block, const grn_value_map *known,
                              grn_value_map *errors)
{
    for (const grn_op *op = block->first; op; op = op->next) {
        grn_error_case c;
        bool plain;
        if (op->nresults == 0)
            continue;
        if (!take_case(b, op, known, errors, &c, &plain))
            return GRN_E_MEMORY;
        if (error_of(b, &c, plain) != GRN_OK)
            return GRN_E_MEMORY;
        for (size_t i = 0; i < c.nresults; i++)
            if (!grn_value_map_set(errors, &op->results[i], &c.out[i]))
                return GRN_E_MEMORY;
    }
    return GRN_OK;
}
