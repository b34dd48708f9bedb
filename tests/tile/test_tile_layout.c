/* test_tile_layout.c - TT-9, byte for byte: where elements lie in tiles of four faces, and the way
 * back. */
#include "tile_test.h"

static void tt9_an_element_lies_where_its_face_says(void **state)
{
    static const struct {
        int32_t row, column, offset;
    } cases[] = {
        {0, 0, 0},    {0, 15, 15},   {0, 16, 256},  {0, 31, 271}, {1, 0, 16},    {15, 15, 255},  {15, 31, 511},
        {16, 0, 512}, {16, 15, 527}, {16, 16, 768}, {17, 3, 531}, {31, 15, 767}, {31, 16, 1008}, {31, 31, 1023},
    };
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++)
        claim_number("TT-9: face (r/16, c/16), then 16 elements a row",
                     grn_ttnn_tile_offset(cases[i].row, cases[i].column), cases[i].offset);
}

static void shapes_take_whole_tiles(void **state)
{
    static const struct {
        const char *claim;
        int32_t rank;
        int64_t shape[5];
        size_t element_bytes;
        int64_t ht, wt;
        size_t bytes;
    } cases[] = {
        {"rank 0 is one element in one tile", 0, {0}, 4, 1, 1, 4096},
        {"rank 1 is one row", 1, {33}, 2, 1, 2, 4096},
        {"an exact tile needs one", 2, {32, 32}, 1, 1, 1, 1024},
        {"one row and one column more make four", 2, {33, 33}, 2, 2, 2, 8192},
        {"each matrix is padded on its own", 4, {2, 3, 1, 1}, 8, 6, 1, 49152},
        {"rank 5: all leading dimensions count matrices", 5, {2, 2, 2, 40, 100}, 4, 16, 4, 262144},
        {"no rows, no tiles", 2, {0, 40}, 4, 0, 2, 0},
        {"no columns, no tiles", 2, {40, 0}, 4, 2, 0, 0},
        {"no matrix, no tiles", 3, {0, 40, 40}, 4, 0, 2, 0},
    };
    (void)state;
    for (size_t i = 0; i < GRN_COUNT(cases); i++) {
        grn_ttnn_tiling t;
        claim_number(cases[i].claim, grn_ttnn_tiling_of(cases[i].rank, cases[i].shape, cases[i].element_bytes, &t),
                     GRN_OK);
        claim_number(cases[i].claim, t.ht, cases[i].ht);
        claim_number(cases[i].claim, t.wt, cases[i].wt);
        claim_number(cases[i].claim, t.bytes, cases[i].bytes);
    }
}

static void sizes_nobody_can_hold_are_refused(void **state)
{
    grn_ttnn_tiling t;
    (void)state;
    assert_int_equal(grn_ttnn_tiling_of(2, (int64_t[]){4, 4}, 16, &t), GRN_E_UNSUPPORTED);
    assert_int_equal(grn_ttnn_tiling_of(2, (int64_t[]){4, -1}, 4, &t), GRN_E_SHAPE);
    assert_int_equal(grn_ttnn_tiling_of(-1, (int64_t[]){4}, 4, &t), GRN_E_LIMIT);
    assert_int_equal(grn_ttnn_tiling_of(GRN_MAX_RANK + 1, (int64_t[GRN_MAX_RANK + 1]){4}, 4, &t), GRN_E_LIMIT);
    assert_int_equal(grn_ttnn_tiling_of(1, (int64_t[]){INT64_MAX}, 1, &t), GRN_E_LIMIT);
    assert_int_equal(grn_ttnn_tiling_of(3, (int64_t[]){INT64_MAX, 2, 1}, 1, &t), GRN_E_LIMIT);
    assert_int_equal(grn_ttnn_tiling_of(2, (int64_t[]){INT64_MAX, INT64_MAX}, 1, &t), GRN_E_LIMIT);
}

/* Element (matrix, row, column) of [2, 33, 17] and of [1, 70], and where it lies: page h * Wt + w,
 * then the face's place. */
static const struct place {
    int64_t matrix, row, column, offset;
} places_of_2_33_17[] =
    {
        {0, 0, 0, 0},    {0, 0, 15, 15},    {0, 0, 16, 256},   {0, 1, 0, 16},     {0, 15, 16, 496},
        {0, 16, 0, 512}, {0, 16, 16, 768},  {0, 31, 16, 1008}, {0, 32, 0, 1024},  {0, 32, 16, 1280},
        {1, 0, 0, 2048}, {1, 31, 15, 2815}, {1, 32, 0, 3072},  {1, 32, 16, 3328},
},
  places_of_1_70[] = {
      {0, 0, 31, 271}, {0, 0, 32, 1024}, {0, 0, 47, 1039}, {0, 0, 48, 1280}, {0, 0, 64, 2048}, {0, 0, 69, 2053},
};

static const grn_dtype dtype_of_bytes[] = {GRN_UI8, GRN_UI16, GRN_UI32, GRN_UI64};

static void check_places(const grn_tensor *t, const unsigned char *tiles, const struct place *places, size_t count)
{
    const int64_t matrix = t->shape[t->rank - 2] * t->shape[t->rank - 1];
    const size_t bytes = grn_dtype_bytes(t->dtype);
    for (size_t i = 0; i < count; i++) {
        int64_t from = places[i].matrix * matrix + places[i].row * t->shape[t->rank - 1] + places[i].column;
        if (memcmp(tiles + (size_t)places[i].offset * bytes, (char *)t->data + (size_t)from * bytes, bytes) != 0)
            fail_msg("TT-9: element (%d, %d, %d) of %zu bytes is not at %d", (int)places[i].matrix, (int)places[i].row,
                     (int)places[i].column, bytes, (int)places[i].offset);
    }
}

static void tilize_puts_every_element_size_in_place(void **state)
{
    static unsigned char data[2 * 33 * 17 * 8], tiles[4 * 1024 * 8];
    static const unsigned char padding[8] = {0xA1, 0xA2, 0xA3, 0xA4, 0xA5, 0xA6, 0xA7, 0xA8};
    (void)state;
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)((i * 7 + i / 251) % 251);
    for (size_t i = 0; i < GRN_COUNT(dtype_of_bytes); i++) {
        size_t bytes = (size_t)1 << i;
        grn_tensor cube = VIEW(data, dtype_of_bytes[i], 2, 33, 17), row = VIEW(data, dtype_of_bytes[i], 1, 70);
        assert_int_equal(grn_ttnn_tilize(&cube, padding, tiles, 4096 * bytes, NULL), GRN_OK);
        check_places(&cube, tiles, places_of_2_33_17, GRN_COUNT(places_of_2_33_17));
        claim_that("column 17 is padding", memcmp(tiles + 257 * bytes, padding, bytes) == 0);
        claim_that("row 33 is padding", memcmp(tiles + (1024 + 16) * bytes, padding, bytes) == 0);
        claim_that("the last place is padding", memcmp(tiles + 4095 * bytes, padding, bytes) == 0);
        assert_int_equal(grn_ttnn_tilize(&row, NULL, tiles, 3072 * bytes, NULL), GRN_OK);
        check_places(&row, tiles, places_of_1_70, GRN_COUNT(places_of_1_70));
        claim_that("without a padding value it is zero", memcmp(tiles + 2054 * bytes, (char[8]){0}, bytes) == 0);
    }
}

/* Column-major, reversed and broadcast views lay the elements they show, not those in memory
 * order. */
static void strided_views_lay_what_they_show(void **state)
{
    uint16_t data[40 * 20], tiles[2 * 1024];
    grn_tensor t = {.dtype = GRN_UI16, .rank = 2, .shape = {20, 40}, .stride = {1, 20}};
    (void)state;
    for (int i = 0; i < 800; i++)
        data[i] = (uint16_t)i;
    t.data = data;
    assert_int_equal(grn_ttnn_tilize(&t, NULL, tiles, sizeof tiles, NULL), GRN_OK);
    claim_number("column-major: (19, 33) is element 679, in page 1, face (1,0), row 3", tiles[1024 + 512 + 3 * 16 + 1],
                 679);
    t = (grn_tensor){.data = data + 799, .dtype = GRN_UI16, .rank = 2, .shape = {20, 40}, .stride = {-40, -1}};
    assert_int_equal(grn_ttnn_tilize(&t, NULL, tiles, sizeof tiles, NULL), GRN_OK);
    claim_number("reversed: (0, 0) is the last", tiles[0], 799);
    claim_number("reversed: (17, 20) is 99, in face (1,1), row 1, column 4", tiles[768 + 16 + 4], 99);
    t = (grn_tensor){.data = data, .dtype = GRN_UI16, .rank = 2, .shape = {20, 40}, .stride = {0, 1}};
    assert_int_equal(grn_ttnn_tilize(&t, NULL, tiles, sizeof tiles, NULL), GRN_OK);
    claim_number("broadcast rows: (19, 39) is 39", tiles[1024 + 512 + 3 * 16 + 7], 39);
}

static void untilize_reads_places_and_drops_padding(void **state)
{
    static uint32_t tiles[4 * 1024], data[2 * 33 * 17 + 1];
    grn_tensor cube = VIEW(data, GRN_UI32, 2, 33, 17);
    (void)state;
    for (uint32_t i = 0; i < 4096; i++)
        tiles[i] = i;
    data[2 * 33 * 17] = 77;
    assert_int_equal(grn_ttnn_untilize(tiles, sizeof tiles, &cube, NULL), GRN_OK);
    for (size_t i = 0; i < GRN_COUNT(places_of_2_33_17); i++) {
        const struct place *p = &places_of_2_33_17[i];
        claim_number("TT-9: read from its place", data[p->matrix * 561 + p->row * 17 + p->column], p->offset);
    }
    claim_number("nothing beyond the view", data[2 * 33 * 17], 77);
}

static void there_and_back_is_the_same(void **state)
{
    static const int64_t shapes[][4] = {{1, 1, 1, 1},   {1, 1, 16, 16}, {2, 1, 17, 15},
                                        {1, 3, 31, 33}, {2, 2, 32, 64}, {1, 1, 65, 49}};
    static unsigned char data[8192 * 8], back[8192 * 8], tiles[16 * 1024 * 8];
    (void)state;
    for (size_t i = 0; i < sizeof data; i++)
        data[i] = (unsigned char)(i * 31 + i / 255);
    for (size_t s = 0; s < GRN_COUNT(shapes); s++)
        for (size_t i = 0; i < GRN_COUNT(dtype_of_bytes); i++) {
            grn_tensor from = view_of(data, dtype_of_bytes[i], 4, shapes[s]),
                       to = view_of(back, dtype_of_bytes[i], 4, shapes[s]);
            assert_int_equal(grn_ttnn_tilize(&from, NULL, tiles, sizeof tiles, NULL), GRN_OK);
            memset(back, 0, sizeof back);
            assert_int_equal(grn_ttnn_untilize(tiles, sizeof tiles, &to, NULL), GRN_OK);
            assert_memory_equal(back, data, grn_tensor_bytes(&from));
        }
}

static void conversions_refuse_what_does_not_fit(void **state)
{
    uint32_t data[4] = {0}, tiles[1024];
    double pair[2] = {0, 0};
    grn_tensor t = VIEW(data, GRN_UI32, 2, 2), complex = VIEW(pair, GRN_C128, 1), none = VIEW(NULL, GRN_UI32, 2, 2);
    heard h;
    (void)state;
    assert_int_equal(grn_ttnn_tilize(&t, NULL, tiles, 4095, listen(&h)), GRN_E_ARGUMENT);
    claim_same_text("a short buffer", h.error, "tiles has 4095 bytes, in takes 4096 in 1x1 tiles");
    assert_int_equal(grn_ttnn_untilize(tiles, 0, &t, listen(&h)), GRN_E_ARGUMENT);
    claim_same_text("no buffer", h.error, "tiles has 0 bytes, out takes 4096 in 1x1 tiles");
    assert_int_equal(grn_ttnn_tilize(&complex, NULL, tiles, sizeof tiles, listen(&h)), GRN_E_UNSUPPORTED);
    claim_same_text("16-byte elements", h.error, "in has elements of 16 bytes, a tile holds those of 1, 2, 4 or 8");
    assert_int_equal(grn_ttnn_tilize(&none, NULL, tiles, sizeof tiles, listen(&h)), GRN_E_ARGUMENT);
    claim_same_text("no data", h.error, "in has elements but its data is NULL");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tt9_an_element_lies_where_its_face_says),
        cmocka_unit_test(shapes_take_whole_tiles),
        cmocka_unit_test(sizes_nobody_can_hold_are_refused),
        cmocka_unit_test(tilize_puts_every_element_size_in_place),
        cmocka_unit_test(strided_views_lay_what_they_show),
        cmocka_unit_test(untilize_reads_places_and_drops_padding),
        cmocka_unit_test(there_and_back_is_the_same),
        cmocka_unit_test(conversions_refuse_what_does_not_fit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
