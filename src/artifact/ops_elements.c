/* ops_elements.c - VHLO's element-wise ops. */
#include "artifact/ops_attrs.h"

static const vhlo_attr none[] = {END};

#define DEFAULT_ACCURACY                                                                     \
    "#stablehlo.result_accuracy<atol = 0.000000e+00, rtol = 0.000000e+00, ulps = 0, mode = " \
    "#stablehlo.result_accuracy_mode<DEFAULT>>"
static const vhlo_attr accurate[] = {SAME_UNLESS("result_accuracy", DEFAULT_ACCURACY), END};

static const vhlo_attr compare[] = {SAME_UNLESS("compare_type", "#stablehlo<comparison_type NOTYPE>"),
                                    SAME("comparison_direction"), END};
static const vhlo_attr reduce_precision[] = {SAME("exponent_bits"), SAME("mantissa_bits"), END};

#define PLAIN(name)                                                    \
    {                                                                  \
        name "_v1", MIN, NOW, "stablehlo." name, none, false, false, 0 \
    }
/* With an accuracy from version 1.`minor` on. */
#define ACCURATE(name, from, minor)                                                \
    {name "_v1", from, V(1, (minor)-1), "stablehlo." name, none, false, false, 0}, \
    {                                                                              \
        name "_v2", V(1, minor), NOW, "stablehlo." name, accurate, false, false, 0 \
    }

const vhlo_op grn_vhlo_element_ops[] = {
    PLAIN("abs"),
    PLAIN("add"),
    PLAIN("and"),
    PLAIN("atan2"),
    PLAIN("bitcast_convert"),
    PLAIN("ceil"),
    PLAIN("clamp"),
    PLAIN("complex"),
    PLAIN("convert"),
    PLAIN("count_leading_zeros"),
    PLAIN("divide"),
    PLAIN("floor"),
    PLAIN("imag"),
    PLAIN("is_finite"),
    PLAIN("maximum"),
    PLAIN("minimum"),
    PLAIN("multiply"),
    PLAIN("negate"),
    PLAIN("not"),
    PLAIN("or"),
    PLAIN("popcnt"),
    PLAIN("power"),
    PLAIN("real"),
    PLAIN("remainder"),
    PLAIN("round_nearest_afz"),
    PLAIN("round_nearest_even"),
    PLAIN("select"),
    PLAIN("shift_left"),
    PLAIN("shift_right_arithmetic"),
    PLAIN("shift_right_logical"),
    PLAIN("sign"),
    PLAIN("subtract"),
    PLAIN("uniform_dequantize"),
    PLAIN("uniform_quantize"),
    PLAIN("xor"),
    ACCURATE("cbrt", MIN, 10),
    ACCURATE("cosine", MIN, 10),
    ACCURATE("exponential", MIN, 9),
    ACCURATE("exponential_minus_one", MIN, 10),
    ACCURATE("log", MIN, 10),
    ACCURATE("log_plus_one", MIN, 10),
    ACCURATE("logistic", MIN, 10),
    ACCURATE("rsqrt", MIN, 10),
    ACCURATE("sine", MIN, 10),
    ACCURATE("sqrt", MIN, 10),
    ACCURATE("tan", V(1, 4), 10),
    ACCURATE("tanh", MIN, 10),
    {"compare_v1", MIN, NOW, "stablehlo.compare", compare, false, false, 0},
    {"reduce_precision_v1", MIN, NOW, "stablehlo.reduce_precision", reduce_precision, false, false, 0},
    {NULL, 0, 0, NULL, NULL, false, false, 0},
};
