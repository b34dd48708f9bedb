/*
 * transport.c - each function of a grn_comm of MPI's against values worked out by hand, on any
 * number of ranks.
 *
 *   mpirun -n N mpi_transport [TEST]   every test, or the one of that name; rank 0 ends on "N
 *                                      passed, N failed"
 *
 * `stuck` and `stuck_late` leave a communicator that can do nothing more: they run by name alone.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "garner/mpi.h"

static int failures; /* on this rank, of this test */

#define CHECK(claim) check((claim), #claim, __LINE__)
static void check(bool holds, const char *claim, int line)
{
    if (holds)
        return;
    failures++;
    fprintf(stderr, "transport.c:%d: %s does not hold\n", line, claim);
}

/* Where no time is said, ranks wait for as long as it takes: on a machine that others use a large
 * message takes more than 10 s. */
static grn_comm with(grn_mpi_options options)
{
    grn_comm c = {0};
    options.size_bytes = sizeof options;
    if (options.stuck_seconds == 0)
        options.stuck_seconds = -1;
    if (grn_mpi_comm_with(MPI_COMM_WORLD, &options, &c) != GRN_OK)
        MPI_Abort(MPI_COMM_WORLD, 9);
    return c;
}
static grn_comm plain(void) { return with((grn_mpi_options){0}); }

static bool all_agree(const grn_comm *c, bool mine)
{
    int64_t least = -1;
    return c->least(c->user, mine, &least) == GRN_OK && least == 1;
}

/* ---- who is who ------------------------------------------------------------------------------ */

static void ranks(void)
{
    int rank, size;
    grn_comm c = plain(), f = {0};
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    CHECK(c.rank == rank && c.size == size && c.size_bytes == sizeof c);
    CHECK(grn_mpi_comm_f(MPI_Comm_c2f(MPI_COMM_WORLD), &f) == GRN_OK);
    CHECK(f.rank == rank && f.size == size);
    CHECK(all_agree(&f, true));
    f.release(f.user);
    c.release(c.user);
}

static void misuse(void)
{
    grn_comm c = {0};
    const grn_allocator half = {0};
    CHECK(grn_mpi_comm(MPI_COMM_WORLD, NULL) == GRN_E_ARGUMENT);
    CHECK(grn_mpi_comm(MPI_COMM_NULL, &c) == GRN_E_ARGUMENT);
    CHECK(grn_mpi_comm_with(MPI_COMM_WORLD, &(grn_mpi_options){.size_bytes = 3}, &c) == GRN_E_ARGUMENT);
    const struct {
        grn_mpi_options first;
        size_t later;
    } later = {{.size_bytes = sizeof later}, 1};
    CHECK(grn_mpi_comm_with(MPI_COMM_WORLD, &later.first, &c) == GRN_E_UNSUPPORTED);
    CHECK(grn_mpi_comm_with(MPI_COMM_WORLD, &(grn_mpi_options){.allocator = &half}, &c) == GRN_E_ARGUMENT);
    CHECK(grn_mpi_comm_with(MPI_COMM_WORLD, &(grn_mpi_options){.most_bytes_at_once = (size_t)1 << 31}, &c) ==
          GRN_E_ARGUMENT);
    CHECK(c.user == NULL);
    c = plain();
    CHECK(c.send(c.user, c.size, 0, NULL, 0) == GRN_E_ARGUMENT);
    CHECK(c.send(c.user, -1, 0, NULL, 0) == GRN_E_ARGUMENT);
    CHECK(c.receive(c.user, c.size, 0, NULL, 0) == GRN_E_ARGUMENT);
    CHECK(c.receive(c.user, -2, 0, NULL, 0) == GRN_E_ARGUMENT);
    CHECK(all_agree(&c, true)); /* it still works */
    c.release(c.user);
}

/* ---- least ----------------------------------------------------------------------------------- */

static void least(void)
{
    grn_comm c = plain();
    int64_t out = 0;
    CHECK(c.least(c.user, 100 - c.rank, &out) == GRN_OK && out == 100 - (c.size - 1));
    CHECK(c.least(c.user, c.rank == 0 ? INT64_MIN : INT64_MAX, &out) == GRN_OK && out == INT64_MIN);
    CHECK(c.least(c.user, INT64_MAX, &out) == GRN_OK && out == INT64_MAX);
    c.release(c.user);
}

/* ---- alltoallv ------------------------------------------------------------------------------- */

/* Of i to j: byte k is 31 i + 7 j + k. */
static unsigned char byte_of(int i, int j, int64_t k) { return (unsigned char)(31 * i + 7 * j + k); }

static int64_t total(const int64_t *bytes, int n)
{
    int64_t sum = 0;
    for (int i = 0; i < n; i++)
        sum += bytes[i];
    return sum;
}

typedef int64_t amount(const grn_comm *c, int i, int j);

static void exchange(const grn_comm *c, amount *bytes)
{
    int64_t out[64], in[64];
    for (int i = 0; i < c->size; i++) {
        out[i] = bytes(c, c->rank, i);
        in[i] = bytes(c, i, c->rank);
    }
    const int64_t most = total(in, c->size);
    unsigned char *send = malloc((size_t)total(out, c->size) + 1), *receive = malloc((size_t)most + 1), *at = send;
    for (int j = 0; j < c->size; j++)
        for (int64_t k = 0; k < out[j]; k++)
            *at++ = byte_of(c->rank, j, k);
    memset(receive, 0xEE, (size_t)most + 1);
    CHECK(c->alltoallv(c->user, send, out, receive, in) == GRN_OK);
    at = receive;
    bool right = true;
    for (int i = 0; i < c->size; i++)
        for (int64_t k = 0; k < in[i]; k++)
            right = *at++ == byte_of(i, c->rank, k) && right;
    CHECK(right);
    CHECK(receive[most] == 0xEE);
    free(send);
    free(receive);
}

static int64_t nothing(const grn_comm *c, int i, int j) { return (void)c, (void)i, (void)j, 0; }
static int64_t uneven(const grn_comm *c, int i, int j) { return (void)c, (i * 5 + j * 3) % 7; } /* 0 for some */
static int64_t many(const grn_comm *c, int i, int j) { return (void)c, 1000 + 100 * i + j; }
static int64_t all_to_last(const grn_comm *c, int i, int j) { return j == c->size - 1 ? 5000 + i : 0; }
static int64_t ring(const grn_comm *c, int i, int j) { return j == (i + 1) % c->size ? 12345 : 0; }
static int64_t megabytes(const grn_comm *c, int i, int j) { return (void)c, ((int64_t)1 << 20) + 13 * i + j; }

static void alltoallv(void)
{
    grn_comm c = plain();
    static amount *const kinds[] = {nothing, uneven, many, all_to_last, ring, megabytes};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        exchange(&c, kinds[i]);
    CHECK(c.alltoallv(c.user, NULL, (int64_t[64]){0}, NULL, (int64_t[64]){0}) == GRN_OK);
    c.release(c.user);
}

/* As what is larger than 64 MiB: a limit of 1, 7 and 1000 bytes makes many messages of one. */
static void rounds(void)
{
    static const size_t limits[] = {1, 7, 1000};
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        grn_comm c = with((grn_mpi_options){.most_bytes_at_once = limits[i]});
        exchange(&c, uneven);
        exchange(&c, many);
        exchange(&c, all_to_last);
        c.release(c.user);
    }
}

static int64_t over_64_mib(const grn_comm *c, int i, int j)
{
    return i == 0 && j == c->size - 1 ? ((int64_t)65 << 20) + 3 : 0;
}

static void large(void)
{
    grn_comm c = plain();
    exchange(&c, over_64_mib);
    c.release(c.user);
}

/* A size that the other did not say. */
static void other_size(void)
{
    grn_comm c = plain();
    int64_t out[64] = {0}, in[64] = {0};
    char bytes[64] = {0}, into[64];
    const int next = (c.rank + 1) % c.size, before = (c.rank + c.size - 1) % c.size;
    out[next] = 8;
    in[before] = 16;
    if (c.size > 1) {
        CHECK(c.alltoallv(c.user, bytes, out, into, in) == GRN_E_SHAPE);
        int64_t least = 0;
        CHECK(c.least(c.user, 0, &least) == GRN_E_SHAPE); /* and so it stays */
    } else
        CHECK(c.alltoallv(c.user, bytes, out, into, in) == GRN_E_ARGUMENT);
    c.release(c.user);
}

/* ---- groups ---------------------------------------------------------------------------------- */

static void groups(void)
{
    grn_comm c = plain(), g = {0};
    int32_t members[64];
    int n = 0;
    for (int i = c.size - 1; i >= 0; i--) /* those as odd as this one, from the last */
        if (i % 2 == c.rank % 2)
            members[n++] = i;
    CHECK(c.group(c.user, n, members, &g) == GRN_OK);
    CHECK(g.size == n && members[g.rank] == c.rank);
    int64_t out = 0;
    CHECK(g.least(g.user, members[g.rank], &out) == GRN_OK && out == c.rank % 2);
    exchange(&g, many);
    exchange(&c, many);
    const int32_t twice[] = {c.rank, c.rank}, others[] = {(c.rank + 1) % c.size}, far[] = {c.rank, c.size};
    grn_comm none = {0};
    CHECK(c.group(c.user, 2, twice, &none) == GRN_E_ARGUMENT);
    CHECK(c.group(c.user, 2, far, &none) == GRN_E_ARGUMENT);
    if (c.size > 1)
        CHECK(c.group(c.user, 1, others, &none) == GRN_E_ARGUMENT);
    const int32_t alone[] = {c.rank};
    grn_comm own = {0};
    CHECK(c.group(c.user, 1, alone, &own) == GRN_OK && own.size == 1 && own.rank == 0);
    own.release(own.user);
    g.release(g.user);
    c.release(c.user);
}

/* ---- messages -------------------------------------------------------------------------------- */

static void send_number(const grn_comm *c, int to, int64_t channel, int64_t number)
{
    CHECK(c->send(c->user, to, channel, &number, sizeof number) == GRN_OK);
}
static int64_t receive_number(const grn_comm *c, int from, int64_t channel)
{
    int64_t number = -1;
    CHECK(c->receive(c->user, from, channel, &number, sizeof number) == GRN_OK);
    return number;
}

/* All send first, and to themselves too; two channels are read in the other order. */
static void channels(void)
{
    grn_comm c = plain();
    for (int to = 0; to < c.size; to++)
        for (int64_t k = 0; k < 10; k++) {
            send_number(&c, to, 5, 1000 * c.rank + 10 * to + k);
            send_number(&c, to, -6, 5000 * c.rank + 10 * to + k);
        }
    for (int from = 0; from < c.size; from++)
        for (int64_t k = 0; k < 10; k++)
            CHECK(receive_number(&c, from, -6) == 5000 * from + 10 * c.rank + k);
    for (int from = c.size - 1; from >= 0; from--)
        for (int64_t k = 0; k < 10; k++)
            CHECK(receive_number(&c, from, 5) == 1000 * from + 10 * c.rank + k);
    c.release(c.user);
}

/* From whoever: each comes once. */
static void any_rank(void)
{
    grn_comm c = plain();
    int64_t sum = 0;
    send_number(&c, 0, 3, 1 + c.rank);
    for (int i = 0; c.rank == 0 && i < c.size; i++)
        sum += receive_number(&c, -1, 3);
    CHECK(c.rank != 0 || sum == (int64_t)c.size * (c.size + 1) / 2);
    c.release(c.user);
}

static void empty_and_long(void)
{
    enum { LONG = 300001 };
    static const size_t limits[] = {0, 1000};
    for (size_t i = 0; i < 2; i++) {
        grn_comm c = with((grn_mpi_options){.most_bytes_at_once = limits[i]});
        const int next = (c.rank + 1) % c.size, before = (c.rank + c.size - 1) % c.size;
        unsigned char *out = malloc(LONG), *in = calloc(1, LONG);
        for (int64_t k = 0; k < LONG; k++)
            out[k] = byte_of(c.rank, next, k);
        CHECK(c.send(c.user, next, 1, NULL, 0) == GRN_OK);
        CHECK(c.send(c.user, next, 2, out, LONG) == GRN_OK);
        memset(out, 0, LONG); /* the caller's again at once */
        CHECK(c.send(c.user, next, 2, out, 4) == GRN_OK);
        CHECK(c.receive(c.user, before, 2, in, LONG) == GRN_OK);
        bool right = true;
        for (int64_t k = 0; k < LONG; k++)
            right = in[k] == byte_of(before, c.rank, k) && right;
        CHECK(right);
        CHECK(c.receive(c.user, before, 1, NULL, 0) == GRN_OK);
        CHECK(c.receive(c.user, before, 2, in, 4) == GRN_OK);
        free(out);
        free(in);
        c.release(c.user);
    }
}

/* One of another size is told, and gone; the next is right. */
static void other_length(void)
{
    grn_comm c = plain();
    const int next = (c.rank + 1) % c.size, before = (c.rank + c.size - 1) % c.size;
    char bytes[32] = "twelve bytes";
    int64_t number = 0;
    CHECK(c.send(c.user, next, 1, bytes, 12) == GRN_OK);
    send_number(&c, next, 1, 77);
    CHECK(c.receive(c.user, before, 1, &number, sizeof number) == GRN_E_SHAPE && number == 0);
    CHECK(receive_number(&c, before, 1) == 77);
    c.release(c.user);
}

/* What nobody receives does not stand against the end, however long it is. */
static void unreceived(void)
{
    grn_comm c = plain();
    const size_t n = (size_t)3 << 20;
    char *bytes = calloc(1, n);
    for (int to = 0; to < c.size; to++) {
        CHECK(c.send(c.user, to, 9, bytes, n) == GRN_OK);
        send_number(&c, to, 10, 1);
    }
    CHECK(receive_number(&c, 0, 10) == 1);
    free(bytes);
    c.release(c.user);
}

/* ---- memory ---------------------------------------------------------------------------------- */

static void *refuse_some(void *user, size_t bytes, size_t alignment)
{
    int64_t *left = user;
    (void)alignment;
    return (*left)-- > 0 ? malloc(bytes) : NULL;
}
static void give_back(void *user, void *memory, size_t bytes)
{
    (void)user, (void)bytes;
    free(memory);
}

/* On one rank alone, at each place in turn: all get it. */
static void refused(void)
{
    for (int64_t n = 0; n < 3; n++) {
        int rank;
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
        int64_t left = rank == 0 ? n : 1000;
        const grn_allocator a = {refuse_some, give_back, &left};
        grn_comm c = {0};
        CHECK(grn_mpi_comm_with(MPI_COMM_WORLD, &(grn_mpi_options){.allocator = &a}, &c) == GRN_E_MEMORY);
    }
    int64_t left = 4; /* and a message's is told to who sends it */
    const grn_allocator a = {refuse_some, give_back, &left};
    grn_comm c = with((grn_mpi_options){.allocator = &a});
    left = 0;
    CHECK(c.send(c.user, (c.rank + 1) % c.size, 0, "x", 1) == GRN_E_MEMORY);
    left = 1000;
    CHECK(all_agree(&c, true));
    c.release(c.user);
}

/* ---- ranks that wait for what never comes ---------------------------------------------------- */

/* Each waits for its neighbour. Not released: it is broken. */
static void stuck(void)
{
    grn_comm c = with((grn_mpi_options){.stuck_seconds = 1});
    int64_t number;
    CHECK(c.receive(c.user, (c.rank + 1) % c.size, 1, &number, sizeof number) == GRN_E_STUCK);
    CHECK(c.least(c.user, 0, &number) == GRN_E_STUCK);
}

/* One computes for longer than that: nobody is stuck; then they are, in different calls. */
static void stuck_late(void)
{
    grn_comm c = with((grn_mpi_options){.stuck_seconds = 0.5});
    int64_t number = 0;
    const double from = MPI_Wtime();
    while (c.rank == c.size - 1 && MPI_Wtime() - from < 2)
        ;
    CHECK(c.least(c.user, 7, &number) == GRN_OK && number == 7);
    while (c.rank == 0 && MPI_Wtime() - from < 4)
        ;
    CHECK(c.least(c.user, 8, &number) == GRN_OK && number == 8);
    if (c.rank == 0)
        CHECK(c.receive(c.user, -1, 1, &number, sizeof number) == GRN_E_STUCK);
    else
        CHECK(c.least(c.user, 0, &number) == GRN_E_STUCK);
}

/* ---- all ------------------------------------------------------------------------------------- */

static const struct {
    const char *name;
    void (*run)(void);
    bool by_name;
} tests[] = {
#define TEST(name)         \
    {                      \
#name, name, false \
    }
    TEST(ranks),
    TEST(misuse),
    TEST(least),
    TEST(alltoallv),
    TEST(rounds),
    TEST(large),
    TEST(groups),
    TEST(channels),
    TEST(any_rank),
    TEST(empty_and_long),
    TEST(other_length),
    TEST(unreceived),
    TEST(refused),
    {"other_size", other_size, true},
    {"stuck", stuck, true},
    {"stuck_late", stuck_late, true},
};

int main(int argc, char **argv)
{
    int provided, rank, passed = 0, failed = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        if (argc > 1 ? strcmp(argv[1], tests[i].name) != 0 : tests[i].by_name)
            continue;
        int all = 0;
        failures = 0;
        tests[i].run();
        MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
        *(all ? &failed : &passed) += 1;
        if (all && rank == 0)
            printf("%s: failed\n", tests[i].name);
    }
    if (rank == 0)
        printf("%d passed, %d failed\n", passed, failed);
    MPI_Finalize();
    return failed != 0 || passed == 0;
}
