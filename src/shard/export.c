/*
 * export.c - at the end of the stage `propagated` named computations become functions and calls
 * (Shardy, export/export_named_computations.cc).
 *
 * The ones within another come first, and each function goes to the end of the module: private,
 * under the computation's name or, where that is taken, with a number behind it (MLIR,
 * SymbolTable::insert). What is said of the computation's edges is said of the function's arguments
 * and results, and of the call's results. Computations of one name whose edges are divided alike
 * are one function, if their bodies do the same.
 */
#include <inttypes.h>
#include <stdio.h>

#include "ir/hash.h"
#include "shard/part.h"

enum { BUCKETS = 1024 };

typedef struct made {
    grn_op *function;
    const grn_attr *name, *in, *out; /* of the computation */
    struct made *next_of_name, *next_of_symbol;
} made;

typedef struct exporting {
    grn_sharder *s;
    grn_ir *ir;
    made *of_name[BUCKETS], *of_symbol[BUCKETS];
    uint64_t number; /* the next one behind a name that is taken */
} exporting;

static bool is_computation(const grn_op *op)
{
    const grn_block *body = op->nregions == 1 ? op->regions[0].first : NULL;
    return grn_op_is(op, GRN_OP(sdy, named_computation)) && body && !body->next && body->last;
}

/* ---- bodies that do the same ----------------------------------------------------------------- */

static bool says_sharding(grn_str name)
{
    return grn_str_is(name, "sdy.sharding") || grn_str_is(name, "in_shardings") || grn_str_is(name, "out_shardings");
}

/* Whether `b` has all that `a` says, shardings apart. */
static bool has_attrs(const grn_op *a, const grn_op *b)
{
    bool has = true;
    for (size_t i = 0; has && i < a->nattrs; i++) {
        const grn_attr *other = NULL;
        for (size_t k = 0; !other && k < b->nattrs; k++)
            other = grn_str_equal(a->attrs[i].name, b->attrs[k].name) ? b->attrs[k].value : NULL;
        has = says_sharding(a->attrs[i].name) || (other && grn_attr_equal(a->attrs[i].value, other));
    }
    return has;
}

static bool same_regions(const grn_region *a, const grn_region *b);

/* `forward` of each value of `a` is that of `b`. */
static bool same_op(const grn_op *a, const grn_op *b, bool is_end)
{
    bool same = (is_end || grn_str_equal(a->name, b->name)) && a->noperands == b->noperands &&
                a->nresults == b->nresults && a->nregions == b->nregions && has_attrs(a, b) && has_attrs(b, a);
    for (size_t i = 0; same && i < a->noperands; i++)
        same = grn_value_now(a->operands[i]) == grn_value_now(b->operands[i]);
    for (size_t i = 0; same && i < a->nresults; i++) {
        same = a->results[i].type == b->results[i].type;
        a->results[i].forward = &b->results[i];
    }
    for (size_t r = 0; same && r < a->nregions; r++)
        same = same_regions(&a->regions[r], &b->regions[r]);
    return same;
}

static bool same_blocks(const grn_block *a, const grn_block *b, bool is_body)
{
    bool same = a->nargs == b->nargs;
    for (size_t i = 0; same && i < a->nargs; i++) {
        same = a->args[i].type == b->args[i].type;
        a->args[i].forward = &b->args[i];
    }
    const grn_op *y = b->first;
    for (const grn_op *x = a->first; same && x; x = x->next) {
        same = y && same_op(x, y, is_body && x == a->last);
        y = y ? y->next : NULL;
    }
    return same && !y;
}

/* Depth is the regions', which the parser limits. */
static bool same_regions(const grn_region *a, const grn_region *b)
{
    const grn_block *y = b->first;
    bool same = true;
    for (const grn_block *x = a->first; same && x; x = x->next) {
        same = y && same_blocks(x, y, false);
        y = y ? y->next : NULL;
    }
    return same && !y;
}

static bool does_the_same(const grn_op *computation, const grn_op *function)
{
    const grn_block *body = computation->regions[0].first;
    const bool same = same_blocks(body, function->regions[0].first, true);
    grn_part_forget(body);
    return same;
}

/* ---- names ----------------------------------------------------------------------------------- */

static size_t bucket(grn_str text) { return (size_t)grn_hash_str(text) % BUCKETS; }

static bool is_taken(const exporting *e, grn_str name)
{
    const made *m = e->of_symbol[bucket(name)];
    while (m && !grn_str_equal(grn_op_attr(m->function, "sym_name")->text, name))
        m = m->next_of_symbol;
    return m || grn_ir_find_symbol(e->ir->top, name);
}

/* NULL: memory refused. */
static const grn_attr *symbol_for(exporting *e, grn_str name)
{
    const size_t room = name.n + 24;
    char *text = GRN_ARENA_NEW(&e->ir->arena, char, room);
    if (!text)
        return NULL;
    memcpy(text, name.text, name.n);
    for (size_t n = name.n;; n = name.n + (size_t)snprintf(text + name.n, room - name.n, "_%" PRIu64, e->number++))
        if (!is_taken(e, (grn_str){text, n}))
            return grn_attr_string(e->ir, (grn_str){text, n});
}

/* ---- the function ---------------------------------------------------------------------------- */

grn_op *grn_part_new_end(grn_ir *ir, grn_str name, const grn_op *end)
{
    const grn_op_def *def = grn_ir_find_op(ir, name);
    grn_op *to = def ? grn_op_new(ir, def, GRN_STR(""), end->place, end->noperands, 0, 0) : NULL;
    for (size_t i = 0; to && i < end->noperands; i++) {
        to->operands[i] = NULL;
        grn_op_set_operand(to, i, grn_value_now(end->operands[i]));
    }
    return to;
}

/* The body is the function's from now on. */
static bool move_body(exporting *e, grn_op *computation, grn_op *function)
{
    grn_block *body = computation->regions[0].first;
    grn_op *end = grn_part_new_end(e->ir, GRN_STR("func.return"), body->last), *old = body->last;
    if (!end)
        return false;
    grn_op_erase(old);
    grn_block_append(body, end);
    function->regions[0].first = body;
    function->regions[0].last = body;
    body->region = &function->regions[0];
    computation->regions[0].first = computation->regions[0].last = NULL;
    return true;
}

static const grn_attr *function_type(exporting *e, const grn_op *computation)
{
    const grn_block *body = computation->regions[0].first;
    const grn_type **types = GRN_ARENA_NEW(&e->ir->arena, const grn_type *, body->nargs + computation->nresults + 1);
    for (size_t i = 0; types && i < body->nargs; i++)
        types[i] = body->args[i].type;
    for (size_t i = 0; types && i < computation->nresults; i++)
        types[body->nargs + i] = computation->results[i].type;
    const grn_type *type =
        types ? grn_type_function(e->ir, body->nargs, types, computation->nresults, types + body->nargs) : NULL;
    return type ? grn_attr_type(e->ir, type) : NULL;
}

static bool write_shardings(exporting *e, grn_op *function, const char *name, const grn_attr *shardings)
{
    if (!shardings || !grn_sdy_is_shardings.matches(shardings))
        return true;
    const size_t n = grn_sdy_axes_of(shardings).count;
    e->s->function = function;
    return grn_part_write_attrs(e->s, name, n, grn_sdy_axes_of(shardings).items);
}

static grn_op *make_function(exporting *e, grn_op *computation)
{
    const grn_op_def *def = grn_ir_find_op(e->ir, GRN_STR("func.func"));
    const grn_attr *name = grn_op_attr(computation, "name"), *symbol = symbol_for(e, name->text),
                   *type = function_type(e, computation), *visibility = grn_attr_string(e->ir, GRN_STR("private"));
    grn_op *f =
        def && symbol && type && visibility ? grn_op_new(e->ir, def, GRN_STR(""), computation->place, 0, 0, 1) : NULL;
    if (!f || !grn_op_set_attr(e->ir, f, GRN_STR("sym_name"), symbol) ||
        !grn_op_set_attr(e->ir, f, GRN_STR("function_type"), type) ||
        !grn_op_set_attr(e->ir, f, GRN_STR("sym_visibility"), visibility) ||
        !write_shardings(e, f, "arg_attrs", grn_op_attr(computation, "in_shardings")) ||
        !write_shardings(e, f, "res_attrs", grn_op_attr(computation, "out_shardings")) || !move_body(e, computation, f))
        return NULL;
    grn_block_append(e->ir->top->regions[0].last, f);
    return f;
}

/* NULL: memory refused. */
static grn_op *function_of(exporting *e, grn_op *computation)
{
    const grn_attr *name = grn_op_attr(computation, "name"), *in = grn_op_attr(computation, "in_shardings"),
                   *out = grn_op_attr(computation, "out_shardings");
    made **of_name = &e->of_name[bucket(name->text)];
    for (const made *m = *of_name; m; m = m->next_of_name)
        if (grn_str_equal(m->name->text, name->text) && !in == !m->in && !out == !m->out &&
            (!in || grn_attr_equal(in, m->in)) && (!out || grn_attr_equal(out, m->out)) &&
            does_the_same(computation, m->function))
            return m->function;
    made *m = GRN_ARENA_NEW(&e->ir->arena, made, 1);
    grn_op *f = m ? make_function(e, computation) : NULL;
    if (!f)
        return NULL;
    made **of_symbol = &e->of_symbol[bucket(grn_op_attr(f, "sym_name")->text)];
    *m = (made){f, name, in, out, *of_name, *of_symbol};
    *of_name = *of_symbol = m;
    return f;
}

/* ---- the call -------------------------------------------------------------------------------- */

/* What is said of the computation, but for what the function says. */
static bool copy_attrs(exporting *e, const grn_op *computation, grn_op *call)
{
    const grn_attr *out = grn_op_attr(computation, "out_shardings");
    bool ok = true;
    for (size_t i = 0; ok && i < computation->nattrs; i++)
        if (!grn_str_is(computation->attrs[i].name, "name") && !says_sharding(computation->attrs[i].name))
            ok = grn_op_set_attr(e->ir, call, computation->attrs[i].name, computation->attrs[i].value);
    return ok && (!out || call->nresults == 0 || grn_op_set_attr(e->ir, call, GRN_STR("sdy.sharding"), out));
}

static bool export_one(exporting *e, grn_op *computation)
{
    const grn_op_def *def = grn_ir_find_op(e->ir, GRN_STR("func.call"));
    grn_op *f = function_of(e, computation);
    const grn_attr *callee = f ? grn_attr_symbol(e->ir, grn_op_attr(f, "sym_name")->text) : NULL;
    grn_op *call = def && callee ? grn_op_new(e->ir, def, GRN_STR(""), computation->place, computation->noperands,
                                              computation->nresults, 0)
                                 : NULL;
    if (!call || !grn_op_set_attr(e->ir, call, GRN_STR("callee"), callee) || !copy_attrs(e, computation, call))
        return false;
    for (size_t i = 0; i < call->noperands; i++) {
        call->operands[i] = NULL;
        grn_op_set_operand(call, i, grn_value_now(computation->operands[i]));
    }
    for (size_t i = 0; i < call->nresults; i++) {
        call->results[i].type = computation->results[i].type;
        call->results[i].name = computation->results[i].name;
        computation->results[i].forward = &call->results[i];
    }
    grn_op_insert_before(computation, call);
    grn_op_erase(computation);
    return true;
}

/* What is within comes first. Depth is the regions'. */
static bool export_in(exporting *e, const grn_op *op)
{
    bool ok = true;
    for (size_t r = 0; r < op->nregions; r++)
        for (grn_block *b = op->regions[r].first; b; b = b->next)
            for (grn_op *inner = b->first, *next; ok && inner; inner = next) {
                next = inner->next;
                ok = export_in(e, inner) && (!is_computation(inner) || export_one(e, inner));
            }
    return ok;
}

grn_status grn_part_export(grn_sharder *s)
{
    grn_ir *ir = s->w.ir;
    exporting e = {.s = s, .ir = ir};
    if (grn_op_index_symbols(ir, ir->top) && export_in(&e, ir->top)) {
        grn_resolve_all(ir->top); /* calls are used in the place of computations */
        return GRN_OK;
    }
    grn_ir_refused(ir, s->w.diag, ir->top->place, "dividing a program");
    return GRN_E_MEMORY;
}
