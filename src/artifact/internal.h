/* internal.h - declarations that the files of this layer share. */
#ifndef GRN_ARTIFACT_INTERNAL_H
#define GRN_ARTIFACT_INTERNAL_H

#include "artifact/artifact.h"
#include "text/text.h"

bool grn_artifact_parse_version(const char *text, size_t n, grn_artifact_version *out); /* any three numbers */
uint64_t grn_artifact_file_version(grn_artifact_version v);                             /* of the bytecode around it */

/* ---- VHLO's operations (ops.c) --------------------------------------------------------------- */

/* The form that StableHLO has for one attribute of VHLO's (forms.c). */
typedef enum vhlo_form {
    VHLO_SAME,    /* the same attribute */
    VHLO_DIMS,    /* a tensor of i64 : array<i64: ..> */
    VHLO_BOOLS,   /* a tensor of i1 : array<i1: ..> */
    VHLO_UNIT,    /* true : unit; false: absent */
    VHLO_SYMBOL,  /* "name" : @name */
    VHLO_SYMBOLS, /* an array of these */
    VHLO_API,     /* an enumerator : its number as i32 */
    VHLO_LAYOUTS, /* the same; left out only if the other attribute of its kind is */
    VHLO_BACKEND, /* the same attribute; left out, it is {} under API_VERSION_TYPED_FFI and "" under others */
    VHLO_FIELD,   /* a field of a struct attribute, `record` */
    VHLO_CONV,    /* a part of #stablehlo.conv<..>, `record` */
    VHLO_GONE,    /* must be what is `absent`, and is left out */
    VHLO_FORM_COUNT
} vhlo_form;

typedef struct vhlo_record vhlo_record;

typedef struct vhlo_attr {
    const char *name;
    vhlo_form form;
    const char *to; /* StableHLO's name for it; NULL: the same. Of a FIELD: the field's */
    /* the value of an attribute that StableHLO's text leaves out, as text, `%n` being how many;
     * NULL: it is always there */
    const char *absent;
    const vhlo_record *record; /* of a FIELD */
} vhlo_attr;

/* A struct attribute of StableHLO's that is several attributes of VHLO's. */
struct vhlo_record {
    const char *to;          /* the attribute */
    const char *struct_name; /* "stablehlo.gather" */
    const char *extra;       /* a field that VHLO does not have, as text; NULL: there is none */
    /* the attribute of VHLO's that has the value `absent` where there is no record; NULL: there
     * always is one */
    const char *decider;
    const char *const *order; /* the fields' names as StableHLO's text must have them; NULL: any order will do */
};

typedef struct vhlo_op {
    const char *name; /* "gather_v1" */
    grn_artifact_version from, to;
    const char *stands_for; /* "stablehlo.gather" */
    const vhlo_attr *attrs; /* in the order of their names, which is that of the file; ends with name NULL */
    bool is_single;         /* one operand and one result where later versions take several */
    bool is_plain;          /* no regions, where later versions take some */
    int32_t not_spatial;    /* dims of operand 0 that `%n` does not count */
} vhlo_op;

extern const vhlo_op *const grn_vhlo_ops[]; /* tables; each ends with name NULL, the list with NULL */
/* The op of that name, as "gather_v1"; the one that stands for an op in a version, and the next
 * version in which there is one. */
const vhlo_op *grn_vhlo_op_named(grn_str name);
const vhlo_op *grn_vhlo_op_for(grn_str stands_for, grn_artifact_version version);
grn_artifact_version grn_vhlo_op_since(grn_str stands_for); /* 0: in none */

/* ---- VHLO's types and enumerations (tables.c) ------------------------------------------------ */

/* Types without parts. */
typedef struct vhlo_leaf {
    uint32_t code;
    grn_artifact_version since;
    const char *text; /* in StableHLO's words */
} vhlo_leaf;
extern const vhlo_leaf grn_vhlo_leaves[]; /* ends with text NULL */
const vhlo_leaf *grn_vhlo_leaf_of_code(uint64_t code);
const vhlo_leaf *grn_vhlo_leaf_of_text(grn_str text);

typedef enum vhlo_type_code {
    VHLO_TYPE_COMPLEX = 1,
    VHLO_TYPE_FUNCTION = 8,
    VHLO_TYPE_TENSOR = 20,
    VHLO_TYPE_TENSOR_ENCODED = 21,
    VHLO_TYPE_TUPLE = 23,
    VHLO_TYPE_QUANT = 24,
    VHLO_TYPE_UNRANKED = 25,
    VHLO_TYPE_QUANT_AXIS = 30,
    VHLO_TYPE_BUFFER = 41,
    VHLO_TYPE_FUTURE = 42
} vhlo_type_code;

typedef enum vhlo_attr_code {
    VHLO_ATTR_ARRAY = 1,
    VHLO_ATTR_BOOL = 2,
    VHLO_ATTR_DICT = 6,
    VHLO_ATTR_FLOAT = 8,
    VHLO_ATTR_INTEGER = 9,
    VHLO_ATTR_ALIAS = 10,
    VHLO_ATTR_STRING = 14,
    VHLO_ATTR_TENSOR = 15,
    VHLO_ATTR_TYPE = 17,
    VHLO_ATTR_BOUNDS = 18,
    VHLO_ATTR_ACCURACY = 20,
    VHLO_ATTR_SUB_AXIS = 21,
    VHLO_ATTR_AXIS_REF = 22,
    VHLO_ATTR_MESH_AXES = 23,
    VHLO_ATTR_MESH_AXIS = 24,
    VHLO_ATTR_MESH = 25
} vhlo_attr_code;

typedef struct vhlo_enum {
    uint32_t code;
    const char *name;           /* "comparison_direction" */
    const char *const *keyword; /* by value; "": none has it; ends with NULL */
    bool dotted;                /* #stablehlo.name<KEYWORD>, not #stablehlo<name KEYWORD> */
} vhlo_enum;
extern const vhlo_enum grn_vhlo_enums[]; /* ends with name NULL */

/* ---- reading --------------------------------------------------------------------------------- */

typedef enum artifact_dialect {
    DIALECT_OTHER,
    DIALECT_BUILTIN,
    DIALECT_VHLO,
    DIALECT_SDY,
    DIALECT_COUNT
} artifact_dialect;

typedef struct artifact_reader {
    grn_ir *ir;
    grn_arena arena;
    grn_bytecode file;
    const grn_artifact_options *options;
    const grn_diag *diag;
    grn_status status;
    grn_place place;           /* of the op that is read */
    artifact_dialect *dialect; /* by number */
    const grn_attr **attrs;    /* by number; NULL: not read yet */
    const grn_type **types;
    grn_value **values;
    const unsigned char *bytes;
    unsigned depth;
} artifact_reader;

/* Attribute and type of a number. False: reported. */
bool grn_artifact_attr(artifact_reader *r, uint32_t number, const grn_attr **out);
bool grn_artifact_type(artifact_reader *r, uint32_t number, const grn_type **out);
/* A number, then what it stands for. */
bool grn_artifact_read_attr(artifact_reader *r, grn_bytes *b, const grn_attr **out);
bool grn_artifact_read_type(artifact_reader *r, grn_bytes *b, const grn_type **out);
bool grn_artifact_read_string(artifact_reader *r, grn_bytes *b, grn_str *out);
/* An integer of so many bits, up to 64: one byte, or a signed varint. False also for more. */
bool grn_artifact_read_bits(grn_bytes *b, uint32_t width, uint64_t *out);
/* How many attributes or types follow, then their numbers, into the arena. */
bool grn_artifact_read_attrs(artifact_reader *r, grn_bytes *b, size_t *count, const grn_attr ***out);
bool grn_artifact_read_types(artifact_reader *r, grn_bytes *b, size_t *count, const grn_type ***out);
bool grn_artifact_read_dims(artifact_reader *r, grn_bytes *b, const char *what, size_t *count, int64_t **out);
/* The contents of an entry, by its dialect (attrs_read.c, types_read.c, builtin_read.c, sdy_read.c). */
bool grn_vhlo_read_attr(artifact_reader *r, grn_bytes *b, const grn_attr **out);
bool grn_vhlo_read_type(artifact_reader *r, grn_bytes *b, const grn_type **out);
bool grn_builtin_read_attr(artifact_reader *r, grn_bytes *b, const grn_attr **out);
bool grn_sdy_read_attr(artifact_reader *r, grn_bytes *b, const grn_attr **out);
bool grn_builtin_read_type(artifact_reader *r, grn_bytes *b, const grn_type **out);
/* Encodings that VHLO and builtin share, behind the code. */
bool grn_artifact_read_dict(artifact_reader *r, grn_bytes *b, const grn_attr **out);
bool grn_artifact_read_array(artifact_reader *r, grn_bytes *b, const grn_attr **out);
bool grn_artifact_read_integer(artifact_reader *r, grn_bytes *b, const grn_attr **out);
bool grn_artifact_read_float(artifact_reader *r, grn_bytes *b, const grn_attr **out);
bool grn_artifact_read_text(artifact_reader *r, grn_bytes *b, const grn_attr **out); /* a string attribute */
bool grn_artifact_read_type_value(artifact_reader *r, grn_bytes *b, const grn_attr **out);
bool grn_artifact_read_tensor(artifact_reader *r, grn_bytes *b, const grn_attr **out);
/* The elements of a tensor type as the file has them (elements.c). */
bool grn_artifact_read_elements(artifact_reader *r, grn_bytes *b, const grn_type *type, const grn_attr **out);
/* An attribute or a type from its text, which the format makes; false: reported. */
bool grn_artifact_spell(artifact_reader *r, const grn_bytes *at, const grn_attr **out, const char *format, ...)
    GRN_PRINTF(4, 5);
bool grn_artifact_spell_type(artifact_reader *r, const grn_bytes *at, const grn_type **out, const char *format, ...)
    GRN_PRINTF(4, 5);
/* `made`, or the reason why there is none. */
bool grn_artifact_made(artifact_reader *r, const void *made);
/* A string of the text of an attribute, in the reader's arena; NULL: memory refused, reported. */
const char *grn_artifact_attr_text(artifact_reader *r, const grn_attr *a);

/* Sets the attributes of a row in StableHLO's form, and all others unchanged, on `op`
 * (forms_read.c). */
bool grn_vhlo_apply(artifact_reader *r, const grn_bytes *at, const vhlo_op *row, size_t count,
                    const grn_named_attr *given, grn_op *op);

/* The value that StableHLO's text leaves out, with how many for `%n`: its text, cut to the
 * buffer. */
#define VHLO_ABSENT_BYTES 256
void grn_vhlo_absent_text(const char *pattern, int64_t n, char text[VHLO_ABSENT_BYTES]);
/* Whether `v` equals the pattern, for as many as v has. GRN_E_MEMORY, not reported. */
grn_status grn_vhlo_is_absent(grn_ir *ir, const char *pattern, const grn_attr *v, bool *out);

#endif
