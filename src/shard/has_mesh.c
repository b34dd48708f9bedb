/* has_mesh.c - whether a program says anything of devices: an op or an attribute of Shardy's
 * dialect. */
#include "shard/stages.h"

static bool is_of_sdy(const char *name) { return strncmp(name, "sdy.", 4) == 0; }

static bool says_devices(const grn_attr *a)
{
    if (a->kind == GRN_ATTR_STRUCT)
        return is_of_sdy(a->record.def->name);
    for (size_t i = 0; a->kind == GRN_ATTR_ARRAY && i < a->array.count; i++)
        if (says_devices(a->array.items[i]))
            return true;
    for (size_t i = 0; a->kind == GRN_ATTR_DICT && i < a->dict.count; i++)
        if (says_devices(a->dict.items[i].value))
            return true;
    return false;
}

bool grn_shard_has_mesh(const grn_op *root)
{
    for (const grn_op *op = root; op; op = grn_op_next_in(op, root)) {
        if (op->def && is_of_sdy(op->def->name))
            return true;
        for (size_t i = 0; i < op->nattrs; i++)
            if (says_devices(op->attrs[i].value))
                return true;
    }
    return false;
}
