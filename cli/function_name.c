/* function_name.c - the function that --entry names. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

static int hex_digit(char c)
{
    static const char digits[] = "0123456789abcdefABCDEF";
    const char *at = c ? strchr(digits, c) : NULL;
    return !at ? -1 : at - digits < 16 ? (int)(at - digits) : (int)(at - digits) - 6;
}

/* The escape at `from`, which is a backslash; how many bytes it takes, 0 if it is none. */
static size_t unescape(const char *from, char *out)
{
    static const char letters[] = "\"\\nt", meant[] = "\"\\\n\t";
    const char *letter = from[1] ? strchr(letters, from[1]) : NULL;
    if (letter) {
        *out = meant[letter - letters];
        return 2;
    }
    int high = hex_digit(from[1]), low = high < 0 ? -1 : hex_digit(from[2]);
    *out = (char)(high * 16 + low);
    return low < 0 ? 0 : 3;
}

/* Behind the opening quote: up to the closing one, with which the text ends. */
static bool read_quoted(const char *v, function_name *out)
{
    while (*v && *v != '"') {
        size_t taken = 1;
        if (*v == '\\')
            taken = unescape(v, &out->bytes[out->n]);
        else
            out->bytes[out->n] = *v;
        if (taken == 0)
            return false;
        v += taken;
        out->n++;
    }
    return v[0] == '"' && v[1] == '\0';
}

void function_name_free(void *name) { free(((function_name *)name)->bytes); }

bool read_function_name(void *name, const char *v)
{
    function_name *out = name;
    free(out->bytes);
    *out = (function_name){.bytes = malloc(strlen(v) + 1), .written = v};
    v += *v == '@';
    if (!out->bytes)
        return false;
    bool quoted = *v == '"';
    if (quoted && !read_quoted(v + 1, out))
        return false;
    if (!quoted) {
        out->n = strlen(v);
        memcpy(out->bytes, v, out->n);
    }
    out->bytes[out->n] = '\0';
    return out->n > 0;
}
