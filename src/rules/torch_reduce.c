/* torch_reduce.c - how torch's scatters reduce: names, what a reduction starts from, and what mean
 * divides by. */
#include <math.h>
#include <string.h>

#include "rules/torch.h"

/* ---- names ----------------------------------------------------------------------------------- */

grn_status grn_torch_rule_combiner(const grn_rule_report *to, const char *reduce, grn_combiner *out)
{
    static const struct {
        const char *name;
        grn_combiner combiner;
    } names[] = {{"add", GRN_COMBINE_ADD}, {"multiply", GRN_COMBINE_MUL}};
    *out = GRN_COMBINE_REPLACE;
    for (size_t i = 0; reduce != NULL && i < GRN_COUNT(names); i++)
        if (strcmp(reduce, names[i].name) == 0)
            *out = names[i].combiner;
    if (reduce == NULL || *out != GRN_COMBINE_REPLACE)
        return GRN_OK;
    grn_status status = grn_rule_broken(to, GRN_E_ARGUMENT, NULL, "reduce argument must be either add or multiply.");
    grn_rule_note(to, "reduce: %s; right: add or multiply", reduce);
    return status;
}

static const grn_torch_reduction reductions[] = {{"sum", GRN_COMBINE_ADD, GRN_TORCH_ZERO, false},
                                                 {"prod", GRN_COMBINE_MUL, GRN_TORCH_ONE, false},
                                                 {"mean", GRN_COMBINE_ADD, GRN_TORCH_ZERO, true},
                                                 {"amax", GRN_COMBINE_MAX, GRN_TORCH_LEAST, false},
                                                 {"amin", GRN_COMBINE_MIN, GRN_TORCH_GREATEST, false}};

const grn_torch_reduction *grn_torch_reduction_named(const char *name, size_t n)
{
    for (size_t i = 0; i < GRN_COUNT(reductions); i++)
        if (strlen(reductions[i].name) == n && memcmp(reductions[i].name, name, n) == 0)
            return &reductions[i];
    return NULL;
}

grn_status grn_torch_rule_reduction(const grn_rule_report *to, const char *name, size_t n,
                                    const grn_torch_reduction **out)
{
    *out = grn_torch_reduction_named(name, n);
    if (*out != NULL)
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_ARGUMENT, NULL,
                           "reduce argument must be either sum, prod, mean, amax or amin, got %.*s",
                           n < GRN_MESSAGE_BYTES ? (int)n : GRN_MESSAGE_BYTES, name);
}

grn_status grn_torch_rule_ordered(const grn_rule_report *to, const grn_torch_reduction *r, grn_dtype dtype)
{
    if (r->identity < GRN_TORCH_LEAST || grn_dtype_class_of(dtype) != GRN_CLASS_COMPLEX)
        return GRN_OK;
    return grn_rule_broken(to, GRN_E_DTYPE, NULL, "\"scatter_gather_tensor_cpu_reduce_%s\" not implemented for '%s'",
                           r->name, grn_torch_dtype_text(dtype));
}

/* ---- elements -------------------------------------------------------------------------------- */

static grn_scalar signed_identity(grn_torch_identity i, unsigned bits)
{
    const int64_t greatest = (int64_t)(UINT64_MAX >> (65 - bits));
    return (grn_scalar){.i = i == GRN_TORCH_LEAST      ? -greatest - 1
                             : i == GRN_TORCH_GREATEST ? greatest
                                                       : i == GRN_TORCH_ONE};
}

/* An infinity, or the last finite value of a type of one byte that has none. */
static double outermost(grn_dtype dtype, double infinity)
{
    unsigned char element[16];
    double most = 0;
    grn_scalar_store(&(grn_scalar){.dtype = dtype, .f = infinity}, dtype, element);
    if (grn_scalar_load(dtype, element).f == infinity)
        return infinity;
    for (unsigned bits = 0; bits < 256; bits++) {
        element[0] = (unsigned char)bits;
        const double f = grn_scalar_load(dtype, element).f;
        most = infinity > 0 ? fmax(most, f) : fmin(most, f);
    }
    return most;
}

void grn_torch_store_identity(grn_torch_identity i, grn_dtype dtype, void *element)
{
    const unsigned bits = grn_dtype_bits(dtype);
    const bool one = i == GRN_TORCH_ONE, greatest = i == GRN_TORCH_GREATEST;
    grn_scalar s = {0};
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_BOOL: s.i = one || greatest; break;
    case GRN_CLASS_SIGNED: s = signed_identity(i, bits); break;
    case GRN_CLASS_UNSIGNED: s.u = greatest ? UINT64_MAX >> (64 - bits) : one; break;
    case GRN_CLASS_FLOAT: s.f = i < GRN_TORCH_LEAST ? one : outermost(dtype, greatest ? HUGE_VAL : -HUGE_VAL); break;
    default: s.c.re = one; break;
    }
    s.dtype = dtype;
    grn_scalar_store(&s, dtype, element);
}

static int64_t floor_div(int64_t a, int64_t b) { return a / b - (a % b < 0); }

void grn_torch_divide(grn_dtype dtype, void *element, int64_t count)
{
    grn_scalar s = grn_scalar_load(dtype, element);
    switch (grn_dtype_class_of(dtype)) {
    case GRN_CLASS_SIGNED: s.i = floor_div(s.i, count); break;
    case GRN_CLASS_UNSIGNED: s.u /= (uint64_t)count; break;
    case GRN_CLASS_FLOAT: s.f /= (double)count; break;
    case GRN_CLASS_COMPLEX:
        s.c.re /= (double)count;
        s.c.im /= (double)count;
        break;
    default: break;
    }
    grn_scalar_store(&s, dtype, element);
}
