/*
 * torch.c - torch's dialect: its ops, and the types that its programs have.
 *
 * Numbers, flags and lists are values of their own there, which are written before the op that takes them. A
 * negative index counts from the end only where torch says so; one that is out of range is an error.
 */
#include <math.h>

#include "generate/along.h"
#include "generate/regions.h"

/* ---- types ----------------------------------------------------------------------------------- */

static const char *element_name(grn_dtype dtype)
{
    switch (dtype) {
    case GRN_I8: return "si8";
    case GRN_I16: return "si16";
    case GRN_I32: return "si32";
    case GRN_I64: return "si64";
    default: return grn_dtype_text(dtype);
    }
}

static void put_type(grn_gen *g, const grn_gen_type *type)
{
    grn_gen_put(g, "!torch.vtensor<[");
    for (int32_t d = 0; d < type->rank; d++)
        grn_gen_put(g, d ? ",%n" : "%n", type->shape[d]);
    grn_gen_put(g, "],%s>", element_name(type->dtype));
}

static void put_constant(grn_gen *g, const grn_gen_value *v, const grn_tensor *data)
{
    grn_gen_put(g, "  %v = torch.vtensor.literal(", v);
    grn_gen_put_literal(g, data);
    grn_gen_put(g, " : tensor<");
    for (int32_t d = 0; d < data->rank; d++)
        grn_gen_put(g, "%nx", data->shape[d]);
    grn_gen_put(g, "%s>) : %T\n", element_name(data->dtype), v);
}

/* ---- operands that are no tensors ------------------------------------------------------------ */

/* An operand: a tensor, or a value that is not the generator's: a constant, which is written before the op, or a list. */
typedef struct operand {
    const grn_gen_value *tensor; /* NULL: the rest */
    const char *type, *plain;    /* plain: of a constant, behind torch.constant; NULL: it is written */
    const char *text;            /* of a string */
    int64_t n;                   /* of a number */
    int64_t id;
} operand;

static operand of(const grn_gen_value *v) { return (operand){.tensor = v}; }
static operand number(int64_t n) { return (operand){.type = "!torch.int", .plain = "int", .n = n}; }
static operand flag(bool is) { return (operand){.type = "!torch.bool", .plain = is ? "bool true" : "bool false"}; }
static operand none(void) { return (operand){.type = "!torch.none", .plain = "none"}; }
static operand word(const char *text) { return (operand){.type = "!torch.str", .plain = "str", .text = text}; }

static void write_constant(grn_gen *g, operand *o)
{
    if (!o->plain)
        return;
    o->id = g->next_id++;
    grn_gen_put(g, "  %%v%n = torch.constant.%s", o->id, o->plain);
    if (o->text)
        grn_gen_put(g, " \"%s\"", o->text);
    else if (strcmp(o->plain, "int") == 0)
        grn_gen_put(g, " %n", o->n);
    grn_gen_put(g, "\n");
    o->plain = NULL;
}

static void put_operands(grn_gen *g, const operand *o, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        grn_gen_put(g, i ? ", " : "");
        if (o[i].tensor)
            grn_gen_put(g, "%v", o[i].tensor);
        else
            grn_gen_put(g, "%%v%n", o[i].id);
    }
}

static void put_types(grn_gen *g, const operand *o, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        grn_gen_put(g, i ? ", " : "");
        if (o[i].tensor)
            grn_gen_put(g, "%T", o[i].tensor);
        else
            grn_gen_put(g, "%s", o[i].type);
    }
}

static operand list(grn_gen *g, const char *type, operand *items, size_t n)
{
    for (size_t i = 0; i < n; i++)
        write_constant(g, &items[i]);
    const operand o = {.id = g->next_id++, .type = type};
    grn_gen_put(g, "  %%v%n = torch.prim.ListConstruct ", o.id);
    put_operands(g, items, n);
    grn_gen_put(g, n ? " : (" : ": (");
    put_types(g, items, n);
    grn_gen_put(g, ") -> %s\n", type);
    return o;
}

static operand numbers(grn_gen *g, const int64_t *v, int32_t n)
{
    operand items[GRN_GEN_RANK];
    for (int32_t i = 0; i < n; i++)
        items[i] = number(v[i]);
    return list(g, "!torch.list<int>", items, (size_t)n);
}

static bool put_op(grn_gen *g, const char *name, size_t n, operand *o, const grn_gen_type *type, const grn_facts *facts)
{
    for (size_t i = 0; i < n; i++)
        write_constant(g, &o[i]);
    const grn_gen_value r = grn_gen_new(g, type, facts);
    grn_gen_put(g, "  %v = torch.%s ", &r, name);
    put_operands(g, o, n);
    grn_gen_put(g, " : ");
    put_types(g, o, n);
    grn_gen_put(g, " -> %T\n", &r);
    grn_gen_define(g, &r);
    return true;
}

#define PUT(type, facts, ...) \
    put_op(g, op->name, sizeof((operand[]){__VA_ARGS__}) / sizeof(operand), (operand[]){__VA_ARGS__}, type, facts)

/* ---- element-wise ---------------------------------------------------------------------------- */

/* op->form: "1": a third operand, the factor alpha. */
static bool write_function(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    grn_facts facts;
    if (!grn_element_function_broadcast(g, op, x, &facts))
        return false;
    if (op->form)
        return PUT(&x[0].type, &facts, of(&x[0]), of(&x[1]), number(1));
    return op->function->arity > 1 ? PUT(&x[0].type, &facts, of(&x[0]), of(&x[1])) : PUT(&x[0].type, &facts, of(&x[0]));
}

static bool write_compare(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = grn_gen_take(g, &(grn_want){.classes = GRN_GEN_REALS, .exact = true});
    const grn_gen_type like = grn_gen_broadcast_to(g, &x[0].type), type = grn_gen_with_dtype(&x[0].type, GRN_I1);
    x[1] = grn_gen_take(g, &(grn_want){.type = &like, .exact = true});
    const grn_facts facts = grn_facts_between(0, 1);
    return PUT(&type, &facts, of(&x[0]), of(&x[1]));
}

static bool write_where(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[3];
    x[1] = grn_gen_take_any(g, GRN_GEN_ALL, 0);
    const grn_gen_type chooser = grn_gen_with_dtype(&x[1].type, GRN_I1), own = grn_gen_broadcast_to(g, &chooser),
                       other = grn_gen_broadcast_to(g, &x[1].type);
    x[0] = grn_gen_take_like(g, &own);
    x[2] = grn_gen_take_like(g, &other);
    const grn_facts facts = grn_facts_either(&x[1].facts, &x[2].facts);
    return PUT(&x[1].type, &facts, of(&x[0]), of(&x[1]), of(&x[2]));
}

/* torch's numbers of dtypes. */
static bool write_to_dtype(grn_gen *g, const grn_gen_op *op)
{
    static const struct {
        grn_dtype dtype;
        int64_t number;
    } all[] = {{GRN_UI8, 0}, {GRN_I8, 1},  {GRN_I16, 2}, {GRN_I32, 3}, {GRN_I64, 4},
               {GRN_F16, 5}, {GRN_F32, 6}, {GRN_F64, 7}, {GRN_I1, 11}, {GRN_BF16, 15}};
    const size_t i = (size_t)grn_pick(g->choices, GRN_COUNT(all));
    const grn_dtype to = all[i].dtype;
    const bool is_integer = grn_dtype_step(to) == 0;
    const grn_gen_value x = grn_gen_take(g, &(grn_want){.classes = GRN_GEN_REALS | GRN_GEN_BOOLS,
                                                        .exact = true,
                                                        .no_nan = is_integer,
                                                        .is_bounded = is_integer && to != GRN_I1,
                                                        .low = fmax(grn_dtype_lowest(to), -1e9),
                                                        .high = fmin(grn_dtype_highest(to), 1e9)});
    const grn_gen_type type = grn_gen_with_dtype(&x.type, to);
    const grn_facts facts = grn_facts_unknown(to);
    return PUT(&type, &facts, of(&x), number(all[i].number), flag(false), flag(false), none());
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static grn_gen_value any(grn_gen *g, int32_t least_rank) { return grn_gen_take_any(g, GRN_GEN_ALL, least_rank); }

/* To one dimension, or with one of 1 more. */
static bool write_view(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x = any(g, 1);
    grn_gen_type type = x.type;
    if (type.rank > 5)
        return false;
    if (grn_one_in(g->choices, 2)) {
        type.rank = 1;
        type.shape[0] = grn_gen_elements(&x.type);
    } else {
        type.shape[type.rank++] = 1;
        grn_pick_order(g->choices, type.shape, type.rank);
    }
    return PUT(&type, &x.facts, of(&x), numbers(g, type.shape, type.rank));
}

static bool write_unsqueeze(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x = any(g, 0);
    grn_gen_type type = {.dtype = x.type.dtype, .rank = x.type.rank + 1};
    int64_t written;
    if (type.rank > 6)
        return false;
    const int32_t dim = grn_gen_draw_dim(g, type.rank, true, &written);
    for (int32_t d = 0, from = 0; d < type.rank; d++)
        type.shape[d] = d == dim ? 1 : x.type.shape[from++];
    return PUT(&type, &x.facts, of(&x), number(written));
}

static bool write_permute(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x = any(g, 2);
    int64_t order[GRN_GEN_RANK];
    const grn_gen_type type = grn_gen_permuted(g, &x.type, order);
    for (int32_t d = 0; d < type.rank; d++)
        order[d] -= grn_one_in(g->choices, 4) ? type.rank : 0;
    return PUT(&type, &x.facts, of(&x), numbers(g, order, type.rank));
}

static bool write_expand(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x = any(g, 1);
    grn_gen_type type = x.type;
    if (grn_gen_elements(&type) > 300)
        return false;
    for (int32_t d = 0; d < type.rank; d++)
        type.shape[d] = type.shape[d] == 1 ? grn_pick_between(g->choices, 1, 3) : type.shape[d];
    return PUT(&type, &x.facts, of(&x), numbers(g, type.shape, type.rank), flag(false));
}

static bool write_slice(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x = any(g, 1);
    grn_gen_type type = x.type;
    int64_t written;
    const int32_t dim = grn_gen_draw_dim(g, type.rank, true, &written);
    const int64_t extent = type.shape[dim], start = grn_pick_between(g->choices, 0, extent),
                  end = grn_pick_between(g->choices, start, extent + 2), step = grn_pick_between(g->choices, 1, 2),
                  stop = end < extent ? end : extent;
    type.shape[dim] = stop > start ? (stop - start + step - 1) / step : 0;
    return PUT(&type, &x.facts, of(&x), number(written), number(start), number(end), number(step));
}

static bool write_select(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_value x = any(g, 1);
    grn_gen_type type = {.dtype = x.type.dtype};
    int64_t written;
    const int32_t dim = grn_gen_draw_dim(g, x.type.rank, true, &written);
    const int64_t extent = x.type.shape[dim];
    if (extent == 0)
        return false;
    for (int32_t d = 0; d < x.type.rank; d++)
        if (d != dim)
            type.shape[type.rank++] = x.type.shape[d];
    return PUT(&type, &x.facts, of(&x), number(written), number(grn_pick_between(g->choices, -extent, extent - 1)));
}

static bool write_cat(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[GRN_GEN_PARTS];
    operand items[GRN_GEN_PARTS];
    int64_t written;
    grn_gen_type type;
    grn_facts facts;
    const size_t count = grn_gen_draw_parts(g, x, &written, &type, &facts);
    for (size_t i = 0; i < count; i++)
        items[i] = of(&x[i]);
    const operand all = list(g, "!torch.list<vtensor>", items, count);
    return PUT(&type, &facts, all, number(written));
}

/* ---- gathers and scatters -------------------------------------------------------------------- */

static grn_gen_value take_data(grn_gen *g)
{
    for (int i = 0; i < 8; i++) {
        const grn_gen_value x = any(g, 1);
        if (x.type.rank <= 4 && grn_gen_elements(&x.type) <= 1000)
            return x;
    }
    return grn_gen_take_like(g, &(grn_gen_type){.dtype = GRN_F32, .rank = 2, .shape = {3, 4}});
}

/* gather, take_along_dim: indices along one dimension. */
static bool write_gather(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    int64_t written;
    x[0] = take_data(g);
    const int32_t dim = grn_gen_draw_dim(g, x[0].type.rank, true, &written);
    const grn_gen_type like = grn_gen_along_type(g, &x[0].type, dim, GRN_I64, !op->form);
    const grn_gen_type type = grn_gen_with_dtype(&like, x[0].type.dtype);
    x[1] = grn_gen_indices_along(g, &like, &(grn_gen_along){dim, x[0].type.shape[dim], false, false});
    if (op->form)
        return PUT(&type, &x[0].facts, of(&x[0]), of(&x[1]), number(written));
    return PUT(&type, &x[0].facts, of(&x[0]), number(written), of(&x[1]), flag(false));
}

static grn_gen_value row_indices(grn_gen *g, int64_t extent, int64_t count, bool unique)
{
    const grn_gen_type type = {.dtype = grn_one_in(g->choices, 3) ? GRN_I32 : GRN_I64, .rank = 1, .shape = {count}};
    return grn_gen_indices_along(g, &type, &(grn_gen_along){0, extent, false, unique});
}

static bool write_index_select(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    int64_t written;
    x[0] = take_data(g);
    const int32_t dim = grn_gen_draw_dim(g, x[0].type.rank, true, &written);
    grn_gen_type type = x[0].type;
    if (type.shape[dim] == 0)
        return false;
    const int64_t count = grn_pick_between(g->choices, g->edge && grn_one_in(g->choices, 8) ? 0 : 1, 5);
    x[1] = row_indices(g, type.shape[dim], count, false);
    type.shape[dim] = count;
    return PUT(&type, &x[0].facts, of(&x[0]), number(written), of(&x[1]));
}

static bool write_embedding(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    grn_gen_type table = {.dtype = grn_gen_draw_dtype(g, GRN_GEN_FLOATS), .rank = 2};
    table.shape[0] = grn_pick_between(g->choices, 1, 6);
    table.shape[1] = grn_pick_between(g->choices, 1, 4);
    grn_gen_type like = {.dtype = GRN_I64, .rank = (int32_t)grn_pick(g->choices, 3)}, type;
    for (int32_t d = 0; d < like.rank; d++)
        like.shape[d] = grn_pick_between(g->choices, 1, 4);
    x[0] = grn_gen_take_like(g, &table);
    x[1] = grn_gen_indices_along(g, &like, &(grn_gen_along){.extent = table.shape[0]});
    type = grn_gen_with_dtype(&like, table.dtype);
    type.shape[type.rank++] = table.shape[1];
    return PUT(&type, &x[0].facts, of(&x[0]), of(&x[1]), number(-1), flag(false), flag(false));
}

/* x[i] of the first dimension, with indices of any shape; or of the second, behind a none. */
static bool write_index(grn_gen *g, const grn_gen_op *op)
{
    grn_gen_value x[2];
    x[0] = take_data(g);
    const grn_gen_type *data = &x[0].type;
    const int32_t dim = data->rank > 1 && grn_one_in(g->choices, 3) ? 1 : 0;
    grn_gen_type like = {.dtype = GRN_I64, .rank = 1 + (int32_t)grn_pick(g->choices, 2)}, type = {.dtype = data->dtype};
    if (data->shape[dim] == 0)
        return false;
    for (int32_t d = 0; d < like.rank; d++)
        like.shape[d] = grn_pick_between(g->choices, 1, 4);
    for (int32_t d = 0; d < data->rank; d++)
        for (int32_t k = 0; k < (d == dim ? like.rank : 1); k++)
            type.shape[type.rank++] = d == dim ? like.shape[k] : data->shape[d];
    x[1] = grn_gen_indices_along(g, &like, &(grn_gen_along){.extent = data->shape[dim], .wraps = true});
    operand items[2];
    if (dim)
        items[0] = none();
    items[dim] = of(&x[1]);
    const operand all =
        list(g, dim ? "!torch.list<optional<vtensor>>" : "!torch.list<vtensor>", items, (size_t)dim + 1);
    return PUT(&type, &x[0].facts, of(&x[0]), all);
}

/* The fold of a scatter that reduces, by op->form: "add", "multiply", ..; NULL: it replaces. */
static const grn_gen_fold *fold_named(const char *name)
{
    const grn_gen_fold *f = grn_gen_folds;
    while (name && f->name && strcmp(f->name, name) != 0)
        f++;
    return name ? f : NULL;
}

typedef struct updated {
    grn_gen_value x[3]; /* data, indices, updates */
    grn_facts facts;
} updated;

/* Data and updates of these types whose fold of n can be held. */
static bool take_updates(grn_gen *g, const grn_gen_fold *fold, double n, const grn_gen_type *data,
                         const grn_gen_type *updates, updated *u)
{
    grn_want into = {.type = data}, from = {.type = updates};
    if (fold) {
        into = grn_gen_fold_want(g, fold, data, n);
        from = grn_gen_fold_want(g, fold, updates, n);
    }
    u->x[0] = grn_gen_take(g, &into);
    u->x[2] = grn_gen_take(g, &from);
    u->facts = grn_facts_either(&u->x[0].facts, &u->x[2].facts);
    return !fold || grn_gen_fold_facts(g, fold, data->dtype, &u->facts, n, &u->facts);
}

static bool scatter_along(grn_gen *g, const grn_gen_fold *fold, int64_t *written, updated *u)
{
    const grn_gen_type data = take_data(g).type;
    const uint32_t class = grn_gen_class(data.dtype);
    const int32_t dim = grn_gen_draw_dim(g, data.rank, true, written);
    grn_gen_type like = grn_gen_along_type(g, &data, dim, GRN_I64, true);
    if (data.shape[dim] > 60 || (fold && (class & fold->classes & GRN_GEN_REALS) != class))
        return false;
    if (!fold && like.shape[dim] > data.shape[dim])
        like.shape[dim] = data.shape[dim];
    const grn_gen_type updates = grn_gen_with_dtype(&like, data.dtype);
    if (!take_updates(g, fold, (double)like.shape[dim], &data, &updates, u))
        return false;
    u->x[1] = grn_gen_indices_along(g, &like, &(grn_gen_along){dim, data.shape[dim], false, !fold});
    return true;
}

static bool write_scatter(grn_gen *g, const grn_gen_op *op)
{
    updated u;
    int64_t written;
    if (!scatter_along(g, fold_named(op->form), &written, &u))
        return false;
    return PUT(&u.x[0].type, &u.facts, of(&u.x[0]), number(written), of(&u.x[1]), of(&u.x[2]));
}

static bool write_scatter_reduce(grn_gen *g, const grn_gen_op *op)
{
    static const char *const words[] = {"sum", "prod", "amax", "amin"};
    const size_t way = (size_t)grn_pick(g->choices, 4);
    updated u;
    int64_t written;
    if (!scatter_along(g, &grn_gen_folds[way], &written, &u))
        return false;
    return PUT(&u.x[0].type, &u.facts, of(&u.x[0]), number(written), of(&u.x[1]), of(&u.x[2]), word(words[way]),
               flag(true));
}

static bool write_index_rows(grn_gen *g, const grn_gen_op *op)
{
    const grn_gen_fold *fold = fold_named(op->form);
    const grn_gen_type data = take_data(g).type;
    const uint32_t class = grn_gen_class(data.dtype);
    updated u;
    int64_t written;
    const int32_t dim = grn_gen_draw_dim(g, data.rank, true, &written);
    const int64_t extent = data.shape[dim];
    grn_gen_type updates = data;
    if (extent == 0 || extent > 60 || (fold && (class & fold->classes & GRN_GEN_NUMBERS) != class))
        return false;
    const int64_t count = updates.shape[dim] = grn_pick_between(g->choices, 1, fold ? 4 : extent < 4 ? extent : 4);
    if (!take_updates(g, fold, (double)count, &data, &updates, &u))
        return false;
    u.x[1] = row_indices(g, extent, count, !fold);
    if (fold)
        return PUT(&data, &u.facts, of(&u.x[0]), number(written), of(&u.x[1]), of(&u.x[2]), number(1));
    return PUT(&data, &u.facts, of(&u.x[0]), number(written), of(&u.x[1]), of(&u.x[2]));
}

static bool write_index_put(grn_gen *g, const grn_gen_op *op)
{
    const bool adds = grn_one_in(g->choices, 2);
    const grn_gen_fold *fold = adds ? &grn_gen_folds[GRN_FOLD_ADD] : NULL;
    const grn_gen_type data = take_data(g).type;
    const uint32_t class = grn_gen_class(data.dtype);
    updated u;
    grn_gen_type updates = data;
    if (data.shape[0] == 0 || data.shape[0] > 60 || (fold && (class & GRN_GEN_REALS) != class))
        return false;
    const int64_t count = updates.shape[0] = grn_pick_between(g->choices, 1,
                                                              fold                ? 4
                                                              : data.shape[0] < 4 ? data.shape[0]
                                                                                  : 4);
    if (!take_updates(g, fold, (double)count, &data, &updates, &u))
        return false;
    const grn_gen_type like = {.dtype = GRN_I64, .rank = 1, .shape = {count}};
    u.x[1] = grn_gen_indices_along(g, &like, &(grn_gen_along){0, data.shape[0], true, !fold});
    operand item = of(&u.x[1]);
    const operand all = list(g, "!torch.list<vtensor>", &item, 1);
    return PUT(&data, &u.facts, of(&u.x[0]), all, of(&u.x[2]), flag(adds));
}

/* ---- the dialect ----------------------------------------------------------------------------- */

#define FUNCTION(name, weight, function, form, classes)                                       \
    {                                                                                         \
        "aten." name, weight, write_function, &grn_element_function_##function, form, classes \
    }
#define OP(name, weight, writer)                            \
    {                                                       \
        "aten." name, weight, write_##writer, NULL, NULL, 0 \
    }
#define FORM(name, weight, writer, form)                    \
    {                                                       \
        "aten." name, weight, write_##writer, NULL, form, 0 \
    }

static const grn_gen_op ops[] = {OP("gather", 20, gather),
                                 FORM("take_along_dim", 8, gather, "along"),
                                 OP("index_select", 15, index_select),
                                 OP("embedding", 10, embedding),
                                 OP("index.Tensor", 12, index),
                                 OP("scatter.src", 15, scatter),
                                 FORM("scatter_add", 15, scatter, "add"),
                                 OP("scatter_reduce.two", 15, scatter_reduce),
                                 FORM("index_add", 10, index_rows, "add"),
                                 OP("index_copy", 8, index_rows),
                                 OP("index_put", 10, index_put),
                                 OP("view", 4, view),
                                 OP("reshape", 3, view),
                                 OP("unsqueeze", 3, unsqueeze),
                                 OP("permute", 5, permute),
                                 OP("expand", 3, expand),
                                 OP("slice.Tensor", 5, slice),
                                 OP("select.int", 4, select),
                                 OP("cat", 5, cat),
                                 OP("where.self", 4, where),
                                 OP("to.dtype", 4, to_dtype),
                                 OP("eq.Tensor", 1, compare),
                                 OP("ne.Tensor", 1, compare),
                                 OP("lt.Tensor", 1, compare),
                                 OP("le.Tensor", 1, compare),
                                 OP("gt.Tensor", 1, compare),
                                 OP("ge.Tensor", 1, compare),
                                 FUNCTION("add.Tensor", 5, add, "1", GRN_GEN_NUMBERS),
                                 FUNCTION("sub.Tensor", 4, subtract, "1", GRN_GEN_NUMBERS),
                                 FUNCTION("mul.Tensor", 4, multiply, NULL, GRN_GEN_NUMBERS),
                                 FUNCTION("maximum", 2, maximum, NULL, GRN_GEN_REALS),
                                 FUNCTION("minimum", 2, minimum, NULL, GRN_GEN_REALS),
                                 FUNCTION("bitwise_and.Tensor", 1, bitwise, NULL, GRN_GEN_INTEGERS),
                                 FUNCTION("bitwise_or.Tensor", 1, bitwise, NULL, GRN_GEN_INTEGERS),
                                 FUNCTION("bitwise_xor.Tensor", 1, bitwise, NULL, GRN_GEN_INTEGERS),
                                 FUNCTION("bitwise_not", 1, complement, NULL, GRN_GEN_INTEGERS),
                                 FUNCTION("logical_and", 1, logical, NULL, GRN_GEN_BOOLS),
                                 FUNCTION("logical_or", 1, logical, NULL, GRN_GEN_BOOLS),
                                 FUNCTION("logical_xor", 1, logical, NULL, GRN_GEN_BOOLS),
                                 FUNCTION("logical_not", 1, complement, NULL, GRN_GEN_BOOLS),
                                 {0}};

static const grn_gen_dtype dtypes[] = {{GRN_F32, 24}, {GRN_I64, 12}, {GRN_I32, 6}, {GRN_I1, 5}, {GRN_F64, 5},
                                       {GRN_F16, 3},  {GRN_BF16, 3}, {GRN_UI8, 3}, {GRN_I8, 2}, {GRN_I16, 2},
                                       {GRN_C64, 2},  {GRN_C128, 1}, {0}};

const grn_gen_dialect grn_gen_torch = {.name = "torch",
                                       .prefix = "torch.",
                                       .ops = ops,
                                       .dtypes = dtypes,
                                       .put_type = put_type,
                                       .put_constant = put_constant,
                                       .to_tensor = "torch_c.to_builtin_tensor",
                                       .from_tensor = "torch_c.from_builtin_tensor",
                                       .errors = true};
