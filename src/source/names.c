/* names.c - what values and functions are called: as in the program, where the language allows
 * that, and each only once. */
#include <stdio.h>

#include "ir/hash.h"
#include "source/source.h"

/* A taken name. Those of values are taken within one function; those of function 0 everywhere. */
struct grn_source_name {
    const char *text;
    uint32_t function;
};

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* Letters, digits and underscores, beginning with a letter. NULL: memory refused. */
static char *identifier(grn_source *s, grn_str wish)
{
    bool prefix = wish.n == 0 || !is_letter(wish.text[0]);
    char *out = grn_arena_alloc_raw(&s->ir->arena, wish.n + 2), *to = out;
    if (!out)
        return NULL;
    if (prefix)
        *to++ = 'v';
    for (size_t i = 0; i < wish.n; i++)
        *to++ = is_letter(wish.text[i]) || is_digit(wish.text[i]) ? wish.text[i] : '_';
    *to = '\0';
    return out;
}

static struct grn_source_name *slot_of(struct grn_source_name *table, size_t room, const char *text)
{
    size_t i = grn_hash_first(grn_hash_str((grn_str){text, strlen(text)}), room);
    while (table[i].text && strcmp(table[i].text, text) != 0)
        i = grn_hash_next(i, room);
    return &table[i];
}

static bool make_room(grn_source *s)
{
    if (2 * (s->nnames + 1) <= s->room)
        return true;
    size_t room = grn_hash_room(2 * s->nnames);
    struct grn_source_name *table = room ? GRN_ARENA_NEW(&s->ir->arena, struct grn_source_name, room) : NULL;
    if (!table)
        return false;
    for (size_t i = 0; i < s->room; i++)
        if (s->names[i].text)
            *slot_of(table, room, s->names[i].text) = s->names[i];
    s->names = table;
    s->room = room;
    return true;
}

static bool is_free(const grn_source *s, const struct grn_source_name *n)
{
    return !n->text || (n->function != 0 && n->function != s->function);
}

const char *grn_source_new_name(grn_source *s, grn_str wish, bool everywhere)
{
    const char *wished = identifier(s, wish), *name = wished;
    if (!wished || !make_room(s)) {
        s->status = GRN_E_MEMORY;
        return "";
    }
    struct grn_source_name *n = slot_of(s->names, s->room, name);
    for (size_t i = 2; !is_free(s, n) && s->status != GRN_E_MEMORY; i++) {
        name = grn_source_text(s, "%s_%zu", wished, i < 10 ? i : s->nnames + i);
        n = slot_of(s->names, s->room, name);
    }
    s->nnames += !n->text;
    *n = (struct grn_source_name){name, everywhere ? 0 : s->function};
    return name;
}

const char *grn_source_name(grn_source *s, const grn_value *v)
{
    const char **name = &s->values[v->slot];
    char number[32];
    if (!*name) {
        snprintf(number, sizeof number, "v%u", (unsigned)v->slot);
        *name = grn_source_new_name(s, v->name.n ? v->name : (grn_str){number, strlen(number)}, false);
    }
    return *name;
}

const char *grn_source_operand(grn_source *s, const grn_op *op, size_t i)
{
    return grn_source_name(s, op->operands[i]);
}
const char *grn_source_result(grn_source *s, const grn_op *op, size_t i) { return grn_source_name(s, &op->results[i]); }
