/* test_artifact_ops.c - what has to hold of the table of VHLO's ops, and what older forms
 * become. */
#include "artifact/artifact_test.h"
#include "artifact/internal.h"

extern const grn_dialect *const grn_dialects[];

/* The file has properties in the order of their names. */
static void check_attrs(const vhlo_op *op)
{
    for (const vhlo_attr *a = op->attrs; a->name; a++) {
        if (a > op->attrs && strcmp(a[-1].name, a->name) >= 0)
            fail_msg("%s: %s is in front of %s", op->name, a[-1].name, a->name);
        if ((a->form == VHLO_FIELD || a->form == VHLO_CONV) != (a->record != NULL))
            fail_msg("%s: %s is a part of nothing", op->name, a->name);
    }
}

/* Every default is an attribute that is read. */
static void check_absent(grn_ir *ir, const vhlo_op *op)
{
    for (const vhlo_attr *a = op->attrs; a->name; a++) {
        char text[VHLO_ABSENT_BYTES];
        const grn_attr *made;
        bool absent = false;
        if (!a->absent)
            continue;
        grn_vhlo_absent_text(a->absent, 3, text);
        if (grn_text_parse_attr(ir, text, strlen(text), NULL, NULL, &made) != GRN_OK ||
            grn_vhlo_is_absent(ir, a->absent, made, &absent) != GRN_OK || !absent)
            fail_msg("%s: the default of %s, `%s`", op->name, a->name, text);
    }
}

/* From its first version on an op has one row in each. */
static void check_versions(const vhlo_op *op)
{
    const grn_str meant = {op->stands_for, strlen(op->stands_for)};
    assert_true(op->from <= op->to && op->to <= GRN_VHLO_CURRENT);
    for (size_t v = 0; v < GRN_COUNT(all_versions); v++) {
        grn_artifact_version number;
        size_t rows = 0;
        assert_true(grn_artifact_version_read(all_versions[v], strlen(all_versions[v]), &number));
        for (const vhlo_op *const *table = grn_vhlo_ops; *table; table++)
            for (const vhlo_op *other = *table; other->name; other++)
                rows += grn_str_is(meant, other->stands_for) && other->from <= number && number <= other->to;
        if (rows != (number >= grn_vhlo_op_since(meant)))
            fail_msg("%s: %zu rows in %s", op->stands_for, rows, all_versions[v]);
    }
}

static void the_table_is_sound(void **state)
{
    grn_ir ir;
    size_t ops = 0;
    (void)state;
    assert_int_equal(grn_ir_init(&ir, grn_dialects, NULL), GRN_OK);
    for (const vhlo_op *const *table = grn_vhlo_ops; *table; table++)
        for (const vhlo_op *op = *table; op->name; op++, ops++) {
            check_attrs(op);
            check_absent(&ir, op);
            check_versions(op);
            assert_ptr_equal(grn_vhlo_op_named((grn_str){op->name, strlen(op->name)}), op);
        }
    grn_ir_destroy(&ir);
    assert_int_equal(ops, 145);
}

/* ---- versions -------------------------------------------------------------------------------- */

static void versions_are_read(void **state)
{
    static const struct {
        const char *text;
        grn_artifact_version version; /* 0: none */
        uint64_t file;
    } rows[] = {{"0.9.0", GRN_VHLO(0, 9, 0), 0},
                {"0.10.0", GRN_VHLO(0, 10, 0), 1},
                {"0.12.0", GRN_VHLO(0, 12, 0), 3},
                {"0.14.0", GRN_VHLO(0, 14, 0), 4},
                {"0.15.0", GRN_VHLO(0, 15, 0), 6},
                {"1.20.0", GRN_VHLO(1, 20, 0), 6},
                {"minimum", GRN_VHLO(0, 9, 0), 0},
                {"current", GRN_VHLO(1, 20, 0), 6},
                {"0.8.0", 0, 0},
                {"1.21.0", 0, 0},
                {"1.0", 0, 0},
                {"1.0.0.0", 0, 0},
                {"1..0", 0, 0},
                {"", 0, 0},
                {"1.0.999", 0, 0}};
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(rows); i++) {
        grn_artifact_version v = 0;
        bool known = grn_artifact_version_read(rows[i].text, strlen(rows[i].text), &v);
        if (known != (rows[i].version != 0) ||
            (known && (v != rows[i].version || grn_artifact_file_version(v) != rows[i].file)))
            fail_msg("'%s' is read as %06x", rows[i].text, (unsigned)v);
    }
}

/* ---- the bytes of elements ------------------------------------------------------------------- */

/* An attribute of VHLO's in a file, found by its first bytes: code 15, then a type of one byte. */
static bool has_bytes(const grn_vec *file, const void *bytes, size_t n)
{
    const char *all = file->items;
    for (size_t at = 0; at + n <= file->count; at++)
        if (memcmp(all + at, bytes, n) == 0)
            return true;
    return false;
}

/* By MLIR's documentation: a length, then one element where all are the same; i1 eight to a byte
 * from the low bit; narrower types without the bits above them. */
static void elements_are_as_mlir_has_them(void **state)
{
    static const struct {
        const char *claim, *type, *literal;
        size_t n;
        unsigned char bytes[12];
    } rows[] = {
        {"all the same", "2x3xi16", "dense<258>", 3, {0x05, 0x02, 0x01}},
        {"written out and all the same", "2xi16", "dense<[258, 258]>", 3, {0x05, 0x02, 0x01}},
        {"little endian", "2xi16", "dense<[1, -2]>", 5, {0x09, 0x01, 0x00, 0xFE, 0xFF}},
        {"truth values",
         "10xi1",
         "dense<[true, false, true, false, false, false, false, false, false, true]>",
         3,
         {0x05, 0x05, 0x02}},
        {"all true", "10xi1", "dense<true>", 2, {0x03, 0xFF}},
        {"four bits", "2xi4", "dense<[-1, 2]>", 3, {0x05, 0x0F, 0x02}},
        {"none", "0xf32", "dense<>", 1, {0x01}},
        {"complex", "complex<f32>", "dense<(1.0, -2.0)>", 9, {0x11, 0, 0, 0x80, 0x3F, 0, 0, 0, 0xC0}},
    };
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(rows); i++) {
        char text[512];
        notes n = {0};
        grn_vec bytes;
        grn_module *m;
        snprintf(text, sizeof text,
                 "func.func @f() -> tensor<%s> {\n  %%0 = stablehlo.constant %s : tensor<%s>\n  return %%0 : "
                 "tensor<%s>\n}\n",
                 rows[i].type, rows[i].literal, rows[i].type, rows[i].type);
        assert_int_equal(grn_module_parse(text, strlen(text), NULL, NULL, &m), GRN_OK);
        assert_int_equal(written(m, NULL, &n, &bytes), GRN_OK);
        if (!has_bytes(&bytes, rows[i].bytes, rows[i].n))
            fail_msg("%s: other bytes", rows[i].claim);
        grn_module *back = read_back(rows[i].claim, "current", &bytes);
        grn_vec before = printed(m), after = printed(back);
        assert_string_equal(before.items, after.items);
        grn_vec_destroy(&before);
        grn_vec_destroy(&after);
        grn_vec_destroy(&bytes);
        grn_module_destroy(back);
        grn_module_destroy(m);
    }
}

/* Groups by axes of a mesh are attributes within attributes, a part of an axis being one without a
 * name in the text. */
static void groups_by_axes_come_back(void **state)
{
    static const char *const axes[] = {"name = \"x\"", "name = \"x\", sub_axis_info = (1)2",
                                       "name = \"x\", sub_axis_info = (2)2"};
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(axes); i++) {
        char text[512];
        notes n = {0};
        grn_vec bytes;
        grn_module *m;
        snprintf(
            text, sizeof text,
            "func.func @f(%%x: tensor<1xi32>) -> tensor<?xi32> {\n  %%0 = \"stablehlo.all_gather\"(%%x) "
            "<{all_gather_dim = 0 "
            ": i64, "
            "replica_groups = #stablehlo.replica_group_mesh_axes<mesh = #stablehlo.mesh<axes=[<name = \"x\", size = "
            "4>]>, "
            "axes = [#stablehlo.axis_ref<%s>]>}> : (tensor<1xi32>) -> tensor<?xi32>\n  return %%0 : tensor<?xi32>\n}\n",
            axes[i]);
        if (grn_module_parse(text, strlen(text), NULL, NULL, &m) != GRN_OK || written(m, NULL, &n, &bytes) != GRN_OK)
            fail_msg("%s: %s", axes[i], n.first);
        grn_module *back = read_back(axes[i], "current", &bytes);
        grn_vec after = printed(back);
        if (!strstr(after.items, axes[i]))
            fail_msg("%s became\n%s", axes[i], (char *)after.items);
        grn_vec_destroy(&after);
        grn_vec_destroy(&bytes);
        grn_module_destroy(back);
        grn_module_destroy(m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(the_table_is_sound), cmocka_unit_test(versions_are_read),
                                       cmocka_unit_test(elements_are_as_mlir_has_them),
                                       cmocka_unit_test(groups_by_axes_come_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
