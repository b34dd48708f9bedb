/*
 * choose.c - the choice of a row of each table: every composition that applies
 * is weighed by the machine's figures, and the cheapest is prepared.
 */
#include <stdio.h>
#include <string.h>

#include "plan/plan.h"

static const grn_tables *tables_of(const grn_plan *plan)
{
    return plan->problem.gather != NULL ? grn_gather_tables() : grn_scatter_tables();
}

/* ---- one composition ------------------------------------------------------------------------- */

static const char *addressing_obstacle(const grn_plan *plan)
{
    const char *obstacle = plan->choice.partition->serves(plan);
    return obstacle != NULL ? obstacle : plan->choice.addressing->obstacle(plan);
}

static bool takes_form(const grn_plan *plan)
{
    return plan->choice.mover->run[plan->choice.addressing->form] != NULL || plan->choice.mover->move != NULL;
}

static const char *mover_obstacle(const grn_plan *plan)
{
    return takes_form(plan) ? plan->choice.mover->obstacle(plan) : "it does not take positions of that form";
}

static double cost_of(const grn_plan *plan)
{
    grn_cost one = grn_cost_sum(plan->choice.addressing->cost(plan), plan->choice.mover->cost(plan));
    return plan->choice.partition->cost(plan, &one);
}

static size_t scratch_of(const grn_plan *plan)
{
    const grn_choice *c = &plan->choice;
    size_t addressing = c->addressing->scratch != NULL ? c->addressing->scratch(plan) * (size_t)plan->cut.parts : 0;
    return addressing + (c->partition->scratch != NULL ? c->partition->scratch(plan) : 0);
}

static void set_distances(grn_plan *plan)
{
    grn_conflicts *c = &plan->conflicts;
    c->ahead = grn_ahead_of(plan, c->ahead_by_figures);
    c->follow = plan->choice.variant == NULL ? c->follow_by_figures : plan->choice.variant->next ? c->next_loop : -1;
}

/* The rows go together: all that follows from them. */
static void complete(grn_plan *plan)
{
    set_distances(plan);
    plan->expected_ns = cost_of(plan);
    plan->scratch_bytes = scratch_of(plan);
    if (plan->choice.mover->prepare != NULL)
        plan->choice.mover->prepare(plan);
    plan->run = plan->choice.partition->run;
    if (plan->choice.partition->whole && !plan->prepared.stream &&
        plan->choice.mover->run[plan->choice.addressing->form] != NULL)
        plan->run = plan->choice.mover->run[plan->choice.addressing->form];
    if (plan->discards)
        plan->run = grn_run_tested;
}

const char *grn_compose(grn_plan *plan, const grn_choice *choice)
{
    plan->choice = *choice;
    const char *obstacle = choice->partition->divide(plan);
    if (obstacle == NULL)
        obstacle = addressing_obstacle(plan);
    if (obstacle == NULL)
        obstacle = mover_obstacle(plan);
    if (obstacle == NULL && choice->variant != NULL &&
        (choice->variant->forms & GRN_FORM_BIT(choice->addressing->form)) == 0)
        obstacle = "the variant does not go with positions of that form";
    if (obstacle == NULL)
        complete(plan);
    return obstacle;
}

/* ---- all of them ----------------------------------------------------------------------------- */

static bool is_asked_for(const char *asked, const char *name) { return asked == NULL || strcmp(asked, name) == 0; }

static void each_mover(grn_plan *plan, const grn_plan_options *asked, grn_composition_fn use, void *user)
{
    for (const grn_mover *m = tables_of(plan)->mover; m->name != NULL; m++) {
        plan->choice.mover = m;
        if (is_asked_for(asked->mover, m->name) && mover_obstacle(plan) == NULL)
            use(user, &plan->choice, cost_of(plan));
    }
}

static void each_addressing(grn_plan *plan, const grn_plan_options *asked, grn_composition_fn use, void *user)
{
    for (const grn_addressing *a = tables_of(plan)->addressing; a->name != NULL; a++) {
        plan->choice.addressing = a;
        if (is_asked_for(asked->addressing, a->name) && addressing_obstacle(plan) == NULL)
            each_mover(plan, asked, use, user);
    }
}

/* Leaves the plan's choice and cut at the last that was tried. */
static void each_composition(grn_plan *plan, const grn_plan_options *asked, grn_composition_fn use, void *user)
{
    for (const grn_partition *p = tables_of(plan)->partition; p->name != NULL; p++) {
        plan->choice = (grn_choice){.partition = p};
        if (is_asked_for(asked->partition, p->name) && p->divide(plan) == NULL)
            each_addressing(plan, asked, use, user);
    }
}

void grn_compositions_each(const grn_plan *plan, grn_composition_fn use, void *user)
{
    grn_plan trial = *plan;
    each_composition(&trial, &(grn_plan_options){.threads = 0}, use, user);
}

typedef struct offers {
    size_t count, room;
    grn_offer *offer;
} offers;

static void add_offer(void *user, const grn_choice *choice, double expected_ns)
{
    offers *o = user;
    size_t at = o->count < o->room ? o->count : o->room - 1;
    if (o->count == o->room && expected_ns >= o->offer[at].expected_ns)
        return;
    for (; at > 0 && o->offer[at - 1].expected_ns > expected_ns; at--)
        o->offer[at] = o->offer[at - 1];
    o->offer[at] = (grn_offer){*choice, expected_ns};
    o->count += o->count < o->room;
}

size_t grn_cheapest_of(const grn_plan *plan, size_t room, grn_offer *out)
{
    offers o = {0, room, out};
    grn_compositions_each(plan, add_offer, &o);
    return o.count;
}

/* ---- the cheapest ---------------------------------------------------------------------------- */

typedef struct cheapest {
    grn_choice choice; /* mover NULL: none has come */
    double ns;
} cheapest;

/* Of equal ones the first. */
static void keep_cheapest(void *user, const grn_choice *choice, double expected_ns)
{
    cheapest *best = user;
    if (best->choice.mover == NULL || expected_ns < best->ns)
        *best = (cheapest){*choice, expected_ns};
}

const grn_variant *grn_next_variant(const grn_choice *choice, const grn_variant *v)
{
    v = v != NULL ? v + 1 : choice->mover->variants;
    while (v != NULL && v->name != NULL && (v->forms & GRN_FORM_BIT(choice->addressing->form)) == 0)
        v++;
    return v != NULL && v->name != NULL ? v : NULL;
}

const grn_variant *grn_variant_named(const grn_choice *choice, const char *name)
{
    const grn_variant *v = grn_next_variant(choice, NULL);
    while (v != NULL && strcmp(v->name, name) != 0)
        v = grn_next_variant(choice, v);
    return v;
}

bool grn_choice_named(const grn_plan *plan, const char *const row[3], const char *variant, grn_choice *out)
{
    const grn_tables *t = tables_of(plan);
    *out = (grn_choice){.addressing = t->addressing, .partition = t->partition, .mover = t->mover};
    while (out->addressing->name != NULL && strcmp(out->addressing->name, row[GRN_AXIS_ADDRESSING]) != 0)
        out->addressing++;
    while (out->partition->name != NULL && strcmp(out->partition->name, row[GRN_AXIS_PARTITION]) != 0)
        out->partition++;
    while (out->mover->name != NULL && strcmp(out->mover->name, row[GRN_AXIS_MOVER]) != 0)
        out->mover++;
    if (out->addressing->name == NULL || out->partition->name == NULL || out->mover->name == NULL)
        return false;
    out->variant = variant != NULL ? grn_variant_named(out, variant) : NULL;
    return variant == NULL || out->variant != NULL;
}

/* ---- names that are asked for ---------------------------------------------------------------- */

/* The name of entry i of a table whose entries begin with their names. */
static const char *name_at(const void *table, size_t entry_bytes, size_t i)
{
    const char *const *entry = table;
    while (i > 0 && *entry != NULL) {
        entry = (const char *const *)((const char *)entry + entry_bytes);
        i--;
    }
    return *entry;
}

const char *grn_plan_row(grn_plan_axis axis, bool scatter, size_t i)
{
    const grn_tables *t = scatter ? grn_scatter_tables() : grn_gather_tables();
    switch (axis) {
    case GRN_AXIS_ADDRESSING: return name_at(t->addressing, sizeof *t->addressing, i);
    case GRN_AXIS_PARTITION: return name_at(t->partition, sizeof *t->partition, i);
    case GRN_AXIS_MOVER: return name_at(t->mover, sizeof *t->mover, i);
    }
    return NULL;
}

const char *grn_plan_variant(bool scatter, const char *mover, size_t i)
{
    const grn_tables *t = scatter ? grn_scatter_tables() : grn_gather_tables();
    const grn_mover *m = t->mover;
    while (m->name != NULL && (mover == NULL || strcmp(m->name, mover) != 0))
        m++;
    const grn_variant *v = m->name != NULL ? m->variants : NULL;
    for (; v != NULL && v->name != NULL && i > 0; i--)
        v++;
    return v != NULL ? v->name : NULL;
}

static const char *const axis_names[] = {"addressing", "partition", "mover"};

static void append(char *text, size_t room, const char *more)
{
    size_t n = strlen(text);
    if (n + strlen(more) < room)
        memcpy(text + n, more, strlen(more) + 1);
}

static grn_status fail_unknown(const grn_plan *plan, grn_plan_axis axis, const char *name, const grn_diag *diag)
{
    char names[256] = "";
    bool scatter = plan->problem.scatter != NULL;
    const char *row;
    for (size_t i = 0; (row = grn_plan_row(axis, scatter, i)) != NULL; i++) {
        append(names, sizeof names, i == 0 ? "" : ", ");
        append(names, sizeof names, row);
    }
    return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "there is no %s '%s', those of a %s are %s",
                    axis_names[axis], name, scatter ? "scatter" : "gather", names);
}

static grn_status check_name(const grn_plan *plan, grn_plan_axis axis, const char *name, const grn_diag *diag)
{
    const char *row = NULL;
    size_t i = 0;
    while (name != NULL && (row = grn_plan_row(axis, plan->problem.scatter != NULL, i)) != NULL &&
           strcmp(row, name) != 0)
        i++;
    return name == NULL || row != NULL ? GRN_OK : fail_unknown(plan, axis, name, diag);
}

static grn_status check_names(const grn_plan *plan, const grn_plan_options *asked, const grn_diag *diag)
{
    grn_status status = check_name(plan, GRN_AXIS_ADDRESSING, asked->addressing, diag);
    if (status == GRN_OK)
        status = check_name(plan, GRN_AXIS_PARTITION, asked->partition, diag);
    return status == GRN_OK ? check_name(plan, GRN_AXIS_MOVER, asked->mover, diag) : status;
}

/* ---- why none is left ------------------------------------------------------------------------ */

/* The obstacle of the named rows in some composition. `any`: the obstacle of another composition is
 * more specific. */
typedef struct reason {
    const char *row, *obstacle;
    bool any;
} reason;

static void find_mover_reason(grn_plan *plan, const grn_plan_options *asked, reason *out)
{
    for (const grn_mover *m = tables_of(plan)->mover; m->name != NULL; m++) {
        plan->choice.mover = m;
        if (is_asked_for(asked->mover, m->name) && (out->row == NULL || (out->any && takes_form(plan))))
            *out = (reason){m->name, mover_obstacle(plan), !takes_form(plan)};
    }
}

typedef struct reasons {
    reason partition, addressing, mover;
} reasons;

static void find_addressing_reason(grn_plan *plan, const grn_plan_options *asked, reasons *out)
{
    for (const grn_addressing *a = tables_of(plan)->addressing; a->name != NULL; a++) {
        plan->choice.addressing = a;
        if (!is_asked_for(asked->addressing, a->name))
            continue;
        const char *obstacle = addressing_obstacle(plan);
        if (out->addressing.row == NULL || obstacle == NULL)
            out->addressing = (reason){a->name, obstacle, false};
        if (obstacle == NULL)
            find_mover_reason(plan, asked, &out->mover);
    }
}

/* The obstacle found last is reported: a mover's is more specific than an addressing's, and that
 * than a partition's. */
static reason find_reason(grn_plan *plan, const grn_plan_options *asked)
{
    reasons r = {{NULL, NULL, false}, {NULL, NULL, false}, {NULL, NULL, false}};
    for (const grn_partition *p = tables_of(plan)->partition; p->name != NULL; p++) {
        plan->choice = (grn_choice){.partition = p};
        if (!is_asked_for(asked->partition, p->name))
            continue;
        const char *obstacle = p->divide(plan);
        if (r.partition.row == NULL || obstacle == NULL)
            r.partition = (reason){p->name, obstacle, false};
        if (obstacle == NULL)
            find_addressing_reason(plan, asked, &r);
    }
    return r.mover.row != NULL ? r.mover : r.addressing.row != NULL ? r.addressing : r.partition;
}

static const char *told(const reason *why)
{
    return why->obstacle != NULL ? why->obstacle : "not with the other rows that are asked for";
}

/* For an addressing, the obstacle of the plan's own mover where it takes such positions: it is the
 * most specific. */
const char *grn_row_obstacle(const grn_plan *plan, grn_plan_axis axis, const char *row)
{
    grn_plan trial = *plan;
    grn_plan_options asked = {.addressing = axis == GRN_AXIS_ADDRESSING ? row : NULL,
                              .partition = axis == GRN_AXIS_PARTITION ? row : NULL,
                              .mover = axis == GRN_AXIS_MOVER        ? row
                                       : axis == GRN_AXIS_ADDRESSING ? plan->choice.mover->name
                                                                     : NULL};
    reason why = find_reason(&trial, &asked);
    if (axis == GRN_AXIS_ADDRESSING && why.any) {
        asked.mover = NULL;
        why = find_reason(&trial, &asked);
    }
    return told(&why);
}

static grn_status fail_none(grn_plan *plan, const grn_plan_options *asked, const grn_diag *diag)
{
    reason why = find_reason(plan, asked);
    return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "'%s' does not apply: %s", why.row, told(&why));
}

/* ---- the choice ------------------------------------------------------------------------------ */

/* A plan that moves nothing has no extents that costs could follow from: it gets the first row of
 * each table. */
static void choose_any(grn_plan *plan)
{
    const grn_tables *t = tables_of(plan);
    plan->choice = (grn_choice){.addressing = t->addressing, .partition = t->partition, .mover = t->mover};
    plan->cut = (grn_cut){-1, 1, 1, false};
    plan->run = t->partition->run;
    plan->expected_ns = 0;
    plan->scratch_bytes = 0;
}

static grn_status fail_variant(const grn_choice *choice, const char *name, const grn_diag *diag)
{
    char names[256] = "";
    for (const grn_variant *v = grn_next_variant(choice, NULL); v != NULL; v = grn_next_variant(choice, v)) {
        append(names, sizeof names, names[0] == '\0' ? "" : ", ");
        append(names, sizeof names, v->name);
    }
    return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "there is no variant '%s' of %s by %s, those it has are %s",
                    name, choice->mover->name, choice->addressing->name, names[0] != '\0' ? names : "none");
}

grn_status grn_choose(const grn_plan_options *options, const grn_diag *diag, grn_plan *plan)
{
    const grn_plan_options any = {.threads = 0}, *asked = options != NULL ? options : &any;
    cheapest best = {.ns = 0};
    grn_status status = check_names(plan, asked, diag);
    if (status != GRN_OK)
        return status;
    if (plan->empty) {
        choose_any(plan);
        return GRN_OK;
    }
    each_composition(plan, asked, keep_cheapest, &best);
    if (best.choice.mover == NULL)
        return fail_none(plan, asked, diag);
    if (asked->variant != NULL && (best.choice.variant = grn_variant_named(&best.choice, asked->variant)) == NULL)
        return fail_variant(&best.choice, asked->variant, diag);
    const char *obstacle = grn_compose(plan, &best.choice);
    if (obstacle != NULL)
        return grn_fail(diag, grn_no_place, GRN_E_UNSUPPORTED, "'%s' does not apply: %s", asked->variant, obstacle);
    return GRN_OK;
}
