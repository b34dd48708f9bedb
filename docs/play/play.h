/*
 * play.h - what the page asks of the library: a call for each pane.
 *
 * Knows the public headers alone. Every call takes a program of any dialect as text and answers
 * JSON, zero-terminated, that the caller frees; NULL where memory was refused. Nothing is kept
 * between calls. An answer is an object:
 *
 *   "status"    of the call, "GRN_OK" or an error's name
 *   "messages"  [{"severity", "line", "column", "text"}] as `garner` prints them, line 0 of those
 *               without a place; "input" is there, with its number, in one about an input's text,
 *               whose line and column are its own
 *
 * and what the call adds. A program has at most PLAY_PROGRAM_BYTES; a call takes at most
 * PLAY_MEMORY_BYTES, a run PLAY_STEPS. `inputs` are texts as files/typed.h reads them, each with a
 * zero behind it. `function` is the number of one of the module. `options` are bits, 1 << PLAY_..
 * of PLAY_OPTIONS. Messages name the page's own controls, never an option of the command.
 */
#ifndef PLAY_H
#define PLAY_H

#include <stddef.h>
#include <stdint.h>

#define PLAY_PROGRAM_BYTES ((size_t)256 << 10)
#define PLAY_INPUT_BYTES ((size_t)256 << 10) /* of all inputs together */
#define PLAY_MEMORY_BYTES ((size_t)256 << 20)
#define PLAY_STEPS UINT64_C(10000000) /* a second of a browser's at most, but for the dearest */
#define PLAY_MESSAGES 100
#define PLAY_CELLS 2048 /* of a result, in its grid */

/* What a person may choose beside the program: the command's option, and what the page calls it. */
#define PLAY_OPTIONS(O)                                                                \
    O(STRICT, "--strict", "Refuse an index out of range")                              \
    O(WHOLE_WINDOW, "--drop-whole-window", "Drop a window as a whole")                 \
    O(CHECK_PROMISES, "--check-promises", "Check promises")                            \
    O(IN_BOUNDS, "--assume-in-bounds", "Take indices to be in range")                  \
    O(NONUNIQUE, "--allow-nonunique-scatter", "Take scatters that are not unique")     \
    O(UNREGISTERED, "--allow-unregistered-dialect", "Keep ops of unknown dialects")    \
    O(COLLAPSE, "--collapse-batching", "Make batching dimensions of index components") \
    O(DROP_CHECKS, "--drop-checks", "Leave checks out")                                \
    O(REASSOCIATE, "--reassociate", "Divide sums of floats")
enum {
#define PLAY_OPTION_ENUM(name, option, label) PLAY_##name,
    PLAY_OPTIONS(PLAY_OPTION_ENUM)
#undef PLAY_OPTION_ENUM
        PLAY_OPTION_COUNT
};

/* "version", "dialects", "languages", "forms": what there is to translate to; "options":
 * [label]. */
char *play_about(void);

/* "functions": [{"name", "inputs": [type], "names": [of the inputs, without %], "results": count,
 * "runs": 0 or 1, "devices": of its mesh, 1 without one}]. */
char *play_check(const char *program, size_t bytes, uint32_t options);

/*
 * "inputs": [{"text", "most", "least"}], a value for each input that the function can be run on:
 * small numbers in order, or random ones where `seed` is not 0. An input whose elements an access
 * takes as indices gets some in its range; `most` has the largest that is, one for all places or
 * one for each along the last dimension, and is empty for other inputs; `least` is 0 or 1. "text"
 * is empty where the type is no tensor's.
 */
char *play_inputs(const char *program, size_t bytes, uint32_t options, uint32_t function, uint32_t seed);

/*
 * "steps", "results": [{"dtype", "shape", "text", "shown", "elements"}]. "text" is what `garner
 * run` prints; "elements" are of the corner of the extents "shown", in row-major order, at most
 * PLAY_CELLS.
 */
char *play_run(const char *program, size_t bytes, uint32_t options, uint32_t function, const char *inputs,
               size_t inputs_bytes);

/* "findings": [{"severity", "kind", "line", "column", "op", "text", "advice"}], what `garner lint`
 * says of the program and of a run of the function; of the program alone where the inputs are none
 * of its. */
char *play_lint(const char *program, size_t bytes, uint32_t options, uint32_t function, const char *inputs,
                size_t inputs_bytes);

/*
 * "devices": how many the mesh of the function has. "values": [{"name", "type", "parts": [text]}],
 * of each input and result which part each device has: "[0:2, 0:4]", "all of it", "nothing".
 * "moves": [{"line", "text"}], what devices exchange, and what each of them runs whole. What one
 * device runs is play_translate's form "device".
 */
char *play_shard(const char *program, size_t bytes, uint32_t options, uint32_t function);

/* "text": the program in another dialect or language, or one of the forms: "loops" as `garner
 * lower` prints it, "c" as `garner emit`, "device" as `garner shard`, "gradient" and "tangents" as
 * `garner grad` does of `function`, which the others do not read. */
char *play_translate(const char *program, size_t bytes, uint32_t options, uint32_t function, const char *to);

/* "ops": the gathers and scatters that a run meets, the first sixteen, each an object as
 * grn_module_explain writes it. */
char *play_ops(const char *program, size_t bytes, uint32_t options, uint32_t function, const char *inputs,
               size_t inputs_bytes);

/* "text", "words": the steps of the element at "1,0,2" of op `op`'s result, or, of a scatter, of
 * its updates, and what the op does. */
char *play_explain(const char *program, size_t bytes, uint32_t options, uint32_t function, const char *inputs,
                   size_t inputs_bytes, uint32_t op, uint32_t at_update, const char *at);

/* "svg": the op's picture, with the elements traced that `at` names, "0,1;4,1", of a gather's
 * result or a scatter's updates; the first GRN_DRAW_TRACES of them. "": a few are chosen. */
char *play_draw(const char *program, size_t bytes, uint32_t options, uint32_t function, const char *inputs,
                size_t inputs_bytes, uint32_t op, const char *at);

#endif
