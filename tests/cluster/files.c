/*
 * files.c - one .npy that ranks share: written in parts and read in parts, against elements worked
 * out from their positions.
 *
 *   mpirun -n N mpi_files FOLDER    rank 0 ends on "N passed, N failed"; what is written stays, for
 *                                   NumPy to read
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "garner/mpi.h"
#include "files/shared_npy.h"

enum { ROWS = 11, COLUMNS = 5, DEEP = 3 };
static int failures;
static char said[8192];

#define CHECK(claim) check((claim), #claim, __LINE__)
static void check(bool holds, const char *claim, int line)
{
    failures += !holds;
    if (!holds)
        fprintf(stderr, "files.c:%d: %s does not hold: %s\n", line, claim, said);
}

static void tell(void *user, const grn_diagnostic *d)
{
    (void)user;
    snprintf(said, sizeof said, "%s", d->message);
}
static const grn_diag diag = {tell, NULL};

/* Of the whole tensor, by position. */
static int32_t element(int64_t i, int64_t j, int64_t k) { return (int32_t)(10000 * i + 100 * j + k); }

static void fill(const grn_layout *l, const grn_comm *c, grn_tensor *t)
{
    for (int64_t i = 0; i < t->shape[0]; i++)
        for (int64_t j = 0; j < t->shape[1]; j++)
            for (int64_t k = 0; k < t->shape[2]; k++)
                ((int32_t *)t->data)[i * t->stride[0] + j * t->stride[1] + k * t->stride[2]] =
                    element(grn_layout_position(l, c->rank, 0, i), grn_layout_position(l, c->rank, 1, j),
                            grn_layout_position(l, c->rank, 2, k));
}

static bool holds(const grn_layout *l, const grn_comm *c, const grn_tensor *t)
{
    int64_t shape[GRN_MAX_RANK];
    bool right = grn_layout_local_shape(l, c->rank, c->size, shape) == GRN_OK && t->rank == 3;
    for (int d = 0; d < 3; d++)
        right = right && t->shape[d] == shape[d];
    for (int64_t i = 0; right && i < t->shape[0]; i++)
        for (int64_t j = 0; right && j < t->shape[1]; j++)
            for (int64_t k = 0; right && k < t->shape[2]; k++)
                right = ((const int32_t *)t->data)[i * t->stride[0] + j * t->stride[1] + k * t->stride[2]] ==
                        element(grn_layout_position(l, c->rank, 0, i), grn_layout_position(l, c->rank, 1, j),
                                grn_layout_position(l, c->rank, 2, k));
    return right;
}

/* Written by one layout, read by another; a local tensor whose columns are the slow dimension,
 * too. */
static void round_trip(const grn_comm *c, const char *path, const grn_layout *by, const grn_layout *as, bool turned)
{
    grn_tensor t;
    shared_npy file;
    int64_t shape[GRN_MAX_RANK];
    CHECK(grn_layout_local_shape(by, c->rank, c->size, shape) == GRN_OK);
    int32_t *data = calloc((size_t)ROWS * COLUMNS * DEEP + 1, sizeof *data);
    CHECK(grn_tensor_init(&t, data, GRN_I32, 3, shape) == GRN_OK);
    if (turned) {
        t.stride[0] = 1;
        t.stride[1] = shape[0] * shape[2];
        t.stride[2] = shape[0];
    }
    fill(by, c, &t);
    CHECK(shared_npy_write(c, path, by, &t, &diag) == GRN_OK);
    CHECK(shared_npy_open(c, path, as, GRN_NO_DTYPE, &diag, &file) == GRN_OK);
    CHECK(file.mapped && holds(as, c, &file.local));
    shared_npy_close(&file);
    free(data);
}

static void layouts(const grn_comm *c, const char *folder)
{
    const int32_t n = c->size;
    const grn_layout all[] = {
        {.rank = 3, .shape = {ROWS, COLUMNS, DEEP}, .parts = {n}},
        {.rank = 3, .shape = {ROWS, COLUMNS, DEEP}, .parts = {n}, .owner = {GRN_OWNER_CYCLIC}},
        {.rank = 3, .shape = {ROWS, COLUMNS, DEEP}, .parts = {1, n}},
        {.rank = 3, .shape = {ROWS, COLUMNS, DEEP}, .parts = {0, 0, n}, .owner = {0, 0, GRN_OWNER_CYCLIC}},
        /* everyone has all of it */
        {.rank = 3, .shape = {ROWS, COLUMNS, DEEP}},
        {.rank = 3, .shape = {ROWS, COLUMNS, DEEP}, .parts = {2, n / 2}, .step = {n / 2, 1}}, /* of a mesh */
    };
    const size_t count = n % 2 == 0 ? 6 : 5;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            char path[512];
            snprintf(path, sizeof path, "%s/%zu_%zu.npy", folder, i, j);
            round_trip(c, path, &all[i], &all[j], (i + j) % 2 == 1);
        }
}

static void refusals(const grn_comm *c, const char *folder)
{
    char path[512];
    shared_npy file;
    struct stat about;
    int32_t data[ROWS] = {0};
    grn_tensor t = grn_tensor_1d(data, GRN_I32, ROWS);
    const grn_layout whole = {.rank = 1, .shape = {ROWS}}, other = {.rank = 1, .shape = {ROWS + 1}};
    snprintf(path, sizeof path, "%s/none/x.npy", folder); /* no such folder: rank 0 says so, and all know */
    CHECK(shared_npy_write(c, path, &whole, &t, &diag) == (c->rank == 0 ? GRN_E_SINK : GRN_E_PEER));
    snprintf(path, sizeof path, "%s/refused.npy", folder); /* the last rank's tensor is of another shape */
    if (c->rank == c->size - 1)
        t.shape[0]--;
    CHECK(shared_npy_write(c, path, &whole, &t, &diag) == (c->rank == c->size - 1 ? GRN_E_SHAPE : GRN_E_PEER));
    CHECK(stat(path, &about) != 0);
    t.shape[0] = ROWS;
    CHECK(shared_npy_write(c, path, &whole, &t, &diag) == GRN_OK);
    CHECK(shared_npy_open(c, path, &other, GRN_NO_DTYPE, &diag, &file) == GRN_E_SHAPE);
    shared_npy_close(&file);
    snprintf(path, sizeof path, "%s/there_is_none.npy", folder);
    CHECK(shared_npy_open(c, path, &whole, GRN_NO_DTYPE, &diag, &file) == GRN_E_FORMAT);
    shared_npy_close(&file);
}

int main(int argc, char **argv)
{
    int provided, all = 0;
    grn_comm c;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    if (argc != 2 || grn_mpi_comm(MPI_COMM_WORLD, &c) != GRN_OK)
        MPI_Abort(MPI_COMM_WORLD, 2);
    layouts(&c, argv[1]);
    refusals(&c, argv[1]);
    MPI_Allreduce(&failures, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (c.rank == 0)
        printf("%d passed, %d failed\n", all ? 0 : 1, all ? 1 : 0);
    c.release(c.user);
    MPI_Finalize();
    return all != 0;
}
