/* test_kernels_move.c - rows of every size and cells of every size move exactly their bytes,
 * wherever they lie. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "kernels/kernels.h"

#define ROWS 5
#define ROOM 8192
static unsigned char from[ROOM], to[ROOM], want[ROOM];

static void begin(void)
{
    for (size_t i = 0; i < ROOM; i++) {
        from[i] = (unsigned char)(i * 7 + i / 251);
        to[i] = want[i] = 0xEE;
    }
}

static void expect(const char *kernel, size_t bytes)
{
    if (memcmp(to, want, ROOM) != 0)
        fail_msg("%s of %zu bytes", kernel, bytes);
}

/* Rows of `bytes` with a gap of one between them, the first at an odd address; row i goes with
 * position[i]. */
static const int64_t position[ROWS] = {3, 0, 4, 0, 2};

static void check_rows(int64_t bytes)
{
    const grn_rows *rows = grn_rows_plain((size_t)bytes);
    int64_t step = bytes + 1;
    begin();
    for (int64_t i = 0; i < ROWS; i++)
        memcpy(want + 1 + i * step, from + 1 + position[i] * bytes, (size_t)bytes);
    rows->take((char *)to + 1, step, (char *)from + 1, position, bytes, ROWS, (size_t)bytes);
    expect("take", (size_t)bytes);
    begin();
    for (int64_t i = 0; i < ROWS; i++)
        memcpy(want + 1 + i * step, from + 1 + (ROWS - 1 - i) * step, (size_t)bytes);
    rows->copy((char *)to + 1, step, (char *)from + 1 + (ROWS - 1) * step, -step, ROWS, (size_t)bytes);
    expect("copy", (size_t)bytes);
}

static void test_rows(void **unused)
{
    (void)unused;
    for (int64_t bytes = 1; bytes <= 600; bytes++)
        check_rows(bytes);
}

static void check_cells(int64_t bytes, int64_t step)
{
    const grn_cells *cells = grn_cells_plain((size_t)bytes);
    int64_t first = step < 0 ? 100 : 1;
    begin();
    for (int64_t i = 0; i < ROWS; i++)
        memcpy(want + first + i * step * bytes, from + 1 + position[i] * bytes, (size_t)bytes);
    cells->take(to + first, step, from + 1, position, ROWS);
    expect("cells take", (size_t)bytes);
    begin();
    for (int64_t i = 0; i < ROWS; i++)
        memcpy(want + 1 + i * bytes, from + first + i * step * bytes, (size_t)bytes);
    cells->copy(to + 1, 1, from + first, step, ROWS);
    expect("cells copy", (size_t)bytes);
    begin();
    for (int64_t i = 0; i < ROWS; i++)
        memcpy(want + first + i * step * bytes, from + 5, (size_t)bytes);
    cells->fill(to + first, step, from + 5, ROWS);
    expect("cells fill", (size_t)bytes);
}

static void test_cells(void **unused)
{
    static const int64_t sizes[] = {1, 2, 4, 8, 16}, steps[] = {1, 3, -1, 0};
    (void)unused;
    for (size_t s = 0; s < GRN_COUNT(sizes); s++)
        for (size_t t = 0; t < GRN_COUNT(steps); t++)
            check_cells(sizes[s], steps[t]);
    assert_null(grn_cells_plain(3));
    assert_null(grn_cells_plain(0));
    assert_null(grn_cells_plain(32));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_rows), cmocka_unit_test(test_cells)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
