/*
 * inline.c - calls replaced by what they call, so that what is in a function is divided as its
 * values are where it is called.
 *
 * Before shardings are propagated a call becomes a named computation, whose edges have shardings of
 * their own (Shardy, import/import_func_calls.cc). The stage `propagated` makes functions of them
 * again (export.c); for the stages behind it a named computation's body stands in its place.
 */
#include "convert/steps.h"
#include "shard/part.h"

enum { MOST_CALLS = 64 /* one within the other */, MOST_OPS = 1 << 17 /* put in the place of calls */ };

typedef struct inlining {
    grn_ir *ir;
    const grn_diag *diag;
    size_t ops, ncalls;
} inlining;

static grn_status refused(const inlining *k, const grn_op *op)
{
    grn_ir_refused(k->ir, k->diag, op->place, "dividing a program");
    return GRN_E_MEMORY;
}

/* ---- copies ---------------------------------------------------------------------------------- */

/* While a body is copied, `forward` of each of its values is the copy's. */
static grn_op *copy_shallow(inlining *k, const grn_op *op)
{
    grn_op *to = grn_op_new(k->ir, op->def, op->name, op->place, op->noperands, op->nresults, op->nregions);
    if (!to || !grn_op_copy_attrs(k->ir, op, to))
        return NULL;
    for (size_t i = 0; i < op->noperands; i++) {
        to->operands[i] = NULL;
        grn_op_set_operand(to, i, grn_value_now(op->operands[i]));
    }
    for (size_t i = 0; i < op->nresults; i++) {
        to->results[i].type = op->results[i].type;
        to->results[i].name = op->results[i].name;
        op->results[i].forward = &to->results[i];
    }
    return to;
}

static grn_status copy_into(inlining *k, const grn_block *from, grn_block *to);

static grn_block *copy_header(inlining *k, const grn_block *from, grn_region *to)
{
    grn_block *block = grn_region_add_block(k->ir, to);
    grn_value *args = GRN_ARENA_NEW(&k->ir->arena, grn_value, from->nargs + 1);
    if (!block || !args)
        return NULL;
    block->args = args;
    block->nargs = from->nargs;
    block->place = from->place;
    for (size_t i = 0; i < from->nargs; i++) {
        args[i] =
            (grn_value){.type = from->args[i].type, .block = block, .index = (uint32_t)i, .name = from->args[i].name};
        from->args[i].forward = &args[i];
    }
    return block;
}

static grn_status copy_op(inlining *k, const grn_op *op, grn_op **out)
{
    grn_status status = GRN_OK;
    grn_op *to = *out = copy_shallow(k, op);
    if (!to)
        return refused(k, op);
    if (++k->ops > MOST_OPS)
        return grn_fail(k->diag, op->place, GRN_E_LIMIT, "calls of a function stand for more than %d ops", MOST_OPS);
    for (size_t r = 0; status == GRN_OK && r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; status == GRN_OK && b; b = b->next) {
            grn_block *made = copy_header(k, b, &to->regions[r]);
            status = made ? copy_into(k, b, made) : refused(k, op);
        }
    return status;
}

/* Depth is the regions', which the parser limits. */
static grn_status copy_into(inlining *k, const grn_block *from, grn_block *to)
{
    grn_status status = GRN_OK;
    for (const grn_op *op = from->first; status == GRN_OK && op; op = op->next) {
        grn_op *made;
        status = copy_op(k, op, &made);
        if (status == GRN_OK)
            grn_block_append(to, made);
    }
    return status;
}

void grn_part_forget(const grn_block *block)
{
    for (size_t i = 0; i < block->nargs; i++)
        block->args[i].forward = NULL;
    for (const grn_op *op = block->first; op; op = op->next) {
        for (size_t i = 0; i < op->nresults; i++)
            op->results[i].forward = NULL;
        for (size_t r = 0; r < op->nregions; r++)
            for (const grn_block *b = op->regions[r].first; b; b = b->next)
                grn_part_forget(b);
    }
}

/* ---- calls as named computations ------------------------------------------------------------- */

/* A sharding that leaves all of a value open, of the mesh of another. NULL: memory refused. */
static const grn_attr *open_like(grn_ir *ir, const grn_attr *like, const grn_type *type)
{
    const grn_attr *dims[GRN_MAX_RANK], *none = grn_attr_array(ir, 0, NULL);
    const int32_t rank = grn_type_is_tensor(type) ? type->rank : 0;
    const grn_field dim[3] = {
        {.present = true, .value = none}, {.present = true, .value = grn_attr_bool(ir, false)}, {.present = false}};
    for (int32_t i = 0; i < rank; i++)
        if (!dim[0].value || !dim[1].value || !(dims[i] = grn_attr_struct(ir, &grn_sdy_dim_attr, dim)))
            return NULL;
    const grn_field fields[5] = {{.present = true, .value = grn_sdy_sharding_of(like).mesh},
                                 {.present = true, .value = grn_attr_array(ir, (size_t)rank, dims)},
                                 {.present = true, .value = none},
                                 {.present = true, .value = none},
                                 {.present = false}};
    return none && fields[1].value ? grn_attr_struct(ir, &grn_sdy_sharding_attr, fields) : NULL;
}

static const grn_attr *in_dictionary(const grn_attr *list, size_t i)
{
    return list && list->kind == GRN_ATTR_ARRAY && i < list->array.count ? grn_part_sharding_in(list->array.items[i])
                                                                         : NULL;
}

/* The shardings that dictionaries of a function's arguments or results have, as a list on `op`;
 * none where no one has any. */
static bool list_shardings(grn_ir *ir, grn_op *op, const char *name, const grn_attr *from, size_t n,
                           const grn_value *const *values)
{
    const grn_attr *any = NULL, **items = GRN_ARENA_NEW(&ir->arena, const grn_attr *, n + 1);
    for (size_t i = 0; i < n && !any; i++)
        any = in_dictionary(from, i);
    for (size_t i = 0; items && any && i < n; i++) {
        const grn_attr *own = in_dictionary(from, i);
        if (!(items[i] = own ? own : open_like(ir, any, values[i]->type)))
            return false;
    }
    if (!items || !any)
        return items != NULL;
    const grn_field field = {.present = true, .value = grn_attr_array(ir, n, items)};
    const grn_attr *all = field.value ? grn_attr_struct(ir, &grn_sdy_shardings_attr, &field) : NULL;
    return all && grn_op_set_attr(ir, op, (grn_str){name, strlen(name)}, all);
}

/* What a call says of its results comes before what the function says of them. */
static bool set_shardings(grn_ir *ir, grn_op *to, const grn_op *call, const grn_op *callee)
{
    const grn_attr *own = grn_op_attr(call, "sdy.sharding");
    const grn_value **results = GRN_ARENA_NEW(&ir->arena, const grn_value *, to->nresults + 1);
    for (size_t i = 0; results && i < to->nresults; i++)
        results[i] = &to->results[i];
    if (!results || !list_shardings(ir, to, "in_shardings", grn_op_attr(callee, "arg_attrs"), to->noperands,
                                    (const grn_value *const *)to->operands))
        return false;
    if (own && grn_sdy_is_shardings.matches(own))
        return grn_op_set_attr(ir, to, GRN_STR("out_shardings"), own);
    return list_shardings(ir, to, "out_shardings", grn_op_attr(callee, "res_attrs"), to->nresults, results);
}

static grn_status copy_body(inlining *k, const grn_op *call, const grn_block *body, grn_region *to)
{
    grn_block *block = copy_header(k, body, to);
    grn_status status = block ? GRN_OK : refused(k, call);
    for (const grn_op *op = body->first; status == GRN_OK && op != body->last; op = op->next) {
        grn_op *made;
        status = copy_op(k, op, &made);
        if (status == GRN_OK)
            grn_block_append(block, made);
    }
    grn_op *end = status == GRN_OK ? grn_part_new_end(k->ir, GRN_STR("sdy.return"), body->last) : NULL;
    if (end)
        grn_block_append(block, end);
    grn_part_forget(body);
    return status == GRN_OK && !end ? refused(k, call) : status;
}

/* What else is said of the call is said of the computation: attributes of dialects, as
 * `mhlo.frontend_attributes`. */
static bool copy_discardable(grn_ir *ir, grn_op *to, const grn_op *call)
{
    bool ok = true;
    for (size_t i = 0; ok && i < call->nattrs; i++) {
        const grn_str name = call->attrs[i].name;
        if (memchr(name.text, '.', name.n) && !grn_str_is(name, "sdy.sharding"))
            ok = grn_op_set_attr(ir, to, name, call->attrs[i].value);
    }
    return ok;
}

/* *out stands before the call, which nothing uses any more. */
static grn_status name_call(inlining *k, grn_op *call, const grn_op *callee, grn_op **out)
{
    const grn_op_def *def = grn_ir_find_op(k->ir, GRN_STR("sdy.named_computation"));
    const grn_attr *symbol = grn_op_attr(callee, "sym_name"),
                   *name = symbol ? grn_attr_string(k->ir, symbol->text) : NULL;
    grn_op *to = *out =
        def && name ? grn_op_new(k->ir, def, GRN_STR(""), call->place, call->noperands, call->nresults, 1) : NULL;
    if (!to || !grn_op_set_attr(k->ir, to, GRN_STR("name"), name))
        return refused(k, call);
    for (size_t i = 0; i < call->noperands; i++) {
        to->operands[i] = NULL;
        grn_op_set_operand(to, i, grn_value_now(call->operands[i]));
    }
    for (size_t i = 0; i < call->nresults; i++) {
        to->results[i].type = call->results[i].type;
        to->results[i].name = call->results[i].name;
    }
    grn_op_insert_before(call, to);
    k->ncalls++;
    if (!copy_discardable(k->ir, to, call) || !set_shardings(k->ir, to, call, callee))
        return refused(k, call);
    const grn_status status = copy_body(k, call, callee->regions[0].first, &to->regions[0]);
    for (size_t i = 0; i < call->nresults; i++)
        call->results[i].forward = &to->results[i];
    return status;
}

/* ---- calls ----------------------------------------------------------------------------------- */

/* `v` as number `i` of a list of shardings says, where the op has one. */
static grn_value *constrained(inlining *k, grn_op *op, const char *list, size_t i, grn_value *v)
{
    const grn_attr *a = grn_op_attr(op, list);
    if (!v || !a || !grn_sdy_is_shardings.matches(a) || i >= grn_sdy_axes_of(a).count)
        return v;
    const grn_new_attr sharding = {"sharding", grn_sdy_axes_of(a).items[i]};
    return grn_make_before(k->ir, op,
                           &(grn_make){.op = "sdy.sharding_constraint",
                                       .noperands = 1,
                                       .operands = &v,
                                       .type = v->type,
                                       .nattrs = 1,
                                       .attrs = &sharding});
}

/* What `call` calls, right before it. What is copied stands in the caller's terms, so the walk goes
 * on with it. */
static grn_status inline_call(inlining *k, grn_op *call, const grn_block *body)
{
    grn_status status = GRN_OK;
    grn_value **given = GRN_ARENA_NEW(&k->ir->arena, grn_value *, call->nresults + 1);
    if (!given)
        return refused(k, call);
    for (size_t i = 0; i < body->nargs; i++) {
        grn_value *v = constrained(k, call, "in_shardings", i, grn_value_now(call->operands[i]));
        if (!v)
            return refused(k, call);
        body->args[i].forward = v;
    }
    for (const grn_op *op = body->first; status == GRN_OK && op != body->last; op = op->next) {
        grn_op *made;
        status = copy_op(k, op, &made);
        if (status != GRN_OK)
            break;
        grn_op_insert_before(call, made);
        made->from = op->from; /* it is the body's, not the call */
    }
    for (size_t i = 0; status == GRN_OK && i < call->nresults; i++)
        if (!(given[i] = constrained(k, call, "out_shardings", i, grn_value_now(body->last->operands[i]))))
            status = refused(k, call);
    grn_part_forget(body);
    for (size_t i = 0; status == GRN_OK && i < call->nresults; i++)
        call->results[i].forward = given[i];
    return status;
}

static const grn_op *called_by(const grn_op *call)
{
    const bool is_named = grn_op_is(call, GRN_OP(sdy, named_computation));
    return is_named ? call : grn_op_is(call, GRN_OP(func, call)) ? grn_part_callee(call) : NULL;
}

static const grn_block *body_of(const grn_op *call)
{
    const grn_op *f = called_by(call);
    const grn_block *body = f ? f->regions[0].first : NULL;
    return body && !body->next && body->last && body->nargs == call->noperands &&
                   body->last->noperands == call->nresults
               ? body
               : NULL;
}

/* How many calls one within the other `op` leads to; over `left` where it may be without end. Depth
 * is that times the regions'. */
static size_t calls_in(const grn_block *block, size_t left)
{
    size_t most = 0;
    for (const grn_op *op = block->first; op && most <= left; op = op->next) {
        const grn_block *body = body_of(op);
        const size_t own = !body ? 0 : left == 0 ? 1 : 1 + calls_in(body, left - 1);
        most = own > most ? own : most;
        for (size_t r = 0; r < op->nregions; r++)
            for (const grn_block *b = op->regions[r].first; b; b = b->next) {
                const size_t within = calls_in(b, left);
                most = within > most ? within : most;
            }
    }
    return most;
}

/* Goes on with what was put in, which may call too. */
static grn_status inline_block(inlining *k, grn_block *block)
{
    grn_status status = GRN_OK;
    for (grn_op *op = block->first; status == GRN_OK && op;) {
        grn_op *before = op->prev;
        const grn_block *body = body_of(op);
        for (size_t r = 0; status == GRN_OK && r < op->nregions; r++)
            for (grn_block *b = op->regions[r].first; status == GRN_OK && b; b = b->next)
                status = inline_block(k, b);
        if (body && status == GRN_OK) {
            status = inline_call(k, op, body);
            grn_op_erase(op);
            op = before ? before->next : block->first;
        } else
            op = op->next;
    }
    return status;
}

/* Goes on with what is in the computation that was made, which may call too. Depth is the regions',
 * times that of calls. */
static grn_status name_block(inlining *k, grn_block *block)
{
    grn_status status = GRN_OK;
    for (grn_op *op = block->first, *next; status == GRN_OK && op; op = next) {
        grn_op *made = op;
        const bool is_call = grn_op_is(op, GRN_OP(func, call)) && body_of(op);
        next = op->next;
        if (is_call)
            status = name_call(k, op, called_by(op), &made);
        for (size_t r = 0; status == GRN_OK && r < made->nregions; r++)
            for (grn_block *b = made->regions[r].first; status == GRN_OK && b; b = b->next)
                status = name_block(k, b);
    }
    return status;
}

static grn_status check_depth(const grn_op *function, const grn_diag *diag)
{
    return calls_in(function->regions[0].first, MOST_CALLS) <= MOST_CALLS
               ? GRN_OK
               : grn_fail(diag, function->place, GRN_E_UNSUPPORTED,
                          "calls are nested more than %d deep: a function that calls itself is not divided",
                          MOST_CALLS);
}

grn_status grn_part_name_calls(grn_ir *ir, grn_op *function, const grn_diag *diag)
{
    inlining k = {.ir = ir, .diag = diag};
    grn_status status = check_depth(function, diag);
    if (status == GRN_OK)
        status = name_block(&k, function->regions[0].first);
    if (k.ncalls > 0)
        grn_convert_sweep(function);
    return status;
}

grn_status grn_part_inline(grn_ir *ir, grn_op *function, const grn_diag *diag)
{
    inlining k = {.ir = ir, .diag = diag};
    const grn_status status = inline_block(&k, function->regions[0].first);
    grn_convert_sweep(function);
    return status;
}
