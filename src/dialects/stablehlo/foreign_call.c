/* foreign_call.c - custom calls that whoever runs the program answers: values and attributes as
 * garner/foreign.h has them. */
#include "dialects/stablehlo/foreign_call.h"

#include "garner/foreign.h"

/* ---- attributes ------------------------------------------------------------------------------ */

/* Numbers of an attribute, and room for one that is written as such. */
typedef struct number {
    union {
        int64_t integer; /* for its alignment */
        unsigned char bytes[16];
    };
} number;

static bool set_scalar(const grn_attr *a, number *room, grn_foreign_attribute *out)
{
    const grn_dtype dtype = a->type->dtype;
    grn_scalar value = {.dtype = dtype};
    if (dtype == GRN_NO_DTYPE)
        return false;
    if (a->kind == GRN_ATTR_FLOAT)
        value.f = a->real;
    else
        value.i = a->integer;
    grn_scalar_store(&value, dtype, room->bytes);
    out->dtype = dtype;
    out->count = 1;
    out->data = room->bytes;
    return true;
}

static bool set_elements(const grn_attr *a, grn_foreign_attribute *out)
{
    const grn_tensor *t = &a->elements->tensor;
    out->dtype = t->dtype;
    out->is_list = true;
    out->count = (size_t)grn_tensor_elements(t);
    out->data = t->data;
    return grn_tensor_is_compact(t);
}

/* False: of a kind that a call has no form for. */
static bool set_attribute(const grn_named_attr *from, number *room, grn_foreign_attribute *out)
{
    const grn_attr *a = from->value;
    *out = (grn_foreign_attribute){.name = from->name.text, .name_bytes = from->name.n};
    switch (a->kind) {
    case GRN_ATTR_STRING:
        out->text = a->text.text;
        out->text_bytes = a->text.n;
        return true;
    case GRN_ATTR_BOOL:
        room->bytes[0] = a->boolean;
        out->dtype = GRN_I1;
        out->count = 1;
        out->data = room->bytes;
        return true;
    case GRN_ATTR_INTEGER:
    case GRN_ATTR_FLOAT: return set_scalar(a, room, out);
    case GRN_ATTR_DENSE_ARRAY:
        out->dtype = a->type->dtype;
        out->is_list = true;
        out->count = a->dense_array.count;
        out->data = a->dense_array.data;
        return true;
    case GRN_ATTR_ELEMENTS: return set_elements(a, out);
    default: return false;
    }
}

static const grn_attr *config_of(const grn_op *op)
{
    const grn_attr *config = grn_op_attr(op, "mhlo.backend_config");
    return config ? config : grn_op_attr(op, "backend_config");
}

/* ---- the call -------------------------------------------------------------------------------- */

/* What is allocated for a call: operands that are made compact, and lists. */
typedef struct foreign {
    grn_exec *x;
    const grn_op *op;
    grn_arena arena;
    grn_tensor *inputs, *results;
    grn_rt *copies;
    size_t ncopies;
    grn_foreign_attribute *attributes;
    size_t nattributes;
} foreign;

static grn_status no_memory(const foreign *f)
{
    return grn_exec_fail(f->x, f->op, GRN_E_MEMORY, "memory for the call was refused");
}

static grn_status take_inputs(foreign *f)
{
    for (size_t i = 0; i < f->op->noperands; i++) {
        const grn_tensor *t = &f->x->operands[i].tensor;
        f->inputs[i] = *t;
        if (t->dtype == GRN_NO_DTYPE || grn_tensor_is_compact(t))
            continue;
        grn_rt *copy = &f->copies[f->ncopies];
        const grn_status status = f->x->calls->alloc(f->x, t->dtype, t->rank, t->shape, copy);
        if (status != GRN_OK)
            return status;
        f->ncopies++;
        grn_tensor_copy(&copy->tensor, t);
        f->inputs[i] = copy->tensor;
    }
    return GRN_OK;
}

/* A result whose extents only the call would know cannot be given room. */
static grn_status make_results(foreign *f)
{
    for (size_t i = 0; i < f->op->nresults; i++) {
        const grn_type *type = grn_result_type(f->op, i);
        if (!grn_type_is_tensor(type))
            continue; /* a token */
        for (int32_t d = 0; d < type->rank; d++)
            if (type->shape[d] == GRN_DYNAMIC)
                return grn_exec_fail(f->x, f->op, GRN_E_UNSUPPORTED, "result #%zu has an extent that is not declared",
                                     i);
        const grn_status status =
            f->x->calls->alloc(f->x, grn_hlo_result_dtype(f->op, i), type->rank, type->shape, &f->x->results[i]);
        if (status != GRN_OK)
            return status;
        f->results[i] = f->x->results[i].tensor;
    }
    return GRN_OK;
}

static grn_status take_attributes(foreign *f, const grn_attr *config)
{
    if (!config || config->kind != GRN_ATTR_DICT)
        return GRN_OK;
    number *room = GRN_ARENA_NEW(&f->arena, number, config->dict.count + 1);
    f->attributes = GRN_ARENA_NEW(&f->arena, grn_foreign_attribute, config->dict.count + 1);
    if (!room || !f->attributes)
        return no_memory(f);
    for (size_t i = 0; i < config->dict.count; i++) {
        const grn_named_attr *from = &config->dict.by_name[i];
        if (!set_attribute(from, &room[i], &f->attributes[i]))
            return grn_exec_fail(f->x, f->op, GRN_E_UNSUPPORTED,
                                 "attribute '%.*s' is neither a number, a list nor a text", (int)from->name.n,
                                 from->name.text);
        f->nattributes++;
    }
    return GRN_OK;
}

static grn_status call(foreign *f, const grn_attr *config)
{
    const grn_str target = grn_op_attr(f->op, "call_target_name")->text;
    const grn_attr *version = grn_op_attr(f->op, "api_version");
    const bool is_text = config && config->kind == GRN_ATTR_STRING;
    const grn_foreign_call told = {.target = target.text,
                                   .target_bytes = target.n,
                                   .place = f->op->place,
                                   .api_version = version ? version->integer : 1,
                                   .config = is_text ? config->text.text : NULL,
                                   .config_bytes = is_text ? config->text.n : 0,
                                   .nattributes = f->nattributes,
                                   .attributes = f->attributes,
                                   .ninputs = f->op->noperands,
                                   .inputs = f->inputs,
                                   .nresults = f->op->nresults,
                                   .results = f->results};
    const grn_foreign *who = f->x->foreign;
    return who->call(who->user, &told, f->x->diag);
}

static grn_status make_lists(foreign *f)
{
    const size_t n = f->op->noperands + 1;
    f->inputs = GRN_ARENA_NEW(&f->arena, grn_tensor, n);
    f->copies = GRN_ARENA_NEW(&f->arena, grn_rt, n);
    f->results = GRN_ARENA_NEW(&f->arena, grn_tensor, f->op->nresults + 1);
    if (!f->inputs || !f->copies || !f->results)
        return no_memory(f);
    memset(f->results, 0, (f->op->nresults + 1) * sizeof *f->results);
    return GRN_OK;
}

static grn_status run(grn_exec *x, const grn_op *op)
{
    foreign f = {.x = x, .op = op};
    const grn_attr *config = config_of(op);
    grn_arena_init(&f.arena, x->allocator);
    grn_status status = make_lists(&f);
    if (status == GRN_OK)
        status = take_attributes(&f, config);
    if (status == GRN_OK)
        status = take_inputs(&f);
    if (status == GRN_OK)
        status = make_results(&f);
    if (status == GRN_OK)
        status = call(&f, config);
    while (f.ncopies > 0)
        x->calls->release(x, &f.copies[--f.ncopies]);
    grn_arena_destroy(&f.arena);
    return status;
}

grn_foreign_run grn_foreign_find(const grn_exec *x, grn_str target)
{
    const grn_foreign *who = x->foreign;
    return who && who->serves(who->user, target.text, target.n) ? run : NULL;
}
