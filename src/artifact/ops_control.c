/* ops_control.c - VHLO's functions, calls and regions that are chosen or repeated. */
#include "artifact/ops_attrs.h"

static const vhlo_attr none[] = {END};
static const vhlo_attr func[] = {SAME_UNLESS("arg_attrs", "[]"),        SAME("function_type"),
                                 SAME_UNLESS("res_attrs", "[]"),        SAME("sym_name"),
                                 SAME_UNLESS("sym_visibility", "\"\""), END};
static const vhlo_attr call[] = {SYMBOL("callee"), END};
static const vhlo_attr composite[] = {SAME_UNLESS("composite_attributes", "{}"), SYMBOL("decomposition"), SAME("name"),
                                      SAME_UNLESS("version", "0 : i64"), END};

#define CUSTOM_CALL                                                                                       \
    {"api_version", VHLO_API, NULL, "#stablehlo<custom_call_api_version API_VERSION_ORIGINAL>", NULL},    \
        {"backend_config", VHLO_BACKEND, NULL, "\"\"", NULL}, SAME("call_target_name"),                   \
        {"called_computations", VHLO_SYMBOLS, NULL, "[]", NULL}, SAME_UNLESS("has_side_effect", "false"), \
        {"operand_layouts", VHLO_LAYOUTS, NULL, NULL, NULL}, SAME_UNLESS("output_operand_aliases", "[]"), \
    {                                                                                                     \
        "result_layouts", VHLO_LAYOUTS, NULL, NULL, NULL                                                  \
    }
static const vhlo_attr custom_call_v1[] = {CUSTOM_CALL, END};
static const vhlo_attr custom_call_v2[] = {CUSTOM_CALL, SAME_UNLESS("result_tilings", "[]"), END};

/* A return of VHLO's is a function's where it stands in one, else StableHLO's. */
const vhlo_op grn_vhlo_control_ops[] = {
    {"func_v1", MIN, NOW, "func.func", func, false, false, 0},
    {"return_v1", MIN, NOW, "stablehlo.return", none, false, false, 0},
    {"call_v1", MIN, NOW, "func.call", call, false, false, 0},
    {"case_v1", MIN, NOW, "stablehlo.case", none, false, false, 0},
    {"if_v1", MIN, NOW, "stablehlo.if", none, false, false, 0},
    {"while_v1", MIN, NOW, "stablehlo.while", none, false, false, 0},
    {"optimization_barrier_v1", MIN, NOW, "stablehlo.optimization_barrier", none, false, false, 0},
    {"composite_v1", GRN_VHLO(0, 19, 0), V(1, 13), "stablehlo.composite", composite, false, true, 0},
    {"composite_v2", V(1, 14), NOW, "stablehlo.composite", composite, false, false, 0},
    {"custom_call_v1", MIN, V(1, 17), "stablehlo.custom_call", custom_call_v1, false, false, 0},
    {"custom_call_v2", V(1, 18), NOW, "stablehlo.custom_call", custom_call_v2, false, false, 0},
    {NULL, 0, 0, NULL, NULL, false, false, 0},
};
