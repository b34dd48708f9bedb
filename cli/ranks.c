/* ranks.c - the ranks that one command runs on, and what is different for them. */
#include <string.h>
#include <sys/stat.h>

#include "run.h"

static struct {
    const grn_comm *comm; /* NULL: there are none */
    int32_t beside;
    bool failed; /* the last run did, on all of them */
} ranks;

void ranks_begin(const grn_comm *comm, int32_t beside)
{
    ranks.comm = comm;
    ranks.beside = beside;
}

const grn_comm *ranks_comm(void) { return ranks.comm; }
uint32_t ranks_beside(void) { return ranks.beside > 1 ? (uint32_t)ranks.beside : 1; }
void ranks_ran(grn_status status) { ranks.failed = status != GRN_OK; }
bool ranks_know_failure(void) { return ranks.failed; }

/* Only the first rank's standard input is that of the command. */
static bool reads_stdin(const common *c, const run_settings *s)
{
    bool is = c->file && strcmp(c->file, "-") == 0;
    for (size_t i = 0; i < s->calling.inputs.count; i++) {
        const char *equals = strrchr(s->calling.inputs.items[i], '='),
                   *value = equals ? equals + 1 : s->calling.inputs.items[i];
        is = is || strcmp(value, "-") == 0 || strcmp(value, "@-") == 0;
    }
    return is;
}

/* As results.c has it: one that is there, or a name that is no file's of tensors. */
static bool is_folder(const char *path)
{
    struct stat about;
    const bool is_file = strcmp(path, "-") == 0 || tensor_format_of_name(path, strlen(path)) != TENSOR_FORMAT_NONE;
    return !is_file || path[strlen(path) - 1] == '/' || (stat(path, &about) == 0 && S_ISDIR(about.st_mode));
}

static bool is_grid(const run_settings *s) { return s->replicas || s->partitions; }

static const char *why_refused(const common *c, const run_settings *s)
{
    if (reads_stdin(c, s))
        return "standard input is not on every rank; a file is";
    if (c->json)
        return "--json is not made by ranks";
    if (is_grid(s) && s->output && !is_folder(s->output))
        return "ranks that are processes of a grid write their results to a folder: --output takes one";
    if ((s->devices || is_grid(s)) && s->expects.count)
        return "--expect compares all results, which no rank has here; compare the files of --output";
    if (s->text_output)
        return "ranks write their results to files of tensors or a folder: --output takes one";
    if (s->tuning.tune)
        return "--tune is not done by ranks; `garner run --tune` keeps what they may use";
    return NULL;
}

/* Where no grid was asked for, rank 0 writes what it has; of devices each writes its part. */
static bool writes(const run_settings *s) { return s->devices || ranks.comm->rank == 0 || (is_grid(s) && s->output); }

bool ranks_may(const command *which)
{
    const bool may = !ranks.comm || which->code == &run_code;
    if (!may)
        complain("%s: ranks run programs; `garner` has the other commands", which->name);
    return may;
}

int ranks_settle(const common *c, run_settings *s)
{
    const char *why = ranks.comm ? why_refused(c, s) : NULL;
    if (why)
        return refuse(EXIT_USAGE, "run: %s", why);
    if (ranks.comm && !writes(s))
        s->output = NULL;
    if (ranks.comm && ranks.comm->rank != 0)
        s->probe_dir = NULL;
    return EXIT_FINE;
}
