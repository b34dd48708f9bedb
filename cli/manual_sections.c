/*
 * manual_sections.c - what pages for man say beside commands and options: examples, files,
 * environment.
 *
 * The examples of one page follow each other in one folder; take.mlir is the program that garner(1)
 * shows. tests/cli/manual.sh runs all.
 */
#include <stdbool.h>
#include <string.h>

#include "manual.h"

typedef struct section_row {
    const char *of; /* the commands whose pages have it, in words; NULL: all pages */
    const char *what, *text;
} section_row;

static bool is_row_of(const section_row *row, const char *name)
{
    const size_t n = strlen(name);
    for (const char *at = row->of; at; at = strchr(at, ' '), at = at ? at + 1 : NULL)
        if (strncmp(at, name, n) == 0 && (at[n] == ' ' || at[n] == 0))
            return true;
    return !row->of;
}

/* ---- examples ---- */

static const char *const take[] = {
    "func.func @main(%table: tensor<3x2xf32>, %rows: tensor<2xi32>)",
    "    -> tensor<2x2xf32> {",
    "  %r = \"stablehlo.gather\"(%table, %rows) <{",
    "    dimension_numbers = #stablehlo.gather<offset_dims = [1],",
    "      collapsed_slice_dims = [0], start_index_map = [0],",
    "      index_vector_dim = 1>,",
    "    slice_sizes = array<i64: 1, 2>}>",
    "    : (tensor<3x2xf32>, tensor<2xi32>) -> tensor<2x2xf32>",
    "  return %r : tensor<2x2xf32>",
    "}",
};

static const section_row examples[] = {
    {"garner", "garner run take.mlir --input '[[1, 2], [3, 4], [5, 6]]' --input '[2, 0]'",
     "runs the program with a table and with the numbers of two rows."},
    {"garner", "garner lint take.mlir --input iota --input '[2, 5]'",
     "says that row 5 is out of range, and what becomes of it."},
    {"run", "garner run take.mlir --input '[[1, 2], [3, 4], [5, 6]]' --input '[2, 0]'",
     "prints rows 2 and 0 of the table. garner(1) has the program."},
    {"run", "garner run take.mlir --input iota --input '[2, 0]' --output rows.npy",
     "keeps them as a file that NumPy reads."},
    {"run", "garner run take.mlir --input iota --input '[2, 5]' --strict",
     "ends with exit status 4: row 5 is out of range, which is an error under --strict."},
    {"check", "garner check take.mlir", "prints nothing: the program breaks no rule."},
    {"check", "garner check --recursive .", "checks every program below the folder."},
    {"print", "garner print take.mlir", "prints the program as garner formats it."},
    {"plan", "garner plan take.mlir", "prints how the gather would run."},
    {"lint", "garner lint take.mlir", "says what follows from the program alone."},
    {"lint", "garner lint take.mlir --input iota --input '[2, 5]'",
     "counts the indices of a run, too: one is out of range, so that the exit status is 1."},
    {"convert", "garner convert take.mlir --to=onnx", "makes ONNX's operators of the program."},
    {"convert", "garner convert take.mlir --to=numpy", "prints it as a function for NumPy."},
    {"tune", "garner tune", "measures this machine and keeps the figures."},
    {"tune", "garner tune --print --seconds 1", "measures for a second, prints the figures and keeps none."},
    {"lower", "garner lower take.mlir --to=scf", "prints the program as loops over buffers."},
    {"shard", "garner shard embedding.mlir", "prints what each device of the program's mesh runs."},
    {"shard", "garner shard embedding.mlir --rules", "prints the sharding rule of every op."},
    {"emit", "garner emit take.mlir -o take.c", "writes the program as a function of C."},
    {"reduce", "garner reduce take.mlir --while 'grep -q gather {}'", "prints the smallest program that has a gather."},
    {"grad", "garner grad take.mlir", "adds the function @main_vjp, which computes gradients."},
    {"diff", "garner diff take.mlir --tool garner", "runs it twice on random inputs, which gives the same bits."},
    {"diff", "garner diff take.mlir --tool 'cp {inputs}/in_0.npy {outputs}/out_0.npy # {program}'",
     "tells of a tool that gives its first input back, so that the exit status is 1."},
    {"gen", "garner gen --about=gather,scatter --edge", "prints a program with its inputs and its results."},
    {"gen", "garner gen --dialect=onnx --as=onnx-node-test --count=100 -o tests",
     "writes a hundred node tests of ONNX's to a folder."},
    {"explain", "garner explain take.mlir --input iota --input '[2, 0]' --at 1,0",
     "shows where one element of the result comes from."},
    {"draw", "garner draw take.mlir -o take.svg", "draws the gather as a picture."},
    {"draw", "garner draw take.mlir --text", "draws it in box characters."},
    {"ops", "garner ops gather", "lists the ops whose names have gather in them."},
    {"ops", "garner ops stablehlo.gather", "prints the page of one op."},
    {"rule", "garner rule stablehlo.gather C21", "says what the rule demands, with a program that breaks it."},
    {"help", "garner help run", "says what run does, and lists its options."},
    {"version", "garner version", "prints the version."},
    {"manual", "garner manual run >garner-run.1", "keeps the page of run as a file."},
    {"completions", "garner completions bash >garner.bash", "keeps what bash completes words by."},
};

static void write_take(FILE *to)
{
    fputs("take.mlir takes rows of a table:\n.PP\n.nf\n.RS\n", to);
    for (size_t i = 0; i < sizeof take / sizeof *take; i++) {
        write_roff(to, take[i]);
        fputc('\n', to);
    }
    fputs(".RE\n.fi\n", to);
}

/* ---- files and environment ---- */

static const section_row files[] = {
    {"garner run plan tune", "$XDG_CACHE_HOME/garner/machine, ~/.cache/garner/machine",
     "this machine's figures, by which plans are chosen; garner tune writes it. The second where XDG_CACHE_HOME is not "
     "set."},
    {"garner run plan", "$XDG_CACHE_HOME/garner/tuning, ~/.cache/garner/tuning",
     "what --tune learnt by timing gathers and scatters of programs."},
    {"garner plan tune", "PREFIX/share/garner/machines", "figures of some machines, for GARNER_MACHINE."},
    {"garner diff", "PREFIX/share/garner/adapters",
     "the tools that --tool names, a file each, to be copied and changed."},
    {NULL, "PREFIX/share/doc/garner", "the licence, and what is new in each version."},
};

static const section_row environment[] = {
    {"garner run plan tune", "GARNER_MACHINE",
     "the file of this machine's figures; empty: none is read, and the defaults count."},
    {"garner run plan tune", "XDG_CACHE_HOME, HOME",
     "where the files above are; a path that is not absolute counts as none."},
    {"garner diff", "GARNER_ADAPTERS", "the folder of the adapters that --tool names, instead of the installed one."},
    {"garner diff", "TMPDIR", "where folders are made that tools run in, and that go with them (default: /tmp)."},
    {"garner diff", "GARNER", "of the adapter garner: the command that it runs (default: the one on PATH)."},
    {"garner draw", "COLUMNS", "how wide --text draws, from 40 to 1000."},
    {NULL, "NO_COLOR, TERM", "messages have no colours where NO_COLOR is not empty, or TERM is not set or is dumb."},
};

static void write_rows(FILE *to, const section_row *rows, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (!is_row_of(&rows[i], name))
            continue;
        fputs(".TP\n.B ", to);
        write_roff(to, rows[i].what);
        fputc('\n', to);
        write_roff(to, rows[i].text);
        fputc('\n', to);
    }
}

void write_manual_sections(FILE *to, const char *name)
{
    fputs(".SH EXAMPLES\n", to);
    if (strcmp(name, "garner") == 0)
        write_take(to);
    write_rows(to, examples, sizeof examples / sizeof *examples, name);
    fputs(".SH FILES\n", to);
    write_rows(to, files, sizeof files / sizeof *files, name);
    fputs(".SH ENVIRONMENT\n", to);
    write_rows(to, environment, sizeof environment / sizeof *environment, name);
}
