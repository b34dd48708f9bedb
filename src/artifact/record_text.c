/* record_text.c - the parts of a struct attribute's text. */
#include "artifact/writer.h"

bool grn_record_text(grn_str text, record_text *out)
{
    const char *open = text.n ? memchr(text.text, '<', text.n) : NULL;
    if (!open || text.text[0] != '#' || text.text[text.n - 1] != '>')
        return false;
    size_t at = (size_t)(open - text.text);
    out->name = (grn_str){text.text + 1, at - 1};
    out->body = (grn_str){open + 1, text.n - at - 2};
    return true;
}

/* Behind a string that begins at `at`. */
static size_t skip_string(grn_str s, size_t at)
{
    for (at++; at < s.n && s.text[at] != '"'; at++)
        at += s.text[at] == '\\';
    return at + 1;
}

/* The next comma or end outside brackets and strings, from `at` on. */
static size_t part_end(grn_str s, size_t at)
{
    int depth = 0;
    while (at < s.n) {
        char c = s.text[at];
        if (c == '"') {
            at = skip_string(s, at);
            continue;
        }
        if (c == ',' && depth == 0)
            return at;
        depth += c == '<' || c == '[' || c == '(' || c == '{';
        depth -= c == ']' || c == ')' || c == '}' || (c == '>' && at > 0 && s.text[at - 1] != '-');
        at++;
    }
    return s.n;
}

static grn_str trim(grn_str s)
{
    while (s.n && (s.text[0] == ' ' || s.text[0] == '\n')) {
        s.text++;
        s.n--;
    }
    while (s.n && (s.text[s.n - 1] == ' ' || s.text[s.n - 1] == '\n'))
        s.n--;
    return s;
}

grn_str grn_record_field(const record_text *record, const char *key)
{
    grn_str s = record->body;
    for (size_t at = 0, end; at < s.n; at = end + 1) {
        end = part_end(s, at);
        grn_str part = trim((grn_str){s.text + at, end - at});
        const char *equals = part.n ? memchr(part.text, '=', part.n) : NULL;
        size_t n = equals ? (size_t)(equals - part.text) : 0;
        if (equals && grn_str_is(trim((grn_str){part.text, n}), key))
            return trim((grn_str){equals + 1, part.n - n - 1});
    }
    return (grn_str){"", 0};
}
