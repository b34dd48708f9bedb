/*
 * grid_bytes.c - what a process of a grid leaves, as bytes for another rank: how it ended, steps, messages, prints, results, and
 * values that it fed out or probed.
 *
 * Both ranks run one program, of which each has its own copy: types and names are said by the op that has them, which is
 * counted. Ranks are processors of one kind (run_on_ranks.c has them agree): numbers and elements go as they lie in memory. What is
 * read was written by this library, and is still not trusted with a size.
 */
#include <string.h>

#include "interp/grid.h"

/* ---- bytes out -------------------------------------------------------------------------------------------------------------- */

typedef struct writer {
    grn_vec *bytes;
    const grn_op *top;
    bool refused;
} writer;

static void *put_room(writer *w, size_t n)
{
    void *room = w->refused ? NULL : grn_vec_extend(w->bytes, n);
    w->refused = w->refused || (n && !room);
    return room;
}

static void put(writer *w, const void *bytes, size_t n)
{
    void *room = n ? put_room(w, n) : NULL;
    if (room)
        memcpy(room, bytes, n);
}

static void put_number(writer *w, int64_t number) { put(w, &number, sizeof number); }

static void put_text(writer *w, const void *text, size_t n)
{
    put_number(w, (int64_t)n);
    put(w, text, n);
}

static void align(writer *w)
{
    const size_t over = w->bytes->count % GRN_PROCESS_ALIGNMENT;
    if (over)
        put_room(w, GRN_PROCESS_ALIGNMENT - over);
}

/* A tensor as it would lie compact, a tuple's members, or nothing: a token. */
static void put_value(writer *w, const grn_rt *value)
{
    const grn_tensor *t = &value->tensor;
    put_number(w, value->members ? (int64_t)value->nmembers : -1);
    for (size_t i = 0; value->members && i < value->nmembers; i++)
        put_value(w, &value->members[i]);
    if (value->members)
        return;
    put_number(w, t->dtype);
    if (t->dtype == GRN_NO_DTYPE)
        return;
    put_number(w, t->rank);
    put(w, t->shape, (size_t)t->rank * sizeof *t->shape);
    grn_tensor compact = *t;
    grn_shape_strides(t->rank, t->shape, compact.stride);
    align(w);
    const size_t n = grn_tensor_bytes(&compact);
    compact.data = n ? put_room(w, n) : NULL;
    if (compact.data)
        grn_tensor_copy(&compact, t);
}

/* ---- ops by number: as they come in the text ---------------------------------------------------------------------------------- */

typedef struct op_search {
    const grn_kept_value *value; /* whose op is looked for; NULL: that of the number is */
    int64_t number;
    const grn_op *found;
} op_search;

/* Operand `k` of the op is what the value came by. */
static bool gave(const grn_op *op, const grn_kept_value *v)
{
    const grn_attr *id = grn_op_attr(op, "probe_id");
    const bool probes = id && id->kind == GRN_ATTR_STRING;
    if (v->kind == GRN_KEPT_PROBED && !(probes && grn_str_equal(id->text, v->id)))
        return false;
    for (size_t k = 0; k < op->noperands; k++)
        if (grn_operand_type(op, k) == v->type)
            return true;
    return false;
}

static bool search(const grn_op *op, op_search *s)
{
    if (s->value ? gave(op, s->value) : s->number == 0) {
        s->found = op;
        return true;
    }
    s->number += s->value ? 1 : -1;
    for (size_t r = 0; r < op->nregions; r++)
        for (const grn_block *b = op->regions[r].first; b; b = b->next)
            for (const grn_op *inner = b->first; inner; inner = inner->next)
                if (search(inner, s))
                    return true;
    return false;
}

static int64_t operand_of(const grn_op *op, const grn_type *type)
{
    for (size_t k = 0; op && k < op->noperands; k++)
        if (grn_operand_type(op, k) == type)
            return (int64_t)k;
    return -1;
}

/* ---- all of it out ------------------------------------------------------------------------------------------------------------ */

static void put_kept(writer *w, const grn_kept_value *v)
{
    op_search s = {.value = v};
    search(w->top, &s);
    put_number(w, v->kind);
    put_number(w, s.found ? s.number : -1);
    put_number(w, operand_of(s.found, v->type));
    put_number(w, (int64_t)v->iteration);
    put_value(w, &v->value);
}

static void put_message(writer *w, const grn_kept_message *m)
{
    put_number(w, m->is_plan);
    put_number(w, m->severity);
    put(w, &m->place, sizeof m->place);
    put(w, m->rule, sizeof m->rule);
    put_number(w, m->has_bad_index);
    put(w, &m->bad_index, sizeof m->bad_index);
    put_text(w, m->text, m->bytes);
}

bool grn_process_write(const grn_process *p, const grn_process_end *end, grn_vec *bytes)
{
    writer w = {.bytes = bytes, .top = p->run.ir->top};
    const bool whole = end->status == GRN_OK;
    put_number(&w, end->status);
    put_number(&w, end->is_stuck);
    put(&w, &end->stuck_at, sizeof end->stuck_at);
    put(&w, end->waits, sizeof end->waits);
    put_number(&w, (int64_t)p->run.steps);
    put_number(&w, (int64_t)p->failed_checks);
    put_number(&w, (int64_t)p->messages.count);
    for (size_t i = 0; i < p->messages.count; i++)
        put_message(&w, &((const grn_kept_message *)p->messages.items)[i]);
    put_text(&w, p->printed.items, p->printed.count);
    for (size_t i = 0; whole && i < p->nresults; i++)
        put_value(&w, &p->results[i]);
    put_number(&w, whole ? (int64_t)p->streams.kept.count : 0);
    for (size_t i = 0; whole && i < p->streams.kept.count; i++)
        put_kept(&w, &((const grn_kept_value *)p->streams.kept.items)[i]);
    align(&w);
    return !w.refused;
}

/* ---- bytes in ----------------------------------------------------------------------------------------------------------------- */

typedef struct reader {
    grn_process *p;
    const char *bytes;
    size_t n, at;
    grn_status status;
} reader;

static const void *get(reader *r, size_t n)
{
    if (r->status == GRN_OK && n > r->n - r->at)
        r->status = GRN_E_FORMAT;
    if (r->status != GRN_OK)
        return NULL;
    r->at += n;
    return r->bytes + r->at - n;
}

static void get_to(reader *r, void *to, size_t n)
{
    const void *from = get(r, n);
    if (from)
        memcpy(to, from, n);
}

static int64_t get_number(reader *r)
{
    int64_t number = 0;
    get_to(r, &number, sizeof number);
    return number;
}

/* One of an enum of `count`. */
static int64_t get_choice(reader *r, int64_t count)
{
    const int64_t number = get_number(r);
    if (r->status == GRN_OK && (number < 0 || number >= count))
        r->status = GRN_E_FORMAT;
    return r->status == GRN_OK ? number : 0;
}

/* A count of what takes a byte at least. */
static size_t get_count(reader *r)
{
    const int64_t count = get_number(r);
    if (r->status == GRN_OK && (count < 0 || (uint64_t)count > r->n - r->at))
        r->status = GRN_E_FORMAT;
    return r->status == GRN_OK ? (size_t)count : 0;
}

static void skip_to_aligned(reader *r)
{
    const size_t over = r->at % GRN_PROCESS_ALIGNMENT;
    if (over)
        get(r, GRN_PROCESS_ALIGNMENT - over);
}

static void get_tensor(reader *r, grn_tensor *t)
{
    const int64_t dtype = get_choice(r, GRN_DTYPE_COUNT), rank = dtype == GRN_NO_DTYPE ? 0 : get_choice(r, GRN_MAX_RANK + 1);
    int64_t elements;
    if (r->status != GRN_OK || dtype == GRN_NO_DTYPE)
        return;
    t->dtype = (grn_dtype)dtype;
    t->rank = (int32_t)rank;
    get_to(r, t->shape, (size_t)rank * sizeof *t->shape);
    skip_to_aligned(r);
    if (r->status == GRN_OK && (!grn_shape_elements(t->rank, t->shape, &elements) || (uint64_t)elements > SIZE_MAX / 64))
        r->status = GRN_E_FORMAT;
    if (r->status != GRN_OK)
        return;
    grn_shape_strides(t->rank, t->shape, t->stride);
    t->data = (void *)get(r, grn_tensor_bytes(t)); /* never written to: it belongs to no buffer */
}

static void get_value(reader *r, grn_rt *value, unsigned depth)
{
    const int64_t members = get_number(r);
    if (members < 0) {
        get_tensor(r, &value->tensor);
        return;
    }
    if (r->status == GRN_OK && (depth > GRN_MAX_DEPTH || (uint64_t)members > r->n - r->at))
        r->status = GRN_E_FORMAT;
    if (r->status != GRN_OK)
        return;
    value->members = grn_rt_new(&r->p->run, (size_t)members);
    value->nmembers = value->members ? (size_t)members : 0;
    r->status = value->members ? GRN_OK : GRN_E_MEMORY;
    for (size_t i = 0; r->status == GRN_OK && i < value->nmembers; i++)
        get_value(r, &value->members[i], depth + 1);
}

static void get_kept(reader *r, int64_t process)
{
    grn_kept_value v = {.process = process};
    const int64_t kind = get_number(r);
    op_search s = {.number = get_number(r)};
    const int64_t operand = get_number(r);
    v.kind = kind == GRN_KEPT_PROBED ? GRN_KEPT_PROBED : GRN_KEPT_OUTFED;
    v.iteration = (uint64_t)get_number(r);
    if (r->status == GRN_OK && s.number >= 0)
        search(r->p->run.ir->top, &s);
    if (r->status == GRN_OK && (!s.found || operand < 0 || (size_t)operand >= s.found->noperands))
        r->status = GRN_E_FORMAT;
    if (r->status != GRN_OK)
        return;
    const grn_attr *id = grn_op_attr(s.found, "probe_id");
    v.type = grn_operand_type(s.found, (size_t)operand);
    v.id = v.kind == GRN_KEPT_PROBED && id ? id->text : (grn_str){NULL, 0};
    get_value(r, &v.value, 0);
    grn_kept_value *place = r->status == GRN_OK ? grn_vec_push(&r->p->streams.kept) : NULL;
    if (place)
        *place = v;
    else {
        grn_rt_release(&r->p->run, &v.value);
        r->status = r->status == GRN_OK ? GRN_E_MEMORY : r->status;
    }
}

static void get_message(reader *r)
{
    char rule[sizeof((grn_kept_message *)NULL)->rule] = "";
    grn_bad_index bad = {0};
    grn_diagnostic d = {.severity = GRN_SEVERITY_ERROR};
    const bool is_plan = get_number(r) != 0;
    d.severity = (grn_severity)get_choice(r, GRN_SEVERITY_COUNT);
    get_to(r, &d.place, sizeof d.place);
    get_to(r, rule, sizeof rule);
    const bool has_bad_index = get_number(r) != 0;
    get_to(r, &bad, sizeof bad);
    const size_t n = get_count(r);
    d.message = get(r, n);
    if (r->status != GRN_OK)
        return;
    const bool is_bad = bad.rank < 0 || bad.rank > GRN_MAX_RANK || bad.dtype < 0 || bad.dtype >= GRN_DTYPE_COUNT;
    if (n == 0 || d.message[n - 1] != '\0' || rule[sizeof rule - 1] != '\0' || (has_bad_index && is_bad)) {
        r->status = GRN_E_FORMAT;
        return;
    }
    d.rule = rule[0] ? rule : NULL;
    d.bad_index = has_bad_index ? &bad : NULL;
    r->status = grn_process_keep_message(r->p, &d, is_plan);
}

static void get_results(reader *r)
{
    grn_process *p = r->p;
    p->results = grn_rt_new(&p->run, p->nresults);
    if (!p->results)
        r->status = GRN_E_MEMORY;
    for (size_t i = 0; r->status == GRN_OK && i < p->nresults; i++)
        get_value(r, &p->results[i], 0);
}

grn_status grn_process_read(grn_process *p, const char *bytes, size_t n, grn_process_end *end)
{
    reader r = {.p = p, .bytes = bytes, .n = n};
    end->status = (grn_status)get_choice(&r, GRN_STATUS_COUNT);
    end->is_stuck = get_number(&r) != 0;
    get_to(&r, &end->stuck_at, sizeof end->stuck_at);
    get_to(&r, end->waits, sizeof end->waits);
    end->waits[sizeof end->waits - 1] = '\0';
    p->run.steps = (uint64_t)get_number(&r);
    p->failed_checks = (uint64_t)get_number(&r);
    for (size_t left = get_count(&r); r.status == GRN_OK && left > 0; left--)
        get_message(&r);
    const size_t printed = get_count(&r);
    const char *text = get(&r, printed);
    if (r.status == GRN_OK && printed)
        r.status = p->print.write(p->print.user, text, printed);
    if (r.status == GRN_OK && end->status == GRN_OK)
        get_results(&r);
    for (size_t left = get_count(&r); r.status == GRN_OK && left > 0; left--)
        get_kept(&r, p - p->grid->processes);
    return r.status;
}
