/*
 * test_onnx_model.c - ONNX models made byte by byte: what is read of them, and what is said of
 * those that lie.
 *
 * The bytes are put together here, by the field numbers of onnx.proto and the encoding of protocol
 * buffers, and by nothing of what is tested. What is read is compared as text.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "garner/garner.h"

#include "model_bytes.h"

static const int64_t two[] = {2}, three_two[] = {3, 2}, open_two[] = {-1, 2};
static const float table[] = {1, 2, 3, 4, 5, 6};

/* y = Gather(x, i), x an initializer of 3 x 2. */
static bytes gather_graph(const bytes *x)
{
    bytes g = {.n = 0}, n = node("Gather", "x", "i", "y"), i = value("i", INT64, 1, two),
          y = value("y", FLOAT, 2, open_two);
    word(&n, 3, "take");
    inside(&g, 1, &n);
    word(&g, 2, "g");
    inside(&g, 5, x);
    inside(&g, 11, &i);
    inside(&g, 12, &y);
    return g;
}

/* ---- reading
 * -------------------------------------------------------------------------------------------------------------------- */

typedef struct said {
    char text[8192];
    size_t n;
} said;

static void keep(void *user, const grn_diagnostic *d)
{
    said *s = user;
    int n = snprintf(s->text + s->n, sizeof s->text - s->n, "%u:%u: %s\n", d->place.line, d->place.column, d->message);
    s->n += n > 0 ? (size_t)n : 0;
}

static grn_status take(void *user, const char *text, size_t n)
{
    said *s = user;
    assert_true(s->n + n < sizeof s->text);
    memcpy(s->text + s->n, text, n);
    s->n += n;
    s->text[s->n] = '\0';
    return GRN_OK;
}

static void holds(const char *claim, const said *s, const char *want)
{
    if (!strstr(s->text, want))
        fail_msg("%s: expected \"%s\" in:\n%s", claim, want, s->text);
}

static grn_module *reads(const char *claim, const bytes *b, const grn_module_options *options)
{
    said s = {.n = 0};
    grn_module *m;
    if (grn_module_parse((const char *)b->v, b->n, options, &(grn_diag){keep, &s}, &m) != GRN_OK ||
        grn_module_verify(m, &(grn_diag){keep, &s}) != GRN_OK)
        fail_msg("%s: %s", claim, s.text);
    return m;
}

static void prints(const char *claim, const bytes *b, const char *want)
{
    said text = {.n = 0};
    grn_module *m = reads(claim, b, NULL);
    assert_int_equal(grn_module_print(m, NULL, &(grn_sink){take, &text}), GRN_OK);
    holds(claim, &text, want);
    grn_module_destroy(m);
}

static void refuses(const char *claim, const bytes *b, const grn_module_options *options, grn_status status,
                    const char *want)
{
    said s = {.n = 0};
    grn_module *m;
    grn_status got = grn_module_parse((const char *)b->v, b->n, options, &(grn_diag){keep, &s}, &m);
    if (got != status)
        fail_msg("%s: %s, expected %s: %s", claim, grn_status_name(got), grn_status_name(status), s.text);
    assert_null(m);
    holds(claim, &s, want);
}

static void test_gather(void **state)
{
    (void)state;
    bytes x = tensor("x", FLOAT, 2, three_two, table, sizeof table), g = gather_graph(&x), m = model(&g, 17);
    assert_true(grn_file_is_onnx(m.v, m.n));
    prints("a gather of an initializer", &m,
           "func.func @main_graph(%arg0: tensor<2xi64> {onnx.name = \"i\"}) -> (tensor<2x2xf32> {onnx.dim_params = "
           "\"0:n\", "
           "onnx.name = \"y\"}) "
           "attributes {onnx.opset_version = 17 : si64} {\n"
           "  %0 = onnx.Constant dense<[[1.000000e+00, 2.000000e+00], [3.000000e+00, 4.000000e+00], [5.000000e+00, "
           "6.000000e+00]]> : tensor<3x2xf32>\n"
           "  %1 = \"onnx.Gather\"(%0, %arg0) {onnx_node_name = \"take\"} : (tensor<3x2xf32>, tensor<2xi64>) -> "
           "tensor<2x2xf32>\n");
}

/* The bytes 1 off their alignment are copied, aligned ones are the constant's own; both run. */
static void test_by_reference(void **state)
{
    (void)state;
    bytes x = tensor("x", FLOAT, 2, three_two, table, sizeof table), g = gather_graph(&x), m = model(&g, 17);
    for (size_t shift = 0; shift < 4; shift++) {
        int64_t ids[] = {2, -3};
        unsigned char *at = malloc(m.n + 8);
        assert_non_null(at);
        memcpy(at + shift, m.v, m.n);
        grn_module *module;
        assert_int_equal(
            grn_module_parse((char *)at + shift, m.n, &(grn_module_options){.keeps_bytes = true}, NULL, &module),
            GRN_OK);
        grn_tensor in;
        grn_results *out;
        assert_int_equal(grn_tensor_init(&in, ids, GRN_I64, 1, two), GRN_OK);
        assert_int_equal(grn_module_run(module, 0, 1, &in, NULL, NULL, &out), GRN_OK);
        const float want[] = {5, 6, 1, 2};
        assert_memory_equal(grn_results_tensor(out, 0)->data, want, sizeof want);
        grn_results_destroy(out);
        grn_module_destroy(module);
        free(at);
    }
}

static void test_place(void **state)
{
    (void)state;
    bytes x = tensor("x", FLOAT, 2, three_two, table, sizeof table), g = gather_graph(&x), m = model(&g, 17);
    said place = {.n = 0}, s = {.n = 0};
    grn_module *module = reads("a place", &m, NULL);
    int64_t ids[] = {3, 0};
    grn_tensor in;
    grn_results *out;
    assert_int_equal(grn_tensor_init(&in, ids, GRN_I64, 1, two), GRN_OK);
    assert_int_equal(grn_module_run(module, 0, 1, &in, NULL, &(grn_diag){keep, &s}, &out), GRN_E_INDEX);
    unsigned line = 0, column = 0;
    assert_int_equal(sscanf(s.text, "%u:%u", &line, &column), 2);
    assert_int_equal(grn_module_write_place(module, (grn_place){line, column}, &(grn_sink){take, &place}), GRN_OK);
    /* the version is two bytes, the graph's key and length two */
    assert_string_equal(place.text, "node 'take' at byte 4");
    grn_module_destroy(module);
}

/* ---- what lies
 * -------------------------------------------------------------------------------------------------------------------- */

static void test_lies(void **state)
{
    (void)state;
    bytes x = tensor("x", FLOAT, 2, three_two, table, 20), g = gather_graph(&x), m = model(&g, 17);
    refuses("less data than dims", &m, NULL, GRN_E_FORMAT,
            "tensor 'x' has 20 bytes of raw_data, expected 24 for [3, 2] of f32");
    const int64_t huge[] = {INT64_MAX, INT64_MAX};
    x = tensor("x", FLOAT, 2, huge, table, sizeof table), g = gather_graph(&x), m = model(&g, 17);
    refuses("dims that cannot be counted", &m, NULL, GRN_E_FORMAT, "more elements than can be counted");
    const int64_t large[] = {INT64_C(1) << 40};
    x = tensor("x", FLOAT, 1, large, table, sizeof table), g = gather_graph(&x), m = model(&g, 17);
    refuses("dims of a terabyte ask for none", &m, NULL, GRN_E_FORMAT, "expected 4398046511104");
    x = tensor("x", STRING, 1, two, "ab", 2), g = gather_graph(&x), m = model(&g, 17);
    refuses("strings", &m, NULL, GRN_E_UNSUPPORTED, "elements of STRING, which garner has not");
    x = tensor("x", 99, 1, two, "ab", 2), g = gather_graph(&x), m = model(&g, 17);
    refuses("a type that there is not", &m, NULL, GRN_E_UNSUPPORTED, "elements of data type 99");
    x = tensor("x", FLOAT, 2, three_two, table, sizeof table), g = gather_graph(&x), m = model(&g, 17);
    m.v[3] = 0x7F;
    refuses("a graph longer than the file", &m, NULL, GRN_E_FORMAT,
            "byte 3: ModelProto: graph says that it has 127 bytes, ");
    m = model(&g, 17);
    memset(m.v + 1, 0xFF, 11);
    refuses("a number that does not end", &m, NULL, GRN_E_FORMAT, "is a number of more than 64 bits");
}

static void test_names(void **state)
{
    (void)state;
    bytes g = {.n = 0}, a = node("Neg", "b", NULL, "a"), b = node("Neg", "a", NULL, "b"), y = value("a", FLOAT, 1, two);
    inside(&g, 1, &a);
    inside(&g, 1, &b);
    inside(&g, 12, &y);
    bytes m = model(&g, 17);
    refuses("a cycle", &m, NULL, GRN_E_FORMAT,
            "'b' is taken, which no node before it, no input and no initializer gives");
    g.n = 0;
    bytes i = value("x", FLOAT, 1, two), once = node("Neg", "x", NULL, "y"), out = value("y", FLOAT, 1, two);
    inside(&g, 11, &i);
    inside(&g, 1, &once);
    inside(&g, 1, &once);
    inside(&g, 12, &out);
    m = model(&g, 17);
    refuses("a value made twice", &m, NULL, GRN_E_FORMAT, "'y' is given twice");
    bytes none = {.n = 0};
    number(&none, 1, 8);
    word(&none, 2, "me");
    refuses("no graph", &none, NULL, GRN_E_FORMAT, "the model has no graph");
}

/* ---- functions
 * ---------------------------------------------------------------------------------------------------------------------- */

/* Function d.f(a) = b: `body` of it. */
static bytes function(const char *name, const bytes *body)
{
    bytes f = {.n = 0};
    word(&f, 1, name);
    word(&f, 4, "a");
    word(&f, 5, "b");
    inside(&f, 7, body);
    word(&f, 10, "d");
    return f;
}

static bytes model_of_calls(const char *op, size_t n, const bytes *functions)
{
    bytes g = {.n = 0}, call = node(op, "x", NULL, "y"), x = value("x", FLOAT, 1, two), y = value("y", FLOAT, 1, two);
    word(&call, 7, "d");
    inside(&g, 1, &call);
    inside(&g, 11, &x);
    inside(&g, 12, &y);
    bytes m = model(&g, 17);
    for (size_t i = 0; i < n; i++)
        inside(&m, 25, &functions[i]);
    return m;
}

static void test_functions(void **state)
{
    (void)state;
    bytes body = node("Neg", "a", NULL, "b"), f = function("f", &body), m = model_of_calls("f", 1, &f);
    prints("a function is put in the place of its call", &m,
           "%0 = \"onnx.Neg\"(%arg0) : (tensor<2xf32>) -> tensor<2xf32>\n  return %0");
    body = node("f", "a", NULL, "b");
    word(&body, 7, "d");
    f = function("f", &body), m = model_of_calls("f", 1, &f);
    refuses("one that calls itself", &m, NULL, GRN_E_LIMIT,
            "functions call one another more than 64 deep, 'f' among them");
    bytes all[24]; /* each calls the next twice: 2 to the power of 24 nodes */
    for (size_t i = 0; i < 24; i++) {
        char name[] = {(char)('a' + i), '\0'}, next[] = {(char)('a' + i + 1), '\0'};
        bytes first = node(i == 23 ? "Neg" : next, "a", NULL, "t"),
              second = node(i == 23 ? "Neg" : next, "t", NULL, "b");
        if (i < 23) {
            word(&first, 7, "d");
            word(&second, 7, "d");
        }
        all[i] = function(name, &first);
        inside(&all[i], 7, &second);
    }
    m = model_of_calls("a", 24, all);
    refuses("a short file of many nodes", &m, NULL, GRN_E_LIMIT, "more than 65536 nodes");
}

/* ---- other files
 * ------------------------------------------------------------------------------------------------------------------------ */

static bytes external_tensor(const char *location, const char *offset)
{
    bytes b = {.n = 0};
    const char *const pairs[][2] = {{"location", location}, {"offset", offset}, {"length", "24"}};
    number(&b, 1, 3);
    number(&b, 1, 2);
    number(&b, 2, FLOAT);
    word(&b, 8, "x");
    for (size_t i = 0; i < 3; i++) {
        bytes e = {.n = 0};
        word(&e, 1, pairs[i][0]);
        word(&e, 2, pairs[i][1]);
        inside(&b, 13, &e);
    }
    number(&b, 14, 1);
    return b;
}

static grn_status open_weights(void *user, const char *path, const void **at, size_t *n)
{
    static float weights[8] = {-1, -1, 1, 2, 3, 4, 5, 6};
    ++*(size_t *)user;
    *at = weights;
    *n = sizeof weights;
    return strcmp(path, "w/x.bin") == 0 ? GRN_OK : GRN_E_FORMAT;
}

static void test_external(void **state)
{
    (void)state;
    size_t opened = 0;
    const grn_external_files files = {open_weights, &opened};
    const grn_module_options with = {.external = &files};
    bytes x = external_tensor("w/x.bin", "8"), g = gather_graph(&x), m = model(&g, 17);
    said text = {.n = 0};
    grn_module *module = reads("a tensor in another file", &m, &with);
    assert_int_equal(grn_module_print(module, NULL, &(grn_sink){take, &text}), GRN_OK);
    holds("its bytes", &text, "dense<[[1.000000e+00, 2.000000e+00], [3.0");
    grn_module_destroy(module);
    refuses("without files", &m, NULL, GRN_E_UNSUPPORTED,
            "lies in the file 'w/x.bin', and files beside the model are not read here");
    x = external_tensor("w/x.bin", "12"), g = gather_graph(&x), m = model(&g, 17);
    refuses("past its end", &m, &with, GRN_E_FORMAT, "tensor 'x' lies in bytes 12 to 36 of 'w/x.bin', which has 32");
    x = external_tensor("w/x.bin", "18446744073709551615"), g = gather_graph(&x), m = model(&g, 17);
    refuses("far past it", &m, &with, GRN_E_FORMAT, "lies in bytes 18446744073709551615 to");
    opened = 0;
    static const char *const paths[] = {"../x.bin", "/etc/passwd", "a/../../x", "..", "a\\..\\x", "c:x", ""};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        x = external_tensor(paths[i], "0"), g = gather_graph(&x), m = model(&g, 17);
        refuses(paths[i], &m, &with, GRN_E_FORMAT, "expected a path relative to the model, without '..'");
    }
    assert_int_equal(opened, 0);
}

/* ---- older opsets
 * ------------------------------------------------------------------------------------------------------------------------ */

static void test_older(void **state)
{
    (void)state;
    bytes g = {.n = 0}, n = node("Scatter", "x", "i", "y"), x = value("x", FLOAT, 1, two),
          i = value("i", INT64, 1, two), y = value("y", FLOAT, 1, two);
    word(&n, 1, "x");
    inside(&g, 1, &n);
    inside(&g, 11, &x);
    inside(&g, 11, &i);
    inside(&g, 12, &y);
    bytes m = model(&g, 9);
    prints("Scatter is ScatterElements", &m,
           "onnx.opset_version = 11 : si64} {\n  %0 = \"onnx.ScatterElements\"(%arg0, %arg1, %arg0)");
    bytes soft = node("Softmax", "x", NULL, "y");
    integer_attr(&soft, "axis", 0);
    g.n = 0;
    inside(&g, 1, &soft);
    inside(&g, 11, &x);
    inside(&g, 12, &y);
    m = model(&g, 11);
    prints("along the last of one dimension", &m, "\"onnx.Softmax\"(%arg0) {axis = -1 : si64}");
}

/* ---- operators that are read as their bodies
 * ------------------------------------------------------------------------------------------- */

/* y = op(x, x2) of these shapes; x2 NULL: of one operand. */
static bytes one_node(const bytes *n, const bytes *x, const bytes *x2, const bytes *y, int64_t opset)
{
    bytes g = {.n = 0};
    inside(&g, 1, n);
    word(&g, 2, "g");
    inside(&g, 11, x);
    if (x2)
        inside(&g, 11, x2);
    inside(&g, 12, y);
    return model(&g, opset);
}

static void test_bodies(void **state)
{
    (void)state;
    const bytes x = value("x", FLOAT, 2, three_two), open = value("x", FLOAT, 2, open_two),
                y = value("y", FLOAT, 2, three_two), w = value("w", FLOAT, 2, three_two);
    bytes n = node("Swish", "x", NULL, "y"), m = one_node(&n, &x, NULL, &y, 24);
    prints("Swish is x * sigmoid(alpha * x)", &m,
           "  %0 = onnx.Constant dense<1.000000e+00> : tensor<f32>\n"
           "  %1 = \"onnx.Mul\"(%0, %arg0) : (tensor<f32>, tensor<3x2xf32>) -> tensor<3x2xf32>\n"
           "  %2 = \"onnx.Sigmoid\"(%1) : (tensor<3x2xf32>) -> tensor<3x2xf32>\n"
           "  %3 = \"onnx.Mul\"(%arg0, %2) : (tensor<3x2xf32>, tensor<3x2xf32>) -> tensor<3x2xf32>\n"
           "  return %3");
    n = node("SwiGLU", "x", "w", "y");
    m = one_node(&n, &x, &w, &y, 28);
    prints("of two operands", &m, "\"onnx.Mul\"(%3, %arg1)");
    n = node("SwiGLU", "x", NULL, "y");
    m = one_node(&n, &x, NULL, &y, 28);
    prints("an operand is left out: it stays", &m, "\"onnx.SwiGLU\"(%arg0)");
    n = node("Hardmax", "x", NULL, "y");
    m = one_node(&n, &open, NULL, &y, 13);
    prints("an extent is not known: it stays", &m, "\"onnx.Hardmax\"(%arg0)");
    m = one_node(&n, &x, NULL, &y, 13);
    prints("the largest of each row", &m, "\"onnx.ArgMax\"(%arg0) {axis = 1 : si64}");
    prints("bodies are of today's opset", &m, "onnx.opset_version = 18 : si64");
    n = node("LeakyRelu", "x", NULL, "y");
    integer_attr(&n, "alpha", 2);
    m = one_node(&n, &x, NULL, &y, 16);
    prints("an attribute of the node", &m, "onnx.Constant dense<2.000000e+00> : tensor<f32>");
    n = node("Trilu", "x", NULL, "y");
    integer_attr(&n, "upper", 0);
    m = one_node(&n, &x, NULL, &y, 14);
    prints("which half", &m, "\"onnx.LessOrEqual\"");
    n = node("DepthToSpace", "x", NULL, "y");
    integer_attr(&n, "blocksize", INT64_MIN);
    m = one_node(&n, &x, NULL, &y, 13);
    prints("an attribute out of range: it stays", &m, "\"onnx.DepthToSpace\"(%arg0)");
}

/* ---- tensors in files of their own
 * ----------------------------------------------------------------------------------------------------- */

static void test_tensors(void **state)
{
    (void)state;
    static const int64_t four[] = {4};
    grn_tensor t;
    said s = {.n = 0};
    bytes b = tensor("t", BOOL, 1, four, "\0\1\2\xFF", 4);
    assert_int_equal(grn_onnx_tensor_parse(b.v, b.n, NULL, NULL, &t), GRN_OK);
    assert_int_equal(t.dtype, GRN_I1);
    assert_memory_equal(t.data, "\0\1\1\1", 4);
    grn_tensor_free(&t, NULL);
    b.n = 0; /* packed and single numbers together, as protocol buffers allow */
    number(&b, 1, 3);
    number(&b, 2, INT32);
    run(&b, 5, "\x01\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\x01", 11);
    number(&b, 5, 300);
    assert_int_equal(grn_onnx_tensor_parse(b.v, b.n, NULL, NULL, &t), GRN_OK);
    const int32_t want[] = {1, -1, 300};
    assert_memory_equal(t.data, want, sizeof want);
    grn_tensor_free(&t, NULL);
    b.n = 0; /* INT4: two to a byte, the low half first */
    number(&b, 1, 3);
    number(&b, 2, 22);
    run(&b, 9, "\xF7\x08", 2);
    assert_int_equal(grn_onnx_tensor_parse(b.v, b.n, NULL, NULL, &t), GRN_OK);
    assert_memory_equal(t.data, "\x07\xFF\xF8", 3);
    grn_tensor_free(&t, NULL);
    b.n = 0;
    number(&b, 1, 3);
    number(&b, 2, INT64);
    number(&b, 7, 5);
    assert_int_equal(grn_onnx_tensor_parse(b.v, b.n, NULL, &(grn_diag){keep, &s}, &t), GRN_E_FORMAT);
    holds("too few numbers", &s, "lists 1 numbers, expected 3 for [3] of i64");
    assert_null(t.data);
}

/* ---- writing
 * ------------------------------------------------------------------------------------------------------------------------------ */

static void test_written(void **state)
{
    (void)state;
    static const char text[] =
        "func.func @main(%x: tensor<?x2xf32> {onnx.name = \"v\", onnx.dim_params = \"0:rows\"}) -> tensor<?x2xf32> {\n"
        "  %0 = \"onnx.Neg\"(%x) : (tensor<?x2xf32>) -> tensor<?x2xf32>\n  %1 = \"onnx.Exp\"(%0) : (tensor<?x2xf32>) "
        "-> "
        "tensor<?x2xf32>\n"
        "  return %1 : tensor<?x2xf32>\n}\n";
    said file = {.n = 0}, again = {.n = 0}, s = {.n = 0};
    grn_module *m, *back;
    assert_int_equal(grn_module_parse(text, sizeof text - 1, NULL, NULL, &m), GRN_OK);
    assert_int_equal(grn_module_write_onnx(m, NULL, NULL, &(grn_sink){take, &file}), GRN_OK);
    grn_module_destroy(m);
    assert_int_equal(grn_module_parse(file.text, file.n, NULL, NULL, &back), GRN_OK);
    assert_int_equal(grn_module_print(back, NULL, &(grn_sink){take, &again}), GRN_OK);
    holds("names of values and dimensions", &again,
          "%arg0: tensor<?x2xf32> {onnx.dim_params = \"0:rows\", onnx.name = \"v\"}) -> (tensor<?x2xf32>");
    holds("the opset that its operators need", &again, "onnx.opset_version = 17 : si64");
    holds("operators", &again, "%1 = \"onnx.Exp\"(%0)");
    grn_module_destroy(back);
    static const char foreign[] = "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  %0 = stablehlo.cbrt %x : "
                                  "tensor<2xf32>\n  return %0 : tensor<2xf32>\n}\n";
    file.n = 0;
    assert_int_equal(grn_module_parse(foreign, sizeof foreign - 1, NULL, NULL, &m), GRN_OK);
    assert_int_equal(grn_module_write_onnx(m, NULL, &(grn_diag){keep, &s}, &(grn_sink){take, &file}),
                     GRN_E_UNSUPPORTED);
    assert_int_equal(file.n, 0);
    holds("an op of another dialect", &s, "2:8: 'stablehlo.cbrt' is no operator of ONNX's");
    grn_module_destroy(m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_gather),   cmocka_unit_test(test_by_reference), cmocka_unit_test(test_place),
        cmocka_unit_test(test_lies),     cmocka_unit_test(test_names),        cmocka_unit_test(test_functions),
        cmocka_unit_test(test_external), cmocka_unit_test(test_older),        cmocka_unit_test(test_tensors),
        cmocka_unit_test(test_written),  cmocka_unit_test(test_bodies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
