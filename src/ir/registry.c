/* registry.c - an empty module, and the dialects' rows by name. */
#include "ir/hash.h"

#define FIRST_TYPE_BUCKETS 256

/* Where this object lies is as random as the system makes it, and stays. */
uint64_t grn_hash_key(void)
{
    static const char somewhere = 0;
    return grn_hash_mix((uint64_t)(uintptr_t)&somewhere, UINT64_C(0x67726E));
}

static size_t count_ops(const grn_dialect *const *dialects)
{
    size_t n = 0;
    for (size_t i = 0; dialects && dialects[i]; i++)
        for (size_t t = 0; dialects[i]->ops && dialects[i]->ops[t]; t++)
            for (const grn_op_def *op = dialects[i]->ops[t]; op->name; op++)
                n++;
    return n;
}

/* The slot of `name`, or the empty one where it would go. The table is never full. */
static const grn_op_def **op_slot(const grn_ir *ir, grn_str name)
{
    const size_t room = ir->op_table_size;
    size_t at = grn_hash_first(grn_hash_str(name), room);
    while (ir->op_table[at] && !grn_str_is(name, ir->op_table[at]->name))
        at = grn_hash_next(at, room);
    return &ir->op_table[at];
}

/* Of two rows of one name the first stays. */
static void enter_ops(grn_ir *ir, const grn_op_def *table)
{
    for (const grn_op_def *op = table; op->name; op++) {
        const grn_op_def **slot = op_slot(ir, (grn_str){op->name, strlen(op->name)});
        if (!*slot)
            *slot = op;
    }
}

grn_status grn_ir_init(grn_ir *ir, const grn_dialect *const *dialects, const grn_allocator *allocator)
{
    static const grn_dialect *const none[] = {NULL};
    *ir = (grn_ir){.allocator = grn_allocator_or_default(allocator), .dialects = dialects ? dialects : none};
    grn_arena_init(&ir->arena, allocator);
    ir->other_resources = GRN_STR("");
    ir->op_table_size = grn_hash_room(count_ops(dialects));
    ir->type_table_size = FIRST_TYPE_BUCKETS;
    ir->op_table = GRN_ARENA_NEW(&ir->arena, const grn_op_def *, ir->op_table_size);
    ir->type_table = GRN_ARENA_NEW(&ir->arena, const grn_type *, ir->type_table_size);
    if (!ir->op_table || !ir->type_table)
        return GRN_E_MEMORY;
    for (size_t i = 0; ir->dialects[i]; i++)
        for (size_t t = 0; ir->dialects[i]->ops && ir->dialects[i]->ops[t]; t++)
            enter_ops(ir, ir->dialects[i]->ops[t]);
    return GRN_OK;
}

void grn_ir_destroy(grn_ir *ir)
{
    grn_arena_destroy(&ir->arena);
    *ir = (grn_ir){.allocator = ir->allocator};
}

/* The row's name that `name` is another spelling of; NULL if it is none. */
static const char *meant_by(const grn_ir *ir, grn_str name)
{
    for (size_t i = 0; ir->dialects[i]; i++)
        for (const grn_spelling *s = ir->dialects[i]->spellings; s && s->written; s++)
            if (grn_str_is(name, s->written))
                return s->meant;
    return NULL;
}

const grn_dialect *grn_dialect_of(const grn_ir *ir, grn_str name)
{
    for (const grn_dialect *const *d = ir->dialects; *d; d++) {
        size_t n = strlen((*d)->name);
        if (name.n > n && name.text[n] == '.' && memcmp(name.text, (*d)->name, n) == 0)
            return *d;
    }
    return NULL;
}

static const grn_access_words *words_of(const grn_dialect *dialect, grn_str op)
{
    const grn_access_words *words = dialect->words;
    while (words && words->op && !grn_str_is(op, words->op))
        words++;
    return words;
}

const grn_access_words *grn_access_words_of(const grn_ir *ir, grn_str op)
{
    const grn_dialect *own = grn_dialect_of(ir, op);
    if (own)
        return words_of(own, op);
    for (const grn_dialect *const *d = ir->dialects; *d; d++) {
        const grn_access_words *words = words_of(*d, op);
        if (words && words->op)
            return words;
    }
    return NULL;
}

grn_str grn_ir_spelled(const grn_ir *ir, grn_str name, char buffer[GRN_SPELLED_BYTES])
{
    const grn_dialect *dialect = grn_dialect_of(ir, name);
    if (!dialect || !dialect->spells)
        return name;
    size_t own = strlen(dialect->name), other = strlen(dialect->spells), rest = name.n - own;
    if (other + rest > GRN_SPELLED_BYTES)
        return name;
    memcpy(buffer, dialect->spells, other);
    memcpy(buffer + other, name.text + own, rest);
    return (grn_str){buffer, other + rest};
}

const grn_op_def *grn_ir_find_op(const grn_ir *ir, grn_str name)
{
    char buffer[GRN_SPELLED_BYTES];
    const grn_op_def *op = *op_slot(ir, name);
    if (!op)
        op = *op_slot(ir, grn_ir_spelled(ir, name, buffer));
    const char *meant = op ? NULL : meant_by(ir, name);
    return meant ? *op_slot(ir, (grn_str){meant, strlen(meant)}) : op;
}

const grn_dialect *grn_ir_find_dialect(const grn_ir *ir, grn_str name)
{
    for (size_t i = 0; ir->dialects[i]; i++)
        if (grn_str_is(name, ir->dialects[i]->name))
            return ir->dialects[i];
    return NULL;
}

const grn_struct_def *grn_ir_find_struct(const grn_ir *ir, grn_str name)
{
    char buffer[GRN_SPELLED_BYTES];
    name = grn_ir_spelled(ir, name, buffer);
    for (size_t i = 0; ir->dialects[i]; i++)
        for (size_t s = 0; ir->dialects[i]->structs && ir->dialects[i]->structs[s]; s++)
            if (grn_str_is(name, ir->dialects[i]->structs[s]->name))
                return ir->dialects[i]->structs[s];
    return NULL;
}

const grn_enum_def *grn_ir_find_enum(const grn_ir *ir, grn_str name)
{
    char buffer[GRN_SPELLED_BYTES];
    name = grn_ir_spelled(ir, name, buffer);
    for (size_t i = 0; ir->dialects[i]; i++)
        for (size_t e = 0; ir->dialects[i]->enums && ir->dialects[i]->enums[e]; e++)
            if (grn_str_is(name, ir->dialects[i]->enums[e]->name))
                return ir->dialects[i]->enums[e];
    return NULL;
}
