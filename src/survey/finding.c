/* finding.c - findings in words. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "survey/lint.h"

#define LAST_WARNING GRN_LINT_NEGATIVE

GRN_API const char *grn_lint_kind_text(grn_lint_kind kind)
{
    static const char *const texts[] = {
#define TEXT(name, text) text,
        GRN_LINT_KINDS(TEXT)
#undef TEXT
    };
    return (size_t)kind < GRN_COUNT(texts) ? texts[kind] : "unknown";
}

grn_status grn_lint_say(grn_linting *l, const grn_lint_subject *subject, grn_lint_kind kind, const char *advice,
                        const char *seen, ...)
{
    char text[GRN_MESSAGE_BYTES];
    GRN_FORMAT(text, seen);
    const grn_str name = grn_survey_name(subject->function);
    const size_t bytes = name.n + 1;
    char *function = grn_allocate(l->module->allocator, bytes);
    if (!function)
        return GRN_E_MEMORY;
    if (name.n)
        memcpy(function, name.text, name.n);
    function[name.n] = 0;
    const bool warns = kind <= LAST_WARNING && !subject->possible;
    size_t nelsewhere;
    const grn_lint_elsewhere *elsewhere = grn_lint_elsewhere_of(kind, subject->is_scatter, &nelsewhere);
    l->totals.warnings += warns;
    l->totals.remarks += !warns;
    const grn_lint_finding finding = {.kind = kind,
                                      .severity = warns ? GRN_SEVERITY_WARNING : GRN_SEVERITY_REMARK,
                                      .observed = subject->observed,
                                      .place = subject->op->place,
                                      .op = subject->op->def->name,
                                      .function = function,
                                      .function_bytes = name.n,
                                      .seen = text,
                                      .advice = advice,
                                      .counts = subject->counts,
                                      .possible = subject->possible,
                                      .meeting = subject->meeting,
                                      .nelsewhere = nelsewhere,
                                      .elsewhere = elsewhere};
    grn_status status = l->to->found(l->to->user, &finding);
    grn_release(l->module->allocator, function, bytes);
    return status;
}

grn_access_words grn_lint_words(const grn_linting *l, const grn_lint_subject *subject)
{
    return grn_access_words_for(&l->module->ir, subject->op->name, subject->is_scatter);
}

const char *grn_lint_fate(const grn_index_rule *rule)
{
    switch (rule->bounds) {
    case GRN_BOUNDS_FILL: return "give the fill value";
    case GRN_BOUNDS_SKIP:
        return rule->grain == GRN_GRAIN_WINDOW ? "have their updates dropped"
                                               : "have their updates dropped where these lie outside";
    case GRN_BOUNDS_ERROR: return "are an error";
    default: return "are clamped";
    }
}

const char *grn_lint_bounds_advice(const grn_index_rule *rule)
{
    switch (rule->bounds) {
    case GRN_BOUNDS_FILL: return "bring the index into range where it is made, unless the fill value is wanted";
    case GRN_BOUNDS_SKIP: return "bring the index into range where it is made, unless the updates are to be lost";
    case GRN_BOUNDS_ERROR: return "bring the index into range where it is made";
    default:
        return "another element than the one named is read or written: bring the index into range where it is made";
    }
}

/* ---- counts ---------------------------------------------------------------------------------- */

static const char *position_text(const grn_lint_index *at, char text[GRN_LIST_BYTES])
{
    return grn_list_text(at->position, at->rank, text);
}

const char *grn_lint_others(const grn_lint_index *places, uint64_t count, bool values, char text[GRN_LINT_OTHERS_BYTES])
{
    size_t n = 0, used = 0;
    char at[GRN_LIST_BYTES], value[32] = "";
    text[0] = '\0';
    for (uint64_t i = 1; i < count && i < GRN_LINT_PLACES; i++, n++) {
        if (values)
            snprintf(value, sizeof value, " is %" PRId64, places[i].value);
        position_text(&places[i], at);
        if (strlen(at) + strlen(value) + 48 > GRN_LINT_OTHERS_BYTES - used)
            break;
        used += (size_t)snprintf(text + used, GRN_LINT_OTHERS_BYTES - used, "%s%s%s", n ? ", " : "; then ", at, value);
    }
    if (count > n + 1)
        snprintf(text + used, GRN_LINT_OTHERS_BYTES - used, "%s and %" PRIu64 " more", n ? "," : ";", count - 1 - n);
    return text;
}

static const char *plural(uint64_t n) { return n == 1 ? "" : "s"; }

static grn_status say_out(grn_linting *l, const grn_lint_subject *subject, const grn_access_words *w)
{
    const grn_lint_counts *c = subject->counts;
    const grn_lint_index *first = c->out_of_bounds_at;
    char at[GRN_LIST_BYTES], others[GRN_LINT_OTHERS_BYTES], used[64] = "";
    if (first->has_start)
        snprintf(used, sizeof used, ", and %" PRId64 " is used", first->start);
    return grn_lint_say(l, subject, GRN_LINT_OUT_OF_BOUNDS, grn_lint_bounds_advice(subject->rule),
                        "%s%" PRIu64 " of %" PRIu64
                        " index vectors are out of bounds and %s; the first, at %s of %s, is %" PRId64
                        ", where %s %" PRId32 " of %s takes %" PRId64 " to %" PRId64 "%s%s",
                        c->out_of_bounds == c->vectors && c->vectors > 1 ? "all " : "", c->out_of_bounds, c->vectors,
                        grn_lint_fate(subject->rule), position_text(first, at), w->indices, first->value, w->dimension,
                        first->operand_dim, w->operand, first->low, first->high, used,
                        grn_lint_others(c->out_of_bounds_at, c->out_of_bounds, true, others));
}

static grn_status say_unsorted(grn_linting *l, const grn_lint_subject *subject, const grn_access_words *w)
{
    const grn_lint_counts *c = subject->counts;
    char at[GRN_LIST_BYTES], others[GRN_LINT_OTHERS_BYTES];
    return grn_lint_say(l, subject, GRN_LINT_FALSE_PROMISE,
                        "leave the promise out, or sort the indices: what a system gives otherwise is not defined",
                        "indices_are_sorted is promised, but %" PRIu64 " index vector%s of %" PRIu64
                        " start%s before the one in front; the first is at %s of %s%s",
                        c->unsorted, plural(c->unsorted), c->vectors, c->unsorted == 1 ? "s" : "",
                        position_text(c->unsorted_at, at), w->indices,
                        grn_lint_others(c->unsorted_at, c->unsorted, false, others));
}

static grn_status say_not_unique(grn_linting *l, const grn_lint_subject *subject, const grn_access_words *w)
{
    static const char advice[] = "leave the promise out, or let each index vector reach elements of its own: what a "
                                 "system gives otherwise is not defined";
    const grn_lint_counts *c = subject->counts;
    char at[GRN_LIST_BYTES], others[GRN_LINT_OTHERS_BYTES];
    if (c->duplicate == 0)
        return grn_lint_say(l, subject, GRN_LINT_FALSE_PROMISE, advice,
                            "unique indices are promised, but windows of %s overlap in %s", w->indices, w->operand);
    return grn_lint_say(l, subject, GRN_LINT_FALSE_PROMISE, advice,
                        "unique indices are promised, but %" PRIu64 " of %" PRIu64
                        " index vectors name a place again; the first is at %s of %s%s",
                        c->duplicate, c->vectors, position_text(c->duplicate_at, at), w->indices,
                        grn_lint_others(c->duplicate_at, c->duplicate, false, others));
}

static grn_status say_partly(grn_linting *l, const grn_lint_subject *subject, const grn_access_words *w)
{
    const grn_lint_counts *c = subject->counts;
    const grn_lint_index *first = c->partly_outside_at;
    const bool whole = subject->rule->grain == GRN_GRAIN_WINDOW;
    char at[GRN_LIST_BYTES], others[GRN_LINT_OTHERS_BYTES];
    return grn_lint_say(
        l, subject, GRN_LINT_PARTLY_OUTSIDE,
        whole ? "StableHLO's text writes the part that is inside: leave --drop-whole-window out for that"
              : "run with --drop-whole-window for what XLA and JAX give, or keep windows inside",
        "%" PRIu64 " of %" PRIu64
        " windows lie partly outside of %s, and %s; the first, at %s of %s, starts at %" PRId64 ", where %s %" PRId32
        " of %s takes %" PRId64 " to %" PRId64 "%s",
        c->partly_outside, c->vectors, w->operand, whole ? "are dropped whole" : "only their part inside is written",
        position_text(first, at), w->indices, first->value, w->dimension, first->operand_dim, w->operand, first->low,
        first->high, grn_lint_others(c->partly_outside_at, c->partly_outside, true, others));
}

static grn_status say_negative(grn_linting *l, const grn_lint_subject *subject, const grn_access_words *w)
{
    const grn_lint_counts *c = subject->counts;
    const grn_lint_index *first = c->negative_at;
    char at[GRN_LIST_BYTES], others[GRN_LINT_OTHERS_BYTES];
    return grn_lint_say(
        l, subject, GRN_LINT_NEGATIVE, "add the extent to a negative index where the end is meant, before the op",
        "%" PRIu64 " of %" PRIu64
        " index vectors are negative, and are not counted from the end here; the first, at %s of %s, is %" PRId64 "%s",
        c->negative, c->vectors, position_text(first, at), w->indices, first->value,
        grn_lint_others(c->negative_at, c->negative, true, others));
}

grn_status grn_lint_say_counts(grn_linting *l, const grn_lint_subject *subject)
{
    const grn_lint_counts *c = subject->counts;
    const grn_access_words w = grn_lint_words(l, subject);
    grn_lint_subject own = *subject;
    grn_status status = c->out_of_bounds ? say_out(l, subject, &w) : GRN_OK;
    if (status == GRN_OK && c->partly_outside)
        status = say_partly(l, subject, &w);
    if (status == GRN_OK && c->negative && !subject->rule->wrap_negative)
        status = say_negative(l, subject, &w);
    if (status == GRN_OK && c->false_sorted)
        status = say_unsorted(l, subject, &w);
    if (status == GRN_OK && c->false_unique)
        status = say_not_unique(l, subject, &w);
    if (status != GRN_OK || !subject->is_scatter || c->false_unique)
        return status;
    return grn_lint_say_order(l, &own, 0);
}
