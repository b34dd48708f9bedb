/* shard.c - a program divided over the devices of its mesh: who has which part of each value, and
 * what they exchange. */
#include "garner/shard.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session.h"

#define MOST_DEVICES 64 /* that are shown */

/* ---- who has what ---------------------------------------------------------------------------- */

/* "[0:2, 4:8]"; positions that are not in one piece, as "0,2,4". */
static void write_positions(json *j, const grn_layout *l, int32_t device, const int64_t *local)
{
    const grn_sink sink = json_sink(j);
    char text[64];
    (void)sink.write(sink.user, "[", 1);
    for (int32_t d = 0; d < l->rank; d++) {
        const int64_t first = grn_layout_position(l, device, d, 0);
        snprintf(text, sizeof text, "%s%" PRId64 ":%" PRId64, d ? ", " : "", first, first + local[d]);
        (void)sink.write(sink.user, text, strlen(text));
    }
    (void)sink.write(sink.user, "]", 1);
}

static void write_part(json *j, const grn_layout *l, int32_t device, int32_t devices)
{
    int64_t local[GRN_MAX_RANK];
    bool all = true, none = false;
    if (grn_layout_local_shape(l, device, devices, local) != GRN_OK)
        return;
    for (int32_t d = 0; d < l->rank; d++) {
        all = all && local[d] == l->shape[d];
        none = none || local[d] == 0;
    }
    json_begin_text(j);
    if (all || none)
        (void)json_sink(j).write(json_sink(j).user, all ? "all of it" : "nothing", all ? 9 : 7);
    else
        write_positions(j, l, device, local);
    json_end_text(j);
}

static void write_parts(session *s, const grn_module *made, uint32_t function, bool is_result, size_t i,
                        int32_t devices)
{
    int32_t *part_of = calloc((size_t)devices * GRN_MAX_RANK, sizeof *part_of);
    grn_layout layout;
    json_key(&s->out, "parts");
    json_open(&s->out, '[');
    if (part_of && grn_module_shard_layout(made, function, is_result, i, part_of, NULL, &layout) == GRN_OK)
        for (int32_t device = 0; device < devices && device < MOST_DEVICES; device++)
            write_part(&s->out, &layout, device, devices);
    json_close(&s->out, ']');
    free(part_of);
}

static void write_name(session *s, uint32_t function, bool is_result, size_t i)
{
    const grn_sink sink = json_sink(&s->out);
    char text[32];
    json_key(&s->out, "name");
    json_begin_text(&s->out);
    if (is_result) {
        snprintf(text, sizeof text, "result %zu", i);
        (void)sink.write(sink.user, text, strlen(text));
    } else if (grn_module_write_input_name(s->module, function, i, &sink) != GRN_OK)
        s->status = GRN_E_SINK;
    json_end_text(&s->out);
}

static void write_values(session *s, const grn_module *made, uint32_t function, int32_t devices)
{
    grn_function_info f;
    if (grn_module_function(s->module, function, &f) != GRN_OK)
        return;
    for (size_t i = 0; i < f.ninputs + f.nresults; i++) {
        const bool is_result = i >= f.ninputs;
        json_open(&s->out, '{');
        write_name(s, function, is_result, is_result ? i - f.ninputs : i);
        write_parts(s, made, function, is_result, is_result ? i - f.ninputs : i, devices);
        json_close(&s->out, '}');
    }
}

/* ---- what they exchange ---------------------------------------------------------------------- */

static void write_move(void *user, const grn_shard_move *move)
{
    session *s = user;
    json *j = &s->out;
    const grn_sink sink = json_sink(j);
    json_open(j, '{');
    json_number_at(j, "line", move->place.line);
    json_key(j, "text");
    json_begin_text(j);
    if (grn_shard_move_write(move, &sink) != GRN_OK)
        s->status = GRN_E_SINK;
    json_end_text(j);
    json_close(j, '}');
}

static grn_module *divide(session *s, grn_shard_stage stage, const grn_shard_reporter *told)
{
    const grn_module_shard_options how = {
        .stage = stage, .reassociate = session_has(s, PLAY_REASSOCIATE), .told = told};
    grn_module *made = NULL;
    if (s->status == GRN_OK)
        s->status = grn_module_shard(s->module, &how, &s->diag, &made);
    return made;
}

char *play_shard(const char *program, size_t bytes, uint32_t options, uint32_t function)
{
    session s;
    int64_t devices = 1;
    session_begin(&s, program, bytes, options);
    if (s.status == GRN_OK)
        s.status = grn_module_shard_devices(s.module, function, &s.diag, &devices);
    grn_module *made = divide(&s, GRN_SHARD_RESHARDED, NULL);
    json_number_at(&s.out, "devices", devices);
    json_open_at(&s.out, "values", '[');
    if (made && devices <= INT32_MAX / GRN_MAX_RANK)
        write_values(&s, made, function, (int32_t)devices);
    json_close(&s.out, ']');
    grn_module_destroy(made);
    json_open_at(&s.out, "moves", '[');
    grn_module_destroy(divide(&s, GRN_SHARD_LOCAL, &(grn_shard_reporter){write_move, &s}));
    json_close(&s.out, ']');
    return session_end(&s);
}
