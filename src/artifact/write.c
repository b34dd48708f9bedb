/* write.c - a module as the records of an artifact's file. */
#include <inttypes.h>
#include <stdio.h>

#include "artifact/writer.h"

/* The values of the isolated op that is written, by slot: their numbers in the file. */
typedef struct scope {
    uint32_t *number;
    size_t count;
} scope;

static bool write_regions(artifact_writer *w, const grn_op *op, scope *values, grn_bytecode_op *out);

/* ---- messages -------------------------------------------------------------------------------- */

bool grn_artifact_no_memory(artifact_writer *w)
{
    if (w->status != GRN_E_MEMORY)
        w->status = grn_fail(w->diag, grn_no_place, GRN_E_MEMORY, "memory refused while writing an artifact");
    return false;
}

bool grn_artifact_cannot(artifact_writer *w, grn_artifact_version since, const char *what, ...)
{
    char text[512], first[GRN_VERSION_BYTES], target[GRN_VERSION_BYTES];
    GRN_FORMAT(text, what);
    grn_artifact_version_text(w->version, target);
    if (w->op_refused || w->status == GRN_E_MEMORY)
        return false;
    w->op_refused = true;
    if (since)
        w->status = grn_fail(w->diag, w->op->place, GRN_E_UNSUPPORTED,
                             "'%.*s': VHLO %s has not %s, which is known from version %s on", (int)w->op->name.n,
                             w->op->name.text, target, text, grn_artifact_version_text(since, first));
    else
        w->status = grn_fail(w->diag, w->op->place, GRN_E_UNSUPPORTED, "'%.*s': no version of VHLO has %s",
                             (int)w->op->name.n, w->op->name.text, text);
    return false;
}

/* ---- attributes ------------------------------------------------------------------------------ */

typedef struct number_list {
    grn_vec v; /* of uint32_t */
} number_list;

static bool push_number(artifact_writer *w, number_list *list, uint32_t number)
{
    uint32_t *at = grn_vec_push(&list->v);
    if (at)
        *at = number;
    return at || grn_artifact_no_memory(w);
}

/* key and value of an attribute, in the dictionary beside the properties. */
static bool push_pair(artifact_writer *w, number_list *list, grn_str name, uint32_t value)
{
    uint32_t key;
    return grn_builtin_write_string(w, name, &key) && push_number(w, list, key) && push_number(w, list, value);
}

/* Where there are properties, the row's go into them; else all go into the dictionary. */
static bool write_row_attrs(artifact_writer *w, const vhlo_op *row, number_list *dict, grn_vec *properties)
{
    for (const vhlo_attr *a = row->attrs; a->name; a++) {
        const grn_attr *v;
        uint32_t number;
        if (!grn_vhlo_form(w, row, a, &v) || !grn_vhlo_write_attr(w, v, &number))
            return false;
        if (w->out.version >= GRN_BYTECODE_PROPERTIES) {
            if (!grn_put_varint(properties, number))
                return grn_artifact_no_memory(w);
        } else if (!push_pair(w, dict, (grn_str){a->name, strlen(a->name)}, number))
            return false;
    }
    return true;
}

/* Attributes that are no part of the op. */
static bool write_other_attrs(artifact_writer *w, const vhlo_op *row, number_list *dict)
{
    for (size_t i = 0; i < w->op->nattrs; i++) {
        uint32_t number;
        if (grn_vhlo_row_takes(row, w->op->attrs[i].name))
            continue;
        if (!grn_vhlo_write_attr(w, w->op->attrs[i].value, &number) ||
            !push_pair(w, dict, w->op->attrs[i].name, number))
            return false;
    }
    return true;
}

static bool keep_attrs(artifact_writer *w, const number_list *dict, const grn_vec *properties, bool has_properties,
                       grn_bytecode_op *out)
{
    if (dict->v.count && !grn_builtin_write_dict(w, dict->v.count / 2, dict->v.items, &out->attrs))
        return false;
    if (has_properties)
        out->properties = grn_bytecode_add_properties(&w->builder, properties->items, properties->count);
    return true;
}

static bool write_vhlo_attrs(artifact_writer *w, const vhlo_op *row, grn_bytecode_op *out)
{
    number_list dict;
    grn_vec properties;
    grn_vec_init(&dict.v, w->ir->allocator, sizeof(uint32_t));
    grn_vec_init(&properties, w->ir->allocator, 1);
    bool has_properties = w->out.version >= GRN_BYTECODE_PROPERTIES && row->attrs->name;
    bool written = write_row_attrs(w, row, &dict, &properties) && write_other_attrs(w, row, &dict) &&
                   keep_attrs(w, &dict, &properties, has_properties, out);
    grn_vec_destroy(&properties);
    grn_vec_destroy(&dict.v);
    return written;
}

/* A module's stay builtin's: its name and visibility are properties where there are some, others
 * are text. */
static bool write_module_attr(artifact_writer *w, const char *name, number_list *dict, grn_vec *properties)
{
    const grn_attr *v = grn_op_attr(w->op, name);
    uint32_t number;
    bool as_property = w->out.version >= GRN_BYTECODE_PROPERTIES;
    if (!v)
        return !as_property || grn_put_varint(properties, 0) || grn_artifact_no_memory(w);
    if (v->kind != GRN_ATTR_STRING)
        return grn_artifact_cannot(w, 0, "a module whose '%s' is no string", name);
    if (!grn_builtin_write_string(w, v->text, &number))
        return false;
    return as_property ? grn_put_flagged(properties, number, true) || grn_artifact_no_memory(w)
                       : push_pair(w, dict, (grn_str){name, strlen(name)}, number);
}

static bool write_module_attrs(artifact_writer *w, grn_bytecode_op *out)
{
    number_list dict;
    grn_vec properties;
    grn_vec_init(&dict.v, w->ir->allocator, sizeof(uint32_t));
    grn_vec_init(&properties, w->ir->allocator, 1);
    bool written = write_module_attr(w, "sym_name", &dict, &properties) &&
                   write_module_attr(w, "sym_visibility", &dict, &properties);
    for (size_t i = 0; written && i < w->op->nattrs; i++) {
        const grn_named_attr *a = &w->op->attrs[i];
        uint32_t number;
        if (!grn_str_is(a->name, "sym_name") && !grn_str_is(a->name, "sym_visibility"))
            written = grn_builtin_write_text(w, a->value, &number) && push_pair(w, &dict, a->name, number);
    }
    written = written && keep_attrs(w, &dict, &properties, w->out.version >= GRN_BYTECODE_PROPERTIES, out);
    grn_vec_destroy(&properties);
    grn_vec_destroy(&dict.v);
    return written;
}

/* ---- ops ------------------------------------------------------------------------------------- */

static bool write_location(artifact_writer *w, const grn_attr *location, uint32_t *out)
{
    *out = w->unknown;
    return !location || grn_builtin_write_location(w, location, out);
}

static bool write_values(artifact_writer *w, const grn_op *op, const scope *values, grn_bytecode_op *out)
{
    grn_arena *arena = &w->builder.arena;
    out->noperands = (uint32_t)op->noperands;
    out->nresults = (uint32_t)op->nresults;
    out->operands = GRN_ARENA_NEW(arena, uint32_t, op->noperands);
    out->result_types = GRN_ARENA_NEW(arena, uint32_t, op->nresults);
    if (!out->operands || !out->result_types)
        return grn_artifact_no_memory(w);
    for (size_t i = 0; i < op->noperands; i++)
        out->operands[i] = values->number[op->operands[i]->slot];
    for (size_t i = 0; i < op->nresults; i++)
        if (!grn_vhlo_write_type(w, op->results[i].type, &out->result_types[i]))
            return false;
    out->first_result = op->nresults ? values->number[op->results[0].slot] : 0;
    return true;
}

static uint32_t name_number(artifact_writer *w, uint32_t dialect, const char *name)
{
    return grn_bytecode_add_name(&w->builder, dialect, name, strlen(name));
}

static grn_str meant(const grn_op *op)
{
    return grn_str_is(op->name, "func.return") ? GRN_STR("stablehlo.return") : op->name;
}

static bool no_row(artifact_writer *w)
{
    grn_artifact_version since = grn_vhlo_op_since(meant(w->op));
    if (since)
        return grn_artifact_cannot(w, since, "this op");
    return grn_artifact_cannot(
        w, 0, "this op: an artifact is of StableHLO's alone, which `garner convert --to=stablehlo` makes of many");
}

static bool write_named(artifact_writer *w, const grn_op *op, grn_bytecode_op *out)
{
    if (grn_str_is(op->name, "builtin.module")) {
        out->name = name_number(w, w->builtin, "module");
        return write_module_attrs(w, out);
    }
    const vhlo_op *row = grn_vhlo_op_for(meant(op), w->version);
    if (!row)
        return no_row(w);
    out->name = name_number(w, w->vhlo, row->name);
    return grn_vhlo_constraints_hold(w) && grn_vhlo_row_suffices(w, row) && write_vhlo_attrs(w, row, out);
}

/* Continues after an op that cannot be expressed, to report the others. */
static bool write_op(artifact_writer *w, const grn_op *op, scope *values, grn_bytecode_op *out)
{
    *out = (grn_bytecode_op){.attrs = GRN_BYTECODE_NONE, .properties = GRN_BYTECODE_NONE};
    w->op = op;
    w->op_refused = false;
    if (!(write_named(w, op, out) && write_values(w, op, values, out) &&
          write_location(w, op->location, &out->location)) &&
        w->status == GRN_E_MEMORY)
        return false;
    if (op->nsuccessors && !grn_artifact_cannot(w, 0, "successors") && w->status == GRN_E_MEMORY)
        return false;
    return op->nregions == 0 || write_regions(w, op, values, out);
}

/* ---- blocks and regions ---------------------------------------------------------------------- */

/* Arguments and results of a region's own blocks, in order. */
static void number_values(artifact_writer *w, const grn_region *region, scope *values, grn_bytecode_region *out)
{
    out->first_value = w->out.nvalues;
    for (const grn_block *b = region->first; b; b = b->next) {
        for (size_t i = 0; i < b->nargs; i++)
            values->number[b->args[i].slot] = w->out.nvalues++;
        for (const grn_op *op = b->first; op; op = op->next)
            for (size_t i = 0; i < op->nresults; i++)
                values->number[op->results[i].slot] = w->out.nvalues++;
    }
    out->nvalues = w->out.nvalues - out->first_value;
}

static bool write_arguments(artifact_writer *w, const grn_block *block, const scope *values, grn_bytecode_block *out)
{
    out->nargs = (uint32_t)block->nargs;
    out->first_arg = block->nargs ? values->number[block->args[0].slot] : 0;
    out->arg_types = GRN_ARENA_NEW(&w->builder.arena, uint32_t, block->nargs);
    out->arg_locations = GRN_ARENA_NEW(&w->builder.arena, uint32_t, block->nargs);
    if (!out->arg_types || !out->arg_locations)
        return grn_artifact_no_memory(w);
    for (size_t i = 0; i < block->nargs; i++) {
        const grn_attr *location = grn_location_is_known(block->args[i].location) ? block->args[i].location : NULL;
        if (!write_location(w, location, &out->arg_locations[i]))
            return false;
        if (!location && w->out.version >= GRN_BYTECODE_ELIDED_LOCATIONS)
            out->arg_locations[i] = GRN_BYTECODE_NONE;
        if (!grn_vhlo_write_type(w, block->args[i].type, &out->arg_types[i]) && w->status == GRN_E_MEMORY)
            return false;
    }
    return true;
}

static bool write_block(artifact_writer *w, const grn_block *block, scope *values, grn_bytecode_block *out)
{
    grn_bytecode_op **next = &out->ops;
    if (!write_arguments(w, block, values, out))
        return false;
    for (const grn_op *op = block->first; op; op = op->next, next = &(*next)->next, out->nops++) {
        *next = GRN_ARENA_NEW(&w->builder.arena, grn_bytecode_op, 1);
        if (!*next)
            return grn_artifact_no_memory(w);
        if (!write_op(w, op, values, *next))
            return false;
    }
    return true;
}

static bool write_region(artifact_writer *w, const grn_region *region, scope *values, grn_bytecode_region *out)
{
    grn_bytecode_block **next = &out->blocks;
    number_values(w, region, values, out);
    for (const grn_block *block = region->first; block; block = block->next, next = &(*next)->next, out->nblocks++) {
        *next = GRN_ARENA_NEW(&w->builder.arena, grn_bytecode_block, 1);
        if (!*next)
            return grn_artifact_no_memory(w);
        if (!write_block(w, block, values, *next))
            return false;
    }
    return true;
}

static bool write_region_list(artifact_writer *w, const grn_op *op, scope *values, grn_bytecode_op *out)
{
    grn_bytecode_region **next = &out->regions;
    for (size_t i = 0; i < op->nregions; i++, next = &(*next)->next, out->nregions++) {
        *next = GRN_ARENA_NEW(&w->builder.arena, grn_bytecode_region, 1);
        if (!*next)
            return grn_artifact_no_memory(w);
        if (!write_region(w, &op->regions[i], values, *next))
            return false;
    }
    return true;
}

/* An isolated op's values have slots of their own. */
static bool write_regions(artifact_writer *w, const grn_op *op, scope *values, grn_bytecode_op *out)
{
    scope own = {.count = op->nslots};
    out->is_isolated = op->def && (op->def->traits & GRN_TRAIT_ISOLATED);
    if (!out->is_isolated)
        return write_region_list(w, op, values, out);
    own.number = GRN_ARENA_NEW(&w->builder.arena, uint32_t, own.count);
    return own.number ? write_region_list(w, op, &own, out) : grn_artifact_no_memory(w);
}

/* ---- the file -------------------------------------------------------------------------------- */

static bool write_unknown_location(artifact_writer *w)
{
    const grn_location unknown = {.form = GRN_LOCATION_UNKNOWN};
    return grn_builtin_write_location(w, &(grn_attr){.kind = GRN_ATTR_LOCATION, .location = &unknown}, &w->unknown);
}

static bool write_module(artifact_writer *w)
{
    grn_bytecode_block *top = GRN_ARENA_NEW(&w->builder.arena, grn_bytecode_block, 1);
    grn_bytecode_op *module = GRN_ARENA_NEW(&w->builder.arena, grn_bytecode_op, 1);
    scope none = {0};
    w->builtin = grn_bytecode_add_dialect(&w->builder, "builtin", sizeof "builtin" - 1);
    w->vhlo = grn_bytecode_add_dialect(&w->builder, "vhlo", sizeof "vhlo" - 1);
    if (!top || !module || !write_unknown_location(w) || !write_op(w, w->ir->top, &none, module))
        return top && module ? false : grn_artifact_no_memory(w);
    *top = (grn_bytecode_block){.nops = 1, .ops = module};
    w->out.top = top;
    return true;
}

static void write_file(artifact_writer *w, const grn_sink *sink)
{
    char version[GRN_VERSION_BYTES], producer[32];
    snprintf(producer, sizeof producer, "StableHLO_v%s", grn_artifact_version_text(w->version, version));
    w->out.version = grn_artifact_file_version(w->version);
    w->out.producer = producer;
    if (!write_module(w) || w->status != GRN_OK)
        return;
    if (!grn_bytecode_builder_finish(&w->builder, &w->out)) {
        grn_artifact_no_memory(w);
        return;
    }
    w->status = grn_bytecode_write(&w->out, w->ir->allocator, sink);
    if (w->status == GRN_E_MEMORY)
        w->status = grn_fail(w->diag, grn_no_place, GRN_E_MEMORY, "memory refused while writing an artifact");
}

grn_status grn_artifact_write(const grn_ir *ir, grn_artifact_version version, const grn_diag *diag,
                              const grn_sink *sink)
{
    artifact_writer w = {.ir = ir, .version = version, .diag = diag};
    grn_bytecode_builder_init(&w.builder, ir->allocator);
    w.status = grn_ir_init(&w.scratch, ir->dialects, ir->allocator);
    if (w.status == GRN_OK)
        write_file(&w, sink);
    else
        w.status = grn_fail(diag, grn_no_place, w.status, "memory refused while writing an artifact");
    grn_ir_destroy(&w.scratch);
    grn_bytecode_builder_destroy(&w.builder);
    return w.status;
}
