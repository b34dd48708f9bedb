/* fit.c - the third pass: every gather and scatter in a form, and under an index rule, that the
 * target has. */
#include <stdio.h>

#include "convert/fit.h"

/* ---- refusals -------------------------------------------------------------------------------- */

static grn_status combiner_fits(const grn_rewrite *w, const grn_hub *h, const grn_abilities *can)
{
    if (!h->is_scatter || can->combiners & 1u << h->combiner)
        return GRN_OK;
    if (h->combiner == GRN_COMBINE_REGION)
        return grn_refuse(w, "combines by a region that is none of the combiners it has");
    const bool splits = can->keeps_unique && grn_hub_combiner_op(h->combiner);
    return grn_refuse(w, "combines by '%s', which it has not%s", grn_combiner_text(h->combiner),
                      splits ? ": with unique indices it is a gather, a computation and a scatter" : "");
}

static grn_status element_fits(const grn_rewrite *w, const grn_hub *h)
{
    char text[GRN_TYPE_TEXT_BYTES];
    for (size_t i = 0; i < h->ninputs; i++) {
        const grn_type *element = h->operands[i]->type->element;
        if (w->target->takes_element && !w->target->takes_element(element))
            return grn_refuse(w, "has elements of type '%s', which it has not",
                              grn_type_text(element, text, sizeof text));
    }
    return GRN_OK;
}

static grn_status pair_fits(const grn_rewrite *w, const grn_hub *h)
{
    char text[GRN_TYPE_TEXT_BYTES];
    for (size_t i = 0; h->is_scatter && w->target->combines && i < h->ninputs; i++) {
        const grn_type *element = h->operands[i]->type->element;
        if (!w->target->combines(h->combiner, element))
            return grn_refuse(w, "combines elements of type '%s' by '%s', which it does not",
                              grn_type_text(element, text, sizeof text), grn_combiner_text(h->combiner));
    }
    return GRN_OK;
}

static grn_status check_representable(const grn_rewrite *w, const grn_hub *h, const grn_abilities *can)
{
    if (can->forms == 0)
        return grn_refuse(w, "has no counterpart there");
    grn_status status = combiner_fits(w, h, can);
    if (status == GRN_OK)
        status = element_fits(w, h);
    return status == GRN_OK ? pair_fits(w, h) : status;
}

/* ---- a target that has every form ------------------------------------------------------------ */

grn_status grn_fit_same(grn_fit *f)
{
    grn_hub out = f->h;
    out.indices = grn_fit_index_type(f, f->indices);
    if (f->padded.count)
        out.operands = &f->full;
    out.rule = (grn_index_rule){.bounds = f->can->bounds,
                                .wrap_negative = f->wraps_itself,
                                .unique_indices = f->h.rule.unique_indices && !f->moved,
                                .indices_are_sorted = f->h.rule.indices_are_sorted && !f->moved};
    return grn_replace_op(f->w, grn_hub_make(f->w, &out));
}

/* The form is one of the target's; only the index rule may differ. */
static grn_status fit_rule_only(grn_fit *f)
{
    grn_status status = grn_fit_rule_is_native(f) ? GRN_OK : grn_fit_rule(f);
    return status == GRN_OK ? grn_fit_same(f) : status;
}

static bool has_prefix(const grn_hub *h)
{
    const grn_dims *full = &h->dims.operand_batching_dims, *in = &h->dims.start_indices_batching_dims;
    for (int32_t i = 0; i < full->count; i++)
        if (h->operands[0]->type->shape[full->v[i]] != h->indices->type->shape[in->v[i]])
            return true;
    return false;
}

/* Whether the index rule is all that has to be fitted: a mask needs the normal form. */
static bool rule_is_all(const grn_fit *f) { return !grn_fit_rule_masks(f) && !has_prefix(&f->h); }

/* The same of a shape that is not known. */
static bool keeps_form(const grn_fit *f)
{
    return grn_fit_rule_is_native(f) && !grn_fit_may_be_prefix(f) && !grn_dims_has(&f->h.slice_sizes, GRN_DYNAMIC);
}

/* ---- one op ---------------------------------------------------------------------------------- */

static grn_fit begin_fit(grn_rewrite *w, const grn_hub *h, const grn_abilities *can, size_t input)
{
    grn_fit f = {.w = w,
                 .can = can,
                 .h = *h,
                 .full = h->operands[input],
                 .indices = h->indices,
                 .updates = h->is_scatter ? h->updates[input] : NULL};
    f.h.operands = &h->operands[input];
    f.dense = grn_extents(h->is_scatter ? f.updates->type : h->result);
    grn_fit_rule_look(&f);
    return f;
}

/* Whether sums of element counts, multiplied by a rank, do not overflow. */
static bool is_counted(const grn_type *t)
{
    int64_t n;
    return grn_shape_elements(t->rank, t->shape, &n) && n < INT64_MAX / (4 * GRN_MAX_RANK);
}

static bool are_counted(const grn_fit *f)
{
    return is_counted(f->full->type) && is_counted(f->indices->type) &&
           is_counted(f->h.is_scatter ? f->updates->type : f->h.result);
}

static bool is_empty(const grn_dims *shape) { return grn_dims_has(shape, 0); }

static grn_status fit_open(grn_rewrite *w, const grn_hub *h, const grn_abilities *can, size_t input, grn_value **made)
{
    grn_fit f = begin_fit(w, h, can, input);
    grn_status status = grn_fit_dynamic(w, &f);
    *made = f.made;
    return status;
}

/* One input. An empty gather is an empty splat; an empty scatter is its input. */
static grn_status fit_normally(grn_rewrite *w, const grn_hub *h, const grn_abilities *can, size_t input,
                               grn_value **made)
{
    static const unsigned char none[16];
    grn_fit f = begin_fit(w, h, can, input);
    grn_dims full = grn_extents(f.full->type);
    if (is_empty(&f.dense) || (h->is_scatter && is_empty(&full))) {
        *made = h->is_scatter ? f.full : grn_build_splat(w, f.full->type->element, f.dense.count, f.dense.v, none);
        return *made ? GRN_OK : grn_no_memory(w);
    }
    if (f.full->type->rank + h->indices->type->rank + f.dense.count > GRN_MAX_RANK)
        return grn_refuse(w, "has too many dimensions to be taken apart");
    if (!are_counted(&f))
        return grn_refuse(w, "has more elements than can be counted");
    const grn_type *index = f.indices->type->element;
    if (index->kind == GRN_TYPE_INDEX && !w->target->takes_index(index)) /* few ops take `index` */
        f.indices = grn_build_convert(w, f.indices, grn_fit_i64(&f));
    if (f.indices)
        grn_fit_drop_whole(&f);
    grn_status status = f.indices ? grn_fit_rule(&f) : grn_no_memory(w);
    if (status == GRN_OK)
        status = grn_fit_normal(&f);
    if (status == GRN_OK)
        status = grn_fit_elements(&f);
    if (status == GRN_OK)
        status = grn_fit_form(&f);
    *made = f.made;
    return status;
}

static grn_status fit_all_inputs(grn_rewrite *w, const grn_hub *h, const grn_abilities *can)
{
    for (size_t i = 0; i < h->ninputs; i++) {
        grn_value *made = NULL;
        grn_status status = grn_hub_is_static(h) ? fit_normally(w, h, can, i, &made) : fit_open(w, h, can, i, &made);
        if (status != GRN_OK)
            return status;
        if (made)
            w->at->results[i].forward = made;
    }
    return GRN_OK;
}

/* A remark where the source's rule for an index out of range is an error and the target's is not;
 * none where the program itself brings its indices into range, or takes them from constants in
 * range. */
static void report_what_is_lost(const grn_fit *f)
{
    const grn_rewrite *w = f->w;
    char text[GRN_MESSAGE_BYTES];
    const grn_str from = grn_origin_name(w->at);
    static const char *const does[GRN_BOUNDS_COUNT] = {[GRN_BOUNDS_CLAMP] = "moves it into range",
                                                       [GRN_BOUNDS_SKIP] = "drops the update",
                                                       [GRN_BOUNDS_PROMISE] = "takes it to be in range"};
    const bool may_be_outside = f->below || f->above;
    if (f->h.rule.bounds != GRN_BOUNDS_ERROR || !does[f->can->bounds] || w->assume_in_bounds || !may_be_outside)
        return;
    snprintf(text, sizeof text, "'%.*s' answers an index out of range with an error; %s %s", (int)from.n, from.text,
             w->target->name, does[f->can->bounds]);
    grn_emit(w->diag, GRN_SEVERITY_REMARK, w->at->place, text);
}

static grn_status fit(grn_rewrite *w, grn_op *op)
{
    grn_hub h;
    if (!grn_hub_read(op, &h))
        return GRN_OK;
    h.rule.unique_indices |= h.is_scatter && grn_hub_is_one_vector(&h);
    const grn_abilities *can = h.is_scatter ? &w->target->scatter : &w->target->gather;
    grn_status status = check_representable(w, &h, can);
    if (status == GRN_OK && h.is_scatter)
        status = grn_check_declared(w, h.at.operands, h.ninputs);
    if (status == GRN_OK && grn_hub_is_static(&h)) /* bounds are those of other shapes */
        status = grn_check_encodings(w);
    if (status != GRN_OK)
        return status;
    grn_fit f = begin_fit(w, &h, can, 0);
    report_what_is_lost(&f);
    if (can->forms & GRN_CAN_ANY && (grn_hub_is_static(&h) ? rule_is_all(&f) : keeps_form(&f)))
        return fit_rule_only(&f);
    if (!grn_hub_is_static(&h) && can->forms & GRN_CAN_ANY)
        return grn_fit_dynamic(w, &f);
    if (h.combiner == GRN_COMBINE_REGION && h.is_scatter)
        return grn_refuse(w, "combines by a region, and its indices cannot be taken as they are");
    return fit_all_inputs(w, &h, can);
}

grn_status grn_pass_fit(grn_ir *ir, const grn_convert_options *o, const grn_diag *diag)
{
    return grn_convert_walk(ir, o, diag, fit);
}
