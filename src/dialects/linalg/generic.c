/*
 * generic.c - linalg.generic and linalg.index (MLIR linalg dialect, the
 * sections of those names). The space of loops is walked with the last loop
 * fastest, on tensors and on memrefs; a run knows maps whose results are
 * dimensions and constants.
 */
#include <inttypes.h>

#include "dialects/linalg/linalg.h"

static const grn_attr *list_of(const grn_op *op, const char *name) { return grn_op_attr(op, name); }

/* ---- rules ----------------------------------------------------------------------------------- */

static bool begins_with_map(const grn_attr *a)
{
    static const char word[] = "affine_map<";
    return a->kind == GRN_ATTR_OPAQUE && a->text.n > sizeof word && memcmp(a->text.text, word, sizeof word - 1) == 0;
}

static bool are_maps(const grn_attr *a)
{
    bool good = a->kind == GRN_ATTR_ARRAY;
    for (size_t i = 0; good && i < a->array.count; i++)
        good = begins_with_map(a->array.items[i]);
    return good;
}
static const grn_attr_class maps_class = {"AffineMap array attribute", are_maps};

static bool are_iterators(const grn_attr *a)
{
    bool good = a->kind == GRN_ATTR_ARRAY;
    for (size_t i = 0; good && i < a->array.count; i++)
        good =
            a->array.items[i]->kind == GRN_ATTR_ENUM && a->array.items[i]->enumeration.def == &grn_linalg_iterator_type;
    return good;
}
static const grn_attr_class iterators_class = {"Iterator type should be an enum.", are_iterators};

/* The extents of the loops as far as the operands' types give them. */
typedef struct space {
    size_t nloops;
    bool named[GRN_MAX_RANK];
    int64_t extent[GRN_MAX_RANK];
} space;

/* Of a map that is known here: whether the operand's extents are those of the loops. */
static grn_status check_extents(const grn_op *op, const grn_check *check, size_t i, const grn_affine_map *map, space *s)
{
    const grn_type *type = grn_operand_type(op, i);
    for (int32_t r = 0; r < map->nresults; r++) {
        int64_t loop = map->result[r], extent = type->shape[r];
        if (map->is_constant[r])
            continue;
        if (!s->named[loop] || s->extent[loop] == GRN_DYNAMIC)
            s->extent[loop] = extent;
        else if (extent != GRN_DYNAMIC && extent != s->extent[loop])
            return grn_op_fail(op, check,
                               "inferred input/output operand #%zu has shape's dimension #%" PRId32 " to be %" PRId64
                               ", but found %" PRId64,
                               i, r, s->extent[loop], extent);
        s->named[loop] = true;
    }
    return GRN_OK;
}

static grn_status check_map(const grn_op *op, const grn_check *check, size_t i, space *s)
{
    const grn_type *type = grn_operand_type(op, i);
    int32_t rank = grn_type_is_shaped(type) ? type->rank : 0;
    grn_affine_map map;
    if (!grn_affine_map_read(list_of(op, "indexing_maps")->array.items[i], &map)) {
        for (size_t d = 0; d < s->nloops; d++) /* any of its loops may be in it */
            s->named[d] = true, s->extent[d] = GRN_DYNAMIC;
        return GRN_OK;
    }
    if ((size_t)map.ndims != s->nloops)
        return grn_op_fail(op, check, "expected indexing_map #%zu to have %zu dim(s) to match the number of loops", i,
                           s->nloops);
    if (map.nresults != rank)
        return grn_op_fail(op, check,
                           "expected operand rank (%" PRId32 ") to match the result rank of indexing_map #%zu (%" PRId32
                           ")",
                           rank, i, map.nresults);
    return check_extents(op, check, i, &map, s);
}

static grn_status generic_verify(const grn_op *op, grn_check *check)
{
    size_t inputs, outputs, nmaps = list_of(op, "indexing_maps")->array.count;
    space s = {.nloops = list_of(op, "iterator_types")->array.count};
    grn_status status = grn_linalg_segments(op, check, &inputs, &outputs);
    if (status == GRN_OK && nmaps != op->noperands)
        return grn_op_fail(
            op, check,
            "expected the number of indexing_map (%zu) to be equal to the number of input/output operands (%zu)", nmaps,
            op->noperands);
    if (status == GRN_OK && s.nloops > GRN_MAX_RANK)
        return grn_op_fail(op, check, "has %zu loops, garner's limit is %d", s.nloops, GRN_MAX_RANK);
    for (size_t i = 0; status == GRN_OK && i < op->noperands; i++)
        status = check_map(op, check, i, &s);
    for (size_t d = 0; status == GRN_OK && d < s.nloops; d++)
        if (!s.named[d])
            return grn_op_fail(op, check, "expected the shape-to-loops map to be non-null");
    return status == GRN_OK ? grn_linalg_check_results(op, check, inputs) : status;
}

static grn_status check_yield(const grn_op *op, const grn_check *check, const grn_op *end, size_t inputs)
{
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    if (end->noperands != op->noperands - inputs)
        return grn_op_fail(end, check,
                           "expected number of yield values (%zu) to match the number of inits / outs operands of the "
                           "enclosing LinalgOp (%zu)",
                           end->noperands, op->noperands - inputs);
    for (size_t i = 0; i < end->noperands; i++) {
        const grn_type *element = grn_linalg_element(grn_operand_type(op, inputs + i));
        if (grn_operand_type(end, i) != element)
            return grn_op_fail(end, check,
                               "type of yield operand %zu ('%s') doesn't match the element type of the enclosing "
                               "linalg.generic op ('%s')",
                               i + 1, grn_type_text(grn_operand_type(end, i), a, sizeof a),
                               grn_type_text(element, b, sizeof b));
    }
    return GRN_OK;
}

static grn_status generic_verify_regions(const grn_op *op, grn_check *check)
{
    char a[GRN_TYPE_TEXT_BYTES], b[GRN_TYPE_TEXT_BYTES];
    const grn_block *block = op->regions[0].first;
    const grn_op *end = block && !block->next ? grn_block_terminator(block) : NULL;
    if (!block || block->next || !end)
        return grn_op_fail(op, check, "expects to have 1 region with 1 block");
    if (block->nargs != op->noperands)
        return grn_op_fail(
            op, check,
            "expected as many non-induction variable region arguments as the number of input/output operands");
    for (size_t i = 0; i < op->noperands; i++) {
        const grn_type *element = grn_linalg_element(grn_operand_type(op, i));
        if (block->args[i].type != element)
            return grn_op_fail(
                op, check,
                "expected type of bb argument #%zu ('%s') to match element or self type of the corresponding "
                "operand ('%s')",
                i, grn_type_text(block->args[i].type, a, sizeof a), grn_type_text(element, b, sizeof b));
    }
    if (!grn_str_is(end->name, "linalg.yield"))
        return grn_op_fail(op, check, "expects its region to end with 'linalg.yield'");
    return check_yield(op, check, end, grn_linalg_inputs(op));
}

static grn_status index_verify(const grn_op *op, grn_check *check)
{
    const grn_op *parent = grn_op_parent(op);
    const grn_attr *loops =
        parent && grn_str_is(parent->name, "linalg.generic") ? list_of(parent, "iterator_types") : NULL;
    int64_t dim = grn_op_integer(op, "dim", 0);
    if (!loops || loops->kind != GRN_ATTR_ARRAY)
        return grn_op_fail(op, check, "expected parent op with LinalgOp interface");
    if (dim < 0 || (uint64_t)dim >= loops->array.count)
        return grn_op_fail(op, check,
                           "expected dim (%" PRId64
                           ") to be lower than the number of loops (%zu) of the enclosing LinalgOp",
                           dim, loops->array.count);
    return GRN_OK;
}

/* ---- running --------------------------------------------------------------------------------- */

/* How an operand is walked: a step for each loop. */
typedef struct walker {
    grn_tensor view;
    int64_t start, step[GRN_MAX_RANK];
} walker;

typedef struct walk {
    grn_exec *x;
    const grn_op *op;
    size_t inputs;
    int32_t nloops;
    int64_t extent[GRN_MAX_RANK], at[GRN_MAX_RANK];
    bool named[GRN_MAX_RANK];
    walker *walkers;       /* an operand each; of outputs over what is written to */
    grn_rt *args, *values; /* the region's arguments; what it yields */
} walk;

static grn_status extent_fails(const walk *w, size_t i, int32_t r, int64_t loop)
{
    return grn_exec_fail(w->x, w->op, GRN_E_SHAPE,
                         "operand #%zu has %" PRId64 " elements along dimension %" PRId32 ", loop %" PRId64
                         " takes %" PRId64 " steps",
                         i, w->walkers[i].view.shape[r], r, loop, w->extent[loop]);
}

static grn_status bind_operand(walk *w, size_t i)
{
    walker *k = &w->walkers[i];
    grn_affine_map map;
    if (!grn_affine_map_read(list_of(w->op, "indexing_maps")->array.items[i], &map))
        return grn_exec_fail(
            w->x, w->op, GRN_E_UNSUPPORTED,
            "indexing_map #%zu has a result that is neither a dimension nor a constant: garner runs no other", i);
    for (int32_t r = 0; r < map.nresults; r++) {
        int64_t at = map.result[r], extent = k->view.shape[r];
        if (map.is_constant[r]) {
            if (at < 0 || at >= extent)
                return grn_exec_fail(w->x, w->op, GRN_E_INDEX,
                                     "indexing_map #%zu asks for element %" PRId64 " of dimension %" PRId32
                                     ", which has %" PRId64,
                                     i, at, r, extent);
            k->start += at * k->view.stride[r];
            continue;
        }
        if (w->named[at] && w->extent[at] != extent)
            return extent_fails(w, i, r, at);
        w->named[at] = true;
        w->extent[at] = extent;
        k->step[at] += k->view.stride[r];
    }
    return GRN_OK;
}

static grn_status bind_operands(walk *w)
{
    grn_status status = GRN_OK;
    for (size_t i = 0; status == GRN_OK && i < w->op->noperands; i++) {
        w->walkers[i] = (walker){.view = w->x->operands[i].tensor};
        status = grn_may_read(w->x, w->op, i);
        if (status == GRN_OK && i >= w->inputs)
            status = grn_linalg_output(w->x, w->op, i - w->inputs, i, &w->walkers[i].view);
        if (status == GRN_OK)
            status = bind_operand(w, i);
    }
    return status;
}

static void *element_at(const walk *w, size_t i)
{
    const walker *k = &w->walkers[i];
    int64_t offset = k->start;
    for (int32_t d = 0; d < w->nloops; d++)
        offset += w->at[d] * k->step[d];
    return grn_tensor_at(&k->view, offset);
}

static grn_status point(walk *w)
{
    size_t n = w->op->noperands;
    grn_exec *x = w->x;
    grn_status status = x->calls->charge(x, 1 + n);
    for (size_t i = 0; status == GRN_OK && i < n; i++) {
        grn_dtype dtype = w->walkers[i].view.dtype;
        status = x->calls->alloc(x, dtype, 0, NULL, &w->args[i]);
        if (status == GRN_OK)
            memcpy(w->args[i].tensor.data, element_at(w, i), grn_dtype_bytes(dtype));
    }
    *x->position = (struct grn_loop_position){w->nloops, w->at};
    if (status == GRN_OK)
        status = x->calls->run_region(x, &w->op->regions[0], n, w->args, n - w->inputs, w->values);
    for (size_t i = w->inputs; status == GRN_OK && i < n; i++) {
        grn_rt *value = &w->values[i - w->inputs];
        memcpy(element_at(w, i), value->tensor.data, grn_dtype_bytes(value->tensor.dtype));
        x->calls->release(x, value);
    }
    return status;
}

static bool next_point(walk *w)
{
    for (int32_t d = w->nloops; d-- > 0;) {
        if (++w->at[d] < w->extent[d])
            return true;
        w->at[d] = 0;
    }
    return false;
}

static grn_status walk_all(walk *w)
{
    const struct grn_loop_position outer = *w->x->position;
    grn_status status = bind_operands(w);
    bool any = true;
    for (int32_t d = 0; d < w->nloops; d++)
        any = any && w->extent[d] > 0;
    while (status == GRN_OK && any) {
        status = point(w);
        any = next_point(w);
    }
    *w->x->position = outer;
    return status;
}

static grn_status generic_eval(grn_exec *x, const grn_op *op)
{
    size_t n = op->noperands, bytes;
    walk w = {.x = x,
              .op = op,
              .inputs = grn_linalg_inputs(op),
              .nloops = (int32_t)list_of(op, "iterator_types")->array.count};
    grn_hlo_values values;
    grn_status status = grn_hlo_values_begin(x, op, 2 * n, &values);
    if (status != GRN_OK) {
        grn_hlo_values_end(&values);
        return status;
    }
    w.walkers = grn_mul_size(n ? n : 1, sizeof *w.walkers, &bytes) ? grn_allocate(x->allocator, bytes) : NULL;
    w.args = values.rt;
    w.values = values.rt + n;
    status = w.walkers ? walk_all(&w) : grn_exec_fail(x, op, GRN_E_MEMORY, "memory for %zu operands was refused", n);
    if (w.walkers)
        grn_release(x->allocator, w.walkers, bytes);
    grn_hlo_values_end(&values);
    return status;
}

static grn_status index_eval(grn_exec *x, const grn_op *op)
{
    int64_t dim = grn_op_integer(op, "dim", 0);
    if (dim >= x->position->rank)
        return grn_exec_fail(x, op, GRN_E_UNSUPPORTED, "runs in the region of linalg.generic only");
    grn_status status = x->calls->alloc(x, GRN_INDEX, 0, NULL, &x->results[0]);
    if (status == GRN_OK)
        *(int64_t *)x->results[0].tensor.data = x->position->v[dim];
    return status;
}

/* ---- text: `{indexing_maps = .., iterator_types = ["parallel"]} ins(..) outs(..) attrs = {..} { .. } -> T`  */

/* Iterator types may be written as strings. */
static grn_status name_iterators(grn_parser *p, grn_op *op, grn_place place)
{
    const grn_attr *list = list_of(op, "iterator_types"), *items[GRN_MAX_RANK];
    if (!list || list->kind != GRN_ATTR_ARRAY || list->array.count > GRN_MAX_RANK)
        return GRN_OK;
    for (size_t i = 0; i < list->array.count; i++) {
        int32_t k = 0;
        items[i] = list->array.items[i];
        if (items[i]->kind != GRN_ATTR_STRING)
            continue;
        while (grn_linalg_iterator_type.keyword[k] && !grn_str_is(items[i]->text, grn_linalg_iterator_type.keyword[k]))
            k++;
        if (!grn_linalg_iterator_type.keyword[k])
            return grn_parser_fail(p, place, "unexpected iterator_type (%.*s)", (int)items[i]->text.n,
                                   items[i]->text.text);
        items[i] = grn_attr_enum(grn_parser_ir(p), &grn_linalg_iterator_type, k);
        if (!items[i])
            return GRN_E_MEMORY;
    }
    return grn_parse_set(p, op, GRN_STR("iterator_types"), grn_attr_array(grn_parser_ir(p), list->array.count, items));
}

static grn_status generic_parse_with(grn_parser *p, grn_op *op, grn_uses *uses)
{
    size_t counts[2];
    grn_place place = grn_parser_place(p);
    grn_status status = grn_parser_attr_dict(p, op, false);
    if (status == GRN_OK)
        status = name_iterators(p, op, place);
    if (status == GRN_OK)
        status = grn_uses_group(p, "ins", uses, &counts[0]);
    if (status == GRN_OK)
        status = grn_uses_group(p, "outs", uses, &counts[1]);
    if (status == GRN_OK && grn_parser_try(p, "attrs")) {
        status = grn_parser_expect(p, "=");
        if (status == GRN_OK)
            status = grn_parser_attr_dict(p, op, false);
    }
    if (status == GRN_OK)
        status = grn_parser_region(p, op, 0, NULL);
    if (status == GRN_OK)
        status = grn_linalg_read_results(p, op, uses);
    return status == GRN_OK ? grn_set_segments(p, op, 2, counts) : status;
}

static grn_status generic_parse(grn_parser *p, grn_op *op) { return grn_with_uses(p, op, generic_parse_with); }

static void print_iterators(grn_printer *p, const grn_attr *list)
{
    grn_printer_text(p, "iterator_types = [");
    for (size_t i = 0; i < list->array.count; i++) {
        const char *word = grn_linalg_iterator_type.keyword[list->array.items[i]->enumeration.value];
        grn_printer_text(p, i ? ", " : "");
        grn_printer_string(p, (grn_str){word, strlen(word)});
    }
    grn_printer_text(p, "]");
}

static void print_named(grn_printer *p, const grn_op *op, const char *before, const char *name)
{
    const grn_attr *a = grn_op_attr(op, name);
    if (!a)
        return;
    grn_printer_text(p, before);
    grn_printer_text(p, name);
    grn_printer_text(p, " = ");
    grn_printer_attr(p, a);
}

static grn_status generic_print(grn_printer *p, const grn_op *op)
{
    static const char *const skip[] = {"indexing_maps", "iterator_types",      "doc",
                                       "library_call",  "operandSegmentSizes", NULL};
    size_t inputs = grn_linalg_inputs(op);
    grn_printer_text(p, " {");
    print_named(p, op, "", "indexing_maps");
    grn_printer_text(p, ", ");
    print_iterators(p, list_of(op, "iterator_types"));
    print_named(p, op, ", ", "doc");
    print_named(p, op, ", ", "library_call");
    grn_printer_text(p, "}");
    grn_print_group(p, "ins", op->operands, inputs);
    grn_print_group(p, "outs", op->operands + inputs, op->noperands - inputs);
    grn_printer_attr_dict(p, op, skip, " attrs = ");
    grn_printer_text(p, " ");
    grn_printer_region(p, &op->regions[0], true);
    grn_linalg_print_results(p, op);
    return GRN_OK;
}

/* ---- rows ------------------------------------------------------------------------------------ */

static const char *const iterator_words[] = {"parallel", "reduction", "window", NULL};
const grn_enum_def grn_linalg_iterator_type = {
    .name = "linalg.iterator_type", .keyword = iterator_words, .dotted = true};

static const grn_port operands[] = {GRN_PORT_ANY("inputs", grn_hlo_any_type), GRN_PORT_ANY("outputs", grn_hlo_any_type),
                                    GRN_PORTS_END};
static const grn_port results[] = {GRN_PORT_ANY("result_tensors", grn_is_ranked_tensor), GRN_PORTS_END};

const grn_op_def grn_linalg_generic_ops[] = {
    GRN_MLIR_LISTED(linalg, generic, "a loop nest whose indexing maps say which elements meet", operands, results,
                    GRN_ATTRS(GRN_NEEDS("indexing_maps", maps_class), GRN_NEEDS("iterator_types", iterators_class),
                              GRN_MAY_HAVE("doc", grn_attr_is_string), GRN_MAY_HAVE("library_call", grn_attr_is_string),
                              GRN_NEEDS("operandSegmentSizes", grn_is_segment_sizes)),
                    .nregions = 1, .traits = GRN_TRAIT_SINGLE_BLOCK | GRN_TRAIT_IMPLICIT_CAPTURE,
                    .parse = generic_parse, .print = generic_print, .verify = generic_verify,
                    .verify_regions = generic_verify_regions, .eval = generic_eval, .work = GRN_WORK_OWN),
    GRN_MLIR_LISTED(linalg, index, "number of the iteration along one dimension", GRN_NO_PORTS,
                    GRN_PORTS(GRN_PORT("result", grn_is_index)), GRN_ATTRS(GRN_NEEDS("dim", grn_attr_is_i64)),
                    .format = "$dim {} :results", .verify = index_verify, .eval = index_eval, .work = GRN_WORK_OWN),
    {.name = NULL},
};
