/* tell.c - reports of a program's moves: a record of each, and its sentence. */
#include <inttypes.h>
#include <stdio.h>

#include "shard/rows.h"

/* ---- records --------------------------------------------------------------------------------- */

static void tell(const grn_sharder *s, grn_shard_move *move)
{
    const grn_str name = grn_origin_name(s->w.at);
    const grn_attr *function = grn_op_attr(s->function, "sym_name");
    const grn_part_runs runs = grn_part_runs_of(s->w.at, s->function);
    move->place = s->w.at->place;
    move->op = name.text;
    move->op_bytes = name.n;
    move->function = function ? function->text.text : "";
    move->function_bytes = function ? function->text.n : 0;
    move->times = runs.times;
    move->loops = runs.loops;
    move->is_conditional = runs.is_conditional;
    s->o->told->moved(s->o->told->user, move);
}

static bool is_told(const grn_sharder *s) { return s->o->told && s->o->told->moved; }

void grn_part_tell(grn_sharder *s, const char *collective, const grn_part_list *axes, const char *why, int64_t bytes,
                   int64_t least)
{
    char list[GRN_PART_TEXT_BYTES];
    if (is_told(s))
        tell(s, &(grn_shard_move){.collective = collective,
                                  .axes = grn_part_text(&s->mesh, axes, list),
                                  .why = why,
                                  .most_bytes = bytes,
                                  .least_bytes = least});
}

void grn_part_tell_whole(grn_sharder *s)
{
    if (is_told(s))
        tell(s, &(grn_shard_move){.why = grn_part_why_whole(s->w.at)});
}

/* ---- sentences ------------------------------------------------------------------------------- */

typedef struct sentence {
    const grn_sink *to;
    grn_status status;
} sentence;

static void say(sentence *s, const char *text, size_t n)
{
    if (s->status == GRN_OK && n > 0)
        s->status = s->to->write(s->to->user, text, n);
}

static void say_all(sentence *s, const char *const *texts, size_t count)
{
    for (size_t i = 0; i < count; i++)
        say(s, texts[i], strlen(texts[i]));
}

/* Where it is not once. */
static void say_times(sentence *s, const grn_shard_move *m)
{
    char text[64];
    if (m->loops == 0)
        return;
    if (m->times >= 0)
        snprintf(text, sizeof text, ", %" PRId64 " time%s", m->times, m->times == 1 ? "" : "s");
    else
        snprintf(text, sizeof text, ", each time; how often is not known");
    say(s, text, strlen(text));
}

static void say_exchange(sentence *s, const grn_shard_move *m)
{
    char bytes[128];
    const char *const texts[] = {m->collective, " along ", m->axes ? m->axes : "{}", ", ", m->why, bytes};
    snprintf(bytes, sizeof bytes, ": at most %" PRId64 " bytes come to a device, %" PRId64 " at least have to",
             m->most_bytes, m->least_bytes);
    say_all(s, texts, GRN_COUNT(texts));
}

grn_status grn_shard_move_write(const grn_shard_move *move, const grn_sink *sink)
{
    sentence s = {sink, grn_check_sink(sink)};
    if (!move || !move->op || !move->why)
        return GRN_E_ARGUMENT;
    say(&s, "'", 1);
    say(&s, move->op, move->op_bytes);
    say(&s, "': ", 3);
    if (move->collective)
        say_exchange(&s, move);
    else
        say_all(&s, (const char *const[]){"runs whole on every device: ", move->why}, 2);
    say_times(&s, move);
    return s.status;
}
