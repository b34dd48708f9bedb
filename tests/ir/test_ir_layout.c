/* test_ir_layout.c - affine maps and strided layouts out of their text, and where a memref's
 * elements lie. */
#include "ir_test.h"

#define Q GRN_DYNAMIC

static grn_attr opaque(const char *text) { return (grn_attr){.kind = GRN_ATTR_OPAQUE, .text = {text, strlen(text)}}; }

/* ---- affine maps ----------------------------------------------------------------------------- */

static const struct {
    const char *text, *written; /* NULL: no map of dimensions and constants */
    bool identity;
} maps[] = {
    {"affine_map<(d0, d1) -> (d0, d1)>", "affine_map<(d0, d1) -> (d0, d1)>", true},
    {"affine_map<(i, j)->(j,i)>", "affine_map<(d0, d1) -> (d1, d0)>", false},
    {"affine_map<(d0) -> (d0, 0, -3)>", "affine_map<(d0) -> (d0, 0, -3)>", false},
    {"affine_map<() -> ()>", "affine_map<() -> ()>", true},
    {"affine_map<(a_1) -> ()>", "affine_map<(d0) -> ()>", false},
    {"affine_map<(d0, d1) -> (d0 + d1)>", NULL, false},
    {"affine_map<(d0)[s0] -> (d0 + s0)>", NULL, false},
    {"affine_map<(d0) -> (d1)>", NULL, false},
    {"affine_map<(d0) -> (d0 mod 2)>", NULL, false},
    {"affine_map<(d0) -> (99999999999999999999)>", NULL, false},
    {"affine_map<(d0) -> (d0)", NULL, false},
    {"affine_set<(d0) : (d0 >= 0)>", NULL, false},
    {"strided<[1]>", NULL, false},
};

static void maps_are_read_and_written(void **state)
{
    grn_ir ir;
    (void)state;
    assert_int_equal(grn_ir_init(&ir, NULL, NULL), GRN_OK);
    for (size_t i = 0; i < GRN_COUNT(maps); i++) {
        const grn_attr a = opaque(maps[i].text);
        grn_affine_map map;
        if (grn_affine_map_read(&a, &map) != (maps[i].written != NULL))
            fail_msg("%s is read otherwise", maps[i].text);
        if (!maps[i].written)
            continue;
        const grn_attr *back = grn_attr_affine_map(&ir, &map);
        assert_non_null(back);
        if (!grn_str_is(back->text, maps[i].written) || grn_affine_map_is_identity(&map) != maps[i].identity)
            fail_msg("%s is written %.*s", maps[i].text, (int)back->text.n, back->text.text);
    }
    assert_true(grn_str_is(grn_attr_identity_map(&ir, 3)->text, "affine_map<(d0, d1, d2) -> (d0, d1, d2)>"));
    grn_ir_destroy(&ir);
}

/* One more dimension, or result, than any tensor has. */
static void maps_have_limits(void **state)
{
    char text[1024] = "affine_map<(d0) -> (";
    grn_affine_map map;
    (void)state;
    for (int i = 0; i < GRN_MAX_RANK + 1; i++)
        strcat(text, i ? ", d0" : "d0");
    strcat(text, ")>");
    const grn_attr a = opaque(text);
    assert_false(grn_affine_map_read(&a, &map));
}

/* ---- strided layouts ------------------------------------------------------------------------- */

static const struct {
    const char *text;
    int32_t count; /* -1: not one */
    int64_t strides[3], offset;
} layouts[] = {
    {"strided<[]>", 0, {0}, 0},
    {"strided<[4, 1]>", 2, {4, 1}, 0},
    {"strided<[?, -2], offset: ?>", 2, {Q, -2}, Q},
    {"strided< [ 8 , 4,2 ] , offset : 16 >", 3, {8, 4, 2}, 16},
    {"strided<[4, 1], 3>", -1, {0}, 0},
    {"strided<4>", -1, {0}, 0},
    {"strided<[4, 1]", -1, {0}, 0},
    {"affine_map<(d0) -> (d0)>", -1, {0}, 0},
};

static void layouts_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(layouts); i++) {
        const grn_attr a = opaque(layouts[i].text);
        int64_t strides[GRN_MAX_RANK], offset;
        int32_t count;
        bool read = grn_strided_read(&a, &count, strides, &offset);
        if (read != (layouts[i].count >= 0) || (read && (count != layouts[i].count || offset != layouts[i].offset)))
            fail_msg("%s is read otherwise", layouts[i].text);
        for (int32_t d = 0; d < layouts[i].count; d++)
            assert_int_equal(strides[d], layouts[i].strides[d]);
    }
}

/* ---- where elements lie ---------------------------------------------------------------------- */

/* A memref of these extents and strides; what its memory has to be. */
static const struct {
    const char *claim;
    int32_t rank;
    int64_t shape[3];
    bool strided;
    int64_t strides[3], offset;
    int64_t elements; /* -1: there is none */
    int64_t want[3], want_offset;
} places[] = {
    {"row-major", 2, {4, 3}, false, {0}, 0, 12, {3, 1}, 0},
    {"a scalar", 0, {0}, false, {0}, 0, 1, {0}, 0},
    {"nothing", 2, {0, 3}, false, {0}, 0, 0, {3, 1}, 0},
    {"what is open is compact", 2, {4, 3}, true, {Q, Q}, Q, 12, {3, 1}, 0},
    {"what is fixed stays", 2, {4, 3}, true, {8, 2}, 5, 5 + 24 + 4 + 1, {8, 2}, 5},
    {"an open one over a fixed one", 2, {4, 3}, true, {Q, 2}, 0, 18 + 4 + 1, {6, 2}, 0},
    {"the first dim may lie inside", 2, {2, 3}, true, {1, 2}, 0, 6, {1, 2}, 0},
    {"rows that meet", 2, {4, 3}, true, {2, 1}, 0, -1, {0}, 0},
    {"all in one place", 1, {4}, true, {0}, 0, -1, {0}, 0},
    {"backwards", 1, {4}, true, {-1}, 3, -1, {0}, 0},
    {"before the first", 1, {4}, true, {1}, -1, -1, {0}, 0},
    {"further than can be counted", 2, {4, 3}, true, {INT64_MAX / 2, 1}, 0, -1, {0}, 0},
};

static void memory_is_as_the_type_says(void **state)
{
    grn_ir ir;
    (void)state;
    assert_int_equal(grn_ir_init(&ir, NULL, NULL), GRN_OK);
    for (size_t i = 0; i < GRN_COUNT(places); i++) {
        const grn_type *t = grn_type_memref(&ir, &(grn_type){.element = grn_type_of_dtype(&ir, GRN_F32),
                                                             .rank = places[i].rank,
                                                             .shape = places[i].shape,
                                                             .strided = places[i].strided,
                                                             .strides = places[i].strides,
                                                             .offset = places[i].offset});
        int64_t strides[GRN_MAX_RANK], offset, elements;
        assert_non_null(t);
        bool has = grn_memref_place(t, places[i].shape, strides, &offset, &elements);
        if (has != (places[i].elements >= 0) ||
            (has && (elements != places[i].elements || offset != places[i].want_offset)))
            fail_msg("%s", places[i].claim);
        for (int32_t d = 0; has && d < places[i].rank; d++)
            if (strides[d] != places[i].want[d])
                fail_msg("%s: stride %d", places[i].claim, (int)d);
    }
    grn_ir_destroy(&ir);
}

static void strides_are_known_as_far_as_extents_are(void **state)
{
    grn_ir ir;
    int64_t strides[GRN_MAX_RANK], offset;
    (void)state;
    assert_int_equal(grn_ir_init(&ir, NULL, NULL), GRN_OK);
    const grn_type *f32 = grn_type_of_dtype(&ir, GRN_F32);
    const grn_type *t = grn_type_memref(&ir, &(grn_type){.element = f32, .rank = 4, .shape = (int64_t[]){2, Q, 3, 4}});
    assert_true(grn_memref_strides(t, strides, &offset));
    assert_int_equal(offset, 0);
    assert_int_equal(strides[3], 1);
    assert_int_equal(strides[2], 4);
    assert_int_equal(strides[1], 12);
    assert_true(strides[0] == Q);
    const grn_type *kept = grn_type_memref(
        &ir, &(grn_type){.element = f32, .rank = 1, .shape = (int64_t[]){2}, .layout = grn_attr_identity_map(&ir, 1)});
    assert_false(grn_memref_strides(kept, strides, &offset));
    assert_int_equal(grn_type_dynamic_extents(t), 1);
    /* At run time a memref is the tensor of its extents, but no other name of it. */
    assert_int_equal(grn_type_at_run(t)->kind, GRN_TYPE_TENSOR);
    assert_ptr_equal(grn_type_as_tensor(t), t);
    grn_ir_destroy(&ir);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(maps_are_read_and_written),
        cmocka_unit_test(maps_have_limits),
        cmocka_unit_test(layouts_are_read),
        cmocka_unit_test(memory_is_as_the_type_says),
        cmocka_unit_test(strides_are_known_as_far_as_extents_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
