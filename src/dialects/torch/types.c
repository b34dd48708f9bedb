/* types.c - the types of torch-mlir, and the text of value tensors. */
#include <inttypes.h>
#include <stdio.h>

#include "dialects/torch/torch.h"

/* ---- the spelling of a type ------------------------------------------------------------------ */

static bool is_space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '?';
}

/* What is copied from `from` on in one piece: a string, or an attribute up to the bracket or comma
 * behind it. */
static size_t kept_bytes(grn_str s, size_t from)
{
    size_t i = from + 1, depth = 0;
    if (s.text[from] == '"') {
        while (i < s.n && s.text[i] != '"')
            i += s.text[i] == '\\' && i + 1 < s.n ? 2 : 1;
        return (i < s.n ? i + 1 : s.n) - from;
    }
    for (; i < s.n; i++) {
        const bool arrow = s.text[i] == '>' && s.text[i - 1] == '-';
        if (depth == 0 && (s.text[i] == ',' || s.text[i] == '>'))
            break;
        depth += strchr("<[({", s.text[i]) != NULL;
        depth -= depth > 0 && !arrow && strchr(">])}", s.text[i]) != NULL;
    }
    return i - from;
}

/* Whether torch-mlir has a space behind the commas of the type whose bracket opens behind these
 * bytes. */
static bool is_spaced(const grn_vec *written)
{
    static const char *const names[] = {"tuple", "dict", "union"};
    const char *text = (const char *)written->items;
    for (size_t i = 0; i < GRN_COUNT(names); i++) {
        const size_t n = strlen(names[i]);
        const bool ends = written->count > n && memcmp(text + written->count - n, names[i], n) == 0;
        if (ends && !is_word(text[written->count - n - 1]))
            return true;
    }
    return false;
}

static bool append(grn_vec *out, const char *text, size_t n)
{
    char *to = grn_vec_extend(out, n);
    if (to)
        memcpy(to, text, n);
    return to != NULL;
}

bool grn_torch_type_text(grn_str s, grn_vec *out)
{
    /* a bit for each open bracket, the innermost lowest; types do not nest deeper than it has
     * bits */
    uint64_t spaced = 0;
    bool good = true;
    for (size_t i = 0, n; good && i < s.n; i += n) {
        const char c = s.text[i];
        const bool apart = is_space(c) && i > 0 && is_word(s.text[i - 1]) && i + 1 < s.n && is_word(s.text[i + 1]);
        n = c == '"' || c == '#' ? kept_bytes(s, i) : 1;
        if (c == '<' || c == '[')
            spaced = spaced << 1 | (c == '<' && is_spaced(out));
        else if (c == '>' || c == ']')
            spaced >>= 1;
        if (!is_space(c) || apart)
            good = append(out, s.text + i, n);
        if (good && c == ',' && spaced & 1)
            good = append(out, " ", 1);
    }
    return good;
}

/* ---- value tensors --------------------------------------------------------------------------- */

static const struct {
    const char *name;
    grn_dtype dtype;
    int64_t code; /* PyTorch's ScalarType */
} dtypes[] = {{"f32", GRN_F32, 6},  {"si64", GRN_I64, 4},         {"f64", GRN_F64, 7},
              {"f16", GRN_F16, 5},  {"bf16", GRN_BF16, 15},       {"i1", GRN_I1, 11},
              {"si32", GRN_I32, 3}, {"si16", GRN_I16, 2},         {"si8", GRN_I8, 1},
              {"ui8", GRN_UI8, 0},  {"complex<f32>", GRN_C64, 9}, {"complex<f64>", GRN_C128, 10}};

static bool take_text(grn_str *s, const char *z)
{
    size_t n = strlen(z);
    while (s->n > 0 && *s->text == ' ')
        s->text++, s->n--;
    if (s->n < n || memcmp(s->text, z, n) != 0)
        return false;
    s->text += n;
    s->n -= n;
    return true;
}

static bool take_extent(grn_str *s, int64_t *out)
{
    *out = GRN_DYNAMIC;
    if (take_text(s, "?"))
        return true;
    size_t digits = 0;
    for (*out = 0; s->n > 0 && *s->text >= '0' && *s->text <= '9' && digits < 18; digits++, s->text++, s->n--)
        *out = *out * 10 + (*s->text - '0');
    return digits > 0;
}

static bool take_shape(grn_str *s, int32_t *rank, int64_t *shape)
{
    *rank = 0;
    if (!take_text(s, "["))
        return false;
    if (take_text(s, "]"))
        return true;
    do {
        take_text(s, "");
        if (*rank == GRN_MAX_RANK || !take_extent(s, &shape[(*rank)++]))
            return false;
    } while (take_text(s, ","));
    return take_text(s, "]");
}

static grn_dtype dtype_named(grn_str name)
{
    for (size_t i = 0; i < GRN_COUNT(dtypes); i++)
        if (grn_str_is(name, dtypes[i].name))
            return dtypes[i].dtype;
    return GRN_NO_DTYPE;
}

const grn_type *grn_torch_tensor_type(grn_ir *ir, grn_str s)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    if (!take_text(&s, "!torch.vtensor<") || !take_shape(&s, &rank, shape) || !take_text(&s, ",") ||
        !take_text(&s, "") || s.n < 2 || s.text[s.n - 1] != '>')
        return NULL;
    grn_dtype dtype = dtype_named((grn_str){s.text, s.n - 1});
    const grn_type *element = dtype == GRN_NO_DTYPE ? NULL : grn_type_of_dtype(ir, dtype);
    return element ? grn_type_tensor(ir, element, rank, shape, NULL) : NULL;
}

const grn_type *grn_torch_own_type(grn_ir *ir, const grn_type *tensor)
{
    char text[GRN_MAX_RANK * 24 + 64];
    const char *name = NULL;
    for (size_t i = 0; i < GRN_COUNT(dtypes); i++)
        if (dtypes[i].dtype == tensor->element->dtype)
            name = dtypes[i].name;
    if (tensor->kind != GRN_TYPE_TENSOR || !name || tensor->element->kind == GRN_TYPE_QUANT || tensor->encoding)
        return NULL;
    size_t n = (size_t)snprintf(text, sizeof text, "!torch.vtensor<[");
    for (int32_t d = 0; d < tensor->rank; d++) {
        const char *comma = d ? "," : "";
        if (tensor->shape[d] == GRN_DYNAMIC)
            n += (size_t)snprintf(text + n, sizeof text - n, "%s?", comma);
        else
            n += (size_t)snprintf(text + n, sizeof text - n, "%s%" PRId64, comma, tensor->shape[d]);
    }
    n += (size_t)snprintf(text + n, sizeof text - n, "],%s>", name);
    return grn_type_opaque(ir, (grn_str){text, n});
}

int64_t grn_torch_dtype_code(grn_dtype dtype)
{
    for (size_t i = 0; i < GRN_COUNT(dtypes); i++)
        if (dtypes[i].dtype == dtype)
            return dtypes[i].code;
    return -1;
}

grn_dtype grn_torch_dtype_of_code(int64_t code)
{
    for (size_t i = 0; i < GRN_COUNT(dtypes); i++)
        if (dtypes[i].code == code)
            return dtypes[i].dtype;
    return GRN_NO_DTYPE;
}

/* ---- sets of types --------------------------------------------------------------------------- */

static bool is_named(const grn_type *t, const char *name)
{
    return t->kind == GRN_TYPE_OPAQUE && grn_str_is(t->opaque, name);
}
static bool is_tensor(const grn_type *t) { return t->kind == GRN_TYPE_OPAQUE && t->stands_for != NULL; }
static grn_dtype dtype_of(const grn_type *t) { return is_tensor(t) ? t->stands_for->element->dtype : GRN_NO_DTYPE; }
static bool is_index(const grn_type *t) { return dtype_of(t) == GRN_I64 || dtype_of(t) == GRN_I32; }
static bool is_mask(const grn_type *t) { return dtype_of(t) == GRN_I1; }
static bool is_int(const grn_type *t) { return is_named(t, "!torch.int"); }
static bool is_float(const grn_type *t) { return is_named(t, "!torch.float"); }
static bool is_bool(const grn_type *t) { return is_named(t, "!torch.bool"); }
static bool is_str(const grn_type *t) { return is_named(t, "!torch.str"); }
static bool is_none(const grn_type *t) { return is_named(t, "!torch.none"); }
static bool is_scalar(const grn_type *t)
{
    return is_int(t) || is_float(t) || is_bool(t) || is_named(t, "!torch.number");
}
static bool is_maybe_tensor(const grn_type *t) { return is_tensor(t) || is_none(t); }
static bool is_maybe_int(const grn_type *t) { return is_int(t) || is_none(t); }
static bool is_maybe_scalar(const grn_type *t) { return is_scalar(t) || is_none(t); }
static bool is_list(const grn_type *t)
{
    static const char start[] = "!torch.list<";
    return t->kind == GRN_TYPE_OPAQUE && t->opaque.n > sizeof start &&
           memcmp(t->opaque.text, start, sizeof start - 1) == 0;
}
static bool is_any(const grn_type *t)
{
    static const char start[] = "!torch.";
    return t->kind == GRN_TYPE_OPAQUE && t->opaque.n > sizeof start &&
           memcmp(t->opaque.text, start, sizeof start - 1) == 0;
}

const grn_type_class grn_torch_tensor = {"!torch.vtensor of known rank and dtype", is_tensor};
const grn_type_class grn_torch_index_tensor = {"!torch.vtensor of known rank and dtype si64 or si32", is_index};
const grn_type_class grn_torch_mask = {"!torch.vtensor of known rank and dtype i1", is_mask};
const grn_type_class grn_torch_maybe_tensor = {"!torch.vtensor of known rank and dtype, or !torch.none",
                                               is_maybe_tensor};
const grn_type_class grn_torch_int = {"!torch.int", is_int};
const grn_type_class grn_torch_float = {"!torch.float", is_float};
const grn_type_class grn_torch_bool = {"!torch.bool", is_bool};
const grn_type_class grn_torch_str = {"!torch.str", is_str};
const grn_type_class grn_torch_none = {"!torch.none", is_none};
const grn_type_class grn_torch_scalar = {"!torch.int, !torch.float, !torch.bool or !torch.number", is_scalar};
const grn_type_class grn_torch_maybe_int = {"!torch.int or !torch.none", is_maybe_int};
const grn_type_class grn_torch_maybe_scalar = {"!torch.int, !torch.float, !torch.bool, !torch.number or !torch.none",
                                               is_maybe_scalar};
const grn_type_class grn_torch_list = {"!torch.list", is_list};
const grn_type_class grn_torch_any = {"a type of torch", is_any};
