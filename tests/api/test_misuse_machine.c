/* test_misuse_machine.c - the misuse table of machine.h. */
#include "misuse.h"
static grn_machine machine, out;
static const char text[] = "call 3\nread_line 1 2 3 4 5 6 7 8\n";

static const misuse_pointer pointers[] = {
    {"machine", &machine}, {"out", &out}, {"sink", &sink}, {"text", text}, {NULL, NULL}};

/* ---- calls in steps -------------------------------------------------------------------------- */

static grn_status check(world *w)
{
    grn_machine_default(&machine);
    return grn_machine_check(Q("machine"), D);
}

static grn_status judge(world *w, double far)
{
    grn_machine_default(&machine);
    machine.next_line[3] = far;
    return grn_machine_judge(Q("machine"), D);
}

static grn_status check_changed(world *w, double last_bytes)
{
    grn_machine_default(&machine);
    machine.last_bytes = last_bytes;
    return grn_machine_check(&machine, D);
}

/* A program's struct is shorter than the first that there was. */
static grn_status sized(world *w, grn_status (*call)(world *w))
{
    grn_machine_default(&machine);
    machine.size_bytes = out.size_bytes = sizeof(double);
    const grn_status status = call(w);
    machine.size_bytes = out.size_bytes = 0;
    return status;
}
static grn_status check_it(world *w) { return grn_machine_check(&machine, D); }
static grn_status judge_it(world *w) { return grn_machine_judge(&machine, D); }
static grn_status write_it(world *w) { return (void)w, grn_machine_write(&machine, &sink); }
static grn_status read_it(world *w) { return grn_machine_read(text, sizeof text - 1, D, &out); }
static grn_status measure_it(world *w) { return grn_machine_measure(NULL, AL, D, &out); }

/* GRN_E_CHECK says that other programs disturbed the measurement: its arguments were taken. */
static grn_status taken(grn_status status) { return status == GRN_E_CHECK ? GRN_OK : status; }

/* They answer nothing, and change nothing. */
static grn_status default_it(world *w)
{
    grn_machine before;
    (void)w;
    memset(&out.l1_bytes, 0xA5, sizeof out - offsetof(grn_machine, l1_bytes));
    before = out;
    grn_machine_default(&out);
    grn_machine_here(&out);
    return memcmp(&before, &out, sizeof out) == 0 ? GRN_OK : GRN_E_CHECK;
}

static grn_status write_figures(world *w)
{
    grn_machine_default(&machine);
    return grn_machine_write(Q("machine"), Q("sink"));
}

static grn_status write_to(const grn_sink *to, double call)
{
    grn_machine_default(&machine);
    machine.call = call;
    return grn_machine_write(&machine, to);
}

/* The first bytes of a text. */
static grn_status read_part(world *w, const char *from, size_t bytes)
{
    grn_machine_default(&out);
    return grn_machine_read(from, bytes, D, &out);
}

static grn_status measure(world *w, grn_machine_options o)
{
    o.memory_bytes = o.memory_bytes == 0 ? 1 << 20 : o.memory_bytes;
    return taken(grn_machine_measure(&o, AL, D, Q("out")));
}

static grn_status nothing_done(void)
{
    grn_machine_default(NULL);
    grn_machine_here(NULL);
    return GRN_OK;
}

#define ROWS(R)                                                                              \
    R(measure, grn_machine_measure, "", measure(w, (grn_machine_options){.seconds = 0.002})) \
    R(judge, grn_machine_judge, "", judge(w, 0.5))                                           \
    R(check, grn_machine_check, "", check(w))                                                \
    R(write, grn_machine_write, "", write_figures(w))                                        \
    R(read, grn_machine_read, "", grn_machine_read(Q("text"), sizeof text - 1, D, Q("out")))

#define CASES(C)                                                                                                      \
    C(default_null, grn_machine_default, "nowhere", "", GRN_OK, NULL, nothing_done())                                 \
    C(here_null, grn_machine_here, "nowhere", "", GRN_OK, NULL, nothing_done())                                       \
    C(default_size, grn_machine_default, "a size that never was", "", GRN_OK, NULL, sized(w, default_it))             \
    C(here_size, grn_machine_here, "a size that never was", "", GRN_OK, NULL, sized(w, default_it))                   \
    C(check_size, grn_machine_check, "a size that never was", "", GRN_E_ARGUMENT,                                     \
      "size_bytes of the grn_machine is 8", sized(w, check_it))                                                       \
    C(judge_size, grn_machine_judge, "a size that never was", "", GRN_E_ARGUMENT,                                     \
      "size_bytes of the grn_machine is 8", sized(w, judge_it))                                                       \
    C(write_size, grn_machine_write, "a size that never was", "", GRN_E_ARGUMENT, NULL, sized(w, write_it))           \
    C(read_size, grn_machine_read, "a size that never was", "", GRN_E_ARGUMENT, "size_bytes of the grn_machine is 8", \
      sized(w, read_it))                                                                                              \
    C(measure_size, grn_machine_measure, "a size that never was", "", GRN_E_ARGUMENT,                                 \
      "size_bytes of the grn_machine is 8", sized(w, measure_it))                                                     \
    C(measure_text, grn_machine_measure, "a text that nothing writes", "", GRN_E_ARGUMENT, "text",                    \
      measure(w, (grn_machine_options){.size_bytes = sizeof(grn_machine_options), .text = &mute}))                    \
    C(measure_back, grn_machine_measure, "-1 seconds", "", GRN_E_ARGUMENT, "seconds",                                 \
      measure(w, (grn_machine_options){.seconds = -1}))                                                               \
    C(measure_cpu, grn_machine_measure, "no such cpu", "", GRN_E_UNSUPPORTED, "cpu is 'x'",                           \
      measure(w, (grn_machine_options){.cpu = "x"}))                                                                  \
    C(measure_small, grn_machine_measure, "a byte", "", GRN_OK, NULL,                                                 \
      measure(w, (grn_machine_options){.seconds = 0.002, .memory_bytes = 1}))                                         \
    C(judge_fall, grn_machine_judge, "a nearer line that takes longer", "", GRN_E_CHECK, "next_line[3]",              \
      judge(w, 38.6))                                                                                                 \
    C(judge_nothing, grn_machine_judge, "a line of -1 ns", "", GRN_E_ARGUMENT, "next_line[3]", judge(w, -1))          \
    C(check_nothing, grn_machine_check, "a cache of 0 bytes", "", GRN_E_ARGUMENT, "last_bytes", check_changed(w, 0))  \
    C(write_mute, grn_machine_write, "a sink without write", "", GRN_E_ARGUMENT, NULL, write_to(&mute, 4))            \
    C(write_refused, grn_machine_write, "a sink that refuses", "", GRN_E_SINK, NULL, write_to(&refusing, 4))          \
    C(write_wrong, grn_machine_write, "a figure that is none", "", GRN_E_ARGUMENT, NULL, write_to(&sink, -4))         \
    C(read_wrong, grn_machine_read, "no figure", "", GRN_E_PARSE, "line 1", read_part(w, "x 1", 3))                   \
    C(read_half, grn_machine_read, "half of a figure", "", GRN_E_PARSE, "line 2", read_part(w, text, 16))             \
    C(read_none, grn_machine_read, "no byte", "", GRN_OK, NULL, read_part(w, text, 0))

MISUSE_TABLES
MISUSE_MAIN
