/* random_manual.c - programs with manual computations, made from entropy. */
#include "support/random_manual.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_VALUES = 64, MOST_RANK = 4 };

/* A value in scope: its extents as they are whole, and which manual axes cut each dimension, outer ones first. */
typedef struct value {
    int32_t number, rank;
    int64_t shape[MOST_RANK];
    int32_t ncuts[MOST_RANK];
    int32_t cut[MOST_RANK][RANDOM_AXES];
} value;

typedef struct scope {
    value v[MOST_VALUES];
    size_t count;
    uint32_t manual; /* axes that are not free */
    int32_t depth;   /* computations and control flow around */
    bool in_body;
} scope;

typedef struct writing {
    random_source s;
    random_mesh mesh;
    bool one_device;
    FILE *out;
    int32_t next; /* value */
    random_manual *about;
} writing;

static uint64_t pick(const writing *w, uint64_t bound) { return w->s.next(w->s.user, bound); }

/* ---- types and shardings ------------------------------------------------------------------------------------------------------------ */

static int64_t extent_of(const writing *w, const value *v, int32_t d)
{
    int64_t extent = v->shape[d];
    for (int32_t k = 0; !w->one_device && k < v->ncuts[d]; k++)
        extent /= w->mesh.size[v->cut[d][k]];
    return extent;
}

static void put_type_of(const writing *w, const value *v, const char *element)
{
    fprintf(w->out, "tensor<");
    for (int32_t d = 0; d < v->rank; d++)
        fprintf(w->out, "%lldx", (long long)extent_of(w, v, d));
    fprintf(w->out, "%s>", element);
}

static void put_type(const writing *w, const value *v) { put_type_of(w, v, grn_dtype_text(w->about->dtype)); }

/* Axes of `of` that cut dimension d of v, from number `first` on, then free ones at random. */
static void put_sharding(const writing *w, const value *v, uint32_t manual, uint32_t of, const int32_t *first)
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
            const uint64_t chance = pick(w, 4);
            if (chance || !(left >> a & 1))
                continue;
            fprintf(w->out, "%s\"%c\"", any ? ", " : "", 'a' + a);
            left &= ~(1u << a);
            any = true;
        }
        const bool open = pick(w, 2), first_priority = pick(w, 4) == 0;
        fprintf(w->out, "%s}%s", open ? any ? ", ?" : "?" : "", first_priority && (any || open) ? "p1" : "");
    }
    fprintf(w->out, "]");
    const bool says = uncut && pick(w, 2);
    for (int32_t a = 0, n = 0; says && a < w->mesh.naxes; a++)
        if (uncut >> a & 1)
            fprintf(w->out, "%s\"%c\"", n++ ? ", " : ", replicated={", 'a' + a);
    fprintf(w->out, "%s>", says ? "}" : "");
}

/* ---- ops ------------------------------------------------------------------------------------------------------------------------------ */

static const value *any_of(const writing *w, const scope *in) { return &in->v[pick(w, in->count)]; }

static value *add_value(writing *w, scope *in, const value *like)
{
    static value spilled;
    value *v = in->count < MOST_VALUES ? &in->v[in->count++] : &spilled;
    *v = *like;
    v->number = w->next++;
    return v;
}

static bool same_layout(const value *a, const value *b)
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
static int32_t uncut_dim(const writing *w, const value *v)
{
    int32_t d = v->rank ? (int32_t)pick(w, (uint64_t)v->rank) : 0;
    for (int32_t i = 0; i < v->rank; i++, d = (d + 1) % v->rank)
        if (v->ncuts[d] == 0)
            return d;
    return -1;
}

static void put_combined(writing *w, scope *in)
{
    static const char *const ops[] = {"add", "multiply", "maximum", "subtract"};
    const value a = *any_of(w, in);
    const value *b = any_of(w, in);
    const int32_t other = same_layout(&a, b) ? b->number : a.number;
    const value *made = add_value(w, in, &a);
    fprintf(w->out, "  %%v%d = stablehlo.%s %%v%d, %%v%d : ", made->number, ops[pick(w, 4)], a.number, other);
    put_type(w, &a);
    fprintf(w->out, "\n");
}

static void put_reversed(writing *w, scope *in)
{
    const value a = *any_of(w, in);
    const int32_t d = uncut_dim(w, &a);
    const value *made = add_value(w, in, &a);
    char dim[16] = "";
    if (d >= 0)
        snprintf(dim, sizeof dim, "%d", (int)d);
    fprintf(w->out, "  %%v%d = stablehlo.reverse %%v%d, dims = [%s] : ", made->number, a.number, dim);
    put_type(w, &a);
    fprintf(w->out, "\n");
}

static void put_turned(writing *w, scope *in)
{
    const value a = *any_of(w, in);
    int64_t order[MOST_RANK] = {0, 1, 2, 3};
    random_shuffle(w->s, order, a.rank);
    value *made = add_value(w, in, &a);
    fprintf(w->out, "  %%v%d = stablehlo.transpose %%v%d, dims = [", made->number, a.number);
    for (int32_t d = 0; d < a.rank; d++) {
        fprintf(w->out, "%s%d", d ? ", " : "", (int)order[d]);
        made->shape[d] = a.shape[order[d]];
        made->ncuts[d] = a.ncuts[order[d]];
        memcpy(made->cut[d], a.cut[order[d]], sizeof a.cut[0]);
    }
    fprintf(w->out, "] : (");
    put_type(w, &a);
    fprintf(w->out, ") -> ");
    put_type(w, made);
    fprintf(w->out, "\n");
}

static void put_doubled(writing *w, scope *in)
{
    const value a = *any_of(w, in);
    const int32_t d = uncut_dim(w, &a);
    if (d < 0 || a.shape[d] > 12)
        return;
    value *made = add_value(w, in, &a);
    made->shape[d] *= 2;
    fprintf(w->out, "  %%v%d = stablehlo.concatenate %%v%d, %%v%d, dim = %d : (", made->number, a.number, a.number, (int)d);
    put_type(w, &a);
    fprintf(w->out, ", ");
    put_type(w, &a);
    fprintf(w->out, ") -> ");
    put_type(w, made);
    fprintf(w->out, "\n");
}

/* Rows of a dimension that nothing cuts, by numbers in the program, some out of range. */
static void put_taken(writing *w, scope *in)
{
    const value a = *any_of(w, in);
    const int32_t d = uncut_dim(w, &a);
    if (d < 0)
        return;
    const int64_t n = 2 + (int64_t)pick(w, 5);
    const int32_t indices = w->next++;
    fprintf(w->out, "  %%i%d = stablehlo.constant dense<[", (int)indices);
    for (int64_t i = 0; i < n; i++)
        fprintf(w->out, "%s[%d]", i ? ", " : "", (int)pick(w, (uint64_t)a.shape[d] + 3) - 1);
    fprintf(w->out, "]> : tensor<%lldx1xi32>\n", (long long)n);
    value *made = add_value(w, in, &a);
    made->shape[d] = n;
    fprintf(w->out, "  %%v%d = \"stablehlo.gather\"(%%v%d, %%i%d) <{dimension_numbers = #stablehlo.gather<offset_dims = [",
            made->number, a.number, (int)indices);
    for (int32_t k = 0, at = 0; k < a.rank; k++)
        if (k != d)
            fprintf(w->out, "%s%d", at++ ? ", " : "", (int)k);
    fprintf(w->out,
            "], collapsed_slice_dims = [%d], start_index_map = [%d], index_vector_dim = 1>, slice_sizes = array<i64: ", (int)d,
            (int)d);
    for (int32_t k = 0; k < a.rank; k++)
        fprintf(w->out, "%s%lld", k ? ", " : "", (long long)(k == d ? 1 : extent_of(w, &a, k)));
    fprintf(w->out, ">}> : (");
    put_type(w, &a);
    fprintf(w->out, ", tensor<%lldx1xi32>) -> ", (long long)n);
    put_type(w, made);
    fprintf(w->out, "\n");
}

static void put_summed(writing *w, scope *in)
{
    const value a = *any_of(w, in);
    const int32_t d = uncut_dim(w, &a);
    if (d < 0 || a.rank < 2)
        return;
    const int32_t zero = w->next++;
    value *made = add_value(w, in, &a);
    made->rank--;
    for (int32_t k = d; k < made->rank; k++) {
        made->shape[k] = a.shape[k + 1];
        made->ncuts[k] = a.ncuts[k + 1];
        memcpy(made->cut[k], a.cut[k + 1], sizeof a.cut[0]);
    }
    fprintf(w->out, "  %%z%d = stablehlo.constant dense<0%s> : tensor<%s>\n", (int)zero, w->about->dtype == GRN_F32 ? ".0" : "",
            grn_dtype_text(w->about->dtype));
    fprintf(w->out, "  %%v%d = stablehlo.reduce(%%v%d init: %%z%d) applies stablehlo.add across dimensions = [%d] : (",
            made->number, a.number, (int)zero, (int)d);
    put_type(w, &a);
    fprintf(w->out, ", tensor<%s>) -> ", grn_dtype_text(w->about->dtype));
    put_type(w, made);
    fprintf(w->out, "\n");
}

static void put_constrained(writing *w, scope *in)
{
    const value a = *any_of(w, in);
    const value *made = add_value(w, in, &a);
    fprintf(w->out, "  %%v%d = sdy.%s %%v%d ", made->number, pick(w, 2) ? "reshard" : "sharding_constraint", a.number);
    put_sharding(w, &a, in->manual, 0, NULL);
    fprintf(w->out, " : ");
    put_type(w, &a);
    fprintf(w->out, "\n");
}

/* ---- manual computations --------------------------------------------------------------------------------------------------------------- */

static void put_steps(writing *w, scope *in, size_t n);

/* Cuts a value along axes of `of`, where they divide it without remainder on the mesh. */
static void cut_along(const writing *w, value *v, uint32_t of)
{
    for (int32_t a = 0; a < w->mesh.naxes; a++) {
        const int32_t d = (int32_t)pick(w, (uint64_t)v->rank + 1);
        int64_t ways = w->mesh.size[a];
        if (!(of >> a & 1) || d == v->rank)
            continue;
        for (int32_t k = 0; k < v->ncuts[d]; k++)
            ways *= w->mesh.size[v->cut[d][k]];
        if (v->shape[d] % ways == 0)
            v->cut[d][v->ncuts[d]++] = a;
    }
}

static void put_list(const writing *w, size_t n, const value *v, const char *separator)
{
    for (size_t i = 0; i < n; i++) {
        fprintf(w->out, "%s", i ? separator : "");
        put_type(w, &v[i]);
    }
}

/* What a value is around a computation that is manual on `of`. */
static value around(const value *v, uint32_t of, int32_t *first)
{
    value out = *v;
    for (int32_t d = 0; d < v->rank; d++) {
        first[d] = 0;
        while (first[d] < v->ncuts[d] && !(of >> v->cut[d][first[d]] & 1))
            first[d]++;
        out.ncuts[d] = first[d];
    }
    return out;
}

static void put_computation(writing *w, scope *in)
{
    scope *body = calloc(1, sizeof *body);
    value from[2], made[2], to[2];
    int32_t first[MOST_RANK];
    uint32_t of = 0;
    for (int32_t a = 0; a < w->mesh.naxes; a++)
        of |= (uint32_t)(pick(w, 2) == 0) << a;
    of &= ~in->manual;
    const size_t nargs = 1 + pick(w, 2), nresults = 1 + pick(w, 2);
    *body = (scope){.manual = in->manual | of, .depth = in->depth + 1, .in_body = true};
    for (size_t i = 0; i < nargs; i++) {
        from[i] = *any_of(w, in);
        value *arg = add_value(w, body, &from[i]);
        cut_along(w, arg, of);
    }
    const int32_t number = w->next;
    w->next += (int32_t)nresults;
    for (size_t i = 0; i < nresults; i++)
        fprintf(w->out, "%s%%v%d", i ? ", " : "  ", (int)(number + (int32_t)i));
    fprintf(w->out, " = sdy.manual_computation(");
    for (size_t i = 0; i < nargs; i++)
        fprintf(w->out, "%s%%v%d", i ? ", " : "", from[i].number);
    fprintf(w->out, ") in_shardings=[");
    for (size_t i = 0; i < nargs; i++) {
        fprintf(w->out, "%s", i ? ", " : "");
        (void)around(&body->v[i], of, first);
        put_sharding(w, &body->v[i], in->manual, of, first);
    }
    /* what is given is known once the body is written */
    FILE *const out = w->out;
    char *text = NULL;
    size_t bytes = 0;
    const size_t narguments = body->count;
    value arguments[2] = {body->v[0], body->v[nargs - 1]};
    w->out = open_memstream(&text, &bytes);
    put_steps(w, body, 1 + pick(w, 4));
    fprintf(w->out, "  sdy.return ");
    for (size_t i = 0; i < nresults; i++) {
        made[i] = *any_of(w, body);
        fprintf(w->out, "%s%%v%d", i ? ", " : "", made[i].number);
    }
    fprintf(w->out, " : ");
    put_list(w, nresults, made, ", ");
    fclose(w->out);
    w->out = out;
    fprintf(out, "] out_shardings=[");
    for (size_t i = 0; i < nresults; i++) {
        to[i] = around(&made[i], of, first);
        fprintf(out, "%s", i ? ", " : "");
        put_sharding(w, &made[i], in->manual, of, first);
    }
    fprintf(out, "] manual_axes={");
    for (int32_t a = 0, n = 0; a < w->mesh.naxes; a++)
        if (of >> a & 1)
            fprintf(out, "%s\"%c\"", n++ ? ", " : "", 'a' + a);
    fprintf(out, "} (");
    for (size_t i = 0; i < narguments; i++) {
        fprintf(out, "%s%%v%d: ", i ? ", " : "", arguments[i].number);
        put_type(w, &arguments[i]);
    }
    fprintf(out, ") {\n%s\n  } : (", text);
    put_list(w, nargs, from, ", ");
    fprintf(out, ") -> (");
    put_list(w, nresults, to, ", ");
    fprintf(out, ")\n");
    free(text);
    w->about->ncomputations++;
    w->about->ninner += in->in_body;
    for (size_t i = 0; i < nresults && in->count < MOST_VALUES; i++) {
        in->v[in->count] = to[i];
        in->v[in->count++].number = number + (int32_t)i;
    }
    free(body);
}

/* ---- control flow -------------------------------------------------------------------------------------------------------------------------- */

/* Steps that may use what is around; answers what is given, of the layout of `like`. */
static int32_t put_region(writing *w, const scope *in, const value *like, bool has_argument)
{
    scope *body = calloc(1, sizeof *body);
    *body = *in;
    body->depth++;
    if (has_argument && body->count < MOST_VALUES)
        body->v[body->count++] = *like;
    int32_t given = like->number;
    put_steps(w, body, 1 + pick(w, 3));
    for (size_t i = 0; i < body->count; i++)
        given = same_layout(&body->v[i], like) ? body->v[i].number : given;
    free(body);
    return given;
}

static void put_loop(writing *w, scope *in)
{
    const value a = *any_of(w, in);
    const int32_t n = w->next++;
    value carried = a;
    carried.number = w->next++;
    const value made = *add_value(w, in, &a);
    fprintf(w->out, "  %%n%d = stablehlo.constant dense<0> : tensor<i32>\n  %%m%d = stablehlo.constant dense<2> : tensor<i32>\n",
            (int)n, (int)n);
    fprintf(w->out, "  %%l%d:2 = stablehlo.while(%%c%d = %%n%d, %%v%d = %%v%d) : tensor<i32>, ", (int)n, (int)n, (int)n,
            carried.number, a.number);
    put_type(w, &a);
    fprintf(w->out,
            "\n  cond {\n  %%t%d = stablehlo.compare LT, %%c%d, %%m%d : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
            "  stablehlo.return %%t%d : tensor<i1>\n  } do {\n",
            (int)n, (int)n, (int)n, (int)n);
    fprintf(w->out, "  %%o%d = stablehlo.constant dense<1> : tensor<i32>\n  %%p%d = stablehlo.add %%c%d, %%o%d : tensor<i32>\n",
            (int)n, (int)n, (int)n, (int)n);
    in->count--; /* what the loop gives is not in it */
    const int32_t given = put_region(w, in, &carried, true);
    in->v[in->count++] = made;
    fprintf(w->out, "  stablehlo.return %%p%d, %%v%d : tensor<i32>, ", (int)n, (int)given);
    put_type(w, &a);
    fprintf(w->out, "\n  }\n  %%v%d = stablehlo.reshape %%l%d#1 : (", made.number, (int)n);
    put_type(w, &a);
    fprintf(w->out, ") -> ");
    put_type(w, &a);
    fprintf(w->out, "\n");
}

static void put_branches(writing *w, scope *in)
{
    const value a = *any_of(w, in), made = *add_value(w, in, &a);
    fprintf(w->out, "  %%b%d = stablehlo.constant dense<%s> : tensor<i1>\n", made.number, pick(w, 2) ? "true" : "false");
    fprintf(w->out, "  %%v%d = \"stablehlo.if\"(%%b%d) ({\n", made.number, made.number);
    in->count--;
    for (int branch = 0; branch < 2; branch++) {
        const int32_t given = put_region(w, in, &a, false);
        fprintf(w->out, "  stablehlo.return %%v%d : ", (int)given);
        put_type(w, &a);
        fprintf(w->out, "\n%s", branch ? "  }) : (tensor<i1>) -> " : "  }, {\n");
    }
    in->v[in->count++] = made;
    put_type(w, &a);
    fprintf(w->out, "\n");
}

/* ---- the program ------------------------------------------------------------------------------------------------------------------------ */

static void put_steps(writing *w, scope *in, size_t n)
{
    typedef void step(writing * w, scope * in);
    static step *const steps[] = {put_combined, put_reversed,    put_turned,      put_doubled,     put_taken,   put_summed,
                                  put_combined, put_constrained, put_constrained, put_constrained, put_combined};
    for (size_t i = 0; i < n && in->count < MOST_VALUES - 8; i++) {
        const uint64_t kind = pick(w, 10);
        if (kind < 4 && in->depth < 3)
            put_computation(w, in);
        else if (kind < 5 && in->depth < 3)
            (pick(w, 2) ? put_loop : put_branches)(w, in);
        else
            steps[pick(w, sizeof steps / sizeof *steps)](w, in);
    }
}

static void put_mesh(const writing *w)
{
    random_mesh one = w->mesh;
    one.ndevices = 1;
    one.device[0] = 0;
    for (int32_t a = 0; a < one.naxes; a++)
        one.size[a] = 1;
    random_mesh_print(w->one_device ? &one : &w->mesh, w->out);
}

static void put_arguments(writing *w, scope *in)
{
    static const int64_t extents[] = {8, 12, 16, 5, 4, 6, 24};
    w->about->ninputs = 1 + (size_t)pick(w, MANUAL_ARGUMENTS);
    for (size_t i = 0; i < w->about->ninputs; i++) {
        value v = {.rank = 1 + (int32_t)pick(w, 3)};
        for (int32_t d = 0; d < v.rank; d++)
            v.shape[d] = extents[pick(w, sizeof extents / sizeof *extents)];
        w->about->rank[i] = v.rank;
        memcpy(w->about->shape[i], v.shape, sizeof v.shape);
        const value *arg = add_value(w, in, &v);
        fprintf(w->out, "%s%%v%d: ", i ? ", " : "", arg->number);
        put_type(w, arg);
        fprintf(w->out, " {sdy.sharding = #sdy.sharding");
        put_sharding(w, arg, 0, 0, NULL);
        fprintf(w->out, "}");
    }
}

char *random_manual_print(uint64_t seed, bool one_device, size_t *bytes, random_manual *about)
{
    uint64_t state = seed;
    char *text = NULL, *body = NULL;
    size_t body_bytes = 0;
    scope *in = calloc(1, sizeof *in);
    writing w = {.s = random_from_seed(&state), .one_device = one_device, .about = about, .out = open_memstream(&text, bytes)};
    FILE *const out = w.out;
    w.mesh = random_mesh_make(w.s);
    if (pick(&w, 2)) {
        w.mesh = (random_mesh){.naxes = 3, .ndevices = 8, .size = {2, 2, 2}};
        for (int32_t i = 0; i < 8; i++)
            w.mesh.device[i] = i;
    }
    *about = (random_manual){.dtype = pick(&w, 2) ? GRN_F32 : GRN_I32};
    put_mesh(&w);
    fprintf(out, "func.func @main(");
    put_arguments(&w, in);
    w.out = open_memstream(&body, &body_bytes);
    put_steps(&w, in, 2 + pick(&w, 4));
    fclose(w.out);
    w.out = out;
    const value given = in->v[in->count - 1];
    fprintf(out, ") -> ");
    put_type(&w, &given);
    fprintf(out, " {\n%s  return %%v%d : ", body, given.number);
    put_type(&w, &given);
    fprintf(out, "\n}\n");
    fclose(out);
    free(body);
    free(in);
    return text;
}
