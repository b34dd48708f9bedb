/*
 * cli.h - the garner command.
 *
 * Knows: arguments, files, what a person reads. Uses the public headers only.
 * Results go to standard output, everything else to standard error.
 */
#ifndef GARNER_CLI_H
#define GARNER_CLI_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "files/files.h"
#include "files/typed.h"
#include "files/json_write.h"
#include "garner/garner.h"

/* Exit statuses. */
enum {
    EXIT_FINE = 0,
    EXIT_NO = 1,       /* the answer is no: a check in the program failed, a diagnostic was not as expected */
    EXIT_USAGE = 2,    /* wrong usage */
    EXIT_REJECTED = 3, /* input rejected */
    EXIT_OUTSIDE = 4   /* out of bounds, or a false promise, under a strict switch */
};
int exit_of_status(grn_status status);

/* ---- arguments (options.c) ------------------------------------------------------------------- */

#define MOST_NUMBERS 64 /* in a list that an option takes */

typedef struct text_list {
    const char **items;
    size_t count;
} text_list;
bool ends_in(const char *text, const char *end); /* words.c */

/* A function's name as the program has it: any bytes. */
typedef struct function_name {
    char *bytes; /* NULL: none is given */
    size_t n;
    const char *written; /* as the option has it */
} function_name;

/* ---- what every command has ------------------------------------------------------------------ */

/* What is given to all of them, and where what they make goes; zeroed before it is read. */
typedef struct common {
    const char *command; /* its name */
    const char *file;    /* what a command takes besides options, the first; NULL: nothing was given */
    text_list files;     /* all */
    bool json, help;
    const char *output;  /* the file for what is printed or made; NULL, "-": standard output */
    uint64_t max_errors; /* that are printed; 0: all */
    size_t max_memory_bytes;
    int32_t threads;
    /* a text so far, in the commands that make one (make_text); NULL: it goes to standard output */
    grn_text_buffer *made;
    const char *member; /* of the JSON document that such a text or a report is */
    FILE *out;          /* where a report is printed (report_begin) */
    char *reported;     /* what is printed there where it is kept */
    size_t nreported;
} common;

/* Each command has a struct of its own for its options, which its rows fill. What several of these structs
 * have is here, with rows in shared_rows.c. */

/* How a program is read. */
typedef struct reading_settings {
    bool split_input_file;
    bool verify_diagnostics;
    bool allow_unregistered;
    bool strict_syntax; /* no snippets */
    bool allow_nonunique_scatter;
    bool quiet;         /* no remarks and warnings are printed */
    bool keep_comments; /* no option: what is printed has them */
} reading_settings;

/* How a program is read, and how it is printed. */
typedef struct printing_settings {
    reading_settings reading;
    bool generic;
    bool locations; /* loc(..) is printed */
} printing_settings;

/* How a program is read, and which function of it is called, or planned, with what. */
typedef struct calling_settings {
    reading_settings reading;
    function_name entry;
    text_list inputs;
    bool zero_inputs; /* no option: inputs that are not given are zeros of the declared types */
    bool strict;
    bool drop_whole_window;
    uint64_t max_steps;
} calling_settings;

/* --tune and --race, and what is known so far: between tuning_begin and tuning_end. */
typedef struct tuning_settings {
    bool tune, no_race;
    const char *path;   /* --tune=FILE; NULL: the one in the cache */
    const char *learnt; /* --race=FILE; NULL: none */
    grn_tuning *known;
} tuning_settings;

/* What a command takes and does; each is in the command's own file. */
typedef struct command_code {
    const struct option_row *rows; /* its options, in the order of --help */
    size_t settings_bytes;         /* of its own struct; 0: it has none */
    int (*run)(common *c, void *own);
} command_code;

typedef struct command {
    const char *name;
    const char *summary;     /* one line */
    const char *description; /* what --help says after the usage line: one paragraph, of any width */
    const char *takes;       /* what it wants besides options: "FILE", "FILE...", "[COMMAND]"; NULL: nothing */
    const command_code *code;
} command;
extern const command commands[]; /* commands.c; ends with name NULL */

/* Reads the arguments after the sub-command's name. EXIT_FINE, or EXIT_USAGE after a message.
 * `own`: the command's own struct, zeroed. options_free frees what either has, then too. */
int options_read(const command *which, int argc, char **argv, common *c, void *own);
/* Whether --json is among the arguments, right or wrong as they may be. */
bool options_ask_for_json(int argc, char **argv);
void options_free(const command *which, common *c, void *own);

/* All of a command line; answers the exit status. Standard output is the caller's to check.
 * (dispatch.c) */
int command_dispatch(int argc, char **argv);

/* ---- ranks that run one command (ranks.c): those of garner-mpi; else there are none ---------- */

/* Before anything is dispatched: the ranks, which live on, and how many of them share this
 * machine. */
void ranks_begin(const grn_comm *comm, int32_t beside);
const grn_comm *ranks_comm(void); /* NULL: there are none */
uint32_t ranks_beside(void);      /* 1 where there are none */
/* Whether they run the command; else a message was given. */
bool ranks_may(const command *which);
/* The last thing that this rank did with the others, a run or a file, ended so: all of them know
 * when it failed. */
void ranks_ran(grn_status status);
bool ranks_know_failure(void);

/* ---- what a person reads of the command itself (help.c, manual.c) ---------------------------- */

void help_all(FILE *to);                         /* every command, a line each */
void help_of(const command *which, FILE *to);    /* one: what it does, its options */
int help_asked(const command *which, common *c); /* the same for --help; NULL: all commands */
const command *find_command(const char *name);   /* NULL, after a message, where there is none */

/* ---- sources (source.c) ---------------------------------------------------------------------- */

/* Where lines begin: those that were looked for so far, and all before them. */
typedef struct line_index {
    size_t *start;
    size_t count, room;
    bool complete; /* the last of them is the file's last */
} line_index;

/* A whole file in memory, mapped where possible. */
struct source_beside;
typedef struct source {
    const char *name; /* as messages name it: "<stdin>" for - */
    const char *text;
    size_t bytes;
    bool mapped;
    bool is_binary; /* no text: nothing of it is shown or split */
    bool is_onnx;
    line_index lines;
    struct source_beside *beside; /* files that it names */
    size_t nbeside;
} source;
typedef struct source_beside {
    char *path;
    const char *asked; /* the end of the path, as the file has it */
    source file;
} source_beside;
/* For a model's tensors in other files: those in its folder, which stay open until it is closed. */
grn_external_files source_files(source *s);
/* EXIT_FINE, or EXIT_REJECTED after a message. */
int source_open(source *s, const char *path);
/* The same, refusing more than so many bytes of what cannot be mapped. */
int source_open_within(source *s, const char *path, size_t most_bytes);
/* A copy of what is mapped: others may change the file. EXIT_FINE, or EXIT_REJECTED after a message. */
int source_take(source *s);
void source_close(source *s);
/* Line `line` (from 1) without its newline; empty behind the last. Each line is looked for once,
 * however often it is asked for. */
const char *source_line(source *s, uint32_t line, size_t *bytes);

/* A part of a source, between lines that are "// -----". */
typedef struct chunk {
    const char *text;
    size_t bytes;
    uint32_t first_line;
} chunk;
/* The chunk that starts at `*at`, moving `*at` and `*line` on; false at the end. Without `split`,
 * the rest is one chunk. */
bool source_next_chunk(const source *s, bool split, size_t *at, uint32_t *line, chunk *out);

/* ---- text from outside (show.c): whatever is printed of a program, a file or an option goes through here  */

/* `n` bytes, with control characters, characters that change the order of others, and what is no
 * UTF-8 as \XX. */
void show(FILE *to, const char *text, size_t n);
/* What the format makes of its arguments, shown as one line; the newline is added. */
void show_line(FILE *to, const char *format, ...) GRN_PRINTF(2, 3);
/* A message, on standard error behind "garner: "; one of the document where there is one (--json). `text` is
 * not looked at. */
typedef struct notice {
    grn_severity severity;
    const char *file; /* NULL: of none */
    grn_place place;
    bool is_binary;                 /* the file, */
    const grn_module *module;       /* whose module it is; both for the place. NULL: it is not read */
    const char *rule, *text;        /* rule: NULL: of none */
    const grn_bad_index *bad_index; /* NULL: it is about none */
} notice;
void tell(const notice *m, const char *format, ...) GRN_PRINTF(2, 3);
/* An error; one about a file, whose name comes first; what belongs to the error told last. */
#define complain(...) tell(&(notice){.severity = GRN_SEVERITY_ERROR}, __VA_ARGS__)
#define complain_of(name, ...) tell(&(notice){.severity = GRN_SEVERITY_ERROR, .file = (name)}, __VA_ARGS__)
#define complain_further(...) tell(&(notice){.severity = GRN_SEVERITY_NOTE}, __VA_ARGS__)
/* The same, with an answer for the caller: an exit status, false, NULL. */
#define refuse(answer, ...) (complain(__VA_ARGS__), (answer))
#define refuse_of(answer, name, ...) (complain_of(name, __VA_ARGS__), (answer))
/* What the library says, of no file. */
notice notice_of(const grn_diagnostic *d);
/* The same told, as a grn_diag emits it. */
void tell_of_no_file(void *none, const grn_diagnostic *d);
/* @name, or @"na\0Ame" where it must be quoted: as programs write it, and --entry takes it. */
void show_symbol(FILE *to, const char *name, size_t n);

/* ---- --json (document.c): all that a command has to say, as one JSON document ---------------- */

void document_begin(void);
bool document_is_open(void);
/* No document is written after all. */
void document_drop(void);
/* Where a command's own members go, a key and a value each. */
json *document_body(void);
void document_add(const notice *m);    /* a note is the last message's */
void document_wrote(const char *path); /* a file of the command's; nothing where no document is open */
/* The file that it goes to; NULL: standard output. */
void document_to(const char *path);
/* Writes it; `file` is the program's, NULL: there is none. Answers the command's exit status. */
int document_end(const char *name, const char *file, int exit);
/* "file", "line", "column", "place". */
void json_place(json *j, const char *file, bool is_binary, const grn_module *module, grn_place place);
/* Messages as "diagnostics" of the document has them: zeroed, none. */
#define RULE_BYTES 64
typedef struct message_list {
    json messages;
    bool has_message;      /* one that notes may follow */
    char rule[RULE_BYTES]; /* of that message; "": none */
} message_list;
void message_list_add(message_list *list, const notice *m);
void message_list_write(message_list *list, json *j, const char *key);
void message_list_drop(message_list *list);
/* "values": the elements, null where they are not shown, and "elided": whether they are too
 * many. */
void json_values(json *j, const grn_tensor *t, bool full, bool quiet);

/* ---- several files (file_list.c, chunks.c) --------------------------------------------------- */

/* `items` with room for one more, moved where that takes it, and *room, in items, counted on. NULL:
 * memory refused, and the items are where they were. */
void *list_grown(void *items, size_t count, size_t *room, size_t item_bytes);

typedef struct file_list {
    char **paths;
    size_t count, room;
} file_list;
/* The files that the arguments name, and, with `recursive`, the programs of the folders that they
 * name. EXIT_FINE; else a message was given and there is nothing to free. */
int file_list_read(const text_list *arguments, bool recursive, file_list *out);
void file_list_free(file_list *list);

/* ---- colour (colour.c): on a terminal, where NO_COLOR does not say otherwise, or as --color has it  */

typedef enum colour { COLOUR_STRONG, COLOUR_ERROR, COLOUR_WARNING, COLOUR_REMARK, COLOUR_NOTE, COLOUR_CARET } colour;
void colour_begin(FILE *to, colour c);
void colour_end(FILE *to);
const char *colour_word(size_t i); /* what --color may be */
void colour_choose(const char *word);

/* ---- messages (report.c) --------------------------------------------------------------------- */

/* A line of `text` with a caret below byte `at`, on standard error. */
void show_place(const char *text, size_t n, size_t at);

/* How many errors the command has printed, and how many it has only counted. */
typedef struct error_tally {
    uint64_t limit; /* 0: none */
    uint64_t printed, hidden;
    bool quiet; /* remarks and warnings are not printed */
} error_tally;
/* Says how many more there were. */
void tally_end(const error_tally *t);

/* Prints "file:line:col: error: ..." with the source line and a caret. */
typedef struct reporter {
    source *source;
    error_tally *tally;
    struct expectations *expected; /* NULL: print; else match */
    size_t errors;                 /* printed or not */
    const grn_module *module;      /* whose places they are; NULL before it is read */
    bool hides;                    /* the last message was not printed, and so are its notes not */
    grn_place shown;               /* of the line of the source that was printed last */
} reporter;
grn_diag reporter_diag(reporter *r);
#define PLACE_BYTES 512
/* "3:7"; of an artifact or a model "op 3 at byte 120", or where its op says that it comes from.
 * `module` may be NULL. */
const char *place_text(bool is_binary, const grn_module *module, grn_place place, char text[PLACE_BYTES]);
/* Where what stands at the place comes from, for a person: `train.py:12:4`; "" where nothing is
 * known, or `place` says it already. */
#define ORIGIN_BYTES 1024
const char *origin_text(bool is_binary, const grn_module *module, grn_place place, char text[ORIGIN_BYTES]);
/* A module and the file that it is from. */
typedef struct program {
    const source *file;
    const grn_module *module;
} program;
static inline const char *program_place(const program *p, grn_place place, char text[PLACE_BYTES])
{
    return place_text(p->file->is_binary, p->module, place, text);
}

/* ---- --verify-diagnostics (expect.c) --------------------------------------------------------- */

typedef struct expectations expectations;
/* Reads the "// expected-error@+1 {{...}}" comments of a chunk. NULL after a message when one is
 * malformed or memory is out. */
expectations *expectations_read(const source *s, const chunk *c);
void expectations_meet(expectations *e, const source *s, const grn_diagnostic *d);
/* Reports the messages that never came; true when all came and no others did. Frees e. */
bool expectations_end(expectations *e, const source *s);

/* ---- running over chunks (chunks.c) ---------------------------------------------------------- */

/* What a sub-command does with one parsed and verified module. */
typedef struct part {
    const source *file;
    bool first; /* of the file */
} part;
/* `own`: the command's settings, or what they are a part of. */
typedef int (*module_action)(common *c, void *own, const part *p, grn_module *module, const grn_diag *diag);
/* Opens c->file, splits it where asked, parses and verifies each part, and acts on it; the first
 * failure's exit status. */
int for_each_module(common *c, const reading_settings *how, module_action action, void *own);
/* The same; of a JSON document, what the action writes are the elements of the list `key`. */
int list_each_module(common *c, const char *key, const reading_settings *how, module_action action, void *own);
/* The same of every file that the command line names, and with `recursive` of folders: of several, a
 * line for each says whether it is fine, the last how many are. The worst exit status. */
int for_each_file(common *c, const reading_settings *how, bool recursive, module_action action, void *own);

/* ---- texts (text.c) -------------------------------------------------------------------------- */

/* Text that is cut where its memory ends: n bytes and a zero byte in `room`, which is at least
 * 1. */
typedef struct cut_text {
    char *text;
    size_t n, room;
} cut_text;
grn_sink cut_sink(cut_text *t);

/* ---- texts that a command makes (text.c) ----------------------------------------------------- */

/* Kept in memory until it is whole: what fails half-way leaves no part of it anywhere. */
/* To `path`, which is replaced as a whole; to standard output where it is NULL or "-". Reports what
 * goes wrong. */
int text_write(const grn_text_buffer *t, const char *path);
/* Acts on every module, with a text in `made`, and writes that to --output once all went well: the
 * command's exit status. That --output can be written is found out first. `member`: what it is in a
 * JSON document; NULL: it is no text, and goes to a file. */
int make_text(common *c, const reading_settings *how, module_action action, void *own, const char *member);
/* The same, but what goes to standard output goes there as it is made. */
int stream_text(common *c, const reading_settings *how, module_action action, void *own, const char *member);
/* Where the text of either goes. */
grn_sink made_sink(const common *c);
/* How modules are printed, as the command line says. */
grn_module_print_options print_options(const printing_settings *how);
/* A module there, behind what parts its file's parts. */
int print_part(const common *c, const grn_module_print_options *how, const part *p, const grn_module *module);
/* Whether --output names a file, and no standard output. */
bool names_file(const common *c);

/* ---- pictures as PNG (png.c) ----------------------------------------------------------------- */

/* "PNG", "SVG", or another format of pictures that the end of the name stands for; NULL: it is no
 * picture's. */
const char *picture_kind(const char *path);
/* Whether one can be drawn here; EXIT_REJECTED after a message. Goes before png_of_svg. */
int png_check(const char *path);
/* Adds to `png`; EXIT_REJECTED after a message. */
int png_of_svg(const char *path, const grn_text_buffer *svg, grn_text_buffer *png);

/* Reports, which are printed to c->out. With --output they are kept until they are whole; that the file can be
 * written is found out first. `member`: what the report is in a JSON document; NULL: the command writes members
 * of its own instead of printing. */
int report_begin(common *c, const char *member);
/* `is_whole`: the report is to be written although the exit status may say no. Answers the
 * command's exit status. */
int report_end(common *c, int exit, bool is_whole);

/* ---- running over functions (entries.c) ------------------------------------------------------ */

/* A function to run and what to run it on. */
typedef struct entry {
    const source *file;
    const grn_module *module;
    size_t function;
    size_t ninputs;
    const grn_tensor *inputs;
    size_t input_bytes; /* what they take */
    bool has_heading;   /* it is one of several */
} entry;
/* --entry: `main`, `@main`, or in quotes with MLIR's escapes, `@"x\00y"`. False: no such name can
 * be, or memory refused. */
bool read_function_name(void *name, const char *v);
void function_name_free(void *name);
typedef int (*entry_action)(common *c, void *own, const entry *e, const grn_diag *diag);
/* --entry, else @main, else the only public function; EXIT_USAGE after a message where there is
 * none of these. */
int choose_function(const calling_settings *how, const grn_module *module, const char *file, size_t *out);
/* Acts on --entry, else @main, else the only public function; several that need no inputs in turn.
 * The first failure's exit status. */
int for_each_entry(common *c, const calling_settings *how, program of, const grn_diag *diag, entry_action action,
                   void *own);

/* ---- inputs (parameters.c, tensors.c, inputs.c) ---------------------------------------------- */

/* Each parameter with its type, and a command that would work, on standard error. */
void parameters_show(const common *c, const function_name *named, const entry *e, const parameters *p);

/* A tensor for an input, of a file or a text. */
typedef struct input {
    read_tensor read;
    source file;
    bool has_file;
} input;
/* A file of tensors by its name, ":member" left off: opened, its format known (by the name, else by
 * its first bytes). */
typedef struct tensor_source {
    source file;
    tensor_file *tensors; /* NULL: of no format that is known */
    tensor_format format;
    const char *member; /* in the path, NULL: none is named */
    char *path;
} tensor_source;
int tensor_source_open(tensor_source *s, const char *path, const grn_budget *budget);
void tensor_source_close(tensor_source *s);
/* Messages about a file's contents, behind its name. */
grn_diag tensor_source_diag(const tensor_source *s);
/* "x, y, z", the first few. */
void tensor_source_names(const tensor_source *s, char *out, size_t room);

/* What an option says of one tensor: `value`, a path or values, is a part of `argument`, as
 * messages show it. */
typedef struct given_text {
    const char *option, *argument, *value; /* option: "--input" */
} given_text;
/* For a parameter, which may be NULL. */
int input_read(input *in, const given_text *given, const parameter *p, const grn_budget *budget);
/* Whether it is no path: a number, a list, one of the words, or any of these behind a type. */
bool is_value_text(const char *text);
void input_close(input *in);

/* All that is given to a function. */
typedef struct input_set {
    parameters parameters;
    size_t count; /* of tensors, in the order of the parameters */
    grn_tensor *tensors;
    input *inputs;
    bool *given;
    size_t room;
    tensor_source *sources; /* those that gave several */
    size_t nsources;
    grn_budget budget; /* of --max-memory */
} input_set;
int inputs_read(const common *c, const calling_settings *how, const entry *e, input_set *out);
void inputs_close(input_set *set);
/* Whether each parameter has a tensor that its type can be. */
bool inputs_fit(const input_set *set);

/* ---- results to files (file_name.c, output.c) ------------------------------------------------ */

#define OUTPUT_NAME_BYTES 256
/* The file name of result `index` of a function, the module's `number`-th; see file_name.c for how
 * it is made. */
void output_name(const char *function, size_t n, size_t number, size_t index, char out[OUTPUT_NAME_BYTES]);

/* The folder that all results go to, made where it is missing. EXIT_FINE, or EXIT_REJECTED after a
 * message. */
int output_open(const char *path);
/* One that is there; a file of the command's own gets none made. */
int output_enter(const char *path);
int output_write(const grn_function_info *function, size_t number, size_t index, const grn_tensor *tensor);
void output_close(void);
bool output_is_open(void);
/* Whether a file can be made in the open folder; EXIT_REJECTED after a message. */
int output_check(void);
/* What output_write does, step by step: a temporary to write to (NULL: errno has the reason); under
 * its final name, once closed (false: errno); or away with it. */
FILE *output_begin(void);
bool output_commit(const char *name);
void output_abandon(void);
/* The signals that end the command and have to meet its first thread, which knows of the
 * temporary. */
void ending_signals(sigset_t *set);

/* ---- run --output (results.c) ---------------------------------------------------------------- */

typedef struct result_files result_files;
/* Whether --output writes tensors there though it is called by no folder's name: a file of a known
 * format, -, a folder that is there. */
bool is_output_of_tensors(const char *path);
/* `path`: NULL without --output, as *out is then. Close it whatever the answer. */
int results_open(const char *path, size_t max_memory_bytes, result_files **out);
bool results_to_stdout(const result_files *f);
/* Before a run: whether the file can hold what the function gives; EXIT_USAGE after a message. */
int results_expect(const result_files *f, const grn_function_info *function, bool one_of_several);
/* `is_all`: no other function runs; all is written before the call returns. */
int results_add(result_files *f, const grn_function_info *function, size_t number, const grn_results *results,
                bool is_all);
/* Writes what is kept where all went well (`exit`); answers the command's exit status. */
int results_close(result_files *f, int exit);

/* ---- threads (threads.c) --------------------------------------------------------------------- */

#define MOST_THREADS 256
/* `threads` of them, started when there is first something for them to do; NULL for one. Lives
 * until threads_end. */
const grn_parallel *threads_parallel(int32_t threads);
void threads_end(void);

/* The options of a run on the command line, whose inputs take so much of the memory. */
grn_run_options run_options(const common *c, const calling_settings *how, size_t input_bytes);

/* ---- files of the command's own (keep.c) ----------------------------------------------------- */

/* Writes what is kept; false, with errno, when it cannot. */
typedef bool write_fn(const void *what, FILE *to);
/* Replaces the file as a whole, or reports why not; no folder of results may be open. A device or
 * pipe of that name stays and is written to. */
int keep_file(const char *path, write_fn *write, const void *what);
/* Whether that could be, as far as can be told before; EXIT_REJECTED after a message. */
int keep_check(const char *path);

/* ---- measured planning (tuning.c) ------------------------------------------------------------ */

/* With --tune: reads the file where it exists; reports what is wrong with it. */
int tuning_begin(tuning_settings *t);
/* What a run or a plan is told of it. */
void tuning_use(const tuning_settings *t, grn_run_options *options);
/* Keeps what is known now, where all went well (`exit`); answers the command's exit status. */
int tuning_end(tuning_settings *t, int exit);

/* ---- what was measured (cache.c) ------------------------------------------------------------- */

#define CACHE_PATH_BYTES 4096
/* The file of that name in garner's folder of the user's cache. False: the environment does not say
 * where that is. */
bool cache_path(const char *name, char out[CACHE_PATH_BYTES]);
/* Makes the folder of a file of figures, where it is missing; what is wrong with that is told when
 * the file is written. */
void make_folder_of(const char *path);
/* Makes garner's folder, and the one that it is in, for a path of cache_path's, where they are
 * missing. */
void cache_make_folder(const char *path);

/* ---- this machine's figures (machine.c) ------------------------------------------------------ */

/* Those of the file that GARNER_MACHINE names, else of the cache's "machine" where it is there.
 * False: there are none; of a file that is not right, after a warning. */
bool machine_of_environment(grn_machine *out);
bool machine_of_file(const char *path, grn_machine *out); /* the same of a file by its name */
/* The same, looked for once; NULL: none. Lives until the command ends. */
const grn_machine *command_machine(void);

/* ---- plans (plan.c, plan_ttnn.c) ------------------------------------------------------------- */

/* Numbers for extents that a program leaves open. */
typedef struct dim_list {
    grn_assumed_extent *items; /* dims_free frees them, and the names in them */
    size_t count;
    int64_t extent; /* of all others; 0: not given */
} dim_list;

/* Where TTNN's accounts of a program are printed. */
typedef struct ttnn_page {
    FILE *out;
    program of;
    const grn_diag *remarks; /* NULL: print */
    size_t *count;           /* of those printed so far: there are empty lines between them */
} ttnn_page;
/* Prints what the gathers and scatters of a module would cost as TTNN's. */
grn_status plan_ttnn(const ttnn_page *page, const grn_ttnn_options *ttnn, const grn_module_plan_options *options,
                     const grn_diag *diag);
/* `{"file":...,"line":...,"column":...,"place":...,"op":...`, left open. */
json *json_item(const program *of, grn_place place, const char *op);
/* --cores and --strategy, of grn_ttnn_options; false: `v` makes no sense. */
bool read_cores(void *ttnn, const char *v);
bool read_strategy(void *ttnn, const char *v);
const char *strategy_word(size_t i); /* what --strategy may be, in order; NULL behind the last */
/* --dim: "x/0=128" or "128"; false: `v` makes no sense, or memory was refused. */
bool read_dim(void *dims, const char *v);
void dims_free(void *dims);

/* ---- what devices exchange (shard.c, shard_model.c, shard_explain.c) ------------------------- */

typedef struct shard_settings {
    printing_settings printing;
    const char *stage; /* --stage, --rules; NULL: the last */
    const char *model; /* NULL: none */
    bool curves;
    uint64_t op;      /* of which they are */
    bool tells_moves; /* --explain */
    bool keep_recipes;
    bool reassociate;
} shard_settings;

/* Whether --model's value makes sense; if not, why is reported. */
bool model_is_right(const char *v);
int shard_by_model(const common *c, const shard_settings *s, program of, const grn_diag *diag);
/* EXIT_USAGE, after a message that begins with `what`, where the program has none. */
int shard_needs_mesh(const source *file, const grn_module *module, const char *what);
grn_module_shard_options shard_options(const shard_settings *s, const grn_shard_reporter *told);
int shard_explain(common *c, shard_settings *s);

#endif
