/*
 * random_programs.c - random programs for other programs to run, with the interpreter's results.
 *
 *   random_programs SEED NUMBER FOLDER     program NUMBER: FOLDER/program.mlir, in_0.npy..,
 *                                          out_0.npy.., or `status` where the run is an error. Exit
 *                                          3: there is no such program.
 *   random_programs SEED FIRST COUNT c plain|simd|openmp FILE...
 *                                          a C program on standard output: those of FIRST.. and the
 *                                          functions of the files (file_programs.h) that can be
 *                                          emitted as C, their inputs, and a main that runs each
 *                                          and compares. What was left out, and why, is on standard
 *                                          error.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common.h"
#include "programs/file_programs.h"
#include "programs/random_program.h"

/* ---- a folder -------------------------------------------------------------------------------- */

static grn_status to_file(void *user, const char *bytes, size_t n)
{
    return fwrite(bytes, 1, n, user) == n ? GRN_OK : GRN_E_SINK;
}

static FILE *open_in(const char *folder, const char *name, size_t i)
{
    char path[4096];
    snprintf(path, sizeof path, i == SIZE_MAX ? "%s/%s" : "%s/%s_%zu.npy", folder, name, i);
    FILE *f = fopen(path, "wb");
    if (!f)
        exit(2);
    return f;
}

static void write_npy(const char *folder, const char *name, size_t i, const grn_tensor *t)
{
    FILE *f = open_in(folder, name, i);
    const grn_sink sink = {to_file, f};
    if (grn_npy_write(t, &sink) != GRN_OK || fclose(f) != 0)
        exit(2);
}

static int to_folder(uint64_t seed, uint64_t number, const char *folder)
{
    random_program p;
    bool made = random_program_make(seed, number, "main", &p);
    if (made) {
        FILE *f = open_in(folder, "program.mlir", SIZE_MAX);
        fwrite(p.text, 1, p.bytes, f);
        fclose(f);
        for (size_t i = 0; i < p.ninputs; i++)
            write_npy(folder, "in", i, &p.inputs[i]);
        for (size_t i = 0; i < grn_results_count(p.want); i++)
            write_npy(folder, "out", i, grn_results_tensor(p.want, i));
        if (!p.want) {
            f = open_in(folder, "status", SIZE_MAX);
            fprintf(f, "%s\n", grn_status_name(p.status));
            fclose(f);
        }
    }
    random_program_release(&p);
    return made ? 0 : 3;
}

/* ---- one C program --------------------------------------------------------------------------- */

typedef struct reason {
    char first[512];
} reason;

static void keep_first(void *user, const grn_diagnostic *d)
{
    reason *r = user;
    if (d->severity == GRN_SEVERITY_ERROR && !r->first[0])
        snprintf(r->first, sizeof r->first, "%s", d->message);
}

static grn_status emit(const grn_module *module, const grn_module_emit_options *options, text *out, reason *why)
{
    const grn_diag diag = {keep_first, why};
    const grn_sink sink = fuzz_text_sink(out);
    *why = (reason){""};
    return grn_module_emit(module, options, &diag, &sink);
}

/* Elements as bytes, NaNs as they are; exactly as much memory as there are elements, for a
 * sanitizer to see one too far. */
static void put_bytes(FILE *to, const char *name, const grn_tensor *t)
{
    const size_t n = grn_tensor_bytes(t), element = grn_dtype_bytes(t->dtype);
    fprintf(to, "static const unsigned char %s[] = {", name);
    for (int64_t i = 0; i < grn_tensor_elements(t); i++) {
        const int64_t one[1] = {i};
        unsigned char bytes[16] = {0};
        (void)one;
        int64_t rest = i;
        const char *p = t->data;
        for (int32_t d = t->rank - 1; d >= 0; d--) {
            p += rest % t->shape[d] * t->stride[d] * (int64_t)element;
            rest /= t->shape[d];
        }
        memcpy(bytes, p, element);
        for (size_t k = 0; k < element; k++)
            fprintf(to, "%u,", bytes[k]);
    }
    fprintf(to, "%s};\n", n ? "" : "0");
}

/* Which extents of a declared type are open: "tensor<2x?xf32>". */
static size_t open_extents(const random_program *p, const char *type, const grn_tensor *t, char *out, size_t room)
{
    size_t used = 0;
    const char *at = strchr(type, '<');
    (void)p;
    out[0] = '\0';
    for (int32_t d = 0; at && d < t->rank; d++) {
        at++;
        if (*at == '?')
            used += (size_t)snprintf(out + used, room - used, ", %" PRId64, t->shape[d]);
        at = strchr(at, 'x');
    }
    return used;
}

static const char *kind_of(grn_dtype d)
{
    static char name[32];
    snprintf(name, sizeof name, "%s",
             grn_dtype_class_of(d) == GRN_CLASS_FLOAT ? grn_dtype_text(d)
             : d == GRN_C64                           ? "c64"
             : d == GRN_C128                          ? "c128"
                                                      : "int");
    return name;
}

static const char prelude[] =
    "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <stdint.h>\n"
    "static int is_nan(const char *kind, const unsigned char *p)\n{\n"
    "    uint16_t h; uint32_t f; uint64_t d;\n"
    "    if (!strcmp(kind, \"f16\")) { memcpy(&h, p, 2); return (h & 0x7FFF) > 0x7C00; }\n"
    "    if (!strcmp(kind, \"bf16\")) { memcpy(&h, p, 2); return (h & 0x7FFF) > 0x7F80; }\n"
    "    if (!strcmp(kind, \"f32\")) { memcpy(&f, p, 4); return (f & 0x7FFFFFFF) > 0x7F800000; }\n"
    "    if (!strcmp(kind, \"f64\")) { memcpy(&d, p, 8); return (d & INT64_MAX) > UINT64_C(0x7FF0000000000000); }\n"
    "    if (!strcmp(kind, \"f8E5M2\")) return (*p & 0x7F) > 0x7C;\n"
    "    if (!strcmp(kind, \"f8E4M3\")) return (*p & 0x7F) > 0x78;\n"
    "    if (!strcmp(kind, \"f8E3M4\")) return (*p & 0x7F) > 0x70;\n"
    "    if (!strcmp(kind, \"f8E4M3FN\")) return (*p & 0x7F) == 0x7F;\n"
    "    return 0;\n}\n"
    "static int same(const char *kind, const unsigned char *a, const unsigned char *b, size_t element)\n{\n"
    "    const char *part = !strcmp(kind, \"c64\") ? \"f32\" : !strcmp(kind, \"c128\") ? \"f64\" : NULL;\n"
    "    if (part)\n        return same(part, a, b, element / 2) && same(part, a + element / 2, b + element / 2, "
    "element / 2);\n"
    "    return memcmp(a, b, element) == 0 || (is_nan(kind, a) && is_nan(kind, b));\n}\n"
    "static void *copy_of(const void *from, size_t n)\n{\n    void *to = malloc(n ? n : 1);\n    if (!to)\n        "
    "exit(2);\n"
    "    if (n)\n        memcpy(to, from, n);\n    return to;\n}\n"
    "static void *filled(size_t n)\n{\n    void *to = malloc(n ? n : 1);\n    if (!to)\n        exit(2);\n    "
    "memset(to, 0xA5, n ? "
    "n : 1);\n    return to;\n}\n"
    "static int compare(const char *program, int result, const char *kind, const unsigned char *got, const unsigned "
    "char *want, "
    "size_t n, size_t element)\n{\n"
    "    for (size_t i = 0; i < n; i += element)\n        if (!same(kind, got + i, want + i, element)) {\n"
    "            printf(\"%s: result %d differs at element %zu\\n\", program, result, i / element);\n            "
    "return 1;\n       "
    " }\n    return 0;\n}\n"
    "static int untouched(const char *program, const unsigned char *p, size_t n)\n{\n"
    "    for (size_t i = 0; i < n; i++)\n        if (p[i] != 0xA5) {\n            printf(\"%s: a result is written to "
    "though an "
    "index is out of range\\n\", program);\n            return 1;\n        }\n    return 0;\n}\n";

/* The types of function `f`: "(tensor<2xf32>, tensor<?xi32>) -> (tensor<3xf32>)" taken from the
 * program's text. */
typedef struct types {
    char *in[RANDOM_PROGRAM_INPUTS], *out[RANDOM_PROGRAM_INPUTS];
    size_t nout;
} types;

static char *type_of_input(const random_program *p, size_t i)
{
    text t;
    grn_sink sink = fuzz_text_sink(&t);
    if (grn_module_write_input_type(p->module, p->function, i, &sink) != GRN_OK)
        exit(2);
    return t.bytes;
}

/* Results' extents are open as the program says behind its arrow. */
static void result_types(const random_program *p, const char *program, char out[RANDOM_PROGRAM_INPUTS][256],
                         size_t count)
{
    char head[64];
    snprintf(head, sizeof head, "func.func @%s(", program);
    const char *at = strstr(p->text, head);
    at = at ? strstr(at, "->") : NULL;
    for (size_t i = 0; i < count; i++) {
        const char *lt = at ? strchr(at, '<') : NULL;
        size_t n = 0;
        int depth = 0;
        for (const char *c = lt; c && *c && n < 255; c++) {
            depth += *c == '<';
            depth -= *c == '>';
            out[i][n++] = *c;
            if (depth == 0)
                break;
        }
        out[i][n] = '\0';
        at = lt ? lt + n : NULL;
    }
}

static void put_check(FILE *to, const random_program *p, const char *k, bool answers)
{
    char dims[512], name[64], rtype[RANDOM_PROGRAM_INPUTS][256];
    const size_t nresults = grn_results_count(p->want);
    grn_function_info f;
    if (grn_module_function(p->module, p->function, &f) != GRN_OK)
        exit(2);
    result_types(p, k, rtype, f.nresults < RANDOM_PROGRAM_INPUTS ? f.nresults : RANDOM_PROGRAM_INPUTS);
    for (size_t i = 0; i < p->ninputs; i++) {
        snprintf(name, sizeof name, "%s_in%zu", k, i);
        put_bytes(to, name, &p->inputs[i]);
    }
    for (size_t i = 0; i < nresults; i++) {
        snprintf(name, sizeof name, "%s_out%zu", k, i);
        put_bytes(to, name, grn_results_tensor(p->want, i));
    }
    fprintf(to, "static int check_%s(void)\n{\n    int bad = 0;\n", k);
    for (size_t i = 0; i < p->ninputs; i++)
        fprintf(to, "    void *in%zu = copy_of(%s_in%zu, %zu);\n", i, k, i, grn_tensor_bytes(&p->inputs[i]));
    for (size_t i = 0; i < f.nresults; i++)
        fprintf(to, "    void *out%zu = filled(%zu);\n", i,
                p->want ? grn_tensor_bytes(grn_results_tensor(p->want, i)) : (size_t)1 << 16);
    fprintf(to, "    %s%s(", answers ? "const int answer = " : "", k);
    for (size_t i = 0; i < p->ninputs; i++) {
        char *type = type_of_input(p, i);
        open_extents(p, type, &p->inputs[i], dims, sizeof dims);
        fprintf(to, "%sin%zu%s", i ? ", " : "", i, dims);
        free(type);
    }
    for (size_t i = 0; i < f.nresults; i++) {
        dims[0] = '\0';
        if (p->want)
            open_extents(p, rtype[i], grn_results_tensor(p->want, i), dims, sizeof dims);
        else
            for (const char *c = rtype[i]; *c; c++)
                if (*c == '?')
                    strcat(dims, ", 1");
        fprintf(to, "%sout%zu%s", i || p->ninputs ? ", " : "", i, dims);
    }
    fprintf(to, ");\n");
    if (answers)
        fprintf(to, "    if (answer %s) {\n        printf(\"%s answers %%d\\n\", answer);\n        bad = 1;\n    }\n",
                p->want ? "!= 0" : "<= 0", k);
    for (size_t i = 0; i < f.nresults; i++) {
        const grn_tensor *t = grn_results_tensor(p->want, i);
        if (p->want)
            fprintf(to, "    bad |= compare(\"%s\", %zu, \"%s\", out%zu, %s_out%zu, %zu, %zu);\n", k, i,
                    kind_of(t->dtype), i, k, i, grn_tensor_bytes(t), grn_dtype_bytes(t->dtype));
        else
            fprintf(to, "    bad |= untouched(\"%s\", out%zu, 1 << 16);\n", k, i);
        fprintf(to, "    free(out%zu);\n", i);
    }
    for (size_t i = 0; i < p->ninputs; i++)
        fprintf(to, "    bad |= memcmp(in%zu, %s_in%zu, %zu) != 0;\n    free(in%zu);\n", i, k, i,
                grn_tensor_bytes(&p->inputs[i]), i);
    fprintf(to, "    return bad;\n}\n");
}

static bool has_answer(const char *c, const char *k)
{
    char head[64];
    snprintf(head, sizeof head, "\nint %s(", k);
    return strstr(c, head) != NULL;
}

/* ---- which programs -------------------------------------------------------------------------- */

#define MOST_PROGRAMS 4096

typedef struct item {
    char name[32];
    random_program p;
    bool answers;
} item;

typedef struct items {
    const grn_module_emit_options *options;
    item *all; /* MOST_PROGRAMS */
    size_t n, refused, files;
} items;

/* What can be emitted is kept, the rest released. */
static void keep(items *to, const char *label, const char *name, random_program *p)
{
    text one;
    reason why;
    const grn_status status = emit(p->module, to->options, &one, &why);
    if (status != GRN_OK) {
        to->refused++;
        fprintf(stderr, "%s (%s) is left out: %s\n", name, label, why.first);
    }
    if (status != GRN_OK || to->n == MOST_PROGRAMS || grn_results_count(p->want) > RANDOM_PROGRAM_INPUTS)
        random_program_release(p);
    else {
        item *i = &to->all[to->n++];
        snprintf(i->name, sizeof i->name, "%s", name);
        i->p = *p;
        i->answers = has_answer(one.bytes, name);
    }
    fuzz_text_free(&one);
}

static void add_random(items *to, uint64_t seed, uint64_t number)
{
    random_program p;
    char name[32];
    snprintf(name, sizeof name, "p%" PRIu64, number);
    if (random_program_make(seed, number, name, &p))
        keep(to, p.dialect, name, &p);
    else
        random_program_release(&p);
}

static bool is_name(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '.' || c == '-';
}

/* The text with `function` called `name`, and all else that has a symbol private and of names that
 * begin with it. */
static char *alone(const char *from, const char *function, const char *name)
{
    char *made = NULL;
    size_t bytes;
    bool quoted = false;
    FILE *to = open_memstream(&made, &bytes);
    for (const char *c = from; *c;) {
        size_t n = 0;
        quoted ^= *c == '"';
        while (*c == '@' && !quoted && is_name(c[1 + n]))
            n++;
        if (n == 0) {
            fputc(*c++, to);
            continue;
        }
        const bool is_it = strlen(function) == n && memcmp(c + 1, function, n) == 0;
        const bool defines = c - from >= 10 && memcmp(c - 10, "func.func ", 10) == 0;
        fprintf(to, is_it ? "@%s" : "%s@%s_%.*s", is_it ? name : defines ? "private " : "", name, (int)n, c + 1);
        c += 1 + n;
    }
    fclose(to);
    return made;
}

static void add_file_program(void *user, const char *label, const grn_module *module, const char *text_,
                             const char *function)
{
    items *to = user;
    random_program p;
    char name[32];
    (void)module;
    snprintf(name, sizeof name, "q%zu", to->files++);
    if (random_program_of_text(alone(text_, function, name), label, &p) && grn_results_count(p.want) > 0)
        keep(to, label, name, &p);
    else
        random_program_release(&p);
}

static bool print_all(const items *of)
{
    text all, c;
    reason why = {""};
    grn_module *module = NULL;
    const grn_sink sink = fuzz_text_sink(&all);
    const grn_diag diag = {keep_first, &why};
    for (size_t i = 0; i < of->n; i++)
        if (sink.write(sink.user, of->all[i].p.text, of->all[i].p.bytes) != GRN_OK)
            exit(2);
    if (of->n == 0 ||
        grn_module_parse(all.bytes, all.size, &(grn_module_options){.allow_nonunique_scatter = true}, &diag, &module) !=
            GRN_OK ||
        emit(module, of->options, &c, &why) != GRN_OK) {
        fprintf(stderr, "all together: %s\n", why.first);
        return false;
    }
    fputs(c.bytes, stdout);
    fputs(prelude, stdout);
    for (size_t i = 0; i < of->n; i++)
        put_check(stdout, &of->all[i].p, of->all[i].name, of->all[i].answers);
    printf("int main(void)\n{\n    int bad = 0;\n    (void)untouched;\n");
    for (size_t i = 0; i < of->n; i++)
        printf("    bad += check_%s();\n", of->all[i].name);
    printf("    printf(\"%%d passed, %%d failed\\n\", %zu - bad, bad);\n    return bad != 0;\n}\n", of->n);
    grn_module_destroy(module);
    fuzz_text_free(&c);
    fuzz_text_free(&all);
    return true;
}

int main(int argc, char **argv)
{
    if (argc == 4)
        return to_folder(strtoull(argv[1], NULL, 10), strtoull(argv[2], NULL, 10), argv[3]);
    if (argc < 6 || strcmp(argv[4], "c") != 0) {
        fprintf(stderr, "usage: random_programs SEED NUMBER FOLDER | SEED FIRST COUNT c plain|simd|openmp FILE...\n");
        return 2;
    }
    const grn_module_emit_options options = {.simd = strcmp(argv[5], "simd") == 0,
                                             .openmp = strcmp(argv[5], "openmp") == 0};
    items of = {.options = &options, .all = calloc(MOST_PROGRAMS, sizeof *of.all)};
    file_programs files = {.take = add_file_program, .user = &of, .state = 1};
    if (!of.all)
        return 2;
    const uint64_t seed = strtoull(argv[1], NULL, 10), first = strtoull(argv[2], NULL, 10),
                   count = strtoull(argv[3], NULL, 10);
    for (uint64_t i = 0; i < count; i++)
        add_random(&of, seed, first + i);
    for (int i = 6; i < argc; i++)
        file_programs_read(&files, argv[i]);
    const bool printed = print_all(&of);
    fprintf(stderr, "%zu programs, %zu left out\n", of.n, of.refused);
    for (size_t i = 0; i < of.n; i++)
        random_program_release(&of.all[i].p);
    free(of.all);
    return printed ? 0 : 1;
}
