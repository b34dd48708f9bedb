/* random_program.c - a random program with its inputs and what the interpreter makes of them. */
#include "programs/random_program.h"

#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "generate.h"
#include "inputs.h"
#include "support/programs.h"
#include "support/random_spec.h"

#define RUN_BYTES ((size_t)16 << 20)
#define RUN_STEPS UINT64_C(20000000)

/* ---- text ------------------------------------------------------------------------------------ */

/* `from` with @main called @name, and @callee @name_callee. */
static char *renamed(const char *from, const char *name)
{
    static const char *const old[] = {"@main", "@callee"};
    char *out = malloc(strlen(from) * 4 + 4 * strlen(name) + 64), *to = out;
    while (out && *from) {
        size_t k = 0;
        while (k < 2 && strncmp(from, old[k], strlen(old[k])) != 0)
            k++;
        if (k < 2) {
            to += sprintf(to, "@%s%s", name, k ? "_callee" : "");
            from += strlen(old[k]);
        } else
            *to++ = *from++;
    }
    if (out)
        *to = '\0';
    return out;
}

static bool keep_text(random_program *p, const grn_module *module, const char *name)
{
    text made;
    bool ok = text_of(module, false, &made);
    p->text = ok ? renamed(made.bytes, name) : NULL;
    p->bytes = p->text ? strlen(p->text) : 0;
    fuzz_text_free(&made);
    return p->text != NULL;
}

static bool parse(random_program *p)
{
    const grn_module_options options = {.allow_nonunique_scatter = true};
    if (grn_module_parse(p->text, p->bytes, &options, NULL, &p->module) != GRN_OK ||
        grn_module_verify(p->module, NULL) != GRN_OK)
        return false;
    grn_function_info f;
    for (p->function = 0; grn_module_function(p->module, p->function, &f) == GRN_OK; p->function++)
        if (f.is_public)
            return true;
    return false;
}

/* ---- inputs ---------------------------------------------------------------------------------- */

static bool keep_input(random_program *p, const grn_tensor *view, grn_dtype declared)
{
    grn_tensor *to = &p->inputs[p->ninputs];
    const size_t bytes = grn_tensor_bytes(view), element = grn_dtype_bytes(view->dtype);
    const bool alike = (declared == GRN_I64 && view->dtype == GRN_INDEX);
    char *data = calloc(bytes + 1, 1);
    if (!data || p->ninputs == RANDOM_PROGRAM_INPUTS ||
        grn_tensor_init(to, data, alike ? declared : view->dtype, view->rank, view->shape) != GRN_OK) {
        free(data);
        return false;
    }
    for (int64_t i = 0; i < grn_tensor_elements(view); i++)
        grn_tensor_read(view, i, 1, data + (size_t)i * element);
    p->ninputs++;
    return true;
}

static bool keep_case(random_program *p, const random_case *c)
{
    bool ok = true;
    size_t at = 0;
    for (size_t i = 0; ok && i < c->ninputs; i++)
        ok = keep_input(p, &c->operand[i].view, grn_module_input_dtype(p->module, p->function, at++));
    ok = ok && keep_input(p, &c->indices.view, grn_module_input_dtype(p->module, p->function, at++));
    for (size_t i = 0; ok && c->is_scatter && i < c->ninputs; i++)
        ok = keep_input(p, &c->dense[i].view, grn_module_input_dtype(p->module, p->function, at++));
    return ok;
}

/* ---- programs -------------------------------------------------------------------------------- */

static grn_module *in_dialect(const grn_module *from, const char *to)
{
    grn_module *made;
    return grn_module_convert(from, &(grn_module_convert_options){.to = to}, NULL, &made) == GRN_OK ? made : NULL;
}

static bool make_access(uint64_t seed, uint64_t number, const char *name, random_program *p)
{
    uint64_t state = seed * UINT64_C(1000003) + number;
    size_t dialects = 0;
    while (grn_module_dialect(dialects))
        dialects++;
    random_case *c = random_case_create(random_from_seed(&state), number % 2 == 1);
    grn_module *source = !c ? NULL : number / 2 % 2 ? program_parse_dynamic(c, seed + number) : program_parse(c);
    p->dialect = grn_module_dialect(number / 4 % dialects);
    grn_module *made = source ? in_dialect(source, p->dialect) : NULL;
    bool ok = made && keep_text(p, made, name) && parse(p) && keep_case(p, c);
    grn_module_destroy(made);
    grn_module_destroy(source);
    if (c)
        random_case_destroy(c);
    return ok;
}

static bool make_many_ops(uint64_t seed, uint64_t number, const char *name, random_program *p)
{
    uint64_t bytes[2] = {seed, number};
    entropy e;
    inputs in;
    size_t n;
    entropy_init(&e, (const uint8_t *)bytes, sizeof bytes);
    char *made = generate_program(&e, &n);
    p->text = made ? renamed(made, name) : NULL;
    p->bytes = p->text ? strlen(p->text) : 0;
    p->dialect = "stablehlo, many ops";
    free(made);
    if (!p->text || !parse(p))
        return false;
    bool ok = inputs_make(&e, p->module, p->function, &in);
    for (size_t i = 0; ok && i < in.count; i++)
        ok = in.view[i].dtype == grn_module_input_dtype(p->module, p->function, i) &&
             keep_input(p, &in.view[i], in.view[i].dtype);
    inputs_release(&in);
    return ok;
}

static bool run(random_program *p)
{
    const grn_run_options options = {.max_memory_bytes = RUN_BYTES, .max_steps = RUN_STEPS, .check_promises = true};
    p->status = grn_module_run(p->module, p->function, p->ninputs, p->inputs, &options, NULL, &p->want);
    return p->status == GRN_OK || p->status == GRN_E_INDEX;
}

bool random_program_of_text(char *given, const char *label, random_program *p)
{
    *p = (random_program){.text = given, .bytes = given ? strlen(given) : 0, .dialect = label};
    return given && parse(p) && run(p);
}

bool random_program_make(uint64_t seed, uint64_t number, const char *name, random_program *p)
{
    *p = (random_program){0};
    return (number % 5 == 4 ? make_many_ops(seed, number, name, p) : make_access(seed, number, name, p)) && run(p);
}

void random_program_release(random_program *p)
{
    grn_results_destroy(p->want);
    grn_module_destroy(p->module);
    for (size_t i = 0; i < p->ninputs; i++)
        free(p->inputs[i].data);
    free(p->text);
    *p = (random_program){0};
}
