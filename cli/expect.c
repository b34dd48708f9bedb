/*
 * expect.c - --verify-diagnostics, as MLIR's tools have it.
 *
 *   // expected-error@+1 {{text}}     severity: error, warning, remark, note
 *   // expected-error-re@below {{a {{[0-9]+}} b}}
 *
 * The place is this line, or @+N, @-N lines from it, @above the last line
 * without such a comment, @below the next, or @unknown. The text must be part
 * of the message. Each comment stands for one message. A message that is not
 * expected is a failure, unless it is a note: garner's notes have more in them
 * than other tools' (the number of the rule).
 */
#include <inttypes.h>
#include <regex.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"

#define MESSAGE_BYTES 4608 /* longer than any of the library's */

typedef struct expectation {
    grn_severity severity;
    uint32_t line; /* 0: unknown */
    uint32_t written_line;
    char *text;
    regex_t regex;
    bool is_regex, met;
    size_t next; /* one more than the number of the next in the same bucket that is not met; 0: none */
} expectation;

/* What is not met yet is found by its line: a message is held against those of its own line and of
 * no line only. */
struct expectations {
    expectation *items;
    size_t count, room;
    size_t *bucket;  /* by line; as `next` */
    size_t nbuckets; /* a power of two */
    bool failed;
};

/* ---- reading --------------------------------------------------------------------------------- */

typedef struct cursor {
    const char *at, *end;
} cursor;

static bool take_word(cursor *c, const char *word)
{
    size_t n = strlen(word);
    if ((size_t)(c->end - c->at) < n || memcmp(c->at, word, n) != 0)
        return false;
    c->at += n;
    return true;
}

static void skip_spaces(cursor *c)
{
    while (c->at < c->end && (*c->at == ' ' || *c->at == '\t'))
        c->at++;
}

static bool take_severity(cursor *c, grn_severity *out)
{
    static const struct {
        const char *word;
        grn_severity severity;
    } rows[] = {{"error", GRN_SEVERITY_ERROR},
                {"warning", GRN_SEVERITY_WARNING},
                {"remark", GRN_SEVERITY_REMARK},
                {"note", GRN_SEVERITY_NOTE}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (take_word(c, rows[i].word)) {
            *out = rows[i].severity;
            return true;
        }
    return false;
}

enum { BELOW = 1, ABOVE, UNKNOWN };

/* @+2, @-1, @above, @below, @unknown; absent is this line. */
static bool take_place(cursor *c, uint32_t line, int *relative, uint32_t *out)
{
    *relative = 0;
    *out = line;
    skip_spaces(c);
    if (!take_word(c, "@"))
        return true;
    if (take_word(c, "below"))
        *relative = BELOW;
    else if (take_word(c, "above"))
        *relative = ABOVE;
    else if (take_word(c, "unknown"))
        *relative = UNKNOWN;
    else {
        bool minus = take_word(c, "-");
        if (!minus && !take_word(c, "+"))
            return false;
        uint32_t n = 0;
        const char *digits = c->at;
        for (; c->at < c->end && *c->at >= '0' && *c->at <= '9' && n < 100000000; c->at++)
            n = n * 10 + (uint32_t)(*c->at - '0');
        if (c->at == digits || (minus && n > line))
            return false;
        *out = minus ? line - n : line + n;
    }
    return true;
}

/* {{text}}: up to the last }} of the line. */
static bool take_text(cursor *c, char **out)
{
    skip_spaces(c);
    if (!take_word(c, "{{"))
        return false;
    const char *close = NULL;
    for (const char *p = c->at; p + 1 < c->end; p++)
        if (p[0] == '}' && p[1] == '}')
            close = p;
    if (!close)
        return false;
    size_t n = (size_t)(close - c->at);
    *out = malloc(n + 1);
    if (!*out)
        return false;
    memcpy(*out, c->at, n);
    (*out)[n] = 0;
    return true;
}

static void append(char **to, const char *from, size_t n, bool literal)
{
    for (size_t i = 0; i < n; i++) {
        if (literal && strchr(".[]{}()\\*+?|^$", from[i]))
            *(*to)++ = '\\';
        *(*to)++ = from[i];
    }
}

/* The C library writes repetitions out, recurses into groups, and tries every way to meet a back
 * reference: a short line could take all memory, the whole stack, or years. */
#define MOST_REPEATS 1000 /* the product of all counts */
#define MOST_GROUPS 100   /* one in another */

/* The count behind a "{": the larger of "{m,n}", 0 where there is none. */
static unsigned long count_of(const char *p)
{
    char *end;
    unsigned long least = strtoul(p, &end, 10), most = *end == ',' ? strtoul(end + 1, NULL, 10) : 0;
    return *p >= '0' && *p <= '9' ? (most > least ? most : least) : 0;
}

static bool is_modest(const char *pattern)
{
    unsigned long repeats = 1;
    int groups = 0;
    for (const char *p = pattern; *p; p++) {
        unsigned long count = *p == '{' ? count_of(p + 1) : 0;
        if (count > MOST_REPEATS || (count && (repeats *= count) > MOST_REPEATS))
            return false;
        groups += *p == '(' ? 1 : *p == ')' ? -1 : 0;
        if (groups > MOST_GROUPS || (*p == '\\' && p[1] >= '1' && p[1] <= '9'))
            return false;
        if (*p == '\\' && p[1])
            p++;
    }
    return true;
}

/* In -re, what stands in {{ }} is a regular expression and the rest is literal. */
static bool compile(expectation *e)
{
    char *pattern = malloc(2 * strlen(e->text) + 3), *to = pattern;
    if (!pattern)
        return false;
    for (const char *p = e->text; *p;) {
        const char *open = strstr(p, "{{"), *close = open ? strstr(open + 2, "}}") : NULL;
        append(&to, p, close ? (size_t)(open - p) : strlen(p), true);
        if (!close)
            break;
        *to++ = '(';
        append(&to, open + 2, (size_t)(close - open - 2), false);
        *to++ = ')';
        p = close + 2;
    }
    *to = 0;
    e->is_regex = is_modest(pattern) && regcomp(&e->regex, pattern, REG_EXTENDED | REG_NOSUB) == 0;
    free(pattern);
    return e->is_regex;
}

static expectation *add_expectation(expectations *all)
{
    expectation *items = list_grown(all->items, all->count, &all->room, sizeof *items);
    if (!items)
        return NULL;
    all->items = items;
    all->items[all->count] = (expectation){0};
    return &all->items[all->count++];
}

/* One line: reads its comment if it has one. -1: malformed; 0: none; else 1, with `*relative` of
 * the comment's place. */
static int read_line(expectations *all, cursor c, uint32_t line, int *relative)
{
    static const char word[] = "expected-";
    for (; c.at < c.end; c.at++) {
        cursor here = c;
        grn_severity severity;
        if (!take_word(&here, word) || !take_severity(&here, &severity))
            continue;
        expectation *e = add_expectation(all);
        bool regex = take_word(&here, "-re");
        if (!e || !take_place(&here, line, relative, &e->line) || !take_text(&here, &e->text))
            return -1;
        e->severity = severity;
        e->written_line = line;
        return !regex || compile(e) ? 1 : -1;
    }
    return 0;
}

static bool read_chunk(expectations *all, const source *s, const chunk *c)
{
    size_t waiting = 0; /* how many at the end of the list want the next line */
    uint32_t last_plain = 0, line = c->first_line;
    const char *at = c->text, *end = c->text + c->bytes;
    for (; at < end; line++) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        int relative = 0;
        int found = read_line(all, (cursor){at, newline ? newline : end}, line, &relative);
        if (found < 0) {
            tell(&(notice){.severity = GRN_SEVERITY_ERROR, .file = s->name, .place = {line, 0}},
                 "a malformed expected-... comment");
            return false;
        }
        expectation *e = found ? &all->items[all->count - 1] : NULL;
        if (e && relative == ABOVE)
            e->line = last_plain;
        if (e && relative == UNKNOWN)
            e->line = 0;
        if (e && relative == BELOW)
            waiting++, e->line = UINT32_MAX;
        if (!found) {
            for (size_t i = all->count; waiting && i-- > 0;)
                if (all->items[i].line == UINT32_MAX)
                    all->items[i].line = line, waiting--;
            last_plain = line;
        }
        at = newline ? newline + 1 : end;
    }
    return true;
}

static size_t *bucket_of(const expectations *e, uint32_t line) { return &e->bucket[line & (e->nbuckets - 1)]; }

/* In each bucket, in order of the text. */
static bool fill_buckets(expectations *e)
{
    for (e->nbuckets = 1; e->nbuckets < e->count;)
        e->nbuckets *= 2;
    e->bucket = calloc(e->nbuckets, sizeof *e->bucket);
    for (size_t i = e->bucket ? e->count : 0; i-- > 0;) {
        size_t *first = bucket_of(e, e->items[i].line);
        e->items[i].next = *first;
        *first = i + 1;
    }
    return e->bucket != NULL;
}

static void free_all(expectations *e)
{
    free(e->bucket);
    for (size_t i = 0; i < e->count; i++) {
        free(e->items[i].text);
        if (e->items[i].is_regex)
            regfree(&e->items[i].regex);
    }
    free(e->items);
    free(e);
}

expectations *expectations_read(const source *s, const chunk *c)
{
    expectations *e = calloc(1, sizeof *e);
    if (e && read_chunk(e, s, c) && fill_buckets(e))
        return e;
    if (e)
        free_all(e);
    return NULL;
}

/* ---- matching -------------------------------------------------------------------------------- */

static const char *const severity_text[] = {"error", "warning", "remark", "note"};

static bool matches(const expectation *e, uint32_t line, const grn_diagnostic *d)
{
    if (e->severity != d->severity || e->line != line)
        return false;
    return e->is_regex ? regexec(&e->regex, d->message, 0, NULL, 0) == 0 : strstr(d->message, e->text) != NULL;
}

/* The first expectation of this line that fits, as the link that leads to it; NULL: none. */
static size_t *find_expected(expectations *e, uint32_t line, const grn_diagnostic *d)
{
    for (size_t *link = bucket_of(e, line); *link; link = &e->items[*link - 1].next)
        if (matches(&e->items[*link - 1], line, d))
            return link;
    return NULL;
}

static void meet(expectations *e, size_t *link)
{
    expectation *met = &e->items[*link - 1];
    met->met = true;
    *link = met->next;
}

/* "file:3:7: error: text", with as much of the place as there is. */
static void unmet(const source *s, grn_place place, const char *format, ...) GRN_PRINTF(3, 4);
static void unmet(const source *s, grn_place place, const char *format, ...)
{
    char text[MESSAGE_BYTES], at[32] = "";
    va_list args;
    va_start(args, format);
    vsnprintf(text, sizeof text, format, args);
    va_end(args);
    if (place.line)
        snprintf(at, sizeof at, place.column ? ":%" PRIu32 ":%" PRIu32 : ":%" PRIu32, place.line, place.column);
    if (document_is_open())
        document_add(&(notice){
            .severity = GRN_SEVERITY_ERROR, .file = s->name, .place = place, .is_binary = s->is_binary, .text = text});
    else
        show_line(stderr, "%s%s: error: %s", s->name, at, text);
}

void expectations_meet(expectations *e, const source *s, const grn_diagnostic *d)
{
    size_t *here = find_expected(e, d->place.line, d), *anywhere = d->place.line ? find_expected(e, 0, d) : NULL;
    if (here || anywhere) {
        meet(e, !anywhere || (here && *here < *anywhere) ? here : anywhere);
        return;
    }
    if (d->severity == GRN_SEVERITY_NOTE)
        return;
    unmet(s, d->place, "unexpected %s: %s", severity_text[d->severity], d->message);
    e->failed = true;
}

bool expectations_end(expectations *e, const source *s)
{
    for (size_t i = 0; i < e->count; i++)
        if (!e->items[i].met) {
            unmet(s, (grn_place){e->items[i].written_line, 0}, "expected %s \"%s\" was not produced",
                  severity_text[e->items[i].severity], e->items[i].text);
            e->failed = true;
        }
    bool fine = !e->failed;
    free_all(e);
    return fine;
}
