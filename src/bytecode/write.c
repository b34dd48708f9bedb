/* write.c - a file of bytecode from its records: the header and the lists. */
#include "bytecode/internal.h"

static bool put_strings(grn_vec *to, const grn_bytecode *f)
{
    bool put = grn_put_varint(to, f->nstrings);
    for (uint32_t i = f->nstrings; put && i > 0; i--)
        put = grn_put_varint(to, (uint64_t)f->strings[i - 1].n + 1);
    for (uint32_t i = 0; put && i < f->nstrings; i++)
        put = grn_put_bytes(to, f->strings[i].bytes, f->strings[i].n) && grn_put_u8(to, 0);
    return put;
}

static bool put_dialect(grn_vec *to, const grn_bytecode *f, const grn_bytecode_dialect *d)
{
    if (f->version < GRN_BYTECODE_DIALECT_VERSIONS)
        return grn_put_varint(to, d->name);
    if (!grn_put_flagged(to, d->name, d->has_version))
        return false;
    return !d->has_version ||
           (grn_put_u8(to, SECTION_DIALECT_VERSIONS) && grn_put_blob(to, d->version.bytes, d->version.n));
}

/* How many names from `at` on are of one dialect. */
static uint32_t run_of_names(const grn_bytecode *f, uint32_t at)
{
    uint32_t n = 1;
    while (at + n < f->nnames && f->names[at + n].dialect == f->names[at].dialect)
        n++;
    return n;
}

static bool put_names(grn_vec *to, const grn_bytecode *f)
{
    bool put = f->version < GRN_BYTECODE_ELIDED_LOCATIONS || grn_put_varint(to, f->nnames);
    for (uint32_t at = 0, n; put && at < f->nnames; at += n) {
        n = run_of_names(f, at);
        put = grn_put_varint(to, f->names[at].dialect) && grn_put_varint(to, n);
        for (uint32_t i = at; put && i < at + n; i++)
            put = f->version < GRN_BYTECODE_PROPERTIES
                      ? grn_put_varint(to, f->names[i].name)
                      : grn_put_flagged(to, f->names[i].name, f->names[i].was_registered);
    }
    return put;
}

static bool put_dialects(grn_vec *to, const grn_bytecode *f)
{
    bool put = grn_put_varint(to, f->ndialects);
    for (uint32_t i = 0; put && i < f->ndialects; i++)
        put = put_dialect(to, f, &f->dialects[i]);
    return put && put_names(to, f);
}

static bool put_entry_sizes(grn_vec *to, const grn_bytecode_entry *all, uint32_t count)
{
    bool put = true;
    for (uint32_t at = 0, n; put && at < count; at += n) {
        for (n = 1; at + n < count && all[at + n].dialect == all[at].dialect; n++)
            continue;
        put = grn_put_varint(to, all[at].dialect) && grn_put_varint(to, n);
        for (uint32_t i = at; put && i < at + n; i++)
            put = grn_put_flagged(to, all[i].data.n, all[i].is_custom);
    }
    return put;
}

static bool put_sizes(grn_vec *to, const grn_bytecode *f)
{
    return grn_put_varint(to, f->nattrs) && grn_put_varint(to, f->ntypes) && put_entry_sizes(to, f->attrs, f->nattrs) &&
           put_entry_sizes(to, f->types, f->ntypes);
}

static bool put_entries(grn_vec *to, const grn_bytecode *f)
{
    bool put = true;
    for (uint32_t i = 0; put && i < f->nattrs; i++)
        put = grn_put_bytes(to, f->attrs[i].data.bytes, f->attrs[i].data.n);
    for (uint32_t i = 0; put && i < f->ntypes; i++)
        put = grn_put_bytes(to, f->types[i].data.bytes, f->types[i].data.n);
    return put;
}

static bool put_properties(grn_vec *to, const grn_bytecode *f)
{
    bool put = grn_put_varint(to, f->nproperties);
    for (uint32_t i = 0; put && i < f->nproperties; i++)
        put = grn_put_blob(to, f->properties[i].bytes, f->properties[i].n);
    return put;
}

/* ---- the file -------------------------------------------------------------------------------- */

typedef struct part {
    grn_section id;
    bool (*put)(grn_vec *to, const grn_bytecode *f);
    uint64_t since; /* version of the file */
} part;
static const part parts[] = {
    {SECTION_DIALECTS, put_dialects, 0}, {SECTION_ENTRY_SIZES, put_sizes, 0},
    {SECTION_ENTRIES, put_entries, 0},   {SECTION_IR, grn_put_ir, 0},
    {SECTION_STRINGS, put_strings, 0},   {SECTION_PROPERTIES, put_properties, GRN_BYTECODE_PROPERTIES},
};

static bool put_part(grn_vec *to, const grn_bytecode *file, const part *p)
{
    grn_vec data;
    grn_vec_init(&data, to->allocator, 1);
    bool put = p->put(&data, file) && grn_put_section(to, p->id, &data);
    grn_vec_destroy(&data);
    return put;
}

static bool put_file(grn_vec *to, const grn_bytecode *file)
{
    bool put = grn_put_bytes(to, "ML\xefR", 4) && grn_put_varint(to, file->version) &&
               grn_put_bytes(to, file->producer, strlen(file->producer) + 1);
    for (size_t i = 0; put && i < GRN_COUNT(parts); i++)
        if (file->version >= parts[i].since)
            put = put_part(to, file, &parts[i]);
    return put;
}

/* All of the file at once: where memory is refused, nothing is written. */
grn_status grn_bytecode_write(const grn_bytecode *file, const grn_allocator *allocator, const grn_sink *sink)
{
    grn_vec whole;
    grn_vec_init(&whole, grn_allocator_or_default(allocator), 1);
    bool put = put_file(&whole, file);
    grn_status status = !put                                                          ? GRN_E_MEMORY
                        : sink->write(sink->user, whole.items, whole.count) == GRN_OK ? GRN_OK
                                                                                      : GRN_E_SINK;
    grn_vec_destroy(&whole);
    return status;
}
