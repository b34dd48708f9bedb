/* layout.c - how arguments and results of a divided program, and values within it, lie on its
 * devices. */
#include <stdio.h>

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
    return list && list->kind == GRN_ATTR_ARRAY && i < list->array.count ? grn_part_sharding_in(list->array.items[i])
                                                                         : NULL;
}

static void lay_out(const grn_part_mesh *mesh, const grn_division *d, int32_t *part_of, grn_layout *out)
{
    *out = (grn_layout){.rank = d->rank, .part_of = part_of};
    for (int32_t k = 0; k < d->rank; k++) {
        out->shape[k] = d->type->shape[k];
        out->parts[k] = (int32_t)grn_part_ways(mesh, &d->dims[k].axes);
        out->step[k] = 1;
        for (int64_t device = 0; device < mesh->ndevices; device++)
            part_of[device * d->rank + k] = (int32_t)grn_part_number(mesh, &d->dims[k].axes, mesh->position[device]);
    }
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
    lay_out(&mesh, d, part_of, out);
    return GRN_OK;
}

/* ---- values within a program, in words ------------------------------------------------------- */

/* Without braces; NULL: there are no axes. *refused: memory was. */
static const char *axes_text(grn_ir *ir, const grn_part_mesh *mesh, const grn_part_list *axes, bool *refused)
{
    char text[GRN_PART_TEXT_BYTES];
    if (axes->count == 0)
        return NULL;
    const size_t n = strlen(grn_part_text(mesh, axes, text));
    char *out = GRN_ARENA_NEW(&ir->arena, char, n + 1);
    *refused |= !out;
    if (out)
        snprintf(out, n + 1, "%.*s", (int)(n - (text[n - 1] == '}') - 1), text + 1);
    return out;
}

/* `@mesh = <["x"=2]>`; NULL: memory refused. */
static const char *mesh_text(grn_ir *ir, const grn_op *function, const grn_attr *ref)
{
    const grn_attr *mesh = grn_sdy_find_mesh(function, ref);
    const bool is_named = ref->kind == GRN_ATTR_SYMBOL;
    grn_vec bytes;
    grn_vec_init(&bytes, ir->allocator, 1);
    const grn_sink sink = grn_vec_sink(&bytes);
    char *end = mesh && grn_attr_write(mesh, true, &sink) != GRN_OK ? NULL : grn_vec_push(&bytes);
    const size_t room = bytes.count + (is_named ? ref->text.n : 0) + 8;
    char *out = end ? GRN_ARENA_NEW(&ir->arena, char, room) : NULL;
    if (out) {
        *end = '\0';
        const char *text = bytes.items, *body = strchr(text, '<');
        snprintf(out, room, "%s%.*s%s%s", is_named ? "@" : "", is_named ? (int)ref->text.n : 0,
                 is_named ? ref->text.text : "", is_named ? " = " : "", body ? body : text);
    }
    grn_vec_destroy(&bytes);
    return out;
}

static grn_status put_words(grn_check *check, const grn_op *function, const grn_part_mesh *mesh, const grn_division *d,
                            const grn_attr *sharding, grn_owned *out)
{
    const grn_sdy_sharding s = grn_sdy_sharding_of(sharding);
    const grn_attr *named = grn_sdy_find_mesh(function, s.mesh);
    const grn_sdy_mesh m = named ? grn_sdy_mesh_of(named) : (grn_sdy_mesh){.nids = 0};
    grn_part_list unreduced = {.count = 0};
    bool refused = false;
    for (size_t i = 0; i < s.unreduced.count; i++)
        (void)grn_part_read_axis(mesh, d->view, s.unreduced.items[i], &unreduced);
    for (int32_t k = 0; k < d->rank; k++)
        out->axes[k] = axes_text(check->scratch, mesh, &d->dims[k].axes, &refused);
    out->unreduced = axes_text(check->scratch, mesh, &unreduced, &refused);
    out->only_device = m.names.count == 0 && m.nids == 1 ? m.ids[0] : -1;
    out->mesh = mesh_text(check->scratch, function, s.mesh);
    return refused || !out->mesh ? grn_ir_refused(check->scratch, check->diag, function->place, "reading a layout")
                                 : GRN_OK;
}

grn_status grn_shard_owned(grn_ir *scratch, const grn_op *function, const grn_value *value, int32_t *part_of,
                           const grn_diag *diag, grn_owned *out)
{
    grn_part_mesh mesh;
    grn_check check = {.scratch = scratch, .diag = diag};
    grn_division *d = NULL;
    *out = (grn_owned){.only_device = -1};
    if (!grn_part_divides(value->type))
        return GRN_E_UNSUPPORTED;
    grn_status status = grn_part_mesh_of(scratch, function, diag, &mesh);
    const grn_attr *sharding = status == GRN_OK ? grn_sdy_sharding_of_value(&check, value, &status) : NULL;
    if (status == GRN_OK && sharding)
        status = grn_division_read(scratch, &mesh, function, value->type, sharding, diag, &d);
    else if (status == GRN_OK && !(d = grn_division_new(scratch, value->type)))
        status = grn_ir_refused(scratch, diag, function->place, "reading a layout");
    if (status == GRN_OK && sharding)
        status = put_words(&check, function, &mesh, d, sharding, out);
    if (status != GRN_OK)
        return status;
    lay_out(&mesh, d, part_of, &out->layout);
    out->is_known = true;
    return GRN_OK;
}
