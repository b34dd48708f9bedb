/* test_text_edges.c - numbers of results that no op has, and values of function types where a list
 * of types ends a line. */
#include "text/internal.h"
#include "text_test.h"

static void counts_of_results(void **state)
{
    static const struct {
        const char *text;
        grn_status status;
        const char *says;
    } cases[] = {
        {"%0:0 = \"foo.a\"() : () -> ()", GRN_E_PARSE, "expected named operation to have at least 1 result"},
        {"%0:2147483648 = \"foo.a\"() : () -> i1", GRN_E_PARSE, "expected a number of results that fits 31 bits"},
        {"%0:2147483647, %1:2147483647, %2:2 = \"foo.a\"() : () -> i1", GRN_E_PARSE,
         "expected a number of results that fits 31 bits"},
        {"%0:2 = \"foo.a\"() : () -> (i1, i1)", GRN_OK, ""},
        {"%0:2, %1 = \"foo.a\"() : () -> (i1, i1, i1)", GRN_OK, ""},
        {"%0:2, %1 = \"foo.a\"() : () -> (i1, i1)", GRN_E_PARSE,
         "operation defines 2 results but was provided 3 to bind"},
    };
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        grn_ir ir;
        heard h;
        grn_status status = parse_exactly(&ir, cases[i].text, strlen(cases[i].text), NULL, &h);
        grn_ir_destroy(&ir);
        if (status != cases[i].status || strstr(h.text, cases[i].says) == NULL)
            fail_msg("%s: %s: %s", cases[i].text, grn_status_name(status), h.text);
    }
}

static void functions_among_the_types(void **state)
{
    static const char *const texts[] = {
        "t.func @f(%a: () -> i1, %b: i1) {\n  t.return %a, %b : () -> i1, i1\n}",
        "t.func @f(%a: i1, %b: () -> i1) {\n  t.return %a, %b : i1, () -> i1\n}",
        "t.func @f(%a: () -> i1) {\n  t.return %a : () -> i1\n}",
    };
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(texts); i++) {
        char *out = reprint(texts[i], false);
        const char *types = strstr(texts[i], " : ");
        if (!types || strstr(out, types) == NULL)
            fail_msg("%s becomes %s", texts[i], out);
        free(out);
    }
}

/* Quantized types are stored in integers of 1 to 32 bits. */
static void widths_of_storage(void **state)
{
    static const struct {
        const char *storage;
        grn_status status;
    } cases[] = {{"i0", GRN_E_PARSE}, {"u0", GRN_E_PARSE},  {"i1", GRN_OK},       {"i8", GRN_OK},     {"u8", GRN_OK},
                 {"i32", GRN_OK},     {"i33", GRN_E_PARSE}, {"u33", GRN_E_PARSE}, {"f8", GRN_E_PARSE}};
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        char text[80];
        grn_ir ir;
        heard h;
        snprintf(text, sizeof text, "\"foo.a\"() : () -> !quant.uniform<%s:f32, 1.0>", cases[i].storage);
        grn_status status = parse_exactly(&ir, text, strlen(text), NULL, &h);
        grn_ir_destroy(&ir);
        if (status != cases[i].status)
            fail_msg("%s: %s: %s", cases[i].storage, grn_status_name(status), h.text);
    }
}

/* The axis of a type that is quantized along one. */
static void axes_of_quantized_types(void **state)
{
    static const struct {
        const char *axis;
        grn_status status;
    } cases[] = {{"0", GRN_OK},
                 {"1", GRN_OK},
                 {"-1", GRN_E_PARSE},
                 {"2147483646", GRN_OK},
                 {"2147483647", GRN_E_PARSE},
                 {"4294967296", GRN_E_PARSE}};
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        char text[100];
        grn_ir ir;
        heard h;
        snprintf(text, sizeof text, "\"foo.a\"() : () -> !quant.uniform<i8:f32:%s, {1.0, 2.0}>", cases[i].axis);
        grn_status status = parse_exactly(&ir, text, strlen(text), NULL, &h);
        grn_ir_destroy(&ir);
        if (status != cases[i].status)
            fail_msg("%s: %s: %s", cases[i].axis, grn_status_name(status), h.text);
    }
}

/* A byte of a blob becomes the one byte that stands for its value: narrow integers are
 * sign-extended where they have one. */
static void narrow_elements_are_cleaned(void **state)
{
    static const struct {
        grn_dtype dtype;
        unsigned char given[4], want[4];
    } cases[] = {{GRN_I4, {0x0F, 0x08, 0xF7, 0x01}, {0xFF, 0xF8, 0x07, 0x01}},
                 {GRN_UI4, {0x0F, 0x08, 0xF7, 0x01}, {0x0F, 0x08, 0x07, 0x01}},
                 {GRN_I2, {0x03, 0x02, 0xFD, 0x00}, {0xFF, 0xFE, 0x01, 0x00}},
                 {GRN_UI2, {0x03, 0x02, 0xFD, 0x00}, {0x03, 0x02, 0x01, 0x00}},
                 {GRN_I8, {0x80, 0x7F, 0xFF, 0x00}, {0x80, 0x7F, 0xFF, 0x00}}};
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        unsigned char got[4];
        memcpy(got, cases[i].given, 4);
        grn_elements_clean(cases[i].dtype, 4, got);
        if (memcmp(got, cases[i].want, 4) != 0)
            fail_msg("%s: %02x %02x %02x %02x", grn_dtype_text(cases[i].dtype), got[0], got[1], got[2], got[3]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(narrow_elements_are_cleaned),
                                       cmocka_unit_test(widths_of_storage), cmocka_unit_test(axes_of_quantized_types),
                                       cmocka_unit_test(counts_of_results),
                                       cmocka_unit_test(functions_among_the_types)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
