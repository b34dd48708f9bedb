/* attrs.c - the ttnn dialect: its tables, and the attributes of tt-mlir that its ops carry, read
 * from their text. */
#include "dialects/ttnn/ttnn.h"

/* ---- texts ----------------------------------------------------------------------------------- */

/* Attributes of tt-mlir are kept as they are written; `name` is what stands before the "<". */
static bool is_called(const grn_attr *a, const char *name)
{
    size_t n = strlen(name);
    return a->kind == GRN_ATTR_OPAQUE && a->text.n > n && memcmp(a->text.text, name, n) == 0 && a->text.text[n] == '<';
}

static bool is_alphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* Whether `word` stands in the text with no letter or digit around it. */
static bool has_word(grn_str text, const char *word)
{
    size_t n = strlen(word);
    for (size_t i = 0; i + n <= text.n; i++)
        if (memcmp(text.text + i, word, n) == 0 && (i == 0 || !is_alphanumeric(text.text[i - 1])) &&
            (i + n == text.n || !is_alphanumeric(text.text[i + n])))
            return true;
    return false;
}

static bool is_digit(char c) { return c >= '0' && c <= '9'; }

/* The next number at or after *at, moved on past it; false: none, or one over 2^31 - 1, which *at
 * then stays before. */
static bool next_number(grn_str text, size_t *at, int64_t *out)
{
    size_t i = *at;
    while (i < text.n && !is_digit(text.text[i]))
        i++;
    if (i == text.n)
        return false;
    for (*out = 0; i < text.n && is_digit(text.text[i]); i++) {
        *out = *out * 10 + (text.text[i] - '0');
        if (*out > INT32_MAX)
            return false;
    }
    *at = i;
    return true;
}

/* Whether nothing but closing brackets is left. */
static bool only_closes(grn_str text, size_t at)
{
    while (at < text.n && memchr("])> ", text.text[at], 4))
        at++;
    return at == text.n;
}

/* ---- shapes and dtypes ----------------------------------------------------------------------- */

static const char shape_name[] = "#ttnn.shape";

/* "#ttnn.shape<2x3>", "#ttnn.shape<>" */
bool grn_ttnn_shape_of(const grn_attr *attr, int32_t *rank, int64_t *shape)
{
    size_t at = sizeof shape_name;
    *rank = 0;
    if (!is_called(attr, shape_name))
        return false;
    for (size_t i = at; i < attr->text.n; i++)
        if (!memchr("0123456789x> ", attr->text.text[i], 13))
            return false;
    for (int64_t v; next_number(attr->text, &at, &v); shape[(*rank)++] = v)
        if (*rank == GRN_MAX_RANK)
            return false;
    return only_closes(attr->text, at);
}

static const struct {
    const char *name;
    grn_dtype dtype;
} dtypes[] = {{"f32", GRN_F32},  {"f16", GRN_F16}, {"bf16", GRN_BF16}, {"u32", GRN_UI32},
              {"u16", GRN_UI16}, {"u8", GRN_UI8},  {"si32", GRN_I32},  {"bool", GRN_I1}};

grn_dtype grn_ttnn_dtype_of(const grn_attr *attr)
{
    for (size_t i = 0; i < GRN_COUNT(dtypes); i++)
        if (has_word(attr->text, dtypes[i].name))
            return dtypes[i].dtype;
    return GRN_NO_DTYPE;
}

const char *grn_ttnn_dtype_name(grn_dtype dtype)
{
    for (size_t i = 0; i < GRN_COUNT(dtypes); i++)
        if (dtypes[i].dtype == dtype)
            return dtypes[i].name;
    return NULL;
}

/* ---- sets of attributes ---------------------------------------------------------------------- */

static bool is_dim(const grn_attr *a)
{
    return a->kind == GRN_ATTR_INTEGER && a->type->kind == GRN_TYPE_INTEGER && a->type->width == 32 &&
           a->type->signedness != GRN_UNSIGNED;
}
static bool is_i32s(const grn_attr *a)
{
    if (a->kind == GRN_ATTR_DENSE_ARRAY)
        return a->is_dims && a->type->width == 32;
    bool good = a->kind == GRN_ATTR_ARRAY && a->is_dims;
    for (size_t i = 0; good && i < a->array.count; i++)
        good = is_dim(a->array.items[i]);
    return good;
}
static bool is_shape(const grn_attr *a)
{
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    return grn_ttnn_shape_of(a, &rank, shape);
}
static bool is_dtype(const grn_attr *a)
{
    return is_called(a, "#ttcore.supportedDataTypes") || is_called(a, "#tt.supportedDataTypes");
}
static bool is_number(const grn_attr *a) { return a->kind == GRN_ATTR_INTEGER || a->kind == GRN_ATTR_FLOAT; }
static bool is_memory_config(const grn_attr *a) { return is_called(a, "#ttnn.memory_config"); }
static bool is_reduce_type(const grn_attr *a)
{
    return a->kind == GRN_ATTR_ENUM && a->enumeration.def == &grn_ttnn_reduce_type;
}

/* Corners in groups of four, behind the name. */
static size_t core_numbers(const grn_attr *a, int64_t *v, size_t room)
{
    size_t at = 0, count = 0;
    if (!is_called(a, "#ttnn.core_range_set") && !is_called(a, "#ttnn.core_range"))
        return 0;
    for (int64_t number; next_number(a->text, &at, &number); count++)
        if (count < room)
            v[count] = number;
    return only_closes(a->text, at) ? count : 0;
}
static bool is_cores(const grn_attr *a)
{
    size_t count = core_numbers(a, NULL, 0);
    return count > 0 && count % 4 == 0 && count / 4 <= GRN_TTNN_MAX_CORES;
}

const grn_attr_class grn_ttnn_is_dim = {"32-bit signless or signed integer attribute", is_dim};
const grn_attr_class grn_ttnn_is_i32s = {"32-bit integer array attribute", is_i32s};
const grn_attr_class grn_ttnn_is_shape = {"shape attribute, such as #ttnn.shape<2x3>", is_shape};
const grn_attr_class grn_ttnn_is_dtype = {"data type attribute, such as #ttcore.supportedDataTypes<bf16>", is_dtype};
const grn_attr_class grn_ttnn_is_number = {"integer or float attribute", is_number};
const grn_attr_class grn_ttnn_is_memory_config = {
    "memory config attribute, such as #ttnn.memory_config<#ttnn.buffer_type<dram>, <interleaved>>", is_memory_config};
const grn_attr_class grn_ttnn_is_reduce_type = {"reduce type attribute, such as #ttcore.reduce_type<sum>",
                                                is_reduce_type};
const grn_attr_class grn_ttnn_is_cores = {
    "core range set attribute, such as #ttnn.core_range_set<[#ttnn.core_range<(0,0), (7,7)>]>", is_cores};

/* ---- arguments of a call --------------------------------------------------------------------- */

/* tt-mlir's names of memories and layouts; an alias such as #l1 is named after them. */
static grn_ttnn_memory_config memory_of(grn_str text)
{
    static const struct {
        const char *word;
        grn_ttnn_sharding sharding;
    } words[] = {{"height_sharded", GRN_TTNN_HEIGHT_SHARDED},
                 {"width_sharded", GRN_TTNN_WIDTH_SHARDED},
                 {"block_sharded", GRN_TTNN_BLOCK_SHARDED}};
    grn_ttnn_memory_config memory = {.buffer = has_word(text, "l1") ? GRN_TTNN_L1 : GRN_TTNN_DRAM};
    for (size_t i = 0; i < GRN_COUNT(words); i++)
        if (has_word(text, words[i].word))
            memory.sharding = words[i].sharding;
    return memory;
}

/* A tensor without a #ttnn.ttnn_layout is on the device, in tiles, interleaved. */
static grn_ttnn_placement placement_of(const grn_type *type)
{
    const grn_attr *layout = type->encoding;
    if (!layout || !is_called(layout, "#ttnn.ttnn_layout"))
        return (grn_ttnn_placement){.storage = GRN_TTNN_DEVICE};
    return (grn_ttnn_placement){.storage = has_word(layout->text, "system_memory") ? GRN_TTNN_HOST : GRN_TTNN_DEVICE,
                                .layout = has_word(layout->text, "tile") ? GRN_TTNN_TILE : GRN_TTNN_ROW_MAJOR,
                                .memory = memory_of(layout->text)};
}

static const char *reduce_of(const grn_op *op)
{
    static const char *const words[] = {
        [GRN_REDUCE_SUM] = "add",   [GRN_REDUCE_PROD] = "multiply", [GRN_REDUCE_INVALID] = NULL,
        [GRN_REDUCE_MEAN] = "mean", [GRN_REDUCE_MAX] = "max",       [GRN_REDUCE_MIN] = "min",
        [GRN_REDUCE_STD] = "std",   [GRN_REDUCE_VAR] = "var"};
    const grn_attr *reduce = grn_op_attr(op, "scatter_reduce_type");
    return reduce && is_reduce_type(reduce) ? words[reduce->enumeration.value] : NULL;
}

bool grn_ttnn_is_ordered(const grn_op *op, grn_combiner *out)
{
    const grn_attr *reduce = grn_op_attr(op, "scatter_reduce_type");
    const int32_t value = reduce && is_reduce_type(reduce) ? reduce->enumeration.value : GRN_REDUCE_INVALID;
    if (value != GRN_REDUCE_MAX && value != GRN_REDUCE_MIN)
        return false;
    *out = value == GRN_REDUCE_MAX ? GRN_COMBINE_MAX : GRN_COMBINE_MIN;
    return true;
}

static void take_cores(const grn_op *op, grn_tile_arguments *out)
{
    int64_t v[4 * GRN_TTNN_MAX_CORES];
    const grn_attr *cores = grn_op_attr(op, "sub_core_grids");
    if (!cores || !is_cores(cores))
        return;
    size_t count = core_numbers(cores, v, GRN_COUNT(v)) / 4;
    for (size_t i = 0; i < count; i++)
        out->range[i] = (grn_ttnn_core_range){(int32_t)v[4 * i], (int32_t)v[4 * i + 1], (int32_t)v[4 * i + 2],
                                              (int32_t)v[4 * i + 3]};
    out->options.sub_core_grids = out->range;
    out->options.nsub_core_grids = count;
}

void grn_ttnn_arguments_of(const grn_op *op, grn_tile_arguments *out)
{
    const grn_attr *memory = grn_op_attr(op, "memory_config");
    grn_ttnn_options *o = &out->options;
    grn_ttnn_placement *const of_gather[] = {&o->input, &o->index, &o->source}, *const of_embedding[] = {
                                                                                    &o->index, &o->input, &o->source};
    grn_ttnn_placement *const *places = op->def == grn_ttnn_embedding_ops ? of_embedding : of_gather;
    out->options = (grn_ttnn_options){.sparse_grad = grn_op_flag(op, "sparse_grad", false), .reduce = reduce_of(op)};
    if (memory && is_memory_config(memory))
        out->options.memory_config = memory_of(memory->text);
    else if (op->nresults == 1 && grn_type_is_tensor(grn_result_type(op, 0)))
        out->options.memory_config.buffer = placement_of(grn_result_type(op, 0)).memory.buffer;
    for (size_t i = 0; i < GRN_COUNT(of_gather) && i < op->noperands; i++)
        *places[i] = placement_of(grn_operand_type(op, i));
    take_cores(op, out);
}

/* ---- the dialect ----------------------------------------------------------------------------- */

static const char *const reduce_types[] = {"sum", "mean", "max", "min", "std", "var", "prod", "invalid", NULL};
const grn_enum_def grn_ttnn_reduce_type = {.name = "ttcore.reduce_type", .keyword = reduce_types};
