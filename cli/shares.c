/*
 * shares.c - garner-mpi run --devices: what a rank has of each result.
 *
 * No rank has a whole one that is divided. A rank prints its own, with the positions that it is of,
 * and writes it into one .npy beside what the others have.
 */
#include <inttypes.h>
#include <string.h>
#include <sys/stat.h>

#include "files/shared_npy.h"
#include "run.h"

#define ELIDE_OVER 1000 /* elements of a part that is printed without --full */
#define PATH_BYTES (CACHE_PATH_BYTES + OUTPUT_NAME_BYTES)

/* ---- before the run -------------------------------------------------------------------------- */

static bool is_npy(const char *path) { return tensor_format_of_name(path, strlen(path)) == TENSOR_FORMAT_NPY; }

/* Rank 0 makes the folder. */
static int open_folder(const char *path)
{
    struct stat about;
    if (ranks_comm()->rank != 0 || mkdir(path, 0777) == 0 || (stat(path, &about) == 0 && S_ISDIR(about.st_mode)))
        return EXIT_FINE;
    return refuse_of(EXIT_REJECTED, path, "is no folder, and none can be made there");
}

int shares_check(const run_settings *s)
{
    if (!s->output || is_npy(s->output))
        return EXIT_FINE;
    if (strcmp(s->output, "-") != 0 && tensor_format_of_name(s->output, strlen(s->output)) == TENSOR_FORMAT_NONE)
        return open_folder(s->output);
    return refuse(EXIT_USAGE, "run: ranks write their parts into .npy files: --output takes one, or a folder, not '%s'",
                  s->output);
}

/* ---- one result ------------------------------------------------------------------------------ */

typedef struct shares {
    const run_settings *s;
    const entry *e;
    const grn_function_info *info;
    const grn_diag *diag;
} shares;

/* "[0:2, 4:8]", of a part in one piece. */
static void show_positions(const grn_layout *l, const grn_tensor *own)
{
    const int32_t rank = ranks_comm()->rank;
    putchar('[');
    for (int32_t d = 0; d < own->rank; d++) {
        const int64_t first = own->shape[d] ? grn_layout_position(l, rank, d, 0) : l->shape[d];
        printf("%s%" PRId64 ":%" PRId64, d ? ", " : "", first, first + own->shape[d]);
    }
    putchar(']');
}

static grn_status show_share(const shares *h, const grn_results *results, size_t i, const grn_layout *l)
{
    const grn_tensor *own = grn_results_tensor(results, i);
    const grn_literal_options options = {.elide_over = h->s->full ? 0 : ELIDE_OVER};
    const grn_sink sink = grn_file_sink(stdout);
    if (grn_results_count(results) > 1)
        printf("result %zu ", i);
    if (own->rank > 0) {
        show_positions(l, own);
        fputs(": ", stdout);
    }
    grn_status status = grn_tensor_write_literal(own, &options, &sink);
    return status == GRN_OK && putchar('\n') == EOF ? GRN_E_SINK : status;
}

static grn_status write_part(const shares *h, const grn_tensor *own, size_t i, const grn_layout *l)
{
    char path[PATH_BYTES], name[OUTPUT_NAME_BYTES];
    const char *to = h->s->output;
    if (!is_npy(to)) {
        output_name(h->info->name, h->info->name_bytes, h->e->function, i, name);
        if ((size_t)snprintf(path, sizeof path, "%s/%s", to, name) >= sizeof path)
            return GRN_E_ARGUMENT;
        to = path;
    }
    const grn_status status = shared_npy_write(ranks_comm(), to, l, own, h->diag);
    ranks_ran(status); /* which all of them know */
    return status;
}

static grn_status use(const shares *h, const grn_results *results, size_t i)
{
    const grn_tensor *own = grn_results_tensor(results, i);
    const grn_layout *l = grn_results_layout(results, true, i);
    if (!l)
        return refuse(
            GRN_E_UNSUPPORTED,
            "run: result %zu is a part of a tuple, or of a shape that the program does not say: its place is not known",
            i);
    grn_status status = h->s->calling.reading.quiet ? GRN_OK : show_share(h, results, i, l);
    return status == GRN_OK && h->s->output ? write_part(h, own, i, l) : status;
}

int shares_use(const run_settings *s, const entry *e, const grn_function_info *info, const grn_results *results,
               const grn_diag *diag)
{
    const shares h = {.s = s, .e = e, .info = info, .diag = diag};
    grn_status status = GRN_OK;
    if (s->output && is_npy(s->output) && grn_results_count(results) != 1)
        return refuse_of(EXIT_USAGE, s->output, "an .npy holds one result, here are %zu; a folder holds all",
                         grn_results_count(results));
    for (size_t i = 0; status == GRN_OK && i < grn_results_count(results); i++)
        status = use(&h, results, i);
    return exit_of_status(status);
}
