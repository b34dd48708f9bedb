/* test_misuse_module.c - the misuse table of module.h. */
#include "misuse.h"

static const char program[] =
    "func.func @main(%a: tensor<4xf32>, %i: tensor<3x1xi64>) -> tensor<3xf32> {\n"
    "  %0 = \"stablehlo.gather\"(%a, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [0],\n"
    "      start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1>}>\n"
    "      : (tensor<4xf32>, tensor<3x1xi64>) -> tensor<3xf32>\n"
    "  return %0 : tensor<3xf32>\n"
    "}\n"
    "func.func @less(%a: tensor<?xf32>) -> tensor<?xf32> {\n"
    "  return %a : tensor<?xf32>\n"
    "}\n"
    "func.func @views(%a: tensor<1x4x1xf32>) -> tensor<4xf32> {\n"
    "  %0 = stablehlo.transpose %a, dims = [2, 1, 0] : (tensor<1x4x1xf32>) -> tensor<1x4x1xf32>\n"
    "  %1 = stablehlo.reverse %0, dims = [0, 1, 2] : tensor<1x4x1xf32>\n"
    "  %2 = stablehlo.slice %1 [0:1:7, 0:4:1, 0:1] : (tensor<1x4x1xf32>) -> tensor<1x4x1xf32>\n"
    "  %3 = stablehlo.add %2, %a : tensor<1x4x1xf32>\n"
    "  %4 = stablehlo.reshape %3 : (tensor<1x4x1xf32>) -> tensor<4xf32>\n"
    "  return %4 : tensor<4xf32>\n"
    "}\n";

static const grn_module_onnx_options only_less = {.function = "less"};
static grn_module *module, *module_out;
static grn_results *results, *results_out;
static grn_tensor tensor_out;
static grn_function_info info_out;
static grn_trials tried_out;
static const grn_module_grad_options of_all;
static const grn_module_convert_options to_torch = {.to = "torch"};
static const grn_module_source_options in_numpy = {.language = "numpy"};
static const grn_allocator no_release = {NULL, NULL, NULL};

static const misuse_pointer pointers[] = {
    {"text", program},     {"out", &module_out},   {"sink", &sink},      {"info", &info_out},
    {"tried", &tried_out}, {"options", &to_torch}, {"a", &module},       {"b", &module},
    {"module", &module},   {"type", &tensor_out},  {"name", "sym_name"}, {NULL, NULL},
};

/* The module, or NULL where the pointer of that name is to be. */
static const grn_module *module_as(world *w, const char *name) { return Q(name) != NULL ? module : NULL; }

static grn_status destroyed(grn_status status, grn_module **out)
{
    if (out != NULL) {
        assert_true((status == GRN_OK) == (*out != NULL));
        grn_module_destroy(*out);
        *out = NULL;
    }
    return status;
}

static grn_status parse(world *w)
{
    grn_module **out = Q("out");
    return destroyed(grn_module_parse(Q("text"), sizeof program - 1, &(grn_module_options){.allocator = AL}, D, out),
                     out);
}

static grn_status parse_text(world *w, const char *text, size_t n)
{
    return destroyed(grn_module_parse(text, n, NULL, D, &module_out), &module_out);
}

static grn_status run(world *w, size_t index, size_t ninputs, const grn_tensor *inputs, const grn_run_options *options)
{
    results_out = (grn_results *)&results_out;
    grn_status status = grn_module_run(module, index, ninputs, inputs, options, D, &results_out);
    assert_true((status == GRN_OK) == (results_out != NULL));
    grn_results_destroy(results_out);
    results_out = NULL;
    return status;
}

/* Two tensors of a row as the list that a run takes; NULL where the second is. */
static grn_status run_both(world *w)
{
    grn_tensor inputs[2];
    grn_results **out = Q("out") != NULL ? &results_out : NULL;
    if (T(0) == NULL || T(1) == NULL)
        return grn_module_run(module, 0, 2, NULL, NULL, D, out);
    memcpy(&inputs[0], T(0), sizeof *inputs);
    memcpy(&inputs[1], T(1), sizeof *inputs);
    grn_status status =
        grn_module_run(module_as(w, "module"), 0, 2, inputs, &(grn_run_options){.allocator = AL}, D, out);
    if (out != NULL)
        grn_results_destroy(*out);
    return status;
}

static grn_status run_one(world *w, size_t index)
{
    grn_status status = grn_module_run(module, index, 1, T(0), NULL, D, &results_out);
    grn_results_destroy(results_out);
    results_out = NULL;
    return status;
}

static const grn_diag silent = {NULL, NULL};
static grn_status convert(world *w, const grn_module *m, const char *to, grn_module **out)
{
    return destroyed(grn_module_convert(m, &(grn_module_convert_options){.to = to}, D, out), out);
}

static grn_status parse_tensor(world *w, const char *text, size_t n)
{
    grn_tensor *out = Q("out") != NULL ? &tensor_out : NULL;
    grn_status status = grn_tensor_parse(text, n, AL, D, out);
    if (status == GRN_OK)
        grn_tensor_free(out, &w->allocator);
    return status;
}

static void one_by_one(void *user, int32_t ntasks, void (*task)(void *context, int32_t i), void *context)
{
    (void)user;
    for (int32_t i = 0; i < ntasks; i++)
        task(context, i);
}
static const grn_parallel no_for_each = {NULL, NULL, 2}, no_threads = {one_by_one, NULL, 0};
static const grn_probe no_take = {NULL, NULL};
static const grn_ttnn_planner no_report = {NULL, NULL, NULL};

/* The text of an input's type; `input` may be none. */
static grn_status input_type(world *w, size_t index, size_t input)
{
    return grn_module_write_input_type(module_as(w, "module"), index, input, Q("sink"));
}

static grn_status input_name(world *w, size_t index, size_t input)
{
    return grn_module_write_input_name(module_as(w, "module"), index, input, Q("sink"));
}

static grn_status value_type(world *w, size_t index, bool is_result, size_t i)
{
    return grn_module_value_type(module_as(w, "module"), index, is_result, i, Q("type"));
}

static grn_status attribute(world *w, grn_attribute_owner owner, size_t index, size_t i)
{
    return grn_module_write_attribute(module_as(w, "module"), owner, index, i, Q("name"), Q("sink"));
}

#define INPUTS "inputs|input ##:f32[4]r inputs|input ##:i64[3,1]r"

#define ROWS(R)                                                                                                        \
    R(parse, grn_module_parse, "", parse(w))                                                                           \
    R(verify, grn_module_verify, "", grn_module_verify(module_as(w, "module"), D))                                     \
    R(print, grn_module_print, "", grn_module_print(module_as(w, "module"), NULL, Q("sink")))                          \
    R(expand, grn_module_expand_batching, "", expand(w))                                                               \
    R(collapse, grn_module_collapse_batching, "", collapse(w))                                                         \
    R(convert, grn_module_convert, "", converted(w))                                                                   \
    R(grad, grn_module_grad, "", derived(w))                                                                           \
    R(source, grn_module_write_source, "", written(w))                                                                 \
    R(artifact, grn_module_write_artifact, "", grn_module_write_artifact(module_as(w, "module"), NULL, D, Q("sink")))  \
    R(onnx, grn_module_write_onnx, "", grn_module_write_onnx(module_as(w, "module"), &only_less, D, Q("sink")))        \
    R(place, grn_module_write_place, "", grn_module_write_place(module_as(w, "module"), (grn_place){2, 3}, Q("sink"))) \
    R(origin, grn_module_write_origin, "",                                                                             \
      grn_module_write_origin(module_as(w, "module"), (grn_place){2, 3}, Q("sink")))                                   \
    R(emit, grn_module_emit, "", grn_module_emit(module_as(w, "module"), NULL, D, Q("sink")))                          \
    R(equivalent, grn_module_equivalent, "",                                                                           \
      grn_module_equivalent(module_as(w, "a"), module_as(w, "b"), &(grn_equivalence_options){.trials = 1}, NULL,       \
                            Q("tried")))                                                                               \
    R(function, grn_module_function, "", grn_module_function(module_as(w, "module"), 0, Q("info")))                    \
    R(write_input_type, grn_module_write_input_type, "", input_type(w, 0, 1))                                          \
    R(write_input_name, grn_module_write_input_name, "", input_name(w, 0, 1))                                          \
    R(value_type, grn_module_value_type, "", value_type(w, 0, true, 0))                                                \
    R(attribute, grn_module_write_attribute, "", attribute(w, GRN_ATTRIBUTE_OF_INPUT, 0, 1))                           \
    R(run, grn_module_run, INPUTS, run_both(w))                                                                        \
    R(run_less, grn_module_run, "inputs|input ##:f32[1]r", run_one(w, 1))                                              \
    R(run_none, grn_module_run, "inputs|input ##:f32[0]r", run_one(w, 1))                                              \
    R(run_views, grn_module_run, "inputs|input ##:f32[1,4,1]r", run_one(w, 2))                                         \
    R(onnx_tensor_write, grn_onnx_tensor_write, "tensor:f32[2,3]r", grn_onnx_tensor_write(T(0), "x", D, Q("sink")))    \
    R(tensor_parse, grn_tensor_parse, "", parse_tensor(w, "2xi32=[1, 2]", 12))                                         \
    R(results_write, grn_results_write, "", grn_results_write(results, 0, NULL, Q("sink")))                            \
    R(results_rows, grn_results_write_rows, "", grn_results_write_rows(results, 0, Q("sink")))

/* The last result is given back, twice; what never was is nothing. */
static grn_status released(world *w)
{
    (void)w;
    grn_results *own = NULL;
    const float data[4] = {0};
    const grn_tensor input = grn_tensor_1d(data, GRN_F32, 4);
    grn_status status = grn_module_run(module, 1, 1, &input, NULL, NULL, &own);
    grn_results_release(NULL, 0);
    grn_results_release(own, SIZE_MAX);
    if (status == GRN_OK && grn_results_tensor(own, 0) == NULL)
        status = GRN_E_CHECK;
    grn_results_release(own, 0);
    grn_results_release(own, 0);
    if (status == GRN_OK && grn_results_tensor(own, 0) != NULL)
        status = GRN_E_CHECK;
    grn_results_destroy(own);
    return status;
}

static grn_status expand(world *w)
{
    grn_module **out = Q("out");
    return destroyed(grn_module_expand_batching(module_as(w, "module"), D, out), out);
}
static grn_status collapse(world *w)
{
    grn_module **out = Q("out");
    return destroyed(grn_module_collapse_batching(module_as(w, "module"), D, out), out);
}
static grn_status written(world *w)
{
    const grn_module_source_options *options = Q("options") != NULL ? &in_numpy : NULL;
    return grn_module_write_source(module_as(w, "module"), options, D, Q("sink"));
}

static grn_status derive(world *w, size_t function, const grn_module_grad_options *options)
{
    return destroyed(grn_module_grad(module, function, options, D, &module_out), &module_out);
}

static grn_status derived(world *w)
{
    grn_module **out = Q("out");
    return destroyed(grn_module_grad(module_as(w, "module"), 0, Q("options") ? &of_all : NULL, D, out), out);
}

static grn_status converted(world *w)
{
    grn_module **out = Q("out");
    return destroyed(grn_module_convert(module_as(w, "module"), Q("options"), D, out), out);
}

#define CASES(C)                                                                                                       \
    C(parse_null, grn_module_parse, "no text of some bytes", "", GRN_E_ARGUMENT, "text", parse_text(w, NULL, 7))       \
    C(parse_empty, grn_module_parse, "no text of no bytes is the empty module", "", GRN_OK, NULL,                      \
      parse_text(w, NULL, 0))                                                                                          \
    C(destroy, grn_module_destroy, "nothing", "", GRN_OK, NULL, (grn_module_destroy(NULL), GRN_OK))                    \
    C(verify_silent, grn_module_verify, "a diag without emit", "", GRN_OK, NULL, grn_module_verify(module, &silent))   \
    C(print_mute, grn_module_print, "a sink without write", "", GRN_E_ARGUMENT, NULL,                                  \
      grn_module_print(module, NULL, &mute))                                                                           \
    C(print_refused, grn_module_print, "a sink that refuses", "", GRN_E_SINK, NULL,                                    \
      grn_module_print(module, NULL, &refusing))                                                                       \
    C(print_elided, grn_module_print, "elide_over below 0 is never", "", GRN_OK, NULL,                                 \
      grn_module_print(module, &(grn_module_print_options){.elide_over = INT64_MIN}, &sink))                           \
    C(convert_null, grn_module_convert, "to nothing", "", GRN_E_ARGUMENT, "dialect",                                   \
      convert(w, module, NULL, &module_out))                                                                           \
    C(convert_other, grn_module_convert, "to what there is not", "", GRN_E_ARGUMENT,                                   \
      "'mhlo' to convert to: there are stablehlo, tensor, tcp, onnx, torch, ttnn, nvl",                                \
      convert(w, module, "mhlo", &module_out))                                                                         \
    C(grad_function, grn_module_grad, "a function that there is not", "", GRN_E_ARGUMENT, "there is no function",      \
      derive(w, SIZE_MAX, &of_all))                                                                                    \
    C(grad_wrt_null, grn_module_grad, "inputs of no list", "", GRN_E_ARGUMENT, "wrt",                                  \
      derive(w, 0, &(grn_module_grad_options){.nwrt = 1}))                                                             \
    C(grad_wrt_far, grn_module_grad, "an input that there is not", "", GRN_E_ARGUMENT, "wrt names input 9",            \
      derive(w, 0, &(grn_module_grad_options){.wrt = (int64_t[]){9}, .nwrt = 1}))                                      \
    C(grad_wrt_below, grn_module_grad, "input -1", "", GRN_E_ARGUMENT, "wrt names input -1",                           \
      derive(w, 0, &(grn_module_grad_options){.wrt = (int64_t[]){-1}, .nwrt = 1}))                                     \
    C(grad_wrt_twice, grn_module_grad, "an input twice", "", GRN_E_ARGUMENT, "twice",                                  \
      derive(w, 0, &(grn_module_grad_options){.wrt = (int64_t[]){0, 0}, .nwrt = 2}))                                   \
    C(grad_wrt_integers, grn_module_grad, "an input of integers", "", GRN_E_ARGUMENT, "no gradient",                   \
      derive(w, 0, &(grn_module_grad_options){.wrt = (int64_t[]){1}, .nwrt = 1}))                                      \
    C(source_null, grn_module_write_source, "in nothing", "", GRN_E_ARGUMENT, "language",                              \
      grn_module_write_source(module, &(grn_module_source_options){.language = NULL}, D, &sink))                       \
    C(source_other, grn_module_write_source, "in what there is not", "", GRN_E_ARGUMENT, "'cobol'",                    \
      grn_module_write_source(module, &(grn_module_source_options){.language = "cobol"}, D, &sink))                    \
    C(source_mute, grn_module_write_source, "a sink without a function", "", GRN_E_ARGUMENT, "sink",                   \
      grn_module_write_source(module, &in_numpy, D, &mute))                                                            \
    C(source_refused, grn_module_write_source, "a sink that refuses", "", GRN_E_SINK, NULL,                            \
      grn_module_write_source(module, &in_numpy, D, &refusing))                                                        \
    C(artifact_version, grn_module_write_artifact, "of a version that there is not", "", GRN_E_ARGUMENT, "'0.8.0'",    \
      grn_module_write_artifact(module, &(grn_module_artifact_options){.target = "0.8.0"}, D, &sink))                  \
    C(artifact_mute, grn_module_write_artifact, "a sink without a function", "", GRN_E_ARGUMENT, "sink",               \
      grn_module_write_artifact(module, NULL, D, &mute))                                                               \
    C(artifact_refused, grn_module_write_artifact, "a sink that refuses", "", GRN_E_SINK, NULL,                        \
      grn_module_write_artifact(module, NULL, D, &refusing))                                                           \
    C(onnx_none, grn_module_write_onnx, "no such function", "", GRN_E_ARGUMENT, "'none'",                              \
      grn_module_write_onnx(module, &(grn_module_onnx_options){.function = "none"}, D, &sink))                         \
    C(onnx_mute, grn_module_write_onnx, "a sink without a function", "", GRN_E_ARGUMENT, "sink",                       \
      grn_module_write_onnx(module, NULL, D, &mute))                                                                   \
    C(place_none, grn_module_write_place, "no place", "", GRN_E_ARGUMENT, NULL,                                        \
      grn_module_write_place(module, (grn_place){0, 0}, &sink))                                                        \
    C(place_mute, grn_module_write_place, "a sink without a function", "", GRN_E_ARGUMENT, NULL,                       \
      grn_module_write_place(module, (grn_place){2, 3}, &mute))                                                        \
    C(place_refused, grn_module_write_place, "a sink that refuses", "", GRN_E_SINK, NULL,                              \
      grn_module_write_place(module, (grn_place){2, 3}, &refusing))                                                    \
    C(origin_mute, grn_module_write_origin, "a sink without a function", "", GRN_E_ARGUMENT, NULL,                     \
      grn_module_write_origin(module, (grn_place){2, 3}, &mute))                                                       \
    C(origin_unknown, grn_module_write_origin, "nothing is written where nothing is known", "", GRN_OK, NULL,          \
      grn_module_write_origin(module, (grn_place){2, 3}, &refusing))                                                   \
    C(origin_none, grn_module_origin, "no module, no result, no place, no location", "", GRN_OK, NULL,                 \
      holds(!grn_module_origin(NULL, (grn_place){2, 3}, &(grn_origin){.line = 1}) &&                                   \
            !grn_module_origin(module, (grn_place){2, 3}, NULL) &&                                                     \
            !grn_module_origin(module, (grn_place){0, 0}, &(grn_origin){0}) &&                                         \
            !grn_module_origin(module, (grn_place){2, 3}, &(grn_origin){0})))                                          \
    C(kind, grn_file_kind, "nothing, text", "", GRN_OK, NULL,                                                          \
      holds(grn_file_kind(NULL, 3) == NULL && grn_file_kind(program, sizeof program - 1) == NULL &&                    \
            grn_file_kind("PK\3\4", 4) != NULL))                                                                       \
    C(bytecode, grn_file_is_bytecode, "nothing, text", "", GRN_OK, NULL,                                               \
      holds(!grn_file_is_bytecode(NULL, 4) && !grn_file_is_bytecode(program, 4) &&                                     \
            grn_file_is_bytecode("ML\xefR", 4)))                                                                       \
    C(onnx_file, grn_file_is_onnx, "nothing, text", "", GRN_OK, NULL,                                                  \
      holds(!grn_file_is_onnx(NULL, 4) && !grn_file_is_onnx(program, 4) && grn_file_is_onnx("\010\010:\0B\0", 6)))     \
    C(onnx_tensor, grn_onnx_tensor_parse, "no bytes", "", GRN_E_ARGUMENT, "bytes",                                     \
      grn_onnx_tensor_parse(NULL, 4, NULL, D, &tensor_out))                                                            \
    C(onnx_tensor_out, grn_onnx_tensor_parse, "nowhere to", "", GRN_E_ARGUMENT, "out",                                 \
      grn_onnx_tensor_parse("", 0, NULL, D, NULL))                                                                     \
    C(onnx_tensor_type, grn_onnx_tensor_write, "a type that ONNX has not", "t:index[2]r", GRN_E_UNSUPPORTED, "index",  \
      grn_onnx_tensor_write(T(0), "x", D, &sink))                                                                      \
    C(onnx_tensor_refuse, grn_onnx_tensor_write, "a sink that refuses", "t:f32[2]r", GRN_E_SINK, NULL,                 \
      grn_onnx_tensor_write(T(0), NULL, D, &refusing))                                                                 \
    C(onnx_tensor_allocator, grn_onnx_tensor_parse, "an allocator without functions", "", GRN_E_ARGUMENT, "allocator", \
      grn_onnx_tensor_parse("", 0, &no_release, D, &tensor_out))                                                       \
    C(emit_mute, grn_module_emit, "a sink without a function", "", GRN_E_ARGUMENT, "sink",                             \
      grn_module_emit(module, NULL, D, &mute))                                                                         \
    C(emit_refused, grn_module_emit, "a sink that refuses", "", GRN_E_SINK, NULL,                                      \
      grn_module_emit(module, NULL, D, &refusing))                                                                     \
    C(emit_both, grn_module_emit, "a header with a main", "", GRN_E_ARGUMENT, "main",                                  \
      grn_module_emit(module, &(grn_module_emit_options){.header = true, .driver = true}, D, &sink))                   \
    C(emit_none, grn_module_emit, "no such function", "", GRN_E_UNSUPPORTED, "no such public function",                \
      grn_module_emit(module, &(grn_module_emit_options){.function = "none", .function_bytes = 4}, D, &sink))          \
    C(emit_driver, grn_module_emit, "a main for several", "", GRN_E_UNSUPPORTED, "3 public functions",                 \
      grn_module_emit(module, &(grn_module_emit_options){.driver = true}, D, &sink))                                   \
    C(language, grn_module_language, "past the last", "", GRN_OK, NULL,                                                \
      holds(grn_module_language(3) != NULL && grn_module_language(4) == NULL &&                                        \
            grn_module_language(SIZE_MAX) == NULL))                                                                    \
    C(dialect, grn_module_dialect, "past the last", "", GRN_OK, NULL,                                                  \
      holds(grn_module_dialect(0) != NULL && grn_module_dialect(7) == NULL && grn_module_dialect(8) == NULL &&         \
            grn_module_dialect(SIZE_MAX) == NULL))                                                                     \
    C(functions, grn_module_functions, "nothing", "", GRN_OK, NULL, holds(grn_module_functions(NULL) == 0))            \
    C(function_2, grn_module_function, "past the last", "", GRN_E_ARGUMENT, NULL,                                      \
      grn_module_function(module, 3, &info_out))                                                                       \
    C(function_most, grn_module_function, "far past the last", "", GRN_E_ARGUMENT, NULL,                               \
      grn_module_function(module, SIZE_MAX, &info_out))                                                                \
    C(dtype_null, grn_module_input_dtype, "nothing", "", GRN_OK, NULL,                                                 \
      holds(grn_module_input_dtype(NULL, 0, 0) == GRN_NO_DTYPE))                                                       \
    C(dtype_2, grn_module_input_dtype, "past the last", "", GRN_OK, NULL,                                              \
      holds(grn_module_input_dtype(module, 0, 1) == GRN_I64 && grn_module_input_dtype(module, 0, 2) == GRN_NO_DTYPE && \
            grn_module_input_dtype(module, SIZE_MAX, 0) == GRN_NO_DTYPE))                                              \
    C(type_2, grn_module_write_input_type, "past the last", "", GRN_E_ARGUMENT, NULL, input_type(w, 0, 2))             \
    C(type_most, grn_module_write_input_type, "past the last", "", GRN_E_ARGUMENT, NULL,                               \
      input_type(w, SIZE_MAX, SIZE_MAX))                                                                               \
    C(name_2, grn_module_write_input_name, "past the last", "", GRN_E_ARGUMENT, NULL, input_name(w, 0, 2))             \
    C(name_mute, grn_module_write_input_name, "a sink without write", "", GRN_E_ARGUMENT, NULL,                        \
      grn_module_write_input_name(module, 0, 0, &mute))                                                                \
    C(value_2, grn_module_value_type, "past the last", "", GRN_E_ARGUMENT, NULL, value_type(w, 0, false, 2))           \
    C(value_most, grn_module_value_type, "past the last", "", GRN_E_ARGUMENT, NULL,                                    \
      value_type(w, SIZE_MAX, true, SIZE_MAX))                                                                         \
    C(attribute_2, grn_module_write_attribute, "past the last", "", GRN_E_ARGUMENT, NULL,                              \
      attribute(w, GRN_ATTRIBUTE_OF_INPUT, 0, 2))                                                                      \
    C(attribute_1, grn_module_write_attribute, "a module is no function", "", GRN_E_ARGUMENT, NULL,                    \
      attribute(w, GRN_ATTRIBUTE_OF_MODULE, 1, 0))                                                                     \
    C(attribute_4, grn_module_write_attribute, "no such owner", "", GRN_E_ARGUMENT, NULL,                              \
      attribute(w, (grn_attribute_owner)4, 0, 0))                                                                      \
    C(attribute_mute, grn_module_write_attribute, "a sink without write", "", GRN_E_ARGUMENT, NULL,                    \
      grn_module_write_attribute(module, GRN_ATTRIBUTE_OF_MODULE, 0, 0, "a", &mute))                                   \
    C(release, grn_results_release, "nothing, past the last", "", GRN_OK, NULL, released(w))                           \
    C(type_mute, grn_module_write_input_type, "a sink without write", "", GRN_E_ARGUMENT, NULL,                        \
      grn_module_write_input_type(module, 0, 0, &mute))                                                                \
    C(run_2, grn_module_run, "no such function", "", GRN_E_ARGUMENT, "#3", run(w, 3, 0, NULL, NULL))                   \
    C(run_most, grn_module_run, "no such function", "", GRN_E_ARGUMENT, "there is no function",                        \
      run(w, SIZE_MAX, 0, NULL, NULL))                                                                                 \
    C(run_few, grn_module_run, "too few inputs", "", GRN_E_ARGUMENT, "takes 2 inputs", run(w, 0, 0, NULL, NULL))       \
    C(run_many, grn_module_run, "too many inputs", "", GRN_E_ARGUMENT, "takes 2 inputs",                               \
      run(w, 0, SIZE_MAX, NULL, NULL))                                                                                 \
    C(run_null, grn_module_run, "inputs without data", "", GRN_E_ARGUMENT, "input ",                                   \
      run(w, 0, 2, (grn_tensor[2]){{NULL, GRN_F32, 1, {4}, {1}}, {NULL, GRN_I64, 2, {3, 1}, {1, 1}}}, NULL))           \
    C(run_for_each, grn_module_run, "no for_each", "t:f32[4]r", GRN_E_ARGUMENT, "for_each",                            \
      run(w, 1, 1, T(0), &(grn_run_options){.parallel = &no_for_each}))                                                \
    C(run_threads, grn_module_run, "0 threads", "t:f32[4]r", GRN_E_ARGUMENT, "threads",                                \
      run(w, 1, 1, T(0), &(grn_run_options){.parallel = &no_threads}))                                                 \
    C(run_race, grn_module_run, "no race mode", "t:f32[4]r", GRN_E_ARGUMENT, "race is 7, it is 0 to 2",                \
      run(w, 1, 1, T(0), &(grn_run_options){.size_bytes = sizeof(grn_run_options), .race = (grn_race_mode)7}))         \
    C(run_products, grn_module_run, "nobody who computes products", "t:f32[4]r", GRN_E_ARGUMENT,                       \
      "products is 3, it is 0 to 2",                                                                                   \
      run(w, 1, 1, T(0), &(grn_run_options){.size_bytes = sizeof(grn_run_options), .products = (grn_products)3}))      \
    C(run_foreign, grn_module_run, "foreign functions without a call", "t:f32[4]r", GRN_E_ARGUMENT, "serves or call",  \
      run(w, 1, 1, T(0),                                                                                               \
          &(grn_run_options){.size_bytes = sizeof(grn_run_options), .foreign = &(grn_foreign){NULL, NULL, NULL}}))     \
    C(run_allocator, grn_module_run, "an allocator without functions", "t:f32[4]r", GRN_E_ARGUMENT, "allocator",       \
      run(w, 1, 1, T(0), &(grn_run_options){.allocator = &no_release}))                                                \
    C(run_report, grn_module_run, "no report", "t:f32[4]r", GRN_E_ARGUMENT, "report",                                  \
      run(w, 1, 1, T(0), &(grn_run_options){.ttnn = &no_report}))                                                      \
    C(run_plans, grn_module_run, "plans told to nobody", "t:f32[4]r", GRN_OK, NULL,                                    \
      run(w, 1, 1, T(0), &(grn_run_options){.plans = &silent}))                                                        \
    C(run_memory, grn_module_run, "one byte of memory", "t:f32[4]r", GRN_E_MEMORY, NULL,                               \
      run(w, 1, 1, T(0), &(grn_run_options){.max_memory_bytes = 1}))                                                   \
    C(steps, grn_results_steps, "nothing", "", GRN_OK, NULL,                                                           \
      holds(grn_results_steps(NULL) == 0 && grn_results_steps(results) > 0))                                           \
    C(count, grn_results_count, "nothing", "", GRN_OK, NULL,                                                           \
      holds(grn_results_count(NULL) == 0 && grn_results_count(results) == 1))                                          \
    C(tensor, grn_results_tensor, "nothing, past the last", "", GRN_OK, NULL,                                          \
      holds(grn_results_tensor(NULL, 0) == NULL && grn_results_tensor(results, 1) == NULL &&                           \
            grn_results_tensor(results, SIZE_MAX) == NULL))                                                            \
    C(write_null, grn_results_write, "nothing", "", GRN_E_ARGUMENT, NULL, grn_results_write(NULL, 0, NULL, &sink))     \
    C(write_1, grn_results_write, "past the last", "", GRN_E_ARGUMENT, NULL,                                           \
      grn_results_write(results, 1, NULL, &sink))                                                                      \
    C(write_mute, grn_results_write, "a sink without write", "", GRN_E_ARGUMENT, NULL,                                 \
      grn_results_write(results, 0, NULL, &mute))                                                                      \
    C(write_refused, grn_results_write, "a sink that refuses", "", GRN_E_SINK, NULL,                                   \
      grn_results_write(results, 0, NULL, &refusing))                                                                  \
    C(traced, grn_traced_result, "nothing", "", GRN_OK, NULL, holds(grn_traced_result(NULL, 0) == NULL))               \
    C(outfed, grn_results_outfed, "nothing, past the last", "", GRN_OK, NULL,                                          \
      holds(grn_results_outfed(NULL, 0, NULL) == NULL && grn_results_outfed(results, 0, NULL) == NULL))                \
    C(rows_null, grn_results_write_rows, "nothing", "", GRN_E_ARGUMENT, NULL, grn_results_write_rows(NULL, 0, &sink))  \
    C(rows_1, grn_results_write_rows, "past the last", "", GRN_E_ARGUMENT, NULL,                                       \
      grn_results_write_rows(results, 1, &sink))                                                                       \
    C(rows_mute, grn_results_write_rows, "a sink without write", "", GRN_E_ARGUMENT, NULL,                             \
      grn_results_write_rows(results, 0, &mute))                                                                       \
    C(rows_refused, grn_results_write_rows, "a sink that refuses", "", GRN_E_SINK, NULL,                               \
      grn_results_write_rows(results, 0, &refusing))                                                                   \
    C(run_print, grn_module_run, "no write for prints", "t:f32[4]r", GRN_E_ARGUMENT, "print",                          \
      run(w, 1, 1, T(0), &(grn_run_options){.print = &mute}))                                                          \
    C(run_probe, grn_module_run, "no take for probes", "t:f32[4]r", GRN_E_ARGUMENT, "probe",                           \
      run(w, 1, 1, T(0), &(grn_run_options){.probe = &no_take}))                                                       \
    C(run_grid, grn_module_run, "more processes than there may be", "t:f32[4]r", GRN_E_LIMIT, "processes",             \
      run(w, 1, 1, T(0), &(grn_run_options){.replicas = 33, .partitions = 32}))                                        \
    C(results_destroy, grn_results_destroy, "nothing", "", GRN_OK, NULL, (grn_results_destroy(NULL), GRN_OK))          \
    C(tensor_parse_null, grn_tensor_parse, "no text of some bytes", "", GRN_E_ARGUMENT, "text",                        \
      parse_tensor(w, NULL, 3))                                                                                        \
    C(tensor_parse_empty, grn_tensor_parse, "no text", "", GRN_E_PARSE, "type=value", parse_tensor(w, NULL, 0))        \
    C(tensor_free, grn_tensor_free, "nothing", "", GRN_OK, NULL,                                                       \
      (grn_tensor_free(NULL, NULL), grn_tensor_free(&(grn_tensor){0}, NULL), GRN_OK))                                  \
    C(version, grn_version, "there is one", "", GRN_OK, NULL, holds(grn_version()[0] != '\0'))

MISUSE_TABLES

static int set_up(void **unused)
{
    float a[4] = {0};
    (void)unused;
    const grn_tensor input = {a, GRN_F32, 1, {4}, {1}};
    assert_int_equal(grn_module_parse(program, sizeof program - 1, NULL, NULL, &module), GRN_OK);
    assert_int_equal(grn_module_run(module, 1, 1, &input, NULL, NULL, &results), GRN_OK);
    return 0;
}

static int tear_down(void **unused)
{
    (void)unused;
    grn_results_destroy(results);
    grn_module_destroy(module);
    return 0;
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_cases)};
    misuse_pointers = pointers;
    return list_functions(argc, argv) ? 0 : cmocka_run_group_tests(tests, set_up, tear_down);
}
