/* values.c - types, values that are there, and values that are made. */
#include <math.h>

#include "generate/generate.h"

#define MOST_INPUTS 12
#define MOST_ELEMENTS 96

/* ---- types ----------------------------------------------------------------------------------- */

grn_gen_type grn_gen_type_of(grn_dtype dtype, int32_t rank, const int64_t *shape)
{
    grn_gen_type t = {.dtype = dtype, .rank = rank};
    for (int32_t d = 0; d < rank; d++)
        t.shape[d] = shape[d];
    return t;
}

int64_t grn_gen_elements(const grn_gen_type *type)
{
    int64_t n = 1;
    for (int32_t d = 0; d < type->rank; d++)
        n *= type->shape[d];
    return n;
}

grn_gen_type grn_gen_with_dtype(const grn_gen_type *type, grn_dtype dtype)
{
    grn_gen_type t = *type;
    t.dtype = dtype;
    return t;
}

grn_gen_type grn_gen_last_dims(grn_gen *g, const grn_gen_type *type)
{
    grn_gen_type t = *type;
    const int32_t skip = (int32_t)grn_pick(g->choices, (uint64_t)t.rank + 1);
    t.rank -= skip;
    for (int32_t d = 0; d < t.rank; d++)
        t.shape[d] = grn_one_in(g->choices, 3) ? 1 : type->shape[skip + d];
    return t;
}

grn_gen_type grn_gen_broadcast_to(grn_gen *g, const grn_gen_type *type)
{
    return grn_one_in(g->choices, 2) ? *type : grn_gen_last_dims(g, type);
}

grn_gen_type grn_gen_permuted(grn_gen *g, const grn_gen_type *type, int64_t *order)
{
    grn_gen_type t = *type;
    for (int32_t d = 0; d < t.rank; d++)
        order[d] = d;
    grn_pick_order(g->choices, order, t.rank);
    for (int32_t d = 0; d < t.rank; d++)
        t.shape[d] = type->shape[order[d]];
    return t;
}

bool grn_gen_same_shape(const grn_gen_type *a, const grn_gen_type *b)
{
    bool same = a->rank == b->rank && a->open == b->open;
    for (int32_t d = 0; same && d < a->rank; d++)
        same = a->shape[d] == b->shape[d];
    return same;
}

bool grn_gen_same_type(const grn_gen_type *a, const grn_gen_type *b)
{
    return a->dtype == b->dtype && grn_gen_same_shape(a, b);
}

uint32_t grn_gen_class(grn_dtype dtype)
{
    const unsigned bits = grn_dtype_bits(dtype);
    const uint32_t class = 1u << grn_dtype_class_of(dtype);
    const bool is_integer = (class & GRN_GEN_INTEGERS) != 0, is_float = class == GRN_GEN_FLOATS;
    if ((is_integer && bits < 8) || (is_float && bits <= 8))
        return class | GRN_GEN_NARROW;
    return is_integer && bits < 32 ? class | GRN_GEN_SHORT : class;
}

static bool has_class(grn_dtype dtype, uint32_t classes)
{
    const uint32_t class = grn_gen_class(dtype);
    return !classes || (class & classes) == class;
}

bool grn_gen_allows(const grn_gen *g, grn_dtype dtype)
{
    return !g->dtypes || (g->dtypes & grn_gen_dtype_bit(dtype)) != 0;
}

/* One that is allowed, or GRN_NO_DTYPE: the dialect has none of the classes. */
static grn_dtype draw_dtype(grn_gen *g, uint32_t classes, bool (*allows)(const grn_gen *g, grn_dtype dtype))
{
    uint64_t all = 0;
    for (const grn_gen_dtype *d = g->dialect->dtypes; d->dtype; d++)
        all += has_class(d->dtype, classes) && allows(g, d->dtype) ? d->weight : 0;
    uint64_t at = all ? grn_pick(g->choices, all) : 0;
    for (const grn_gen_dtype *d = g->dialect->dtypes; d->dtype; d++) {
        const uint64_t weight = has_class(d->dtype, classes) && allows(g, d->dtype) ? d->weight : 0;
        if (at < weight)
            return d->dtype;
        at -= weight;
    }
    return GRN_NO_DTYPE;
}

static bool allows_all(const grn_gen *g, grn_dtype dtype)
{
    (void)g;
    return dtype != GRN_NO_DTYPE;
}

/* An op that takes none of the types asked for is written with another, and the program is drawn again. */
grn_dtype grn_gen_draw_dtype(grn_gen *g, uint32_t classes)
{
    const grn_dtype dtype = draw_dtype(g, classes, grn_gen_allows);
    return dtype ? dtype : draw_dtype(g, classes, allows_all);
}

grn_dtype grn_gen_common_dtype(grn_gen *g, uint32_t classes)
{
    const grn_gen_value *all = g->values.items;
    const size_t n = g->values.count, from = n ? (size_t)grn_pick(g->choices, n) : 0;
    for (size_t i = 0; i < n && !grn_one_in(g->choices, 8); i++)
        if (has_class(all[(from + i) % n].type.dtype, classes))
            return all[(from + i) % n].type.dtype;
    return grn_gen_draw_dtype(g, classes);
}

/* Extents 0 and 1 are of the edge. */
static int64_t draw_extent(grn_gen *g, int64_t most)
{
    if (g->edge && grn_one_in(g->choices, 6))
        return grn_one_in(g->choices, 3) ? 0 : 1;
    return grn_pick_between(g->choices, grn_one_in(g->choices, 8) ? 1 : 2, most);
}

grn_gen_type grn_gen_draw_type(grn_gen *g, uint32_t classes, int32_t least_rank)
{
    static const int64_t most[] = {1, 9, 5, 4, 3, 2, 2, 2, 2};
    static const int32_t ranks[] = {0, 1, 1, 2, 2, 2, 3, 3, 4};
    grn_gen_type t = {.dtype = grn_gen_draw_dtype(g, classes)};
    t.rank = GRN_PICK_OF(g->choices, ranks);
    t.rank = g->scalars ? 0 : t.rank < least_rank ? least_rank : t.rank;
    for (int32_t d = 0; d < t.rank; d++)
        t.shape[d] = draw_extent(g, most[t.rank]);
    if (g->large && t.rank > 0 && t.rank < 3 && grn_one_in(g->choices, 3))
        t.shape[0] = 33000 / (t.rank == 2 && t.shape[1] ? t.shape[1] : 1);
    return t;
}

/* ---- values that are made -------------------------------------------------------------------- */

grn_tensor grn_gen_data(grn_gen *g, const grn_gen_type *type)
{
    grn_tensor t = grn_tensor_over(NULL, type->dtype, type->rank, type->shape);
    const size_t bytes = grn_tensor_bytes(&t);
    t.data = g->failed ? NULL : grn_allocate(g->allocator, bytes);
    if (t.data)
        memset(t.data, 0, bytes ? bytes : 1);
    else
        g->failed = true;
    return t;
}

void grn_gen_free_data(grn_gen *g, grn_tensor *data)
{
    if (data->data)
        grn_release(g->allocator, data->data, grn_tensor_bytes(data));
    data->data = NULL;
}

grn_gen_value grn_gen_new(grn_gen *g, const grn_gen_type *type, const grn_facts *facts)
{
    g->strays |= !grn_gen_allows(g, type->dtype);
    return (grn_gen_value){.type = *type, .facts = *facts, .id = g->next_id++, .part = GRN_GEN_WHOLE};
}

void grn_gen_number_parts(grn_gen_value *results, size_t count)
{
    for (size_t i = 0; count > 1 && i < count; i++) {
        results[i].id = results[0].id;
        results[i].part = (uint32_t)i;
    }
}

void grn_gen_define(grn_gen *g, const grn_gen_value *v)
{
    grn_gen_value *to = g->failed ? NULL : grn_vec_push(&g->values);
    if (to)
        *to = *v;
    else
        g->failed = true;
}

void grn_gen_ask(grn_gen *g, const char *question)
{
    if (!g->question[0] && question)
        snprintf(g->question, sizeof g->question, "%s", question);
}

static grn_gen_value add_input(grn_gen *g, const grn_gen_type *type, grn_tensor *data)
{
    g->strays |= !grn_gen_allows(g, type->dtype);
    grn_gen_value v = {.type = *type,
                       .facts = g->any_inputs ? grn_facts_unknown(type->dtype) : grn_facts_of(data),
                       .id = (uint32_t)g->inputs.count,
                       .part = GRN_GEN_WHOLE,
                       .is_input = true,
                       .made = true};
    grn_gen_value *input = grn_vec_push(&g->inputs);
    grn_tensor *tensor = grn_vec_push(&g->tensors);
    if (input && tensor) {
        *input = v;
        *tensor = *data;
    } else {
        grn_gen_free_data(g, data);
        g->failed = true;
    }
    return v;
}

static grn_gen_value add_constant(grn_gen *g, const grn_gen_type *type, grn_tensor *data)
{
    const grn_facts facts = grn_facts_of(data);
    grn_gen_value v = grn_gen_new(g, type, &facts);
    v.made = true;
    if (data->data)
        g->dialect->put_constant(g, &v, data);
    grn_gen_free_data(g, data);
    return v;
}

grn_gen_value grn_gen_make_of(grn_gen *g, const grn_gen_type *type, grn_tensor *data, bool constant)
{
    if (!data->data)
        g->failed = true;
    const size_t most = g->most_inputs ? g->most_inputs : MOST_INPUTS + (size_t)(g->next_id / 8);
    const bool input_may = !g->closed && g->inputs.count < most;
    const bool constant_may = !type->open && (!g->dialect->writes_dtype || g->dialect->writes_dtype(g, type->dtype));
    return (constant || !input_may || g->any_inputs) && constant_may ? add_constant(g, type, data)
                                                                     : add_input(g, type, data);
}

static void open_extents(grn_gen *g, const grn_want *want, grn_gen_type *type)
{
    if (!want->may_be_open || want->type || !g->edge || g->closed || g->any_inputs || !g->dialect->open_extents)
        return;
    for (int32_t d = 0; d < type->rank; d++)
        if (grn_one_in(g->choices, 4))
            type->open |= 1u << d;
}

/* One number everywhere: a constant of many would be a long text. */
static void fill_alike(grn_gen *g, grn_tensor *data, const grn_want *want)
{
    grn_tensor first = *data;
    const size_t bytes = grn_dtype_bytes(data->dtype);
    first.rank = 0;
    grn_gen_fill(g, &first, want);
    for (int64_t e = grn_tensor_elements(data); data->data && e > 1; e--)
        memcpy((char *)data->data + (size_t)(e - 1) * bytes, data->data, bytes);
}

/* Whatever a caller fills it with. */
static bool takes_anything(const grn_gen *g, const grn_want *want)
{
    return g->any_inputs && !want->is_bounded && !want->no_nan && !want->no_zero && !want->distinct;
}

static grn_gen_value make(grn_gen *g, const grn_want *want)
{
    grn_gen_type type = want->type ? *want->type : grn_gen_draw_type(g, want->classes, want->least_rank);
    type.dtype = !want->type && want->dtype ? want->dtype : type.dtype;
    open_extents(g, want, &type);
    grn_tensor data = grn_gen_data(g, &type);
    const bool long_constant = grn_gen_elements(&type) > MOST_ELEMENTS && (g->any_inputs || g->closed);
    if (long_constant && !want->distinct)
        fill_alike(g, &data, want);
    else
        grn_gen_fill(g, &data, want);
    const bool constant = grn_gen_elements(&type) <= MOST_ELEMENTS && !type.open && grn_one_in(g->choices, 2);
    grn_gen_value v = takes_anything(g, want) && !constant && g->inputs.count < g->most_inputs && !g->closed
                          ? add_input(g, &type, &data)
                          : grn_gen_make_of(g, &type, &data, constant);
    if (!want->distinct)
        grn_gen_define(g, &v);
    return v;
}

/* ---- values that are there ------------------------------------------------------------------- */

static bool type_suits(const grn_gen_value *v, const grn_want *want)
{
    if (want->type)
        return grn_gen_same_type(&v->type, want->type);
    return (want->dtype ? v->type.dtype == want->dtype : has_class(v->type.dtype, want->classes)) &&
           v->type.rank >= want->least_rank && (!v->type.open || want->may_be_open);
}

static bool facts_suit(const grn_gen *g, const grn_gen_value *v, const grn_want *want)
{
    const grn_facts *f = &v->facts;
    return (!(want->exact || g->exact_only) || grn_facts_exact(f)) && (!want->no_nan || !f->nan) &&
           (!want->no_zero || !f->zero) &&
           (!want->is_bounded || (f->low >= want->low && f->high <= want->high && !f->nan));
}

/* Of those that suit, one that nothing uses so far: results that nobody reads tell less. */
static grn_gen_value *find(grn_gen *g, const grn_want *want, bool relaxed)
{
    grn_gen_value *all = g->values.items, *found = NULL;
    const size_t n = g->values.count, from = n ? (size_t)grn_pick(g->choices, n) : 0;
    for (size_t i = 0; i < n; i++) {
        grn_gen_value *v = &all[(from + i) % n];
        if (!type_suits(v, want) || (!relaxed && !facts_suit(g, v, want)) || (g->scalars && v->type.rank))
            continue;
        if (!v->used)
            return v;
        found = found ? found : v;
    }
    return found;
}

static bool may_ask(grn_gen *g, const grn_want *want)
{
    return g->unspecified && want->question && grn_one_in(g->choices, 2);
}

/* Of what is wanted only the type. */
static grn_gen_value make_relaxed(grn_gen *g, const grn_want *want)
{
    grn_want any = *want;
    any.is_bounded = any.no_nan = any.no_zero = false;
    const grn_gen_value v = make(g, &any);
    if (!facts_suit(g, &v, want))
        grn_gen_ask(g, want->question);
    return v;
}

/* One in a few values is made although there are some. */
grn_gen_value grn_gen_take(grn_gen *g, const grn_want *want)
{
    const bool relaxed = may_ask(g, want);
    if (relaxed && grn_one_in(g->choices, 2))
        return make_relaxed(g, want);
    grn_gen_value *v = want->distinct || grn_one_in(g->choices, 7) ? NULL : find(g, want, relaxed);
    if (!v)
        return make(g, want);
    if (relaxed && !facts_suit(g, v, want))
        grn_gen_ask(g, want->question);
    v->used = true;
    return *v;
}

grn_gen_value grn_gen_take_any(grn_gen *g, uint32_t classes, int32_t least_rank)
{
    return grn_gen_take(g, &(grn_want){.classes = classes, .least_rank = least_rank});
}

grn_gen_value grn_gen_take_like(grn_gen *g, const grn_gen_type *type)
{
    return grn_gen_take(g, &(grn_want){.type = type});
}

grn_gen_value grn_gen_take_small(grn_gen *g, uint32_t classes, int32_t least_rank)
{
    const grn_gen_value x = grn_gen_take_any(g, classes, least_rank);
    const grn_gen_type small = {.dtype = x.type.dtype, .rank = 2, .shape = {3, 4}};
    return x.type.rank > 4 || grn_gen_elements(&x.type) > 1000 ? grn_gen_take_like(g, &small) : x;
}

/* ---- constants of an op's own ---------------------------------------------------------------- */

grn_gen_value grn_gen_integers(grn_gen *g, grn_dtype dtype, const int64_t *v, int32_t count)
{
    const int64_t extent = count;
    const grn_gen_type type = grn_gen_type_of(dtype, count < 0 ? 0 : 1, &extent);
    grn_tensor data = grn_gen_data(g, &type);
    for (int32_t i = 0; data.data && i < (count < 0 ? 1 : count); i++)
        grn_gen_put_integer(&data, i, v[i]);
    return add_constant(g, &type, &data);
}

grn_gen_value grn_gen_number(grn_gen *g, grn_dtype dtype, double number)
{
    const grn_gen_type type = {.dtype = dtype};
    grn_tensor data = grn_gen_data(g, &type);
    if (data.data)
        grn_gen_put_number(&data, 0, number);
    return add_constant(g, &type, &data);
}
