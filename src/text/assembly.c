/* assembly.c - the parts of a row's `assembly`, and the ports it names (text.h has the
 * language). */
#include "text/internal.h"

static grn_str next_word(const char **at)
{
    const char *start = *at;
    while (*start == ' ')
        start++;
    const char *end = strchr(start, ' ');
    *at = end ? end : start + strlen(start);
    return grn_slice(start, *at);
}

static grn_str behind(grn_str s, size_t n) { return (grn_str){s.text + n, s.n - n}; }

static bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/* The text before and behind the first `c`. False: there is none. */
static bool split(grn_str s, char c, grn_str *before, grn_str *after)
{
    const char *at = s.n ? memchr(s.text, c, s.n) : NULL;
    if (!at)
        return false;
    *before = grn_slice(s.text, at);
    *after = grn_slice(at + 1, s.text + s.n);
    return true;
}

static bool read_fixed(grn_str word, grn_format_part *part)
{
    static const struct {
        const char *word;
        grn_format_part_kind kind;
    } fixed[] = {{"{}", PART_DICT},      {"attributes{}", PART_KEYED_DICT},
                 {"[?", PART_GROUP},     {"?]", PART_GROUP_END},
                 {"!fn", PART_FUNCTION}, {"!any", PART_ANY},
                 {"!list", PART_LIST},   {"``", PART_GLUE}};
    for (size_t i = 0; i < GRN_COUNT(fixed); i++)
        if (word.text[0] == fixed[i].word[0] && grn_str_is(word, fixed[i].word)) {
            part->kind = fixed[i].kind;
            return true;
        }
    return false;
}

/* {0} {1:scf.yield} */
static bool read_region(grn_str word, grn_format_part *part)
{
    if (word.n < 3 || word.text[0] != '{' || word.text[word.n - 1] != '}' || word.text[1] < '0' || word.text[1] > '9')
        return false;
    part->kind = PART_REGION;
    part->number = (size_t)(word.text[1] - '0');
    part->text = word.n > 4 ? (grn_str){word.text + 3, word.n - 4} : GRN_STR("");
    return true;
}

/* [%offsets$static_offsets] */
static bool read_mixed(grn_str word, grn_format_part *part)
{
    if (word.n < 6 || word.text[0] != '[' || word.text[1] != '%' || word.text[word.n - 1] != ']')
        return false;
    part->kind = PART_MIXED;
    return split((grn_str){word.text + 2, word.n - 3}, '$', &part->text, &part->other);
}

static bool read_sign(grn_str word, grn_format_part *part)
{
    part->text = behind(word, 1);
    if (word.n < 2 || !is_letter(word.text[1]))
        return false;
    switch (word.text[0]) {
    case '%': part->kind = PART_PORT; return true;
    case '!': part->kind = PART_TYPES; return true;
    case '$': part->kind = PART_ATTR; return true;
    case '~': part->kind = PART_RULE; return split(behind(word, 1), '=', &part->text, &part->other);
    case '#': part->kind = PART_ATTR; return split(word, '$', &part->other, &part->text);
    default: return false;
    }
}

grn_format_part grn_assembly_part(const char **assembly)
{
    grn_str word = next_word(assembly);
    grn_format_part part = {.kind = PART_END, .text = word};
    if (!word.n)
        return part;
    if (is_letter(word.text[0]) ||
        !(read_fixed(word, &part) || read_sign(word, &part) || read_region(word, &part) || read_mixed(word, &part)))
        part = (grn_format_part){.kind = PART_LITERAL, .text = word};
    return part;
}

void grn_assembly_skip(const char **assembly)
{
    for (int depth = 1; depth > 0;) {
        grn_format_part part = grn_assembly_part(assembly);
        if (part.kind == PART_END)
            return;
        depth += (part.kind == PART_GROUP) - (part.kind == PART_GROUP_END);
    }
}

bool grn_assembly_names(const char *assembly, grn_str attr)
{
    for (const char *at = strchr(assembly, '$'); at; at = strchr(at + 1, '$'))
        if (strncmp(at + 1, attr.text, attr.n) == 0 && strchr(" ]", at[1 + attr.n]))
            return true;
    return false;
}

/* ---- ports ----------------------------------------------------------------------------------- */

size_t grn_find_port(const grn_op_def *row, grn_str name)
{
    size_t at = 0;
    for (const grn_port *p = row->operands; p && p->name; p++, at++)
        if (grn_str_is(name, p->name))
            return at;
    for (const grn_port *p = row->results; p && p->name; p++, at++)
        if (grn_str_is(name, p->name))
            return at;
    return GRN_MAX_PORTS;
}

const grn_port *grn_port_at(const grn_op_def *row, size_t port)
{
    size_t operands = grn_count_ports(row->operands);
    return port < operands ? &row->operands[port] : &row->results[port - operands];
}

/* The value of an attribute of segment sizes for group `group`. */
static bool segment(const grn_op *op, const char *attr, size_t groups, size_t group, size_t total, size_t *first,
                    size_t *count)
{
    const int64_t *sizes;
    size_t n, sum = 0;
    if (!grn_op_dims(op, attr, &n, &sizes) || n != groups)
        return false;
    for (size_t i = 0; i < n; i++) {
        if (sizes[i] < 0 || (size_t)sizes[i] > total - sum)
            return false;
        if (i == group)
            *first = sum;
        sum += (size_t)sizes[i];
    }
    *count = (size_t)sizes[group];
    return sum == total;
}

/* One group among single values takes the values that the others leave. */
static bool remainder_range(const grn_port *ports, size_t port, size_t total, size_t *first, size_t *count)
{
    size_t ones = 0, groups = 0;
    for (size_t i = 0; ports && ports[i].name; i++)
        ports[i].how_many == GRN_ONE ? ones++ : groups++;
    if (groups > 1 || total < ones || (groups == 0 && total != ones))
        return false;
    *first = 0;
    for (size_t i = 0; i < port; i++)
        *first += ports[i].how_many == GRN_ONE ? 1 : total - ones;
    *count = ports[port].how_many == GRN_ONE ? 1 : total - ones;
    return ports[port].how_many != GRN_OPTIONAL || *count <= 1;
}

bool grn_port_range(const grn_op *op, const grn_op_def *row, size_t port, size_t *first, size_t *count)
{
    size_t operands = grn_count_ports(row->operands);
    bool result = port >= operands;
    const grn_port *ports = result ? row->results : row->operands;
    const char *sizes = result ? "resultSegmentSizes" : "operandSegmentSizes";
    size_t total = result ? op->nresults : op->noperands, at = result ? port - operands : port;
    if (grn_op_attr(op, sizes))
        return segment(op, sizes, grn_count_ports(ports), at, total, first, count);
    return remainder_range(ports, at, total, first, count);
}

/* ---- types that are not written -------------------------------------------------------------- */

grn_str grn_port_rule(const char *assembly, const grn_port *port)
{
    const size_t n = strlen(port->name);
    for (const char *at = strchr(assembly, '~'); at; at = strchr(at + 1, '~'))
        if (strncmp(at + 1, port->name, n) == 0 && at[1 + n] == '=') {
            at += 2 + n;
            return next_word(&at);
        }
    return (grn_str){NULL, 0};
}

static const grn_type *element_of(grn_ir *ir, const grn_type *t)
{
    (void)ir;
    return t->element ? t->element : t;
}

/* i1 in the shape of the type. */
static const grn_type *i1_like(grn_ir *ir, const grn_type *t)
{
    const grn_type *bit = grn_type_integer(ir, 1, GRN_SIGNLESS);
    if (!bit || t->kind == GRN_TYPE_OPAQUE)
        return bit ? grn_vector_of(ir, t, bit) : NULL;
    return t->kind == GRN_TYPE_TENSOR            ? grn_type_tensor(ir, bit, t->rank, t->shape, t->encoding)
           : t->kind == GRN_TYPE_UNRANKED_TENSOR ? grn_type_unranked(ir, bit)
                                                 : bit;
}

static const grn_type *tensor_of(grn_ir *ir, const grn_type *t)
{
    return t->kind == GRN_TYPE_MEMREF ? grn_type_tensor(ir, t->element, t->rank, t->shape, NULL) : NULL;
}

static const grn_type *named_type(grn_ir *ir, grn_str name)
{
    if (grn_str_is(name, "index"))
        return grn_type_of_dtype(ir, GRN_INDEX);
    if (name.n && name.text[0] == '!')
        return grn_type_opaque(ir, name);
    for (uint32_t width = 1; width <= 64; width++) {
        char text[8] = {'i', width < 10 ? (char)('0' + width) : (char)('0' + width / 10), '\0'};
        if (width >= 10)
            text[2] = (char)('0' + width % 10);
        if (grn_str_is(name, text))
            return grn_type_integer(ir, width, GRN_SIGNLESS);
    }
    return NULL;
}

const grn_type *grn_assembly_type(grn_ir *ir, grn_str rule, grn_type_of_port type_of, void *user)
{
    static const struct {
        const char *name;
        const grn_type *(*make)(grn_ir *ir, const grn_type *of);
    } functions[] = {{"element", element_of}, {"elements", element_of}, {"i1like", i1_like}, {"tensorof", tensor_of}};
    grn_str function, name;
    if (!split(rule, '(', &function, &name)) {
        const grn_type *type = type_of(user, rule);
        return type ? type : named_type(ir, rule);
    }
    name.n -= name.n > 0;
    const grn_type *of = type_of(user, name);
    for (size_t i = 0; of && i < GRN_COUNT(functions); i++)
        if (grn_str_is(function, functions[i].name))
            return functions[i].make(ir, of);
    return NULL;
}

/* ---- ops without a row ----------------------------------------------------------------------- */

const grn_op_def *grn_uniform_row(const grn_ir *ir, grn_str name)
{
    const grn_dialect *dialect = grn_dialect_of(ir, name);
    return dialect ? dialect->uniform : NULL;
}
