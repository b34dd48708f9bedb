/* compositions.c - the compositions that apply, and which rows they are of. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/compositions.h"

static const grn_plan_axis axes[] = {GRN_AXIS_ADDRESSING, GRN_AXIS_PARTITION, GRN_AXIS_MOVER};

static bool is_named(const char *asked, const char *name) { return asked == NULL || strcmp(asked, name) == 0; }

/* Without the names: then a plan is made whatever they are. */
static grn_plan_options unnamed(const grn_plan_options *options)
{
    grn_plan_options any = options != NULL ? *options : (grn_plan_options){.threads = 0};
    any.addressing = any.partition = any.mover = NULL;
    return any;
}

static composition_list list_of(grn_status status, grn_plan *plan, const grn_plan_options *asked)
{
    composition_list all, out = {.count = 0};
    if (status != GRN_OK)
        abort();
    all.count = grn_plan_compositions(plan, MOST_COMPOSITIONS, all.at);
    grn_plan_destroy(plan);
    if (all.count > MOST_COMPOSITIONS)
        abort();
    for (size_t i = 0; i < all.count; i++)
        if (asked == NULL ||
            (is_named(asked->addressing, all.at[i].addressing) && is_named(asked->partition, all.at[i].partition) &&
             is_named(asked->mover, all.at[i].mover)))
            out.at[out.count++] = all.at[i];
    return out;
}

composition_list compositions_of_gather(const grn_gather_spec *spec, const grn_tensor *operand,
                                        const grn_tensor *indices, const grn_tensor *result,
                                        const grn_plan_options *options)
{
    grn_plan_options any = unnamed(options);
    grn_plan *plan = NULL;
    grn_status status = grn_plan_gather(spec, operand, indices, result, &any, NULL, NULL, &plan);
    return list_of(status, plan, options);
}

composition_list compositions_of_scatter(const grn_scatter_spec *spec, size_t ninputs, const grn_tensor *results,
                                         const grn_tensor *indices, const grn_tensor *updates,
                                         const grn_plan_options *options)
{
    grn_plan_options any = unnamed(options);
    grn_plan *plan = NULL;
    grn_status status = grn_plan_scatter(spec, ninputs, results, indices, updates, &any, NULL, NULL, &plan);
    return list_of(status, plan, options);
}

grn_plan_options options_naming(const grn_plan_options *options, const grn_plan_composition *c)
{
    grn_plan_options named = unnamed(options);
    named.addressing = c->addressing;
    named.partition = c->partition;
    named.mover = c->mover;
    return named;
}

static const char *or_any(const char *name) { return name != NULL ? name : "any"; }

composition_text text_of_composition(const grn_plan_options *o)
{
    composition_text t = {"its own choice"};
    if (o != NULL && (o->addressing != NULL || o->partition != NULL || o->mover != NULL))
        snprintf(t.text, sizeof t.text, "%s, %s, %s", or_any(o->addressing), or_any(o->partition), or_any(o->mover));
    return t;
}

void note_rows(rows_run *rows, bool scatter, const grn_plan_options *options)
{
    const char *const named[] = {options->addressing, options->partition, options->mover}, *row;
    for (size_t a = 0; a < 3; a++)
        for (size_t i = 0; (row = grn_plan_row(axes[a], scatter, i)) != NULL; i++)
            rows->run[a][i] = rows->run[a][i] || (named[a] != NULL && strcmp(named[a], row) == 0);
}

const char *row_not_run(const rows_run *rows, bool scatter)
{
    const char *row;
    for (size_t a = 0; a < 3; a++)
        for (size_t i = 0; (row = grn_plan_row(axes[a], scatter, i)) != NULL; i++)
            if (i >= MOST_ROWS || !rows->run[a][i])
                return row;
    return NULL;
}

void *scratch_for_plan(const grn_plan *plan)
{
    size_t bytes = (grn_plan_scratch_bytes(plan) + 63) / 64 * 64;
    void *scratch = bytes > 0 ? aligned_alloc(64, bytes) : NULL;
    if (bytes > 0 && scratch == NULL)
        abort();
    return scratch;
}
