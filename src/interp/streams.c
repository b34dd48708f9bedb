/* streams.c - what goes into a run and out of it beside its inputs and results: infeed, outfeed,
 * probes, prints. */
#include "interp/interp.h"

void grn_streams_init(grn_streams *s, const grn_allocator *allocator)
{
    *s = (grn_streams){.ninfeed = 0};
    grn_vec_init(&s->kept, allocator, sizeof(grn_kept_value));
}

void grn_streams_end(grn_runtime *run, grn_streams *s)
{
    grn_kept_value *kept = s->kept.items;
    for (size_t i = 0; i < s->kept.count; i++)
        grn_rt_release(run, &kept[i].value);
    grn_vec_destroy(&s->kept);
}

static bool is_probed(const grn_kept_value *v, grn_str id)
{
    return v->kind == GRN_KEPT_PROBED && grn_str_equal(v->id, id);
}

static uint64_t count_probed(const grn_streams *s, grn_str id)
{
    const grn_kept_value *kept = s->kept.items;
    for (size_t i = s->kept.count; i-- > 0;)
        if (is_probed(&kept[i], id))
            return kept[i].iteration + 1;
    return 0;
}

static grn_status show_value(const grn_probe *probe, const grn_kept_value *v)
{
    char type[GRN_TYPE_TEXT_BYTES];
    if (!probe || v->kind != GRN_KEPT_PROBED)
        return GRN_OK;
    grn_type_text(grn_operand_type(v->op, v->operand), type, sizeof type);
    return probe->take(probe->user, v->id.text, v->id.n, v->iteration, &v->value.tensor, type);
}

/* Each is looked for among those before it, and its name compared. */
static grn_status charge(grn_runtime *run, const grn_kept_value *v)
{
    return grn_charge(run, NULL, v->kind == GRN_KEPT_PROBED ? run->streams->kept.count : 0);
}

grn_status grn_streams_keep(grn_runtime *run, grn_kept_value *value)
{
    grn_streams *s = run->streams;
    grn_status status = charge(run, value);
    grn_kept_value *place = status == GRN_OK ? grn_vec_push(&s->kept) : NULL;
    if (!place) {
        grn_rt_release(run, &value->value);
        return status == GRN_OK ? grn_run_no_memory(run, sizeof *place) : status;
    }
    s->kept.count--;
    value->iteration = count_probed(s, value->id);
    s->kept.count++;
    *place = *value;
    status = show_value(s->probe, place);
    return status == GRN_OK ? GRN_OK
                            : grn_fail(run->diag, run->place, status, "what was probed as \"%.*s\" was not taken",
                                       (int)place->id.n, place->id.text);
}

/* ---- the interface of an eval ---------------------------------------------------------------- */

static grn_runtime *run_of(grn_exec *x) { return ((grn_step *)x)->run; /* the interface is its first member */ }

const grn_op *grn_exec_infeed(grn_exec *x)
{
    grn_streams *s = run_of(x)->streams;
    return s->next_infeed < s->ninfeed ? s->infeed[s->next_infeed++] : NULL;
}

static grn_status keep_operand(grn_exec *x, size_t operand, grn_kept_value kept)
{
    grn_runtime *run = run_of(x);
    kept.process = run->grid->comm->rank;
    kept.op = ((const grn_step *)x)->op;
    kept.operand = operand;
    grn_status status = grn_rt_share(run, &x->operands[operand], NULL, &kept.value);
    return status == GRN_OK ? grn_streams_keep(run, &kept) : status;
}

grn_status grn_exec_outfeed(grn_exec *x, size_t operand)
{
    return keep_operand(x, operand, (grn_kept_value){.kind = GRN_KEPT_OUTFED});
}

grn_status grn_exec_probe(grn_exec *x, grn_str id, size_t operand)
{
    return keep_operand(x, operand, (grn_kept_value){.kind = GRN_KEPT_PROBED, .id = id});
}

const grn_tensor *grn_exec_probed(grn_exec *x, grn_str id, uint64_t iteration)
{
    for (const grn_streams *s = run_of(x)->streams; s; s = s->outer) {
        const grn_kept_value *kept = s->kept.items;
        for (size_t i = 0; i < s->kept.count; i++)
            if (is_probed(&kept[i], id) && kept[i].iteration == iteration)
                return &kept[i].value.tensor;
    }
    return NULL;
}

grn_status grn_exec_print(grn_exec *x, const char *text, size_t bytes)
{
    const grn_sink *sink = run_of(x)->streams->print;
    return sink ? sink->write(sink->user, text, bytes) : GRN_OK;
}
