/* foreign.c - operators of TOSA around its gathers (MLIR tosa dialect): read and printed; not run. */
#include "dialects/common/foreign.h"
#include "dialects/tosa/tosa.h"

#define TOSA(op, ins, outs, attrs, ...) GRN_FOREIGN("tosa", op, ins, outs, attrs, __VA_ARGS__)
#define ANY(name) GRN_PORTS(GRN_ANY_OF(name))
/* Their attributes differ from version to version, and stay as they are. */
#define ROW(op) TOSA(op, ANY("inputs"), ANY("outputs"), GRN_NO_ATTRS, .traits = GRN_TRAIT_PURE | GRN_TRAIT_PLAIN_ATTRS, .format = "%* {} :fn")

const grn_op_def grn_tosa_foreign_ops[] = {
    ROW("abs"), ROW("add"), ROW("argmax"), ROW("arithmetic_right_shift"), ROW("avg_pool2d"), ROW("bitwise_and"),
    ROW("bitwise_not"), ROW("bitwise_or"), ROW("bitwise_xor"), ROW("cast"), ROW("ceil"), ROW("clamp"), ROW("clz"),
    ROW("concat"), ROW("conv2d"), ROW("conv3d"), ROW("cos"), ROW("custom"), ROW("depthwise_conv2d"), ROW("equal"),
    ROW("erf"), ROW("exp"), ROW("fft2d"), ROW("floor"), ROW("fully_connected"), ROW("greater"), ROW("greater_equal"),
    ROW("identity"), ROW("int_div"), ROW("log"), ROW("logical_and"), ROW("logical_left_shift"), ROW("logical_not"),
    ROW("logical_or"), ROW("logical_right_shift"), ROW("logical_xor"), ROW("matmul"), ROW("max_pool2d"), ROW("maximum"),
    ROW("minimum"), ROW("mul"), ROW("negate"), ROW("pad"), ROW("pow"), ROW("reciprocal"), ROW("reduce_all"),
    ROW("reduce_any"), ROW("reduce_max"), ROW("reduce_min"), ROW("reduce_prod"), ROW("reduce_sum"), ROW("rescale"),
    ROW("reshape"), ROW("resize"), ROW("reverse"), ROW("rfft2d"), ROW("rsqrt"), ROW("select"), ROW("sigmoid"),
    ROW("sin"), ROW("slice"), ROW("sub"), ROW("table"), ROW("tanh"), ROW("tile"), ROW("transpose"),
    ROW("transpose_conv2d"),
    ROW("const_shape"),
    TOSA("apply_scale", ANY("inputs"), ANY("outputs"), GRN_NO_ATTRS, .traits = GRN_TRAIT_PLAIN_ATTRS, .format = "%* {} :fn"),
    TOSA("cond_if", GRN_PORTS(GRN_ONE_OF("cond"), GRN_ANY_OF("inputs")), ANY("output"), GRN_NO_ATTRS, .nregions = 2,
         .assembly = "%cond : !cond [? -> ( !output ) ?] {0} else {1} {}"),
    TOSA("while_loop", ANY("inputs"), ANY("output"), GRN_NO_ATTRS, .nregions = 2),
    TOSA("yield", ANY("inputs"), GRN_NO_PORTS, GRN_NO_ATTRS, .traits = GRN_TRAIT_TERMINATOR,
         .assembly = "[? %inputs : !inputs ?] {}"),
    {.name = NULL},
};
