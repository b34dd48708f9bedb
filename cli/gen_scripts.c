/*
 * gen_scripts.c - programs as scripts of Python, with numpy, JAX or PyTorch.
 *
 * A script has the program's function as grn_module_write_source writes it, its inputs and its results as lists, and
 * ends with status 1 and a line for each result that is another one.
 */
#include <inttypes.h>
#include <stdarg.h>
#include <string.h>

#include "gen_scripts.h"

typedef struct language {
    const char *name;  /* of grn_module_write_source */
    const char *setup; /* behind the function: `give` makes an input of an array of numpy's, `host` does the inverse */
} language;

static const language numpy_language = {"numpy", "\n\n"
                                                 "def give(x):\n"
                                                 "    return x\n\n\n"
                                                 "def host(x):\n"
                                                 "    return np.asarray(x)\n"};
static const language jax_language = {"jax", "\n\n"
                                             "import numpy as np\n\n"
                                             "jax.config.update(\"jax_enable_x64\", True)\n\n\n"
                                             "def give(x):\n"
                                             "    return jnp.asarray(x)\n\n\n"
                                             "def host(x):\n"
                                             "    return np.asarray(x)\n"};
/* numpy has no bfloat16, and every one of its numbers is a float32. */
static const language torch_language = {"pytorch", "\n\n"
                                                   "import numpy as np\n\n\n"
                                                   "def give(x):\n"
                                                   "    return torch.from_numpy(x)\n\n\n"
                                                   "def host(x):\n"
                                                   "    return x.resolve_conj().resolve_neg().numpy()\n"};

/* Texts stand for what has no digits, "nan", "inf", and pairs for complex numbers. */
static const char helpers[] =
    "\n\n"
    "true, false = True, False\n"
    "wrong = 0\n\n\n"
    "def array(dtype, shape, elements):\n"
    "    if dtype.startswith(\"complex\"):\n"
    "        pairs = np.array(elements, dtype=np.float64).reshape(shape + (2,))\n"
    "        return pairs.view(np.complex128).reshape(shape).astype(dtype)\n"
    "    exact = dtype.startswith((\"bool\", \"int\", \"uint\"))\n"
    "    return np.array(elements, dtype=dtype if exact else np.float64).reshape(shape).astype(dtype)\n\n\n"
    "def wide(x):\n"
    "    kind = x.dtype.kind\n"
    "    return x if kind in \"biu\" else x.astype(np.complex128 if kind == \"c\" else np.float64)\n\n\n"
    "# `tolerance`: what the order of sums, and the precision of functions, may make of an element.\n"
    "@np.errstate(all=\"ignore\")\n"
    "def expect(i, got, want, tolerance):\n"
    "    global wrong\n"
    "    got = host(got)\n"
    "    fine = got.dtype == want.dtype and got.shape == want.shape\n"
    "    if fine:\n"
    "        a, b = wide(got), wide(want)\n"
    "        same = (a == b) | ((a != a) & (b != b))\n"
    "        fine = bool(np.all(same | (abs(a - b) <= tolerance) if tolerance else same))\n"
    "    if not fine:\n"
    "        wrong += 1\n"
    "        print(f\"result {i} is {got.dtype}{list(got.shape)}\\n{got}\\nexpected {want.dtype}{list(want.shape)}, "
    "\"\n"
    "              f\"give or take {tolerance}\\n{want}\")\n\n\n";

/* ---- parts ----------------------------------------------------------------------------------- */

typedef struct script {
    gen_place *place;
    const grn_generated *made;
    grn_text_buffer text;
    grn_sink sink;
    grn_status status;
} script;

static void put_bytes(script *s, const char *text, size_t n)
{
    if (s->status == GRN_OK)
        s->status = s->sink.write(s->sink.user, text, n);
}

static void put(script *s, const char *format, ...) GRN_PRINTF(2, 3);
static void put(script *s, const char *format, ...)
{
    char text[256];
    va_list args;
    va_start(args, format);
    const int n = vsnprintf(text, sizeof text, format, args);
    va_end(args);
    put_bytes(s, text, (size_t)n < sizeof text ? (size_t)n : sizeof text - 1);
}

/* As numpy calls it: i8 is int8, ui8 uint8, bf16 bfloat16, complex<f32> complex64. NULL: none of them. */
static const char *numpy_name(grn_dtype dtype)
{
    static const char *const names[][2] = {{"i1", "bool"},
                                           {"i8", "int8"},
                                           {"i16", "int16"},
                                           {"i32", "int32"},
                                           {"i64", "int64"},
                                           {"ui8", "uint8"},
                                           {"ui16", "uint16"},
                                           {"ui32", "uint32"},
                                           {"ui64", "uint64"},
                                           {"f16", "float16"},
                                           {"f32", "float32"},
                                           {"f64", "float64"},
                                           {"bf16", "bfloat16"},
                                           {"complex<f32>", "complex64"},
                                           {"complex<f64>", "complex128"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], grn_dtype_text(dtype)) == 0)
            return names[i][1];
    return NULL;
}

static bool is_said(const language *l, grn_dtype dtype)
{
    const bool has_bfloat16 = l == &jax_language;
    return numpy_name(dtype) && (has_bfloat16 || strcmp(grn_dtype_text(dtype), "bf16") != 0);
}

static void put_array(script *s, const grn_tensor *t)
{
    put(s, "array(\"%s\", (", numpy_name(t->dtype));
    for (int32_t d = 0; d < t->rank; d++)
        put(s, "%" PRId64 ", ", t->shape[d]);
    put(s, "), ");
    if (s->status == GRN_OK)
        s->status = grn_tensor_write_json(t, &s->sink);
    put(s, ")");
}

/* ---- the whole ------------------------------------------------------------------------------- */

static void keep_message(void *user, const grn_diagnostic *d)
{
    gen_place *place = user;
    if (!place->reason[0] && d->severity == GRN_SEVERITY_ERROR)
        gen_leave(place, "%s", d->message);
}

/* False: the language has no such function. */
static bool put_function(script *s, const language *l)
{
    const grn_module_source_options options = {.size_bytes = sizeof options, .language = l->name};
    const grn_diag diag = {keep_message, s->place};
    const grn_status status = grn_module_write_source(grn_generated_module(s->made), &options, &diag, &s->sink);
    if (status != GRN_OK && !s->place->is_left_out)
        gen_fail(s->place, "%s", grn_status_text(status));
    return status == GRN_OK;
}

static bool tensors_are_said(script *s, const language *l)
{
    const grn_results *results = grn_generated_results(s->made);
    const size_t ninputs = grn_generated_inputs(s->made), nresults = grn_results_count(results);
    for (size_t i = 0; i < ninputs + nresults; i++) {
        const grn_tensor *t = i < ninputs ? grn_generated_input(s->made, i) : grn_results_tensor(results, i - ninputs);
        if (!is_said(l, t->dtype))
            return gen_leave(s->place, "a tensor has elements of type %s, which no array of numpy's has",
                             grn_dtype_text(t->dtype));
    }
    return results || gen_leave(s->place, "its specification makes an error of it, which is no result");
}

static void put_call(script *s)
{
    const grn_results *results = grn_generated_results(s->made);
    put(s, "got = main(\n");
    for (size_t i = 0; i < grn_generated_inputs(s->made); i++) {
        put(s, "    give(");
        put_array(s, grn_generated_input(s->made, i));
        put(s, "),\n");
    }
    put(s, ")\ngot = got if isinstance(got, (tuple, list)) else (got,)\n");
    for (size_t i = 0; i < grn_results_count(results); i++) {
        put(s, "expect(%zu, got[%zu], ", i, i);
        put_array(s, grn_results_tensor(results, i));
        put(s, ", %.3g)\n", grn_generated_tolerance(s->made, i) * 1.01);
    }
    put(s, "raise SystemExit(1 if wrong else 0)\n");
}

static bool write_script(gen_place *place, const grn_generated *made, const language *l, const char *form)
{
    script s = {.place = place, .made = made};
    s.sink = grn_text_buffer_sink(&s.text);
    bool fine = tensors_are_said(&s, l);
    if (fine) {
        gen_put_head(made, form, "#", &s.sink);
        fine = put_function(&s, l);
    }
    if (fine) {
        put_bytes(&s, l->setup, strlen(l->setup));
        put_bytes(&s, helpers, sizeof helpers - 1);
        put_call(&s);
        fine = s.status == GRN_OK ? gen_put(place, ".py", s.text.text, s.text.size_bytes)
                                  : gen_fail(place, "%s", grn_status_text(s.status));
    }
    grn_text_buffer_free(&s.text);
    return fine;
}

bool gen_write_numpy(gen_place *place, const grn_generated *made)
{
    return write_script(place, made, &numpy_language, "numpy");
}
bool gen_write_jax(gen_place *place, const grn_generated *made)
{
    return write_script(place, made, &jax_language, "jax");
}
bool gen_write_torch(gen_place *place, const grn_generated *made)
{
    return write_script(place, made, &torch_language, "torch");
}
