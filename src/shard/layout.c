/* layout.c - how arguments and results of a divided program lie on its devices. */
#include "shard/part.h"

grn_status grn_shard_devices(grn_ir *scratch, const grn_op *function, const grn_diag *diag, int64_t *count)
{
    grn_part_mesh mesh;
    grn_status status = grn_part_mesh_of(scratch, function, diag, &mesh);
    *count = status == GRN_OK ? mesh.ndevices : 0;
    return status;
}

static const grn_attr *sharding_of(const grn_op *function, bool is_result, size_t i)
{
    const grn_attr *list = grn_op_attr(function, is_result ? "res_attrs" : "arg_attrs");
    return list && list->kind == GRN_ATTR_ARRAY && i < list->array.count ? grn_part_sharding_in(list->array.items[i]) : NULL;
}

grn_status grn_shard_layout(grn_ir *scratch, const grn_op *function, bool is_result, size_t i, int32_t *part_of,
                            const grn_diag *diag, grn_layout *out)
{
    grn_part_mesh mesh;
    grn_division *d;
    const grn_type *f = grn_op_attr(function, "function_type")->type_value;
    const grn_type *type = f->members[is_result ? f->inputs + i : i];
    const grn_attr *sharding = sharding_of(function, is_result, i);
    grn_status status = grn_part_mesh_of(scratch, function, diag, &mesh);
    if (status != GRN_OK)
        return status;
    if (sharding)
        status = grn_division_read(scratch, &mesh, function, type, sharding, diag, &d);
    else if (!(d = grn_division_new(scratch, type)))
        status = grn_ir_refused(scratch, diag, function->place, "reading a layout");
    if (status != GRN_OK)
        return status;
    *out = (grn_layout){.rank = d->rank, .part_of = part_of};
    for (int32_t k = 0; k < d->rank; k++) {
        out->shape[k] = type->shape[k];
        out->parts[k] = (int32_t)grn_part_ways(&mesh, &d->dims[k].axes);
        out->step[k] = 1;
        for (int64_t device = 0; device < mesh.ndevices; device++)
            part_of[device * d->rank + k] = (int32_t)grn_part_number(&mesh, &d->dims[k].axes, mesh.position[device]);
    }
    return GRN_OK;
}
