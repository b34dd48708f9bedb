/*
 * module.h - programs: parse, verify, print, run.
 *
 * A grn_module is MLIR text, a portable artifact or an ONNX model, made ready: parsed into
 * operations of the dialects garner knows. It never changes after parsing, and calls on it are
 * thread-safe: several threads may verify, print or run one at once, and one of them destroys it
 * when the others are done. All positions in messages count from the first line of the text given;
 * of an artifact or a model, the line is the op's number in the file, from 1, and the column the
 * offset of its first byte.
 *
 * options (but those of grn_module_convert), allocators and diag may be NULL, and `text` of 0
 * bytes. Of NULL there are 0 functions, 0 results, no tensor and no dtype; destroying it does
 * nothing. *out is NULL after every error.
 */
#ifndef GARNER_MODULE_H
#define GARNER_MODULE_H

#include "garner/tensor.h"
#include "garner/machine.h"
#include "garner/threads.h"
#include "garner/plan.h"
#include "garner/tuning.h"
#include "garner/version.h"

GRN_BEGIN_DECLS

typedef struct grn_module grn_module;

struct grn_external_files; /* onnx_model.h */
typedef struct grn_module_options {
    size_t size_bytes;              /* 0, or sizeof(grn_module_options): garner.h */
    const grn_allocator *allocator; /* NULL: malloc. Must outlive the module. */
    bool allow_unregistered;        /* keep ops of dialects garner does not know (they cannot run) */
    uint32_t first_line;            /* of the text, in messages; 0 means 1 */
    /* take tensor.scatter without `unique`, which upstream refuses: the last update wins */
    bool allow_nonunique_scatter;
    bool keep_comments; /* of the text, for grn_module_print */
    const struct grn_external_files
        *external; /* of an ONNX model: where tensors in other files come from; NULL: such a model is refused */
    /* `text`, and what `external` gives, stay as they are until the module is destroyed: constants
     * of an ONNX model are then read where they lie, as far as they are aligned */
    bool keeps_bytes;
    bool strict_syntax; /* text is what MLIR's own parser takes: no snippets, as below */
} grn_module_options;

/*
 * Parses `size_bytes` of text, or of a portable artifact of StableHLO's (VHLO 0.9.0 to 1.20.0 in
 * MLIR's bytecode), which is known by its first bytes and comes out as today's StableHLO, or of an
 * ONNX model (grn_file_is_onnx), whose operators without a row are kept as if under
 * allow_unregistered. Each may go away afterwards, unless keeps_bytes is set. GRN_E_PARSE,
 * GRN_E_LIMIT, GRN_E_MEMORY; of an artifact, of a model, and of a file of another kind that is
 * known (grn_file_kind), also GRN_E_FORMAT and GRN_E_UNSUPPORTED. On failure *out is NULL and there
 * is nothing to destroy. Options may be NULL.
 *
 * Text may be a snippet, as documents and reports show them, unless strict_syntax is set: ops at
 * the top of it become a function @main. Its arguments are the values that no op defines, in the
 * order of their first uses; it returns the results of the last op, or what a terminator there
 * says. A remark to diag has its signature. Lines `%x = ...`, `...`, and comments behind `# ` are
 * skipped. A text with a @main of its own is read as MLIR does.
 */
GRN_API GRN_MUST_USE grn_status grn_module_parse(const char *text, size_t size_bytes, const grn_module_options *options,
                                                 const grn_diag *diag, grn_module **out);
/* NULL is fine. Results and modules made from it live on. */
GRN_API void grn_module_destroy(grn_module *module);

/*
 * What the first bytes of a file say that it is: "a zip archive, as .npz and PyTorch's .pt are;
 * ...", with what to do about it; NULL for text of MLIR's, for portable artifacts and for ONNX
 * models, which grn_module_parse reads, and for all that is not known. Static storage.
 */
GRN_API const char *grn_file_kind(const void *bytes, size_t size_bytes);

/* Whether these are the bytes of MLIR's bytecode, which an artifact is. */
GRN_API bool grn_file_is_bytecode(const void *bytes, size_t size_bytes);

/*
 * Where a place of the module's is: of an artifact, what its op's location says, model.py:3:7, else
 * "op 3 at byte 120"; of an ONNX model "node 'name' at byte 120"; of text "3:7". GRN_E_ARGUMENT for
 * a place that is none, and what the sink answers.
 */
GRN_API GRN_MUST_USE grn_status grn_module_write_place(const grn_module *module, grn_place place, const grn_sink *sink);

/*
 * Where what stands at a place of the module's comes from, as its loc(..) says: the line of a
 * Python program that JAX wrote the op for. Of several files, as a chain of calls has them, the
 * innermost. A place within an op is the op's. Both calls may be made from a diag that gets this
 * module's messages.
 */
typedef struct grn_origin {
    /* of file_bytes bytes; NULL: the location names none. These texts live with the module, and may
     * hold zeros */
    const char *file;
    size_t file_bytes;
    uint32_t line, column; /* in that file, from 1 as a rule */
    const char *name;      /* "jit(f)/jit(main)/gather", of name_bytes bytes; NULL: the location names nothing */
    size_t name_bytes;
} grn_origin;
/* False: nothing is known; *out is empty then. */
GRN_API bool grn_module_origin(const grn_module *module, grn_place place, grn_origin *out);
/* All of it for a person, `"jit(f)/gather" at train.py:12:4, called from run.py:3:1`; nothing where
 * nothing is known. Answers what the sink answers. */
GRN_API GRN_MUST_USE grn_status grn_module_write_origin(const grn_module *module, grn_place place,
                                                        const grn_sink *sink);

/* Checks every rule of every op; all failures are reported. GRN_E_VERIFY if there was any. */
GRN_API GRN_MUST_USE grn_status grn_module_verify(const grn_module *module, const grn_diag *diag);

typedef struct grn_module_print_options {
    size_t size_bytes;  /* 0, or sizeof(grn_module_print_options): garner.h */
    bool generic;       /* every op quoted with its attributes and types spelled out: what any MLIR tool reads */
    int64_t elide_over; /* shorten constants with more elements (then no longer parseable); 0: never */
    /* values keep the names that the program's text gave them, made different where two are one;
     * else numbers */
    bool names;
    /* comments that were kept (grn_module_options) stand before and behind the ops that they stood
     * at */
    bool comments;
    /* loc(..) stands behind ops and arguments that have one, as MLIR's --mlir-print-debuginfo
     * prints it */
    bool locations;
} grn_module_print_options;

/* Writes the module as text that parses back to the same module. Options may be NULL. */
GRN_API GRN_MUST_USE grn_status grn_module_print(const grn_module *module, const grn_module_print_options *options,
                                                 const grn_sink *sink);

/*
 * Batching dims, both ways. Each makes a new module, the caller's to destroy, of the given one's
 * allocator and options, which must live as long; *out is NULL on failure. A module that nobody has
 * verified yet is verified first (GRN_E_VERIFY), and so is what comes out. Places in messages are
 * those of the module given.
 *
 * expand: every StableHLO gather, dynamic_gather and scatter with batching dims becomes one
 * without, whose index vectors begin with the batch's own position: an iota per batching dim,
 * concatenated before the rest, as upstream's compatibility expander writes it. GRN_E_UNSUPPORTED
 * where that cannot be done: every such op is reported. collapse: the inverse. An index component
 * that is an iota along a dim of the indices becomes a pair of batching dims where the extents
 * agree. Never refuses: what is not recognised stays.
 */
GRN_API GRN_MUST_USE grn_status grn_module_expand_batching(const grn_module *module, const grn_diag *diag,
                                                           grn_module **out);
GRN_API GRN_MUST_USE grn_status grn_module_collapse_batching(const grn_module *module, const grn_diag *diag,
                                                             grn_module **out);

/*
 * The program in the words of another dialect: "stablehlo", "tensor", "tcp", "onnx", "torch",
 * "ttnn" or "nvl" (grn_module_dialect lists them). What an index out of range means is kept by ops
 * put around the target's own, as is everything else the target does otherwise; an error for it
 * that the target does not give is reported as a remark. GRN_E_UNSUPPORTED, reported at each op
 * with the reason, where the target cannot express it; GRN_E_ARGUMENT for an unknown dialect. An op
 * that is neither gather, scatter nor one of the shape and element-wise ops around them stays as it
 * is. As above: a new module of the given one's allocator and options, verified; *out is NULL on
 * failure.
 */
typedef struct grn_module_convert_options {
    size_t size_bytes; /* 0, or sizeof(grn_module_convert_options): garner.h */
    const char *to;
    /* every index is in [0, extent): nothing is put around for one that is not, negative ones
     * included */
    bool assume_in_bounds;
    bool strict_target; /* an op that the dialect lacks is an error; else it stays, and a remark says so */
    bool keep_recipes;  /* do not raise: a gather of constant indices stays a gather, a broadcast recipe stays one */
} grn_module_convert_options;
GRN_API GRN_MUST_USE grn_status grn_module_convert(const grn_module *module, const grn_module_convert_options *options,
                                                   const grn_diag *diag, grn_module **out);
/* The dialects `to` may name, in order; NULL behind the last and beyond. Static storage. */
GRN_API const char *grn_module_dialect(size_t i);

/*
 * The program as a portable artifact of StableHLO's, which XLA, and whatever else reads them,
 * reads: VHLO of the version `target` ("1.0.0", "minimum", "current"; NULL: current, 1.20.0) in
 * MLIR's bytecode, to the sink. What the version says otherwise is said so; batching dims, which
 * are younger than 1.0.0, are written out as iota components before. GRN_E_UNSUPPORTED, reported at
 * each op, for what it cannot say, with the version that can; GRN_E_ARGUMENT for a version that
 * there is not; GRN_E_VERIFY for a module that breaks a rule. Only a failure of the sink leaves a
 * part of a file. Options may be NULL.
 */
typedef struct grn_module_artifact_options {
    size_t size_bytes; /* 0, or sizeof(grn_module_artifact_options): garner.h */
    const char *target;
} grn_module_artifact_options;
GRN_API GRN_MUST_USE grn_status grn_module_write_artifact(const grn_module *module,
                                                          const grn_module_artifact_options *options,
                                                          const grn_diag *diag, const grn_sink *sink);

/*
 * The program as text that a person pastes into a program of another language: "numpy", "jax",
 * "pytorch" or "r" (grn_module_language lists them). Each function becomes one of the same name,
 * with a comment for every step, and gives the same bits when run on the same inputs
 * (docs/source.md says where a language's own mathematics does not). The program may be of any
 * dialect. `sink` gets UTF-8 in pieces, and nothing at all unless every function can be written.
 *   GRN_E_UNSUPPORTED: an op or an element type that the language cannot say, reported at each op
 *   with the reason. GRN_E_ARGUMENT: an unknown language, or NULL but for diag. Any other status is
 *   the sink's own, or one of grn_module_convert.
 * Several threads may write one module at once.
 */
typedef struct grn_module_source_options {
    size_t size_bytes; /* 0, or sizeof(grn_module_source_options): garner.h */
    const char *language;
    bool keep_recipes; /* as in grn_module_convert_options */
} grn_module_source_options;
GRN_API GRN_MUST_USE grn_status grn_module_write_source(const grn_module *module,
                                                        const grn_module_source_options *options, const grn_diag *diag,
                                                        const grn_sink *sink);
/* The languages there are, in order; NULL behind the last and beyond. Static storage. */
GRN_API const char *grn_module_language(size_t i);

/*
 * Runs every public function of two modules on the same random inputs and compares what comes out,
 * bit for bit (NaNs agree; `index` and i64 count as one type, as a dialect without the first has
 * the second). Inputs have the declared shapes; extents that are not declared are drawn for each
 * trial, 1 among them and 0 not, most often one for all of the function. Floats are drawn with
 * infinities, NaN and zeros of both signs. Integers that an access of `a` uses as an index, which
 * is observed, are drawn within its range in two trials of four, outside of it as well in the
 * others; where `a` answers an index out of range with an error, in three trials of sixteen.
 * Indices that `a` promises to be sorted or unique are drawn so. A function without inputs is
 * compared once.
 *
 * Checks inside the programs (check.expect_eq and its like) do not fail a trial, as they are about
 * other inputs: as many are to fail in `b` as in `a`.
 *   GRN_OK: the two agreed in every trial that was compared, and of every function one was; *tried
 *   has the numbers, of all
 *     functions together.
 *   GRN_E_CHECK: a trial differs; the message names the function, the trial, the seed, the result
 *   and the element. So does
 *     one in which `b` gives an error or makes a promise about indices that is false, where `a`
 *     does not.
 *   GRN_E_UNSUPPORTED: of a function nothing was compared, as `a` refused every trial: the message
 *   has the first reason; or
 *     an input is no ranked tensor, or there is no public function with a body. What could be
 *     compared was the same.
 *   GRN_E_ARGUMENT: the functions' names or inputs differ. GRN_E_MEMORY, GRN_E_LIMIT: a trial's
 *   inputs, or `b` where `a` does not, go over a limit; nothing is known of that trial.
 * Memory is of a's allocator. Two threads may compare the same modules at once.
 */
typedef struct grn_trials {
    uint64_t in_range;       /* trials in which no index of `a` was out of range: same bits */
    uint64_t out_of_range;   /* trials in which one was, and `a` gave a result: same bits */
    uint64_t refused;        /* trials that `a` answered with an error: nothing was compared */
    uint64_t promise_broken; /* trials that broke a promise of `a` about its indices: nothing was compared */
    bool makes_promises;     /* an access of `a` that was run promises sorted or unique indices */
} grn_trials;
typedef struct grn_equivalence_options {
    size_t size_bytes; /* 0, or sizeof(grn_equivalence_options): garner.h */
    uint64_t trials;   /* per function; 0: 100 */
    /* of what is drawn: the same modules, options and seed give the same trials; the default is
     * 0 */
    uint64_t seed;
    bool only_in_range;      /* do not hold `b` to what `a` does with an index out of range, or with a negative one */
    size_t max_memory_bytes; /* of one run, as in grn_run_options; 0: no limit */
    uint64_t max_steps;      /* the same, the elements of its inputs included */
    /* NULL, or called after each function that was compared and is the same, with its number in `a`
     * and its own trials. */
    void (*function_tried)(void *user, size_t function, const grn_trials *trials);
    void *user;
    /*
     * In place of trials drawn at random: every combination of the values that the elements which are
     * indices may have, from two below what is in range to two above, other numbers drawn for each.
     * GRN_OK is then a proof for these shapes, as far as indices go; GRN_E_UNSUPPORTED: there are more
     * than a million combinations, or open extents.
     */
    bool exhaustive;
} grn_equivalence_options;
GRN_API GRN_MUST_USE grn_status grn_module_equivalent(const grn_module *a, const grn_module *b,
                                                      const grn_equivalence_options *options, const grn_diag *diag,
                                                      grn_trials *tried);

/* The functions of a module, in order of the text. */
typedef struct grn_function_info {
    const char *name;  /* without @ and unescaped; lives with the module. Ends in a zero behind its last byte */
    size_t name_bytes; /* of it, without that zero: a program may put zeros, or any other bytes, into a name */
    bool is_public;
    bool has_body;
    size_t ninputs, nresults;
} grn_function_info;
GRN_API size_t grn_module_functions(const grn_module *module);
/* GRN_E_ARGUMENT when `index` is out of range. */
GRN_API GRN_MUST_USE grn_status grn_module_function(const grn_module *module, size_t index, grn_function_info *out);
/* The dtype input `input` of function `index` is declared with, GRN_NO_DTYPE when it is no
 * tensor of a known dtype or there is no such input; for choosing how to read a file that cannot
 * name it. */
GRN_API grn_dtype grn_module_input_dtype(const grn_module *module, size_t index, size_t input);
/* Writes the declared type of an input or a result, as in "tensor<2x?xf32>". */
GRN_API GRN_MUST_USE grn_status grn_module_write_input_type(const grn_module *module, size_t index, size_t input,
                                                            const grn_sink *sink);

/*
 * The declared type of an input or a result, where it is a tensor or a scalar: its dtype, rank and
 * extents, -1 for one that is not declared; *out has no data, and strides of 0. GRN_E_ARGUMENT: no
 * such function or value; GRN_E_UNSUPPORTED: a value of another type.
 */
GRN_API GRN_MUST_USE grn_status grn_module_value_type(const grn_module *module, size_t index, bool is_result, size_t i,
                                                      grn_tensor *out);

/*
 * Writes the value of an attribute as MLIR's text, `0 : i32` of `tf.aliasing_output`: of an input
 * or of a result of function `index`; of the function itself; or of the module, `index` then being
 * 0. Nothing is written where there is none of this name. GRN_E_ARGUMENT: no such function or
 * value; else what the sink answers.
 */
typedef enum grn_attribute_owner {
    GRN_ATTRIBUTE_OF_INPUT,
    GRN_ATTRIBUTE_OF_RESULT,
    GRN_ATTRIBUTE_OF_FUNCTION,
    GRN_ATTRIBUTE_OF_MODULE
} grn_attribute_owner;
GRN_API GRN_MUST_USE grn_status grn_module_write_attribute(const grn_module *module, grn_attribute_owner owner,
                                                           size_t index, size_t i, const char *name,
                                                           const grn_sink *sink);

/* Writes the name that the text gives an input, as in "x" of "%x: tensor<2xf32>": nothing where it
 * has none, as in an artifact. */
GRN_API GRN_MUST_USE grn_status grn_module_write_input_name(const grn_module *module, size_t index, size_t input,
                                                            const grn_sink *sink);

/*
 * Reads one tensor as text, a type and its elements: "2x3xi32=[[1, 2, 3], [4, 5, 6]]". An extent
 * may be `?` where lists tell it: "?x3xi32=[[1, 2, 3], [4, 5, 6]]". The elements are
 *   nested lists, commas optional; or all of them in row-major order, "2x3xi32=1 2 3 4 5 6", or one
 *   for all, "4xf32=1.5"; or any dense literal of MLIR, "3xui8=\"0x01FF03\""; of no elements
 *   "0x3xi64=[]"; rank 0: "f32=2"; zeros; iota, which counts them from 0 in row-major order; random
 *   or random:SEED, which gives floats from 0 to 1 and integers from 0 to 99, or to the most that
 *   the type has, the same for the same seed on every machine (without one: 0).
 * A float is 1, 1.5, .5, 1e-3, nan, inf, -inf, or its bits in hexadecimal, and is rounded once; an
 * integer is decimal or hexadecimal and must fit; an i1 also true or false; a complex number is
 * (re, im), or re alone. GRN_E_PARSE with the place in the text, as column of line 1. The bytes are
 * the caller's to free with grn_tensor_free.
 */
GRN_API GRN_MUST_USE grn_status grn_tensor_parse(const char *text, size_t size_bytes, const grn_allocator *allocator,
                                                 const grn_diag *diag, grn_tensor *out);
/* Frees what grn_tensor_parse made (a compact tensor from `allocator`). NULL is fine. */
GRN_API void grn_tensor_free(grn_tensor *tensor, const grn_allocator *allocator);

/*
 * What a run costs is counted in steps. Running an op once costs
 *   1, and 1 for each of its operands and results, whatever they hold, and for every 16 attributes;
 *   1 for each op in its
 *     regions and each of their operands, whether they run or not;
 *   1 for each element of the operands it reads and of the tensors it makes; what only makes a view
 *   (a transpose, a slice,
 *     a broadcast) or looks at single elements reads none;
 *   of a gather or scatter: 1 for each element of the indices, and for each element that is moved;
 *   with check_promises the
 *     operand's elements as well;
 *   of an op with a region for elements: the ops of the region, each by the first line above, for
 *   each time it is applied: a
 *     reduce's elements, a reduce_window's positions (those over padding too), a
 *     select_and_scatter's windows times what each covers, a scatter's updates, and n * ceil(log2
 *     n) comparisons for a line of n that is sorted;
 *   of a dot product: each multiplication.
 * The ops of a loop's, a branch's or a called function's body cost each time they run, and a call
 * the values of the function and every 64 bytes of its name. The count depends on the program and
 * its inputs alone: not on threads, on the machine, or on which ops run together. A step takes a
 * nanosecond or a few; the dearest, one of an expensive function of complex numbers, some hundred.
 */

/* What a service that runs programs of strangers should allow: a fraction of a second of work for
 * most programs, some ten seconds for the dearest. Beside it belongs a max_memory_bytes. */
#define GRN_STEPS_UNTRUSTED UINT64_C(100000000)

/*
 * Sees what a program probes (interpreter.probe): the probe's name, how many values went under it
 * before, the value, and its type as text ("tensor<2xi32>"); all live during the call only. Another
 * status than GRN_OK ends the run with it.
 */
typedef struct grn_probe {
    grn_status (*take)(void *user, const char *id, size_t id_bytes, uint64_t iteration, const grn_tensor *value,
                       const char *type);
    void *user;
} grn_probe;

/* An op of a run, for the call that gets it. */
typedef struct grn_traced_op {
    grn_place place;
    const char *op; /* "stablehlo.gather", of op_bytes bytes */
    size_t op_bytes;
    uint32_t depth;     /* regions and calls that it stands in, below the function that is run: 0 there */
    size_t nfused;      /* element-wise ops before it that ran as one with it, and are not traced themselves */
    bool is_access;     /* a gather or a scatter */
    const void *within; /* the library's */
} grn_traced_op;
/* Result i of an op that has ended, as a view for the call; NULL where it is no tensor or out of
 * range. */
GRN_API const grn_tensor *grn_traced_result(const grn_traced_op *op, size_t i);
/*
 * Follows a run: `begin` before each op and `end` once it has its results, on the thread that runs;
 * ops of regions and of called functions come between those of the op around them. What ends a
 * region is not traced, nor are regions that are computed without running their ops one by one (of
 * a reduce, a sort, a scatter). Either may be NULL.
 */
typedef struct grn_tracer {
    void (*begin)(void *user, const grn_traced_op *op);
    void (*end)(void *user, const grn_traced_op *op);
    void *user;
    bool unfused; /* every element-wise op runs by itself, and is traced: the same bits, more slowly */
} grn_tracer;

/* Who computes the sums of products of dot_general and dot, where they are of f32, f64, c64 or
 * c128. */
typedef enum grn_products {
    GRN_PRODUCTS_EXACT,   /* garner: products in the order of their place, each rounded; the same bits everywhere */
    GRN_PRODUCTS_LIBRARY, /* a BLAS that is found when it is needed: bits are its own. Without one the op is
                           * GRN_E_UNSUPPORTED */
    GRN_PRODUCTS_FASTEST  /* a BLAS where one is found, else garner */
} grn_products;

typedef struct grn_run_options {
    size_t size_bytes;              /* 0, or sizeof(grn_run_options): garner.h */
    const grn_allocator *allocator; /* for all buffers of the run and its results; NULL: the module's */
    /* over this, buffers are refused before they are asked for, and so is a view (a broadcast)
     *                              that stands for more; 0: no limit of its own */
    size_t max_memory_bytes;
    /* what would take the run over so many steps is not begun: GRN_E_LIMIT, which names the op;
     *                              0: no limit */
    uint64_t max_steps;
    bool check_promises; /* a false indices_are_sorted or unique_indices is GRN_E_PROMISE */
    /* an index out of range is GRN_E_INDEX, where the op itself would clamp, skip or fill */
    bool strict_bounds;
    /* scatter drops a window that lies partly outside as a whole (XLA, JAX), not by element */
    bool drop_whole_window;
    /* who runs the parts of large ops: grn_pool_parallel() of a pool, or a runtime's own; the bits
     * do not depend on it. NULL: the calling thread alone */
    const grn_parallel *parallel;
    /* figures that plans are chosen by, for the time of the run; NULL: grn_machine_here */
    const grn_machine *machine;
    /* as grn_plan_options has it, for the time of the run, which no other may share; NULL: none */
    grn_tuning *tuning;
    double tune_seconds; /* for each gather and scatter that `tuning` does not know; 0: none is timed */
    /* gets how each gather and scatter is about to run: a remark at the op's place, its name and
     * grn_plan_print's line, of the very plan that runs; NULL: not reported */
    const grn_diag *plans;
    /* ttnn.h: gets what each gather and scatter would cost as TTNN's; NULL: not computed */
    const struct grn_ttnn_planner *ttnn;
    /*
     * Over 1: the function runs as each process of a grid of replicas * partitions (0: 1), at most
     * 1024, all of the same inputs, each on a thread that the run starts for it;
     * docs/collectives.md. What each process gives comes in the order of the processes, replica *
     * partitions + partition. The steps of each are limited by max_steps, and so is their sum; the
     * memory of each is an equal part of what max_memory_bytes leaves; messages count for their
     * sender until they are received. `parallel`, `tuning` and `ttnn` are not used by the
     * processes. The message is that of the first process, by number, that failed by itself; where
     * none did and all that are left wait for one another, GRN_E_STUCK.
     */
    uint32_t replicas, partitions;
    /* where interpreter.print writes, each print with one call; a grid's when it has ended, in the
     * order of its processes. NULL: nowhere */
    const grn_sink *print;
    const grn_tracer *tracer; /* NULL: nobody follows. Processes of a grid are not followed */
    /* NULL: values that are probed are only kept for the run, for check.expect_serialized_eq */
    const grn_probe *probe;
    /*
     * The ranks that run the function, each as one process of a grid (docs/cluster.md); NULL: none.
     * Every rank of `comm` makes the call, with the same program and the same options that change
     * results: else GRN_E_ARGUMENT on all of them. Then replicas * partitions are comm->size (both
     * 0: as many partitions); the function runs as process comm->rank, on the calling thread, with
     * this rank's own inputs, memory and messages, and what comes out is this process's. Or both
     * are 1: then every rank runs the function as a grid of one process, on the same inputs. A grid
     * that the program runs (interpreter.run_parallel) has ranks as its processes where there are
     * enough of them, and leaves the same on every rank. A rank that fails ends those that wait for
     * it: they, and ranks that ended well, answer GRN_E_PEER; where none failed by itself and some
     * wait for one another, those answer GRN_E_STUCK. `comm` needs no groups.
     */
    const struct grn_comm *comm;
    /* as grn_plan_options has it: ops that run again, in a loop or by another run of the module, race
     * on. What their races came to is noted in `tuning` at the end of the run */
    grn_race_mode race;
    /*
     * [ninputs]: whether the run may write over an input, whose memory is then as long as its view
     * says, and nobody else's until the results are destroyed: results may lie in it. What it holds
     * afterwards is not said, after an error either. A view that is not compact is only read. NULL:
     * none. Not used by a grid's processes.
     */
    const bool *donated;
    /* by whom sums of products are computed (docs/performance.md); a BLAS is loaded when the first
     * of them runs, stays with the module, and may use threads of its own */
    grn_products products;
    /* called before each op, on the thread that runs; true ends the run: GRN_E_LIMIT, at that op.
     * NULL: nobody stops it. Not used by a grid's processes */
    bool (*stop)(void *user);
    void *stop_user;
    /* who answers custom calls of targets that garner does not know (foreign.h); NULL: nobody. Not
     * used by a grid's processes */
    const struct grn_foreign *foreign;
} grn_run_options;

typedef struct grn_results grn_results;

/*
 * Runs function `index` on `ninputs` tensors (any strides; read only). Inputs must have the
 * declared dtypes and shapes that fit the declared types; a scalar is a tensor of rank 0, and what
 * is given for a token is not looked at. A memref
 * takes a tensor of its extents, as a copy that the program may write to, and comes back as one
 * (docs/buffers.md). Answers GRN_E_CHECK when a check op in the program failed (its message names
 * the first element that differs), GRN_E_INDEX and GRN_E_PROMISE under the options,
 * GRN_E_UNSUPPORTED for an op that cannot run, GRN_E_MEMORY, GRN_E_LIMIT (call depth, steps). A
 * module that nobody has verified yet is verified first: GRN_E_VERIFY. *out is the caller's to
 * destroy; NULL on failure.
 *
 * Memory that a run and its results have given back is used again: within the run, and, where the
 * run's allocator is the module's, by later runs of the module, which keeps at most 128 MiB of it
 * between runs until it is destroyed. Under max_memory_bytes what waits to be used again counts.
 */
GRN_API GRN_MUST_USE grn_status grn_module_run(const grn_module *module, size_t index, size_t ninputs,
                                               const grn_tensor *inputs, const grn_run_options *options,
                                               const grn_diag *diag, grn_results **out);
/* The steps that the run took; 0 of NULL. */
GRN_API uint64_t grn_results_steps(const grn_results *results);
GRN_API size_t grn_results_count(const grn_results *results);
/*
 * The i-th tensor that the program fed out (stablehlo.outfeed, and stablehlo.send to the host), as
 * a view that lives with `results`: in the order of its run, those of a grid when it has ended, by
 * process, whose number goes to *process (NULL is fine). NULL when out of range.
 */
GRN_API const grn_tensor *grn_results_outfed(const grn_results *results, size_t i, uint32_t *process);
/* Result i as a view that lives with `results`; NULL when out of range. Tuples are flattened. */
GRN_API const grn_tensor *grn_results_tensor(const grn_results *results, size_t i);
/*
 * Gives the memory of result i back before the others': grn_results_tensor(results, i) is NULL
 * afterwards. Results of a run may share memory, which goes with the last of them. Not while
 * another thread uses `results`. NULL is fine, and so is a result that there is not.
 */
GRN_API void grn_results_release(grn_results *results, size_t i);
/* Writes result i with its type: "dense<[1, 2]> : tensor<2xi32>". */
GRN_API GRN_MUST_USE grn_status grn_results_write(const grn_results *results, size_t i,
                                                  const grn_literal_options *options, const grn_sink *sink);
/* The same as StableHLO's interpreter shows it, type and rows: "tensor<2xi32> {\n  [1, 2]\n}". */
GRN_API GRN_MUST_USE grn_status grn_results_write_rows(const grn_results *results, size_t i, const grn_sink *sink);
/* NULL is fine. */
GRN_API void grn_results_destroy(grn_results *results);

GRN_END_DECLS

#endif
