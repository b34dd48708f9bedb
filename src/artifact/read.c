/* read.c - an artifact's module: its ops, in today's form, from the records of its file. */
#include <inttypes.h>
#include <stdio.h>

#include "artifact/internal.h"

static bool read_region(artifact_reader *r, const grn_bytecode_region *from, grn_region *to);

/* ---- names ----------------------------------------------------------------------------------- */

static grn_str string_of(const artifact_reader *r, uint32_t number)
{
    return (grn_str){(const char *)r->file.strings[number].bytes, r->file.strings[number].n};
}

static bool unsupported(artifact_reader *r, grn_place place, const char *format, ...) GRN_PRINTF(3, 4);
static bool unsupported(artifact_reader *r, grn_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    r->status = grn_fail_v(r->diag, place, GRN_E_UNSUPPORTED, format, args);
    va_end(args);
    return false;
}

/* ---- an op's attributes ---------------------------------------------------------------------- */

typedef struct named_list {
    size_t count, room;
    grn_named_attr *items;
} named_list;

static bool add_attribute(artifact_reader *r, named_list *list, grn_str name, const grn_attr *value)
{
    if (list->count == list->room) {
        size_t room = list->room ? 2 * list->room : 16;
        grn_named_attr *items = GRN_ARENA_NEW(&r->arena, grn_named_attr, room);
        if (!grn_artifact_made(r, items))
            return false;
        if (list->count)
            memcpy(items, list->items, list->count * sizeof *items);
        list->items = items;
        list->room = room;
    }
    list->items[list->count++] = (grn_named_attr){name, value};
    return true;
}

/* The dictionary beside the properties; all attributes, in files before properties. */
static bool add_dictionary(artifact_reader *r, const grn_bytes *b, uint32_t number, named_list *list)
{
    const grn_attr *dict;
    if (number == GRN_BYTECODE_NONE)
        return true;
    if (!grn_artifact_attr(r, number, &dict))
        return false;
    if (dict->kind != GRN_ATTR_DICT)
        return grn_bytes_wrong(b, b->at, "an op's attributes are no dictionary");
    for (size_t i = 0; i < dict->dict.count; i++)
        if (!add_attribute(r, list, dict->dict.items[i].name, dict->dict.items[i].value))
            return false;
    return true;
}

static grn_bytes properties_of(artifact_reader *r, const grn_bytecode_op *op)
{
    grn_bytecode_span data = r->file.properties[op->properties];
    size_t at = (size_t)(data.bytes - r->bytes);
    return (grn_bytes){
        .file = r->bytes, .at = at, .end = at + data.n, .diag = r->diag, .place = r->place, .status = &r->status};
}

/* An attribute for each of the row's, in their order. */
static bool add_properties(artifact_reader *r, const grn_bytecode_op *op, const vhlo_op *row, named_list *list)
{
    grn_bytes b = properties_of(r, op);
    for (const vhlo_attr *a = row->attrs; a->name; a++) {
        const grn_attr *v;
        if (!grn_artifact_read_attr(r, &b, &v) || !add_attribute(r, list, (grn_str){a->name, strlen(a->name)}, v))
            return false;
    }
    return grn_bytes_end(&b, "properties");
}

/* An op that was not registered has a dictionary for properties. */
static bool add_all(artifact_reader *r, const grn_bytes *b, const grn_bytecode_op *op, const vhlo_op *row,
                    named_list *list)
{
    bool registered = r->file.names[op->name].was_registered;
    if (op->properties != GRN_BYTECODE_NONE &&
        !(registered ? add_properties(r, op, row, list) : add_dictionary(r, b, op->properties, list)))
        return false;
    return add_dictionary(r, b, op->attrs, list);
}

/* ---- values ---------------------------------------------------------------------------------- */

static bool give_types(artifact_reader *r, const grn_bytecode_op *from, grn_op *to)
{
    for (uint32_t i = 0; i < from->nresults; i++) {
        if (!grn_artifact_type(r, from->result_types[i], &to->results[i].type))
            return false;
        r->values[from->first_result + i] = &to->results[i];
    }
    return true;
}

static bool give_operands(artifact_reader *r, const grn_bytes *b, const grn_bytecode_op *from, grn_op *to)
{
    for (uint32_t i = 0; i < from->noperands; i++) {
        grn_value *v = r->values[from->operands[i]];
        if (!v)
            return grn_bytes_wrong(b, b->at, "operand %" PRIu32 " of an op is a value that is defined behind it", i);
        to->operands[i] = v;
        v->uses++;
    }
    return true;
}

/* ---- ops ------------------------------------------------------------------------------------- */

/* Of VHLO's op: a function's return is the function's dialect's. */
static const char *meant_by(const vhlo_op *row, const grn_op *parent)
{
    bool in_function = parent && parent->def && (parent->def->traits & GRN_TRAIT_SYMBOL);
    return in_function && strcmp(row->stands_for, "stablehlo.return") == 0 ? "func.return" : row->stands_for;
}

static grn_op *new_op(artifact_reader *r, const grn_bytecode_op *from, grn_str name)
{
    const grn_op_def *def = grn_ir_find_op(r->ir, name);
    if (!def && !r->options->allow_unregistered) {
        unsupported(r, r->place, "'%.*s' is no operation that garner has", (int)name.n, name.text);
        return NULL;
    }
    grn_op *op = grn_op_new(r->ir, def, name, r->place, from->noperands, from->nresults, from->nregions);
    grn_artifact_made(r, op);
    return op;
}

static bool read_location(artifact_reader *r, uint32_t number, const grn_attr **out)
{
    const grn_attr *location;
    if (!grn_artifact_attr(r, number, &location))
        return false;
    *out = location->kind == GRN_ATTR_LOCATION && grn_location_is_known(location) ? location : NULL;
    return true;
}

/* Operands, results and regions. */
static bool fill_op(artifact_reader *r, const grn_bytes *b, const grn_bytecode_op *from, grn_op *op)
{
    if (from->nsuccessors)
        return unsupported(r, r->place, "'%.*s' has successors, which no op of VHLO has", (int)op->name.n,
                           op->name.text);
    if (!give_operands(r, b, from, op) || !give_types(r, from, op) || !read_location(r, from->location, &op->location))
        return false;
    const grn_bytecode_region *region = from->regions;
    for (uint32_t i = 0; i < from->nregions; i++, region = region->next)
        if (!read_region(r, region, &op->regions[i]))
            return false;
    return true;
}

static bool read_vhlo(artifact_reader *r, const grn_bytes *b, const grn_bytecode_op *from, grn_str name,
                      const grn_op *parent, grn_op **out)
{
    const vhlo_op *row = grn_vhlo_op_named(name);
    named_list list = {0};
    char current[GRN_VERSION_BYTES];
    if (!row)
        return unsupported(r, r->place, "byte %zu: 'vhlo.%.*s' is not known; VHLO is read up to version %s", b->at,
                           (int)name.n, name.text, grn_artifact_version_text(GRN_VHLO_CURRENT, current));
    const char *meant = meant_by(row, parent);
    *out = new_op(r, from, (grn_str){meant, strlen(meant)});
    return *out && add_all(r, b, from, row, &list) && grn_vhlo_apply(r, b, row, list.count, list.items, *out) &&
           fill_op(r, b, from, *out);
}

/* ---- ops of other dialects, which upstream allows beside VHLO's ------------------------------- */

static bool add_numbered(artifact_reader *r, named_list *list, const char *name, uint32_t number)
{
    const grn_attr *v;
    return grn_artifact_attr(r, number, &v) && add_attribute(r, list, (grn_str){name, strlen(name)}, v);
}

/* An attribute that has to be there is its number, another one says whether it is there. */
static bool add_property(artifact_reader *r, grn_bytes *b, const grn_attr_def *def, named_list *list)
{
    uint32_t number = 0;
    uint64_t flagged = 0;
    bool there = true;
    const size_t at = b->at;
    if (def->need == GRN_REQUIRED)
        return grn_bytes_index(b, "attribute", r->file.nattrs, &number) && add_numbered(r, list, def->name, number);
    if (!grn_bytes_flagged(b, "a property", &flagged, &there))
        return false;
    if (there && flagged >= r->file.nattrs)
        return grn_bytes_wrong(b, at, "attribute %" PRIu64 " is named, there are %" PRIu32, flagged, r->file.nattrs);
    return !there || add_numbered(r, list, def->name, (uint32_t)flagged);
}

static size_t count_attrs(const grn_op_def *def)
{
    size_t n = 0;
    while (def->attrs && def->attrs[n].name)
        n++;
    return n;
}

/* The row's attributes in the order of their names, as the code that MLIR generates for an op writes
 * its properties (OpDefinitionsGen.cpp, genPropertiesSupport). */
static bool add_row_properties(artifact_reader *r, const grn_bytecode_op *op, const grn_op_def *def, named_list *list)
{
    grn_bytes b = properties_of(r, op);
    const size_t n = count_attrs(def);
    const char *last = "";
    for (size_t done = 0; done < n; done++) {
        const grn_attr_def *next = NULL;
        for (size_t i = 0; i < n; i++)
            if (strcmp(def->attrs[i].name, last) > 0 && (!next || strcmp(def->attrs[i].name, next->name) < 0))
                next = &def->attrs[i];
        if (!next || !add_property(r, &b, next, list))
            return false;
        last = next->name;
    }
    return grn_bytes_end(&b, "properties");
}

static bool read_other(artifact_reader *r, const grn_bytes *b, const grn_bytecode_op *from, grn_str name, grn_op **out)
{
    named_list list = {0};
    *out = new_op(r, from, name);
    if (!*out)
        return false;
    const bool has_properties = from->properties != GRN_BYTECODE_NONE,
               registered = r->file.names[from->name].was_registered;
    if (has_properties && registered && !(*out)->def)
        return unsupported(r, r->place,
                           "byte %zu: '%.*s' has properties in an encoding of its own, and garner has no such op",
                           b->at, (int)name.n, name.text);
    if (has_properties &&
        !(registered ? add_row_properties(r, from, (*out)->def, &list) : add_dictionary(r, b, from->properties, &list)))
        return false;
    if (!add_dictionary(r, b, from->attrs, &list))
        return false;
    for (size_t i = 0; i < list.count; i++)
        if (!grn_artifact_made(r, grn_op_set_attr(r->ir, *out, list.items[i].name, list.items[i].value) ? *out : NULL))
            return false;
    return fill_op(r, b, from, *out);
}

/* Between VHLO's types and those of another dialect's op, which are one here: results are the
 * operands, and there is no op. */
static bool skip_cast(artifact_reader *r, const grn_bytes *b, const grn_bytecode_op *from)
{
    if (from->noperands != from->nresults)
        return grn_bytes_wrong(b, b->at, "a cast of %" PRIu32 " values gives %" PRIu32, from->noperands,
                               from->nresults);
    for (uint32_t i = 0; i < from->noperands; i++) {
        grn_value *v = r->values[from->operands[i]];
        if (!v)
            return grn_bytes_wrong(b, b->at, "operand %" PRIu32 " of an op is a value that is defined behind it", i);
        r->values[from->first_result + i] = v;
    }
    return true;
}

static uint32_t as_u32(size_t v) { return v < UINT32_MAX ? (uint32_t)v : UINT32_MAX; }

/* dialect.name in the reader's arena. */
static bool full_name(artifact_reader *r, const grn_bytecode_name *name, grn_str *out)
{
    grn_str dialect = string_of(r, r->file.dialects[name->dialect].name), rest = string_of(r, name->name);
    char *text = GRN_ARENA_NEW(&r->arena, char, dialect.n + rest.n + 2);
    if (!grn_artifact_made(r, text))
        return false;
    memcpy(text, dialect.text, dialect.n);
    text[dialect.n] = '.';
    memcpy(text + dialect.n + 1, rest.text, rest.n);
    *out = (grn_str){text, dialect.n + 1 + rest.n};
    return true;
}

static bool read_op(artifact_reader *r, const grn_bytecode_op *from, const grn_op *parent, grn_op **out)
{
    const grn_bytecode_name *name = &r->file.names[from->name];
    grn_place around = r->place;
    grn_str full;
    r->place = (grn_place){from->number, as_u32(from->at)};
    const grn_bytes b = {
        .file = r->bytes, .at = from->at, .end = from->at, .diag = r->diag, .place = r->place, .status = &r->status};
    bool read;
    if (r->dialect[name->dialect] == DIALECT_VHLO)
        read = read_vhlo(r, &b, from, string_of(r, name->name), parent, out);
    else
        read = full_name(r, name, &full) &&
               (grn_str_is(full, "builtin.unrealized_conversion_cast") ? skip_cast(r, &b, from)
                                                                       : read_other(r, &b, from, full, out));
    r->place = around;
    return read;
}

/* ---- blocks and regions ---------------------------------------------------------------------- */

static bool give_arguments(artifact_reader *r, const grn_bytecode_block *from, grn_block *to)
{
    to->args = GRN_ARENA_NEW(&r->ir->arena, grn_value, from->nargs);
    if (!grn_artifact_made(r, to->args))
        return false;
    to->nargs = from->nargs;
    for (uint32_t i = 0; i < from->nargs; i++) {
        to->args[i] = (grn_value){.block = to, .index = i, .name = GRN_STR(""), .place = r->place};
        if (!grn_artifact_type(r, from->arg_types[i], &to->args[i].type))
            return false;
        if (from->arg_locations[i] != GRN_BYTECODE_NONE &&
            !read_location(r, from->arg_locations[i], &to->args[i].location))
            return false;
        r->values[from->first_arg + i] = &to->args[i];
    }
    return true;
}

static bool read_ops(artifact_reader *r, const grn_bytecode_block *from, const grn_op *parent, grn_block *to)
{
    for (const grn_bytecode_op *op = from->ops; op; op = op->next) {
        grn_op *made = NULL;
        if (!read_op(r, op, parent, &made))
            return false;
        if (made)
            grn_block_append(to, made);
    }
    return true;
}

static bool read_region(artifact_reader *r, const grn_bytecode_region *from, grn_region *to)
{
    for (const grn_bytecode_block *block = from->blocks; block; block = block->next) {
        grn_block *made = grn_region_add_block(r->ir, to);
        if (!grn_artifact_made(r, made))
            return false;
        made->place = r->place;
        if (!give_arguments(r, block, made) || !read_ops(r, block, to->parent, made))
            return false;
    }
    return true;
}

/* ---- the file -------------------------------------------------------------------------------- */

/* "func, arith": the dialects that a file holds. */
static void list_dialects(const artifact_reader *r, char *text, size_t bytes)
{
    size_t n = 0;
    text[0] = '\0';
    for (uint32_t i = 0; i < r->file.ndialects && n < bytes; i++) {
        grn_str name = string_of(r, r->file.dialects[i].name);
        int put = snprintf(text + n, bytes - n, "%s%.*s", i ? ", " : "", name.n < 100 ? (int)name.n : 100, name.text);
        n += put > 0 ? (size_t)put : 0;
    }
}

static bool know_dialects(artifact_reader *r)
{
    bool has_vhlo = false;
    r->dialect = GRN_ARENA_NEW(&r->arena, artifact_dialect, r->file.ndialects);
    if (!grn_artifact_made(r, r->dialect))
        return false;
    for (uint32_t i = 0; i < r->file.ndialects; i++) {
        grn_str name = string_of(r, r->file.dialects[i].name);
        r->dialect[i] = grn_str_is(name, "vhlo")      ? DIALECT_VHLO
                        : grn_str_is(name, "builtin") ? DIALECT_BUILTIN
                        : grn_str_is(name, "sdy")     ? DIALECT_SDY
                                                      : DIALECT_OTHER;
        has_vhlo = has_vhlo || r->dialect[i] == DIALECT_VHLO;
    }
    if (has_vhlo || r->file.ndialects == 0)
        return true;
    char dialects[512];
    list_dialects(r, dialects, sizeof dialects);
    bool empty = r->file.ndialects == 1 && r->dialect[0] == DIALECT_BUILTIN;
    return empty ||
           unsupported(
               r, grn_no_place,
               "MLIR bytecode of dialects %s, and not of VHLO, which a portable artifact is; print it as text, with "
               "`mlir-opt FILE -o FILE.mlir` of a build that has these dialects, and read that",
               dialects);
}

static bool make_room(artifact_reader *r)
{
    r->attrs = GRN_ARENA_NEW(&r->arena, const grn_attr *, r->file.nattrs);
    r->types = GRN_ARENA_NEW(&r->arena, const grn_type *, r->file.ntypes);
    r->values = GRN_ARENA_NEW(&r->arena, grn_value *, r->file.nvalues);
    return grn_artifact_made(r, r->attrs) && grn_artifact_made(r, r->types) && grn_artifact_made(r, r->values);
}

/* A file that is one module is that module; one without a name or attributes is not printed around
 * its ops. */
static void take_top(artifact_reader *r, grn_op *wrapper)
{
    grn_op *only = wrapper->regions[0].first->first;
    bool is_module = only && !only->next && only->def == wrapper->def;
    r->ir->top = is_module ? only : wrapper;
    r->ir->top_is_implicit = !is_module || (only->nattrs == 0 && !only->location);
    if (is_module)
        only->block = NULL;
}

static bool read_module(artifact_reader *r)
{
    const grn_op_def *def = grn_ir_find_op(r->ir, GRN_STR("builtin.module"));
    grn_op *wrapper = grn_op_new(r->ir, def, GRN_STR("builtin.module"), grn_no_place, 0, 0, 1);
    grn_block *body = wrapper ? grn_region_add_block(r->ir, &wrapper->regions[0]) : NULL;
    if (!grn_artifact_made(r, body) || !read_ops(r, r->file.top, wrapper, body))
        return false;
    take_top(r, wrapper);
    return grn_artifact_made(r, grn_ir_complete(r->ir) ? r->ir : NULL);
}

static void start(artifact_reader *r, const void *bytes, size_t n)
{
    r->status = grn_bytecode_read(&r->arena, bytes, n, r->diag, &r->file);
    if (r->status == GRN_OK && know_dialects(r) && make_room(r))
        read_module(r);
}

grn_status grn_artifact_read(grn_ir *ir, const void *bytes, size_t n, const grn_artifact_options *options,
                             const grn_diag *diag)
{
    static const grn_artifact_options plain = {0};
    artifact_reader r = {.ir = ir, .diag = diag, .options = options ? options : &plain, .bytes = bytes};
    grn_arena_init(&r.arena, ir->allocator);
    start(&r, bytes, n);
    grn_arena_destroy(&r.arena);
    return r.status;
}
