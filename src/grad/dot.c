/* dot.c - the rule of dot_general: its adjoint by one factor is the cotangent's product with the
 * other. */
#include "grad/rules.h"

#include "dialects/stablehlo/dot.h"

/* The dims of one factor. */
typedef struct side {
    grn_value *v;
    grn_dims batch, contract, free; /* free: ascending */
} side;

static side side_of(const grn_op *op, size_t i)
{
    const grn_dot_dims d = grn_hlo_dot_dims(op);
    const grn_field batch = i ? d.rhs_batch : d.lhs_batch, contract = i ? d.rhs_contract : d.lhs_contract;
    side s = {.v = op->operands[i]};
    (void)grn_dims_read(batch.count, batch.v, &s.batch);
    (void)grn_dims_read(contract.count, contract.v, &s.contract);
    for (int32_t n = 0; n < s.v->type->rank; n++)
        if (!grn_dims_has(&s.batch, n) && !grn_dims_has(&s.contract, n))
            grn_dims_push(&s.free, n);
    return s;
}

static const grn_attr *dims_attr(grn_grad *g, const grn_dims *const lists[4])
{
    static const char *const names[4] = {"lhs_batching_dimensions", "rhs_batching_dimensions",
                                         "lhs_contracting_dimensions", "rhs_contracting_dimensions"};
    grn_field fields[4] = {{0}};
    for (size_t i = 0; i < 4; i++)
        for (size_t f = 0; grn_stablehlo_dot_dims.fields[f].name; f++)
            if (strcmp(grn_stablehlo_dot_dims.fields[f].name, names[i]) == 0)
                fields[f] = (grn_field){.present = true, .count = (size_t)lists[i]->count, .v = lists[i]->v};
    return grn_attr_struct(g->w.ir, &grn_stablehlo_dot_dims, fields);
}

/* The cotangent [batch, free of lhs, free of rhs] times the factor `other`, over what is free of
 * that: [batch, free of `s`, contracted dims of `other` in ascending order], then in the order of
 * s's own dims. */
static grn_value *adjoint(grn_grad *g, const grn_op *op, const side *s, const side *other, bool lhs,
                          grn_value *cotangent)
{
    grn_dims batch = {0}, over = {0}, left = {0}, shape = {0};
    const int32_t nbatch = s->batch.count, first = nbatch + (lhs ? s->free.count : 0);
    int64_t back[GRN_MAX_RANK] = {0};
    grn_dims_push_range(&batch, 0, nbatch);
    grn_dims_push_range(&over, first, first + other->free.count);
    for (int32_t d = 0; d < other->v->type->rank; d++)
        if (grn_dims_has(&other->contract, d))
            grn_dims_push(&left, d);
    for (int32_t d = 0; d < s->v->type->rank; d++) {
        const bool is_batch = d < nbatch, is_free = !is_batch && d < nbatch + s->free.count;
        int64_t own;
        if (is_batch || is_free) {
            own = is_batch ? s->batch.v[d] : s->free.v[d - nbatch];
        } else {
            int32_t j = 0;
            while (other->contract.v[j] != left.v[d - nbatch - s->free.count])
                j++;
            own = s->contract.v[j];
        }
        back[own] = d;
        grn_dims_push(&shape, s->v->type->shape[own]);
    }
    grn_value *const both[] = {cotangent,
                               grn_grad_conjugate(g, grn_build_convert(&g->w, other->v, cotangent->type->element))};
    const grn_attr *precision = grn_op_attr(op, "precision_config");
    const grn_dims *const lists[] = {&batch, &other->batch, &over, &other->free};
    const grn_new_attr attrs[] = {{"dot_dimension_numbers", dims_attr(g, lists)}, {"precision_config", precision}};
    grn_value *made =
        grn_new(&g->w, "stablehlo.dot_general", 2, both,
                grn_tensor_like(&g->w, cotangent->type->element, shape.count, shape.v), precision ? 2 : 1, attrs);
    return grn_build_convert(&g->w, grn_build_transpose(&g->w, made, back), s->v->type->element);
}

static grn_status dot_vjp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    const side s[] = {side_of(op, 0), side_of(op, 1)};
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < 2; i++)
        if (grn_grad_wants(g, op, i))
            status = grn_grad_give(g, &out[i], adjoint(g, op, &s[i], &s[1 - i], i == 0, in[0]));
    return status;
}

static grn_status dot_jvp(grn_grad *g, grn_op *op, grn_value *const *in, grn_value **out)
{
    for (size_t i = 0; i < 2; i++) {
        if (!in[i])
            continue;
        grn_value *const both[] = {i == 0 ? in[0] : op->operands[0], i == 1 ? in[1] : op->operands[1]};
        grn_op *made = grn_grad_again(g, op, 2, both, NULL);
        grn_value *part = made ? &made->results[0] : NULL;
        if (grn_grad_give(g, &out[0], out[0] && part ? grn_grad_plus(g, out[0], part) : part) != GRN_OK)
            return GRN_E_MEMORY;
    }
    return GRN_OK;
}

GRN_GRAD(stablehlo, dot_general) = {.jvp = dot_jvp, .vjp = dot_vjp};
