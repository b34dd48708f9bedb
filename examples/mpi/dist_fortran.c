/*
 * dist_fortran.c - what dist_fortran.f90 calls: rows of a table that ranks share, by a program that runs on all of them.
 *
 * A communicator comes from Fortran, and from any language that has one as an integer, through grn_mpi_comm_f.
 */
#include <stdio.h>
#include <string.h>

#include <garner/garner.h>
#include <garner/mpi.h>

int gather_rows(int comm, int nrows, int ncolumns, const float *rows, int nindices, const int32_t *indices,
                float *taken);

/* Each process brings its rows; all of them are gathered on each, and the rows that it asks for are taken. */
static const char program[] =
    "func.func @main(%%rows: tensor<%dx%dxf32>, %%i: tensor<%dxi32>) -> tensor<%dx%dxf32> {\n"
    "  %%table = \"stablehlo.all_gather\"(%%rows) {all_gather_dim = 0 : i64, replica_groups = dense<> : "
    "tensor<0x0xi64>,\n"
    "      channel_handle = #stablehlo.channel_handle<handle = 1, type = 0>} : (tensor<%dx%dxf32>) -> "
    "tensor<%dx%dxf32>\n"
    "  %%r = \"stablehlo.gather\"(%%table, %%i) {dimension_numbers = #stablehlo.gather<offset_dims = [1],\n"
    "      collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, %d>}\n"
    "      : (tensor<%dx%dxf32>, tensor<%dxi32>) -> tensor<%dx%dxf32>\n"
    "  return %%r : tensor<%dx%dxf32>\n"
    "}\n";

static void tell(void *user, const grn_diagnostic *d)
{
    (void)user;
    fprintf(stderr, "%s: %s\n", grn_severity_text(d->severity), d->message);
}

static grn_status run(const grn_comm *ranks, const char *text, const grn_tensor *inputs, float *taken, size_t bytes)
{
    const grn_diag diag = {tell, NULL};
    const grn_run_options options = {.size_bytes = sizeof options, .comm = ranks, .strict_bounds = true};
    grn_module *module;
    grn_results *results = NULL;
    grn_status status = grn_module_parse(text, strlen(text), NULL, &diag, &module);
    if (status != GRN_OK)
        return status;
    status = grn_module_run(module, 0, 2, inputs, &options, &diag, &results);
    if (status == GRN_OK)
        memcpy(taken, grn_results_tensor(results, 0)->data, bytes);
    grn_results_destroy(results);
    grn_module_destroy(module);
    return status;
}

/* 0: taken[nindices][ncolumns] has the rows; else the status. Collective. */
int gather_rows(int comm, int nrows, int ncolumns, const float *rows, int nindices, const int32_t *indices,
                float *taken)
{
    char text[2048];
    grn_comm ranks;
    grn_status status = grn_mpi_comm_f((MPI_Fint)comm, &ranks);
    if (status != GRN_OK)
        return (int)status;
    const int all = nrows * ranks.size;
    snprintf(text, sizeof text, program, nrows, ncolumns, nindices, nindices, ncolumns, nrows, ncolumns, all, ncolumns,
             ncolumns, all, ncolumns, nindices, nindices, ncolumns, nindices, ncolumns);
    const grn_tensor inputs[] = {grn_tensor_2d(rows, GRN_F32, nrows, ncolumns),
                                 grn_tensor_1d(indices, GRN_I32, nindices)};
    status = run(&ranks, text, inputs, taken, (size_t)nindices * (size_t)ncolumns * sizeof *taken);
    ranks.release(ranks.user);
    return (int)status;
}
