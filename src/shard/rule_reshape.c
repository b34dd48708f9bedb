/*
 * rule_reshape.c - reshape: its dimensions are products of factors, the major ones first.
 *
 * Both sides are walked at once. As long as the factors of both have the same product, the next one
 * that the two have in common is a factor of both; where they have none, the sides part, each with
 * factors of its own, until their products meet again.
 */
#include "shard/rule_factors.h"

typedef struct side {
    const grn_type *type;
    bool is_result;
    int32_t dim;     /* the one that factors are found for */
    int64_t extents; /* the product of the extents up to this one */
    int64_t factors; /* the product of the factors so far */
} side;

static bool is_done(const side *s) { return s->dim >= s->type->rank; }

/* An extent of 1 that no factor is needed for gets its own. */
static bool skip_one(grn_factors *f, side *s)
{
    if (is_done(s) || s->type->shape[s->dim] != 1)
        return false;
    grn_factor_add(f, 1, GRN_FACTOR_PASS_THROUGH);
    if (s->is_result)
        grn_factor_result(f, 0, s->dim++);
    else
        grn_factor_operand(f, 0, s->dim++);
    return true;
}

/* What is left of this dimension. The products are at most the number of elements, which can be
 * counted. */
static int64_t rest_of(side *s)
{
    if (!is_done(s) && s->extents == s->factors)
        s->extents *= s->type->shape[s->dim];
    return s->extents / s->factors;
}

static void use(grn_factors *f, side *s, int64_t size)
{
    if (s->is_result)
        grn_factor_result(f, 0, s->dim);
    else
        grn_factor_operand(f, 0, s->dim);
    s->factors *= size;
}

static void add_alone(grn_factors *f, side *s, int64_t size)
{
    grn_factor_add(f, size, GRN_FACTOR_PASS_THROUGH);
    use(f, s, size);
}

static void leave(side *s)
{
    if (!is_done(s) && s->extents == s->factors)
        s->dim++;
}

static int64_t greatest_common_divisor(int64_t a, int64_t b)
{
    while (b != 0) {
        const int64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* The next factor of the side whose product is behind: one that lets them meet, else one that keeps
 * what they have in common. */
static int64_t to_catch_up(const side *behind, const side *ahead, int64_t rest, int64_t common)
{
    if (ahead->factors % behind->factors == 0 && rest % (ahead->factors / behind->factors) == 0)
        return ahead->factors / behind->factors;
    return rest > common ? rest / common : rest;
}

static void step(grn_factors *f, side *in, side *out)
{
    const int64_t rest_in = rest_of(in), rest_out = rest_of(out), common = greatest_common_divisor(rest_in, rest_out);
    if (in->factors < out->factors)
        add_alone(f, in, to_catch_up(in, out, rest_in, common));
    else if (in->factors > out->factors)
        add_alone(f, out, to_catch_up(out, in, rest_out, common));
    else if (common > 1) {
        grn_factor_add(f, common, GRN_FACTOR_PASS_THROUGH);
        use(f, in, common);
        use(f, out, common);
    } else {
        add_alone(f, in, rest_in);
        add_alone(f, out, rest_out);
    }
    leave(in);
    leave(out);
}

static bool has_no_elements(const grn_type *type)
{
    for (int32_t d = 0; d < type->rank; d++)
        if (type->shape[d] == 0)
            return true;
    return false;
}

void grn_rule_reshape(grn_factors *f, const grn_op *op)
{
    (void)op;
    side in = {grn_factors_operand(f, 0), false, 0, 1, 1}, out = {grn_factors_result(f, 0), true, 0, 1, 1};
    f->none = has_no_elements(in.type);
    while ((!is_done(&in) || !is_done(&out)) && f->status == GRN_OK && !f->none)
        if (!skip_one(f, &in) && !skip_one(f, &out))
            step(f, &in, &out);
}
