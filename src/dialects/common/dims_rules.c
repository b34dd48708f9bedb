/*
 * dims_rules.c - the rules on lists of dimensions that gather and scatter
 * have in common (StableHLO spec, gather C4-C19 and scatter C7-C22; the
 * batching lists after the RFC "batching dims").
 *
 * Lists come as written, so they may be long and hold any number. No rule
 * takes more than linear time in a list, except among its first GRN_PROBE
 * values: a longer list without a repeat there holds a value out of every
 * range, which another rule reports.
 */
#include "dialects/common/dims_rules.h"

#include <inttypes.h>
#include <stdio.h>

#define GRN_PROBE (4 * GRN_MAX_RANK)

const grn_dim_wording grn_gather_wording = {"expects", ",", ""};
const grn_dim_wording grn_scatter_wording = {"Expects", ";", "."};

grn_dim_list grn_dim_list_of(const grn_op *op, const char *attr, const char *name)
{
    const grn_attr *a = grn_op_attr(op, attr);
    grn_field f = a && a->kind == GRN_ATTR_STRUCT ? grn_attr_field(a, name) : (grn_field){0};
    return (grn_dim_list){name, f.count, f.v};
}

const grn_dim_names grn_gather_names = {
    &grn_stablehlo_gather_dims, "dimension_numbers",           "offset_dims",    "collapsed_slice_dims",
    "operand_batching_dims",    "start_indices_batching_dims", "start_index_map"};
const grn_dim_names grn_scatter_names = {
    &grn_stablehlo_scatter_dims, "scatter_dimension_numbers",     "update_window_dims",          "inserted_window_dims",
    "input_batching_dims",       "scatter_indices_batching_dims", "scatter_dims_to_operand_dims"};
const grn_dim_names grn_garner_names = {NULL,
                                        NULL,
                                        "offset_dims",
                                        "collapsed_slice_dims",
                                        "operand_batching_dims",
                                        "start_indices_batching_dims",
                                        "start_index_map"};
static const char vector_dim[] = "index_vector_dim";

/* A list of the struct attribute, or of the op where it has none. */
static grn_dim_list list_named(const grn_op *op, const grn_dim_names *names, const char *name)
{
    grn_dim_list list = {.name = name};
    if (names->attr)
        return grn_dim_list_of(op, names->attr, name);
    grn_op_dims(op, name, &list.count, &list.v);
    return list;
}

static int64_t vector_dim_of(const grn_op *op, const grn_dim_names *names)
{
    if (!names->attr)
        return grn_op_integer(op, vector_dim, 0);
    const grn_dim_list vector = grn_dim_list_of(op, names->attr, vector_dim);
    return vector.count ? vector.v[0] : 0;
}

grn_dim_numbers grn_dim_numbers_of(const grn_op *op, const grn_dim_names *names)
{
    return (grn_dim_numbers){.offset = list_named(op, names, names->offset),
                             .collapsed = list_named(op, names, names->collapsed),
                             .batching = list_named(op, names, names->batching),
                             .indices_batching = list_named(op, names, names->indices_batching),
                             .map = list_named(op, names, names->map),
                             .vector_dim = vector_dim_of(op, names)};
}

static bool set_named(grn_ir *ir, grn_op *op, const char *name, const grn_attr *value)
{
    return value && grn_op_set_attr(ir, op, (grn_str){name, strlen(name)}, value);
}

static bool set_record(grn_ir *ir, grn_op *op, const grn_dim_names *names, size_t n, const grn_dim_list *lists)
{
    enum { MOST = 16 };
    grn_field fields[MOST] = {{0}};
    for (size_t f = 0; f < MOST && names->record->fields[f].name; f++)
        for (size_t i = 0; i < n; i++)
            if (strcmp(names->record->fields[f].name, lists[i].name) == 0)
                fields[f] = (grn_field){.present = true, .count = lists[i].count, .v = lists[i].v};
    return set_named(ir, op, names->attr, grn_attr_struct(ir, names->record, fields));
}

bool grn_dim_numbers_set(grn_ir *ir, grn_op *op, const grn_dim_names *names, const grn_dimension_numbers *d)
{
    const grn_dim_list lists[] = {
        {names->offset, (size_t)d->offset_dims.count, d->offset_dims.v},
        {names->collapsed, (size_t)d->collapsed_slice_dims.count, d->collapsed_slice_dims.v},
        {names->batching, (size_t)d->operand_batching_dims.count, d->operand_batching_dims.v},
        {names->indices_batching, (size_t)d->start_indices_batching_dims.count, d->start_indices_batching_dims.v},
        {names->map, (size_t)d->start_index_map.count, d->start_index_map.v},
        {vector_dim, 1, &d->index_vector_dim}};
    bool ok = true;
    if (names->attr)
        return set_record(ir, op, names, GRN_COUNT(lists), lists);
    for (size_t i = 0; ok && i + 1 < GRN_COUNT(lists); i++)
        if (lists[i].count)
            ok = set_named(ir, op, lists[i].name, grn_attr_dense_i64(ir, lists[i].count, lists[i].v));
        else
            grn_op_drop_attr(op, lists[i].name);
    return ok && set_named(ir, op, vector_dim,
                           grn_attr_integer(ir, grn_type_integer(ir, 64, GRN_SIGNLESS), d->index_vector_dim));
}

bool grn_dim_list_has(const grn_dim_list *list, int64_t dim)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->v[i] == dim)
            return true;
    return false;
}

static grn_status broken_list(const grn_dim_rules *r, const char *rule, const grn_dim_list *list, const char *what)
{
    char text[GRN_DIMS_TEXT_BYTES];
    return grn_stablehlo_broken(r->op, r->check, rule, "%s %s to %s%s got: %s%s", r->wording->expects, list->name, what,
                                r->wording->got, grn_stablehlo_dims_text(list->count, list->v, text, sizeof text),
                                r->wording->stop);
}

grn_status grn_dims_sorted(const grn_dim_rules *r, const char *rule, const grn_dim_list *list)
{
    for (size_t i = 1; i < list->count; i++)
        if (list->v[i] < list->v[i - 1])
            return broken_list(r, rule, list, "be sorted");
    return GRN_OK;
}

/* Whether value i stands before place i too. */
static bool seen_before(const int64_t *v, size_t i)
{
    if (i > 0 && v[i] == v[i - 1])
        return true;
    for (size_t k = 0; k < i && i < GRN_PROBE; k++)
        if (v[k] == v[i])
            return true;
    return false;
}

bool grn_dims_are_unique(size_t count, const int64_t *v)
{
    for (size_t i = 0; i < count; i++)
        if (seen_before(v, i))
            return false;
    return true;
}

grn_status grn_dims_not_repeated(const grn_dim_rules *r, const char *rule, const grn_dim_list *list)
{
    return grn_dims_are_unique(list->count, list->v) ? GRN_OK : broken_list(r, rule, list, "not repeat");
}

grn_status grn_dims_in_range(const grn_dim_rules *r, const char *rule, const grn_dim_list *list, const char *limit_name,
                             int64_t limit)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->v[i] < 0 || list->v[i] >= limit)
            return grn_stablehlo_broken(r->op, r->check, rule,
                                        "Expects each element of %s to be in range [0, %s) i.e. [0, %" PRId64
                                        "). got: %" PRId64 ".",
                                        list->name, limit_name, limit, list->v[i]);
    return GRN_OK;
}

static grn_status duplicated(const grn_dim_rules *r, const char *rule, const grn_dim_list *a, const grn_dim_list *b,
                             int64_t dim)
{
    return grn_stablehlo_broken(r->op, r->check, rule, "has duplicated dimension from %s and %s: %" PRId64, a->name,
                                b->name, dim);
}

/* The first value that stands in the two lists for the second time; NULL: none. */
static const int64_t *second_in(const grn_dim_list *a, const grn_dim_list *b)
{
    for (size_t i = 0; i < a->count; i++)
        if (seen_before(a->v, i))
            return &a->v[i];
    grn_dim_list head = {a->name, a->count < GRN_PROBE ? a->count : GRN_PROBE, a->v};
    for (size_t i = 0; i < b->count; i++)
        if (seen_before(b->v, i) || grn_dim_list_has(&head, b->v[i]))
            return &b->v[i];
    return NULL;
}

bool grn_dims_are_distinct(const grn_dim_list *a, const grn_dim_list *b) { return !second_in(a, b); }

grn_status grn_dims_distinct(const grn_dim_rules *r, const char *rule, const grn_dim_list *a, const grn_dim_list *b)
{
    const int64_t *second = second_in(a, b);
    return second ? duplicated(r, rule, a, b, *second) : GRN_OK;
}

grn_status grn_dims_without_vector(const grn_dim_rules *r, const char *rule, const grn_dim_list *list,
                                   int64_t index_vector_dim)
{
    if (!grn_dim_list_has(list, index_vector_dim))
        return GRN_OK;
    return grn_stablehlo_broken(r->op, r->check, rule, "expects %s not to include index_vector_dim %" PRId64 "%s",
                                list->name, index_vector_dim, r->wording->stop);
}

grn_status grn_dims_same_size(const grn_dim_rules *r, const char *rule, const grn_dim_list *a, const grn_dim_list *b)
{
    if (a->count == b->count)
        return GRN_OK;
    return grn_stablehlo_broken(r->op, r->check, rule, "%s and %s should have the same size%s", a->name, b->name,
                                r->wording->stop);
}

grn_status grn_dims_same_extents(const grn_dim_rules *r, const char *rule, const grn_dim_list *a,
                                 const int64_t *a_shape, const grn_dim_list *b, const int64_t *b_shape)
{
    for (size_t i = 0; i < a->count; i++) {
        int64_t x = a_shape[a->v[i]], y = b_shape[b->v[i]];
        if (!grn_stablehlo_dim_agrees(x, y))
            return grn_stablehlo_broken(r->op, r->check, rule,
                                        "%s[%zu] and %s[%zu] must have compatible sizes, but got %" PRId64
                                        " and %" PRId64 "%s",
                                        a->name, i, b->name, i, x, y, r->wording->stop);
    }
    return GRN_OK;
}

grn_status grn_dims_vector_in_range(const grn_dim_rules *r, const char *rule, int64_t index_vector_dim,
                                    const char *indices_name, int32_t indices_rank)
{
    if (index_vector_dim >= 0 && index_vector_dim <= indices_rank)
        return GRN_OK;
    return grn_stablehlo_broken(r->op, r->check, rule,
                                "Expects index_vector_dim to be in range [0, rank-of('%s')] i.e. [0, %" PRId32
                                "]. got: %" PRId64 ".",
                                indices_name, indices_rank, index_vector_dim);
}

grn_status grn_dims_to_spec(const grn_dim_list *list, const grn_op *op, const grn_diag *diag, grn_dims *out)
{
    if (list->count > GRN_MAX_RANK)
        return grn_fail(diag, op->place, GRN_E_LIMIT, "%.*s: %s has %zu entries, at most %d can be run",
                        (int)op->name.n, op->name.text, list->name, list->count, GRN_MAX_RANK);
    out->count = (int32_t)list->count;
    if (list->count)
        memcpy(out->v, list->v, list->count * sizeof *list->v);
    return GRN_OK;
}

bool grn_dim_numbers_map(const grn_dim_numbers *d, int32_t operand_rank, int32_t indices_rank, grn_access_map *out)
{
    grn_dimension_numbers n = {.index_vector_dim = d->vector_dim};
    if (!grn_dims_read(d->offset.count, d->offset.v, &n.offset_dims) ||
        !grn_dims_read(d->collapsed.count, d->collapsed.v, &n.collapsed_slice_dims) ||
        !grn_dims_read(d->batching.count, d->batching.v, &n.operand_batching_dims) ||
        !grn_dims_read(d->indices_batching.count, d->indices_batching.v, &n.start_indices_batching_dims) ||
        !grn_dims_read(d->map.count, d->map.v, &n.start_index_map) ||
        !grn_access_map_fits(&n, operand_rank, indices_rank))
        return false;
    grn_access_map_of(&n, operand_rank, indices_rank, out);
    return true;
}

grn_status grn_dim_numbers_to_spec(const grn_dim_numbers *d, const grn_op *op, const grn_diag *diag,
                                   grn_dimension_numbers *out)
{
    const struct {
        const grn_dim_list *from;
        grn_dims *to;
    } lists[] = {
        {&d->offset, &out->offset_dims},
        {&d->collapsed, &out->collapsed_slice_dims},
        {&d->batching, &out->operand_batching_dims},
        {&d->indices_batching, &out->start_indices_batching_dims},
        {&d->map, &out->start_index_map},
    };
    out->index_vector_dim = d->vector_dim;
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(lists); i++)
        status = grn_dims_to_spec(lists[i].from, op, diag, lists[i].to);
    return status;
}

/* Forwards a message; one without a place gets the op's, and errors its name. */
static void emit_for_op(void *user, const grn_diagnostic *d)
{
    const grn_op_diag *self = user;
    char message[GRN_MESSAGE_BYTES];
    grn_diagnostic of_op = *d;
    if (d->place.line != 0) {
        grn_emit_again(self->inner, d);
        return;
    }
    bool named = d->severity == GRN_SEVERITY_ERROR;
    snprintf(message, sizeof message, "%.*s%s%s", named ? (int)self->op->name.n : 0, self->op->name.text,
             named ? ": " : "", d->message);
    of_op.place = self->op->place;
    of_op.message = message;
    grn_emit_again(self->inner, &of_op);
}

void grn_op_diag_init(grn_op_diag *d, const grn_op *op, const grn_diag *inner)
{
    *d = (grn_op_diag){{emit_for_op, d}, inner, op};
}
