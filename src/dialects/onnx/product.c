/*
 * product.c - ONNX's products of matrices.
 *
 *   ON-23  MatMul: as numpy's matmul: the last dimension of A is as long as the last but one of B,
 *          those before broadcast; a
 * vector is a row on the left and a column on the right. Gemm: two matrices, and C that broadcasts
 * to their product
 */
#include "dialects/onnx/calc.h"

#include <inttypes.h>

#include "dialects/stablehlo/product.h"
#include "eval/contract.h"

/* ---- rules ----------------------------------------------------------------------------------- */

static grn_status same_types(const grn_op *op, grn_check *check)
{
    grn_status status = grn_tensor_elements_same(op, check, "ON-11", 1, 0);
    return status == GRN_OK && grn_onnx_given(op, 2) ? grn_tensor_elements_same(op, check, "ON-11", 2, 0) : status;
}

/* The extents of a product's factors: vectors as matrices, and where the result leaves the ones out
 * again. */
typedef struct factors {
    grn_dims a, b;
    bool a_vector, b_vector;
} factors;

static grn_status read_factors(const grn_onnx_at *at, factors *f)
{
    *f = (factors){.a = grn_onnx_extents(at, 0), .b = grn_onnx_extents(at, 1)};
    if (f->a.count == 0 || f->b.count == 0)
        return grn_onnx_broken(at, "ON-23", "operand #%d is a scalar, expected one dimension or more", f->a.count != 0);
    f->a_vector = f->a.count == 1;
    f->b_vector = f->b.count == 1;
    if (f->a_vector)
        f->a = (grn_dims){.count = 2, .v = {1, f->a.v[0]}};
    if (f->b_vector)
        f->b = (grn_dims){.count = 2, .v = {f->b.v[0], 1}};
    const int64_t k = f->a.v[f->a.count - 1], other = f->b.v[f->b.count - 2];
    if (k != other && k != GRN_DYNAMIC && other != GRN_DYNAMIC)
        return grn_onnx_broken(
            at, "ON-23", "sums are over %" PRId64 " elements of A and %" PRId64 " of B, expected as many", k, other);
    return GRN_OK;
}

/* Of matrices: vectors still have their ones. */
static grn_status whole_shape(const grn_onnx_at *at, const factors *f, grn_dims *out)
{
    grn_dims batch = f->a, other = f->b;
    batch.count -= 2;
    other.count -= 2;
    grn_status status = grn_onnx_broadcast(at, &other, &batch);
    *out = batch;
    if (status == GRN_OK && batch.count + 2 > GRN_MAX_RANK)
        return grn_onnx_broken(at, "ON-23", "the product has more than %d dimensions", GRN_MAX_RANK);
    out->v[out->count++] = f->a.v[f->a.count - 2];
    out->v[out->count++] = f->b.v[f->b.count - 1];
    return status;
}

static void leave_out(const factors *f, grn_dims *shape)
{
    if (f->b_vector)
        shape->count--;
    if (f->a_vector) {
        shape->v[shape->count - (f->b_vector ? 1 : 2)] = shape->v[shape->count - 1];
        shape->count--;
    }
}

static grn_status matmul_shape(const grn_onnx_at *at, grn_dims *out)
{
    factors f;
    grn_status status = read_factors(at, &f);
    if (status == GRN_OK)
        status = whole_shape(at, &f, out);
    if (status == GRN_OK)
        leave_out(&f, out);
    return status;
}

static grn_status gemm_shape(const grn_onnx_at *at, grn_dims *out)
{
    const bool ta = grn_op_integer(at->op, "transA", 0) != 0, tb = grn_op_integer(at->op, "transB", 0) != 0;
    grn_dims a = grn_onnx_extents(at, 0), b = grn_onnx_extents(at, 1);
    if (a.count != 2 || b.count != 2)
        return grn_onnx_broken(at, "ON-23", "operand #%d has %" PRId32 " dimensions, expected 2", a.count == 2,
                               a.count == 2 ? b.count : a.count);
    const int64_t k = a.v[!ta], other = b.v[tb];
    if (k != other && k != GRN_DYNAMIC && other != GRN_DYNAMIC)
        return grn_onnx_broken(
            at, "ON-23", "sums are over %" PRId64 " elements of A and %" PRId64 " of B, expected as many", k, other);
    *out = (grn_dims){.count = 2, .v = {a.v[ta], b.v[!tb]}};
    if (!grn_onnx_given(at->op, 2))
        return GRN_OK;
    grn_dims c = grn_onnx_extents(at, 2), with = *out;
    grn_status status = grn_onnx_broadcast(at, &c, &with);
    bool grows = with.count > 2;
    for (int32_t d = 0; status == GRN_OK && !grows && d < 2; d++)
        grows = out->v[d] != GRN_DYNAMIC && with.v[d] != GRN_DYNAMIC && with.v[d] != out->v[d];
    return grows ? grn_onnx_broken(at, "ON-23", "C is larger than the product, expected that it broadcasts to it")
                 : status;
}
#define matmul_types same_types
#define gemm_types same_types
GRN_ONNX_TYPED(matmul)
GRN_ONNX_TYPED(gemm)

/* ---- in the run ------------------------------------------------------------------------------ */

typedef struct batches {
    const grn_tensor *a, *b; /* broadcast to the batch, then matrices */
    int64_t matrix;          /* elements of a product */
} batches;

static int64_t offset_of(const grn_tensor *t, int64_t i)
{
    int64_t offset = 0;
    for (int32_t d = t->rank - 3; d >= 0; d--) {
        offset += i % t->shape[d] * t->stride[d];
        i /= t->shape[d];
    }
    return offset;
}

static grn_contract_place place_of(const void *user, int64_t i)
{
    const batches *b = user;
    return (grn_contract_place){offset_of(b->a, i), offset_of(b->b, i), i * b->matrix};
}

/* Products of the matrices in the last two dimensions: `out` is compact. */
static grn_calc_value multiply(grn_calc *c, const grn_tensor *a, const grn_tensor *b, const grn_dims *shape)
{
    grn_contraction m;
    const int32_t rank = shape->count;
    int64_t count = 1;
    grn_rt *out = grn_calc_new(c, a->dtype, rank, shape->v);
    if (!out)
        return NULL;
    if (grn_contract_bind(&m, a->dtype) != GRN_OK)
        return grn_calc_fail(c, GRN_E_UNSUPPORTED, "is not defined on elements of this type");
    const batches of = {a, b, shape->v[rank - 2] * shape->v[rank - 1]};
    for (int32_t d = 0; d < rank - 2; d++)
        count *= shape->v[d];
    m.lhs = (grn_contract_factors){.data = a->data, .row = a->stride[rank - 2], .step = a->stride[rank - 1]};
    m.rhs = (grn_contract_factors){.data = b->data, .row = b->stride[rank - 1], .step = b->stride[rank - 2]};
    m.rows = shape->v[rank - 2], m.columns = shape->v[rank - 1], m.depth = a->shape[rank - 1];
    m.sums = out->tensor.data;
    m.row = m.columns, m.column = 1;
    if (grn_tensor_elements(&out->tensor) == 0)
        return out;
    c->status =
        c->x->calls->charge(c->x, grn_steps_times((uint64_t)grn_tensor_elements(&out->tensor), (uint64_t)m.depth));
    if (c->status == GRN_OK && grn_contract_all(&m, count, place_of, &of, c->x->parallel, c->x->allocator) != GRN_OK)
        return grn_calc_fail(c, GRN_E_MEMORY, "memory for blocks of the operands was refused");
    return c->status == GRN_OK ? out : NULL;
}

/* A factor as matrices in the batch's shape. */
static bool spread(grn_calc *c, grn_calc_value v, const grn_dims *own, const grn_dims *whole, grn_tensor *out)
{
    const grn_onnx_at at = {.op = c->op, .x = c->x};
    grn_dims shape = *whole;
    grn_calc_value m = grn_calc_reshape(c, v, own->count, own->v);
    shape.v[shape.count - 2] = own->v[own->count - 2];
    shape.v[shape.count - 1] = own->v[own->count - 1];
    if (m)
        c->status = grn_onnx_view(&at, &m->tensor, &shape, out);
    return m && c->status == GRN_OK;
}

static grn_status matmul_eval(grn_exec *x, const grn_op *op)
{
    const grn_onnx_at at = {.op = op, .x = x};
    const grn_dtype dtype = grn_hlo_result_dtype(op, 0), sums = grn_hlo_sum_dtype(dtype);
    grn_calc c;
    factors f;
    grn_dims whole, shape;
    grn_tensor a, b;
    grn_calc_value out = NULL;
    grn_calc_begin(&c, x, op);
    c.status = read_factors(&at, &f);
    if (c.status == GRN_OK)
        c.status = whole_shape(&at, &f, &whole);
    if (c.status == GRN_OK && spread(&c, grn_calc_convert(&c, grn_calc_operand(&c, 0), sums), &f.a, &whole, &a) &&
        spread(&c, grn_calc_convert(&c, grn_calc_operand(&c, 1), sums), &f.b, &whole, &b)) {
        shape = whole;
        leave_out(&f, &shape);
        out = grn_calc_convert(&c, multiply(&c, &a, &b, &whole), dtype);
        out = grn_calc_reshape(&c, out, shape.count, shape.v);
    }
    return grn_calc_end(&c, 1, &out);
}

static double factor(const grn_op *op, const char *name)
{
    const grn_attr *a = grn_op_attr(op, name);
    return a ? a->real : 1;
}

static grn_status gemm_eval(grn_exec *x, const grn_op *op)
{
    static const int64_t swapped[] = {1, 0}, straight[] = {0, 1};
    const grn_onnx_at at = {.op = op, .x = x};
    const grn_dtype dtype = grn_hlo_result_dtype(op, 0), sums = grn_hlo_sum_dtype(dtype);
    const double alpha = factor(op, "alpha"), beta = factor(op, "beta");
    grn_calc c;
    grn_dims shape;
    grn_tensor a, b;
    grn_calc_value out = NULL;
    grn_calc_begin(&c, x, op);
    c.status = gemm_shape(&at, &shape);
    const grn_calc_value left = grn_calc_convert(&c, grn_calc_operand(&c, 0), sums),
                         right = grn_calc_convert(&c, grn_calc_operand(&c, 1), sums);
    if (c.status == GRN_OK && left && right) {
        grn_view_transpose(&left->tensor, grn_op_integer(op, "transA", 0) ? swapped : straight, &a);
        grn_view_transpose(&right->tensor, grn_op_integer(op, "transB", 0) ? swapped : straight, &b);
        out = grn_calc_convert(&c, multiply(&c, &a, &b, &shape), dtype);
    }
    if (alpha != 1)
        out = grn_calc_map(&c, &grn_element_multiply, dtype, out, grn_calc_number(&c, dtype, alpha));
    if (grn_onnx_given(op, 2)) {
        grn_calc_value more = grn_calc_operand(&c, 2);
        if (beta != 1)
            more = grn_calc_map(&c, &grn_element_multiply, dtype, more, grn_calc_number(&c, dtype, beta));
        out = grn_calc_map(&c, &grn_element_add, dtype, out, more);
    }
    return grn_calc_end(&c, 1, &out);
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const grn_port results[] = {GRN_PORT("Y", grn_is_ranked_tensor), GRN_PORTS_END};

const grn_op_def grn_onnx_product_ops[] = {
    GRN_ONNX_ROW("MatMul", "product of matrices as numpy.matmul has it", "ON-11, ON-23",
                 .operands = GRN_PORTS(GRN_PORT("A", grn_onnx_numeric), GRN_PORT("B", grn_onnx_numeric)),
                 .verify = matmul_verify, .infer = matmul_infer, .eval = matmul_eval, .work = GRN_WORK_OWN),
    GRN_ONNX_ROW("Gemm", "alpha * A * B + beta * C", "ON-11, ON-23",
                 .operands = GRN_PORTS(GRN_PORT("A", grn_onnx_numeric), GRN_PORT("B", grn_onnx_numeric),
                                       GRN_PORT("C", grn_onnx_tensor_or_none)),
                 .attrs = GRN_ATTRS(GRN_MAY_HAVE("alpha", grn_hlo_is_f32), GRN_MAY_HAVE("beta", grn_hlo_is_f32),
                                    GRN_MAY_HAVE("transA", grn_onnx_is_si64), GRN_MAY_HAVE("transB", grn_onnx_is_si64)),
                 .verify = gemm_verify, .infer = gemm_infer, .eval = gemm_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
