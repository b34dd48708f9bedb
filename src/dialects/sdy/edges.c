/*
 * edges.c - `<[{step-0 = [{"a" = operand-0 -> [result-0]}]}]>`: which values of an op a sharding
 * spread between, along which axis, in which step (Shardy, PropagationEdgesAttr).
 */
#include "dialects/sdy/sdy.h"

#include "ir/write.h"

#include <inttypes.h>
#include <stdlib.h>

/* A value of an op: its type and index are two numbers of a list. */
enum { OPERAND, RESULT };
static const char *const kinds[] = {"operand", "result"};

/* One axis in one step. */
typedef struct entry {
    grn_str axis;
    const int64_t *source;
    size_t ntargets;
    const int64_t *targets;
} entry;

static entry entry_of(const grn_attr *a)
{
    const grn_field *f = a->record.fields;
    return (entry){grn_sdy_axis_of(f[0].value).name, f[1].v, f[2].count / 2, f[2].v};
}

static int64_t step_of(const grn_attr *a) { return a->record.fields[0].v[0]; }
static grn_sdy_list entries_of(const grn_attr *a) { return grn_sdy_list_of(a->record.fields[1].value); }

/* ---- reading --------------------------------------------------------------------------------- */

/* `operand-0` */
static grn_status parse_ref(grn_parser *p, grn_vec *numbers)
{
    int64_t *slot = grn_vec_extend(numbers, 2);
    if (!slot)
        return GRN_E_MEMORY;
    if (grn_parser_try(p, kinds[RESULT]))
        slot[0] = RESULT;
    else if (!grn_parser_try(p, kinds[OPERAND]))
        return grn_parser_fail(p, grn_parser_place(p),
                               "expected ::mlir::sdy::EdgeNodeType to be one of: operand, result");
    grn_status status = grn_parser_expect(p, "-");
    return status == GRN_OK ? grn_parser_i64(p, &slot[1]) : status;
}

/* `operand-0 -> [result-0, result-1]` */
static grn_status parse_refs(grn_parser *p, grn_vec *numbers)
{
    grn_status status = parse_ref(p, numbers);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "->");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "[");
    bool more = status == GRN_OK;
    while (more && status == GRN_OK) {
        status = parse_ref(p, numbers);
        more = status == GRN_OK && grn_parser_try(p, ",");
    }
    return status == GRN_OK ? grn_parser_expect(p, "]") : status;
}

static grn_status entry_rest(grn_parser *p, grn_field *fields, grn_vec *numbers)
{
    grn_status status = grn_parser_expect(p, "{");
    if (status == GRN_OK)
        status = grn_sdy_parse_axis(p, &fields[0].value);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = parse_refs(p, numbers);
    return status == GRN_OK ? grn_parser_expect(p, "}") : status;
}

static const grn_struct_def entry_attr, step_attr;

static grn_status parse_entry(grn_parser *p, const grn_attr **out)
{
    grn_vec numbers;
    grn_field fields[3] = {{.present = true}, {.present = true, .count = 2}, {.present = true}};
    grn_vec_init(&numbers, grn_parser_ir(p)->allocator, sizeof(int64_t));
    grn_status status = entry_rest(p, fields, &numbers);
    if (status == GRN_OK) {
        fields[1].v = numbers.items;
        fields[2].v = (const int64_t *)numbers.items + 2;
        fields[2].count = numbers.count - 2;
        status = grn_sdy_made(p, &entry_attr, fields, out);
    }
    grn_vec_destroy(&numbers);
    return status;
}

static grn_status parse_step(grn_parser *p, const grn_attr **out)
{
    static const grn_sdy_list_text entries = {
        "[", "]", parse_entry, "PropagationOneStep", "axis_entries", "::llvm::ArrayRef<AxisToPropagationDetailsAttr>"};
    static const char *const words[] = {"{", "step", "-"};
    int64_t step;
    grn_status status = GRN_OK;
    grn_field fields[2] = {{.present = true, .count = 1, .v = &step}, {.present = true}};
    for (size_t i = 0; status == GRN_OK && i < GRN_COUNT(words); i++)
        status = grn_parser_expect(p, words[i]);
    if (status == GRN_OK)
        status = grn_sdy_param(p, grn_parser_i64(p, &step), "PropagationOneStep", "step_index", "int64_t");
    if (status == GRN_OK)
        status = grn_parser_expect(p, "=");
    if (status == GRN_OK)
        status = grn_sdy_parse_some(p, &entries, &fields[1].value);
    if (status == GRN_OK)
        status = grn_parser_expect(p, "}");
    return status == GRN_OK ? grn_sdy_made(p, &step_attr, fields, out) : status;
}

/* ---- what has to hold of it alone ------------------------------------------------------------ */

/* A pair of numbers among others. */
typedef struct pair {
    int64_t kind, index;
    size_t at;
} pair;

static int by_number(const void *a, const void *b)
{
    const pair *x = a, *y = b;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->index != y->index)
        return x->index < y->index ? -1 : 1;
    return (x->at > y->at) - (x->at < y->at);
}

/* The first of `pairs`, which it reorders, that an equal one comes before; SIZE_MAX: there is
 * none. */
static size_t first_again(pair *pairs, size_t count)
{
    size_t first = SIZE_MAX;
    qsort(pairs, count, sizeof *pairs, by_number);
    for (size_t i = 1; i < count; i++)
        if (pairs[i].kind == pairs[i - 1].kind && pairs[i].index == pairs[i - 1].index && pairs[i].at < first)
            first = pairs[i].at;
    return first;
}

/* No target is the source, none is there twice. */
static grn_status check_entry(grn_parser *p, grn_place place, int64_t step, const entry *e, grn_vec *room)
{
    room->count = 0;
    pair *pairs = grn_vec_extend(room, e->ntargets);
    if (!pairs)
        return GRN_E_MEMORY;
    size_t same = SIZE_MAX;
    for (size_t i = 0; i < e->ntargets; i++) {
        pairs[i] = (pair){e->targets[2 * i], e->targets[2 * i + 1], i};
        if (same == SIZE_MAX && pairs[i].kind == e->source[0] && pairs[i].index == e->source[1])
            same = i;
    }
    const size_t again = first_again(pairs, e->ntargets);
    if (same < again)
        return grn_parser_fail(p, place, "propagation edges have a source that is the same as a target");
    if (again != SIZE_MAX)
        return grn_parser_fail(p, place,
                               "propagation edges have duplicate targets for step index: %" PRId64 " and axis: %.*s",
                               step, (int)e->axis.n, e->axis.text);
    return GRN_OK;
}

static grn_status check_steps(grn_parser *p, grn_place place, grn_sdy_list steps, grn_vec *room)
{
    pair *pairs = grn_vec_extend(room, steps.count);
    if (!pairs)
        return GRN_E_MEMORY;
    for (size_t i = 0; i < steps.count; i++)
        pairs[i] = (pair){0, step_of(steps.items[i]), i};
    const size_t again = first_again(pairs, steps.count);
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < steps.count; i++) {
        const int64_t step = step_of(steps.items[i]);
        const grn_sdy_list entries = entries_of(steps.items[i]);
        if (step < 0)
            return grn_parser_fail(p, place, "propagation edges have negative step index: %" PRId64, step);
        if (i == again)
            return grn_parser_fail(p, place, "propagation edges have duplicate step index: %" PRId64, step);
        for (size_t k = 0; status == GRN_OK && k < entries.count; k++) {
            const entry e = entry_of(entries.items[k]);
            status = check_entry(p, place, step, &e, room);
        }
    }
    return status;
}

static grn_status edges_parse(grn_parser *p, grn_field *fields)
{
    static const grn_sdy_list_text steps = {
        "[", "]", parse_step, "PropagationEdges", "value", "::llvm::ArrayRef<PropagationOneStepAttr>"};
    grn_vec room;
    const grn_place place = grn_parser_place(p);
    fields[0].present = true;
    grn_status status = grn_sdy_parse_some(p, &steps, &fields[0].value);
    if (status == GRN_OK)
        status = grn_parser_expect(p, ">");
    if (status != GRN_OK)
        return status;
    grn_vec_init(&room, grn_parser_ir(p)->allocator, sizeof(pair));
    status = check_steps(p, place, grn_sdy_list_of(fields[0].value), &room);
    grn_vec_destroy(&room);
    return status;
}

/* ---- writing --------------------------------------------------------------------------------- */

static void write_ref(grn_writer *w, const int64_t *ref)
{
    grn_write_text(w, kinds[ref[0]]);
    grn_write_text(w, "-");
    grn_write_i64(w, ref[1]);
}

static void entry_write(grn_writer *w, const grn_attr *a)
{
    const entry e = entry_of(a);
    grn_write_text(w, "{");
    grn_sdy_axis_attr.write(w, a->record.fields[0].value);
    grn_write_text(w, " = ");
    write_ref(w, e.source);
    grn_write_text(w, " -> [");
    for (size_t i = 0; i < e.ntargets; i++) {
        grn_write_text(w, i ? ", " : "");
        write_ref(w, &e.targets[2 * i]);
    }
    grn_write_text(w, "]}");
}

static void step_write(grn_writer *w, const grn_attr *a)
{
    grn_write_text(w, "{step-");
    grn_write_i64(w, step_of(a));
    grn_sdy_write_items(w, " = [", "]}", entries_of(a), entry_write);
}

static void edges_write(grn_writer *w, const grn_attr *a)
{
    grn_sdy_write_items(w, "[", "]", grn_sdy_axes_of(a), step_write);
}

static const grn_field_def entry_fields[] = {GRN_FIELD("axis_name", VALUE), GRN_FIELD("source", DIMS),
                                             GRN_FIELD("targets", DIMS), GRN_FIELDS_END};
static const grn_struct_def entry_attr = {
    .name = "sdy.axis_to_propagation_details", .style = GRN_STRUCT_OWN, .fields = entry_fields, .write = entry_write};
static const grn_field_def step_fields[] = {GRN_FIELD("step_index", DIM), GRN_FIELD("axis_entries", VALUE),
                                            GRN_FIELDS_END};
static const grn_struct_def step_attr = {
    .name = "sdy.propagation_one_step", .style = GRN_STRUCT_OWN, .fields = step_fields, .write = step_write};
static const grn_field_def edges_fields[] = {GRN_FIELD("value", VALUE), GRN_FIELDS_END};
const grn_struct_def grn_sdy_edges_attr = {.name = "sdy.propagation_edges",
                                           .style = GRN_STRUCT_OWN,
                                           .fields = edges_fields,
                                           .parse = edges_parse,
                                           .write = edges_write};

/* ---- on an op -------------------------------------------------------------------------------- */

/* The value meant; NULL: the op has none of this index. */
static const grn_value *value_of(const grn_op *op, const int64_t *ref)
{
    const size_t count = ref[0] == RESULT ? op->nresults : op->noperands;
    if (ref[1] < 0 || (uint64_t)ref[1] >= count)
        return NULL;
    return ref[0] == RESULT ? &op->results[ref[1]] : op->operands[ref[1]];
}

/* The sharding of a value, if it has one, behind the others. */
static grn_status add_sharding(const grn_op *op, grn_check *check, const int64_t *ref, grn_vec *shardings)
{
    grn_status status = GRN_OK;
    const grn_value *v = value_of(op, ref);
    const grn_attr *sharding = v ? grn_sdy_sharding_of_value(check, v, &status) : NULL, **slot;
    if (!sharding)
        return status;
    slot = grn_vec_push(shardings);
    if (!slot)
        return GRN_E_MEMORY;
    *slot = sharding;
    return GRN_OK;
}

static grn_status add_shardings(const grn_op *op, grn_check *check, grn_sdy_list steps, grn_vec *shardings)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; i < steps.count; i++) {
        const grn_sdy_list entries = entries_of(steps.items[i]);
        for (size_t k = 0; k < entries.count; k++) {
            const entry e = entry_of(entries.items[k]);
            status = add_sharding(op, check, e.source, shardings);
            for (size_t t = 0; status == GRN_OK && t < e.ntargets; t++)
                status = add_sharding(op, check, &e.targets[2 * t], shardings);
            if (status != GRN_OK)
                return status;
        }
    }
    return status;
}

static grn_status check_ref(const grn_op *op, grn_check *check, const int64_t *ref)
{
    if (value_of(op, ref) || grn_str_is(op->name, "sdy.func_data_flow_edge"))
        return GRN_OK;
    return grn_op_fail(op, check, "expected a value ref to have %s index in range [0, %zu), got: %" PRId64,
                       ref[0] == RESULT ? "a result" : "an operand", ref[0] == RESULT ? op->nresults : op->noperands,
                       ref[1]);
}

static grn_status check_on_op(const grn_op *op, grn_check *check, const grn_attr *a, const grn_sdy_mesh *mesh)
{
    const entry e = entry_of(a);
    if (!grn_sdy_has_name(mesh->names, e.axis))
        return grn_op_fail(op, check, "expected axis ref to be in one of the meshes");
    grn_status status = check_ref(op, check, e.source);
    for (size_t t = 0; status == GRN_OK && t < e.ntargets; t++)
        status = check_ref(op, check, &e.targets[2 * t]);
    return status;
}

static grn_status common_mesh(const grn_op *op, grn_check *check, grn_sdy_list steps, const grn_attr **out)
{
    grn_vec shardings;
    grn_vec_init(&shardings, check->scratch->allocator, sizeof(const grn_attr *));
    grn_status status = add_shardings(op, check, steps, &shardings);
    const grn_sdy_list all = {shardings.count, shardings.items}, none = {0, NULL};
    *out = status == GRN_OK ? grn_sdy_common_mesh(op, all, none) : NULL;
    if (status == GRN_OK && all.count == 0)
        status = grn_op_fail(op, check, "expected propagation edges attr to reference a sharding.");
    else if (status == GRN_OK && !*out)
        status = grn_op_fail(op, check, "expected a common mesh for propagation edges attr.");
    grn_vec_destroy(&shardings);
    return status;
}

grn_status grn_sdy_check_edges(const grn_op *op, grn_check *check, const grn_attr *edges)
{
    const grn_sdy_list steps = grn_sdy_axes_of(edges);
    const grn_attr *mesh;
    grn_status status = common_mesh(op, check, steps, &mesh);
    if (status != GRN_OK)
        return status;
    const grn_sdy_mesh m = grn_sdy_mesh_of(mesh);
    for (size_t i = 0; status == GRN_OK && i < steps.count; i++) {
        const grn_sdy_list entries = entries_of(steps.items[i]);
        for (size_t k = 0; status == GRN_OK && k < entries.count; k++)
            status = check_on_op(op, check, entries.items[k], &m);
    }
    return status;
}
