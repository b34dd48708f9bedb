/* registry.c - an empty module, and the dialects' rows by name. */
#include "ir/hash.h"

#define FIRST_TYPE_BUCKETS 256

/* Where this object lies is as random as the system makes it, and stays. */
uint64_t grn_hash_key(void)
{
    static const char somewhere = 0;
    return grn_hash_mix((uint64_t)(uintptr_t)&somewhere, UINT64_C(0x67726E));
}

/* ---- rows by name ---------------------------------------------------------------------------- */

size_t grn_dialect_number(const grn_ir *ir, grn_str name)
{
    size_t i = 0;
    for (; ir->dialects[i]; i++) {
        const char *own = ir->dialects[i]->name;
        size_t n = name.n && *own == *name.text ? strlen(own) : name.n;
        if (name.n > n && name.text[n] == '.' && memcmp(name.text, own, n) == 0)
            break;
    }
    return i;
}

/* An array of rows, each of which begins with its name: one table, or several that end with
 * NULL. */
typedef struct rows {
    const void *const *tables;
    size_t row_bytes;
} rows;

static const char *const *name_of(const rows *r, size_t t, size_t i)
{
    return (const void *)((const char *)r->tables[t] + i * r->row_bytes);
}

static size_t count_rows(const rows *r)
{
    size_t n = 0;
    for (size_t t = 0; r->tables && r->tables[t]; t++)
        for (size_t i = 0; *name_of(r, t, i); i++)
            n++;
    return n;
}

/* The slot of `name`, or the empty one where it would go. A table is never full. */
static const char *const **slot_of(const grn_row_table *table, grn_str name)
{
    size_t at = grn_hash_first(grn_hash_str(name), table->room);
    while (table->slots[at] && !grn_str_is(name, *table->slots[at]))
        at = grn_hash_next(at, table->room);
    return &table->slots[at];
}

/* Of two rows of one name the first stays. False: there is no memory for it. */
static bool enter_rows(grn_ir *ir, grn_row_table *table, const rows *r)
{
    if (table->slots)
        return true;
    table->room = grn_hash_room(count_rows(r));
    table->slots = GRN_ARENA_NEW(&ir->arena, const char *const *, table->room);
    for (size_t t = 0; table->slots && r->tables && r->tables[t]; t++)
        for (size_t i = 0; *name_of(r, t, i); i++) {
            const char *const *row = name_of(r, t, i);
            const char *const **slot = slot_of(table, (grn_str){*row, strlen(*row)});
            if (!*slot)
                *slot = row;
        }
    return table->slots != NULL;
}

static const void *read_through(const rows *r, grn_str name)
{
    for (size_t t = 0; r->tables && r->tables[t]; t++)
        for (size_t i = 0; *name_of(r, t, i); i++)
            if (grn_str_is(name, *name_of(r, t, i)))
                return name_of(r, t, i);
    return NULL;
}

static const void *find_in_table(grn_ir *ir, grn_row_table *table, const rows *r, grn_str name)
{
    return enter_rows(ir, table, r) ? (const void *)*slot_of(table, name) : read_through(r, name);
}

const void *grn_row_find(grn_ir *ir, grn_row_table *table, const void *table_rows, size_t row_bytes, grn_str name)
{
    const rows r = {(const void *const[]){table_rows, NULL}, row_bytes};
    return find_in_table(ir, table, &r, name);
}

/* A dialect's rows are entered at the first look-up of one of them: most programs use two or three
 * dialects of thirty. */
static const grn_op_def *find_among(grn_ir *ir, size_t number, grn_str name)
{
    const rows r = {(const void *const *)ir->dialects[number]->ops, sizeof(grn_op_def)};
    return find_in_table(ir, &ir->op_tables[number], &r, name);
}

static const grn_op_def *find_row(grn_ir *ir, grn_str name)
{
    const grn_op_def *op = NULL;
    size_t own = grn_dialect_number(ir, name);
    if (ir->dialects[own])
        return find_among(ir, own, name);
    for (size_t i = 0; !op && ir->dialects[i]; i++)
        op = ir->dialects[i]->has_bare_names ? find_among(ir, i, name) : NULL;
    return op;
}

/* ---- modules --------------------------------------------------------------------------------- */

grn_status grn_ir_init(grn_ir *ir, const grn_dialect *const *dialects, const grn_allocator *allocator)
{
    static const grn_dialect *const none[] = {NULL};
    size_t ndialects = 0;
    *ir = (grn_ir){.allocator = grn_allocator_or_default(allocator), .dialects = dialects ? dialects : none};
    while (ir->dialects[ndialects])
        ndialects++;
    grn_arena_init(&ir->arena, allocator);
    ir->other_resources = GRN_STR("");
    ir->type_table_size = FIRST_TYPE_BUCKETS;
    ir->op_tables = GRN_ARENA_NEW(&ir->arena, grn_row_table, ndialects + 1);
    ir->import_tables = GRN_ARENA_NEW(&ir->arena, grn_row_table, ndialects + 1);
    ir->type_table = GRN_ARENA_NEW(&ir->arena, const grn_type *, ir->type_table_size);
    return ir->op_tables && ir->import_tables && ir->type_table ? GRN_OK : GRN_E_MEMORY;
}

void grn_ir_destroy(grn_ir *ir)
{
    grn_arena_destroy(&ir->arena);
    *ir = (grn_ir){.allocator = ir->allocator};
}

const char *grn_ir_meant(const grn_ir *ir, grn_str name)
{
    for (size_t i = 0; ir->dialects[i]; i++)
        for (const grn_spelling *s = ir->dialects[i]->spellings; s && s->written; s++)
            if (grn_str_is(name, s->written))
                return s->meant;
    return NULL;
}

const grn_dialect *grn_dialect_of(const grn_ir *ir, grn_str name) { return ir->dialects[grn_dialect_number(ir, name)]; }

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

grn_access_words grn_access_words_for(const grn_ir *ir, grn_str op, bool is_scatter)
{
    static const grn_access_words none = {.op = NULL};
    const grn_access_words *own = grn_access_words_of(ir, op);
    grn_access_words w = own ? *own : none;
    w.dimension = w.dimension ? w.dimension : "dimension";
    w.operand = w.operand ? w.operand : is_scatter ? "input" : "operand";
    w.indices = w.indices ? w.indices : is_scatter ? "scatter_indices" : "start_indices";
    w.updates = w.updates ? w.updates : "updates";
    return w;
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

const grn_op_def *grn_ir_find_op(grn_ir *ir, grn_str name)
{
    char buffer[GRN_SPELLED_BYTES];
    grn_str spelled = grn_ir_spelled(ir, name, buffer);
    const grn_op_def *op = find_row(ir, name);
    if (!op && spelled.text == buffer)
        op = find_row(ir, spelled);
    const char *meant = op ? NULL : grn_ir_meant(ir, name);
    return meant ? find_row(ir, (grn_str){meant, strlen(meant)}) : op;
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
