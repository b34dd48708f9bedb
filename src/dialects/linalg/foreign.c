/*
 * foreign.c - linalg's named ops: read, checked in their parts and printed; not run.
 *
 * In the generic form each has a region that its name says; the text leaves it out, and so does an
 * op that was read from it.
 */
#include "dialects/common/foreign.h"
#include "dialects/linalg/linalg.h"

#define LINALG(op, does, attrs, ...)                                                        \
    GRN_FOREIGN("linalg", op, does, GRN_PORTS(GRN_ANY_OF("inputs"), GRN_ANY_OF("outputs")), \
                GRN_PORTS(GRN_ANY_OF("results")), attrs, .traits = GRN_TRAIT_SHORT, __VA_ARGS__)
#define GROUPS "[? ins( %inputs : !inputs ) ?] [? outs( %outputs : !outputs ) ?]"
#define NAMED(op, does)                                                                                       \
    LINALG(op, does,                                                                                          \
           GRN_ATTRS(GRN_MAY_HAVE("indexing_maps", grn_attr_is_array), GRN_MAY_HAVE("kind", grn_attr_is_any), \
                     GRN_SEGMENTS),                                                                           \
           .nregions = -1,                                                                                    \
           .assembly = "[? kind = $kind ?] [? indexing_maps = $indexing_maps ?] {} " GROUPS " [? -> !results ?]")

/* `{ arith.addf } ins(..) outs(..) dimensions = [1] (%in: T, %init: T) { .. }`, and results as the
 * outputs' tensors. */
static grn_status add_results(grn_parser *p, grn_op *op, const grn_uses *uses, size_t ninputs)
{
    const grn_type *const *types = uses->type.items;
    size_t n = uses->type.count - ninputs, tensors = 0;
    for (size_t i = 0; i < n; i++)
        tensors += types[ninputs + i]->kind != GRN_TYPE_MEMREF;
    return grn_parser_results(p, op, tensors == n ? n : 0, n ? types + ninputs : NULL);
}

typedef struct named {
    grn_uses uses;
    grn_vec args; /* grn_region_arg */
    grn_str body; /* the one op of the short form; empty: none */
    size_t sizes[2];
} named;

static grn_status read_short_body(grn_parser *p, grn_op *op, named *n)
{
    grn_status status = GRN_OK;
    if (!grn_parser_try(p, "{"))
        return GRN_OK;
    status = grn_parser_keyword(p, &n->body);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    return status == GRN_OK ? grn_parser_expect(p, "}") : status;
}

static grn_status read_dimensions(grn_parser *p, grn_op *op)
{
    size_t count;
    int64_t *v;
    grn_status status = grn_parser_expect(p, "dimensions");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_parser_dims(p, &count, &v);
    return status == GRN_OK
               ? grn_parse_set(p, op, GRN_STR("dimensions"), grn_attr_dense_i64(grn_parser_ir(p), count, v))
               : status;
}

static grn_status read_body(grn_parser *p, grn_op *op, named *n)
{
    grn_status status = grn_parser_expect(p, "(");
    while (status == GRN_OK && !grn_parser_try(p, ")")) {
        if (n->args.count)
            status = grn_parser_expect(p, ",");
        grn_region_arg *arg = grn_vec_push(&n->args);
        if (status == GRN_OK)
            status = arg ? grn_parser_region_arg(p, arg) : GRN_E_MEMORY;
    }
    return status == GRN_OK ? grn_parser_region(p, op, n->args.count, n->args.items) : status;
}

static const grn_type *element_of(const grn_type *t) { return t->element ? t->element : t; }

/* The short form's body: one op of all elements, or for a reduction of the element and the value so
 * far. */
static grn_status make_body(grn_parser *p, grn_op *op, const named *n, bool accumulator_first)
{
    grn_ir *ir = grn_parser_ir(p);
    const grn_type *const *types = n->uses.type.items;
    const grn_str yield_name = GRN_STR("linalg.yield");
    size_t inputs = n->sizes[0], nargs = accumulator_first ? n->uses.type.count : inputs;
    const grn_type **args = GRN_ARENA_NEW(&ir->arena, const grn_type *, nargs + 1);
    if (!args || n->sizes[1] != 1 || n->uses.type.count == 0)
        return args ? grn_parser_fail(p, op->place, "expects one output for the short form of its body") : GRN_E_MEMORY;
    for (size_t i = 0; i < nargs; i++)
        args[i] = element_of(types[i]);
    const grn_type *result = element_of(types[n->uses.type.count - 1]);
    grn_block *block = grn_parser_add_block_region(p, op, nargs, args);
    grn_op *body = block ? grn_op_new(ir, grn_ir_find_op(ir, n->body), n->body, op->place, nargs, 1, 0) : NULL;
    grn_op *yield = body ? grn_op_new(ir, grn_ir_find_op(ir, yield_name), yield_name, op->place, 1, 0, 0) : NULL;
    if (!yield)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < nargs; i++)
        grn_op_set_operand(body, i, &block->args[accumulator_first ? nargs - 1 - i : i]);
    body->results[0].type = result;
    grn_block_append(block, body);
    grn_op_set_operand(yield, 0, &body->results[0]);
    grn_block_append(block, yield);
    return GRN_OK;
}

static grn_status parse_named(grn_parser *p, grn_op *op, named *n, bool reduces)
{
    grn_status status = read_short_body(p, op, n);
    if (status == GRN_OK)
        status = grn_uses_group(p, "ins", &n->uses, &n->sizes[0]);
    if (status == GRN_OK)
        status = grn_uses_group(p, "outs", &n->uses, &n->sizes[1]);
    if (status == GRN_OK && reduces)
        status = read_dimensions(p, op);
    if (status == GRN_OK)
        status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = grn_uses_operands(p, op, &n->uses);
    if (status == GRN_OK)
        status = add_results(p, op, &n->uses, n->sizes[0]);
    if (status != GRN_OK)
        return status;
    return n->body.n ? make_body(p, op, n, reduces) : read_body(p, op, n);
}

static grn_status parse_with_body(grn_parser *p, grn_op *op, bool reduces)
{
    named n = {.body = GRN_STR("")};
    grn_uses_init(p, &n.uses);
    grn_vec_init(&n.args, grn_parser_ir(p)->allocator, sizeof(grn_region_arg));
    grn_status status = parse_named(p, op, &n, reduces);
    grn_uses_end(&n.uses);
    grn_vec_destroy(&n.args);
    return status;
}

static grn_status map_parse(grn_parser *p, grn_op *op) { return parse_with_body(p, op, false); }
static grn_status reduce_parse(grn_parser *p, grn_op *op) { return parse_with_body(p, op, true); }

const grn_op_def grn_linalg_foreign_ops[] = {
    NAMED("abs", "absolute value of each element"),
    NAMED("add", "sum, element by element"),
    NAMED("batch_matmul", "products of matrices, one per batch"),
    NAMED("batch_matmul_transpose_a", "products per batch, the first matrices transposed"),
    NAMED("batch_matmul_transpose_b", "products per batch, the second matrices transposed"),
    NAMED("batch_matvec", "products of matrices and vectors, one per batch"),
    NAMED("batch_mmt4d", "mmt4d, one per batch"),
    NAMED("batch_reduce_matmul", "products of matrices, summed over the batch"),
    NAMED("batch_vecmat", "products of vectors and matrices, one per batch"),
    NAMED("ceil", "rounds each element up"),
    NAMED("contract", "sums of products by indexing maps"),
    NAMED("conv_1d", "convolution over one dimension"),
    NAMED("conv_1d_ncw_fcw", "convolution over one dimension, input NCW, kernel FCW"),
    NAMED("conv_1d_nwc_wcf", "convolution over one dimension, input NWC, kernel WCF"),
    NAMED("conv_2d", "convolution over two dimensions"),
    NAMED("conv_2d_nchw_fchw", "convolution over two dimensions, input NCHW, kernel FCHW"),
    NAMED("conv_2d_ngchw_fgchw", "convolution over two dimensions, input NGCHW, kernel FGCHW"),
    NAMED("conv_2d_ngchw_gfchw", "convolution over two dimensions, input NGCHW, kernel GFCHW"),
    NAMED("conv_2d_ngchw_gfchw_q", "convolution over two dimensions, input NGCHW, kernel GFCHW, zero points"),
    NAMED("conv_2d_nhwc_fhwc", "convolution over two dimensions, input NHWC, kernel FHWC"),
    NAMED("conv_2d_nhwc_fhwc_q", "convolution over two dimensions, input NHWC, kernel FHWC, zero points"),
    NAMED("conv_2d_nhwc_hwcf", "convolution over two dimensions, input NHWC, kernel HWCF"),
    NAMED("conv_2d_nhwc_hwcf_q", "convolution over two dimensions, input NHWC, kernel HWCF, zero points"),
    NAMED("conv_3d", "convolution over three dimensions"),
    NAMED("conv_3d_ncdhw_fcdhw", "convolution over three dimensions, input NCDHW, kernel FCDHW"),
    NAMED("conv_3d_ndhwc_dhwcf", "convolution over three dimensions, input NDHWC, kernel DHWCF"),
    NAMED("conv_3d_ndhwc_dhwcf_q", "convolution over three dimensions, input NDHWC, kernel DHWCF, zero points"),
    NAMED("depthwise_conv_1d_ncw_cw", "convolution of each channel over one dimension, input NCW, kernel CW"),
    NAMED("depthwise_conv_1d_nwc_wc", "convolution of each channel over one dimension, input NWC, kernel WC"),
    NAMED("depthwise_conv_1d_nwc_wcm", "convolution of each channel over one dimension, input NWC, kernel WCM"),
    NAMED("depthwise_conv_2d_nchw_chw", "convolution of each channel over two dimensions, input NCHW, kernel CHW"),
    NAMED("depthwise_conv_2d_nhwc_hwc", "convolution of each channel over two dimensions, input NHWC, kernel HWC"),
    NAMED("depthwise_conv_2d_nhwc_hwc_q",
          "convolution of each channel over two dimensions, input NHWC, kernel HWC, zero points"),
    NAMED("depthwise_conv_2d_nhwc_hwcm", "convolution of each channel over two dimensions, input NHWC, kernel HWCM"),
    NAMED("depthwise_conv_2d_nhwc_hwcm_q",
          "convolution of each channel over two dimensions, input NHWC, kernel HWCM, zero points"),
    NAMED("depthwise_conv_3d_ncdhw_cdhw",
          "convolution of each channel over three dimensions, input NCDHW, kernel CDHW"),
    NAMED("depthwise_conv_3d_ndhwc_dhwc",
          "convolution of each channel over three dimensions, input NDHWC, kernel DHWC"),
    NAMED("depthwise_conv_3d_ndhwc_dhwcm",
          "convolution of each channel over three dimensions, input NDHWC, kernel DHWCM"),
    NAMED("div", "quotient, element by element"),
    NAMED("div_unsigned", "quotient of unsigned integers, element by element"),
    NAMED("dot", "dot product of two vectors"),
    NAMED("elementwise", "one of several element-wise functions, by an attribute"),
    NAMED("elemwise_binary", "one of several functions of two elements, by an attribute"),
    NAMED("elemwise_unary", "one of several functions of one element, by an attribute"),
    NAMED("erf", "error function of each element"),
    NAMED("exp", "e to the power of each element"),
    NAMED("fill_rng_2d", "fills a matrix with random numbers"),
    NAMED("floor", "rounds each element down"),
    NAMED("log", "natural logarithm of each element"),
    NAMED("matmul", "product of two matrices"),
    NAMED("matmul_transpose_a", "product of two matrices, the first one transposed"),
    NAMED("matmul_transpose_b", "product of two matrices, the second one transposed"),
    NAMED("matvec", "product of a matrix and a vector"),
    NAMED("max", "larger of each two elements"),
    NAMED("min", "smaller of each two elements"),
    NAMED("mmt4d", "product of two matrices in tiles, the second one transposed"),
    NAMED("mul", "product, element by element"),
    NAMED("negf", "each element with its sign changed"),
    NAMED("pooling_nchw_max", "largest element of each window, input NCHW"),
    NAMED("pooling_nchw_sum", "sum of each window, input NCHW"),
    NAMED("pooling_ncw_max", "largest element of each window, input NCW"),
    NAMED("pooling_ncw_sum", "sum of each window, input NCW"),
    NAMED("pooling_ndhwc_max", "largest element of each window, input NDHWC"),
    NAMED("pooling_ndhwc_min", "smallest element of each window, input NDHWC"),
    NAMED("pooling_ndhwc_sum", "sum of each window, input NDHWC"),
    NAMED("pooling_nhwc_max", "largest element of each window, input NHWC"),
    NAMED("pooling_nhwc_max_unsigned", "largest element of each window, input NHWC, unsigned"),
    NAMED("pooling_nhwc_min", "smallest element of each window, input NHWC"),
    NAMED("pooling_nhwc_min_unsigned", "smallest element of each window, input NHWC, unsigned"),
    NAMED("pooling_nhwc_sum", "sum of each window, input NHWC"),
    NAMED("pooling_nwc_max", "largest element of each window, input NWC"),
    NAMED("pooling_nwc_max_unsigned", "largest element of each window, input NWC, unsigned"),
    NAMED("pooling_nwc_min", "smallest element of each window, input NWC"),
    NAMED("pooling_nwc_min_unsigned", "smallest element of each window, input NWC, unsigned"),
    NAMED("pooling_nwc_sum", "sum of each window, input NWC"),
    NAMED("powf", "power of floats, element by element"),
    NAMED("quantized_batch_matmul", "products of matrices with zero points, one per batch"),
    NAMED("quantized_matmul", "product of two matrices with zero points"),
    NAMED("reciprocal", "1 / each element"),
    NAMED("round", "rounds each element, ties away from zero"),
    NAMED("rsqrt", "1 / square root of each element"),
    NAMED("select", "one of two elements, by a boolean"),
    NAMED("sqrt", "square root of each element"),
    NAMED("square", "square of each element"),
    NAMED("sub", "difference, element by element"),
    NAMED("tanh", "hyperbolic tangent of each element"),
    NAMED("vecmat", "product of a vector and a matrix"),
    LINALG("softmax", "softmax along one dimension", GRN_ATTRS(GRN_NEEDS("dimension", grn_attr_is_i64)), .nregions = 0,
           .assembly = "{} dimension( $dimension ) " GROUPS " [? -> !results ?]"),
    LINALG("map", "applies a function element by element", GRN_NO_ATTRS, .nregions = 1, .parse = map_parse),
    LINALG("reduce", "folds along dimensions by a function", GRN_ATTRS(GRN_NEEDS("dimensions", grn_attr_is_dims)),
           .nregions = 1, .parse = reduce_parse),
    {.name = NULL},
};
