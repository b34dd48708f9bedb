/* read.c - a file of bytecode, from its first byte to its records. */
#include <inttypes.h>

#include "bytecode/internal.h"

static bool read_producer(grn_reader *r, grn_bytes *b)
{
    const unsigned char *text = b->file + b->at;
    const unsigned char *zero = grn_bytes_left(b) ? memchr(text, 0, grn_bytes_left(b)) : NULL;
    if (!zero)
        return grn_bytes_wrong(b, b->at, "the producer's name does not end");
    b->at += (size_t)(zero - text) + 1;
    r->out->producer = (const char *)text;
    return true;
}

static bool read_version(grn_reader *r, grn_bytes *b)
{
    size_t at = b->at;
    uint64_t version;
    if (!grn_bytes_varint(b, "the version", &version))
        return false;
    r->out->version = version;
    if (version <= GRN_BYTECODE_VERSION)
        return true;
    return grn_bytes_over(b, at, "the file is of version %" PRIu64 " of bytecode, 0 to %d are read", version,
                          GRN_BYTECODE_VERSION);
}

static bool read_sections(grn_reader *r, grn_bytes *b)
{
    while (grn_bytes_left(b)) {
        grn_section id;
        grn_bytes part;
        size_t at = b->at;
        if (!grn_read_section(b, &id, &part))
            return false;
        if (r->has[id])
            return grn_bytes_wrong(b, at, "a second section of %s", grn_section_names[id]);
        r->has[id] = true;
        r->part[id] = part;
    }
    static const grn_section needed[] = {SECTION_STRINGS, SECTION_DIALECTS, SECTION_ENTRIES, SECTION_ENTRY_SIZES,
                                         SECTION_IR};
    for (size_t i = 0; i < GRN_COUNT(needed); i++)
        if (!r->has[needed[i]])
            return grn_bytes_wrong(b, b->at, "the section of %s is missing", grn_section_names[needed[i]]);
    return true;
}

static bool read_file(grn_reader *r, grn_bytes *b)
{
    return read_version(r, b) && read_producer(r, b) && read_sections(r, b) && grn_read_strings(r) &&
           grn_read_dialects(r) && grn_read_entries(r) && grn_read_properties(r) && grn_read_resources(r) &&
           grn_read_ir(r);
}

grn_status grn_bytecode_read(grn_arena *arena, const void *bytes, size_t n, const grn_diag *diag, grn_bytecode *out)
{
    grn_reader r = {.arena = arena, .out = out};
    grn_status status = GRN_OK;
    grn_bytes b = {.file = bytes, .at = 4, .end = n, .diag = diag, .status = &status};
    *out = (grn_bytecode){0};
    if (!grn_bytecode_is(bytes, n))
        return grn_fail(diag, grn_no_place, GRN_E_FORMAT, "byte 0: no bytecode of MLIR's, which begins with `ML\\EFR`");
    read_file(&r, &b);
    return status;
}
