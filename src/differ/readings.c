/* readings.c - which of the mistakes that are known gives what a tool gave. */
#include "differ/readings.h"

#include <math.h>

static void ignore(void *user, const grn_diagnostic *d)
{
    (void)user;
    (void)d;
}
static const grn_diag quiet = {ignore, NULL};

/* In the order in which they are tried. */
static const grn_access_reading *const access_tables[] = {grn_index_readings, grn_place_readings, grn_meet_readings};
static const grn_op_reading *const op_tables[] = {grn_op_readings, grn_operand_readings, grn_element_readings};

GRN_API const grn_reading *grn_differ_reading(size_t i)
{
    for (size_t t = 0; t < GRN_COUNT(access_tables); t++)
        for (const grn_access_reading *r = access_tables[t]; r->reading.name; r++)
            if (i-- == 0)
                return &r->reading;
    for (size_t t = 0; t < GRN_COUNT(op_tables); t++)
        for (const grn_op_reading *r = op_tables[t]; r->reading.name; r++)
            if (i-- == 0)
                return &r->reading;
    return NULL;
}

bool grn_misread_own(grn_misread *m, grn_tensor *t)
{
    grn_tensor own;
    if (!grn_keep_tensor(m->arena, t, &own))
        return false;
    *t = own;
    return true;
}

/* Subnormal numbers, and zeros, where the tool does not tell them apart. */
static bool both_tiny(const grn_tensor *a, const grn_tensor *b, int64_t i)
{
    const grn_dtype_class class = grn_dtype_class_of(a->dtype);
    const double least = class == GRN_CLASS_FLOAT ? grn_min_normal(a->dtype) : 0;
    return fabs(grn_element_value(a->dtype, grn_element_at(a, i))) < least &&
           fabs(grn_element_value(b->dtype, grn_element_at(b, i))) < least;
}

/* Sums of a misread op are rounded in some order, too: they agree within the error of the right one, and some ulps. */
static bool agrees(const grn_differ *d, const grn_tensor *made, const grn_tensor *theirs, const grn_error *error,
                   int64_t i)
{
    const grn_dtype dtype = made->dtype;
    const double e = error->of ? error->of[i] : 0;
    if (grn_same_element(dtype, grn_element_at(made, i), grn_element_at(theirs, i)))
        return true;
    if (d->row->flushes && both_tiny(made, theirs, i))
        return true;
    if (!(e > 0) || e - e != 0)
        return false;
    const double ulps = 8 * grn_ulp_of(dtype, grn_element_value(dtype, grn_element_at(theirs, i)));
    return grn_element_distance(dtype, grn_element_at(made, i), grn_element_at(theirs, i)) <= e + ulps;
}

static bool gives(const grn_differ *d, const grn_tensor *made, const grn_tensor *theirs, const grn_error *error)
{
    if (made->dtype != theirs->dtype || grn_tensor_elements(made) != grn_tensor_elements(theirs))
        return false;
    for (int64_t i = 0; i < grn_tensor_elements(made); i++)
        if (!agrees(d, made, theirs, error, i))
            return false;
    return true;
}

/* ---- gathers and scatters -------------------------------------------------------------------- */

static bool run_gather(grn_misread *m)
{
    grn_tensor made;
    int32_t rank;
    int64_t shape[GRN_MAX_RANK];
    if (grn_gather_shape(&m->gather, &m->operand, &m->indices, &quiet, &rank, shape) != GRN_OK ||
        grn_tensor_init(&made, NULL, m->operand.dtype, rank, shape) != GRN_OK ||
        grn_tensor_elements(&made) != grn_tensor_elements(&m->result))
        return false;
    made.data = m->result.data; /* a result of other extents is taken for one of the right ones */
    return grn_gather_reference(&m->gather, &m->operand, &m->indices, &made, &quiet) == GRN_OK;
}

/* Changed indices, which are i64, in the type that the op takes. False: one does not fit. */
static bool in_type(grn_arena *arena, const grn_tensor *from, grn_dtype dtype, grn_tensor *to)
{
    if (from->dtype == dtype)
        return *to = *from, true;
    if (from->dtype != GRN_I64 || !grn_new_tensor(arena, dtype, from, to))
        return false;
    for (int64_t i = 0; i < grn_tensor_elements(from); i++) {
        const int64_t v = *(const int64_t *)grn_element_at(from, i);
        const grn_scalar s = {.dtype = dtype, .i = v};
        grn_scalar_store(&s, dtype, grn_tensor_at(to, i));
        if (grn_index_load(dtype, grn_element_at(to, i)) != v)
            return false;
    }
    return true;
}

/* A scatter whose region has no name is run as the op: only tensors, and the grain, are other than the op's. */
static bool run_region(const grn_misread *m, const grn_read_op *r, const grn_access *a)
{
    grn_arena *arena = m->arena;
    grn_run_options run = r->d->run;
    grn_cutout piece;
    size_t nwanted;
    const grn_value **wanted;
    grn_tensor *operands = grn_arena_copy(arena, r->operands, (r->noperands + 1) * sizeof *r->operands);
    grn_tensor *made = GRN_ARENA_NEW(arena, grn_tensor, r->op->nresults + 1);
    if (!operands || !made || a->indices_operand >= r->noperands || m->scatter.combiner != GRN_COMBINE_REGION ||
        m->scatter.index.bounds != GRN_BOUNDS_SKIP || a->cut_updates ||
        !grn_same_dimension_numbers(&m->scatter.dims, &a->scatter.dims))
        return false;
    run.drop_whole_window = m->scatter.index.grain == GRN_GRAIN_WINDOW;
    if (!in_type(arena, &m->indices, a->indices.dtype, &operands[a->indices_operand]))
        return false;
    operands[a->operand + r->result] = m->operand;
    operands[a->updates + r->result] = m->dense;
    const bool ran =
        grn_piece_of_op(r->d->module, r->d->function->op, r->op, arena, &piece, &nwanted, &wanted) == GRN_OK &&
        nwanted == r->op->nresults && piece.nargs == r->noperands &&
        grn_run_garner(&run, piece.module, 0, piece.nargs, operands, arena, nwanted, made) == GRN_OK;
    grn_piece_destroy(&piece);
    if (ran)
        memcpy(m->result.data, made[r->result].data, grn_tensor_bytes(&m->result));
    return ran;
}

static bool run_scatter(grn_misread *m)
{
    if (grn_tensor_elements(&m->operand) != grn_tensor_elements(&m->result))
        return false;
    grn_tensor_copy_flat(m->result.data, &m->operand);
    grn_tensor made = m->result;
    if (m->operand.rank != made.rank || !grn_tensor_same_shape(&m->operand, &made))
        return false;
    return m->scatter.combiner != GRN_COMBINE_REGION &&
           grn_scatter_reference(&m->scatter, 1, &made, &m->indices, &m->dense, &quiet) == GRN_OK;
}

static bool take_access(const grn_read_op *r, grn_misread *m, grn_access *access)
{
    *access = (grn_access){0};
    if (!r->op->def || !r->op->def->to_spec || r->op->def->to_spec(r->op, r->operands, &quiet, access) != GRN_OK)
        return false;
    const grn_access a = *access;
    const grn_run_flags flags = {.strict_bounds = r->d->run.strict_bounds,
                                 .drop_whole_window = r->d->run.drop_whole_window};
    *m = (grn_misread){.arena = &r->d->out->arena, .is_gather = a.kind == GRN_ACCESS_GATHER, .indices = a.indices};
    m->index_dtype = a.indices_operand == GRN_INDICES_INLINE ? r->operands[r->noperands - 1].dtype : a.indices.dtype;
    m->operand = r->operands[a.operand + (m->is_gather ? 0 : r->result)];
    if (m->is_gather) {
        m->gather = a.gather;
        m->dense = *r->right;
    } else {
        m->scatter = a.scatter;
        m->dense = r->operands[a.updates + r->result];
        for (int32_t d = 0; a.cut_updates && d < m->dense.rank; d++)
            m->dense.shape[d] = a.update_shape[d];
    }
    grn_rule_in_run(&flags, grn_misread_rule(m));
    grn_index_rule *rule = grn_misread_rule(m);
    *rule = m->is_gather ? grn_gather_rule(&m->gather) : grn_scatter_rule(&m->scatter);
    rule->indices_are_sorted = rule->unique_indices = false;
    return !a.spread_updates && m->operand.dtype == r->right->dtype &&
           (m->is_gather || m->dense.dtype == r->right->dtype) && grn_misread_own(m, &m->operand) &&
           grn_misread_own(m, &m->indices) && (m->is_gather || grn_misread_own(m, &m->dense));
}

static const char *access_reading(const grn_read_op *r, const grn_access_reading *rows, const grn_tensor *theirs,
                                  const grn_error *error)
{
    for (; rows->reading.name; rows++) {
        grn_misread m;
        grn_access a;
        if (!take_access(r, &m, &a) || !grn_new_tensor(m.arena, r->right->dtype, r->right, &m.result))
            return NULL;
        if (!(rows->reads & (m.is_gather ? GRN_READS_GATHER : GRN_READS_SCATTER)) || !rows->misread(&m))
            continue;
        const bool ran = m.done || (m.is_gather ? run_gather(&m) : run_scatter(&m) || run_region(&m, r, &a));
        if (ran && gives(r->d, &m.result, theirs, error))
            return rows->reading.name;
    }
    return NULL;
}

/* ---- other ops ------------------------------------------------------------------------------- */

/* The op of a piece, which is all that its function does. */
static bool make_edit(const grn_read_op *r, grn_cutout *piece, grn_op_edit *e)
{
    grn_arena *arena = &r->d->out->arena;
    size_t nwanted;
    const grn_value **wanted;
    if (grn_piece_of_op(r->d->module, r->d->function->op, r->op, arena, piece, &nwanted, &wanted) != GRN_OK ||
        nwanted != r->op->nresults || piece->nargs != r->noperands)
        return false;
    *e = (grn_op_edit){.ir = &piece->module->ir,
                       .op = piece->module->functions[0].op->regions[0].first->first,
                       .operands = grn_arena_copy(arena, r->operands, (r->noperands + 1) * sizeof *r->operands),
                       .right = r->right,
                       .arena = arena};
    return e->operands && e->op->nresults == nwanted;
}

static bool run_edit(const grn_read_op *r, const grn_cutout *piece, grn_op_edit *e)
{
    grn_tensor *made = GRN_ARENA_NEW(e->arena, grn_tensor, r->op->nresults + 1);
    if (e->done)
        return true;
    if (!made || !grn_retype_functions(piece->module) ||
        grn_run_garner(&r->d->run, piece->module, 0, piece->nargs, e->operands, e->arena, r->op->nresults, made) !=
            GRN_OK)
        return false;
    e->made = made[r->result];
    if (grn_dtype_bytes(e->made.dtype) == grn_dtype_bytes(r->right->dtype)) /* unsigned for signed, as bits */
        e->made.dtype = r->right->dtype;
    return true;
}

/* Whether the op, read so, gives theirs. */
static bool edit_gives(const grn_read_op *r, const grn_op_reading *row, const grn_tensor *theirs,
                       const grn_error *error)
{
    grn_cutout piece = {0};
    grn_op_edit e;
    const bool found =
        make_edit(r, &piece, &e) && row->edit(&e) && run_edit(r, &piece, &e) && gives(r->d, &e.made, theirs, error);
    grn_piece_destroy(&piece);
    return found;
}

const char *grn_reading_of(const grn_differ *d, const grn_op *op, size_t noperands, const grn_tensor *operands,
                           size_t result, const grn_tensor *garner, const grn_tensor *theirs, const grn_error *error)
{
    const grn_read_op r = {d, op, noperands, operands, result, garner};
    const char *name = NULL;
    for (size_t t = 0; !name && t < GRN_COUNT(access_tables); t++)
        name = access_reading(&r, access_tables[t], theirs, error);
    for (size_t t = 0; !name && t < GRN_COUNT(op_tables); t++)
        for (const grn_op_reading *row = op_tables[t]; !name && row->reading.name; row++)
            if (edit_gives(&r, row, theirs, error))
                name = row->reading.name;
    return name;
}
