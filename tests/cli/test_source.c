/* Lines of a source by their number: each is looked for once, in whatever order they are asked
 * for. */
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "cli.h"

static source source_of(const char *text)
{
    return (source){.name = "text", .text = text, .bytes = strlen(text), .mapped = false};
}

static void assert_line(source *s, uint32_t line, const char *want)
{
    size_t bytes;
    const char *text = source_line(s, line, &bytes);
    assert_int_equal(bytes, strlen(want));
    assert_memory_equal(text, want, bytes);
}

static void free_index(source *s)
{
    s->text = NULL; /* a literal */
    source_close(s);
}

static void lines_by_number(void **state)
{
    static const struct {
        const char *text, *lines[5];
    } rows[] = {{"", {"", "", "", "", ""}},
                {"\n", {"", "", "", "", ""}},
                {"one", {"one", "", "", "", ""}},
                {"one\n", {"one", "", "", "", ""}},
                {"one\n\nthree\nfour", {"one", "", "three", "four", ""}},
                {"one\r\ntwo\n", {"one\r", "two", "", "", ""}}};
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (uint32_t first = 1; first <= 5; first++) {
            source s = source_of(rows[i].text);
            assert_line(&s, 0, "");
            assert_line(&s, first, rows[i].lines[first - 1]);
            for (uint32_t line = 5; line >= 1; line--)
                assert_line(&s, line, rows[i].lines[line - 1]);
            assert_line(&s, UINT32_MAX, "");
            free_index(&s);
        }
}

/* The index holds what was asked for and no more, and what it holds is not looked for again: the
 * text is taken away. */
static void lines_are_indexed_once(void **state)
{
    char text[4001];
    (void)state;
    for (size_t i = 0; i < 4000; i++)
        text[i] = i % 4 == 3 ? '\n' : 'x';
    text[4000] = '\0';
    source s = source_of(text);
    assert_line(&s, 10, "xxx");
    assert_int_equal(s.lines.count, 11);
    memset(text, 'y', 40); /* no newline is left of those that were found */
    assert_line(&s, 10, "yyy");
    assert_line(&s, 1, "yyy");
    assert_int_equal(s.lines.count, 11);
    assert_line(&s, 11, "xxx");
    assert_int_equal(s.lines.count, 12);
    free_index(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(lines_by_number), cmocka_unit_test(lines_are_indexed_once)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
