/* random_manual_ops.c - types, shardings and ops of random programs with manual computations. */
#include "support/manual_writing.h"

#include <string.h>

/* ---- types and shardings --------------------------------------------------------------------- */

static int64_t extent_of(const manual_writing *w, const manual_value *v, int32_t d)
{
    int64_t extent = v->shape[d];
    for (int32_t k = 0; !w->one_device && k < v->ncuts[d]; k++)
        extent /= w->mesh.size[v->cut[d][k]];
    return extent;
}

void manual_put_type(const manual_writing *w, const manual_value *v)
{
    fprintf(w->out, "tensor<");
    for (int32_t d = 0; d < v->rank; d++)
        fprintf(w->out, "%lldx", (long long)extent_of(w, v, d));
    fprintf(w->out, "%s>", grn_dtype_text(w->about->dtype));
}

void manual_put_sharding(const manual_writing *w, const manual_value *v, uint32_t manual, uint32_t of,
                         const int32_t *first)
{
    uint32_t left = ((1u << w->mesh.naxes) - 1) & ~manual & ~of;
    uint32_t uncut = of;
    fprintf(w->out, "<@m, [");
    for (int32_t d = 0; d < v->rank; d++) {
        bool any = false;
        fprintf(w->out, "%s{", d ? ", " : "");
        for (int32_t k = first ? first[d] : v->ncuts[d]; k < v->ncuts[d]; k++, any = true) {
            fprintf(w->out, "%s\"%c\"", any ? ", " : "", 'a' + v->cut[d][k]);
            uncut &= ~(1u << v->cut[d][k]);
        }
        for (int32_t a = 0; a < w->mesh.naxes; a++) {
            const uint64_t chance = manual_pick(w, 4);
            if (chance || !(left >> a & 1))
                continue;
            fprintf(w->out, "%s\"%c\"", any ? ", " : "", 'a' + a);
            left &= ~(1u << a);
            any = true;
        }
        const bool open = manual_pick(w, 2), first_priority = manual_pick(w, 4) == 0;
        fprintf(w->out, "%s}%s", open ? any ? ", ?" : "?" : "", first_priority && (any || open) ? "p1" : "");
    }
    fprintf(w->out, "]");
    const bool says = uncut && manual_pick(w, 2);
    for (int32_t a = 0, n = 0; says && a < w->mesh.naxes; a++)
        if (uncut >> a & 1)
            fprintf(w->out, "%s\"%c\"", n++ ? ", " : ", replicated={", 'a' + a);
    fprintf(w->out, "%s>", says ? "}" : "");
}

/* ---- ops ------------------------------------------------------------------------------------- */

const manual_value *manual_any_of(const manual_writing *w, const manual_scope *in)
{
    return &in->v[manual_pick(w, in->count)];
}

manual_value *manual_add_value(manual_writing *w, manual_scope *in, const manual_value *like)
{
    static manual_value spilled;
    manual_value *v = in->count < MOST_VALUES ? &in->v[in->count++] : &spilled;
    *v = *like;
    v->number = w->next++;
    return v;
}

bool manual_same_layout(const manual_value *a, const manual_value *b)
{
    bool same = a->rank == b->rank;
    for (int32_t d = 0; same && d < a->rank; d++) {
        same = a->shape[d] == b->shape[d] && a->ncuts[d] == b->ncuts[d];
        for (int32_t k = 0; same && k < a->ncuts[d]; k++)
            same = a->cut[d][k] == b->cut[d][k];
    }
    return same;
}

/* A dimension that no manual axis cuts; -1: there is none. */
static int32_t uncut_dim(const manual_writing *w, const manual_value *v)
{
    int32_t d = v->rank ? (int32_t)manual_pick(w, (uint64_t)v->rank) : 0;
    for (int32_t i = 0; i < v->rank; i++, d = (d + 1) % v->rank)
        if (v->ncuts[d] == 0)
            return d;
    return -1;
}

static void put_combined(manual_writing *w, manual_scope *in)
{
    static const char *const ops[] = {"add", "multiply", "maximum", "subtract"};
    const manual_value a = *manual_any_of(w, in);
    const manual_value *b = manual_any_of(w, in);
    const int32_t other = manual_same_layout(&a, b) ? b->number : a.number;
    const manual_value *made = manual_add_value(w, in, &a);
    fprintf(w->out, "  %%v%d = stablehlo.%s %%v%d, %%v%d : ", made->number, ops[manual_pick(w, 4)], a.number, other);
    manual_put_type(w, &a);
    fprintf(w->out, "\n");
}

static void put_reversed(manual_writing *w, manual_scope *in)
{
    const manual_value a = *manual_any_of(w, in);
    const int32_t d = uncut_dim(w, &a);
    const manual_value *made = manual_add_value(w, in, &a);
    char dim[16] = "";
    if (d >= 0)
        snprintf(dim, sizeof dim, "%d", (int)d);
    fprintf(w->out, "  %%v%d = stablehlo.reverse %%v%d, dims = [%s] : ", made->number, a.number, dim);
    manual_put_type(w, &a);
    fprintf(w->out, "\n");
}

static void put_turned(manual_writing *w, manual_scope *in)
{
    const manual_value a = *manual_any_of(w, in);
    int64_t order[MOST_RANK] = {0, 1, 2, 3};
    random_shuffle(w->s, order, a.rank);
    manual_value *made = manual_add_value(w, in, &a);
    fprintf(w->out, "  %%v%d = stablehlo.transpose %%v%d, dims = [", made->number, a.number);
    for (int32_t d = 0; d < a.rank; d++) {
        fprintf(w->out, "%s%d", d ? ", " : "", (int)order[d]);
        made->shape[d] = a.shape[order[d]];
        made->ncuts[d] = a.ncuts[order[d]];
        memcpy(made->cut[d], a.cut[order[d]], sizeof a.cut[0]);
    }
    fprintf(w->out, "] : (");
    manual_put_type(w, &a);
    fprintf(w->out, ") -> ");
    manual_put_type(w, made);
    fprintf(w->out, "\n");
}

static void put_doubled(manual_writing *w, manual_scope *in)
{
    const manual_value a = *manual_any_of(w, in);
    const int32_t d = uncut_dim(w, &a);
    if (d < 0 || a.shape[d] > 12)
        return;
    manual_value *made = manual_add_value(w, in, &a);
    made->shape[d] *= 2;
    fprintf(w->out, "  %%v%d = stablehlo.concatenate %%v%d, %%v%d, dim = %d : (", made->number, a.number, a.number,
            (int)d);
    manual_put_type(w, &a);
    fprintf(w->out, ", ");
    manual_put_type(w, &a);
    fprintf(w->out, ") -> ");
    manual_put_type(w, made);
    fprintf(w->out, "\n");
}

/* Rows of a dimension that nothing cuts, by numbers in the program, some out of range. */
static void put_taken(manual_writing *w, manual_scope *in)
{
    const manual_value a = *manual_any_of(w, in);
    const int32_t d = uncut_dim(w, &a);
    if (d < 0)
        return;
    const int64_t n = 2 + (int64_t)manual_pick(w, 5);
    const int32_t indices = w->next++;
    fprintf(w->out, "  %%i%d = stablehlo.constant dense<[", (int)indices);
    for (int64_t i = 0; i < n; i++)
        fprintf(w->out, "%s[%d]", i ? ", " : "", (int)manual_pick(w, (uint64_t)a.shape[d] + 3) - 1);
    fprintf(w->out, "]> : tensor<%lldx1xi32>\n", (long long)n);
    manual_value *made = manual_add_value(w, in, &a);
    made->shape[d] = n;
    fprintf(w->out,
            "  %%v%d = \"stablehlo.gather\"(%%v%d, %%i%d) <{dimension_numbers = #stablehlo.gather<offset_dims = [",
            made->number, a.number, (int)indices);
    for (int32_t k = 0, at = 0; k < a.rank; k++)
        if (k != d)
            fprintf(w->out, "%s%d", at++ ? ", " : "", (int)k);
    fprintf(w->out,
            "], collapsed_slice_dims = [%d], start_index_map = [%d], index_vector_dim = 1>, slice_sizes = array<i64: ",
            (int)d, (int)d);
    for (int32_t k = 0; k < a.rank; k++)
        fprintf(w->out, "%s%lld", k ? ", " : "", (long long)(k == d ? 1 : extent_of(w, &a, k)));
    fprintf(w->out, ">}> : (");
    manual_put_type(w, &a);
    fprintf(w->out, ", tensor<%lldx1xi32>) -> ", (long long)n);
    manual_put_type(w, made);
    fprintf(w->out, "\n");
}

static void put_summed(manual_writing *w, manual_scope *in)
{
    const manual_value a = *manual_any_of(w, in);
    const int32_t d = uncut_dim(w, &a);
    if (d < 0 || a.rank < 2)
        return;
    const int32_t zero = w->next++;
    manual_value *made = manual_add_value(w, in, &a);
    made->rank--;
    for (int32_t k = d; k < made->rank; k++) {
        made->shape[k] = a.shape[k + 1];
        made->ncuts[k] = a.ncuts[k + 1];
        memcpy(made->cut[k], a.cut[k + 1], sizeof a.cut[0]);
    }
    fprintf(w->out, "  %%z%d = stablehlo.constant dense<0%s> : tensor<%s>\n", (int)zero,
            w->about->dtype == GRN_F32 ? ".0" : "", grn_dtype_text(w->about->dtype));
    fprintf(w->out, "  %%v%d = stablehlo.reduce(%%v%d init: %%z%d) applies stablehlo.add across dimensions = [%d] : (",
            made->number, a.number, (int)zero, (int)d);
    manual_put_type(w, &a);
    fprintf(w->out, ", tensor<%s>) -> ", grn_dtype_text(w->about->dtype));
    manual_put_type(w, made);
    fprintf(w->out, "\n");
}

static void put_constrained(manual_writing *w, manual_scope *in)
{
    const manual_value a = *manual_any_of(w, in);
    const manual_value *made = manual_add_value(w, in, &a);
    fprintf(w->out, "  %%v%d = sdy.%s %%v%d ", made->number, manual_pick(w, 2) ? "reshard" : "sharding_constraint",
            a.number);
    manual_put_sharding(w, &a, in->manual, 0, NULL);
    fprintf(w->out, " : ");
    manual_put_type(w, &a);
    fprintf(w->out, "\n");
}

void manual_put_op(manual_writing *w, manual_scope *in)
{
    typedef void step(manual_writing * w, manual_scope * in);
    static step *const steps[] = {put_combined,    put_reversed,    put_turned,   put_doubled,
                                  put_taken,       put_summed,      put_combined, put_constrained,
                                  put_constrained, put_constrained, put_combined};
    steps[manual_pick(w, sizeof steps / sizeof *steps)](w, in);
}
