/*
 * narrow_arguments.c - arguments of functions that are used as indices alone, under
 * --assume-in-bounds: their numbers are less than an extent, so the function takes them in the
 * target's own type for indices.
 *
 * An index is followed through ops that move elements or convert integers. A function that another
 * op names keeps its types, since its calls would have to change too.
 */
#include <stdio.h>

#include "convert/steps.h"

/* Values that hold elements of the argument and nothing else. */
typedef struct follower {
    const grn_rewrite *w;
    grn_vec values; /* of const grn_value * */
    bool indexes;   /* an access was reached */
} follower;

static bool is_followed(const follower *f, const grn_value *v)
{
    const grn_value *const *values = f->values.items;
    for (size_t i = 0; i < f->values.count; i++)
        if (values[i] == v)
            return true;
    return false;
}

static bool add_followed(follower *f, const grn_value *v)
{
    const grn_value **to = grn_vec_extend(&f->values, 1);
    if (to)
        *to = v;
    return to != NULL;
}

static bool moves(const grn_op *op)
{
    bool integers = op->nresults == 1 && grn_type_is_tensor(grn_result_type(op, 0)) &&
                    (grn_result_type(op, 0)->element->kind == GRN_TYPE_INTEGER ||
                     grn_result_type(op, 0)->element->kind == GRN_TYPE_INDEX);
    return integers && grn_result_type(op, 0)->element->dtype != GRN_I1 &&
           GRN_OP_IS_ONE_OF(op, GRN_HLO(reshape), GRN_HLO(transpose), GRN_HLO(broadcast_in_dim), GRN_HLO(slice),
                            GRN_HLO(concatenate), GRN_HLO(convert), GRN_OP(arith, index_cast));
}

/* Whether `op` uses followed values as indices only; *out_of_memory apart. */
static bool takes(follower *f, const grn_op *op, bool *refused)
{
    grn_hub hub;
    const bool access = grn_hub_read(op, &hub);
    bool used = false, good = true;
    for (size_t i = 0; i < op->noperands; i++)
        if (is_followed(f, op->operands[i])) {
            used = true;
            good = good && (access ? i == hub.at.indices : moves(op));
        }
    if (used && good && access)
        f->indexes = true;
    if (used && good && !access)
        *refused |= !add_followed(f, &op->results[0]);
    return good;
}

/* A region's ops may use values from outside. */
static bool all_take(follower *f, const grn_region *region, bool *refused)
{
    bool good = true;
    for (const grn_block *b = region->first; b; b = b->next)
        for (const grn_op *op = b->first; good && op; op = op->next) {
            good = takes(f, op, refused);
            for (size_t r = 0; good && r < op->nregions; r++)
                good = all_take(f, &op->regions[r], refused);
        }
    return good;
}

static grn_status is_index(const grn_rewrite *w, const grn_op *function, const grn_value *argument, bool *out)
{
    follower f = {.w = w};
    bool refused = false;
    grn_vec_init(&f.values, w->ir->arena.allocator, sizeof(const grn_value *));
    refused = !add_followed(&f, argument);
    *out = !refused && all_take(&f, &function->regions[0], &refused) && f.indexes;
    grn_vec_destroy(&f.values);
    return refused ? grn_no_memory(w) : GRN_OK;
}

/* ---- functions ------------------------------------------------------------------------------- */

static bool names(const grn_attr *a, grn_str symbol)
{
    bool found = a->kind == GRN_ATTR_SYMBOL && grn_str_equal(a->text, symbol);
    for (size_t i = 0; a->kind == GRN_ATTR_ARRAY && i < a->array.count; i++)
        found |= names(a->array.items[i], symbol);
    return found;
}

static bool is_named_in(const grn_op *root, grn_str symbol)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root))
        for (size_t i = 0; i < op->nattrs; i++)
            if (names(op->attrs[i].value, symbol))
                return true;
    return false;
}

static grn_status set_signature(grn_rewrite *w, grn_op *function)
{
    const grn_block *body = function->regions[0].first;
    for (size_t i = 0; i < function->nattrs; i++) {
        const grn_attr *a = function->attrs[i].value;
        const grn_type *t = a->kind == GRN_ATTR_TYPE && a->type_value->kind == GRN_TYPE_FUNCTION ? a->type_value : NULL;
        const grn_type **members = t ? GRN_ARENA_NEW(&w->ir->arena, const grn_type *, t->count + 1) : NULL;
        for (size_t k = 0; members && k < t->count; k++)
            members[k] = k < t->inputs ? body->args[k].type : t->members[k];
        t = members ? grn_type_function(w->ir, t->inputs, members, t->count - t->inputs, members + t->inputs) : t;
        function->attrs[i].value = members ? (t ? grn_attr_type(w->ir, t) : NULL) : a;
        if (!function->attrs[i].value)
            return grn_no_memory(w);
    }
    return GRN_OK;
}

static bool is_64_bits(const grn_type *t)
{
    return grn_type_is_tensor(t) &&
           (t->element->dtype == GRN_I64 || t->element->dtype == GRN_UI64 || t->element->dtype == GRN_INDEX);
}

/* The caller has to know. */
static void tell_narrowed(const grn_rewrite *w, const grn_str symbol, size_t argument, const grn_type *from,
                          const grn_type *to)
{
    char text[GRN_MESSAGE_BYTES], was[GRN_TYPE_TEXT_BYTES], is[GRN_TYPE_TEXT_BYTES];
    snprintf(text, sizeof text, "argument #%zu of '@%.*s', of type '%s', is a '%s' in %s", argument, (int)symbol.n,
             symbol.text, grn_type_text(from, was, sizeof was), grn_type_text(to, is, sizeof is), w->target->name);
    grn_emit(w->diag, GRN_SEVERITY_REMARK, w->at->place, text);
}

static grn_status narrow_function(grn_rewrite *w, grn_op *function)
{
    grn_block *body = function->nregions ? function->regions[0].first : NULL;
    const grn_attr *symbol = grn_op_attr(function, "sym_name");
    bool changed = false;
    w->at = function;
    if (!body || !symbol || is_named_in(w->ir->top, symbol->text))
        return GRN_OK;
    for (size_t i = 0; i < body->nargs; i++) {
        grn_value *v = &body->args[i];
        bool index = false;
        grn_status status = is_64_bits(v->type) ? is_index(w, function, v, &index) : GRN_OK;
        if (status != GRN_OK)
            return status;
        const grn_type *element = index ? grn_type_of_dtype(w->ir, w->target->index) : NULL;
        const grn_type *t = element ? grn_tensor_like(w, element, v->type->rank, v->type->shape) : NULL;
        if (index && !t)
            return grn_no_memory(w);
        if (!index)
            continue;
        tell_narrowed(w, symbol->text, i, v->type, t);
        v->type = t;
        changed = true;
    }
    return changed ? set_signature(w, function) : GRN_OK;
}

grn_status grn_narrow_arguments(grn_rewrite *w)
{
    grn_status status = GRN_OK;
    for (grn_block *b = w->ir->top->regions[0].first; w->assume_in_bounds && b; b = b->next)
        for (grn_op *op = b->first; status == GRN_OK && op; op = op->next)
            if (grn_op_is(op, GRN_OP(func, func)))
                status = narrow_function(w, op);
    return status;
}
