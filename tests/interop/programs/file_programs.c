/* file_programs.c - the functions of a file as programs without inputs. */
#include "programs/file_programs.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/dense_text.h"
#include "support/exposed.h"
#include "support/programs.h"

static uint64_t draw(file_programs *p)
{
    p->state = p->state * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return p->state >> 33;
}

static void put_number(file_programs *p, const grn_type *e, FILE *to)
{
    if (e->kind == GRN_TYPE_FLOAT)
        fprintf(to, "%f", (double)((int)(draw(p) % 33) - 16) / 8);
    else if (e->kind == GRN_TYPE_COMPLEX)
        fprintf(to, "(%f, %f)", (double)((int)(draw(p) % 33) - 16) / 8, (double)(draw(p) % 5));
    else if (e->kind == GRN_TYPE_INTEGER && e->width == 1)
        fprintf(to, "%s", draw(p) & 1 ? "true" : "false");
    else
        fprintf(to, "%d", (int)(draw(p) % (e->width < 4 && e->width ? 2 : 4)));
}

static void put_list(file_programs *p, const grn_type *t, int32_t d, FILE *to)
{
    if (d == t->rank) {
        put_number(p, t->element, to);
        return;
    }
    fputc('[', to);
    for (int64_t i = 0; i < t->shape[d]; i++) {
        fputs(i ? ", " : "", to);
        put_list(p, t, d + 1, to);
    }
    fputc(']', to);
}

static bool has_known_inputs(const grn_type *f)
{
    bool known = true;
    for (size_t i = 0; i < f->inputs; i++) {
        const grn_type *t = f->members[i];
        known = known && grn_type_is_tensor(t) && grn_type_has_static_shape(t) && !t->encoding &&
                t->element->kind != GRN_TYPE_QUANT;
    }
    return known;
}

/* A function without inputs that calls function `f` of the text. */
static char *with_caller(file_programs *p, const char *text, const grn_function *f)
{
    char *made = NULL;
    size_t bytes;
    FILE *to = open_memstream(&made, &bytes);
    const grn_type *type = f->type;
    fprintf(to, "%s\nfunc.func @garner_caller() -> (", text);
    for (size_t i = type->inputs; i < type->count; i++)
        fprintf(to, "%s%s", i > type->inputs ? ", " : "", dense_type_text(type->members[i]));
    fprintf(to, ") {\n");
    for (size_t i = 0; i < type->inputs; i++) {
        fprintf(to, "  %%c%zu = arith.constant dense<", i);
        bool empty = false;
        for (int32_t d = 0; d < type->members[i]->rank; d++)
            empty = empty || type->members[i]->shape[d] == 0;
        if (!empty)
            put_list(p, type->members[i], 0, to);
        fprintf(to, "> : %s\n", dense_type_text(type->members[i]));
    }
    const size_t n = type->count - type->inputs;
    if (n)
        fprintf(to, "  %%r:%zu = ", n);
    fprintf(to, "func.call @%s(", f->name);
    for (size_t i = 0; i < type->inputs; i++)
        fprintf(to, "%s%%c%zu", i ? ", " : "", i);
    fprintf(to, ") : (");
    for (size_t i = 0; i < type->inputs; i++)
        fprintf(to, "%s%s", i ? ", " : "", dense_type_text(type->members[i]));
    fprintf(to, ") -> (");
    for (size_t i = type->inputs; i < type->count; i++)
        fprintf(to, "%s%s", i > type->inputs ? ", " : "", dense_type_text(type->members[i]));
    fprintf(to, ")\n  return");
    for (size_t i = 0; i < n; i++)
        fprintf(to, "%s %%r#%zu", i ? "," : "", i);
    fprintf(to, n ? " : " : "\n");
    for (size_t i = type->inputs; i < type->count; i++)
        fprintf(to, "%s%s%s", i > type->inputs ? ", " : "", dense_type_text(type->members[i]),
                i + 1 == type->count ? "\n" : "");
    fprintf(to, "}\n");
    fclose(to);
    return made;
}

static grn_module *parsed(const char *text)
{
    const grn_module_options options = {.allow_nonunique_scatter = true};
    grn_module *m = NULL;
    if (grn_module_parse(text, strlen(text), &options, NULL, &m) == GRN_OK && grn_module_verify(m, NULL) == GRN_OK)
        return m;
    grn_module_destroy(m);
    return NULL;
}

/* Functions that look at elements nobody wrote, at the bits of a NaN that went through arithmetic,
 * or at a copy onto itself: upstream has any. */
static bool looks_at_what_is_open(const char *name)
{
    static const char *const names[] = {"empty_is_zero", "bf16_nan_bits", "transposed_onto_itself"};
    bool looks = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        looks = looks || strcmp(name, names[i]) == 0;
    return looks;
}

static void add_function(file_programs *p, const char *name, const char *text, const grn_module *m, size_t i)
{
    const grn_function *f = &m->functions[i];
    char label[512];
    snprintf(label, sizeof label, "%s @%s", name, f->name);
    if (!f->is_public || !f->op->regions[0].first || looks_at_what_is_open(f->name))
        return;
    if (f->type->inputs == 0) {
        p->take(p->user, label, m, text, f->name);
        return;
    }
    char *with = has_known_inputs(f->type) ? with_caller(p, text, f) : NULL;
    grn_module *whole = with ? parsed(with) : NULL;
    if (whole)
        p->take(p->user, label, whole, with, "garner_caller");
    else
        p->skipped++;
    free(with);
    grn_module_destroy(whole);
}

static char *file_text(const char *path)
{
    char *text = NULL, block[4096];
    size_t bytes, n;
    FILE *from = fopen(path, "r"), *to = from ? open_memstream(&text, &bytes) : NULL;
    if (!to)
        exit(2);
    while ((n = fread(block, 1, sizeof block, from)) > 0)
        fwrite(block, 1, n, to);
    fclose(from);
    fclose(to);
    return text;
}

void file_programs_of_text(file_programs *p, const char *label, const char *given)
{
    grn_module *m = parsed(given);
    char *text = m && program_expose_checks(m) ? program_text_of(m) : NULL;
    grn_module_destroy(m);
    m = text ? parsed(text) : NULL;
    for (size_t i = 0; m && i < m->nfunctions; i++)
        add_function(p, label, text, m, i);
    p->skipped += m == NULL;
    grn_module_destroy(m);
    free(text);
}

void file_programs_read(file_programs *p, const char *path)
{
    char *all = file_text(path), *rest = all;
    while (rest) {
        char *part = rest, *cut = strstr(rest, "\n// -----");
        rest = cut ? cut + 9 : NULL;
        if (cut)
            *cut = '\0';
        file_programs_of_text(p, path, part);
    }
    free(all);
}
