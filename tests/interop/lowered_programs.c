/*
 * lowered_programs.c - programs lowered to one form and put into one file that MLIR's own runner
 * runs, beside what garner's interpreter gives.
 *
 *   lowered_programs FORM OUT RANDOM SEED FILE...
 *
 * Writes OUT.mlir, whose @main calls the functions of all programs and prints the bits of every
 * element of their results; OUT.want, what it should print; and OUT.refused, a line for each
 * program that is not lowered, with the reason. RANDOM programs are made from SEED on: half of them
 * gathers and scatters of constants under any index rule, half of them those of random_program.h,
 * in every dialect, with open extents and many ops; and a quarter as many more of several with
 * loops and branches (support/chains.h). A public function of a file is taken with inputs drawn
 * here: integers from 0 to 3, floats of a few bits; one whose inputs have unknown extents is passed
 * over. A NaN is printed as one number, whatever its bits.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/dense_text.h"
#include "programs/file_programs.h"
#include "programs/random_program.h"
#include "support/chains.h"
#include "support/exposed.h"
#include "support/programs.h"

typedef struct output {
    const char *form;
    FILE *mlir, *main, *want, *refused; /* main: the body of @main */
    uint64_t programs, refusals;
} output;

/* ---- text ------------------------------------------------------------------------------------ */

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '.' || c == '-';
}

/* Symbols begin with the program's number, so that programs do not share any. */
static void put_renamed(const char *text, uint64_t number, FILE *to)
{
    bool quoted = false;
    for (; *text; text++) {
        fputc(*text, to);
        quoted ^= *text == '"' && text[1] != '\0';
        if (*text == '@' && !quoted && is_name(text[1]))
            fprintf(to, "p%" PRIu64 "_", number);
    }
}

/* ---- @main ----------------------------------------------------------------------------------- */

/* %name, a float, integer or index, as the i64 %name_bits. */
/* The largest magnitude of a format of a byte that is no NaN; -1: none but one pattern is one, or
 * the format is another. */
static int most_of_byte(grn_dtype dtype)
{
    unsigned char p = 0x7F;
    if (grn_dtype_class_of(dtype) != GRN_CLASS_FLOAT || grn_dtype_bits(dtype) != 8)
        return -1;
    for (double v = grn_scalar_load(dtype, &p).f; v != v && p > 0; v = grn_scalar_load(dtype, &p).f)
        p--;
    return p < 0x7F ? p : -1;
}

static void put_bits(output *o, const char *name, const grn_type *t)
{
    const unsigned width = grn_dtype_bits(t->dtype);
    if (t->kind == GRN_TYPE_INDEX) {
        fprintf(o->main, "    %%%s_bits = arith.index_cast %%%s : index to i64\n", name, name);
        return;
    }
    const char *bits = name;
    char as[96];
    if (t->kind == GRN_TYPE_FLOAT) {
        snprintf(as, sizeof as, "%s_i", name);
        fprintf(o->main, "    %%%s = arith.bitcast %%%s : %s to i%u\n", as, name, dense_type_text(t), width);
        bits = as;
    }
    if (width == 64)
        fprintf(o->main, "    %%%s_wide = arith.ori %%%s, %%%s : i64\n", name, bits, bits);
    else
        fprintf(o->main, "    %%%s_wide = arith.extui %%%s : i%u to i64\n", name, bits, width);
    if (t->kind == GRN_TYPE_FLOAT && width >= 16) {
        fprintf(o->main, "    %%%s_nan = arith.cmpf uno, %%%s, %%%s : %s\n", name, name, name, dense_type_text(t));
        fprintf(o->main, "    %%%s_bits = arith.select %%%s_nan, %%nan, %%%s_wide : i64\n", name, name, name);
    } else if (t->kind == GRN_TYPE_FLOAT && most_of_byte(t->dtype) >= 0) {
        fprintf(o->main, "    %%%s_low = arith.andi %%%s_wide, %%low7 : i64\n    %%%s_most = arith.constant %d : i64\n",
                name, name, name, most_of_byte(t->dtype));
        fprintf(o->main, "    %%%s_nan = arith.cmpi ugt, %%%s_low, %%%s_most : i64\n", name, name, name);
        fprintf(o->main, "    %%%s_bits = arith.select %%%s_nan, %%nan, %%%s_wide : i64\n", name, name, name);
    } else {
        fprintf(o->main, "    %%%s_bits = arith.ori %%%s_wide, %%%s_wide : i64\n", name, name, name);
    }
}

static void put_element(output *o, const char *name, const grn_type *t)
{
    char part[96];
    if (t->kind != GRN_TYPE_COMPLEX) {
        put_bits(o, name, t);
        fprintf(o->main, "    func.call @printI64(%%%s_bits) : (i64) -> ()\n    func.call @printNewline() : () -> ()\n",
                name);
        return;
    }
    for (int i = 0; i < 2; i++) {
        snprintf(part, sizeof part, "%s_%s", name, i ? "im" : "re");
        fprintf(o->main, "    %%%s = complex.%s %%%s : %s\n", part, i ? "im" : "re", name, dense_type_text(t));
        put_element(o, part, t->element);
    }
}

static void put_result(output *o, const char *name, const grn_type *t)
{
    const bool memref = grn_type_is_memref(t);
    const char *dialect = memref ? "memref" : "tensor";
    char e[80];
    if (!memref && !grn_type_is_tensor(t)) {
        put_element(o, name, t);
        return;
    }
    for (int32_t d = 0; d < t->rank; d++) {
        fprintf(o->main, "    %%%s_d%d = arith.constant %d : index\n", name, (int)d, (int)d);
        fprintf(o->main, "    %%%s_n%d = %s.dim %%%s, %%%s_d%d : %s\n", name, (int)d, dialect, name, name, (int)d,
                dense_type_text(t));
        fprintf(o->main, "    scf.for %%%s_i%d = %%zero to %%%s_n%d step %%one {\n", name, (int)d, name, (int)d);
    }
    snprintf(e, sizeof e, "%s_e", name);
    fprintf(o->main, "    %%%s = %s %%%s[", e, memref ? "memref.load" : "tensor.extract", name);
    for (int32_t d = 0; d < t->rank; d++)
        fprintf(o->main, "%s%%%s_i%d", d ? ", " : "", name, (int)d);
    fprintf(o->main, "] : %s\n", dense_type_text(t));
    put_element(o, e, t->element);
    for (int32_t d = 0; d < t->rank; d++)
        fprintf(o->main, "    }\n");
}

/* Constants of the inputs' values, as the types of the function's arguments have them: %pN_a0,
 * .. */
static void put_inputs(output *o, const grn_type *type, const grn_tensor *inputs)
{
    const uint64_t p = o->programs;
    for (size_t i = 0; i < type->inputs; i++) {
        const grn_type *t = type->members[i];
        const bool memref = grn_type_is_memref(t);
        char *is = NULL;
        size_t bytes;
        FILE *to = open_memstream(&is, &bytes);
        fprintf(to, "%s<", memref ? "memref" : "tensor");
        for (int32_t d = 0; d < inputs[i].rank; d++)
            fprintf(to, "%" PRId64 "x", inputs[i].shape[d]);
        fprintf(to, "%s>", dense_type_text(t->element));
        fclose(to);
        if (memref) {
            fprintf(o->mlir, "memref.global \"private\" constant @p%" PRIu64 "_in%zu : %s = ", p, i, is);
            dense_text_write(&inputs[i], o->mlir);
            fprintf(o->mlir, "\n");
            fprintf(o->main, "    %%p%" PRIu64 "_c%zu = memref.get_global @p%" PRIu64 "_in%zu : %s\n", p, i, p, i, is);
        } else {
            fprintf(o->main, "    %%p%" PRIu64 "_c%zu = arith.constant ", p, i);
            dense_text_write(&inputs[i], o->main);
            fprintf(o->main, " : %s\n", is);
        }
        fprintf(o->main, "    %%p%" PRIu64 "_a%zu = %s.cast %%p%" PRIu64 "_c%zu : %s to %s\n", p, i,
                memref ? "memref" : "tensor", p, i, is, dense_type_text(t));
        free(is);
    }
}

/* Of the results from number `first` on. */
static void put_call(output *o, const char *function, const grn_type *type, size_t first)
{
    const size_t n = type->count - type->inputs;
    char name[64];
    fprintf(o->main, "    func.call @printI64(%%mark) : (i64) -> ()\n    func.call @printNewline() : () -> ()\n    ");
    if (n)
        fprintf(o->main, n > 1 ? "%%p%" PRIu64 ":%zu = " : "%%p%" PRIu64 " = ", o->programs, n);
    fprintf(o->main, "func.call @p%" PRIu64 "_%s(", o->programs, function);
    for (size_t i = 0; i < type->inputs; i++)
        fprintf(o->main, "%s%%p%" PRIu64 "_a%zu", i ? ", " : "", o->programs, i);
    fprintf(o->main, ") : (");
    for (size_t i = 0; i < type->inputs; i++)
        fprintf(o->main, "%s%s", i ? ", " : "", dense_type_text(type->members[i]));
    fprintf(o->main, ") -> (");
    for (size_t i = 0; i < n; i++)
        fprintf(o->main, "%s%s", i ? ", " : "", dense_type_text(type->members[type->inputs + i]));
    fprintf(o->main, ")\n");
    for (size_t i = first; i < n; i++) {
        const grn_type *t = type->members[type->inputs + i];
        snprintf(name, sizeof name, "p%" PRIu64 "_r%zu", o->programs, i);
        /* a name of its own for each */
        if (grn_type_is_memref(t))
            fprintf(o->main, "    %%%s = memref.cast %%p%" PRIu64, name, o->programs);
        else if (grn_type_is_tensor(t))
            fprintf(o->main, "    %%%s = tensor.cast %%p%" PRIu64, name, o->programs);
        else
            fprintf(o->main, "    %%%s = arith.ori %%p%" PRIu64, name, o->programs);
        if (n > 1)
            fprintf(o->main, "#%zu", i);
        if (!grn_type_is_memref(t) && !grn_type_is_tensor(t)) {
            fprintf(o->main, ", %%p%" PRIu64, o->programs);
            if (n > 1)
                fprintf(o->main, "#%zu", i);
            fprintf(o->main, " : %s\n", dense_type_text(t));
        } else {
            fprintf(o->main, " : %s to %s\n", dense_type_text(t), dense_type_text(t));
        }
        put_result(o, name, t);
    }
}

/* ---- what should be printed ------------------------------------------------------------------ */

#define NAN_MARK INT64_C(-7777777)
#define PROGRAM_MARK INT64_C(-8888888)

static void want_bits(output *o, grn_dtype dtype, const unsigned char *bytes)
{
    uint64_t bits = 0;
    const size_t n = grn_dtype_bytes(dtype);
    if (dtype == GRN_C64 || dtype == GRN_C128) {
        const grn_dtype part = dtype == GRN_C64 ? GRN_F32 : GRN_F64;
        want_bits(o, part, bytes);
        want_bits(o, part, bytes + n / 2);
        return;
    }
    for (size_t i = 0; i < n; i++)
        bits |= (uint64_t)bytes[i] << (8 * i);
    if (grn_dtype_bits(dtype) < 8)
        bits &= (1u << grn_dtype_bits(dtype)) - 1;
    if (grn_dtype_class_of(dtype) == GRN_CLASS_FLOAT && (n >= 2 || most_of_byte(dtype) >= 0)) {
        const grn_scalar v = grn_scalar_load(dtype, bytes);
        bits = v.f != v.f ? (uint64_t)NAN_MARK : bits;
    }
    fprintf(o->want, "%" PRId64 "\n", (int64_t)bits);
}

/* What the program gives, where `of_program` is at hand, and of the rest (a status) what the
 * lowered one does. */
static void want_results(output *o, const grn_results *results, const grn_results *of_program, size_t first)
{
    fprintf(o->want, "%" PRId64 "\n", PROGRAM_MARK);
    for (size_t i = first; i < grn_results_count(results); i++) {
        const bool known = of_program && i < grn_results_count(of_program);
        const grn_tensor *t = grn_results_tensor(known ? of_program : results, i);
        for (int64_t e = 0; e < grn_tensor_elements(t); e++) {
            unsigned char bytes[16] = {0};
            grn_tensor_read(t, e, 1, bytes);
            want_bits(o, t->dtype, bytes);
        }
    }
}

/* ---- a program ------------------------------------------------------------------------------- */

static void refuse(output *o, const char *name, const char *why)
{
    fprintf(o->refused, "%s: %s\n", name, why);
    o->refusals++;
}

static size_t function_named(const grn_module *m, const char *name)
{
    size_t i = 0;
    while (i < m->nfunctions && strcmp(m->functions[i].name, name) != 0)
        i++;
    return i;
}

/* Where an index was out of range and that is an error, only the status means something. */
static size_t first_result(const grn_function *source, const grn_results *results)
{
    const size_t n = source->type->count - source->type->inputs;
    const grn_tensor *status = grn_results_count(results) > n ? grn_results_tensor(results, n) : NULL;
    return status && *(const int32_t *)status->data != 0 ? n : 0;
}

/* Types that MLIR 19 does not read. */
static bool is_read_upstream(const char *text)
{
    static const char *const newer[] = {"f8E3M4", "f4E2M1FN", "f6E2M3FN", "f6E3M2FN", "f8E8M0FNU"};
    bool read = true;
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++)
        read = read && !strstr(text, newer[i]);
    return read;
}

/* The inputs as the lowered function has them: integers without a sign. Their data are the
 * program's. */
static void retyped(const grn_module *m, size_t f, size_t n, const grn_tensor *inputs, grn_tensor *out)
{
    for (size_t i = 0; i < n; i++) {
        out[i] = inputs[i];
        out[i].dtype = grn_module_input_dtype(m, f, i);
    }
}

/* The form "chained" is loops over memrefs by way of the form of tensors; "given" the program as it
 * is, for MLIR's own passes. */
static grn_status lower(const output *o, const grn_module *source, const grn_diag *diag, grn_module **made)
{
    const bool chained = strcmp(o->form, "chained") == 0;
    if (strcmp(o->form, "given") == 0)
        return grn_module_lower(source, &(grn_module_lower_options){.to = "scf", .stage = "tensor"}, diag, made);
    grn_module *tensors = NULL;
    grn_status status = grn_module_lower(
        source, &(grn_module_lower_options){.to = chained ? "linalg" : o->form, .drop_checks = true}, diag, made);
    if (status != GRN_OK || !chained)
        return status;
    tensors = *made;
    status = grn_module_lower(tensors, &(grn_module_lower_options){.to = "scf"}, diag, made);
    grn_module_destroy(tensors);
    return status;
}

/* The program on these inputs. */
static void add_program(output *o, const char *name, const grn_module *source, const char *function, size_t ninputs,
                        const grn_tensor *inputs, const grn_results *want)
{
    notes n = {0};
    grn_diag diag = notes_diag(&n);
    grn_module *made = NULL;
    grn_results *results = NULL;
    if (lower(o, source, &diag, &made) != GRN_OK) {
        refuse(o, name, n.first);
        return;
    }
    const size_t f = function_named(made, function);
    char *text = program_text_of(made);
    if (!text)
        exit(2);
    grn_tensor given[RANDOM_PROGRAM_INPUTS];
    retyped(made, f, ninputs, inputs, given);
    const bool frees = strcmp(o->form, "linalg") == 0 && strstr(text, "memref.dealloc");
    if (grn_module_run(made, f, ninputs, given, NULL, &diag, &results) != GRN_OK) {
        refuse(o, name, n.first);
    } else if (frees) {
        refuse(o, name, "frees memory of its own, which upstream's deallocation takes over");
    } else if (!is_read_upstream(text)) {
        refuse(o, name, "has a type that MLIR 19 does not read");
    } else {
        const size_t first = first_result(&source->functions[function_named(source, function)], results);
        put_inputs(o, made->functions[f].type, given);
        put_renamed(text, o->programs, o->mlir);
        fputc('\n', o->mlir);
        put_call(o, function, made->functions[f].type, first);
        want_results(o, results, want, first);
        o->programs++;
    }
    free(text);
    grn_results_destroy(results);
    grn_module_destroy(made);
}

/* ---- random gathers and scatters ------------------------------------------------------------- */

/* The case as a program of constants; half of the time under its own index rule. */
static char *random_text(const random_case *c, bool with_rule)
{
    char *text = NULL;
    size_t bytes;
    FILE *out = open_memstream(&text, &bytes);
    (with_rule ? random_spec_print_ruled : random_spec_print)(c, out);
    fclose(out);
    return text;
}

static bool add_random(output *o, uint64_t seed)
{
    uint64_t state = seed;
    char name[64];
    random_case *c = random_case_create(random_from_seed(&state), seed & 1);
    const grn_module_options options = {.allow_nonunique_scatter = true};
    grn_module *source = NULL;
    if (!c)
        exit(2);
    char *text = random_text(c, (seed >> 1) & 1);
    snprintf(name, sizeof name, "random %" PRIu64, seed);
    bool good = grn_module_parse(text, strlen(text), &options, NULL, &source) == GRN_OK &&
                grn_module_verify(source, NULL) == GRN_OK;
    if (good)
        add_program(o, name, source, "main", 0, NULL, NULL);
    grn_module_destroy(source);
    free(text);
    random_case_destroy(c);
    return good;
}

static bool add_said(output *o, uint64_t seed, uint64_t number)
{
    random_program p;
    char name[64];
    const bool good = random_program_make(seed, number, "main", &p);
    if (good) {
        snprintf(name, sizeof name, "random program %" PRIu64 " of seed %" PRIu64 ", %s", number, seed, p.dialect);
        add_program(o, name, p.module, "main", p.ninputs, p.inputs, p.want);
    }
    random_program_release(&p);
    return good;
}

/* ---- all ------------------------------------------------------------------------------------- */

static void take_file(void *user, const char *label, const grn_module *module, const char *text, const char *function)
{
    (void)text;
    add_program(user, label, module, function, 0, NULL, NULL);
}

static FILE *open_out(const char *out, const char *ending)
{
    char path[4096];
    snprintf(path, sizeof path, "%s%s", out, ending);
    FILE *f = fopen(path, "w");
    if (!f)
        exit(2);
    return f;
}

int main(int argc, char **argv)
{
    if (argc < 5) {
        fprintf(stderr, "usage: lowered_programs FORM OUT RANDOM SEED FILE...\n");
        return 2;
    }
    char *body = NULL;
    size_t bytes;
    output o = {.form = argv[1],
                .mlir = open_out(argv[2], ".mlir"),
                .want = open_out(argv[2], ".want"),
                .refused = open_out(argv[2], ".refused"),
                .main = open_memstream(&body, &bytes)};
    file_programs files = {.take = take_file, .user = &o, .state = 1};
    const uint64_t random = strtoull(argv[3], NULL, 10), seed = strtoull(argv[4], NULL, 10);
    for (uint64_t i = 0, made = 0; made < random / 2 && i < 40 * random; i++)
        made += add_random(&o, seed + i);
    for (uint64_t i = 0, made = 0; made < random - random / 2 && i < 40 * random; i++)
        made += add_said(&o, seed, i);
    for (uint64_t i = 0; i < random / 4; i++) {
        char *text = chain_program(seed + i);
        file_programs_of_text(&files, "chain", text);
        free(text);
    }
    for (int i = 5; i < argc; i++)
        file_programs_read(&files, argv[i]);
    fclose(o.main);
    fprintf(o.mlir,
            "func.func private @printI64(i64)\nfunc.func private @printNewline()\nfunc.func @main() {\n"
            "    %%zero = arith.constant 0 : index\n    %%one = arith.constant 1 : index\n"
            "    %%low7 = arith.constant 127 : i64\n    %%nan = arith.constant %" PRId64
            " : i64\n    %%mark = arith.constant %" PRId64 " : i64\n%s    return\n}\n",
            NAN_MARK, PROGRAM_MARK, body);
    free(body);
    fclose(o.mlir);
    fclose(o.want);
    fclose(o.refused);
    printf("%s: %" PRIu64 " programs, %" PRIu64 " refused, %" PRIu64 " without known inputs\n", o.form, o.programs,
           o.refusals, files.skipped);
    return 0;
}
