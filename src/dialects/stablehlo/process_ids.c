/*
 * process_ids.c - the rules of lists of process ids: replica_groups and
 * source_target_pairs (StableHLO spec, collective ops; upstream's words and order).
 */
#include "dialects/stablehlo/collective.h"

#include <inttypes.h>
#include <stdio.h>

/* ---- what is wrong with a list --------------------------------------------------------------- */

typedef struct placed_id {
    int64_t id, at;
} placed_id;

static bool is_before(const placed_id *a, const placed_id *b) { return a->id != b->id ? a->id < b->id : a->at < b->at; }

static void exchange(placed_id *a, placed_id *b)
{
    placed_id t = *a;
    *a = *b;
    *b = t;
}

static void sift_down(placed_id *v, size_t at, size_t n)
{
    for (size_t child; (child = 2 * at + 1) < n; at = child) {
        child += child + 1 < n && is_before(&v[child], &v[child + 1]);
        if (!is_before(&v[at], &v[child]))
            return;
        exchange(&v[at], &v[child]);
    }
}

/* A heap: lists may be long, and in any order. */
static void sort_ids(placed_id *v, size_t n)
{
    for (size_t i = n / 2; i-- > 0;)
        sift_down(v, i, n);
    for (size_t end = n; end-- > 1;) {
        exchange(&v[0], &v[end]);
        sift_down(v, 0, end);
    }
}

#define NOWHERE INT64_MAX

/* Positions in the text; NOWHERE: there is none. -1 stands for no id, and is never seen twice. */
typedef struct id_scan {
    int64_t null_at, negative_at, twice_at;
    int64_t negative, twice;
    int64_t missing; /* of 0 and on, the first that is not there though a larger or a negative one is; -1: none */
} id_scan;

static void scan_sorted(const placed_id *v, size_t n, id_scan *out)
{
    int64_t next = 0, others = 0;
    *out = (id_scan){.null_at = NOWHERE, .negative_at = NOWHERE, .twice_at = NOWHERE, .missing = -1};
    for (size_t i = 0; i < n; i++) {
        if (v[i].id == -1 && v[i].at < out->null_at)
            out->null_at = v[i].at;
        if (v[i].id < 0 && v[i].at < out->negative_at) {
            out->negative_at = v[i].at;
            out->negative = v[i].id;
        }
        if (i && v[i].id != -1 && v[i].id == v[i - 1].id && v[i].at < out->twice_at) {
            out->twice_at = v[i].at;
            out->twice = v[i].id;
        }
        others += v[i].id != -1 && v[i].id != next && !(i && v[i].id == v[i - 1].id);
        next += v[i].id == next;
    }
    if (others)
        out->missing = next;
}

/* Of elements that are one in memory, as a splat's are however many there are, two tell all. */
static size_t telling(const grn_tensor *t)
{
    const int64_t n = grn_tensor_elements(t);
    bool is_one = true;
    for (int32_t d = 0; d < t->rank; d++)
        is_one = is_one && (t->shape[d] <= 1 || t->stride[d] == 0);
    return is_one && n > 2 ? 2 : (size_t)n;
}

static grn_status scan(grn_check *check, const grn_tensor *t, id_scan *out)
{
    const size_t n = telling(t);
    placed_id *v = GRN_ARENA_NEW(&check->scratch->arena, placed_id, n);
    if (!v)
        return GRN_E_MEMORY;
    grn_walk w;
    size_t i = 0;
    for (grn_walk_init(&w, t->rank, t->shape, 1, (const int64_t *[]){t->stride}); w.more && i < n;
         grn_walk_next(&w), i++)
        v[i] = (placed_id){grn_index_load(t->dtype, grn_tensor_at(t, w.offset[0])), (int64_t)i};
    sort_ids(v, n);
    scan_sorted(v, n, out);
    return GRN_OK;
}

/* ---- replica_groups -------------------------------------------------------------------------- */

static grn_status seen_twice(const grn_op *op, grn_check *check, const char *rule, const id_scan *s)
{
    return grn_stablehlo_broken(op, check, rule, "replica id #%" PRId64 " seen more than once", s->twice);
}

static grn_status verify_ids(const grn_op *op, grn_check *check, const grn_group_rules *rules, const grn_tensor *t)
{
    id_scan s;
    grn_status status = scan(check, t, &s);
    if (status != GRN_OK)
        return status;
    if (rules->uniform && s.null_at < s.twice_at)
        return grn_stablehlo_broken(op, check, rules->covered, "Invalid replica id -1");
    if (s.twice_at != NOWHERE)
        return seen_twice(op, check, rules->unique, &s);
    if (s.missing >= 0)
        return grn_stablehlo_broken(op, check, rules->covered, "replica id #%" PRId64 " not seen in replica groups",
                                    s.missing);
    return GRN_OK;
}

grn_status grn_hlo_verify_groups(const grn_op *op, grn_check *check, const grn_group_rules *rules)
{
    const grn_attr *groups = grn_op_attr(op, "replica_groups");
    if (groups->kind != GRN_ATTR_ELEMENTS)
        return grn_hlo_verify_mesh_axes(op, check, groups);
    const grn_tensor *t = &groups->elements->tensor;
    if (t->rank != 2)
        return grn_stablehlo_broken(op, check, rules->covered, "replica groups should be a rank 2 tensor");
    if (rules->global_ids && grn_tensor_elements(t) == 0)
        return grn_stablehlo_broken(op, check, rules->covered,
                                    "if `use_global_device_ids` is set, the replica groups cannot be empty");
    grn_status status = verify_ids(op, check, rules, t);
    if (status == GRN_OK && rules->uniform && rules->expected >= 0 && t->shape[1] != rules->expected)
        return grn_stablehlo_broken(op, check, rules->size, "group size of replica_groups must be %" PRId64,
                                    rules->expected);
    return status;
}

grn_status grn_hlo_verify_broadcast_groups(const grn_op *op, grn_check *check)
{
    const grn_attr *groups = grn_op_attr(op, "replica_groups");
    id_scan s;
    if (groups->kind != GRN_ATTR_ELEMENTS)
        return grn_hlo_verify_mesh_axes(op, check, groups);
    const grn_tensor *t = &groups->elements->tensor;
    if (t->rank != 2)
        return grn_stablehlo_broken(
            op, check, "C2", "replica groups should be a rank 2 tensor,but instead it is of rank %" PRId32, t->rank);
    grn_status status = scan(check, t, &s);
    if (status != GRN_OK)
        return status;
    if (s.negative_at < s.twice_at)
        return grn_stablehlo_broken(op, check, "C2", "replica_groups values must be positive, but was given %" PRId64,
                                    s.negative);
    return s.twice_at == NOWHERE ? GRN_OK : seen_twice(op, check, "C1", &s);
}

/* ---- source_target_pairs --------------------------------------------------------------------- */

static grn_status scan_column(grn_check *check, const grn_tensor *pairs, int64_t column, id_scan *out)
{
    grn_tensor t = *pairs;
    t.rank = 1;
    t.data = grn_tensor_at(pairs, column * pairs->stride[1]);
    return scan(check, &t, out);
}

/* Upstream looks at pair after pair, and reports what it finds first. */
static grn_status verify_columns(const grn_op *op, grn_check *check, const id_scan *source, const id_scan *target)
{
    const int64_t negative = source->negative_at < target->negative_at ? source->negative_at : target->negative_at;
    if (negative != NOWHERE && negative <= source->twice_at && negative <= target->twice_at)
        return grn_stablehlo_broken(op, check, "C4", "replica ids in source_target_pairs must be >= 0.");
    if (source->twice_at != NOWHERE && source->twice_at <= target->twice_at)
        return grn_stablehlo_broken(op, check, "C2", "duplicate sources not allowed.");
    if (target->twice_at != NOWHERE)
        return grn_stablehlo_broken(op, check, "C3", "duplicate targets not allowed.");
    return GRN_OK;
}

grn_status grn_hlo_verify_pairs(const grn_op *op, grn_check *check)
{
    const grn_tensor *t = &grn_op_attr(op, "source_target_pairs")->elements->tensor;
    char text[GRN_DIMS_TEXT_BYTES];
    id_scan source, target;
    if (t->rank != 2)
        return grn_stablehlo_broken(
            op, check, "C1", "expect source_target_pairs attribute to be of rank 2, but got rank %" PRId32, t->rank);
    if (t->shape[1] != 2) {
        grn_stablehlo_dims_text(2, t->shape, text, sizeof text);
        return grn_stablehlo_broken(op, check, "C1",
                                    "expect source_target_pairs attribute of shape (N, 2), but got (%.*s)",
                                    (int)strlen(text) - 2, text + 1);
    }
    grn_status status = scan_column(check, t, 0, &source);
    if (status == GRN_OK)
        status = scan_column(check, t, 1, &target);
    return status == GRN_OK ? verify_columns(op, check, &source, &target) : status;
}
