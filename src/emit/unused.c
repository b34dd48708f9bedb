/* unused.c - what is declared in the text of a function and makes no difference, and what only writes to it: taken out, as
 * compilers would warn of it. Constants that are worked out while the text is made leave such lines. */
#include "emit/state.h"

/* Of dropping lines: what only dropped ones used goes in the next. */
#define MOST_ROUNDS 64
/* At lines, for all that a function declares; what is not looked at stays. */
#define MOST_LOOKS 20000000

typedef struct line {
    const char *text;
    size_t n, indent;
    bool dropped, ends; /* ends: of a dropped initializer */
} line;

static bool is_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_'; }

/* "int32_t x[4] = {": the lines up to "};" belong to it. */
static bool is_initialized(const line *l) { return l->n > 5 && memcmp(l->text + l->n - 5, "] = {", 5) == 0; }

/* The name that a line declares: "    const int64_t at = ..;", "    float x[4];"; empty: it is no such line. */
static grn_str declared_name(const line *l)
{
    const char *at = l->text + l->indent, *end = l->text + l->n;
    if (end - at > 7 && memcmp(at, "static ", 7) == 0)
        at += 7;
    if (end - at > 6 && memcmp(at, "const ", 6) == 0)
        at += 6;
    const char *begin = at;
    while (at < end && is_name(*at))
        at++;
    if (at == begin || at + 1 >= end || *at != ' ' || !is_name(at[1]))
        return GRN_STR("");
    const char *name = ++at;
    while (at < end && is_name(*at))
        at++;
    const bool declares = end - at >= 1 && (end[-1] == ';' || is_initialized(l)) && (*at == ';' || *at == '[' || (end - at > 3 && memcmp(at, " = ", 3) == 0));
    return declares && !(name - (l->text + l->indent) == 7 && memcmp(l->text + l->indent, "return ", 7) == 0) &&
                   !(name - (l->text + l->indent) == 5 && memcmp(l->text + l->indent, "goto ", 5) == 0)
               ? (grn_str){name, (size_t)(at - name)}
               : GRN_STR("");
}

/* Whether all that the line does is to write to `word`: "x = ..;", "x[i] = ..;", "*x = ..;", "memcpy(x + 4, ..);". */
static bool only_writes(const char *text, const char *word)
{
    const char *at = text + strspn(text, " ");
    const size_t n = strlen(word);
    at += strncmp(at, "memcpy(", 7) == 0 ? 7 : *at == '*' ? 1 : 0;
    const bool here = strncmp(at, word, n) == 0 && !is_name(at[n]) && text[strlen(text) - 1] == ';';
    return here && !grn_c_mentions(at + n, word) && (at[-1] == '(' || strstr(text, " = ") != NULL);
}

/* Whether nothing behind line i, in its block, reads the name. */
static bool is_unread(uint64_t *looks, const line *lines, size_t n, size_t i, const char *word)
{
    for (size_t k = i + 1; k < n && (lines[k].n == 0 || lines[k].indent >= lines[i].indent || lines[k].text[0] == '#'); k++) {
        if (*looks == 0 || (--*looks, !lines[k].dropped && grn_c_mentions(lines[k].text, word) && !only_writes(lines[k].text, word)))
            return false;
    }
    return true;
}

static void drop_writes(line *lines, size_t n, size_t i, const char *word)
{
    lines[i].dropped = true;
    for (size_t k = i + 1; is_initialized(&lines[i]) && k < n && !lines[k - 1].ends; k++) {
        lines[k].dropped = true;
        lines[k].ends = lines[k].n == lines[k].indent + 2 && memcmp(lines[k].text + lines[k].indent, "};", 2) == 0;
    }
    for (size_t k = i + 1; k < n && (lines[k].n == 0 || lines[k].indent >= lines[i].indent || lines[k].text[0] == '#'); k++)
        if (!lines[k].dropped && grn_c_mentions(lines[k].text, word))
            lines[k].dropped = true;
}

/* "for (..) {" right before its "}" goes too. */
static void drop_empty(line *lines, size_t n, size_t i)
{
    const char *at = lines[i].text + lines[i].indent;
    const bool otherwise = lines[i].n == lines[i].indent + 8 && memcmp(at, "} else {", 8) == 0;
    const bool opens = otherwise || (lines[i].n > lines[i].indent + 4 && (memcmp(at, "for ", 4) == 0 || memcmp(at, "if (", 4) == 0) && strncmp(at, "for (;;)", 8) != 0 &&
                       memchr(at, '{', lines[i].n - lines[i].indent));
    size_t k = i + 1;
    while (opens && k < n && lines[k].dropped)
        k++;
    if (!opens || k >= n || lines[k].n != lines[k].indent + 1 || lines[k].text[lines[k].indent] != '}' || lines[k].indent != lines[i].indent)
        return;
    lines[i].dropped = true;
    lines[k].dropped = !otherwise; /* it ends the other branch then */
    if (i >= 3 && lines[i - 1].text[0] == '#') /* the pragma of the loop, between its two conditions */
        lines[i - 1].dropped = lines[i - 2].dropped = lines[i - 3].dropped = true;
}

/* An extent, a start or a temporary may turn out to make no difference: then it is not written. What is used is used behind
 * its declaration, in its block, so lines are looked at from the last to the first. */
static bool drop_unused(grn_c *s, uint64_t *looks, line *lines, size_t n, const char *answer)
{
    bool any = false;
    for (size_t i = n; i-- > 0 && s->status != GRN_E_MEMORY;) {
        const grn_str name = lines[i].dropped ? GRN_STR("") : declared_name(&lines[i]);
        const char *word = name.n ? grn_c_text(s, "%.*s", (int)name.n, name.text) : "";
        if (name.n && !(answer && grn_c_mentions(answer, word)) && is_unread(looks, lines, n, i, word)) {
            drop_writes(lines, n, i, word);
            any = true;
        } else if (!lines[i].dropped) {
            drop_empty(lines, n, i);
            any |= lines[i].dropped;
        }
    }
    return any;
}

const char *grn_c_without_unused(grn_c *s, const char *body, const char *answer)
{
    size_t n = 0;
    for (const char *c = body; *c; c++)
        n += *c == '\n';
    line *lines = GRN_ARENA_NEW(&s->ir->arena, line, n + 1);
    if (!lines) {
        s->status = GRN_E_MEMORY;
        return body;
    }
    const char *at = body;
    for (size_t i = 0; i < n; i++, at = strchr(at, '\n') + 1)
        lines[i] = (line){grn_c_text(s, "%.*s", (int)strcspn(at, "\n"), at), strcspn(at, "\n"), strspn(at, " "), false, false};
    bool any = false;
    uint64_t looks = MOST_LOOKS;
    if (s->status == GRN_E_MEMORY)
        return body;
    for (int round = 0; round < MOST_ROUNDS && drop_unused(s, &looks, lines, n, answer); round++)
        any = true;
    if (!any)
        return body;
    const size_t mark = grn_c_mark(s);
    for (size_t i = 0; i < n; i++)
        if (!lines[i].dropped)
            grn_c_put(s, grn_c_text(s, "%s\n", lines[i].text));
    return grn_c_take_back(s, mark);
}
