/* names.c - identifiers of C: as in the program where C allows that, each once in the scopes that
 * see it. */
#include <stdio.h>

#include "emit/state.h"
#include "ir/hash.h"

/* Words of C11, and what the headers and the emitted text itself use. */
static const char *const reserved[] = {
    "auto",     "break",    "case",     "char",     "const",     "continue",  "default", "do",      "double",
    "else",     "enum",     "extern",   "float",    "for",       "goto",      "if",      "inline",  "int",
    "long",     "register", "restrict", "return",   "short",     "signed",    "sizeof",  "static",  "struct",
    "switch",   "typedef",  "union",    "unsigned", "void",      "volatile",  "while",   "asm",     "typeof",
    "bool",     "true",     "false",    "NULL",     "int8_t",    "int16_t",   "int32_t", "int64_t", "uint8_t",
    "uint16_t", "uint32_t", "uint64_t", "size_t",   "ptrdiff_t", "memcpy",    "memmove", "memset",  "malloc",
    "calloc",   "free",     "exit",     "PREFETCH", "printf",    "fprintf",   "main",    "status",  "done",
    "class",    "new",      "delete",   "template", "this",      "namespace", "private", "public",  "operator",
    "try",      "catch",    "throw",    "INFINITY", "NAN",       "complex",   "fabs",    "fabsf",   "sqrt",
    "sqrtf",    "exp",      "expm1",    "log",      "log1p",     "sin",       "cos",     "tan",     "tanh",
    "atan2",    "pow",      "cbrt",     "hypot",    "rint",      "rintf",     "round",   "roundf",  "floor",
    "floorf",   "ceil",     "ceilf",    "trunc",    "truncf",    "fmod",      "fmodf",   "j0",      "j1",
    "jn",       "y0",       "y1",       "yn",       "gamma",     "signbit",   "isnan",   "stdin",   "stdout",
    "stderr",   "errno",    "linux",    "unix",     "div",       "abs",       "labs",    "rand",    "remove",
    "rename",   "time",     "signal",   "read",     "write",     "open",      "close",   NULL};

/* Names that libc may declare, and those in the text of --main. A variable may have one of them, a
 * function may not. */
static const char *const functions[] = {"index",       "array",       "allocate", "elements_from",
                                        "read_extent", "read_header", "read_npy", "shape_text",
                                        "value_of",    "write_npy",   "fail",     NULL};

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Letters, digits and underscores, beginning with a letter; long names are cut. NULL: memory
 * refused. */
static char *identifier(grn_c *s, grn_str wish)
{
    size_t n = wish.n < 48 ? wish.n : 48;
    bool prefix = n == 0 || !is_letter(wish.text[0]);
    char *out = grn_arena_alloc_raw(&s->ir->arena, n + 2), *to = out;
    if (!out)
        return NULL;
    if (prefix)
        *to++ = 'v';
    for (size_t i = 0; i < n; i++)
        *to++ = is_letter(wish.text[i]) || is_digit(wish.text[i]) ? wish.text[i] : '_';
    *to = '\0';
    return out;
}

static size_t slot_of(const grn_c_name *table, size_t room, const char *text)
{
    size_t i = grn_hash_first(grn_hash_str((grn_str){text, strlen(text)}), room);
    while (table[i].text && strcmp(table[i].text, text) != 0)
        i = grn_hash_next(i, room);
    return i;
}

/* The lists of scopes hold places in the table; a larger table has new places, so every list is
 * looked up again. */
static bool make_room(grn_c *s)
{
    if (2 * (s->nnames + 1) <= s->room)
        return true;
    size_t room = grn_hash_room(2 * s->nnames);
    grn_c_name *table = room ? GRN_ARENA_NEW(&s->ir->arena, grn_c_name, room) : NULL, *old = s->names;
    size_t *places = s->scope.items;
    if (!table)
        return false;
    for (size_t i = 0; i < s->room; i++)
        if (old[i].text)
            table[slot_of(table, room, old[i].text)] = old[i];
    for (size_t i = 0; i < s->scope.count; i++)
        places[i] = slot_of(table, room, old[places[i]].text);
    s->names = table;
    s->room = room;
    return true;
}

static void take_name(grn_c *s, const char *name, bool everywhere)
{
    size_t i = slot_of(s->names, s->room, name);
    size_t *place = everywhere ? NULL : grn_vec_push(&s->scope);
    if (place)
        *place = i;
    else if (!everywhere)
        s->status = GRN_E_MEMORY;
    s->nnames += !s->names[i].text;
    s->names[i] = (grn_c_name){name, true};
}

static bool is_taken(const grn_c *s, const char *name)
{
    const grn_c_name *n = &s->names[slot_of(s->names, s->room, name)];
    return n->text && n->taken;
}

static bool is_one_of(const char *const *names, const char *name)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names;
}

static void take_reserved(grn_c *s)
{
    for (size_t i = 0; reserved[i] && s->status != GRN_E_MEMORY; i++)
        if (make_room(s))
            take_name(s, reserved[i], true);
        else
            s->status = GRN_E_MEMORY;
}

const char *grn_c_new_name(grn_c *s, grn_str wish, bool everywhere)
{
    if (!s->room)
        take_reserved(s);
    const char *wished = identifier(s, wish), *name = wished;
    if (!wished || s->status == GRN_E_MEMORY || !make_room(s)) {
        s->status = GRN_E_MEMORY;
        return "";
    }
    if (grn_c_is_helper_name(name) || (everywhere && (is_taken(s, name) || is_one_of(functions, name)))) /* main_ */
        name = grn_c_text(s, "%s_", wished);
    for (size_t i = 2; is_taken(s, name) && s->status != GRN_E_MEMORY; i++)
        name = grn_c_text(s, "%s%s%zu", wished, is_digit(wished[strlen(wished) - 1]) ? "_" : "",
                          i < 10 ? i : s->nnames + i);
    if (s->status != GRN_E_MEMORY)
        take_name(s, name, everywhere);
    return name;
}

size_t grn_c_scope(const grn_c *s) { return s->scope.count; }

void grn_c_leave_scope(grn_c *s, size_t scope)
{
    const size_t *places = s->scope.items;
    for (size_t i = scope; i < s->scope.count; i++)
        s->names[places[i]].taken = false;
    s->scope.count = scope;
}

const char *grn_c_variable_name(grn_c *s, const char *wish, bool everywhere)
{
    const char *plain = grn_c_plain(s, wish);
    return grn_c_refer(s, grn_c_new_name(s, (grn_str){plain, strlen(plain)}, everywhere));
}

const char *grn_c_local(grn_c *s, const char *wish) { return grn_c_variable_name(s, wish, false); }

const char *grn_c_wish(grn_c *s, const grn_value *v, const char *otherwise)
{
    return v->name.n > 0 && !is_digit(v->name.text[0]) ? grn_c_text(s, "%.*s", (int)v->name.n, v->name.text)
                                                       : otherwise;
}
