/* python_scatter.c - what scatters of JAX and PyTorch have in common: how they combine, and what they leave open. */
#include "source/python.h"

/* x.at of JAX; scatter_reduce of PyTorch, and "set" and "add". They say neither which zero nor which NaN is the least:
 * floats are compared as integers. */
#define LEAST "{@to_order}({0}, \"min\")", "{@from_order}({0}, {1})"
#define GREATEST "{@to_order}({0}, \"max\")", "{@from_order}({0}, {1})"
static const grn_python_method methods[] = {
    {GRN_COMBINE_REPLACE, GRN_SOURCE_ANY, {"set", "set"}, "{0}", "{0}"},
    {GRN_COMBINE_ADD, GRN_SOURCE_I1, {"max", "amax"}, "{0}", "{0}"},
    {GRN_COMBINE_ADD, GRN_SOURCE_NUMBER, {"add", "add"}, "{0}", "{0}"},
    {GRN_COMBINE_MUL, GRN_SOURCE_I1, {"min", "amin"}, "{0}", "{0}"},
    {GRN_COMBINE_MUL, GRN_SOURCE_F16, {"mul", NULL}, "{0}", "{0}"},
    {GRN_COMBINE_MUL, GRN_SOURCE_REAL & ~GRN_SOURCE_F16, {"mul", "prod"}, "{0}", "{0}"},
    {GRN_COMBINE_MIN, GRN_SOURCE_I1 | GRN_SOURCE_INTEGER, {"min", "amin"}, "{0}", "{0}"},
    {GRN_COMBINE_MIN, GRN_SOURCE_FLOAT, {"min", "amin"}, LEAST},
    {GRN_COMBINE_MAX, GRN_SOURCE_I1 | GRN_SOURCE_INTEGER, {"max", "amax"}, "{0}", "{0}"},
    {GRN_COMBINE_MAX, GRN_SOURCE_FLOAT, {"max", "amax"}, GREATEST},
    {GRN_COMBINE_AND, GRN_SOURCE_I1, {"min", "amin"}, "{0}", "{0}"},
    {GRN_COMBINE_OR, GRN_SOURCE_I1, {"max", "amax"}, "{0}", "{0}"},
};

static unsigned elements_of(const grn_hub *a, size_t i)
{
    return grn_source_elements_of(a->operands[i]->type->element);
}

const grn_python_method *grn_python_method_of(const grn_hub *a, size_t i, int library)
{
    for (size_t k = 0; k < GRN_COUNT(methods); k++)
        if (methods[k].combiner == a->combiner && (methods[k].elements & elements_of(a, i)))
            return methods[k].name[library] ? &methods[k] : NULL;
    return NULL;
}

bool grn_python_has_methods(const grn_hub *a, int library)
{
    for (size_t i = 0; i < a->ninputs; i++)
        if (!grn_python_method_of(a, i, library))
            return false;
    return true;
}

bool grn_python_shows_order_of(const grn_hub *a, size_t i) { return grn_python_shows_order(a, elements_of(a, i)); }

bool grn_python_keeps_last(const grn_hub *a) { return a->combiner == GRN_COMBINE_REPLACE && !grn_python_alone(a); }

void grn_python_promise(grn_source *s, const grn_hub *a, const char *devices, const char *library)
{
    bool shows = false;
    for (size_t i = 0; i < a->ninputs; i++)
        shows = shows || grn_python_shows_order_of(a, i);
    if (shows)
        grn_source_line(s,
                        "# updates of one place are taken in row-major order on a CPU, which gives the same bits; "
                        "%s promises no order",
                        devices);
    if (grn_python_keeps_last(a))
        grn_source_line(s, "# of the updates of one place the last stays, on every device: %s promises none", library);
}
