/*
 * main.c - garner-mpi: the command `run` on ranks of MPI.
 *
 * Each rank runs the whole command on its own process. What it prints is kept until it is known how
 * all ranks ended: messages then come from each rank, behind its number, and results from rank 0,
 * which is sent those of the others. Where a rank fails outside of a run, the others learn of it in
 * what they do together next (finish).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "garner/mpi.h"
#include "run.h"

enum { CHANNEL_OUTPUT = 1 };

/* ---- what is printed, kept ------------------------------------------------------------------- */

/* A stream of this program's that goes to a file for a while. */
typedef struct kept_stream {
    FILE *stream, *file;
    int before; /* where it went */
} kept_stream;

static bool keep_begin(kept_stream *k, FILE *stream)
{
    *k = (kept_stream){.stream = stream, .file = tmpfile(), .before = -1};
    fflush(stream);
    if (k->file)
        k->before = dup(fileno(stream));
    return k->before >= 0 && dup2(fileno(k->file), fileno(stream)) >= 0;
}

/* *text is the caller's to free; NULL where it could not be kept. */
static void keep_end(kept_stream *k, char **text, size_t *n)
{
    *text = NULL;
    *n = 0;
    if (k->before < 0)
        return;
    fflush(k->stream);
    dup2(k->before, fileno(k->stream));
    close(k->before);
    const long size = fseek(k->file, 0, SEEK_END) == 0 ? ftell(k->file) : -1;
    rewind(k->file);
    *text = size >= 0 ? malloc((size_t)size + 1) : NULL;
    if (*text)
        *n = fread(*text, 1, (size_t)size, k->file);
    fclose(k->file);
}

/* Each line behind the rank's number, all of them at once, so that ranks do not come between. */
static void tell_messages(int rank, const char *text, size_t n)
{
    size_t lines = 0;
    for (size_t i = 0; i < n; i++)
        lines += text[i] == '\n';
    char *all = n ? malloc(n + (lines + 1) * 24) : NULL, *to = all;
    for (const char *at = text; all && at < text + n;) {
        const char *end = memchr(at, '\n', (size_t)(text + n - at));
        const size_t line = end ? (size_t)(end - at) + 1 : (size_t)(text + n - at);
        to += sprintf(to, "[rank %d] ", rank);
        memcpy(to, at, line);
        to += line;
        at += line;
    }
    if (all)
        fwrite(all, 1, (size_t)(to - all), stderr);
    fflush(stderr);
    free(all);
}

/* ---- results, in the order of the ranks ------------------------------------------------------ */

typedef struct page {
    char *text;
    size_t n;
} page;

static grn_status send_page(const grn_comm *c, const page *p)
{
    const int64_t n = (int64_t)p->n;
    grn_status status = c->send(c->user, 0, CHANNEL_OUTPUT, &n, sizeof n);
    return status == GRN_OK ? c->send(c->user, 0, CHANNEL_OUTPUT, p->text, p->n) : status;
}

static grn_status receive_page(const grn_comm *c, int from, page *p)
{
    int64_t n = 0;
    grn_status status = c->receive(c->user, from, CHANNEL_OUTPUT, &n, sizeof n);
    p->text = status == GRN_OK ? malloc((size_t)n + 1) : NULL;
    if (!p->text)
        return status == GRN_OK ? GRN_E_MEMORY : status;
    p->n = (size_t)n;
    return c->receive(c->user, from, CHANNEL_OUTPUT, p->text, p->n);
}

/* How ranks are named: as processes of a grid, or as devices of a mesh. */
typedef struct naming {
    uint32_t partitions; /* of the grid that was asked for; 0: none was, and all ranks print the same */
    bool are_devices;
} naming;

static void print_pages(const page *pages, int count, const naming *as)
{
    for (int i = 0; i < count; i++) {
        const int partitions = (int)as->partitions;
        if (pages[i].n && as->are_devices)
            printf("device %d:\n", i);
        else if (pages[i].n)
            printf("process (%d, %d):\n", i / partitions, i % partitions);
        fwrite(pages[i].text, 1, pages[i].n, stdout);
    }
}

static grn_status print_gathered(const grn_comm *c, const page *own, const naming *as)
{
    page *pages = calloc((size_t)c->size, sizeof *pages);
    grn_status status = pages ? GRN_OK : GRN_E_MEMORY;
    for (int i = 1; status == GRN_OK && i < c->size; i++)
        status = receive_page(c, i, &pages[i]);
    if (status == GRN_OK) {
        pages[0] = *own;
        print_pages(pages, c->size, as);
    }
    for (int i = 1; pages && i < c->size; i++)
        free(pages[i].text);
    free(pages);
    return status;
}

static grn_status print_all(const grn_comm *c, const page *own, const naming *as)
{
    grn_status status = GRN_OK;
    if (as->partitions)
        status = c->rank == 0 ? print_gathered(c, own, as) : send_page(c, own);
    else if (c->rank == 0)
        fwrite(own->text, 1, own->n, stdout);
    return status == GRN_OK && (fflush(stdout) != 0 || ferror(stdout)) ? GRN_E_SINK : status;
}

/* ---- the end --------------------------------------------------------------------------------- */

/*
 * How all ranks ended. What a rank gives first meets what the others give here, or at the beginning
 * of a run that it will not come to: there they learn that it failed (module.h). After a run that
 * failed all know already. The second time all are here.
 */
static grn_status finish(const grn_comm *c, int exit, const page *own, const naming *as, int *all)
{
    int64_t least = 0;
    grn_status status = GRN_OK;
    if (!ranks_know_failure())
        status = c->least(c->user, exit == EXIT_FINE, &least);
    if (status == GRN_OK && least)
        status = print_all(c, own, as);
    const bool printed = status == GRN_OK || status == GRN_E_SINK;
    const bool was_fine = status == GRN_OK && least && exit == EXIT_FINE;
    if (printed)
        status = c->least(c->user, was_fine, &least);
    *all = exit != EXIT_FINE ? exit : least && status == GRN_OK ? EXIT_FINE : EXIT_REJECTED;
    return status;
}

/* ---- arguments of its own -------------------------------------------------------------------- */

/* Takes --timeout=SECONDS out of the arguments. False: the value makes no sense. */
static bool take_timeout(int *argc, char **argv, double *seconds)
{
    int kept = 1;
    bool right = true;
    for (int i = 1; i < *argc; i++) {
        const char *value = strncmp(argv[i], "--timeout=", 10) == 0 ? argv[i] + 10 : NULL;
        char *end;
        if (!value && strcmp(argv[i], "--timeout") == 0)
            value = i + 1 < *argc ? argv[++i] : "";
        if (!value) {
            argv[kept++] = argv[i];
            continue;
        }
        *seconds = strtod(value, &end);
        right = right && end != value && *end == '\0' && *seconds >= 0 && *seconds <= 1e9;
        if (*seconds == 0)
            *seconds = -1;
    }
    argv[kept] = NULL;
    *argc = kept;
    return right;
}

/* By the grid that the arguments ask for, as the command reads it, or the devices. */
static naming naming_of(const grn_comm *ranks, int argc, char **argv)
{
    naming as = {.partitions = 0};
    common c;
    run_settings s = {.output = NULL};
    const command *run = argc > 1 ? find_command(argv[1]) : NULL;
    if (!run || run->code != &run_code)
        return as;
    if (options_read(run, argc - 1, argv + 1, &c, &s) == EXIT_FINE && (s.replicas || s.partitions))
        as.partitions = s.partitions ? s.partitions : 1;
    else if (s.devices)
        as = (naming){.partitions = (uint32_t)ranks->size, .are_devices = true};
    options_free(run, &c, &s);
    return as;
}

/* ---- all of it ------------------------------------------------------------------------------- */

static int ranks_on_this_machine(void)
{
    MPI_Comm beside;
    int count = 1;
    if (MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &beside) == MPI_SUCCESS) {
        MPI_Comm_size(beside, &count);
        MPI_Comm_free(&beside);
    }
    return count;
}

/* Runs the command with both streams kept. */
static int dispatch_kept(const grn_comm *ranks, int argc, char **argv, page *out, page *messages, naming *as)
{
    kept_stream kept_out, kept_err;
    const bool begun = keep_begin(&kept_err, stderr), both = keep_begin(&kept_out, stdout) && begun;
    int exit = EXIT_REJECTED;
    if (both) {
        exit = command_dispatch(argc, argv);
        *as = exit == EXIT_FINE ? naming_of(ranks, argc, argv) : (naming){.partitions = 0};
    } else
        complain("what is printed cannot be kept: %s", strerror(errno));
    keep_end(&kept_out, &out->text, &out->n);
    keep_end(&kept_err, &messages->text, &messages->n);
    return exit;
}

static int run_on(const grn_comm *c, int argc, char **argv)
{
    page out, messages;
    naming as = {.partitions = 0};
    int all;
    ranks_begin(c, ranks_on_this_machine());
    const int exit = dispatch_kept(c, argc, argv, &out, &messages, &as);
    tell_messages(c->rank, messages.text, messages.n);
    const grn_status status = finish(c, exit, &out, &as, &all);
    free(messages.text);
    free(out.text);
    if (status != GRN_OK && status != GRN_E_SINK) {
        fprintf(stderr, "[rank %d] garner: the ranks cannot go on: %s\n", c->rank, grn_status_text(status));
        fflush(stderr);
        nanosleep(&(struct timespec){1, 0}, NULL); /* what the others say is out by then */
        MPI_Abort(MPI_COMM_WORLD, exit != EXIT_FINE ? exit : EXIT_REJECTED);
    }
    return all;
}

int main(int argc, char **argv)
{
    int provided;
    double seconds = 0;
    grn_comm c;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
    const bool right = take_timeout(&argc, argv, &seconds);
    const grn_mpi_options options = {.size_bytes = sizeof options, .stuck_seconds = seconds};
    const grn_status status = grn_mpi_comm_with(MPI_COMM_WORLD, &options, &c);
    if (status != GRN_OK) {
        complain("the ranks cannot be reached: %s", grn_status_text(status));
        MPI_Abort(MPI_COMM_WORLD, EXIT_REJECTED);
    }
    int exit = EXIT_USAGE;
    if (right)
        exit = run_on(&c, argc, argv);
    else if (c.rank == 0)
        complain("--timeout takes seconds, 0 for none");
    c.release(c.user);
    MPI_Finalize();
    return exit;
}
