/* random_manual.c - programs with manual computations, made from entropy. */
#include "support/manual_writing.h"

#include <stdlib.h>
#include <string.h>

/* ---- manual computations --------------------------------------------------------------------- */

static void put_steps(manual_writing *w, manual_scope *in, size_t n);

/* Cuts a value along axes of `of`, where they divide it without remainder on the mesh. */
static void cut_along(const manual_writing *w, manual_value *v, uint32_t of)
{
    for (int32_t a = 0; a < w->mesh.naxes; a++) {
        const int32_t d = (int32_t)manual_pick(w, (uint64_t)v->rank + 1);
        int64_t ways = w->mesh.size[a];
        if (!(of >> a & 1) || d == v->rank)
            continue;
        for (int32_t k = 0; k < v->ncuts[d]; k++)
            ways *= w->mesh.size[v->cut[d][k]];
        if (v->shape[d] % ways == 0)
            v->cut[d][v->ncuts[d]++] = a;
    }
}

static void put_list(const manual_writing *w, size_t n, const manual_value *v, const char *separator)
{
    for (size_t i = 0; i < n; i++) {
        fprintf(w->out, "%s", i ? separator : "");
        manual_put_type(w, &v[i]);
    }
}

/* What a value is around a computation that is manual on `of`. */
static manual_value around(const manual_value *v, uint32_t of, int32_t *first)
{
    manual_value out = *v;
    for (int32_t d = 0; d < v->rank; d++) {
        first[d] = 0;
        while (first[d] < v->ncuts[d] && !(of >> v->cut[d][first[d]] & 1))
            first[d]++;
        out.ncuts[d] = first[d];
    }
    return out;
}

static void put_computation(manual_writing *w, manual_scope *in)
{
    manual_scope *body = calloc(1, sizeof *body);
    manual_value from[2], made[2], to[2];
    int32_t first[MOST_RANK];
    uint32_t of = 0;
    for (int32_t a = 0; a < w->mesh.naxes; a++)
        of |= (uint32_t)(manual_pick(w, 2) == 0) << a;
    of &= ~in->manual;
    const size_t nargs = 1 + manual_pick(w, 2), nresults = 1 + manual_pick(w, 2);
    *body = (manual_scope){.manual = in->manual | of, .depth = in->depth + 1, .in_body = true};
    for (size_t i = 0; i < nargs; i++) {
        from[i] = *manual_any_of(w, in);
        manual_value *arg = manual_add_value(w, body, &from[i]);
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
        manual_put_sharding(w, &body->v[i], in->manual, of, first);
    }
    /* what is given is known once the body is written */
    FILE *const out = w->out;
    char *text = NULL;
    size_t bytes = 0;
    const size_t narguments = body->count;
    manual_value arguments[2] = {body->v[0], body->v[nargs - 1]};
    w->out = open_memstream(&text, &bytes);
    put_steps(w, body, 1 + manual_pick(w, 4));
    fprintf(w->out, "  sdy.return ");
    for (size_t i = 0; i < nresults; i++) {
        made[i] = *manual_any_of(w, body);
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
        manual_put_sharding(w, &made[i], in->manual, of, first);
    }
    fprintf(out, "] manual_axes={");
    for (int32_t a = 0, n = 0; a < w->mesh.naxes; a++)
        if (of >> a & 1)
            fprintf(out, "%s\"%c\"", n++ ? ", " : "", 'a' + a);
    fprintf(out, "} (");
    for (size_t i = 0; i < narguments; i++) {
        fprintf(out, "%s%%v%d: ", i ? ", " : "", arguments[i].number);
        manual_put_type(w, &arguments[i]);
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

/* ---- control flow ---------------------------------------------------------------------------- */

/* Steps that may use what is around; answers what is given, of the layout of `like`. */
static int32_t put_region(manual_writing *w, const manual_scope *in, const manual_value *like, bool has_argument)
{
    manual_scope *body = calloc(1, sizeof *body);
    *body = *in;
    body->depth++;
    if (has_argument && body->count < MOST_VALUES)
        body->v[body->count++] = *like;
    int32_t given = like->number;
    put_steps(w, body, 1 + manual_pick(w, 3));
    for (size_t i = 0; i < body->count; i++)
        given = manual_same_layout(&body->v[i], like) ? body->v[i].number : given;
    free(body);
    return given;
}

static void put_loop(manual_writing *w, manual_scope *in)
{
    const manual_value a = *manual_any_of(w, in);
    const int32_t n = w->next++;
    manual_value carried = a;
    carried.number = w->next++;
    const manual_value made = *manual_add_value(w, in, &a);
    fprintf(
        w->out,
        "  %%n%d = stablehlo.constant dense<0> : tensor<i32>\n  %%m%d = stablehlo.constant dense<2> : tensor<i32>\n",
        (int)n, (int)n);
    fprintf(w->out, "  %%l%d:2 = stablehlo.while(%%c%d = %%n%d, %%v%d = %%v%d) : tensor<i32>, ", (int)n, (int)n, (int)n,
            carried.number, a.number);
    manual_put_type(w, &a);
    fprintf(w->out,
            "\n  cond {\n  %%t%d = stablehlo.compare LT, %%c%d, %%m%d : (tensor<i32>, tensor<i32>) -> tensor<i1>\n"
            "  stablehlo.return %%t%d : tensor<i1>\n  } do {\n",
            (int)n, (int)n, (int)n, (int)n);
    fprintf(w->out,
            "  %%o%d = stablehlo.constant dense<1> : tensor<i32>\n  %%p%d = stablehlo.add %%c%d, %%o%d : tensor<i32>\n",
            (int)n, (int)n, (int)n, (int)n);
    in->count--; /* what the loop gives is not in it */
    const int32_t given = put_region(w, in, &carried, true);
    in->v[in->count++] = made;
    fprintf(w->out, "  stablehlo.return %%p%d, %%v%d : tensor<i32>, ", (int)n, (int)given);
    manual_put_type(w, &a);
    fprintf(w->out, "\n  }\n  %%v%d = stablehlo.reshape %%l%d#1 : (", made.number, (int)n);
    manual_put_type(w, &a);
    fprintf(w->out, ") -> ");
    manual_put_type(w, &a);
    fprintf(w->out, "\n");
}

static void put_branches(manual_writing *w, manual_scope *in)
{
    const manual_value a = *manual_any_of(w, in), made = *manual_add_value(w, in, &a);
    fprintf(w->out, "  %%b%d = stablehlo.constant dense<%s> : tensor<i1>\n", made.number,
            manual_pick(w, 2) ? "true" : "false");
    fprintf(w->out, "  %%v%d = \"stablehlo.if\"(%%b%d) ({\n", made.number, made.number);
    in->count--;
    for (int branch = 0; branch < 2; branch++) {
        const int32_t given = put_region(w, in, &a, false);
        fprintf(w->out, "  stablehlo.return %%v%d : ", (int)given);
        manual_put_type(w, &a);
        fprintf(w->out, "\n%s", branch ? "  }) : (tensor<i1>) -> " : "  }, {\n");
    }
    in->v[in->count++] = made;
    manual_put_type(w, &a);
    fprintf(w->out, "\n");
}

/* ---- the program ----------------------------------------------------------------------------- */

static void put_steps(manual_writing *w, manual_scope *in, size_t n)
{
    for (size_t i = 0; i < n && in->count < MOST_VALUES - 8; i++) {
        const uint64_t kind = manual_pick(w, 10);
        if (kind < 4 && in->depth < 3)
            put_computation(w, in);
        else if (kind < 5 && in->depth < 3)
            (manual_pick(w, 2) ? put_loop : put_branches)(w, in);
        else
            manual_put_op(w, in);
    }
}

static void put_mesh(const manual_writing *w)
{
    random_mesh one = w->mesh;
    one.ndevices = 1;
    one.device[0] = 0;
    for (int32_t a = 0; a < one.naxes; a++)
        one.size[a] = 1;
    random_mesh_print(w->one_device ? &one : &w->mesh, w->out);
}

static void put_arguments(manual_writing *w, manual_scope *in)
{
    static const int64_t extents[] = {8, 12, 16, 5, 4, 6, 24};
    w->about->ninputs = 1 + (size_t)manual_pick(w, MANUAL_ARGUMENTS);
    for (size_t i = 0; i < w->about->ninputs; i++) {
        manual_value v = {.rank = 1 + (int32_t)manual_pick(w, 3)};
        for (int32_t d = 0; d < v.rank; d++)
            v.shape[d] = extents[manual_pick(w, sizeof extents / sizeof *extents)];
        w->about->rank[i] = v.rank;
        memcpy(w->about->shape[i], v.shape, sizeof v.shape);
        const manual_value *arg = manual_add_value(w, in, &v);
        fprintf(w->out, "%s%%v%d: ", i ? ", " : "", arg->number);
        manual_put_type(w, arg);
        fprintf(w->out, " {sdy.sharding = #sdy.sharding");
        manual_put_sharding(w, arg, 0, 0, NULL);
        fprintf(w->out, "}");
    }
}

char *random_manual_print(uint64_t seed, bool one_device, size_t *bytes, random_manual *about)
{
    uint64_t state = seed;
    char *text = NULL, *body = NULL;
    size_t body_bytes = 0;
    manual_scope *in = calloc(1, sizeof *in);
    manual_writing w = {
        .s = random_from_seed(&state), .one_device = one_device, .about = about, .out = open_memstream(&text, bytes)};
    FILE *const out = w.out;
    w.mesh = random_mesh_make(w.s);
    if (manual_pick(&w, 2)) {
        w.mesh = (random_mesh){.naxes = 3, .ndevices = 8, .size = {2, 2, 2}};
        for (int32_t i = 0; i < 8; i++)
            w.mesh.device[i] = i;
    }
    *about = (random_manual){.dtype = manual_pick(&w, 2) ? GRN_F32 : GRN_I32};
    put_mesh(&w);
    fprintf(out, "func.func @main(");
    put_arguments(&w, in);
    w.out = open_memstream(&body, &body_bytes);
    put_steps(&w, in, 2 + manual_pick(&w, 4));
    fclose(w.out);
    w.out = out;
    const manual_value given = in->v[in->count - 1];
    fprintf(out, ") -> ");
    manual_put_type(&w, &given);
    fprintf(out, " {\n%s  return %%v%d : ", body, given.number);
    manual_put_type(&w, &given);
    fprintf(out, "\n}\n");
    fclose(out);
    free(body);
    free(in);
    return text;
}
