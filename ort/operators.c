/* operators.c - the operators that garner answers: a row for each, with what it asks. */
#include "operators.h"

/*
 * Elements of the output from which on garner's kernels were faster, on one thread, as
 * docs/onnxruntime.md shows. ONNX Runtime's Gather copies rows, and its TensorScatter too: the one
 * gains by threads alone, the other nothing.
 */
#define GATHER_FROM 16384
#define GATHER_ELEMENTS_FROM 2048
#define SCATTER_ELEMENTS_FROM 128
#define ONE_HOT_FROM 128
#define ALWAYS 0
#define NEVER INT64_MAX

/* Scatter was the name of ScatterElements up to version 10. */
#define SCATTER_ELEMENTS(given, from, to)                                                                           \
    {                                                                                                               \
        .name = given, .first = from, .last = to, .number = "axis",                                                 \
        .types = {{"T", GRN_ORT_ANY}, {"Tind", GRN_ORT_INDEX}}, .updates_input = true, .moves_elements = true,      \
        .takes_bounds = true, .least_elements = SCATTER_ELEMENTS_FROM, .prepare = grn_ort_scatter_elements_prepare, \
        .begin = grn_ort_scatter_begin, .call = grn_ort_scatter_elements_call                                       \
    }

const grn_ort_operator grn_ort_operators[] = {
    {.name = "Gather",
     .first = 1,
     .last = 13,
     .number = "axis",
     .types = {{"T", GRN_ORT_ANY}, {"Tind", GRN_ORT_INDEX}},
     .takes_bounds = true,
     .least_elements = GATHER_FROM,
     .prepare = grn_ort_gather_prepare,
     .begin = grn_ort_gather_begin,
     .call = grn_ort_gather_call},
    {.name = "GatherElements",
     .first = 11,
     .last = 13,
     .number = "axis",
     .types = {{"T", GRN_ORT_ANY}, {"Tind", GRN_ORT_INDEX}},
     .moves_elements = true,
     .takes_bounds = true,
     .least_elements = GATHER_ELEMENTS_FROM,
     .prepare = grn_ort_gather_elements_prepare,
     .begin = grn_ort_gather_begin,
     .call = grn_ort_gather_elements_call},
    {.name = "GatherND",
     .first = 11,
     .last = 13,
     .number = "batch_dims",
     .types = {{"T", GRN_ORT_ANY}},
     .takes_bounds = true,
     .least_elements = ALWAYS,
     .prepare = grn_ort_gather_nd_prepare,
     .begin = grn_ort_gather_begin,
     .call = grn_ort_gather_nd_call},
    SCATTER_ELEMENTS("Scatter", 9, 10),
    SCATTER_ELEMENTS("ScatterElements", 11, 18),
    {.name = "ScatterND",
     .first = 11,
     .last = 18,
     .types = {{"T", GRN_ORT_ANY}},
     .updates_input = true,
     .takes_bounds = true,
     .least_elements = ALWAYS,
     .prepare = grn_ort_scatter_nd_prepare,
     .begin = grn_ort_scatter_begin,
     .call = grn_ort_scatter_nd_call},
    {.name = "TensorScatter",
     .first = 24,
     .last = 24,
     .number = "axis",
     .number_default = -2,
     .types = {{"T", GRN_ORT_ANY}},
     .updates_input = true,
     .least_elements = NEVER,
     .prepare = grn_ort_tensor_scatter_prepare,
     .begin = grn_ort_tensor_scatter_begin},
    {.name = "OneHot",
     .first = 9,
     .last = 28,
     .number = "axis",
     .number_default = -1,
     .types = {{"T1", GRN_ORT_INDEX}, {"T2", GRN_ORT_DEPTH}, {"T3", GRN_ORT_ANY}},
     .least_elements = ONE_HOT_FROM,
     .key = grn_ort_one_hot_depth,
     .prepare = grn_ort_one_hot_prepare,
     .begin = grn_ort_one_hot_begin},
    {0},
};
