/*
 * compare_float.c - arith.cmpf (MLIR arith dialect, arith.cmpf): floats compared
 * by one of 16 predicates. An ordered one (o..) is false where either is NaN;
 * an unordered one (u..) is true there, being the opposite of an ordered one.
 */
#include "dialects/arith/arith.h"

/* A comparison of two of the operands. */
typedef struct test {
    const grn_element *element;
    unsigned char lhs, rhs;
} test;

#define TEST(op)                        \
    {                                   \
        &grn_element_compare_##op, 0, 1 \
    }
#define SELF(i)                       \
    {                                 \
        &grn_element_compare_eq, i, i \
    } /* is no NaN */

/* In the order of their numbers: the first test, joined with the second where there is one, and
 * turned around. */
static const struct predicate {
    test first, second;
    const grn_element *join;
    bool negated;
} predicates[] = {
    {TEST(lt), TEST(gt), &grn_element_and, false}, /* false */
    {TEST(eq), {0}, NULL, false},                  /* oeq */
    {TEST(gt), {0}, NULL, false},                  /* ogt */
    {TEST(ge), {0}, NULL, false},                  /* oge */
    {TEST(lt), {0}, NULL, false},                  /* olt */
    {TEST(le), {0}, NULL, false},                  /* ole */
    {TEST(lt), TEST(gt), &grn_element_or, false},  /* one */
    {SELF(0), SELF(1), &grn_element_and, false},   /* ord */
    {TEST(lt), TEST(gt), &grn_element_or, true},   /* ueq */
    {TEST(le), {0}, NULL, true},                   /* ugt */
    {TEST(lt), {0}, NULL, true},                   /* uge */
    {TEST(ge), {0}, NULL, true},                   /* ult */
    {TEST(gt), {0}, NULL, true},                   /* ule */
    {TEST(ne), {0}, NULL, false},                  /* une */
    {SELF(0), SELF(1), &grn_element_and, true},    /* uno */
    {TEST(lt), TEST(gt), &grn_element_and, true},  /* true */
};

static bool is_predicate(const grn_attr *a)
{
    return grn_attr_is_i64.matches(a) && a->integer >= 0 && a->integer < (int64_t)GRN_COUNT(predicates);
}
static const grn_attr_class predicate_attr = {
    "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15", is_predicate};

static const char *const words[] = {"false", "oeq", "ogt", "oge", "olt", "ole", "one",  "ord", "ueq",
                                    "ugt",   "uge", "ult", "ule", "une", "uno", "true", NULL};
static const grn_enum_def predicate_words = {.name = "arith.CmpFPredicate", .keyword = words, .width = 64};

/* Of a verified op; the first one of any other. */
static const struct predicate *predicate_of(const grn_op *op)
{
    const grn_attr *a = grn_op_attr(op, "predicate");
    return &predicates[a && is_predicate(a) ? (size_t)a->integer : 0];
}

/* ---- running --------------------------------------------------------------------------------- */

static grn_status run_test(grn_exec *x, const grn_op *op, const test *t, const grn_tensor *out)
{
    const grn_tensor in[2] = {x->operands[t->lhs].tensor, x->operands[t->rhs].tensor};
    return grn_arith_map(x, op, t->element, 2, in, out);
}

static grn_status join(grn_exec *x, const grn_op *op, const struct predicate *p, const grn_tensor *out)
{
    grn_rt second = {.buffer = NULL};
    grn_status status = x->calls->alloc(x, GRN_I1, out->rank, out->shape, &second);
    if (status == GRN_OK)
        status = run_test(x, op, &p->second, &second.tensor);
    const grn_tensor in[2] = {*out, second.tensor};
    if (status == GRN_OK)
        status = grn_arith_map(x, op, p->join, 2, in, out);
    x->calls->release(x, &second);
    return status;
}

static grn_status eval(grn_exec *x, const grn_op *op)
{
    const struct predicate *p = predicate_of(op);
    const grn_tensor *lhs = &x->operands[0].tensor;
    grn_status status = grn_hlo_new_result(x, op, 0, lhs->rank, lhs->shape);
    const grn_tensor *out = &x->results[0].tensor;
    if (status == GRN_OK)
        status = run_test(x, op, &p->first, out);
    if (status == GRN_OK && p->join)
        status = join(x, op, p, out);
    return status == GRN_OK && p->negated ? grn_arith_map(x, op, &grn_element_not, 1, out, out) : status;
}

/* ---- row ------------------------------------------------------------------------------------- */

static const grn_port operands[] = {GRN_PORT("lhs", grn_is_float_like), GRN_PORT("rhs", grn_is_float_like),
                                    GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT("result", grn_is_bool_like), GRN_PORTS_END};
static const grn_attr_def attrs[] = {{"predicate", &predicate_attr, GRN_REQUIRED, &predicate_words, NULL},
                                     GRN_MAY_HAVE("fastmath", grn_is_fastmath),
                                     GRN_ATTRS_END};

const grn_op_def grn_arith_float_ops[] = {
    GRN_MLIR_LISTED(arith, cmpf, "compares floats by a predicate: oeq, olt, une, ..", operands, results, attrs,
                    .traits = GRN_TRAIT_PURE, .assembly = GRN_ARITH_COMPARE, .verify = grn_arith_compare_verify,
                    .eval = eval),
    {.name = NULL},
};
