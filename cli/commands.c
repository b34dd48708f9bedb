/* commands.c - the sub-commands there are. */
#include "cli.h"

extern const command_code run_code, check_code, print_code, plan_code, lint_code, convert_code, tune_code, lower_code,
    shard_code, emit_code, grad_code, gen_code, diff_code, reduce_code, explain_code, draw_code, ops_code, rule_code,
    help_code, version_code, manual_code, completions_code;

const command commands[] = {
    {"run", "execute a program and print its results",
     "Executes the entry function of a program and prints each result as a dense literal. The entry is --entry, else "
     "@main, else the only public function; a file of several functions without inputs runs them all.",
     "FILE", &run_code},
    {"check", "parse a program and verify every rule",
     "Parses and verifies; prints nothing when all is well. Of several files, and with --recursive of folders, it "
     "prints a line for each and how many are fine.",
     "FILE...", &check_code},
    {"print", "format a program", "Parses, verifies and prints the program.", "FILE", &print_code},
    {"plan", "show how each gather and scatter would run",
     "Prints for each gather and scatter of the program, in branches, loops and every function, the plan that a run "
     "would make: addressing, mover and partition, instruction set, threads, expected time per element, bytes moved, "
     "and what alternatives would cost or what stands against them. Nothing is run; no input is needed. For extents "
     "that are ?, --dim, the shapes of --input, or a default is taken, and said. --entry: only that function and those "
     "it calls. --target=ttnn prints instead what each would cost on Tenstorrent's hardware: strategy, cores, buffers, "
     "tiles and bytes moved.",
     "FILE", &plan_code},
    {"lint", "find why two backends differ, and what is wrong with indices",
     "Prints, for each gather and scatter, what follows from the program alone: indices that are out of bounds or "
     "negative and what becomes of them, promises that are false or could be made, index types that are too narrow, "
     "updates that replace one another, sums of floats and regions whose order shows, windows that are partly outside, "
     "batching written as iotas; and what torch, ONNX Runtime, XLA and TTNN do there. What only may happen is a "
     "remark. With --run or --input the entry runs as well, and every index is counted: clamped, dropped, negative, "
     "duplicate, unsorted, with the first of each; of a sum of floats the largest bound of its error. Exit status 1: "
     "there was a warning.",
     "FILE", &lint_code},
    {"convert", "rewrite a program into one that means the same",
     "Rewrites and prints the program. --to=NAME of a dialect makes its gathers and scatters, and the shape and "
     "element-wise ops around them, ops of another dialect; ops are put around them where the two differ on an index "
     "out of range or a negative one, and what cannot be expressed is refused with the reason. --to=NAME of a language "
     "prints each function as one of that language, to be pasted. --to=artifact writes it as a portable artifact of "
     "StableHLO's, for XLA and whatever else reads these; --to=onnx -o FILE.onnx as an ONNX model. --expand-batching "
     "writes the batching dims of StableHLO's gather and scatter out as iota components of the index vectors; "
     "--collapse-batching is its inverse.",
     "FILE", &convert_code},
    {"tune", "measure this machine, so that plans are chosen by its figures",
     "Measures what memory, kernels and threads of this machine take, prints the figures and keeps them in "
     "$XDG_CACHE_HOME/garner/machine (else ~/.cache/garner/machine; GARNER_MACHINE names another file). They decide "
     "how gathers and scatters run, and never what they give.",
     NULL, &tune_code},
    {"lower", "write a program as loops, in MLIR's own dialects",
     "Lowers a program of any dialect and prints it: func, arith, math, scf and memref, or tensor and linalg. --to=scf "
     "has loops over memrefs, --to=parallel loops whose steps never meet, --to=linalg tensors. What comes out is what "
     "mlir-opt lowers to LLVM (docs/lower.md has the pipelines), and `garner run` runs it. --stages prints each stage "
     "on the way: tensor, destination, buffer, loops.",
     "FILE", &lower_code},
    {"shard", "divide a program over the devices of a mesh",
     "Prints the program as each device of its mesh runs it, by the shardings that it has in Shardy's dialect, sdy: "
     "local shapes, and StableHLO's collectives. `garner run --devices` runs it, and prints what one process would. "
     "--stage stops on the way there: --stage=rules, or --rules, prints the sharding rule of every op, as "
     "sdy.sharding_rule; propagated, of each value its sharding. --explain tells which collective came and why, and "
     "how many bytes come to a device in all. --model predicts instead what a network would make of each gather and "
     "scatter.",
     "FILE", &shard_code},
    {"emit", "write a program as C",
     "Lowers the program to loops and writes each public function as one function of C11 that needs only the headers "
     "of libc, and gives the bits that `garner run` gives. A program that is loops over memory already (scf, memref, "
     "arith) is written as it stands. What has no counterpart in C is refused with the reason.",
     "FILE", &emit_code},
    {"grad", "add the derivative of a function to a program",
     "Prints the program with a function more: @NAME_vjp, which takes the inputs of @NAME and a cotangent for each of "
     "its results and gives a cotangent for each input; with --jvp @NAME_jvp, which takes the inputs and a tangent for "
     "each and gives tangents of the results. Only floats and complex numbers have any. The function is --entry, else "
     "@main, else the only public one; of any dialect; what is added is StableHLO and can be differentiated again. "
     "What has no derivative is refused with its place and the reason.",
     "FILE", &grad_code},
    {"gen", "make programs at random, with inputs and expected results",
     "Makes valid programs at random, with inputs and the results that they have by their specification, for other "
     "tools to be held against. No program depends on what its specification leaves open, unless --unspecified asks "
     "for it. The first line of a file is the command that makes it again; a program is the same on every machine.",
     NULL, &gen_code},
    {"diff", "hold another tool's results against the specification",
     "Runs each program by garner and by another tool, on the same inputs, and says of each whether the tool's results "
     "are the same bits, other bits that the specification allows, with the reason, or a mistake: the op at which they "
     "part, the first wrong element, and the wrong reading that gives it. A crash, a time-out and a refusal are told "
     "with what the tool said. Inputs are those of --input, else those that lie beside the program, else random ones. "
     "--tool is an adapter (docs/conformance.md lists them) or a command of one's own. Exit status: 0 all the same or "
     "allowed; 1 a bug, a crash or a time-out; 2 wrong usage; 3 a program was rejected, or the tool does not start. "
     "Refusals are counted and are no failure.",
     "FILE|FOLDER...", &diff_code},
    {"reduce", "find the smallest program that still does something",
     "Finds the smallest program for which the line of --while exits with 0, or which the tool of --diff still gets "
     "wrong in the same way. Ops are left out or replaced by their values, regions by what is in them; extents, "
     "attributes, elements and constants become simpler. Every program that is tried verifies, is of the dialect of "
     "the file, and is tried once. An interrupt ends the search with the smallest program so far. Exit status 1: the "
     "program itself does not do it.",
     "FILE", &reduce_code},
    {"explain", "show how one element of a gather or scatter comes about",
     "Runs the entry function up to one gather or scatter and prints, for an element of its result, each step of the "
     "StableHLO specification with its value: result_index, batch_index, start_index, full_start_index with its clamp, "
     "..., operand_index; of a scatter, every update that reaches the element, in order. Ops of other dialects are "
     "explained as the gather or scatter they are. Without --at, a few elements are chosen. Without --input, the "
     "inputs are zeros.",
     "FILE", &explain_code},
    {"draw", "draw a gather or scatter",
     "Runs the entry function up to one gather or scatter and draws it as SVG: operand, indices and result as grids, "
     "the dimensions marked by the attributes that speak of them, some elements traced from result to index to "
     "operand. On a terminal, or with --text, in box characters. A name that ends in .png after -o gets a PNG, where "
     "librsvg is installed. Without --input, the inputs are zeros.",
     "FILE", &draw_code},
    {"ops", "list ops, or say all about one",
     "Prints the ops whose names match, by dialect, with what each does in a line; without a PATTERN all. A PATTERN is "
     "a part of a name, or with * ? [ all of it; upper and lower case are the same. Of an op that is named in full, as "
     "stablehlo.gather, it prints the page: source, syntax, operands, attributes and results, rules, what the commands "
     "do with it, and a program that runs as it stands.",
     "[PATTERN]...", &ops_code},
    {"rule", "explain a rule that a message names",
     "Prints what the rule says, its source, the ops that it is a rule of, a program that breaks it and what garner "
     "says of that. A rule is C21, stablehlo.gather C21, gather.C21, TCP-9, or the whole of 'rule C21 of the StableHLO "
     "spec, gather'. Where several rules have the number, and of an OP alone, a line for each. Without either, which "
     "numbers there are.",
     "[OP] [RULE]...", &rule_code},
    {"help", "say what a command does, and list its options",
     "Prints the commands, or what one of them does with its options.", "[COMMAND]", &help_code},
    {"version", "say which version this is", "Prints the version.", NULL, &version_code},
    {"manual", "print a page for man",
     "Prints the manual page of garner, or of one of its commands, as man reads it: garner manual run | man -l -",
     "[COMMAND]", &manual_code},
    {"completions", "print what a shell completes words by",
     "Prints a script for bash, zsh or fish: commands, options and the words that options take.", "SHELL",
     &completions_code},
    {0}};
