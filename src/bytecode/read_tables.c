/* read_tables.c - the lists of a file: strings, dialects, names of ops, attributes, types,
 * properties. */
#include <inttypes.h>

#include "bytecode/internal.h"

#define MOST_RESOURCE_GROUPS 65536

/* The bytes of string `i`, as its length says, end where those before end. */
static bool place_string(const grn_reader *r, grn_bytes *b, size_t i, uint64_t length, size_t *end)
{
    const grn_bytes *all = &r->part[SECTION_STRINGS];
    const size_t left = *end > b->at ? *end - b->at : 0; /* the lengths themselves come nearer */
    if (length == 0 || length > left)
        return grn_bytes_wrong(all, b->at, "string %zu is %" PRIu64 " bytes long, 1 to %zu are expected", i, length,
                               left);
    *end -= (size_t)length;
    if (b->file[*end + length - 1] != 0)
        return grn_bytes_wrong(all, *end + (size_t)length - 1, "string %zu does not end in a zero", i);
    r->out->strings[i] = (grn_bytecode_span){b->file + *end, (size_t)length - 1};
    return true;
}

/* Lengths come in reverse order, then the strings in order, up to the section's end. */
bool grn_read_strings(grn_reader *r)
{
    grn_bytes *b = &r->part[SECTION_STRINGS];
    size_t n, end = b->end;
    if (!grn_bytes_count(b, "strings", 2, &n))
        return false;
    r->out->nstrings = (uint32_t)n;
    r->out->strings = GRN_ARENA_NEW(r->arena, grn_bytecode_span, n);
    if (!r->out->strings)
        return grn_bytes_refused(b);
    for (size_t i = n; i > 0; i--) {
        uint64_t length;
        if (!grn_bytes_varint(b, "a string's length", &length) || !place_string(r, b, i - 1, length, &end))
            return false;
    }
    if (end != b->at)
        return grn_bytes_wrong(b, b->at, "the strings are %zu bytes, their lengths say %zu", b->end - b->at,
                               b->end - end);
    return true;
}

/* ---- dialects and names of ops --------------------------------------------------------------- */

static bool read_dialect_version(grn_bytes *b, grn_bytecode_dialect *out)
{
    grn_section id;
    grn_bytes part;
    size_t at = b->at;
    if (!grn_read_section(b, &id, &part))
        return false;
    if (id != SECTION_DIALECT_VERSIONS)
        return grn_bytes_wrong(b, at, "a dialect's version is in a section of %s", grn_section_names[id]);
    out->has_version = true;
    out->version = (grn_bytecode_span){part.file + part.at, part.end - part.at};
    return true;
}

static bool read_dialect(const grn_reader *r, grn_bytes *b, grn_bytecode_dialect *out)
{
    size_t at = b->at;
    uint64_t name;
    bool has_version = false;
    if (r->out->version < GRN_BYTECODE_DIALECT_VERSIONS)
        return grn_bytes_index(b, "string", r->out->nstrings, &out->name);
    if (!grn_bytes_flagged(b, "a dialect's name", &name, &has_version))
        return false;
    if (name >= r->out->nstrings)
        return grn_bytes_wrong(b, at, "string %" PRIu64 " is named, there are %" PRIu32, name, r->out->nstrings);
    out->name = (uint32_t)name;
    return !has_version || read_dialect_version(b, out);
}

static bool read_name(const grn_reader *r, grn_bytes *b, uint32_t dialect, grn_bytecode_name *out)
{
    size_t at = b->at;
    uint64_t name;
    *out = (grn_bytecode_name){.dialect = dialect, .was_registered = true};
    if (r->out->version < GRN_BYTECODE_PROPERTIES)
        return grn_bytes_index(b, "string", r->out->nstrings, &out->name);
    if (!grn_bytes_flagged(b, "an op's name", &name, &out->was_registered))
        return false;
    if (name >= r->out->nstrings)
        return grn_bytes_wrong(b, at, "string %" PRIu64 " is named, there are %" PRIu32, name, r->out->nstrings);
    out->name = (uint32_t)name;
    return true;
}

/* The names come in groups by dialect, up to the section's end. From version 4 on the file has
 * their number; else the number is bounded by the bytes, since each name takes one at least. */
static bool read_names(grn_reader *r, grn_bytes *b)
{
    size_t said = 0, room = grn_bytes_left(b);
    if (r->out->version >= GRN_BYTECODE_ELIDED_LOCATIONS) {
        if (!grn_bytes_count(b, "names of ops", 1, &said))
            return false;
        room = said;
    }
    size_t n = 0;
    r->out->names = GRN_ARENA_NEW(r->arena, grn_bytecode_name, room);
    if (!r->out->names)
        return grn_bytes_refused(b);
    while (grn_bytes_left(b)) {
        uint32_t dialect;
        size_t count, at = b->at;
        if (!grn_bytes_index(b, "dialect", r->out->ndialects, &dialect) ||
            !grn_bytes_count(b, "names of ops", 1, &count))
            return false;
        if (count > room - n)
            return grn_bytes_wrong(b, at, "%zu names of ops are announced, %zu are expected", n + count, room);
        for (size_t i = 0; i < count; i++)
            if (!read_name(r, b, dialect, &r->out->names[n++]))
                return false;
    }
    r->out->nnames = (uint32_t)n;
    if (said && n != said)
        return grn_bytes_wrong(b, b->at, "%zu names of ops are there, %zu were announced", n, said);
    return true;
}

bool grn_read_dialects(grn_reader *r)
{
    grn_bytes *b = &r->part[SECTION_DIALECTS];
    size_t n;
    if (!grn_bytes_count(b, "dialects", 1, &n))
        return false;
    r->out->dialects = GRN_ARENA_NEW(r->arena, grn_bytecode_dialect, n);
    if (!r->out->dialects)
        return grn_bytes_refused(b);
    r->out->ndialects = (uint32_t)n;
    for (size_t i = 0; i < n; i++)
        if (!read_dialect(r, b, &r->out->dialects[i]))
            return false;
    return read_names(r, b);
}

/* ---- attributes and types -------------------------------------------------------------------- */

/* The next `count` of them, in groups by dialect: their sizes, and where they lie. */
static bool read_sizes(grn_reader *r, const char *what, size_t count, grn_bytecode_entry *out)
{
    grn_bytes *sizes = &r->part[SECTION_ENTRY_SIZES], *data = &r->part[SECTION_ENTRIES];
    for (size_t n = 0; n < count;) {
        uint32_t dialect;
        size_t group, at = sizes->at;
        if (!grn_bytes_index(sizes, "dialect", r->out->ndialects, &dialect) || !grn_bytes_count(sizes, what, 1, &group))
            return false;
        if (group > count - n)
            return grn_bytes_wrong(sizes, at, "%zu %s are in groups, %zu are announced", n + group, what, count);
        for (size_t i = 0; i < group; i++, n++) {
            uint64_t size;
            grn_bytecode_entry *e = &out[n];
            if (!grn_bytes_flagged(sizes, "a size", &size, &e->is_custom) ||
                !grn_bytes_take(data, what, size, &e->data.bytes))
                return false;
            e->dialect = dialect;
            e->data.n = (size_t)size;
        }
    }
    return true;
}

bool grn_read_entries(grn_reader *r)
{
    grn_bytes *b = &r->part[SECTION_ENTRY_SIZES];
    size_t nattrs, ntypes;
    if (!grn_bytes_count(b, "attributes", 1, &nattrs) || !grn_bytes_count(b, "types", 1, &ntypes))
        return false;
    r->out->attrs = GRN_ARENA_NEW(r->arena, grn_bytecode_entry, nattrs);
    r->out->types = GRN_ARENA_NEW(r->arena, grn_bytecode_entry, ntypes);
    if (!r->out->attrs || !r->out->types)
        return grn_bytes_refused(b);
    r->out->nattrs = (uint32_t)nattrs;
    r->out->ntypes = (uint32_t)ntypes;
    return read_sizes(r, "attributes", nattrs, r->out->attrs) && read_sizes(r, "types", ntypes, r->out->types) &&
           grn_bytes_end(b, grn_section_names[SECTION_ENTRY_SIZES]) &&
           grn_bytes_end(&r->part[SECTION_ENTRIES], grn_section_names[SECTION_ENTRIES]);
}

/* ---- properties and resources ---------------------------------------------------------------- */

bool grn_read_properties(grn_reader *r)
{
    grn_bytes *b = &r->part[SECTION_PROPERTIES];
    size_t n;
    if (!r->has[SECTION_PROPERTIES])
        return true;
    if (!grn_bytes_count(b, "properties", 1, &n))
        return false;
    r->out->properties = GRN_ARENA_NEW(r->arena, grn_bytecode_span, n);
    if (!r->out->properties)
        return grn_bytes_refused(b);
    r->out->nproperties = (uint32_t)n;
    for (size_t i = 0; i < n; i++)
        if (!grn_bytes_blob(b, "properties", &r->out->properties[i].bytes, &r->out->properties[i].n))
            return false;
    return grn_bytes_end(b, grn_section_names[SECTION_PROPERTIES]);
}

/* Resources are not read: only the number of their groups is kept. */
bool grn_read_resources(grn_reader *r)
{
    grn_bytes *b = &r->part[SECTION_RESOURCE_SIZES];
    uint64_t groups = 0;
    if (r->has[SECTION_RESOURCE_SIZES] && !grn_bytes_varint(b, "groups of resources", &groups))
        return false;
    if (groups > MOST_RESOURCE_GROUPS)
        return grn_bytes_wrong(b, b->at, "%" PRIu64 " groups of resources are announced, at most %d are read", groups,
                               MOST_RESOURCE_GROUPS);
    r->out->nresources = (uint32_t)groups;
    return true;
}
