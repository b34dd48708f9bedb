/* test_text_limits.c - each limit of the text layer at its last allowed number and at the next:
 * src/ir/ir.h names them. */
#include "text_test.h"

/* first, `before` n times, middle, `behind` n times, last */
static char *repeated(const char *first, const char *before, const char *middle, const char *behind, const char *last,
                      size_t n)
{
    written w = {NULL, 0, 0};
    assert_int_equal(write_here(&w, first, strlen(first)), GRN_OK);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(write_here(&w, before, strlen(before)), GRN_OK);
    assert_int_equal(write_here(&w, middle, strlen(middle)), GRN_OK);
    for (size_t i = 0; i < n; i++)
        assert_int_equal(write_here(&w, behind, strlen(behind)), GRN_OK);
    assert_int_equal(write_here(&w, last, strlen(last)), GRN_OK);
    return w.text;
}

#define ONE16(x) x x x x x x x x x x x x x x x x
#define ONES_32 ONE16("1x") ONE16("1x")

/* n of them is what may be. A list's own type, [tensor<1x...x1xi32>], has as many dimensions as the
 * list is deep. */
static const struct {
    const char *claim, *first, *before, *middle, *behind, *last;
    size_t n;
} limits[] = {
    {"lists of a dense literal", "\"foo.a\"() {c = dense<", "[", "7", "]", "> : tensor<" ONES_32 "i32>} : () -> ()",
     GRN_MAX_RANK},
    {"dimensions of a tensor", "\"foo.a\"() : () -> tensor<", "1x", "i32>", "", "", GRN_MAX_RANK},
    {"attributes", "\"foo.a\"() {a = ", "[", "", "]", "} : () -> ()", GRN_MAX_NESTING},
    {"dictionaries", "\"foo.a\"() {a = ", "{b = ", "1 : i8", "}", "} : () -> ()", GRN_MAX_NESTING - 1},
    {"types", "\"foo.a\"() : () -> ", "tuple<", "", ">", "", GRN_MAX_NESTING},
    {"function types", "\"foo.a\"() {t = ", "() -> (", "i1", ")", "} : () -> ()", GRN_MAX_NESTING - 1},
    {"brackets of a type that nobody knows", "\"foo.a\"() : () -> !foo.bar", "<", "", ">", "", GRN_MAX_NESTING},
    {"brackets of an attribute that nobody knows", "\"foo.a\"() {a = #foo.bar", "<[", "", "]>", "} : () -> ()",
     GRN_MAX_NESTING / 2},
    {"regions", "", "\"foo.a\"() ({ ", "\"foo.b\"() : () -> ()", " }) : () -> ()", "", GRN_MAX_NESTING},
    {"parts of an array, which is one too", "\"foo.a\"() {a = [", "unit, ", "unit]", "", "} : () -> ()",
     GRN_MAX_PARTS - 2},
    {"parts of a type within an attribute, which are two too", "\"foo.a\"() {t = () -> (", "i1, ", "i1)", "",
     "} : () -> ()", GRN_MAX_PARTS - 3},
};

static grn_status parse_of(size_t i, size_t n, heard *h)
{
    grn_ir ir;
    char *text = repeated(limits[i].first, limits[i].before, limits[i].middle, limits[i].behind, limits[i].last, n);
    grn_status status = parse_exactly(&ir, text, strlen(text), NULL, h);
    grn_ir_destroy(&ir);
    free(text);
    return status;
}

static void the_last_is_taken_and_the_next_is_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(limits); i++) {
        heard h;
        grn_status last = parse_of(i, limits[i].n, &h);
        if (last != GRN_OK)
            fail_msg("%s: %zu are %s: %s", limits[i].claim, limits[i].n, grn_status_name(last), h.text);
        grn_status next = parse_of(i, limits[i].n + 1, &h);
        if (next != GRN_E_LIMIT)
            fail_msg("%s: %zu are %s: %s", limits[i].claim, limits[i].n + 1, grn_status_name(next), h.text);
    }
}

/* Each of a name of its own, in one dictionary or in two. */
static grn_status with_attributes(size_t properties, size_t attributes, heard *h)
{
    grn_ir ir;
    written w = {NULL, 0, 0};
    char one[32];
    assert_int_equal(write_here(&w, "\"foo.a\"() <{", 12), GRN_OK);
    for (size_t i = 0; i < properties + attributes; i++) {
        if (i == properties)
            assert_int_equal(write_here(&w, "}> {", 4), GRN_OK);
        int n = snprintf(one, sizeof one, "%sa%zu", i == 0 || i == properties ? "" : ", ", i);
        assert_int_equal(write_here(&w, one, (size_t)n), GRN_OK);
    }
    const char *end = attributes ? "} : () -> ()" : "}> : () -> ()";
    assert_int_equal(write_here(&w, end, strlen(end)), GRN_OK);
    grn_status status = parse_exactly(&ir, w.text, w.n, NULL, h);
    grn_ir_destroy(&ir);
    free(w.text);
    return status;
}

static void attributes_of_one_op(void **state)
{
    heard h;
    (void)state;
    assert_int_equal(with_attributes(GRN_MAX_ATTRS, 0, &h), GRN_OK);
    assert_int_equal(with_attributes(1, GRN_MAX_ATTRS - 1, &h), GRN_OK);
    assert_int_equal(with_attributes(GRN_MAX_ATTRS + 1, 0, &h), GRN_E_LIMIT);
    assert_int_equal(with_attributes(1, GRN_MAX_ATTRS, &h), GRN_E_LIMIT);
}

/* A value in the last place of as many dimensions as there may be. */
static void a_dense_literal_of_rank_32(void **state)
{
    char *text = repeated("\"foo.a\"() {c = dense<", "[", "1, 2, 3", "]", "> : tensor<" ONES_32 "i32>} : () -> ()",
                          GRN_MAX_RANK);
    char *dims = strstr(text, "1x1xi32");
    grn_ir ir;
    heard h;
    (void)state;
    assert_non_null(dims);
    dims[2] = '3';
    if (parse_exactly(&ir, text, strlen(text), NULL, &h) != GRN_OK)
        fail_msg("%s", h.text);
    const grn_attr *c = grn_op_attr(ir.top->regions[0].first->first, "c");
    assert_int_equal(c->kind, GRN_ATTR_ELEMENTS);
    assert_int_equal(c->elements->tensor.rank, GRN_MAX_RANK);
    assert_int_equal(c->elements->tensor.shape[GRN_MAX_RANK - 1], 3);
    assert_memory_equal(c->elements->tensor.data, ((int32_t[]){1, 2, 3}), 12);
    grn_ir_destroy(&ir);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_last_is_taken_and_the_next_is_not),
                                       cmocka_unit_test(attributes_of_one_op),
                                       cmocka_unit_test(a_dense_literal_of_rank_32)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
