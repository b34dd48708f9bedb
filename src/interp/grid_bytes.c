/*
 * grid_bytes.c - what a process of a grid leaves, as bytes for another rank: how it ended, steps,
 * messages, prints, results, and values that it fed out or probed.
 *
 * One walk serves both ways: what it passes goes out into bytes, or comes in from them. Both ranks
 * run one program, of which each has its own copy: types and names are said by the op that has
 * them, which is counted. Ranks are processors of one kind (run_on_ranks.c has them agree): numbers
 * and elements go as they lie in memory. What comes in was written by this library, and is still
 * not trusted with a size.
 */
#include <string.h>

#include "interp/grid.h"

typedef struct passage {
    grn_process *p;
    grn_vec *out;   /* where bytes go; NULL: they come from `in` */
    const char *in; /* n bytes, which stay */
    size_t n, at;
    grn_status status; /* GRN_E_FORMAT: what comes in is none; GRN_E_MEMORY */
} passage;

/* ---- bytes and numbers ----------------------------------------------------------------------- */

static void require(passage *s, bool right, grn_status status)
{
    if (s->status == GRN_OK && !right)
        s->status = status;
}

/* The next n bytes, to write to or to read; NULL behind a failure. */
static void *room(passage *s, size_t n)
{
    require(s, s->out || n <= s->n - s->at, GRN_E_FORMAT);
    if (s->status != GRN_OK)
        return NULL;
    void *bytes = s->out ? grn_vec_extend(s->out, n) : (void *)(s->in + s->at); /* what comes in is never written to */
    s->at += n;
    require(s, bytes || n == 0, GRN_E_MEMORY);
    return bytes;
}

static void pass(passage *s, void *field, size_t n)
{
    void *bytes = n ? room(s, n) : NULL;
    if (bytes)
        memcpy(s->out ? bytes : field, s->out ? field : bytes, n);
}

/* The number, or the one that comes in; 0 behind a failure. */
static int64_t pass_number(passage *s, int64_t number)
{
    pass(s, &number, sizeof number);
    return s->status == GRN_OK ? number : 0;
}

/* One of 0 to count - 1. */
static int64_t pass_choice(passage *s, int64_t number, int64_t count)
{
    number = pass_number(s, number);
    require(s, number >= 0 && number < count, GRN_E_FORMAT);
    return s->status == GRN_OK ? number : 0;
}

/* How many there are of what takes a byte at least. */
static size_t pass_count(passage *s, size_t count)
{
    const int64_t number = pass_number(s, (int64_t)count);
    require(s, s->out || (number >= 0 && (uint64_t)number <= s->n - s->at), GRN_E_FORMAT);
    return s->status == GRN_OK ? (size_t)number : 0;
}

static void align(passage *s)
{
    const size_t over = s->at % GRN_PROCESS_ALIGNMENT;
    if (over)
        room(s, GRN_PROCESS_ALIGNMENT - over);
}

/* ---- values ---------------------------------------------------------------------------------- */

/* As it would lie compact; what comes in is a view of the bytes, which belong to no buffer. No
 * element type: a token. */
static void pass_tensor(passage *s, grn_tensor *t)
{
    grn_tensor compact = {.dtype = (grn_dtype)pass_choice(s, t->dtype, GRN_DTYPE_COUNT)};
    int64_t elements;
    if (s->status != GRN_OK || compact.dtype == GRN_NO_DTYPE)
        return;
    compact.rank = (int32_t)pass_choice(s, t->rank, GRN_MAX_RANK + 1);
    memcpy(compact.shape, t->shape, sizeof compact.shape);
    pass(s, compact.shape, (size_t)compact.rank * sizeof *compact.shape);
    align(s);
    if (s->status != GRN_OK)
        return;
    require(s, grn_shape_elements(compact.rank, compact.shape, &elements) && (uint64_t)elements <= SIZE_MAX / 64,
            GRN_E_FORMAT);
    if (s->status != GRN_OK)
        return;
    grn_shape_strides(compact.rank, compact.shape, compact.stride);
    const size_t n = grn_tensor_bytes(&compact);
    compact.data = n || !s->out ? room(s, n) : NULL;
    if (!s->out)
        *t = compact;
    else if (compact.data)
        grn_tensor_copy(&compact, t);
}

/* A tensor, a tuple's members, or a token. */
static void pass_value(passage *s, grn_rt *value, unsigned depth)
{
    const int64_t members = pass_number(s, value->members ? (int64_t)value->nmembers : -1);
    if (members < 0) {
        pass_tensor(s, &value->tensor);
        return;
    }
    require(s, s->out || (depth <= GRN_MAX_DEPTH && (uint64_t)members <= s->n - s->at), GRN_E_FORMAT);
    if (!s->out && s->status == GRN_OK) {
        value->members = grn_rt_new(&s->p->run, (size_t)members);
        value->nmembers = value->members ? (size_t)members : 0;
        require(s, value->members, GRN_E_MEMORY);
    }
    for (size_t i = 0; s->status == GRN_OK && i < value->nmembers; i++)
        pass_value(s, &value->members[i], depth + 1);
}

/* ---- values that were fed out or probed ------------------------------------------------------ */

/* An op by its number in the order of the text, or the number of an op: whichever of the two is
 * right first. */
static bool find_op(const grn_op *op, const grn_op **which, int64_t *number)
{
    if (op == *which || (!*which && *number == 0)) {
        *which = op;
        return true;
    }
    *number += *which ? 1 : -1;
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next)
                if (find_op(inner, which, number))
                    return true;
    return false;
}

static void pass_op(passage *s, const grn_op **op)
{
    const grn_op *top = s->p->run.ir->top;
    int64_t number = 0;
    if (s->out)
        find_op(top, op, &number);
    number = pass_number(s, number);
    require(s, number >= 0 && (s->out || find_op(top, op, &number)), GRN_E_FORMAT);
}

/* Appends `v` where it came in. */
static void keep_value(passage *s, grn_kept_value *v)
{
    grn_kept_value *place = s->status == GRN_OK ? grn_vec_push(&s->p->streams.kept) : NULL;
    if (place)
        *place = *v;
    else
        grn_rt_release(&s->p->run, &v->value);
    require(s, place, GRN_E_MEMORY);
}

static void pass_kept(passage *s, grn_kept_value *v)
{
    v->kind = (grn_kept_kind)pass_choice(s, v->kind, 2);
    pass_op(s, &v->op);
    v->operand = (size_t)pass_number(s, (int64_t)v->operand);
    v->iteration = (uint64_t)pass_number(s, (int64_t)v->iteration);
    require(s, v->op && v->operand < v->op->noperands, GRN_E_FORMAT);
    if (s->status != GRN_OK)
        return;
    const grn_attr *id = grn_op_attr(v->op, "probe_id");
    v->id = v->kind == GRN_KEPT_PROBED && id && id->kind == GRN_ATTR_STRING ? id->text : v->id;
    pass_value(s, &v->value, 0);
    if (!s->out)
        keep_value(s, v);
}

/* ---- messages and prints --------------------------------------------------------------------- */

static void pass_message(passage *s, grn_kept_message *m)
{
    m->is_plan = pass_choice(s, m->is_plan, 2) != 0;
    m->severity = (grn_severity)pass_choice(s, m->severity, GRN_SEVERITY_COUNT);
    pass(s, &m->place, sizeof m->place);
    pass(s, m->rule, sizeof m->rule);
    m->has_bad_index = pass_choice(s, m->has_bad_index, 2) != 0;
    pass(s, &m->bad_index, sizeof m->bad_index);
    m->bytes = pass_count(s, m->bytes);
    char *text = room(s, m->bytes);
    if (text && s->out)
        memcpy(text, m->text, m->bytes);
    if (!text || s->out)
        return;
    const grn_bad_index *bad = &m->bad_index;
    const bool is_index =
        bad->rank >= 0 && bad->rank <= GRN_MAX_RANK && bad->dtype >= 0 && bad->dtype < GRN_DTYPE_COUNT;
    require(s,
            m->bytes && text[m->bytes - 1] == '\0' && !m->rule[sizeof m->rule - 1] && (is_index || !m->has_bad_index),
            GRN_E_FORMAT);
    if (s->status != GRN_OK)
        return;
    const grn_diagnostic d = {.severity = m->severity,
                              .place = m->place,
                              .message = text,
                              .rule = m->rule[0] ? m->rule : NULL,
                              .bad_index = m->has_bad_index ? bad : NULL};
    s->status = grn_process_keep_message(s->p, &d, m->is_plan);
}

static void pass_printed(passage *s)
{
    const size_t n = pass_count(s, s->p->printed.count);
    char *text = n ? room(s, n) : NULL;
    if (text && s->out)
        memcpy(text, s->p->printed.items, n);
    else if (text)
        s->status = s->p->print.write(s->p->print.user, text, n);
}

/* ---- all of it ------------------------------------------------------------------------------- */

static void pass_end(passage *s, grn_process_end *end)
{
    end->status = (grn_status)pass_choice(s, end->status, GRN_STATUS_COUNT);
    end->is_stuck = pass_choice(s, end->is_stuck, 2) != 0;
    pass(s, &end->stuck_at, sizeof end->stuck_at);
    pass(s, end->waits, sizeof end->waits);
    end->waits[sizeof end->waits - 1] = '\0';
}

static void pass_results(passage *s)
{
    grn_process *p = s->p;
    if (!s->out)
        p->results = grn_rt_new(&p->run, p->nresults);
    require(s, p->results, GRN_E_MEMORY);
    for (size_t i = 0; s->status == GRN_OK && i < p->nresults; i++)
        pass_value(s, &p->results[i], 0);
}

/* Of a process that failed no values. */
static grn_status pass_process(passage *s, grn_process_end *end)
{
    grn_process *p = s->p;
    pass_end(s, end);
    p->run.steps = (uint64_t)pass_number(s, (int64_t)p->run.steps);
    p->failed_checks = (uint64_t)pass_number(s, (int64_t)p->failed_checks);
    const size_t messages = pass_count(s, p->messages.count);
    for (size_t i = 0; s->status == GRN_OK && i < messages; i++)
        pass_message(s, s->out ? &((grn_kept_message *)p->messages.items)[i] : &(grn_kept_message){.bytes = 0});
    pass_printed(s);
    if (s->status == GRN_OK && end->status == GRN_OK)
        pass_results(s);
    const size_t kept = pass_count(s, end->status == GRN_OK ? p->streams.kept.count : 0);
    for (size_t i = 0; s->status == GRN_OK && i < kept; i++)
        pass_kept(s, s->out ? &((grn_kept_value *)p->streams.kept.items)[i]
                            : &(grn_kept_value){.process = p - p->grid->processes});
    if (s->out)
        align(s);
    return s->status;
}

grn_status grn_process_write(grn_process *p, grn_process_end *end, grn_vec *bytes)
{
    return pass_process(&(passage){.p = p, .out = bytes}, end);
}

grn_status grn_process_read(grn_process *p, const char *bytes, size_t n, grn_process_end *end)
{
    *end = (grn_process_end){.status = GRN_OK};
    return pass_process(&(passage){.p = p, .in = bytes, .n = n}, end);
}
