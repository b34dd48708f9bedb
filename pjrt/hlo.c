/*
 * hlo.c - an executable for several devices as XLA's HloModuleProtoWithConfig, from which PJRT's client in
 * jaxlib reads how arguments and results lie on the devices where the program's caller left it open.
 *
 * Fields are those of openxla/xla, xla/service/hlo.proto and xla/xla_data.proto. The module has a
 * computation of the program's parameters and of one custom call, whose target is "garner".
 */
#include <stdio.h>
#include <stdlib.h>

#include "ffi.h"
#include "wire.h"

enum {
    MODULE_NAME = 1,
    MODULE_ENTRY_NAME = 2,
    MODULE_COMPUTATIONS = 3,
    MODULE_SHAPE = 4,
    MODULE_ID = 5,
    MODULE_ENTRY = 6
};
enum { MODULE_OUTPUT_SHARDING = 12, MODULE_PARAMETER_SHARDINGS = 14 };
enum {
    COMPUTATION_NAME = 1,
    COMPUTATION_INSTRUCTIONS = 2,
    COMPUTATION_SHAPE = 4,
    COMPUTATION_ID = 5,
    COMPUTATION_ROOT = 6
};
enum { OP_NAME = 1, OP_CODE = 2, OP_SHAPE = 3, OP_PARAMETER = 9, OP_TARGET = 28, OP_ID = 35, OP_OPERANDS = 36 };
enum { SHAPE_TYPE = 2, SHAPE_DIMS = 3, SHAPE_PARTS = 4, SHAPE_LAYOUT = 5, SHAPE_DYNAMIC = 6, LAYOUT_ORDER = 1 };
enum { PROGRAM_PARAMETERS = 1, PROGRAM_RESULT = 2, PROGRAM_NAMES = 3 };
enum { WITH_CONFIG_MODULE = 1, WITH_CONFIG_CONFIG = 2, CONFIG_LAYOUT = 1, CONFIG_REPLICAS = 4, CONFIG_PARTITIONS = 5 };
enum { SHARDING_TYPE = 1, SHARDING_DIMS = 3, SHARDING_DEVICES = 4, SHARDING_PARTS = 5, SHARDING_REPLICATED_LAST = 6 };
enum { TYPE_REPLICATED = 0, TYPE_TUPLE = 2, TYPE_OTHER = 3 };
#define PRIMITIVE_TUPLE 13

/* PrimitiveType of xla_data.proto. */
uint64_t grn_pjrt_primitive(PJRT_Buffer_Type type)
{
    static const unsigned char types[] = {
        [PJRT_Buffer_Type_PRED] = 1,        [PJRT_Buffer_Type_S8] = 2,          [PJRT_Buffer_Type_S16] = 3,
        [PJRT_Buffer_Type_S32] = 4,         [PJRT_Buffer_Type_S64] = 5,         [PJRT_Buffer_Type_U8] = 6,
        [PJRT_Buffer_Type_U16] = 7,         [PJRT_Buffer_Type_U32] = 8,         [PJRT_Buffer_Type_U64] = 9,
        [PJRT_Buffer_Type_F16] = 10,        [PJRT_Buffer_Type_F32] = 11,        [PJRT_Buffer_Type_F64] = 12,
        [PJRT_Buffer_Type_C64] = 15,        [PJRT_Buffer_Type_BF16] = 16,       [PJRT_Buffer_Type_TOKEN] = 17,
        [PJRT_Buffer_Type_C128] = 18,       [PJRT_Buffer_Type_F8E5M2] = 19,     [PJRT_Buffer_Type_F8E4M3FN] = 20,
        [PJRT_Buffer_Type_S4] = 21,         [PJRT_Buffer_Type_U4] = 22,         [PJRT_Buffer_Type_F8E4M3B11FNUZ] = 23,
        [PJRT_Buffer_Type_F8E5M2FNUZ] = 24, [PJRT_Buffer_Type_F8E4M3FNUZ] = 25, [PJRT_Buffer_Type_S2] = 26,
        [PJRT_Buffer_Type_U2] = 27,         [PJRT_Buffer_Type_F8E4M3] = 28,     [PJRT_Buffer_Type_F8E3M4] = 29,
        [PJRT_Buffer_Type_F4E2M1FN] = 32,   [PJRT_Buffer_Type_F8E8M0FNU] = 33,
    };
    return (size_t)type < sizeof types ? types[type] : 0;
}

/* ---- shapes ---------------------------------------------------------------------------------- */

static grn_pjrt_text shape_of(const grn_pjrt_value *v)
{
    grn_pjrt_text shape = {.text = NULL}, layout = {.text = NULL};
    int64_t dims[GRN_MAX_RANK], dynamic[GRN_MAX_RANK], order[GRN_MAX_RANK];
    for (int32_t d = 0; d < v->rank; d++) {
        dims[d] = v->local[d] < 0 ? 0 : v->local[d];
        dynamic[d] = v->local[d] < 0;
        order[d] = v->rank - 1 - d;
    }
    grn_pjrt_put_number(&shape, SHAPE_TYPE, grn_pjrt_primitive(v->type));
    if (v->type == PJRT_Buffer_Type_TOKEN)
        return shape;
    grn_pjrt_put_numbers(&shape, SHAPE_DIMS, (size_t)v->rank, dims);
    grn_pjrt_put_numbers(&layout, LAYOUT_ORDER, (size_t)v->rank, order);
    grn_pjrt_put_message(&shape, SHAPE_LAYOUT, &layout);
    grn_pjrt_put_numbers(&shape, SHAPE_DYNAMIC, (size_t)v->rank, dynamic);
    return shape;
}

/* Of one result its own, of any other number a tuple. */
static grn_pjrt_text result_shape(const PJRT_Executable *e)
{
    if (e->noutputs == 1)
        return shape_of(&e->outputs[0]);
    grn_pjrt_text tuple = {.text = NULL};
    grn_pjrt_put_number(&tuple, SHAPE_TYPE, PRIMITIVE_TUPLE);
    for (size_t i = 0; i < e->noutputs; i++) {
        grn_pjrt_text part = shape_of(&e->outputs[i]);
        grn_pjrt_put_message(&tuple, SHAPE_PARTS, &part);
    }
    return tuple;
}

static grn_pjrt_text program_shape(const PJRT_Executable *e)
{
    grn_pjrt_text program = {.text = NULL};
    for (size_t i = 0; i < e->ninputs; i++) {
        char name[32];
        grn_pjrt_text shape = shape_of(&e->inputs[i]);
        grn_pjrt_put_message(&program, PROGRAM_PARAMETERS, &shape);
        snprintf(name, sizeof name, "p%zu", i);
        grn_pjrt_put_text(&program, PROGRAM_NAMES, name);
    }
    grn_pjrt_text result = result_shape(e);
    grn_pjrt_put_message(&program, PROGRAM_RESULT, &result);
    return program;
}

/* ---- shardings ------------------------------------------------------------------------------- */

static int64_t part_of(const grn_pjrt_value *v, int64_t device, int32_t d)
{
    const int32_t parts = v->layout.parts[d] > 1 ? v->layout.parts[d] : 1,
                  step = v->layout.step[d] > 0 ? v->layout.step[d] : 1;
    return v->layout.part_of != NULL ? v->layout.part_of[device * v->rank + d] : device / step % parts;
}

/* Row-major number of the tile that a device has. */
static int64_t tile_of(const grn_pjrt_value *v, int64_t device)
{
    int64_t tile = 0;
    for (int32_t d = 0; d < v->rank; d++)
        tile = tile * (v->layout.parts[d] > 1 ? v->layout.parts[d] : 1) + part_of(v, device, d);
    return tile;
}

/* Devices in the order of the tiles; those of one tile stand along a last dimension of its own. */
static grn_pjrt_text sharding_of(const PJRT_Executable *e, const grn_pjrt_value *v)
{
    grn_pjrt_text sharding = {.text = NULL};
    int64_t dims[GRN_MAX_RANK + 1], tiles = 1, ndims = v->rank;
    for (int32_t d = 0; d < v->rank && v->dtype != GRN_NO_DTYPE; d++) {
        dims[d] = v->layout.parts[d] > 1 ? v->layout.parts[d] : 1;
        tiles *= dims[d];
    }
    if (!e->is_meshed || tiles == 1) {
        grn_pjrt_put_number(&sharding, SHARDING_TYPE, TYPE_REPLICATED);
        return sharding;
    }
    int64_t *devices = calloc((size_t)e->partitions, sizeof *devices), n = 0;
    for (int64_t tile = 0; devices != NULL && tile < tiles; tile++)
        for (int64_t device = 0; device < e->partitions && n < e->partitions; device++)
            if (tile_of(v, device) == tile)
                devices[n++] = device;
    grn_pjrt_put_number(&sharding, SHARDING_TYPE, TYPE_OTHER);
    if (tiles < e->partitions) {
        dims[ndims++] = e->partitions / tiles;
        grn_pjrt_put_number(&sharding, SHARDING_REPLICATED_LAST, 1);
    }
    grn_pjrt_put_numbers(&sharding, SHARDING_DIMS, (size_t)ndims, dims);
    grn_pjrt_put_numbers(&sharding, SHARDING_DEVICES, (size_t)n, devices);
    sharding.failed = sharding.failed || devices == NULL;
    free(devices);
    return sharding;
}

static grn_pjrt_text result_sharding(const PJRT_Executable *e)
{
    if (e->noutputs == 1)
        return sharding_of(e, &e->outputs[0]);
    grn_pjrt_text tuple = {.text = NULL};
    grn_pjrt_put_number(&tuple, SHARDING_TYPE, TYPE_TUPLE);
    for (size_t i = 0; i < e->noutputs; i++) {
        grn_pjrt_text part = sharding_of(e, &e->outputs[i]);
        grn_pjrt_put_message(&tuple, SHARDING_PARTS, &part);
    }
    return tuple;
}

/* ---- the module ------------------------------------------------------------------------------ */

/* Of an instruction: the computation's number stands above its own. */
static uint64_t id_of(size_t i) { return UINT64_C(1) << 32 | i; }

static grn_pjrt_text parameter(const PJRT_Executable *e, size_t i)
{
    char name[32];
    grn_pjrt_text op = {.text = NULL}, shape = shape_of(&e->inputs[i]);
    snprintf(name, sizeof name, "p%zu", i);
    grn_pjrt_put_text(&op, OP_NAME, name);
    grn_pjrt_put_text(&op, OP_CODE, "parameter");
    grn_pjrt_put_message(&op, OP_SHAPE, &shape);
    grn_pjrt_put_number(&op, OP_PARAMETER, i);
    grn_pjrt_put_number(&op, OP_ID, id_of(i));
    return op;
}

static grn_pjrt_text call(const PJRT_Executable *e)
{
    grn_pjrt_text op = {.text = NULL}, shape = result_shape(e), operands = {.text = NULL};
    grn_pjrt_put_text(&op, OP_NAME, "garner");
    grn_pjrt_put_text(&op, OP_CODE, "custom-call");
    grn_pjrt_put_message(&op, OP_SHAPE, &shape);
    grn_pjrt_put_text(&op, OP_TARGET, "garner");
    grn_pjrt_put_number(&op, OP_ID, id_of(e->ninputs));
    for (size_t i = 0; i < e->ninputs; i++)
        grn_pjrt_put_varint(&operands, id_of(i));
    grn_pjrt_put_message(&op, OP_OPERANDS, &operands);
    return op;
}

static grn_pjrt_text computation(const PJRT_Executable *e)
{
    grn_pjrt_text c = {.text = NULL}, shape = program_shape(e);
    grn_pjrt_put_text(&c, COMPUTATION_NAME, "main");
    for (size_t i = 0; i <= e->ninputs; i++) {
        grn_pjrt_text op = i < e->ninputs ? parameter(e, i) : call(e);
        grn_pjrt_put_message(&c, COMPUTATION_INSTRUCTIONS, &op);
    }
    grn_pjrt_put_message(&c, COMPUTATION_SHAPE, &shape);
    grn_pjrt_put_number(&c, COMPUTATION_ID, 1);
    grn_pjrt_put_number(&c, COMPUTATION_ROOT, id_of(e->ninputs));
    return c;
}

static grn_pjrt_text module_of(const PJRT_Executable *e)
{
    grn_pjrt_text module = {.text = NULL}, main = computation(e), shape = program_shape(e), output = result_sharding(e);
    grn_pjrt_put_text(&module, MODULE_NAME, e->name);
    grn_pjrt_put_text(&module, MODULE_ENTRY_NAME, "main");
    grn_pjrt_put_message(&module, MODULE_COMPUTATIONS, &main);
    grn_pjrt_put_message(&module, MODULE_SHAPE, &shape);
    grn_pjrt_put_number(&module, MODULE_ID, 1);
    grn_pjrt_put_number(&module, MODULE_ENTRY, 1);
    for (size_t i = 0; i < e->ninputs; i++) {
        grn_pjrt_text sharding = sharding_of(e, &e->inputs[i]);
        grn_pjrt_put_message(&module, MODULE_PARAMETER_SHARDINGS, &sharding);
    }
    grn_pjrt_put_message(&module, MODULE_OUTPUT_SHARDING, &output);
    return module;
}

void grn_pjrt_write_hlo(grn_pjrt_text *to, const PJRT_Executable *executable)
{
    grn_pjrt_text module = module_of(executable), config = {.text = NULL}, shape = program_shape(executable);
    grn_pjrt_put_message(&config, CONFIG_LAYOUT, &shape);
    grn_pjrt_put_number(&config, CONFIG_REPLICAS, (uint64_t)executable->replicas);
    grn_pjrt_put_number(&config, CONFIG_PARTITIONS, (uint64_t)executable->partitions);
    grn_pjrt_put_message(to, WITH_CONFIG_MODULE, &module);
    grn_pjrt_put_message(to, WITH_CONFIG_CONFIG, &config);
}
