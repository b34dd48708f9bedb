/* wide.c - an op with all floats of it as f64: what it does with magnitudes, with errors, with ones. */
#include <float.h>
#include <math.h>

#include "differ/differ.h"

/* ---- types ----------------------------------------------------------------------------------- */

static bool is_inexact(const grn_type *t) { return t->kind == GRN_TYPE_FLOAT || t->kind == GRN_TYPE_COMPLEX; }

static const grn_type *widened(grn_ir *ir, const grn_type *t)
{
    if (is_inexact(t))
        return grn_type_of_dtype(ir, GRN_F64);
    if (t->kind == GRN_TYPE_TENSOR && is_inexact(t->element))
        return grn_type_tensor(ir, grn_type_of_dtype(ir, GRN_F64), t->rank, t->shape, t->encoding);
    return t;
}

static bool widen_value(grn_ir *ir, grn_value *v)
{
    v->type = widened(ir, v->type);
    return v->type != NULL;
}

static const grn_attr *widened_elements(grn_ir *ir, const grn_attr *a)
{
    const grn_tensor *from = &a->elements->tensor;
    grn_attr_elements *made = GRN_ARENA_NEW(&ir->arena, grn_attr_elements, 1);
    grn_attr copy = *a;
    if (!made || grn_tensor_init(&made->tensor, NULL, GRN_F64, from->rank, from->shape) != GRN_OK)
        return NULL;
    double *data = GRN_ARENA_NEW(&ir->arena, double, (size_t)grn_tensor_elements(from) + 1);
    grn_walk w;
    int64_t n = 0;
    if (!data)
        return NULL;
    for (grn_walk_init(&w, from->rank, from->shape, 1, (const int64_t *[]){from->stride}); w.more; grn_walk_next(&w))
        data[n++] = fabs(grn_element_value(from->dtype, grn_tensor_at(from, w.offset[0])));
    made->tensor.data = data;
    copy.elements = made;
    copy.type = widened(ir, a->type);
    return copy.type ? grn_attr_make(ir, &copy) : NULL;
}

static bool widen_attrs(grn_ir *ir, grn_op *op)
{
    for (size_t i = 0; i < op->nattrs; i++) {
        const grn_attr *a = op->attrs[i].value;
        if (a->kind == GRN_ATTR_ELEMENTS && is_inexact(grn_type_element_or_self(a->type)))
            op->attrs[i].value = a = widened_elements(ir, a);
        if (!a)
            return false;
    }
    return true;
}

static bool retype_function(grn_ir *ir, grn_op *function)
{
    const grn_block *body = function->regions[0].first;
    const size_t nargs = body->nargs, nresults = body->last->noperands;
    const grn_type **types = GRN_ARENA_NEW(&ir->arena, const grn_type *, nargs + nresults + 1);
    for (size_t i = 0; types && i < nargs; i++)
        types[i] = body->args[i].type;
    for (size_t i = 0; types && i < nresults; i++)
        types[nargs + i] = body->last->operands[i]->type;
    const grn_type *type = types ? grn_type_function(ir, nargs, types, nresults, types + nargs) : NULL;
    return type && grn_op_set_attr(ir, function, GRN_STR("function_type"), grn_attr_type(ir, type));
}

bool grn_retype_functions(grn_module *m)
{
    for (size_t i = 0; i < m->nfunctions; i++)
        if (!retype_function(&m->ir, (grn_op *)m->functions[i].op))
            return false;
    return grn_module_list_functions(m) == GRN_OK;
}

/* Every op of the module, which nobody else has. */
static bool widen(grn_module *m)
{
    for (const grn_op *op = m->ir.top; op; op = grn_op_next_in(op, m->ir.top)) {
        grn_op *it = (grn_op *)op;
        for (size_t i = 0; i < it->nresults; i++)
            if (!widen_value(&m->ir, &it->results[i]))
                return false;
        for (size_t r = 0; r < it->nregions; r++)
            for (grn_block *block = it->regions[r].first; block; block = block->next)
                for (size_t i = 0; i < block->nargs; i++)
                    if (!widen_value(&m->ir, &block->args[i]))
                        return false;
        if (!widen_attrs(&m->ir, it))
            return false;
    }
    return grn_retype_functions(m);
}

/* ---- a run ----------------------------------------------------------------------------------- */

bool grn_wide_run(const grn_bounding *b, const grn_op *op, const grn_tensor *operands, size_t nresults,
                  grn_tensor *results)
{
    grn_cutout piece;
    size_t nwanted;
    const grn_value **wanted;
    bool ran = false;
    if (grn_piece_of_op(b->module, b->function, op, b->arena, &piece, &nwanted, &wanted) == GRN_OK &&
        nwanted == nresults && piece.nargs == op->noperands && widen(piece.module))
        ran = grn_run_garner(b->run, piece.module, 0, piece.nargs, operands, b->arena, nresults, results) == GRN_OK;
    grn_piece_destroy(&piece);
    return ran;
}

static bool is_inexact_dtype(grn_dtype dtype)
{
    const grn_dtype_class class = grn_dtype_class_of(dtype);
    return class == GRN_CLASS_FLOAT || class == GRN_CLASS_COMPLEX;
}

static double wide_element(const grn_error_case *c, size_t i, int64_t k, grn_wide_as how)
{
    if (how == GRN_WIDE_ONES)
        return 1;
    if (how == GRN_WIDE_ERROR)
        return c->in[i].of ? c->in[i].of[k] : 0;
    const double v = fabs(grn_element_value(c->operands[i].dtype, grn_element_at(&c->operands[i], k)));
    if (how == GRN_WIDE_UP_TO_ONE)
        return v < 1 ? v : 1;
    return v <= DBL_MAX ? v : 0;
}

bool grn_wide_operand(const grn_bounding *b, const grn_error_case *c, size_t i, grn_wide_as how, grn_tensor *out)
{
    const grn_tensor *from = &c->operands[i];
    if (!is_inexact_dtype(from->dtype)) {
        *out = *from;
        return true;
    }
    if (!grn_new_tensor(b->arena, GRN_F64, from, out))
        return false;
    double *to = out->data;
    for (int64_t k = 0; k < grn_tensor_elements(from); k++)
        to[k] = wide_element(c, i, k, how);
    return true;
}
