/* test_misuse_tuning.c - the misuse table of tuning.h. */
#include "misuse.h"
static const char text[] = "gather x: small, none, rows\n";
static grn_tuning *made;

static const misuse_pointer pointers[] = {{"out", &made}, {"sink", &sink}, {"text", text}, {NULL, NULL}};

/* ---- calls in steps -------------------------------------------------------------------------- */

static grn_status create(world *w)
{
    grn_tuning **out = Q("out");
    grn_status status = grn_tuning_create(AL, out);
    if (status == GRN_OK && out != NULL)
        grn_tuning_destroy(*out);
    return status;
}

/* A tuning that knows a problem, for the call; destroyed after it. */
static grn_status with_one(world *w, grn_status (*call)(world *w, grn_tuning *t))
{
    grn_tuning *t;
    grn_status status = grn_tuning_create(AL, &t);
    if (status != GRN_OK)
        return status;
    status = grn_tuning_read(t, text, sizeof text - 1, NULL);
    if (status == GRN_OK)
        status = call(w, t);
    grn_tuning_destroy(t);
    return status;
}

static grn_status write_out(world *w, grn_tuning *t) { return grn_tuning_write(t, Q("sink")); }
static grn_status write_mute(world *w, grn_tuning *t) { return (void)w, grn_tuning_write(t, &mute); }
static grn_status write_refused(world *w, grn_tuning *t) { return (void)w, grn_tuning_write(t, &refusing); }
static grn_status read_in(world *w, grn_tuning *t) { return grn_tuning_read(t, Q("text"), sizeof text - 1, D); }
static grn_status read_bad(world *w, grn_tuning *t) { return grn_tuning_read(t, "x", 1, D); }
static grn_status read_none(world *w, grn_tuning *t) { return grn_tuning_read(t, NULL, 0, D); }

static grn_status learn_nothing(world *w, grn_tuning *t) { return (void)w, grn_tuning_learn(t, NULL); }

static grn_status nothing_known(void)
{
    grn_tuning_destroy(NULL);
    return grn_tuning_count(NULL) == 0 ? GRN_OK : GRN_E_ARGUMENT;
}

#define ROWS(R)                                            \
    R(create, grn_tuning_create, "", create(w))            \
    R(write, grn_tuning_write, "", with_one(w, write_out)) \
    R(read, grn_tuning_read, "", with_one(w, read_in))

#define CASES(C)                                                                                                \
    C(count_null, grn_tuning_count, "no tuning", "", GRN_OK, NULL, nothing_known())                             \
    C(destroy_null, grn_tuning_destroy, "no tuning", "", GRN_OK, NULL, nothing_known())                         \
    C(write_null, grn_tuning_write, "no tuning", "", GRN_E_ARGUMENT, NULL, grn_tuning_write(NULL, &sink))       \
    C(write_mute, grn_tuning_write, "a sink without write", "", GRN_E_ARGUMENT, NULL, with_one(w, write_mute))  \
    C(write_refused, grn_tuning_write, "a sink that refuses", "", GRN_E_SINK, NULL, with_one(w, write_refused)) \
    C(learn_null, grn_tuning_learn, "no tuning", "", GRN_E_ARGUMENT, NULL, grn_tuning_learn(NULL, NULL))        \
    C(learn_no_plan, grn_tuning_learn, "no plan", "", GRN_E_ARGUMENT, NULL, with_one(w, learn_nothing))         \
    C(read_null, grn_tuning_read, "no tuning", "", GRN_E_ARGUMENT, "tuning",                                    \
      grn_tuning_read(NULL, text, sizeof text - 1, D))                                                          \
    C(read_bad, grn_tuning_read, "no line", "", GRN_E_PARSE, "no line of a tuning", with_one(w, read_bad))      \
    C(read_none, grn_tuning_read, "no byte", "", GRN_OK, NULL, with_one(w, read_none))

MISUSE_TABLES
MISUSE_MAIN
