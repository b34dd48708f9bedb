/* access.h - what the rules of gathers and of scatters share. Knows: grad.h. Must not know: other
 * rules. */
#ifndef GRN_GRAD_ACCESS_H
#define GRN_GRAD_ACCESS_H

#include "grad/rules.h"

/* Input `i` of a scatter as one of a single input, by its named combiner. */
grn_hub grn_grad_single(const grn_hub *scatter, size_t i);
/* The elements of `from`, which has the input's shape, at the places where the updates of a single
 * scatter go; 0, or for integers -1, where an update is dropped. */
grn_value *grn_grad_at_places(grn_grad *g, const grn_hub *scatter, grn_value *from);
/* `scatter` of other values by another combiner. */
grn_value *grn_grad_scatter(grn_grad *g, const grn_hub *scatter, grn_combiner combiner, grn_value *into,
                            grn_value *updates);
/* `updates` added at their places to zeros. */
grn_value *grn_grad_add_at_places(grn_grad *g, const grn_hub *scatter, grn_value *updates);
/* No two updates go to one place. */
bool grn_grad_meets_nowhere(const grn_hub *scatter);

/* Rules of a scatter with one combiner; h has a single input. in: tangents of input and updates. */
typedef struct grn_grad_scatter_rule {
    grn_combiner combiner;
    grn_status (*jvp)(grn_grad *g, const grn_op *op, const grn_hub *h, grn_value *result, grn_value *const *in,
                      grn_value **out);
    grn_status (*vjp)(grn_grad *g, const grn_op *op, const grn_hub *h, grn_value *result, grn_value *cotangent,
                      grn_value **out);
} grn_grad_scatter_rule;
/* scatter.c, scatter_product.c */
extern const grn_grad_scatter_rule grn_grad_scatter_rules[];
grn_status grn_grad_product_jvp(grn_grad *g, const grn_op *op, const grn_hub *h, grn_value *result,
                                grn_value *const *in, grn_value **out);
grn_status grn_grad_product_vjp(grn_grad *g, const grn_op *op, const grn_hub *h, grn_value *result,
                                grn_value *cotangent, grn_value **out);

grn_grad_fn grn_grad_scatter_jvp, grn_grad_scatter_vjp;

#endif
