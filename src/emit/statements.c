/*
 * statements.c - a function as a list of statements, each with what it declares or writes to. Once
 * the list is whole, the statements that have an effect, or that others depend on, are printed;
 * compilers would warn of the rest.
 *
 * A text refers to a variable by four bytes outside ASCII, which have the variable's number, before
 * the variable's name. So each text carries what it reads, however texts are joined, and two
 * variables of one name differ. No other text is outside ASCII. Printing leaves the four bytes out.
 */
#include <stdarg.h>
#include <stdio.h>

#include "emit/state.h"

#define REFERENCE_BYTES 4
#define NONE UINT32_MAX

/* ---- references ------------------------------------------------------------------------------ */

const char *grn_c_refer(grn_c *s, const char *name)
{
    const uint32_t id = (uint32_t)s->variables.count;
    grn_c_variable *v = grn_vec_push(&s->variables);
    if (!v || !name[0]) {
        s->status = GRN_E_MEMORY;
        return "";
    }
    *v = (grn_c_variable){.last = NONE};
    return grn_c_text(s, "%c%c%c%c%s", (char)(0x80 | (id >> 21 & 0x7F)), (char)(0x80 | (id >> 14 & 0x7F)),
                      (char)(0x80 | (id >> 7 & 0x7F)), (char)(0x80 | (id & 0x7F)), name);
}

static bool is_ascii(char c) { return !((unsigned char)c & 0x80); }

/* The variable that the first reference of `text` is to, and the text behind that; NULL: there is
 * none. */
static const char *next_reference(const char *text, uint32_t *id)
{
    while (*text && is_ascii(*text))
        text++;
    *id = 0;
    for (int i = 0; *text && i < REFERENCE_BYTES; i++, text++)
        *id = *id << 7 | ((unsigned char)*text & 0x7F);
    return *text ? text : NULL;
}

size_t grn_c_columns(const char *text)
{
    size_t n = 0;
    for (; *text; text++)
        n += is_ascii(*text);
    return n;
}

const char *grn_c_plain(grn_c *s, const char *text)
{
    char *out = grn_arena_alloc_raw(&s->ir->arena, strlen(text) + 1), *to = out;
    for (; out && *text; text++)
        if (is_ascii(*text))
            *to++ = *text;
    if (out)
        *to = '\0';
    else
        s->status = GRN_E_MEMORY;
    return out ? out : "";
}

static grn_c_variable *variable_of(const grn_c *s, const char *name)
{
    uint32_t id;
    return name && next_reference(name, &id) && id < s->variables.count ? (grn_c_variable *)s->variables.items + id
                                                                        : NULL;
}

void grn_c_is_given(grn_c *s, const char *name)
{
    grn_c_variable *v = variable_of(s, name);
    if (v)
        v->is_given = true;
}

bool grn_c_is_needed(const grn_c *s, const char *name)
{
    const grn_c_variable *v = variable_of(s, name);
    return !v || v->is_needed;
}

/* ---- making them ----------------------------------------------------------------------------- */

/* A statement's line with its note; a note that does not fit has a line above. */
static const char *with_note(grn_c *s, const char *text)
{
    const char *note = s->note;
    s->note = NULL;
    if (!note)
        return text;
    const bool fits = !strchr(text, '\n') && grn_c_columns(text) + strlen(note) + 4 * (size_t)s->indent < 120;
    return fits ? grn_c_text(s, "%s /* %s */", text, note) : grn_c_text(s, "/* %s */\n%s", note, text);
}

void grn_c_statement(grn_c *s, grn_c_statement_kind kind, const char *name, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = grn_c_text_of(s, format, args);
    va_end(args);
    if (kind == GRN_C_KEPT || kind == GRN_C_DECLARES || kind == GRN_C_STORES)
        text = with_note(s, text);
    grn_c_record *r = grn_vec_push(&s->statements);
    if (r)
        *r = (grn_c_record){kind, text, name, s->indent, NONE};
    else
        s->status = GRN_E_MEMORY;
}

void grn_c_line(grn_c *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = grn_c_text_of(s, format, args);
    va_end(args);
    grn_c_statement(s, GRN_C_KEPT, NULL, "%s", text);
}

void grn_c_put(grn_c *s, const char *text) { grn_c_statement(s, GRN_C_RAW, NULL, "%s", text); }

size_t grn_c_mark(const grn_c *s) { return s->statements.count; }

grn_c_statements grn_c_take_back(grn_c *s, size_t mark)
{
    const size_t n = s->statements.count > mark ? s->statements.count - mark : 0;
    grn_c_record *records = GRN_ARENA_NEW(&s->ir->arena, grn_c_record, n + 1);
    if (!records) {
        s->status = GRN_E_MEMORY;
        return (grn_c_statements){NULL, 0};
    }
    if (n)
        memcpy(records, (const grn_c_record *)s->statements.items + mark, n * sizeof *records);
    s->statements.count = mark;
    return (grn_c_statements){records, n};
}

void grn_c_put_back(grn_c *s, grn_c_statements all)
{
    grn_c_record *to = all.n ? grn_vec_extend(&s->statements, all.n) : NULL;
    if (to)
        memcpy(to, all.records, all.n * sizeof *to);
    else if (all.n)
        s->status = GRN_E_MEMORY;
}

void grn_c_put_before(grn_c *s, size_t mark, const char *text)
{
    grn_c_record *r = mark < s->statements.count ? (grn_c_record *)s->statements.items + mark : NULL;
    if (r)
        r->text = grn_c_text(s, "%s%s", text, r->text);
}

/* ---- what makes a difference ----------------------------------------------------------------- */

/* The search for statements that are needed. Each statement and each variable is visited once, so
 * the work is that of reading the texts once. */
typedef struct search {
    grn_c *s;
    grn_c_statements all;
    uint32_t *parent, *stack; /* parent: the statement that opens the enclosing block; NONE: the function */
    bool *is_needed;
    size_t depth;
} search;

static void need(search *w, uint32_t i)
{
    if (i == NONE || w->is_needed[i])
        return;
    w->is_needed[i] = true;
    w->stack[w->depth++] = i;
}

/* A variable that a needed text reads is declared, and every statement that writes to it is
 * needed. */
static void need_read(search *w, const char *text)
{
    uint32_t id;
    for (const char *at = next_reference(text, &id); at; at = next_reference(at, &id)) {
        grn_c_variable *v = id < w->s->variables.count ? (grn_c_variable *)w->s->variables.items + id : NULL;
        if (!v || v->is_needed)
            continue;
        v->is_needed = true;
        for (uint32_t i = v->last; i != NONE; i = w->all.records[i].earlier)
            need(w, i);
    }
}

static bool opens(const grn_c_record *r) { return r->kind == GRN_C_OPENS || r->kind == GRN_C_TURNS; }

/* Finds the enclosing block of each statement, and chains the statements of each variable. */
static void find_parents(search *w)
{
    uint32_t around = NONE;
    for (uint32_t i = 0; i < w->all.n; i++) {
        grn_c_record *r = &w->all.records[i];
        grn_c_variable *v = variable_of(w->s, r->name);
        if (v && !v->is_given) {
            r->earlier = v->last;
            v->last = i;
        }
        if ((r->kind == GRN_C_CLOSES || r->kind == GRN_C_TURNS) && around != NONE) {
            const uint32_t first = around;
            if (r->kind == GRN_C_CLOSES && w->all.records[first].kind == GRN_C_TURNS)
                around = w->parent[first]; /* the if that the else belongs to */
            w->parent[i] = around;
            around = around == NONE ? NONE : w->parent[around];
            if (r->kind == GRN_C_TURNS)
                around = i;
        } else {
            w->parent[i] = around;
            around = opens(r) ? i : around;
        }
    }
}

/* The statements that are always needed: effects, and writes to the caller's memory. */
static bool is_effect(const grn_c *s, const grn_c_record *r)
{
    const grn_c_variable *v = variable_of(s, r->name);
    return r->kind == GRN_C_KEPT || r->kind == GRN_C_RAW || (r->kind == GRN_C_STORES && (!v || v->is_given));
}

static void follow(search *w)
{
    while (w->depth > 0) {
        const uint32_t i = w->stack[--w->depth];
        need(w, w->parent[i]);
        need_read(w, w->all.records[i].text);
    }
}

/* The end of a block is kept where its beginning is. */
static void keep_needed(search *w)
{
    size_t kept = 0;
    for (uint32_t i = 0; i < w->all.n; i++) {
        const bool closes = w->all.records[i].kind == GRN_C_CLOSES && w->parent[i] != NONE;
        if (w->is_needed[i] || (closes && w->is_needed[w->parent[i]]))
            w->all.records[kept++] = w->all.records[i];
    }
    w->all.n = kept;
}

grn_c_statements grn_c_without_unused(grn_c *s, grn_c_statements all, const char *answer)
{
    grn_arena *a = &s->ir->arena;
    search w = {s,
                all,
                GRN_ARENA_NEW(a, uint32_t, all.n + 1),
                GRN_ARENA_NEW(a, uint32_t, all.n + 1),
                GRN_ARENA_NEW(a, bool, all.n + 1),
                0};
    if (!w.parent || !w.stack || !w.is_needed || s->status == GRN_E_MEMORY) {
        s->status = GRN_E_MEMORY;
        return all;
    }
    find_parents(&w);
    if (answer)
        need_read(&w, answer);
    for (uint32_t i = 0; i < all.n; i++)
        if (is_effect(s, &all.records[i]))
            need(&w, i);
    follow(&w);
    keep_needed(&w);
    return w.all;
}

/* ---- printing -------------------------------------------------------------------------------- */

static void print_bytes(grn_c *s, const char *text, size_t n)
{
    char *to = grn_vec_extend(&s->body, n);
    if (to)
        memcpy(to, text, n);
    else if (n)
        s->status = GRN_E_MEMORY;
}

/* A directive begins its line. */
static void print_line(grn_c *s, const char *line, size_t n, int indent)
{
    static const char spaces[] = "                                                                ";
    const size_t columns = 4 * (size_t)indent;
    if (n > 0 && line[0] != '#')
        print_bytes(s, spaces, columns < sizeof spaces ? columns : sizeof spaces - 1);
    print_bytes(s, line, n);
    print_bytes(s, "\n", 1);
}

static void print_record(grn_c *s, const grn_c_record *r)
{
    const char *text = grn_c_plain(s, r->text);
    if (r->kind == GRN_C_RAW) {
        print_bytes(s, text, strlen(text));
        return;
    }
    for (;; text++) {
        const size_t n = strcspn(text, "\n");
        print_line(s, text, n, r->indent);
        text += n;
        if (!*text)
            return;
    }
}

void grn_c_print(grn_c *s)
{
    const grn_c_record *all = s->statements.items;
    for (size_t i = 0; i < s->statements.count && s->status != GRN_E_MEMORY; i++)
        print_record(s, &all[i]);
    s->statements.count = 0;
}
