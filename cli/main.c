/* main.c - which sub-command. */
#include <stdlib.h>
#include <string.h>

#include "cli.h"

const command commands[] = {
    {"run", "execute a program and print its results",
     "Executes the entry function of an MLIR program (StableHLO, tensor, TCP) and prints each result\n"
     "as a dense literal. The entry is --entry, else @main, else the only public\n"
     "function; a file of several functions without inputs runs them all.\n",
     1 << 0, run_command, false},
    {"check", "parse a program and verify every rule",
     "Parses and verifies; prints nothing when all is well.\n", 1 << 1, check_command, false},
    {"print", "format a program", "Parses, verifies and prints the program.\n", 1 << 2, print_command, false},
    {"plan", "show how each gather and scatter would run",
     "Prints for each gather and scatter of the program, in branches, loops and every function, the plan that a run\n"
     "would make: addressing, mover and partition, instruction set, threads, expected time per element, bytes moved, and\n"
     "what alternatives would cost or what stands against them. Nothing is run; no input is needed. For extents\n"
     "that are ?, --dim, the shapes of --input, or a default is taken, and said. --entry: only that function and those it calls.\n"
     "--target=ttnn prints instead what each would cost on Tenstorrent's hardware: strategy, cores, buffers, tiles and bytes moved.\n",
     1 << 3, plan_command, false},
    {"lint", "find what is wrong with indices, or could be said better",
     "Prints, for each gather and scatter, what follows from the program alone: indices that are out of bounds and what\n"
     "becomes of them, promises that are false or could be made, index types that are too narrow, updates that are\n"
     "overwritten, batching written as iotas. With --run or --input the entry runs as well, and every index\n"
     "is counted: clamped, dropped, negative, duplicate, unsorted, with the first of each.\n"
     "Exit status 1: there was a warning.\n",
     1 << 11, lint_command, false},
    {"convert", "rewrite a program into one that means the same",
     "Rewrites and prints the program. --to=NAME of a dialect makes its gathers and scatters, and the shape and\n"
     "element-wise ops around them, ops of another dialect; ops are put around them where\n"
     "the two differ on an index out of range or a negative one, and what cannot be expressed is refused\n"
     "with the reason. --to=NAME of a language prints each function as one of that language, to be pasted.\n"
     "--to=artifact writes it as a portable artifact of StableHLO's, for XLA and whatever else reads these; --to=onnx -o FILE.onnx as an\n"
     "ONNX model.\n"
     "--expand-batching writes the batching dims of StableHLO's gather and scatter\n"
     "out as iota components of the index vectors; --collapse-batching is its inverse.\n",
     1 << 4, convert_command, false},
    {"tune", "measure this machine, so that plans are chosen by its figures",
     "Measures what memory, kernels and threads of this machine take, prints the figures and keeps\n"
     "them in $XDG_CACHE_HOME/garner/machine (else ~/.cache/garner/machine; GARNER_MACHINE names\n"
     "another file). They decide how gathers and scatters run, and never what they give.\n",
     1 << 5, tune_command, true},
    {"lower", "write a program as loops, in MLIR's own dialects",
     "Lowers a program of any dialect and prints it: func, arith, math, scf and memref, or tensor and linalg. --to=scf\n"
     "has loops over memrefs, --to=parallel loops whose steps never meet, --to=linalg tensors. What comes out is\n"
     "what mlir-opt lowers to LLVM (docs/lower.md has the pipelines), and `garner run` runs it.\n"
     "--stages prints each stage on the way: tensor, destination, buffer, loops.\n",
     1 << 6, lower_command, false},
    {"emit", "write a program as C",
     "Lowers the program to loops and writes each public function as one function of C11 that needs only the\n"
     "headers of libc, and gives the bits that `garner run` gives. A program that is loops over memory already\n"
     "(scf, memref, arith) is written as it stands. What has no counterpart in C is refused with the reason.\n",
     1 << 7, emit_command, false},
    {"grad", "add the derivative of a function to a program",
     "Prints the program with a function more: @NAME_vjp, which takes the inputs of @NAME and a cotangent for each of\n"
     "its results and gives a cotangent for each input; with --jvp @NAME_jvp, which takes the inputs and a tangent\n"
     "for each and gives tangents of the results. Only floats and complex numbers have any. The function is\n"
     "--entry, else @main, else the only public one; of any dialect; what is added is StableHLO and can be\n"
     "differentiated again. What has no derivative is refused with its place and the reason.\n",
     1 << 8, grad_command, false},
    {"explain", "show how one element of a gather or scatter comes about",
     "Runs the entry function up to one gather or scatter and prints, for an element of its result,\n"
     "each step of the StableHLO specification with its value: result_index, batch_index, start_index,\n"
     "full_start_index with its clamp, ..., operand_index; of a scatter, every update that reaches the\n"
     "element, in order. Ops of other dialects are explained as the gather or scatter they are. Without --at, a few\n"
     "elements are chosen. Without --input, the inputs are zeros.\n",
     1 << 9, explain_command, false},
    {"draw", "draw a gather or scatter",
     "Runs the entry function up to one gather or scatter and draws it as SVG: operand, indices and result as\n"
     "grids, the dimensions marked by the attributes that speak of them, some elements traced from\n"
     "result to index to operand. On a terminal, or with --text, in box characters. Without --input, the inputs are zeros.\n",
     1 << 10, draw_command, false},
    {0}};

static void help(FILE *to)
{
    fprintf(to, "garner - gather and scatter programs\n\nusage: garner COMMAND [OPTION]... FILE\n\n");
    for (const command *c = commands; c->name; c++)
        fprintf(to, "  %-8s %s\n", c->name, c->summary);
    fprintf(to, "\nFILE is MLIR text, a portable artifact of StableHLO's or an ONNX model; - is standard input. `garner COMMAND --help` lists the options.\n"
                "Exit status: 0 fine; 1 a check in the program failed, or lint has a warning; 2 wrong usage; 3 input rejected;\n"
                "4 out of bounds or a false promise under a strict switch.\n");
}

static const command *find_command(const char *name)
{
    for (const command *c = commands; c->name; c++)
        if (strcmp(c->name, name) == 0)
            return c;
    return NULL;
}

static int run_with_settings(const command *c, int argc, char **argv)
{
    settings s = {0};
    int exit = options_read(c, argc, argv, &s);
    if (exit == EXIT_FINE && s.help)
        options_help(c, stdout);
    else if (exit == EXIT_FINE)
        exit = c->run(&s);
    threads_end();
    free(s.inputs.items);
    free(s.at.items);
    free(s.updates.items);
    free(s.entry.bytes);
    dims_free(&s.dims);
    return exit;
}

static int dispatch(int argc, char **argv)
{
    if (argc < 2) {
        help(stderr);
        return EXIT_USAGE;
    }
    if (strcmp(argv[1], "--version") == 0) {
        printf("garner %s\n", grn_version());
        return EXIT_FINE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0 || strcmp(argv[1], "help") == 0) {
        help(stdout);
        return EXIT_FINE;
    }
    const command *c = find_command(argv[1]);
    if (!c) {
        complain("there is no command '%s'; `garner --help` lists them", argv[1]);
        return EXIT_USAGE;
    }
    return run_with_settings(c, argc - 1, argv + 1);
}

int main(int argc, char **argv)
{
    setvbuf(stderr, NULL, _IOLBF, 1 << 12); /* a message at a time, not a character */
    int exit = dispatch(argc, argv);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        complain("standard output could not be written");
        return exit == EXIT_FINE ? EXIT_REJECTED : exit;
    }
    return exit;
}
