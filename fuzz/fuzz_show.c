/*
 * fuzz_show.c - any bytes as text that is shown to a person, and as the name of a function.
 *
 * Nothing that a terminal obeys is shown; JSON is JSON; a symbol is read back
 * as the name it shows; the file of a result lies in its folder.
 */
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "common.h"
#include "json.h"

typedef struct shown {
    char *bytes;
    size_t n;
    FILE *to;
} shown;

static FILE *begin(shown *s)
{
    *s = (shown){NULL, 0, NULL};
    s->to = open_memstream(&s->bytes, &s->n);
    if (!s->to)
        broken("there is memory for a stream", NULL, NULL);
    return s->to;
}

static void end(shown *s)
{
    if (fclose(s->to) != 0)
        broken("there is memory for a text", NULL, NULL);
}

static void check_shown(const char *text, size_t n)
{
    shown s;
    show(begin(&s), text, n);
    end(&s);
    for (size_t at = 0; at < s.n;) {
        bool plain;
        size_t length = grn_text_character(s.bytes + at, s.n - at, NULL, &plain);
        if (!plain || (unsigned char)s.bytes[at] < 0x20 || s.bytes[at] == 0x7F)
            broken("what is shown can be seen", s.bytes, NULL);
        at += length;
    }
    free(s.bytes);
}

static void check_json(const char *text)
{
    json j = {0};
    json_word(&j, text);
    if (j.refused || !json_is_valid(j.bytes, j.n))
        broken("a text is a string of JSON", j.bytes, NULL);
    free(json_finish(&j));
}

static void check_symbol(const char *name, size_t n)
{
    shown s;
    function_name back = {0};
    show_symbol(begin(&s), name, n);
    end(&s);
    if (n > 0 && (!read_function_name(&back, s.bytes) || back.n != n || memcmp(back.bytes, name, n) != 0))
        broken("a symbol is read back as the name it shows", s.bytes, NULL);
    free(back.bytes);
    free(s.bytes);
}

static void check_file_name(const char *name, size_t n)
{
    char file[OUTPUT_NAME_BYTES];
    memset(file, '/', sizeof file);
    output_name(name, n, n, n / 2, file);
    size_t length = strnlen(file, sizeof file);
    if (length >= sizeof file || length < 6 || strcmp(file + length - 4, ".npy") != 0)
        broken("a file name ends in .npy within its bytes", NULL, NULL);
    if (file[0] == '.' || file[0] == '-' || strchr(file, '/'))
        broken("a file name stays in its folder, and is no option", file, NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    function_name name = {0};
    char *text = malloc(size + 1);
    if (!text)
        return 0;
    if (size)
        memcpy(text, data, size);
    text[size] = 0;
    check_shown((const char *)data, size);
    check_json(text);
    check_symbol((const char *)data, size);
    check_file_name((const char *)data, size);
    (void)read_function_name(&name, text);
    free(name.bytes);
    free(text);
    return 0;
}
