/*
 * ir.h - modules, operations, values, types, attributes; and the rows that
 * define operations.
 *
 * Knows: the structure every dialect shares, and how to verify it. Must not
 * know: any dialect's name, text syntax, how anything is computed. An
 * operation *is* a pointer to its definition row: there is no opcode. A row
 * is what the parser, printer, verifier, shape inference and interpreter read;
 * dialects are arrays of rows passed in from above.
 *
 * Everything a module holds lives in the module's arena and dies with it.
 * Types are interned: two types of one module are equal when their pointers
 * are. A finished module is never changed by reading calls, so several
 * threads may verify, print or run it at once.
 */
#ifndef GRN_IR_H
#define GRN_IR_H

#include <string.h>

#include "core/access_words.h"
#include "core/core.h"
#include "garner/bags.h"
#include "garner/segments.h"
#include "garner/spec.h"

typedef struct grn_type grn_type;
typedef struct grn_attr grn_attr;
typedef struct grn_value grn_value;
typedef struct grn_op grn_op;
typedef struct grn_block grn_block;
typedef struct grn_region grn_region;
typedef struct grn_op_def grn_op_def;
typedef struct grn_dialect grn_dialect;
typedef struct grn_translation grn_translation;
typedef struct grn_struct_def grn_struct_def;
typedef struct grn_enum_def grn_enum_def;
typedef struct grn_ir grn_ir;
struct grn_parser;
struct grn_writer;

/* Text that need not end in zero (it often points into the source). */
typedef struct grn_str {
    const char *text;
    size_t n;
} grn_str;
#define GRN_STR(literal) ((grn_str){"" literal, sizeof(literal) - 1})
static inline bool grn_str_is(grn_str s, const char *z)
{
    size_t n = strlen(z);
    return s.n == n && (n == 0 || memcmp(s.text, z, n) == 0);
}
static inline bool grn_str_equal(grn_str a, grn_str b)
{
    return a.n == b.n && (a.n == 0 || memcmp(a.text, b.text, a.n) == 0);
}

/* ---- limits ---------------------------------------------------------------------------------- */

/* A build may set these otherwise; a message about one names it (docs/limits.md). Recursion is as
 * deep as GRN_MAX_NESTING, so a higher one needs more stack. */
#ifndef GRN_MAX_NESTING
#define GRN_MAX_NESTING 256 /* of regions, of types, of attributes, each */
#endif
/* Aliases let a short text stand for a huge type: `!b = tuple<!a, !a>` doubles with every line. A
 * type or attribute of more parts than this, or nested over twice GRN_MAX_NESTING, is not made: its
 * constructor answers NULL. */
#ifndef GRN_MAX_PARTS
#define GRN_MAX_PARTS 65536
#endif
#ifndef GRN_MAX_ATTRS
#define GRN_MAX_ATTRS 4096 /* on one op */
#endif
/* The limit also holds for texts with aliases: every use of an alias is printed, copied and
 * compared in full. All uses together may stand for so many bytes, and for GRN_MAX_ALIAS_GROWTH for
 * each byte of the text. */
#ifndef GRN_MAX_ALIAS_BYTES
#define GRN_MAX_ALIAS_BYTES 67108864
#endif
#define GRN_MAX_ALIAS_GROWTH 64
/* The end of a message about a limit that is this macro. */
#define GRN_SET_WHEN_BUILT(macro) " (" #macro ", set when garner is built)"

/* A limit of what constructors make (limits.c): "a type or attribute of" 70000 "parts" is over
 * `most`. */
typedef struct grn_limit {
    const char *before, *unit;
    uint64_t most;
    const char *set_when_built;
} grn_limit;
extern const grn_limit grn_limit_parts, grn_limit_depth, grn_limit_attrs;

/* ---- types ----------------------------------------------------------------------------------- */

typedef enum grn_type_kind {
    GRN_TYPE_NONE,
    GRN_TYPE_INTEGER, /* i32, si8, ui4: width and signedness */
    GRN_TYPE_INDEX,
    GRN_TYPE_FLOAT,       /* a float dtype */
    GRN_TYPE_OTHER_FLOAT, /* f80, f128, tf32: named, not computed with; text in `opaque` */
    GRN_TYPE_COMPLEX,
    GRN_TYPE_QUANT,  /* !quant.uniform */
    GRN_TYPE_TENSOR, /* ranked */
    GRN_TYPE_UNRANKED_TENSOR,
    GRN_TYPE_MEMREF, /* ranked */
    GRN_TYPE_TUPLE,
    GRN_TYPE_FUNCTION,
    GRN_TYPE_OPAQUE /* "!dialect.name<...>", vector<...>, memref<*x...>: kept verbatim */
} grn_type_kind;

typedef enum grn_signedness { GRN_SIGNLESS, GRN_SIGNED, GRN_UNSIGNED } grn_signedness;

/* Immutable and interned: make with the grn_type_* constructors only. */
struct grn_type {
    grn_type_kind kind;
    /* of INTEGER, INDEX, FLOAT, COMPLEX when computable; of QUANT: the storage type's; else
     * GRN_NO_DTYPE */
    grn_dtype dtype;
    uint32_t width; /* INTEGER */
    grn_signedness signedness;
    const grn_type *element;  /* COMPLEX, TENSOR, UNRANKED_TENSOR, MEMREF; OPAQUE: of a vector or an unranked memref */
    int32_t rank;             /* TENSOR, MEMREF */
    const int64_t *shape;     /* TENSOR, MEMREF: rank extents, GRN_DYNAMIC for "?" */
    const grn_attr *encoding; /* TENSOR: NULL if none; MEMREF: the memory space, NULL if the default one */
    bool strided;             /* MEMREF: has the layout strided<strides, offset: offset>; GRN_DYNAMIC for "?" */
    const int64_t *strides;   /* MEMREF, strided: rank of them */
    int64_t offset;           /* MEMREF, strided */
    const grn_attr *layout;   /* MEMREF: a layout that is kept as it is written, not strided; NULL: none */
    size_t count, inputs;     /* TUPLE: count members; FUNCTION: `inputs` inputs then count - inputs results */
    const grn_type *const *members;
    grn_str opaque;
    /* OPAQUE: the ranked tensor that its dialect has it stand for at run time; MEMREF: the tensor
     *                                 of its extents and elements; else NULL */
    const grn_type *stands_for;
    struct {
        const grn_type *storage, *expressed; /* storage is signless or unsigned by `is_signed` */
        bool is_signed;
        int64_t storage_min, storage_max;
        int32_t axis; /* -1: per tensor */
        size_t count;
        const double *scale;
        const int64_t *zero_point;
    } quant;
    uint64_t hash;         /* structural: equal types of two modules have equal hashes */
    uint32_t parts, depth; /* types and attributes within, itself included, written out; how deep they nest */
    const grn_type *next;  /* of the interner's bucket */
};

/* All return NULL only when memory is refused, or past GRN_MAX_PARTS or twice GRN_MAX_NESTING
 * (ir->over says so). Shapes, members and text are copied. Types given may be another module's if
 * that module outlives this one. */
const grn_type *grn_type_integer(grn_ir *ir, uint32_t width, grn_signedness s);
const grn_type *grn_type_of_dtype(grn_ir *ir, grn_dtype dtype); /* i32, ui8 (unsigned), index, f16, complex<f32>... */
const grn_type *grn_type_none(grn_ir *ir);
const grn_type *grn_type_complex(grn_ir *ir, const grn_type *element);
const grn_type *grn_type_tensor(grn_ir *ir, const grn_type *element, int32_t rank, const int64_t *shape,
                                const grn_attr *encoding);
const grn_type *grn_type_unranked(grn_ir *ir, const grn_type *element);
/* A memref type: `description` has element, rank, shape and where they are not the default strided,
 * strides, offset, layout and encoding (the memory space); copied. */
const grn_type *grn_type_memref(grn_ir *ir, const grn_type *description);
const grn_type *grn_type_tuple(grn_ir *ir, size_t count, const grn_type *const *members);
const grn_type *grn_type_function(grn_ir *ir, size_t inputs, const grn_type *const *in, size_t results,
                                  const grn_type *const *out);
const grn_type *grn_type_opaque(grn_ir *ir, grn_str text);
/* Vectors are OPAQUE types (vector.c). Of `vector<4x[2]xf32>`: f32; NULL: another text, or elements
 * that no dtype or integer is. */
bool grn_type_is_vector(const grn_type *t);
const grn_type *grn_vector_element(grn_ir *ir, grn_str text);
/* The vector or unranked memref of the same extents with other elements. NULL: another type, or
 * memory refused. */
const grn_type *grn_vector_of(grn_ir *ir, const grn_type *t, const grn_type *element);
/* tensor<4xf32> of vector<4xf32>; NULL: another text, or an extent that is not fixed. */
const grn_type *grn_vector_tensor(grn_ir *ir, grn_str text);
const grn_type *grn_type_other_float(grn_ir *ir, grn_str text);
const grn_type *grn_type_quant(grn_ir *ir, const grn_type *description); /* `quant` filled in; copied */

/* The type of the values of this type in a run. */
static inline const grn_type *grn_type_at_run(const grn_type *t) { return t->stands_for ? t->stands_for : t; }
/* The tensor type that a dialect's own type is another name for. A memref, whose values are places
 * in memory, stays itself. */
static inline const grn_type *grn_type_as_tensor(const grn_type *t)
{
    return t->stands_for && t->kind != GRN_TYPE_MEMREF ? t->stands_for : t;
}
static inline bool grn_type_is_tensor(const grn_type *t) { return t->kind == GRN_TYPE_TENSOR; }
static inline bool grn_type_is_memref(const grn_type *t) { return t->kind == GRN_TYPE_MEMREF; }
static inline bool grn_type_is_shaped(const grn_type *t) { return grn_type_is_tensor(t) || grn_type_is_memref(t); }
/* Element type of a (ranked or unranked) tensor, else the type itself. */
const grn_type *grn_type_element_or_self(const grn_type *t);
/* these very extents, "?" the same as "?" */
bool grn_type_has_shape(const grn_type *tensor, int32_t rank, const int64_t *shape);
size_t grn_type_dynamic_extents(const grn_type *t);             /* how many extents are "?" */
bool grn_type_same_shape(const grn_type *a, const grn_type *b); /* of two ranked tensors */
bool grn_type_has_static_shape(const grn_type *t);              /* ranked and without "?" */
/* "tensor<2x?xf32>" as MLIR writes it into `buffer`, cut with "..." if longer; returns buffer. */
#define GRN_TYPE_TEXT_BYTES 1024
const char *grn_type_text(const grn_type *t, char *buffer, size_t buffer_bytes);
/* Strides and offset of a memref's layout, GRN_DYNAMIC where the type does not fix them. False: a
 * layout that is kept as it is written. */
bool grn_memref_strides(const grn_type *t, int64_t *strides, int64_t *offset);
/*
 * The layout of a memref of type `t` in new memory, with extents `shape`: strides and offset as the
 * type fixes them, compact where it does not, and how many elements there must be. False: a layout
 * that is kept as it is written, or one that puts elements in one place or in front of the first,
 * or too many to count.
 */
bool grn_memref_place(const grn_type *t, const int64_t *shape, int64_t *strides, int64_t *offset, int64_t *elements);
/* The same, whole, to a sink; answers what the sink answers. */
grn_status grn_type_write(const grn_type *t, const grn_sink *sink);
/* The same type, whichever interners made them. */
bool grn_types_equal(const grn_type *a, const grn_type *b);
bool grn_types_equal_or_absent(const grn_type *a, const grn_type *b); /* both may be NULL */

/* ---- attributes ------------------------------------------------------------------------------ */

typedef enum grn_attr_kind {
    GRN_ATTR_UNIT,
    GRN_ATTR_BOOL,
    GRN_ATTR_INTEGER, /* value and type */
    GRN_ATTR_FLOAT,   /* value and type */
    GRN_ATTR_STRING,
    GRN_ATTR_SYMBOL, /* @name, @a::@b: text with the leading @ removed from the first part */
    GRN_ATTR_TYPE,
    GRN_ATTR_ARRAY,
    GRN_ATTR_DICT,
    GRN_ATTR_DENSE_ARRAY, /* array<i64: 1, 2> */
    GRN_ATTR_ELEMENTS,    /* dense<...> : tensor<...>; and dense_resource<...> once resolved */
    GRN_ATTR_STRUCT,      /* #dialect.name<key = value, ...> with a grn_struct_def */
    GRN_ATTR_ENUM,        /* #dialect<name KEYWORD> or #dialect.name<KEYWORD> with a grn_enum_def */
    GRN_ATTR_LOCATION,    /* loc(...) */
    GRN_ATTR_OPAQUE       /* anything else, kept verbatim: "#sdy.sharding<...>", "affine_map<...>" */
} grn_attr_kind;

typedef struct grn_named_attr {
    grn_str name;
    const grn_attr *value;
} grn_named_attr;

typedef struct grn_attr_elements {
    grn_tensor tensor; /* a splat has all strides 0; data lives in the module's arena; never written to */
    bool splat;
    grn_str resource; /* the key, when it was dense_resource<key>; else empty */
} grn_attr_elements;

struct grn_attr {
    grn_attr_kind kind;
    const grn_type *type; /* INTEGER, FLOAT, ELEMENTS (a tensor or vector type), DENSE_ARRAY (element type),
        STRING (may be NULL); OPAQUE: of elements kept as they are written, else NULL */
    union {
        bool boolean;
        int64_t integer; /* INTEGER: wrapped to 64 bits, by the type's signedness */
        double real;
        grn_str text; /* STRING (unescaped), SYMBOL, OPAQUE (with its '#') */
        const grn_type *type_value;
        struct {
            size_t count;
            const grn_attr *const *items;
        } array;
        /* in order of writing; and sorted, by grn_attr_make */
        struct {
            size_t count;
            const grn_named_attr *items, *by_name;
        } dict;
        struct {
            size_t count;
            const void *data;
        } dense_array;                     /* compact elements of type->dtype */
        const grn_attr_elements *elements; /* never NULL */
        struct {
            const grn_struct_def *def;
            const struct grn_field *fields;
        } record; /* one per def field, in def order */
        struct {
            const grn_enum_def *def;
            int32_t value;
            bool bare;
        } enumeration;                       /* bare: written #dialect<name KEYWORD> */
        const struct grn_location *location; /* never NULL */
    };
    /* Filled by grn_attr_make. `dims`: the integers grn_op_dims answers, a splat written out. */
    bool is_dims;
    size_t ndims;
    const int64_t *dims;
    uint32_t parts, depth; /* as a type's */
};

/* The origin of an op or a value: the locations of MLIR's builtin dialect (location.c). */
typedef enum grn_location_form {
    GRN_LOCATION_UNKNOWN,
    GRN_LOCATION_FILE, /* "file":line:column, or a range of them */
    GRN_LOCATION_NAME, /* "name", or "name"(location) */
    GRN_LOCATION_CALL, /* callsite(callee at caller) */
    GRN_LOCATION_FUSED /* fused<metadata>[location, ...] */
} grn_location_form;
enum { GRN_LOCATION_NUMBERS = 4 };
typedef struct grn_location {
    grn_location_form form;
    grn_str text; /* FILE: the file; NAME: the name */
    /* FILE: `nnumbers` of line and column; for a range within a line also the end's column, for
     * another range the end's line and column. */
    int nnumbers;
    uint32_t number[GRN_LOCATION_NUMBERS];
    size_t count;
    const grn_attr *const *of; /* NAME: none or one; CALL: callee, caller; FUSED: any number */
    const grn_attr *metadata;  /* FUSED; NULL: none */
} grn_location;

/* A value of one field of a STRUCT attribute. */
typedef struct grn_field {
    bool present;
    size_t count; /* 1 for a single dim, 0 for a value */
    const int64_t *v;
    const grn_attr *value; /* of a VALUE that is present */
} grn_field;

typedef enum grn_field_kind {
    GRN_FIELD_DIMS, /* [1, 2] */
    GRN_FIELD_DIM,  /* 1 */
    GRN_FIELD_VALUE /* any attribute: f32, true, @name, 1.0, #other<..> */
} grn_field_kind;

/* The syntax of a STRUCT attribute between its brackets. */
typedef enum grn_struct_style {
    /* StableHLO's dimension numbers, `offset_dims = [..], index_vector_dim = 1`: any order,
     * trailing comma ok; printed in the order of the fields, empty lists and zero dims left out. An
     * unknown key is the error "expected one of: `a`, `b`", a repeated one "duplicated `a` entry",
     * followed by `failure`. */
    GRN_STRUCT_KEYED,
    GRN_STRUCT_POSITIONAL, /* "16, ?": one unnamed DIMS field where "?" is GRN_DYNAMIC */
    GRN_STRUCT_PARAMS,     /* MLIR's struct(params), `handle = 0, type = 1`: any order; all but optional ones needed */
    GRN_STRUCT_SEQUENCE,   /* the same, all, in the order of the fields */
    GRN_STRUCT_OWN         /* by the definition's `parse` and `write` */
} grn_struct_style;

typedef struct grn_field_def {
    const char *name;
    grn_field_kind kind;
    bool optional;     /* PARAMS: may be absent */
    const char *class; /* PARAMS, SEQUENCE: the class of a VALUE in upstream's messages; NULL: they name none */
} grn_field_def;
#define GRN_FIELD(name, kind)               \
    {                                       \
        name, GRN_FIELD_##kind, false, NULL \
    }
/* A VALUE that is a float. */
#define GRN_FIELD_CLASS_FLOAT "::llvm::APFloat"
#define GRN_FIELD_FLOAT(name)                               \
    {                                                       \
        name, GRN_FIELD_VALUE, false, GRN_FIELD_CLASS_FLOAT \
    }
#define GRN_FIELD_TYPE(name)                 \
    {                                        \
        name, GRN_FIELD_VALUE, false, "Type" \
    }
#define GRN_FIELD_MAYBE(name, kind)        \
    {                                      \
        name, GRN_FIELD_##kind, true, NULL \
    }
#define GRN_FIELDS_END                    \
    {                                     \
        NULL, GRN_FIELD_DIMS, false, NULL \
    }
struct grn_struct_def {
    const char *name;    /* "stablehlo.gather" */
    const char *attr;    /* PARAMS, SEQUENCE: its class in upstream's messages; NULL: they list none */
    const char *failure; /* "failed parsing gather dimension numbers attribute"; NULL: no second message */
    grn_struct_style style;
    const grn_field_def *fields; /* ends with name NULL */
    /* OWN. parse: behind the opening bracket, up to and with the closing one; *fields, one per
     * field, begin absent. write: what is between the brackets (ir/write.h). */
    grn_status (*parse)(struct grn_parser *p, grn_field *fields);
    void (*write)(struct grn_writer *w, const grn_attr *attr);
    /* OWN: without brackets of its own, `#dialect<name..>`, whose closing bracket is the one that
     * `parse` reads. */
    bool bare;
    /* Whether an attribute may have these fields, with every field that is required; if not, the
     * reason. NULL: it may. */
    bool (*fits)(const grn_field *fields, char *wrong, size_t wrong_bytes);
    const grn_struct_def *meant; /* another definition, of as many fields, that the attribute becomes; NULL: itself */
    /* Whether it may be the encoding of this tensor type, which has none yet; if not, the reason.
     * NULL: it may. */
    bool (*fits_tensor)(const grn_attr *encoding, const grn_type *tensor, char *wrong, size_t wrong_bytes);
};
struct grn_enum_def {
    const char *name;           /* "stablehlo.comparison_direction" */
    const char *const *keyword; /* NULL-terminated; the value is the position */
    /* what upstream's messages call the type of its values and the attribute; NULL: `name` */
    const char *type, *attr;
    bool dotted; /* grn_attr_enum makes #dialect.name<KEYWORD>, not #dialect<name KEYWORD> */
    /* not 0: its values are no attributes of their own but integers of so many bits, as those of
     * upstream's I32EnumAttr and I64EnumAttr are */
    uint32_t width;
};

/* Constructors; contents are copied into the arena. NULL: memory refused. */
/* shallow copy of an already arena-owned payload */
const grn_attr *grn_attr_make(grn_ir *ir, const grn_attr *description);
const grn_attr *grn_attr_integer(grn_ir *ir, const grn_type *type, int64_t value);
const grn_attr *grn_attr_bool(grn_ir *ir, bool value);
const grn_attr *grn_attr_string(grn_ir *ir, grn_str text);
const grn_attr *grn_attr_symbol(grn_ir *ir, grn_str name);
const grn_attr *grn_attr_unit(grn_ir *ir);
const grn_attr *grn_attr_type(grn_ir *ir, const grn_type *type);
const grn_attr *grn_attr_dense_i64(grn_ir *ir, size_t count, const int64_t *v);
const grn_attr *grn_attr_enum(grn_ir *ir, const grn_enum_def *def, int32_t value);
const grn_attr *grn_attr_float(grn_ir *ir, const grn_type *type, double value);
const grn_attr *grn_attr_array(grn_ir *ir, size_t count, const grn_attr *const *items); /* items are copied */
/*
 * affine_map<(d0, d1) -> (d1, 0)>: a map whose results are dimensions and constants. Others, and
 * layouts, stay OPAQUE attributes that only show their text (layout.c). nresults and ndims are at
 * most GRN_MAX_RANK.
 */
typedef struct grn_affine_map {
    int32_t ndims, nresults;
    bool is_constant[GRN_MAX_RANK];
    int64_t result[GRN_MAX_RANK]; /* the dimension's number, or the constant */
} grn_affine_map;
/* False: another kind of attribute or of map. */
bool grn_affine_map_read(const grn_attr *attr, grn_affine_map *out);
/* An OPAQUE attribute in MLIR's own spelling. NULL: memory refused. */
const grn_attr *grn_attr_affine_map(grn_ir *ir, const grn_affine_map *map);
/* The dimensions, each at its place. */
const grn_attr *grn_attr_identity_map(grn_ir *ir, int32_t rank);
bool grn_affine_map_is_identity(const grn_affine_map *map);
/* strided<[2, ?], offset: 1>, of at most GRN_MAX_RANK strides. False: another kind of attribute. */
bool grn_strided_read(const grn_attr *attr, int32_t *count, int64_t *strides, int64_t *offset);
/* A location, simplified as by MLIR's constructors: a fused location is flattened, without
 * repetitions and without unknown parts. Text and lists are copied; the attributes are not. NULL:
 * memory refused, or over a limit. */
const grn_attr *grn_attr_location(grn_ir *ir, const grn_location *description);
static inline bool grn_location_is_known(const grn_attr *a) { return a && a->location->form != GRN_LOCATION_UNKNOWN; }
/* Whether place a stands before place b in the text. */
static inline bool grn_place_before(grn_place a, grn_place b)
{
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}
/* The first file that a location names, the callee's before the caller's; NULL: none. */
const grn_location *grn_location_file(const grn_attr *a);
/* The first name on the way there; NULL: none. */
const grn_location *grn_location_name(const grn_attr *a);
/* For a person: `"jit(f)/gather" at train.py:12:4, called from run.py:3:1`. Answers what the sink
 * answers. */
grn_status grn_location_write(const grn_attr *a, const grn_sink *sink);
bool grn_attr_equal(const grn_attr *a, const grn_attr *b);
/* Equal attributes have equal hashes, also those of two modules. */
uint64_t grn_attr_hash(const grn_attr *attr);
/*
 * Writes any attribute as MLIR does: `1 : i64`, `true`, `unit`, "text", @a::@b, [..], {a = 1 : i32,
 * b}, array<i64: 1>, dense<..> : T (hex over 100 elements), #dialect.name<..>; opaque ones
 * verbatim. with_type false leaves out a trailing ` : T`. Answers what the sink answers.
 */
grn_status grn_attr_write(const grn_attr *attr, bool with_type, const grn_sink *sink);
grn_status grn_attr_write_struct(const grn_attr *attr, const grn_sink *sink); /* a STRUCT attribute: `<..>` alone */
/* Parts of the same: "text" quoted and escaped; @name, quoted unless an identifier ("a::b" in
 * `name` stays one name); a bare identifier or else a quoted string, as a dictionary's key. */
grn_status grn_string_write(grn_str text, const grn_sink *sink);
grn_status grn_symbol_write(grn_str name, const grn_sink *sink);
grn_status grn_key_write(grn_str name, const grn_sink *sink);

/* ---- structure ------------------------------------------------------------------------------- */

struct grn_value {
    const grn_type *type;
    grn_op *def;      /* NULL for a block argument */
    grn_block *block; /* of a block argument */
    uint32_t index;   /* which result, which argument */
    uint32_t uses;
    uint32_t slot; /* numbered within its function by grn_region_number_values: a frame's value index */
    /* the last op of this value's own block that uses it, itself or in its regions
     * (grn_region_last_uses) */
    grn_op *last_use;
    grn_value *forward; /* during a rewrite: the value that replaces it (grn_value_now) */
    grn_str name;       /* as written, without %, "" if generated */
    grn_place place;
    const grn_attr *location; /* of a block argument, as an op's */
};

struct grn_op {
    const grn_op_def *def;
    grn_str name; /* def's, or as written for an unregistered op */
    grn_str from; /* during a rewrite: the op of the program before it that this one replaces; else empty */
    grn_place place;
    size_t nattrs, noperands, nresults, nregions, nsuccessors;
    grn_named_attr *attrs; /* all, inherent ones included */
    size_t nproperties;    /* of an op without a row: so many of the first were written <{..}> */
    grn_value **operands;
    grn_value *results;
    grn_region *regions;
    grn_block **successors;
    grn_block *block; /* parent; NULL for the top */
    grn_op *next, *prev;
    uint32_t order;                /* position in its block, kept by grn_block_append; the verifier compares them */
    uint32_t attrs_room;           /* entries `attrs` has place for, kept by grn_op_set_attr */
    const struct grn_chain *chain; /* the element-wise ops it runs together with: the interpreter's; NULL: none */
    /* the cost of a run of it, as far as the module shows it: the interpreter's, as are the next
     * two */
    uint64_t steps;
    bool steps_vary;                        /* ... its operands add to it */
    bool covers_makes;                      /* ... the elements of the tensors it makes are among them */
    const struct grn_symbol_index *symbols; /* of a symbol table, once grn_op_index_symbols made it; else NULL */
    size_t nslots;                          /* of a function: how many values its regions number */
    const grn_attr *location;               /* a written loc(...), the op's origin; NULL if none */
    bool is_replaced; /* during a rewrite: by the ops before it, though it has no results that say so */
};

struct grn_block {
    size_t nargs;
    grn_value *args; /* array in the arena */
    grn_op *first, *last;
    grn_region *region;
    grn_block *next;
    uint32_t order; /* position in its region, kept by grn_region_add_block */
    grn_place place;
    grn_str name; /* "bb0" */
};

struct grn_region {
    grn_block *first, *last;
    grn_op *parent;
};

/* A module and what it owns. `top` is the builtin.module (a wrapping one is made when the text has
 * none). */
/* A comment: what begins with two slashes, without the newline. */
typedef struct grn_comment {
    uint32_t line;
    bool is_alone; /* on its line */
    grn_str text;
} grn_comment;

/* Rows of a dialect by name, open addressing. */
typedef struct grn_row_table {
    const char *const **slots; /* rows, whose first member is their name; NULL until one of them is looked up */
    size_t room;
} grn_row_table;

struct grn_ir {
    grn_arena arena;
    const grn_allocator *allocator;
    const grn_dialect *const *dialects; /* NULL-terminated */
    grn_row_table *op_tables;           /* one for each dialect; see grn_ir_find_op */
    grn_row_table *import_tables;       /* the same of import patterns, which src/convert knows */
    const grn_type **type_table;
    size_t type_table_size, type_count;
    grn_op *top;
    bool top_is_implicit;
    bool has_locations;        /* a location other than unknown was read or made */
    grn_named_attr *resources; /* every {-# #-} dense_resource blob, ELEMENTS or OPAQUE, kept for printing */
    size_t nresources;
    const struct grn_comment *comments; /* of the text, in its order, where they are kept */
    size_t ncomments;
    grn_str other_resources; /* verbatim text of other resource sections */
    const grn_limit *over;   /* the limit for which the last constructor answered NULL; NULL: memory was refused */
    uint64_t seen;           /* what was over it */
};

/* After a constructor has answered NULL: reports at `place` the limit that it hit (GRN_E_LIMIT), or
 * that memory was refused for `doing` (GRN_E_MEMORY). */
grn_status grn_ir_refused(const grn_ir *ir, const grn_diag *diag, grn_place place, const char *doing) GRN_COLD;
/* For constructors: whether `seen` keeps within the limit; else it is kept for the message. */
bool grn_ir_within(grn_ir *ir, const grn_limit *limit, uint64_t seen);

/* Fills an empty module. GRN_E_MEMORY. Destroy with grn_ir_destroy in every case. */
grn_status grn_ir_init(grn_ir *ir, const grn_dialect *const *dialects, const grn_allocator *allocator);
void grn_ir_destroy(grn_ir *ir);
/* The dialect that a name with a dialect in front belongs to; NULL: none that is registered. */
const grn_dialect *grn_dialect_of(const grn_ir *ir, grn_str name);
/* The words of an op's dialect for its gather or scatter; an op without a dialect's name in front
 * is searched for in all of them. NULL: those of the StableHLO specification. */
const grn_access_words *grn_access_words_of(const grn_ir *ir, grn_str op);
/* The same, with the StableHLO specification's words where the dialect has none: of dimension,
 * operand, indices and updates. */
grn_access_words grn_access_words_for(const grn_ir *ir, grn_str op, bool is_scatter);
/* Which of ir->dialects grn_dialect_of answers; the place of the NULL behind them: none. */
size_t grn_dialect_number(const grn_ir *ir, grn_str name);
/*
 * The row of this name in an array of rows of `row_bytes`, each of which begins with its name; the
 * last row's is NULL. Of two rows of one name the first is meant. The rows are entered into `table`
 * when one of them is first looked up. NULL: there is none.
 */
const void *grn_row_find(grn_ir *ir, grn_row_table *table, const void *rows, size_t row_bytes, grn_str name);
const grn_op_def *grn_ir_find_op(grn_ir *ir, grn_str name); /* by its name or a spelling of it; NULL: not registered */
/* The row whose name is nearest to one that no row has; NULL: none is near. */
const char *grn_ir_nearest_op(const grn_ir *ir, grn_str name);
/* Whether fewer than *best changed letters make `word` of `meant`; *best is then their number.
 * Words of over 60 letters are near to none. */
bool grn_is_nearer(grn_str meant, grn_str word, unsigned *best);
const grn_dialect *grn_ir_find_dialect(const grn_ir *ir, grn_str name);
/* `stablehlo.add` for `mhlo.add`, in `buffer`: a name with a dialect in front that spells another.
 * The name itself: it does not, or is too long for the buffer. */
#define GRN_SPELLED_BYTES 256
grn_str grn_ir_spelled(const grn_ir *ir, grn_str name, char buffer[GRN_SPELLED_BYTES]);
/* The row's name that `name` is another spelling of; NULL if it is none. */
const char *grn_ir_meant(const grn_ir *ir, grn_str name);
const grn_struct_def *grn_ir_find_struct(const grn_ir *ir, grn_str name);
const grn_enum_def *grn_ir_find_enum(const grn_ir *ir, grn_str name);

/* Looks an attribute up by name; NULL if absent. */
const grn_attr *grn_op_attr(const grn_op *op, const char *name);
/* The attribute of argument or result `i` of a function under a name, `list` "arg_attrs" or
 * "res_attrs"; NULL: none. */
const grn_attr *grn_op_value_attr(const grn_op *function, const char *list, size_t i, const char *name);
/* A dims-like attribute (array<i64>, dense<..> tensor of ints, [1 : i64], struct field) as int64s,
 * row-major. False: absent or of another kind. `*v` may be NULL when the count is 0. grn_attr_make
 * writes out what is not plain int64s (splats, other widths) for up to GRN_MAX_DIMS_ELEMENTS
 * elements, or GRN_MAX_DIMS_OF_SPLAT of a splat or a resource, whose text does not grow with them;
 * so this never allocates. Larger ones answer false unless their data already is compact i64. A
 * name "record.field" finds a field of a STRUCT attribute. */
#define GRN_MAX_DIMS_ELEMENTS 4096
#define GRN_MAX_DIMS_OF_SPLAT 128 /* two per dim of a tensor, twice over */
bool grn_op_dims(const grn_op *op, const char *name, size_t *count, const int64_t **v);
/* Field of a STRUCT attribute; absent field: count 0 (DIMS), one 0 (DIM), or NULL (VALUE). */
grn_field grn_attr_field(const grn_attr *record, const char *name);
int64_t grn_op_integer(const grn_op *op, const char *name, int64_t absent);
bool grn_op_flag(const grn_op *op, const char *name, bool absent); /* bool or unit */
/* attribute `name` is there, with the value that its row has as the default */
bool grn_op_has_default(const grn_op *op, grn_str name);
static inline const grn_type *grn_operand_type(const grn_op *op, size_t i) { return op->operands[i]->type; }
static inline const grn_type *grn_result_type(const grn_op *op, size_t i) { return op->results[i].type; }

/* The op of symbol `name` directly inside the symbol table op `table`; NULL if none. */
grn_op *grn_ir_find_symbol(const grn_op *table, grn_str name);
/* Makes grn_ir_find_symbol take constant time for `table`; without it each call walks the table. To
 * be called when the table is complete, for every op with GRN_TRAIT_SYMBOL_TABLE. Of two symbols of
 * one name the first counts. False: memory refused. */
bool grn_op_index_symbols(grn_ir *ir, grn_op *table);
/* The op behind `op` in a walk over `root` and all ops within, each before those within it, in the order of the text;
 * NULL behind the last. The walk ends well if regions of root are not changed on the way. */
grn_op *grn_op_next_in(const grn_op *op, const grn_op *root);
/* The op enclosing `op`, NULL for the top. */
grn_op *grn_op_parent(const grn_op *op);
/* The closest enclosing symbol table. */
grn_op *grn_op_symbol_table(const grn_op *op);
grn_op *grn_block_terminator(const grn_block *b); /* the last op, NULL if empty */

/* For readers, once the module stands: values get their slots, symbol tables their index. False:
 * memory refused. */
bool grn_ir_complete(grn_ir *ir);
/* Sets value->last_use for every value in `op`'s regions, however deep; linear. Call once, when the
 * module is complete. */
void grn_op_last_uses(grn_op *op);

/* ---- definition rows ------------------------------------------------------------------------- */

/* A set of types with the name upstream gives it in messages. A dialect's own sets are rows too. */
typedef struct grn_type_class {
    const char *text; /* "ranked tensor of ... values": what follows "must be " */
    bool (*matches)(const grn_type *type);
} grn_type_class;

typedef enum grn_how_many { GRN_ONE, GRN_OPTIONAL, GRN_VARIADIC } grn_how_many;

/* An operand or result as the row declares it. At most one group per list is not GRN_ONE, unless
 * the op's verify splits them. */
typedef struct grn_port {
    const char *name;
    const grn_type_class *type;
    grn_how_many how_many;
} grn_port;

/* The values that an attribute may have; rows, since dialects add kinds. */
typedef struct grn_attr_class {
    const char *text; /* "i64 dense array attribute": what follows "failed to satisfy constraint: " */
    bool (*matches)(const grn_attr *attr);
} grn_attr_class;
/* "i64 dense array attribute": array<i64>, or legacy dense<> of i64 */
extern const grn_attr_class grn_attr_is_dims;
extern const grn_attr_class grn_attr_is_i64;          /* "64-bit signless integer attribute" */
extern const grn_attr_class grn_attr_is_bool;         /* "bool attribute" */
extern const grn_attr_class grn_attr_is_unit;         /* "unit attribute" */
extern const grn_attr_class grn_attr_is_string;       /* "string attribute" */
extern const grn_attr_class grn_attr_is_symbol;       /* "flat symbol reference attribute" */
extern const grn_attr_class grn_attr_is_type;         /* "any type attribute" */
extern const grn_attr_class grn_attr_is_elements;     /* "constant vector/tensor attribute" */
extern const grn_attr_class grn_attr_is_i64_elements; /* "64-bit signless integer elements attribute" */
extern const grn_attr_class grn_attr_is_array;        /* "array attribute" */
extern const grn_attr_class grn_attr_is_any;          /* "any attribute" */
extern const grn_attr_class grn_attr_is_f64;          /* "64-bit float attribute" */

/*
 * Whether MLIR's class of the attribute can hold `a`, even if the constraint rejects it: for an
 * i64, an i32 can be held, a string cannot. The answer is found from the simplest attributes of
 * each kind that the class matches, and from the records of `dialect`, which may be NULL. For
 * elements there is no answer: true.
 */
bool grn_attr_class_holds(const grn_attr_class *class, const struct grn_dialect *dialect, const grn_attr *a);

typedef enum grn_need { GRN_REQUIRED, GRN_OPTIONAL_ATTR } grn_need;

typedef struct grn_attr_def {
    const char *name;
    const grn_attr_class *type;
    grn_need need;
    const grn_enum_def *enumeration; /* for enum attributes: how `$name` in a format reads a bare keyword */
    const grn_struct_def *record;
} grn_attr_def;

/* An attribute that the pretty form leaves out where it has this value, as upstream does with what
 * it declares a default of. */
typedef struct grn_attr_default {
    const char *name;
    bool (*is_it)(const grn_attr *value);
} grn_attr_default;

/* A relation between values, or lists among the attributes, of an op, as upstream declares it:
 * "failed to verify that all of {operand, result} have same element type". */
typedef enum grn_likeness { GRN_SAME_ELEMENT_TYPE, GRN_SAME_TYPE, GRN_SAME_RANK, GRN_SAME_SIZE } grn_likeness;
typedef struct grn_relation {
    const char *names; /* "operand, result": of single ports in front of any group; of lists for GRN_SAME_SIZE */
    grn_likeness likeness;
    const char *rule; /* its number; NULL: none */
} grn_relation;
#define GRN_RELATIONS_END         \
    {                             \
        NULL, GRN_SAME_TYPE, NULL \
    }

/* Properties that an op may rely on; checked or used by the layer that is named. */
enum {
    GRN_TRAIT_TERMINATOR = 1 << 0,       /* verifier: last in its block */
    GRN_TRAIT_SYMBOL = 1 << 1,           /* has sym_name; unique in its symbol table */
    GRN_TRAIT_SYMBOL_TABLE = 1 << 2,     /* its region is one */
    GRN_TRAIT_ISOLATED = 1 << 3,         /* its regions use no value from outside */
    GRN_TRAIT_SAME_ARGUMENTS = 1 << 4,   /* printer: the arguments of its regions are written once, for all of them */
    GRN_TRAIT_PURE = 1 << 5,             /* no effect but its results */
    GRN_TRAIT_SINGLE_BLOCK = 1 << 6,     /* each region has exactly one block (may be checked as upstream words it) */
    GRN_TRAIT_NO_TERMINATOR = 1 << 7,    /* its region's block needs none (builtin.module) */
    GRN_TRAIT_IMPLICIT_CAPTURE = 1 << 8, /* documentation: region may use outer values */
    /* printer: generic form with {...}, not <{...}>, as ops declared by IRDL want it */
    GRN_TRAIT_PLAIN_ATTRS = 1 << 9,
    /* interpreter: results are constants or views of operands, nothing is written over */
    GRN_TRAIT_VIEW = 1 << 10,
    GRN_TRAIT_SAME_ORDER = 1 << 11, /* interpreter: its result is its only operand's elements, in the same order */
    /* printer: its own syntax even in generic form, unless its regions are spelled out */
    GRN_TRAIT_SHORT = 1 << 12
};

struct grn_parser;
struct grn_printer;
struct grn_element;
struct grn_bound_element;
struct grn_exec;
struct grn_tile_arguments;

/* The cost of a run of the op in steps (garner/module.h, max_steps), beyond the cost of every op:
 * 1, its operands and results, and the elements of the tensors it makes. Element-wise ops, gathers
 * and scatters have costs of their own. */
typedef enum grn_work {
    GRN_WORK_LINEAR, /* the elements of its operands; its eval charges what else it does (exec->charge) */
    GRN_WORK_OWN     /* nothing: it makes views, runs regions or functions, or its eval charges all it reads */
} grn_work;

/* The result of inference: up to `count` result types. */
typedef struct grn_inferred {
    size_t count;
    const grn_type **types; /* arena array */
} grn_inferred;

/* The numbers of the rules on results' shapes and on their elements; NULL: the types as a whole, or
 * under many numbers. */
typedef struct grn_result_rules {
    const char *shape, *element;
} grn_result_rules;

/* What a verifier may use: messages at the op's place, and memory that is freed after the check. */
typedef struct grn_check {
    grn_ir *scratch; /* a throw-away interner for inferred types */
    const grn_diag *diag;
    bool allow_nonunique_scatter; /* as grn_verify_options has it */
} grn_check;

/*
 * One canonical access an op stands for, over actual tensors. A converter passes tensors whose
 * `data` is NULL, unless they are constant: a row that has to read one answers GRN_E_UNSUPPORTED,
 * reported (grn_spec_needs).
 */
#define GRN_INDICES_INLINE SIZE_MAX /* the last operands, one scalar per dimension: inline_index, 0 where not known */
#define GRN_OPERAND_MADE \
    (SIZE_MAX - 2) /* of as_access: what a scatter writes to is no operand, but as result_shape says */
#define GRN_INDICES_MADE (SIZE_MAX - 1) /* of as_access: by the op's eval, of several operands */
typedef enum grn_access_kind { GRN_ACCESS_GATHER, GRN_ACCESS_SCATTER } grn_access_kind;
typedef struct grn_access {
    grn_access_kind kind;
    union {
        grn_gather_spec gather;
        grn_scatter_spec scatter; /* combiner REGION: the op's region 0 decides; the interpreter binds it */
    };
    size_t operand,
        ninputs; /* operand numbers: the gather's operand, or the first of the scatter's inputs; or GRN_OPERAND_MADE */
    size_t updates;         /* first updates operand of a scatter */
    grn_tensor indices;     /* of operand `indices_operand`, or over `inline_index` */
    size_t indices_operand; /* or GRN_INDICES_INLINE, GRN_INDICES_MADE */
    int64_t inline_index[GRN_MAX_RANK];
    bool cut_updates; /* scatter: only the leading update_shape of each updates is read */
    int64_t update_shape[GRN_MAX_RANK];
    /* scatter, of as_access alone: each updates is broadcast to update_rank extents,
     * update_shape */
    bool spread_updates;
    int32_t update_rank;
    grn_dtype
        /* scatter: updates are accumulated in this dtype and each element is rounded once;
         * GRN_NO_DTYPE: in their own */
        accumulate;
    int32_t result_rank; /* shape of a gather's result, or of a scatter's input that is GRN_OPERAND_MADE */
    int64_t result_shape[GRN_MAX_RANK];
} grn_access;

/* The bag, or the reduction over segments, that an op's eval runs as a whole, over tensors that need no data: those of
 * its operands, and `made`, its result. Not to be copied. */
typedef struct grn_grouping {
    bool is_bag;
    grn_bag_spec bag;
    grn_bag_tensors bag_tensors;
    grn_segment_spec segments;
    grn_segment_tensors segment_tensors;
    grn_tensor made;
} grn_grouping;

/*
 * That an op reads or writes a subset of a tensor or buffer, and the operands and attributes that
 * describe it (the RFC's SubsetOpInterface). subset.h compares two subsets. A read gives the subset
 * as result 0. A write of a tensor gives the container with the subset replaced, of the container's
 * type.
 */
typedef enum grn_subset_access { GRN_SUBSET_NONE, GRN_SUBSET_READS, GRN_SUBSET_WRITES } grn_subset_access;
typedef enum grn_subset_form {
    /* `where` names lists of offsets, sizes and strides, whose operands follow each other from
     * `place` on */
    GRN_SUBSET_SLICE,
    GRN_SUBSET_VECTORS, /* `where` names the dims that operand `place` has coordinates along, in its last dimension */
    GRN_SUBSET_ELEMENT  /* an element whose index the operands from `place` on are; `where` is empty */
} grn_subset_form;
typedef struct grn_subset {
    grn_subset_access access;
    grn_subset_form form;
    size_t container;         /* operands */
    size_t written;           /* of a write: the subset's elements */
    size_t place;             /* the first of the operands that describe the subset */
    const char *const *where; /* ends with NULL */
    const char *distinct;     /* of a write: a unit attribute without which elements may meet; NULL: they never do */
} grn_subset;

extern const char *const grn_subset_nowhere[]; /* of an element */

struct grn_op_def {
    const char *name;    /* "stablehlo.gather" */
    uint16_t number;     /* its place in the lists of ops (dialects/common/ops.h); 0: none has it */
    const char *summary; /* what it does, in a line, for a person */
    const char *source;  /* document, section: "StableHLO spec, gather, C1-C23" */
    /* Pretty syntax after the op's name, read by parser and printer alike (text.h lists the
     * directives); NULL: generic form only, unless parse and print are given. */
    const char *format;
    /* The same by the names of ports, as MLIR's declarative formats have it (text.h); instead of
     * `format`. */
    const char *assembly;
    const grn_port *operands; /* NULL: none; ends with name NULL */
    const grn_port *results;
    const grn_attr_def *attrs;        /* ends with name NULL */
    const grn_attr_default *defaults; /* NULL: none; ends with name NULL */
    const grn_relation *relations;    /* NULL: none; ends with names NULL */
    /* "cond, body": regions of one block each, the last name for all that follow; NULL: not so */
    const char *regions;
    /* of GRN_TRAIT_SINGLE_BLOCK: the op that ends its regions; NULL: any terminator */
    const char *terminator;
    int nregions; /* -1: any number */
    uint32_t traits;
    /* Custom syntax where no format can express it. parse: after the op's name was read. */
    grn_status (*parse)(struct grn_parser *p, grn_op *op);
    grn_status (*print)(struct grn_printer *p, const grn_op *op);
    /* Rules. Each returns GRN_OK or emits at op->place and returns GRN_E_VERIFY. Order in the
     * verifier: classes of attributes, counts, missing attributes, operand types, result types,
     * relations, regions, traits, verify, regions' ops, terminators, infer against the written
     * types, verify_regions. */
    grn_status (*verify)(const grn_op *op, grn_check *check);
    grn_status (*infer)(const grn_op *op, grn_check *check, grn_inferred *out);
    grn_result_rules result_rules; /* which of its rules the written types break where they are not the inferred ones */
    grn_status (*verify_regions)(const grn_op *op, grn_check *check);
    /* Meaning: exactly one of to_spec, element, element_of, eval; or `no_meaning` says why there is
     * none. */
    grn_status (*to_spec)(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out);
    const struct grn_element *element;                         /* element-wise: the function of one element */
    const struct grn_element *(*element_of)(const grn_op *op); /* the same, chosen by an attribute */
    grn_status (*eval)(struct grn_exec *exec, const grn_op *op);
    const char *no_meaning;
    /* Beside to_spec: the same of memrefs, where the op has no results and writes into its
     * destinations. NULL: it is none of memrefs. */
    grn_status (*in_memory)(struct grn_exec *exec, const grn_op *op);
    /* For an op whose eval runs it as a gather or scatter of the program's indices (exec->gather,
     * exec->scatter): its spec, for code that inspects a program without running it. Of an eval
     * with several accesses, it is the one that moves the op's values. Indices that the eval makes
     * have no data, and indices_operand is GRN_INDICES_MADE. NULL: no such op. */
    grn_status (*as_access)(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_access *out);
    /* For an op whose eval runs a bag or a reduction over segments (exec->bag, exec->segments): which.
     * NULL: no such op. */
    grn_status (*as_grouping)(const grn_op *op, const grn_tensor *operands, const grn_diag *diag, grn_grouping *out);
    grn_work work; /* of its eval; a row of GRN_TRAIT_VIEW does none */
    grn_subset subset;
    /* Beside its eval, of an op without operands: its result counts from 0 along this dimension,
     * -1: it does not. The op may be malformed. NULL: no such op. */
    int32_t (*counts_along)(const grn_op *op);
};

/* Another name that text may have for an op; the op's own is printed. */
typedef struct grn_spelling {
    const char *written; /* "tcp.broadcast_to"; without a dialect where a document writes it so */
    const char *meant;   /* a row's name */
} grn_spelling;

struct grn_dialect {
    const char *name; /* "stablehlo" */
    /* NULL-terminated list of tables, a table per family; each ends with name NULL */
    const grn_op_def *const *ops;
    bool has_bare_names;                  /* of its rows some are named without the dialect in front */
    const grn_struct_def *const *structs; /* NULL-terminated, may be NULL */
    const grn_enum_def *const *enums;
    const grn_spelling *spellings; /* may be NULL */
    /* Another dialect, whose ops, attributes and types may be written with this one's name in front
     * of theirs; NULL: none. */
    const char *spells;
    const grn_access_words *words; /* of its gathers and scatters; NULL: those of the StableHLO specification */
    /* The ranked tensor type an opaque type's text stands for; NULL: none. May be NULL. */
    const grn_type *(*tensor_type)(grn_ir *ir, grn_str text);
    /* An opaque type's text as the dialect prints it, at the end of `out`, a grn_vec of bytes, so
     * that two spellings are one type; for texts that begin with wide_types. False: memory was
     * refused. May be NULL: a text stays as it is written. */
    bool (*type_text)(grn_str text, grn_vec *out);
    /* The beginning of the dialect's types, a "!", its name and a dot, where its calls take more
     * types than its rows do. May be NULL. */
    const char *wide_types;
    /* The arguments of an op for an account on tiles; NULL: its ops have none. May be NULL. */
    void (*tile_arguments)(const grn_op *op, struct grn_tile_arguments *out);
    /* The rule for an attribute whose name begins with the dialect's and a dot, on an op of any
     * dialect (MLIR's verifyOperationAttribute). May be NULL. */
    grn_status (*verify_attr)(const grn_op *op, const grn_named_attr *attr, grn_check *check);
    /* The same of one on argument or result `i`, of type `type`, of a function
     * (verifyRegionArgAttribute, verifyRegionResultAttribute). May be NULL. */
    grn_status (*verify_value_attr)(const grn_op *op, const grn_named_attr *attr, bool is_result, size_t i,
                                    const grn_type *type, grn_check *check);
    /* How an op of the dialect that has no row may be written beside the generic form: a row of
     * which `assembly` and ports count and nothing else. Such an op is kept where unregistered ones
     * are allowed; it does not run. NULL: in no way. */
    const grn_op_def *uniform;
    /* The message about `#name.x` that is none of its attributes, and about `!name.x` that is none
     * of `types`, up to the x; NULL, or where unregistered ops are allowed: they are kept as
     * written. */
    const char *no_attr, *no_type;
    const char *const *types; /* NULL-terminated */
    /* GRN_E_PARSE: something is wrong with the text of one of these types, and `message` gets what
     * the parser says at the type's `<`. GRN_OK: nothing is, or the text is no list of types.
     * GRN_E_MEMORY. May be NULL. */
    grn_status (*type_fault)(grn_ir *ir, grn_str text, char *message, size_t bytes);
    /* translation of its programs to others: defined and read above this layer; may be NULL */
    const grn_translation *translation;
};

/* ---- verifier (verify.c) --------------------------------------------------------------------- */

typedef struct grn_verify_options {
    bool allow_unregistered;
    bool allow_nonunique_scatter; /* a scatter whose dialect demands distinct indices may come without that promise */
    bool first_of_block;          /* ops behind one that fails are not looked at, but for functions: MLIR does so */
} grn_verify_options;

/* Verifies `op` and all within. Emits every independent failure (one per op at most, all unless
 * first_of_block), answers GRN_E_VERIFY if any. */
grn_status grn_verify(const grn_ir *ir, const grn_op *op, const grn_verify_options *options, const grn_diag *diag);

/*
 * The types of an op's results by its row, made in `ir` itself: for code that builds ops it does
 * not know. The op's attributes and operands are checked as by the verifier. Its results must have
 * types already, which a row may read where nothing else gives a shape. The op need not be in a
 * block. GRN_E_VERIFY, GRN_E_MEMORY; GRN_E_UNSUPPORTED: the row infers none.
 */
grn_status grn_op_infer(grn_ir *ir, const grn_op *op, const grn_diag *diag, grn_inferred *out);

/* The three words of a symbol's visibility; the message about another. */
bool grn_is_visibility(grn_str word);
grn_status grn_bad_visibility(const grn_op *op, const grn_check *check, grn_str word);

/* Emits at the op's place, GRN_E_VERIFY. _plain: the text as given. _op: prefixed "'dialect.op' op
 * ". */
grn_status grn_op_fail_plain(const grn_op *op, const grn_check *check, const char *format, ...) GRN_PRINTF(3, 4);
grn_status grn_op_fail(const grn_op *op, const grn_check *check, const char *format, ...) GRN_PRINTF(3, 4);
/* A note with the rule's number: "rule C21 of the StableHLO spec, gather". */
void grn_op_rule(const grn_op *op, const grn_check *check, const char *rule);
/* How many bytes of a row's source name document and section: "StableHLO spec, gather" of
 * "StableHLO spec, gather, C1-C23". */
size_t grn_source_section(const char *source);

/* Two types may describe one value: equal up to "?" against a number, and bounds; element types
 * equal, quantized ones up to scale and zero point (as upstream's inference has it; a stricter rule
 * uses grn_types_equal). Structural: the two may come from different interners, as a row's inferred
 * types do. */
bool grn_types_compatible(const grn_type *a, const grn_type *b);
bool grn_shapes_compatible(const grn_type *a, const grn_type *b); /* of two ranked tensors, whatever their elements */

/* No effect but its results: one of GRN_TRAIT_PURE, unless it writes into memory. */
static inline bool grn_op_is_pure(const grn_op *op)
{
    return op->def && op->def->traits & GRN_TRAIT_PURE && !(op->def->in_memory && op->nresults == 0);
}

/* ---- building (build.c), used by the parser and by passes ------------------------------------ */

/* An op with room for the given numbers of operands, results and regions; not yet in a block. NULL:
 * memory refused. */
grn_op *grn_op_new(grn_ir *ir, const grn_op_def *def, grn_str name, grn_place place, size_t noperands, size_t nresults,
                   size_t nregions);
void grn_block_append(grn_block *block, grn_op *op);
grn_block *grn_region_add_block(grn_ir *ir, grn_region *region);
/* Numbers every value under `region` from 0: block arguments and results in order of the text, an
 * op's results before what is inside it. Sets their `slot`, returns how many. Stops at isolated ops
 * within (as functions of a module are): their values are numbered by a call of their own. Renews
 * the `order` of blocks and ops on the way. */
size_t grn_region_number_values(grn_region *region);
/* Adds or replaces; `name` is copied. False: memory refused, or over GRN_MAX_ATTRS on one op. */
bool grn_op_set_attr(grn_ir *ir, grn_op *op, grn_str name, const grn_attr *value);
void grn_op_drop_attr(grn_op *op, const char *name);
/* `to`, which has none, gets all of from's. False: memory refused. */
bool grn_op_copy_attrs(grn_ir *ir, const grn_op *from, grn_op *to);

/* ---- rewriting (rewrite.c): for passes over a module that is not read elsewhere -------------- */

/* Puts `op`, which is in no block, right before `at`, whose place in the program it takes
 * (`from`). */
void grn_op_insert_before(grn_op *at, grn_op *op);
/* Operand `i` is `value` from now on; both values' use counts follow. The operand may have been
 * unset (NULL). */
void grn_op_set_operand(grn_op *op, size_t i, grn_value *value);
/* The value that replaces `value` now. */
static inline grn_value *grn_value_now(grn_value *value)
{
    while (value->forward)
        value = value->forward;
    return value;
}
/* Takes `op`, whose results are unused, out of its block, and its regions with it. */
void grn_op_erase(grn_op *op);
/* Takes `op` from its block and puts it right before `at`; its place in the program and what it
 * uses stay. */
void grn_op_move_before(grn_op *at, grn_op *op);
/* Whether `op` may go: it has results, none is used, and neither it nor an op of its regions has
 * another effect by its row. */
bool grn_op_is_dead(const grn_op *op);
/* Erases `op`, where it is dead, and then what only it used. */
void grn_op_erase_dead(grn_op *op);
/* A STRUCT attribute; one field per field of `def`, in its order. The lists are copied. NULL:
 * memory refused. */
const grn_attr *grn_attr_struct(grn_ir *ir, const grn_struct_def *def, const grn_field *fields);
/* Renews what is worked out once a module is complete: slots, orders, last uses. Call after the
 * last rewrite. */
void grn_ir_refresh(grn_ir *ir);

#endif
