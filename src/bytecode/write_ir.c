/* write_ir.c - operations, blocks and regions as bytes; the inverse of read_ir.c. */
#include "bytecode/internal.h"

/* An open region: where its values' numbers in the file begin. */
typedef struct run {
    const struct run *outer;
    const grn_bytecode_region *region;
    uint32_t in_file;
} run;

static bool put_region(grn_vec *to, const grn_bytecode *f, const run *outer, const grn_bytecode_region *region);

static uint32_t number_in_file(const run *in, uint32_t value)
{
    while (value < in->region->first_value || value - in->region->first_value >= in->region->nvalues)
        in = in->outer;
    return in->in_file + (value - in->region->first_value);
}

static bool put_list(grn_vec *to, uint32_t count, const uint32_t *v)
{
    bool put = grn_put_varint(to, count);
    for (uint32_t i = 0; put && i < count; i++)
        put = grn_put_varint(to, v[i]);
    return put;
}

static unsigned mask_of(const grn_bytecode_op *op)
{
    return (op->attrs != GRN_BYTECODE_NONE ? OP_HAS_ATTRS : 0u) | (op->nresults ? OP_HAS_RESULTS : 0u) |
           (op->noperands ? OP_HAS_OPERANDS : 0u) | (op->nsuccessors ? OP_HAS_SUCCESSORS : 0u) |
           (op->nregions ? OP_HAS_REGIONS : 0u) | (op->properties != GRN_BYTECODE_NONE ? OP_HAS_PROPERTIES : 0u);
}

static bool put_operands(grn_vec *to, const run *in, const grn_bytecode_op *op)
{
    bool put = grn_put_varint(to, op->noperands);
    for (uint32_t i = 0; put && i < op->noperands; i++)
        put = grn_put_varint(to, number_in_file(in, op->operands[i]));
    return put;
}

static bool put_region_list(grn_vec *to, const grn_bytecode *f, const run *outer, const grn_bytecode_op *op)
{
    bool put = true;
    for (const grn_bytecode_region *region = op->regions; put && region; region = region->next)
        put = put_region(to, f, outer, region);
    return put;
}

static bool put_isolated(grn_vec *to, const grn_bytecode *f, const grn_bytecode_op *op)
{
    grn_vec own;
    grn_vec_init(&own, to->allocator, 1);
    bool put = put_region_list(&own, f, NULL, op) && grn_put_section(to, SECTION_IR, &own);
    grn_vec_destroy(&own);
    return put;
}

static bool put_regions(grn_vec *to, const grn_bytecode *f, const run *in, const grn_bytecode_op *op)
{
    bool has_section = op->is_isolated && f->version >= GRN_BYTECODE_LAZY_REGIONS;
    return grn_put_flagged(to, op->nregions, op->is_isolated) &&
           (has_section ? put_isolated(to, f, op) : put_region_list(to, f, op->is_isolated ? NULL : in, op));
}

static bool put_op(grn_vec *to, const grn_bytecode *f, const run *in, const grn_bytecode_op *op)
{
    unsigned mask = mask_of(op);
    return grn_put_varint(to, op->name) && grn_put_u8(to, mask) && grn_put_varint(to, op->location) &&
           (!(mask & OP_HAS_ATTRS) || grn_put_varint(to, op->attrs)) &&
           (!(mask & OP_HAS_PROPERTIES) || grn_put_varint(to, op->properties)) &&
           (!(mask & OP_HAS_RESULTS) || put_list(to, op->nresults, op->result_types)) &&
           (!(mask & OP_HAS_OPERANDS) || put_operands(to, in, op)) &&
           (!(mask & OP_HAS_SUCCESSORS) || put_list(to, op->nsuccessors, op->successors)) &&
           (!(mask & OP_HAS_REGIONS) || put_regions(to, f, in, op));
}

static bool put_argument(grn_vec *to, const grn_bytecode *f, uint32_t type, uint32_t location)
{
    bool has_location = location != GRN_BYTECODE_NONE;
    if (f->version < GRN_BYTECODE_ELIDED_LOCATIONS)
        return grn_put_varint(to, type) && grn_put_varint(to, location);
    return grn_put_flagged(to, type, has_location) && (!has_location || grn_put_varint(to, location));
}

static bool put_arguments(grn_vec *to, const grn_bytecode *f, const grn_bytecode_block *block)
{
    bool put = grn_put_varint(to, block->nargs);
    for (uint32_t i = 0; put && i < block->nargs; i++)
        put = put_argument(to, f, block->arg_types[i], block->arg_locations[i]);
    return put && (f->version < GRN_BYTECODE_USE_LISTS || grn_put_u8(to, 0));
}

static bool put_block(grn_vec *to, const grn_bytecode *f, const run *in, const grn_bytecode_block *block)
{
    bool put = grn_put_flagged(to, block->nops, block->nargs > 0) && (block->nargs == 0 || put_arguments(to, f, block));
    for (const grn_bytecode_op *op = block->ops; put && op; op = op->next)
        put = put_op(to, f, in, op);
    return put;
}

static bool put_region(grn_vec *to, const grn_bytecode *f, const run *outer, const grn_bytecode_region *region)
{
    const run in = {outer, region, outer ? outer->in_file + outer->region->nvalues : 0};
    bool put = grn_put_varint(to, region->nblocks) && (region->nblocks == 0 || grn_put_varint(to, region->nvalues));
    for (const grn_bytecode_block *block = region->blocks; put && block; block = block->next)
        put = put_block(to, f, &in, block);
    return put;
}

bool grn_put_ir(grn_vec *to, const grn_bytecode *file)
{
    const grn_bytecode_region none = {0};
    const run in = {NULL, &none, 0};
    return put_block(to, file, &in, file->top);
}
