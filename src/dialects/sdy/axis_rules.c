/* axis_rules.c - axes of a mesh and parts of them, against each other (Shardy, AxisRefAttr,
 * AxisRefListAttr, SubAxisInfoAttr). */
#include "dialects/sdy/sdy.h"

#include "ir/write.h"

#include <inttypes.h>
#include <stdlib.h>

/* ---- one axis -------------------------------------------------------------------------------- */

int64_t grn_sdy_mesh_axis_size(const grn_sdy_mesh *mesh, grn_str name)
{
    for (size_t i = 0; i < mesh->names.count; i++)
        if (grn_str_equal(mesh->names.items[i]->text, name))
            return mesh->sizes[i];
    return 0;
}

int64_t grn_sdy_axis_ways(const grn_sdy_mesh *mesh, const grn_sdy_axis *axis)
{
    return axis->is_sub ? axis->size : grn_sdy_mesh_axis_size(mesh, axis->name);
}

int64_t grn_sdy_list_ways(const grn_sdy_mesh *mesh, grn_sdy_list axes)
{
    int64_t ways = 1;
    for (size_t i = 0; i < axes.count; i++) {
        const grn_sdy_axis a = grn_sdy_axis_of(axes.items[i]);
        ways = grn_mul_at_most(ways, grn_sdy_axis_ways(mesh, &a));
    }
    return ways;
}

/* Where the part of an axis ends: the size of what is up to there. Of any numbers, so it may
 * wrap. */
static int64_t end_of(const grn_sdy_axis *a) { return (int64_t)((uint64_t)a->pre * (uint64_t)a->size); }

static int64_t end_within(const grn_sdy_axis *a, const grn_sdy_mesh *mesh)
{
    return a->is_sub ? end_of(a) : grn_sdy_mesh_axis_size(mesh, a->name);
}

static bool same_axis(const grn_sdy_axis *a, const grn_sdy_axis *b)
{
    return a->is_sub == b->is_sub && a->pre == b->pre && a->size == b->size && grn_str_equal(a->name, b->name);
}

bool grn_sdy_axes_overlap(const grn_sdy_axis *a, const grn_sdy_axis *b)
{
    if (!grn_str_equal(a->name, b->name))
        return false;
    return !a->is_sub || !b->is_sub || (a->pre < end_of(b) && b->pre < end_of(a));
}

bool grn_sdy_overlaps_any(const grn_sdy_axis *a, grn_sdy_list list)
{
    for (size_t i = 0; i < list.count; i++) {
        const grn_sdy_axis b = grn_sdy_axis_of(list.items[i]);
        if (grn_sdy_axes_overlap(a, &b))
            return true;
    }
    return false;
}

static bool contains(const grn_sdy_axis *a, const grn_sdy_axis *b)
{
    if (!grn_str_equal(a->name, b->name) || (a->is_sub && !b->is_sub))
        return false;
    return !a->is_sub || (a->pre <= b->pre && end_of(a) >= end_of(b));
}

/* Of two parts of one axis, each other's neighbours. */
static bool can_merge(const grn_sdy_axis *a, const grn_sdy_axis *b)
{
    return a->is_sub && b->is_sub && grn_str_equal(a->name, b->name) && end_of(a) == b->pre;
}

static grn_sdy_axis merged(const grn_sdy_axis *a, const grn_sdy_axis *b, const grn_sdy_mesh *mesh)
{
    const int64_t size = grn_mul_at_most(a->size, b->size);
    if (grn_sdy_mesh_axis_size(mesh, a->name) == size)
        return (grn_sdy_axis){.name = a->name, .pre = 1};
    return (grn_sdy_axis){.name = a->name, .is_sub = true, .pre = a->pre, .size = size};
}

/* Whether parts of one axis that end alike also divide each other. */
static bool divide(const grn_sdy_axis *a, const grn_sdy_axis *b)
{
    const int64_t least = a->pre < b->pre ? a->pre : b->pre, most = a->pre < b->pre ? b->pre : a->pre;
    return !a->is_sub || !b->is_sub || (least > 0 && most % least == 0 && end_of(a) % most == 0);
}

/* ---- texts ----------------------------------------------------------------------------------- */

/* What was written to `bytes`, in the check's memory. */
static const char *kept(grn_check *check, grn_vec *bytes, grn_status status)
{
    const char *text = status == GRN_OK ? grn_arena_copy(&check->scratch->arena, bytes->items, bytes->count) : NULL;
    grn_vec_destroy(bytes);
    return text ? text : "";
}

static void write_axis(grn_writer *w, const grn_sdy_axis *a)
{
    grn_write_text(w, "\"");
    grn_write_str(w, a->name);
    grn_write_text(w, "\"");
    if (!a->is_sub)
        return;
    grn_write_text(w, ":(");
    grn_write_i64(w, a->pre);
    grn_write_text(w, ")");
    grn_write_i64(w, a->size);
}

/* `["a", "b"]`, or one axis without brackets. */
static const char *text_of(grn_check *check, size_t count, const grn_sdy_axis *items, bool brackets)
{
    grn_vec bytes;
    grn_vec_init(&bytes, check->scratch->allocator, 1);
    const grn_sink sink = grn_vec_sink(&bytes);
    grn_writer w;
    grn_writer_init(&w, &sink);
    grn_write_text(&w, brackets ? "[" : "");
    for (size_t i = 0; i < count; i++) {
        grn_write_text(&w, i ? ", " : "");
        write_axis(&w, &items[i]);
    }
    grn_write_text(&w, brackets ? "]" : "");
    grn_write_bytes(&w, "", 1);
    return kept(check, &bytes, grn_writer_finish(&w));
}

const char *grn_sdy_axis_text(grn_check *check, const grn_sdy_axis *a) { return text_of(check, 1, a, false); }
const char *grn_sdy_axes_text(grn_check *check, const grn_sdy_axes *axes)
{
    return text_of(check, axes->count, axes->items, true);
}

const char *grn_sdy_attr_text(grn_check *check, const grn_attr *a)
{
    grn_vec bytes;
    grn_vec_init(&bytes, check->scratch->allocator, 1);
    const grn_sink sink = grn_vec_sink(&bytes);
    grn_status status = grn_attr_write(a, true, &sink);
    char *end = status == GRN_OK ? grn_vec_push(&bytes) : NULL;
    if (end)
        *end = '\0';
    return kept(check, &bytes, end ? GRN_OK : GRN_E_MEMORY);
}

/* ---- lists ----------------------------------------------------------------------------------- */

grn_sdy_axes grn_sdy_axes_copy(grn_check *check, grn_sdy_list list, size_t room)
{
    grn_sdy_axes out = {list.count, GRN_ARENA_NEW(&check->scratch->arena, grn_sdy_axis, list.count + room + 1)};
    for (size_t i = 0; out.items && i < list.count; i++)
        out.items[i] = grn_sdy_axis_of(list.items[i]);
    return out;
}

bool grn_sdy_take_suffix(grn_sdy_axes *axes, const grn_sdy_axis *taken, const grn_sdy_mesh *mesh)
{
    const grn_sdy_axis *last = axes->count ? &axes->items[axes->count - 1] : NULL;
    if (!last || !contains(last, taken) || end_within(last, mesh) != end_within(taken, mesh))
        return false;
    const grn_sdy_axis rest = {
        .name = last->name, .is_sub = true, .pre = last->pre, .size = taken->pre / (last->pre ? last->pre : 1)};
    if (last->pre < taken->pre && divide(last, taken))
        axes->items[axes->count - 1] = rest;
    else
        axes->count--;
    return true;
}

void grn_sdy_append(grn_sdy_axes *axes, const grn_sdy_axis *more, const grn_sdy_mesh *mesh)
{
    grn_sdy_axis *last = axes->count ? &axes->items[axes->count - 1] : NULL;
    if (last && can_merge(last, more))
        *last = merged(last, more, mesh);
    else
        axes->items[axes->count++] = *more;
}

bool grn_sdy_axes_are(const grn_sdy_axes *axes, grn_sdy_list list)
{
    bool same = axes->count == list.count;
    for (size_t i = 0; same && i < list.count; i++) {
        const grn_sdy_axis b = grn_sdy_axis_of(list.items[i]);
        same = same_axis(&axes->items[i], &b);
    }
    return same;
}

bool grn_sdy_lists_equal(grn_sdy_list a, grn_sdy_list b)
{
    bool same = a.count == b.count;
    for (size_t i = 0; same && i < a.count; i++)
        same = grn_attr_equal(a.items[i], b.items[i]);
    return same;
}

/* ---- the order of a mesh --------------------------------------------------------------------- */

typedef struct grn_sdy_axis_use {
    grn_sdy_axis axis;
    size_t place; /* of the axis in its mesh; behind all: it is not there */
    size_t at;    /* among all that were collected */
    bool again;   /* an equal one is before it */
} axis_use;

static int compare_i64(int64_t a, int64_t b) { return (a > b) - (a < b); }

/* By axis; of one axis by where a part begins, the whole behind parts that begin with it. */
static int compare(const axis_use *a, const axis_use *b)
{
    int order = (a->place > b->place) - (a->place < b->place);
    if (!order)
        order = compare_i64(a->axis.pre, b->axis.pre);
    if (!order)
        order = b->axis.is_sub - a->axis.is_sub;
    return order ? order : compare_i64(a->axis.size, b->axis.size);
}

static int by_order(const void *a, const void *b)
{
    const axis_use *x = *(axis_use *const *)a, *y = *(axis_use *const *)b;
    const int order = compare(x, y);
    return order ? order : (x->at > y->at) - (x->at < y->at);
}

static size_t place_of(const grn_sdy_mesh *mesh, grn_str name)
{
    size_t i = 0;
    while (i < mesh->names.count && !grn_str_equal(mesh->names.items[i]->text, name))
        i++;
    return i;
}

static grn_status collect(grn_check *check, const grn_sdy_mesh *mesh, size_t count, grn_sdy_uses *out)
{
    *out = (grn_sdy_uses){.mesh = mesh,
                          .items = GRN_ARENA_NEW(&check->scratch->arena, axis_use, count + 1),
                          .sorted = GRN_ARENA_NEW(&check->scratch->arena, axis_use *, count + 1)};
    return out->items && out->sorted ? GRN_OK : GRN_E_MEMORY;
}

static void add_use(grn_sdy_uses *uses, const grn_sdy_axis *axis)
{
    axis_use *use = &uses->items[uses->count];
    *use = (axis_use){.axis = *axis, .place = place_of(uses->mesh, axis->name), .at = uses->count};
    uses->sorted[uses->count++] = use;
}

static void sort(grn_sdy_uses *uses)
{
    qsort(uses->sorted, uses->count, sizeof *uses->sorted, by_order);
    for (size_t i = 1; i < uses->count; i++)
        uses->sorted[i]->again = same_axis(&uses->sorted[i]->axis, &uses->sorted[i - 1]->axis);
}

grn_status grn_sdy_collect(grn_check *check, const grn_sdy_mesh *mesh, size_t nlists, const grn_sdy_list *lists,
                           grn_sdy_uses *out)
{
    size_t count = 0;
    for (size_t i = 0; i < nlists; i++)
        count += lists[i].count;
    grn_status status = collect(check, mesh, count, out);
    for (size_t i = 0; status == GRN_OK && i < nlists; i++)
        for (size_t k = 0; k < lists[i].count; k++) {
            const grn_sdy_axis a = grn_sdy_axis_of(lists[i].items[k]);
            add_use(out, &a);
        }
    if (status == GRN_OK)
        sort(out);
    return status;
}

grn_status grn_sdy_sort_and_merge(grn_check *check, grn_sdy_axes *axes, const grn_sdy_mesh *mesh)
{
    grn_sdy_uses uses;
    grn_status status = collect(check, mesh, axes->count, &uses);
    for (size_t i = 0; status == GRN_OK && i < axes->count; i++)
        add_use(&uses, &axes->items[i]);
    if (status != GRN_OK)
        return status;
    sort(&uses);
    axes->count = 0;
    for (size_t i = 0; i < uses.count; i++)
        grn_sdy_append(axes, &uses.sorted[i]->axis, mesh);
    return GRN_OK;
}

/* ---- rules ----------------------------------------------------------------------------------- */

grn_status grn_sdy_check_list(const grn_op *op, grn_check *check, const char *before, const grn_sdy_uses *uses,
                              size_t first, size_t count)
{
    for (size_t i = first; i < first + count; i++) {
        const axis_use *use = &uses->items[i];
        const grn_sdy_axis *a = &use->axis, *last = i > first ? &uses->items[i - 1].axis : NULL;
        if (use->place == uses->mesh->names.count)
            return grn_op_fail(op, check, "%sunknown axis name: \"%.*s\"", before, (int)a->name.n, a->name.text);
        if (use->again)
            return grn_op_fail(op, check, "%sduplicate axis ref: %s", before, grn_sdy_axis_text(check, a));
        if (last && can_merge(last, a))
            return grn_op_fail(op, check, "%stwo consecutive sub-axes can be merged: %s, %s", before,
                               grn_sdy_axis_text(check, last), grn_sdy_axis_text(check, a));
    }
    return GRN_OK;
}

grn_status grn_sdy_check_sorted(const grn_op *op, grn_check *check, const char *before, const char *what,
                                const grn_sdy_uses *uses, size_t first, size_t count)
{
    for (size_t i = first + 1; i < first + count; i++)
        if (compare(&uses->items[i], &uses->items[i - 1]) < 0)
            return grn_op_fail(op, check, "%s%s axes are not ordered w.r.t. mesh", before, what);
    return grn_sdy_check_list(op, check, before, uses, first, count);
}

/* `last`: the part of the same axis that comes before; NULL: none does. */
static grn_status check_sub_axis(const grn_op *op, grn_check *check, const char *before, const grn_sdy_axis *a,
                                 int64_t whole, const grn_sdy_axis *last)
{
    const int64_t end = end_of(a);
    if (a->pre < 1)
        return grn_op_fail(op, check, "%ssub-axis pre-size must be at least 1: %s", before,
                           grn_sdy_axis_text(check, a));
    if (a->size <= 1)
        return grn_op_fail(op, check, "%ssub-axis sizes must be greater than 1: %s", before,
                           grn_sdy_axis_text(check, a));
    if (a->size > whole / a->pre || whole % end != 0)
        return grn_op_fail(
            op, check, "%ssub-axis next pre-size %" PRId64 " doesn't divide the size of the full axis %" PRId64 ": %s",
            before, end, whole, grn_sdy_axis_text(check, a));
    if (a->size == whole)
        return grn_op_fail(op, check, "%ssub-axis size is equal to the full axis size: %s", before,
                           grn_sdy_axis_text(check, a));
    if (last && end_of(last) > a->pre)
        return grn_op_fail(op, check, "%soverlapping sub-axes: %s, %s", before, grn_sdy_axis_text(check, last),
                           grn_sdy_axis_text(check, a));
    return GRN_OK;
}

/* All uses of one axis, from number i on: whether some are of the whole, and some of parts. */
static size_t uses_of_axis(const grn_sdy_uses *uses, size_t i, bool *whole, bool *parts)
{
    const size_t first = i, place = uses->sorted[i]->place;
    *whole = *parts = false;
    for (; i < uses->count && uses->sorted[i]->place == place; i++) {
        *whole = *whole || !uses->sorted[i]->axis.is_sub;
        *parts = *parts || uses->sorted[i]->axis.is_sub;
    }
    return i - first;
}

grn_status grn_sdy_check_sub_axes(const grn_op *op, grn_check *check, const char *before, const grn_sdy_uses *uses)
{
    grn_status status = GRN_OK;
    for (size_t i = 0, n; status == GRN_OK && i < uses->count; i += n) {
        bool whole, parts;
        n = uses_of_axis(uses, i, &whole, &parts);
        const grn_sdy_axis *first = &uses->sorted[i]->axis;
        if (whole && parts)
            return grn_op_fail(op, check, "%sboth sub-axis and full-axis are used for axis name: \"%.*s\"", before,
                               (int)first->name.n, first->name.text);
        const int64_t size = grn_sdy_mesh_axis_size(uses->mesh, first->name);
        for (size_t k = 0; status == GRN_OK && parts && k < n; k++)
            status = check_sub_axis(op, check, before, &uses->sorted[i + k]->axis, size,
                                    k ? &uses->sorted[i + k - 1]->axis : NULL);
    }
    return status;
}
