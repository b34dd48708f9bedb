/* internal.h - declarations that the files of this layer share: the sections of a file. */
#ifndef GRN_BYTECODE_INTERNAL_H
#define GRN_BYTECODE_INTERNAL_H

#include "bytecode/bytecode.h"

typedef enum grn_section {
    SECTION_STRINGS,
    SECTION_DIALECTS,
    SECTION_ENTRIES, /* attributes and types */
    SECTION_ENTRY_SIZES,
    SECTION_IR,
    SECTION_RESOURCES,
    SECTION_RESOURCE_SIZES,
    SECTION_DIALECT_VERSIONS,
    SECTION_PROPERTIES,
    SECTION_COUNT
} grn_section;
extern const char *const grn_section_names[SECTION_COUNT];

/* The bits of the byte behind an op's name: the parts of the op that follow. */
enum {
    OP_HAS_ATTRS = 1 << 0,
    OP_HAS_RESULTS = 1 << 1,
    OP_HAS_OPERANDS = 1 << 2,
    OP_HAS_SUCCESSORS = 1 << 3,
    OP_HAS_REGIONS = 1 << 4,
    OP_HAS_USE_LISTS = 1 << 5,
    OP_HAS_PROPERTIES = 1 << 6,
    OP_HAS_ALL = (1 << 7) - 1
};

/* A file that is read. */
typedef struct grn_reader {
    grn_arena *arena;
    grn_bytecode *out;
    bool has[SECTION_COUNT];
    grn_bytes part[SECTION_COUNT]; /* of a section that is there */
    unsigned depth;                /* of regions */
} grn_reader;

/* A section's id and bounds; moves `b` behind it (section.c). */
bool grn_read_section(grn_bytes *b, grn_section *id, grn_bytes *part);
/* Writes one; it is never aligned. */
bool grn_put_section(grn_vec *to, grn_section id, const grn_vec *data);

bool grn_read_strings(grn_reader *r); /* read_tables.c */
bool grn_read_dialects(grn_reader *r);
bool grn_read_entries(grn_reader *r);
bool grn_read_properties(grn_reader *r);
bool grn_read_resources(grn_reader *r);
bool grn_read_ir(grn_reader *r); /* read_ir.c */

bool grn_put_ir(grn_vec *to, const grn_bytecode *file); /* write_ir.c */

#endif
