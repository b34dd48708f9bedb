/*
 * sdy_read.c - Shardy's attributes in the encoding of their own that they have in bytecode beside
 * VHLO's ops (openxla/shardy, shardy/dialect/sdy/ir/bytecode.td). Each is made its text, which the
 * reader of text then reads.
 *
 * A code says what an entry is; a part of an attribute is another entry, by its number.
 */
#include "artifact/internal.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>

typedef struct sdy_text {
    artifact_reader *r;
    grn_vec text; /* of char */
} sdy_text;

static bool put(sdy_text *t, const grn_bytes *b, const char *format, ...) GRN_PRINTF(3, 4);
static bool put(sdy_text *t, const grn_bytes *b, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = grn_arena_vprintf(&t->r->arena, format, args);
    va_end(args);
    const size_t n = text ? strlen(text) : 0;
    char *to = text ? grn_vec_extend(&t->text, n) : NULL;
    if (n && to)
        memcpy(to, text, n);
    return (text && (to || !n)) || grn_bytes_refused(b);
}

/* Writes what follows a code. */
typedef bool (*write_body)(sdy_text *t, grn_bytes *b);

typedef struct sdy_kind {
    const char *open, *close; /* around the body, where it is an attribute by itself; NULL: it is a part of others */
    write_body write;
} sdy_kind;

enum {
    MANUAL_AXES,
    MESH_AXIS,
    MESH,
    SUB_AXIS,
    AXIS,
    DIM,
    SHARDING,
    SHARDINGS,
    DIM_MAPPING,
    TENSOR_MAPPING,
    RULE,
    AXES,
    AXES_LISTS,
    ALL_TO_ALL_PARAM,
    ALL_TO_ALL,
    SHARDING_V2,
    SHARDINGS_V2,
    SHARDING_V3,
    KIND_COUNT
};
static const sdy_kind kinds[KIND_COUNT];

#define KIND(kind) (UINT32_C(1) << (kind))

static bool read_code(grn_bytes *b, uint64_t *code)
{
    const size_t at = b->at;
    if (!grn_bytes_varint(b, "an attribute's code", code))
        return false;
    if (*code < KIND_COUNT && kinds[*code].write)
        return true;
    return grn_bytes_wrong(b, at, "attribute %" PRIu64 " of sdy is not read", *code);
}

static bool is_of_sdy(const artifact_reader *r, uint64_t number)
{
    const grn_bytecode_entry *e = &r->file.attrs[number];
    return e->is_custom && r->dialect[e->dialect] == DIALECT_SDY;
}

/* Entry `number`, of one of the kinds. */
static bool write_entry(sdy_text *t, const grn_bytes *b, uint64_t number, uint32_t allowed)
{
    artifact_reader *r = t->r;
    uint64_t code;
    if (number >= r->file.nattrs || !is_of_sdy(r, number))
        return grn_bytes_wrong(b, b->at, "attribute %" PRIu64 " is none of sdy's", number);
    const grn_bytecode_span data = r->file.attrs[number].data;
    grn_bytes part = *b;
    part.at = (size_t)(data.bytes - r->bytes);
    part.end = part.at + data.n;
    if (!read_code(&part, &code))
        return false;
    if (!(allowed & KIND(code)))
        return grn_bytes_wrong(b, b->at, "attribute %" PRIu64 " of sdy is of kind %" PRIu64 ", which has no place here",
                               number, code);
    return kinds[code].write(t, &part) && grn_bytes_end(&part, "an attribute");
}

/* A part, which is an entry of its own. */
static bool write_part(sdy_text *t, grn_bytes *b, uint32_t allowed)
{
    uint32_t number;
    return grn_bytes_index(b, "attribute", t->r->file.nattrs, &number) && write_entry(t, b, number, allowed);
}

static bool write_parts(sdy_text *t, grn_bytes *b, uint32_t allowed)
{
    size_t count;
    if (!grn_bytes_count(b, "attributes", 1, &count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!put(t, b, "%s", i ? ", " : "") || !write_part(t, b, allowed))
            return false;
    return true;
}

static bool write_list(sdy_text *t, grn_bytes *b, const char *open, uint32_t allowed, const char *close)
{
    return put(t, b, "%s", open) && write_parts(t, b, allowed) && put(t, b, "%s", close);
}

/* A name between quotes, as text has it. */
static bool write_name(sdy_text *t, grn_bytes *b)
{
    grn_str name;
    if (!grn_artifact_read_string(t->r, b, &name))
        return false;
    const grn_attr *string = grn_attr_string(t->r->ir, name);
    const char *text = string ? grn_artifact_attr_text(t->r, string) : NULL;
    return text ? put(t, b, "%s", text) : string ? false : grn_bytes_refused(b);
}

static bool write_attr(sdy_text *t, grn_bytes *b)
{
    const grn_attr *a;
    if (!grn_artifact_read_attr(t->r, b, &a))
        return false;
    const char *text = grn_artifact_attr_text(t->r, a);
    return text && put(t, b, "%s", text);
}

static bool write_number(sdy_text *t, grn_bytes *b, const char *format)
{
    int64_t value;
    char text[48];
    if (!grn_bytes_signed(b, "a number", &value))
        return false;
    snprintf(text, sizeof text, "%" PRId64, value);
    return put(t, b, format, text);
}

/* ---- axes ------------------------------------------------------------------------------------ */

static bool write_manual_axes(sdy_text *t, grn_bytes *b)
{
    size_t count;
    if (!grn_bytes_count(b, "axes", 1, &count) || !put(t, b, "{"))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!put(t, b, "%s", i ? ", " : "") || !write_attr(t, b))
            return false;
    return put(t, b, "}");
}

static bool write_mesh_axis(sdy_text *t, grn_bytes *b) { return write_name(t, b) && write_number(t, b, "=%s"); }

static bool write_mesh(sdy_text *t, grn_bytes *b)
{
    size_t count;
    if (!write_list(t, b, "<[", KIND(MESH_AXIS), "]") || !grn_bytes_count(b, "device ids", 1, &count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!write_number(t, b, i ? ", %s" : ", device_ids=[%s"))
            return false;
    return put(t, b, count ? "]>" : ">");
}

static bool write_sub_axis(sdy_text *t, grn_bytes *b)
{
    return write_number(t, b, ":(%s)") && write_number(t, b, "%s");
}

static bool write_axis(sdy_text *t, grn_bytes *b)
{
    uint64_t number;
    bool there;
    return write_name(t, b) && grn_bytes_flagged(b, "a sub-axis", &number, &there) &&
           (!there || write_entry(t, b, number, KIND(SUB_AXIS)));
}

static bool write_axes(sdy_text *t, grn_bytes *b) { return write_list(t, b, "{", KIND(AXIS), "}"); }
static bool write_axes_lists(sdy_text *t, grn_bytes *b) { return write_list(t, b, "[", KIND(AXES), "]"); }

static bool write_all_to_all_param(sdy_text *t, grn_bytes *b)
{
    return write_axes(t, b) && write_number(t, b, ": %s") && write_number(t, b, "->%s");
}

static bool write_all_to_all(sdy_text *t, grn_bytes *b) { return write_list(t, b, "[", KIND(ALL_TO_ALL_PARAM), "]"); }

/* ---- shardings ------------------------------------------------------------------------------- */

static bool write_dim(sdy_text *t, grn_bytes *b)
{
    uint8_t is_closed;
    uint64_t priority;
    bool has_priority;
    size_t count;
    grn_bytes before = *b;
    if (!grn_bytes_count(&before, "axes", 1, &count) || !write_list(t, b, "{", KIND(AXIS), "") ||
        !grn_bytes_u8(b, "whether a dimension is closed", &is_closed) ||
        !grn_bytes_flagged(b, "a priority", &priority, &has_priority) ||
        !put(t, b, "%s}",
             is_closed ? ""
             : count   ? ", ?"
                       : "?"))
        return false;
    return !has_priority || put(t, b, "p%" PRIu64, priority);
}

/* Axes under a word, where there are any. */
static bool write_worded(sdy_text *t, grn_bytes *b, const char *word)
{
    size_t count;
    grn_bytes before = *b;
    if (!grn_bytes_count(&before, "axes", 1, &count))
        return false;
    if (count)
        return put(t, b, ", %s=", word) && write_axes(t, b);
    *b = before;
    return true;
}

/* A symbol, or the mesh itself. */
static bool write_mesh_or_ref(sdy_text *t, grn_bytes *b)
{
    grn_bytes behind = *b;
    uint32_t number;
    if (!grn_bytes_index(&behind, "attribute", t->r->file.nattrs, &number))
        return false;
    if (!is_of_sdy(t->r, number))
        return write_attr(t, b);
    *b = behind;
    return put(t, b, "mesh") && write_entry(t, b, number, KIND(MESH));
}

static bool write_common(sdy_text *t, grn_bytes *b)
{
    return put(t, b, "<") && write_mesh_or_ref(t, b) && write_list(t, b, ", [", KIND(DIM), "]") &&
           write_worded(t, b, "replicated");
}

static bool write_sharding(sdy_text *t, grn_bytes *b) { return write_common(t, b) && put(t, b, ">"); }

static bool write_sharding_v2(sdy_text *t, grn_bytes *b)
{
    return write_common(t, b) && write_worded(t, b, "unreduced") && put(t, b, ">");
}

/* The axes come before what they are reduced by, which stands before them in text. */
static bool write_sharding_v3(sdy_text *t, grn_bytes *b)
{
    static const char *const ops[] = {"unreduced", "unreduced=max", "unreduced=min"};
    if (!write_common(t, b))
        return false;
    grn_bytes axes = *b, behind = *b;
    size_t count;
    uint32_t number;
    int64_t op;
    if (!grn_bytes_count(&behind, "axes", 1, &count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!grn_bytes_index(&behind, "attribute", t->r->file.nattrs, &number))
            return false;
    if (!grn_bytes_signed(&behind, "a reduction", &op))
        return false;
    if (op < 0 || op >= (int64_t)GRN_COUNT(ops))
        return grn_bytes_wrong(b, b->at, "reduction %" PRId64 " of sdy is not known", op);
    const bool written = op == 0 ? write_worded(t, &axes, ops[0]) : put(t, b, ", %s", ops[op]) && write_axes(t, &axes);
    *b = behind;
    return written && put(t, b, ">");
}

static bool write_shardings(sdy_text *t, grn_bytes *b)
{
    return write_list(t, b, "<[", KIND(SHARDING) | KIND(SHARDING_V2) | KIND(SHARDING_V3), "]>");
}

/* ---- rules of ops ---------------------------------------------------------------------------- */

/* Factors are i to z, then z_1, z_2 and on. */
static bool write_factor(sdy_text *t, const grn_bytes *b, int64_t factor)
{
    if (factor < 0)
        return grn_bytes_wrong(b, b->at, "factor %" PRId64 " of a rule of sdy's is no number of one", factor);
    return factor <= 'z' - 'i' ? put(t, b, "%c", (int)('i' + factor)) : put(t, b, "z_%" PRId64, factor - ('z' - 'i'));
}

static bool write_dim_mapping(sdy_text *t, grn_bytes *b)
{
    size_t count;
    int64_t factor;
    if (!grn_bytes_count(b, "factors", 1, &count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!grn_bytes_signed(b, "a factor", &factor) || !write_factor(t, b, factor))
            return false;
    return count > 0 || put(t, b, "*");
}

static bool write_tensor_mapping(sdy_text *t, grn_bytes *b) { return write_list(t, b, "[", KIND(DIM_MAPPING), "]"); }

/* Numbers of factors under a word, where there are any. */
static bool write_factors(sdy_text *t, grn_bytes *b, const char *word)
{
    size_t count;
    int64_t factor;
    if (!grn_bytes_count(b, "factors", 1, &count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!grn_bytes_signed(b, "a factor", &factor) || !(i ? put(t, b, ", ") : put(t, b, " %s={", word)) ||
            !write_factor(t, b, factor))
            return false;
    return count == 0 || put(t, b, "}");
}

/* Sizes come first in the bytes, and behind the mappings in the text. */
static bool write_sizes(sdy_text *t, grn_bytes *b)
{
    size_t count;
    if (!grn_bytes_count(b, "factors", 1, &count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!put(t, b, i ? ", " : " {") || !write_factor(t, b, (int64_t)i) || !write_number(t, b, "=%s"))
            return false;
    return count == 0 || put(t, b, "}");
}

static bool skip_numbers(grn_bytes *b)
{
    size_t count;
    int64_t number;
    if (!grn_bytes_count(b, "factors", 1, &count))
        return false;
    for (size_t i = 0; i < count; i++)
        if (!grn_bytes_signed(b, "a number", &number))
            return false;
    return true;
}

static bool write_rule(sdy_text *t, grn_bytes *b)
{
    static const char *const groups[] = {"reduction", "need_replication", "permutation", "blocked_propagation"};
    grn_bytes sizes = *b;
    uint8_t is_custom;
    if (!put(t, b, "<") || !skip_numbers(b) || !write_list(t, b, "(", KIND(TENSOR_MAPPING), ")->") ||
        !write_list(t, b, "(", KIND(TENSOR_MAPPING), ")") || !write_sizes(t, &sizes))
        return false;
    for (size_t i = 0; i < GRN_COUNT(groups); i++)
        if (!write_factors(t, b, groups[i]))
            return false;
    return grn_bytes_u8(b, "whether a rule is custom", &is_custom) && put(t, b, is_custom ? ", custom>" : ">");
}

static const sdy_kind kinds[KIND_COUNT] = {
    [MANUAL_AXES] = {"#sdy<manual_axes", ">", write_manual_axes},
    [MESH_AXIS] = {NULL, NULL, write_mesh_axis},
    [MESH] = {"#sdy.mesh", "", write_mesh},
    [SUB_AXIS] = {NULL, NULL, write_sub_axis},
    [AXIS] = {NULL, NULL, write_axis},
    [DIM] = {NULL, NULL, write_dim},
    [SHARDING] = {"#sdy.sharding", "", write_sharding},
    [SHARDINGS] = {"#sdy.sharding_per_value", "", write_shardings},
    [DIM_MAPPING] = {NULL, NULL, write_dim_mapping},
    [TENSOR_MAPPING] = {NULL, NULL, write_tensor_mapping},
    [RULE] = {"#sdy.op_sharding_rule", "", write_rule},
    [AXES] = {"#sdy<axis_ref_list", ">", write_axes},
    [AXES_LISTS] = {"#sdy<list_of_axis_ref_lists", ">", write_axes_lists},
    [ALL_TO_ALL_PARAM] = {NULL, NULL, write_all_to_all_param},
    [ALL_TO_ALL] = {"#sdy<all_to_all_param_list", ">", write_all_to_all},
    [SHARDING_V2] = {"#sdy.sharding", "", write_sharding_v2},
    [SHARDINGS_V2] = {"#sdy.sharding_per_value", "", write_shardings},
    [SHARDING_V3] = {"#sdy.sharding", "", write_sharding_v3},
};

bool grn_sdy_read_attr(artifact_reader *r, grn_bytes *b, const grn_attr **out)
{
    sdy_text t = {.r = r};
    const size_t at = b->at;
    uint64_t code;
    if (!read_code(b, &code))
        return false;
    const sdy_kind *kind = &kinds[code];
    if (!kind->open)
        return grn_bytes_wrong(b, at, "attribute %" PRIu64 " of sdy is a part of others", code);
    grn_vec_init(&t.text, r->ir->allocator, 1);
    const bool written = put(&t, b, "%s", kind->open) && kind->write(&t, b) && put(&t, b, "%s", kind->close) &&
                         grn_artifact_spell(r, b, out, "%.*s", (int)t.text.count, (const char *)t.text.items);
    grn_vec_destroy(&t.text);
    return written;
}
