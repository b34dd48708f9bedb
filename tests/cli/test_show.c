/* Which bytes a person is shown as they are; the rows of UTF-8 are those of the Unicode standard's
 * table 3-7 and their neighbours. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cli.h"

/* What `write` makes of a text, the caller's to free. */
static char *written(void (*write)(FILE *to, const char *text), const char *text)
{
    char *out = NULL;
    size_t n = 0;
    FILE *to = open_memstream(&out, &n);
    assert_non_null(to);
    write(to, text);
    assert_int_equal(fclose(to), 0);
    return out;
}

static void as_text(FILE *to, const char *text) { show(to, text, strlen(text)); }
/* The writer escapes what is not shown. */
static void as_json(FILE *to, const char *text)
{
    json j = {0};
    json_word(&j, text);
    assert_false(j.refused);
    fputs(j.bytes, to);
    free(json_finish(&j));
}
static void as_symbol(FILE *to, const char *text) { show_symbol(to, text, strlen(text)); }

static const struct {
    const char *claim, *text, *shown, *json;
} rows[] = {
    {"ASCII stays", "a ~\\\"", "a ~\\\"", "\"a ~\\\\\\\"\""},
    {"C0 and DEL", "\x01\t\n\r\x1B\x1F\x7F", "\\01\\09\\0A\\0D\\1B\\1F\\7F",
     "\"\\u0001\\u0009\\u000a\\u000d\\u001b\\u001f\\u007f\""},
    {"C1", "\xC2\x80\xC2\x9F", "\\C2\\80\\C2\\9F", "\"\\u0080\\u009f\""},
    {"the first that is shown behind C1", "\xC2\xA0", "\xC2\xA0", "\"\xC2\xA0\""},
    {"two, three and four bytes", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80", "\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80",
     "\"\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80\""},
    {"the least and the most of each length",
     "\xC3\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBD\xF0\x90\x80\x80\xF4\x8F\xBF\xBF",
     "\xC3\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBD\xF0\x90\x80\x80\xF4\x8F\xBF\xBF",
     "\"\xC3\x80\xDF\xBF\xE0\xA0\x80\xEF\xBF\xBD\xF0\x90\x80\x80\xF4\x8F\xBF\xBF\""},
    {"bidirectional controls", "\xE2\x80\x8E\xE2\x80\xAA\xE2\x80\xAE\xE2\x81\xA6\xE2\x81\xA9\xD8\x9C",
     "\\E2\\80\\8E\\E2\\80\\AA\\E2\\80\\AE\\E2\\81\\A6\\E2\\81\\A9\\D8\\9C",
     "\"\\u200e\\u202a\\u202e\\u2066\\u2069\\u061c\""},
    {"their neighbours", "\xE2\x80\x8D\xE2\x80\x90\xE2\x80\xAF\xE2\x81\xA5\xE2\x81\xAA",
     "\xE2\x80\x8D\xE2\x80\x90\xE2\x80\xAF\xE2\x81\xA5\xE2\x81\xAA",
     "\"\xE2\x80\x8D\xE2\x80\x90\xE2\x80\xAF\xE2\x81\xA5\xE2\x81\xAA\""},
    {"tags", "\xF3\xA0\x80\x81", "\\F3\\A0\\80\\81", "\"\\udb40\\udc01\""},
    {"overlong forms", "\xC0\x80\xC1\xBF\xE0\x9F\xBF\xF0\x8F\xBF\xBF", "\\C0\\80\\C1\\BF\\E0\\9F\\BF\\F0\\8F\\BF\\BF",
     "\"\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\""},
    {"surrogates", "\xED\xA0\x80\xED\xBF\xBF", "\\ED\\A0\\80\\ED\\BF\\BF",
     "\"\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\""},
    {"beside surrogates", "\xED\x9F\xBF\xEE\x80\x80", "\xED\x9F\xBF\xEE\x80\x80", "\"\xED\x9F\xBF\xEE\x80\x80\""},
    {"past the last character", "\xF4\x90\x80\x80\xF5\x80\x80\x80", "\\F4\\90\\80\\80\\F5\\80\\80\\80",
     "\"\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\\ufffd\""},
    {"cut short, and continued by nothing", "\xE2\x82", "\\E2\\82", "\"\\ufffd\\ufffd\""},
    {"cut short by another", "\xE2\x82g\xC3(\x80", "\\E2\\82g\\C3(\\80", "\"\\ufffd\\ufffdg\\ufffd(\\ufffd\""},
};

static void texts_are_shown(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *shown = written(as_text, rows[i].text), *quoted = written(as_json, rows[i].text);
        if (strcmp(shown, rows[i].shown) != 0 || strcmp(quoted, rows[i].json) != 0)
            fail_msg("%s: %s and %s", rows[i].claim, shown, quoted);
        free(shown);
        free(quoted);
    }
}

static void symbols_are_shown(void **state)
{
    static const struct {
        const char *name, *shown;
    } names[] = {{"main", "@main"}, {"_a.b$1", "@_a.b$1"}, {"1a", "@\"1a\""},
                 {"", "@\"\""},     {"a-b", "@\"a-b\""},   {"\"\\\x1B\xC3\xA9", "@\"\\22\\5C\\1B\\C3\\A9\""}};
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char *shown = written(as_symbol, names[i].name);
        assert_string_equal(shown, names[i].shown);
        free(shown);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(texts_are_shown), cmocka_unit_test(symbols_are_shown)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
