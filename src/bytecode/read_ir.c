/*
 * read_ir.c - operations, blocks and regions.
 *
 * A value's number in the file counts from its innermost isolated region: a region's own values
 * come behind all values of the regions around it. So a scope is a list of runs, one per open
 * region.
 */
#include <inttypes.h>

#include "bytecode/internal.h"

/* The values of an open region. */
typedef struct run {
    const struct run *outer; /* NULL: the region is isolated */
    uint32_t in_file;        /* number of its first one */
    grn_bytecode_region *region;
    uint32_t defined; /* so far */
    uint32_t nblocks;
} run;

static bool read_region(grn_reader *r, grn_bytes *b, const run *outer, grn_bytecode_region *out);

/* ---- values ---------------------------------------------------------------------------------- */

static bool define(const grn_bytes *b, run *in, size_t at, size_t count, uint32_t *first)
{
    *first = in->region->first_value + in->defined;
    if (count > in->region->nvalues - in->defined)
        return grn_bytes_wrong(b, at, "a region defines value %" PRIu32 ", it says that it has %" PRIu32,
                               in->region->nvalues, in->region->nvalues);
    in->defined += (uint32_t)count;
    return true;
}

static bool read_operand(grn_bytes *b, const run *in, uint32_t *out)
{
    uint32_t number;
    if (!grn_bytes_index(b, "value", (size_t)in->in_file + in->region->nvalues, &number))
        return false;
    while (number < in->in_file)
        in = in->outer;
    *out = in->region->first_value + (number - in->in_file);
    return true;
}

/* ---- lists ----------------------------------------------------------------------------------- */

static bool new_list(grn_reader *r, grn_bytes *b, const char *what, uint32_t *count, uint32_t **out)
{
    size_t n;
    if (!grn_bytes_count(b, what, 1, &n))
        return false;
    *count = (uint32_t)n;
    *out = GRN_ARENA_NEW(r->arena, uint32_t, n);
    return *out || grn_bytes_refused(b);
}

/* Numbers below `below`, each of what is called `what`. */
static bool read_numbers(grn_reader *r, grn_bytes *b, const char *what, size_t below, uint32_t *count, uint32_t **out)
{
    if (!new_list(r, b, what, count, out))
        return false;
    for (uint32_t i = 0; i < *count; i++)
        if (!grn_bytes_index(b, what, below, &(*out)[i]))
            return false;
    return true;
}

/* The order of a value's uses, which does not change what the program means: skipped. */
static bool skip_use_lists(grn_bytes *b, size_t nvalues)
{
    size_t lists = 1;
    if (nvalues > 1 && !grn_bytes_count(b, "use lists", 2, &lists))
        return false;
    for (size_t i = 0; i < lists; i++) {
        uint32_t value;
        uint64_t count, at;
        bool is_pairs;
        if (nvalues > 1 && !grn_bytes_index(b, "value", nvalues, &value))
            return false;
        if (!grn_bytes_flagged(b, "a use list", &count, &is_pairs))
            return false;
        if (count > grn_bytes_left(b))
            return grn_bytes_wrong(b, b->at, "%" PRIu64 " uses are announced, %zu bytes are left for them", count,
                                   grn_bytes_left(b));
        for (uint64_t u = 0; u < count; u++)
            if (!grn_bytes_varint(b, "a use", &at))
                return false;
    }
    return true;
}

/* ---- ops ------------------------------------------------------------------------------------- */

static bool read_attributes(grn_reader *r, grn_bytes *b, unsigned mask, grn_bytecode_op *op)
{
    const grn_bytecode *f = r->out;
    bool registered = f->names[op->name].was_registered;
    if (!grn_bytes_index(b, "attribute", f->nattrs, &op->location))
        return false;
    if ((mask & OP_HAS_ATTRS) && !grn_bytes_index(b, "attribute", f->nattrs, &op->attrs))
        return false;
    return !(mask & OP_HAS_PROPERTIES) || grn_bytes_index(b, registered ? "entry of properties" : "attribute",
                                                          registered ? f->nproperties : f->nattrs, &op->properties);
}

static bool read_values(grn_reader *r, grn_bytes *b, unsigned mask, run *in, grn_bytecode_op *op)
{
    size_t at = b->at;
    if (mask & OP_HAS_RESULTS)
        if (!read_numbers(r, b, "type", r->out->ntypes, &op->nresults, &op->result_types) ||
            !define(b, in, at, op->nresults, &op->first_result))
            return false;
    if (!(mask & OP_HAS_OPERANDS))
        return true;
    if (!new_list(r, b, "operands", &op->noperands, &op->operands))
        return false;
    for (uint32_t i = 0; i < op->noperands; i++)
        if (!read_operand(b, in, &op->operands[i]))
            return false;
    return true;
}

static bool read_region_list(grn_reader *r, grn_bytes *b, const run *in, grn_bytecode_op *op, size_t count)
{
    grn_bytecode_region **next = &op->regions;
    for (size_t i = 0; i < count; i++, next = &(*next)->next) {
        *next = GRN_ARENA_NEW(r->arena, grn_bytecode_region, 1);
        if (!*next)
            return grn_bytes_refused(b);
        if (!read_region(r, b, op->is_isolated ? NULL : in, *next))
            return false;
    }
    op->nregions = (uint32_t)count;
    return true;
}

/* All regions of an isolated op lie in one section. */
static bool read_isolated(grn_reader *r, grn_bytes *b, grn_bytecode_op *op, size_t count)
{
    grn_bytes part;
    grn_section id;
    size_t at = b->at;
    if (!grn_read_section(b, &id, &part))
        return false;
    if (id != SECTION_IR)
        return grn_bytes_wrong(b, at, "regions are in a section of %s", grn_section_names[id]);
    return read_region_list(r, &part, NULL, op, count) && grn_bytes_end(&part, "regions");
}

static bool read_regions(grn_reader *r, grn_bytes *b, const run *in, grn_bytecode_op *op)
{
    size_t at = b->at;
    uint64_t count;
    if (!grn_bytes_flagged(b, "regions", &count, &op->is_isolated))
        return false;
    if (count > grn_bytes_left(b))
        return grn_bytes_wrong(b, at, "%" PRIu64 " regions are announced, %zu bytes are left for them", count,
                               grn_bytes_left(b));
    return op->is_isolated && count > 0 && r->out->version >= GRN_BYTECODE_LAZY_REGIONS
               ? read_isolated(r, b, op, (size_t)count)
               : read_region_list(r, b, in, op, (size_t)count);
}

static bool read_op(grn_reader *r, grn_bytes *b, run *in, grn_bytecode_op *op)
{
    uint8_t mask;
    *op = (grn_bytecode_op){
        .at = b->at, .number = ++r->out->nops, .attrs = GRN_BYTECODE_NONE, .properties = GRN_BYTECODE_NONE};
    if (!grn_bytes_index(b, "op's name", r->out->nnames, &op->name) || !grn_bytes_u8(b, "what an op has", &mask))
        return false;
    if ((mask & ~OP_HAS_ALL) || ((mask & OP_HAS_PROPERTIES) && r->out->version < GRN_BYTECODE_PROPERTIES) ||
        ((mask & OP_HAS_USE_LISTS) && r->out->version < GRN_BYTECODE_USE_LISTS))
        return grn_bytes_wrong(b, b->at - 1, "an op has 0x%02X, which version %" PRIu64 " of the file does not know",
                               mask, r->out->version);
    if (!read_attributes(r, b, mask, op) || !read_values(r, b, mask, in, op))
        return false;
    if ((mask & OP_HAS_SUCCESSORS) && !read_numbers(r, b, "block", in->nblocks, &op->nsuccessors, &op->successors))
        return false;
    if ((mask & OP_HAS_USE_LISTS) && !skip_use_lists(b, op->nresults))
        return false;
    return !(mask & OP_HAS_REGIONS) || read_regions(r, b, in, op);
}

/* ---- blocks and regions ---------------------------------------------------------------------- */

static bool read_argument(grn_reader *r, grn_bytes *b, uint32_t *type, uint32_t *location)
{
    bool has_location = true;
    uint64_t number;
    size_t at = b->at;
    *location = GRN_BYTECODE_NONE;
    if (r->out->version < GRN_BYTECODE_ELIDED_LOCATIONS) {
        if (!grn_bytes_index(b, "type", r->out->ntypes, type))
            return false;
    } else {
        if (!grn_bytes_flagged(b, "an argument's type", &number, &has_location))
            return false;
        if (number >= r->out->ntypes)
            return grn_bytes_wrong(b, at, "type %" PRIu64 " is named, there are %" PRIu32, number, r->out->ntypes);
        *type = (uint32_t)number;
    }
    return !has_location || grn_bytes_index(b, "attribute", r->out->nattrs, location);
}

static bool read_arguments(grn_reader *r, grn_bytes *b, run *in, grn_bytecode_block *out)
{
    size_t at = b->at;
    uint8_t has_use_lists = 0;
    if (!new_list(r, b, "arguments", &out->nargs, &out->arg_types) || !define(b, in, at, out->nargs, &out->first_arg))
        return false;
    out->arg_locations = GRN_ARENA_NEW(r->arena, uint32_t, out->nargs);
    if (!out->arg_locations)
        return grn_bytes_refused(b);
    for (uint32_t i = 0; i < out->nargs; i++)
        if (!read_argument(r, b, &out->arg_types[i], &out->arg_locations[i]))
            return false;
    if (r->out->version >= GRN_BYTECODE_USE_LISTS && !grn_bytes_u8(b, "whether use lists follow", &has_use_lists))
        return false;
    return !has_use_lists || skip_use_lists(b, out->nargs);
}

static bool read_block(grn_reader *r, grn_bytes *b, run *in, grn_bytecode_block *out)
{
    size_t at = b->at;
    uint64_t nops;
    bool has_args;
    if (!grn_bytes_flagged(b, "a block's ops", &nops, &has_args))
        return false;
    if (nops > grn_bytes_left(b) / 3)
        return grn_bytes_wrong(b, at, "%" PRIu64 " ops are announced, %zu bytes are left for them", nops,
                               grn_bytes_left(b));
    if (has_args && !read_arguments(r, b, in, out))
        return false;
    grn_bytecode_op **next = &out->ops;
    for (uint64_t i = 0; i < nops; i++, next = &(*next)->next) {
        *next = GRN_ARENA_NEW(r->arena, grn_bytecode_op, 1);
        if (!*next)
            return grn_bytes_refused(b);
        if (!read_op(r, b, in, *next))
            return false;
    }
    out->nops = (uint32_t)nops;
    return true;
}

static bool read_blocks(grn_reader *r, grn_bytes *b, run *in, size_t count)
{
    grn_bytecode_block **next = &in->region->blocks;
    for (size_t i = 0; i < count; i++, next = &(*next)->next) {
        *next = GRN_ARENA_NEW(r->arena, grn_bytecode_block, 1);
        if (!*next)
            return grn_bytes_refused(b);
        if (!read_block(r, b, in, *next))
            return false;
    }
    if (in->defined != in->region->nvalues)
        return grn_bytes_wrong(b, b->at, "a region has %" PRIu32 " values, it says %" PRIu32, in->defined,
                               in->region->nvalues);
    return true;
}

static bool open_region(grn_reader *r, grn_bytes *b, grn_bytecode_region *out, size_t *nblocks)
{
    size_t nvalues;
    if (!grn_bytes_count(b, "blocks", 1, nblocks))
        return false;
    out->first_value = r->out->nvalues;
    if (*nblocks == 0)
        return true;
    if (!grn_bytes_count(b, "values", 1, &nvalues))
        return false;
    if (nvalues > UINT32_MAX - 1 - r->out->nvalues)
        return grn_bytes_wrong(b, b->at, "there are more than %" PRIu32 " values", UINT32_MAX - 1);
    out->nblocks = (uint32_t)*nblocks;
    out->nvalues = (uint32_t)nvalues;
    r->out->nvalues += out->nvalues;
    return true;
}

static bool read_region(grn_reader *r, grn_bytes *b, const run *outer, grn_bytecode_region *out)
{
    size_t nblocks;
    if (r->depth == GRN_BYTECODE_MAX_NESTING)
        return grn_bytes_over(b, b->at, "regions nest over %d deep", GRN_BYTECODE_MAX_NESTING);
    if (!open_region(r, b, out, &nblocks))
        return false;
    run in = {.outer = outer,
              .in_file = outer ? outer->in_file + outer->region->nvalues : 0,
              .region = out,
              .nblocks = out->nblocks};
    r->depth++;
    bool read = read_blocks(r, b, &in, nblocks);
    r->depth--;
    return read;
}

/* The section holds one block, which defines no values of its own. */
bool grn_read_ir(grn_reader *r)
{
    grn_bytes *b = &r->part[SECTION_IR];
    grn_bytecode_region none = {0};
    run in = {.region = &none};
    r->out->top = GRN_ARENA_NEW(r->arena, grn_bytecode_block, 1);
    if (!r->out->top)
        return grn_bytes_refused(b);
    return read_block(r, b, &in, r->out->top) && grn_bytes_end(b, grn_section_names[SECTION_IR]);
}
