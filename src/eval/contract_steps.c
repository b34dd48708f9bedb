/* contract_steps.c - sums of products by the element functions, a row of products at a time: for
 * the dtypes that have no tiles. */
#include "eval/contract.h"
#include "eval/folding.h"

#define DEPTH 64

grn_contract_blocks grn_contract_step_blocks(const grn_contraction *c)
{
    grn_contract_blocks b = {.depth = c->depth < DEPTH ? c->depth : DEPTH,
                             .rows = 1,
                             .columns = c->columns < GRN_ELEMENT_BLOCK ? c->columns : GRN_ELEMENT_BLOCK};
    /* A panel, a row of factors twice, and three rows: one factor over and over, products, sums. */
    b.scratch_bytes = (size_t)((b.columns + 2) * b.depth + 3 * b.columns) * grn_dtype_bytes(c->dtype);
    return b;
}

typedef struct step_work {
    const grn_contraction *c;
    size_t bytes;
    char *panel, *factors, *line, *one, *products, *sums;
} step_work;

static void move_sums(const step_work *w, int64_t row, int64_t column, int64_t columns, bool out)
{
    for (int64_t k = 0; k < columns; k++) {
        char *sum = (char *)w->c->sums + (row * w->c->row + (column + k) * w->c->column) * (int64_t)w->bytes;
        char *here = w->sums + (size_t)k * w->bytes;
        grn_copy_element(out ? sum : here, out ? here : sum, w->bytes);
    }
}

/* One row of the block's sums, one place after the other. */
static void add_row(const step_work *w, int64_t columns, int64_t depth)
{
    size_t n = (size_t)columns;
    for (int64_t p = 0; p < depth; p++) {
        const char *many = w->panel + (size_t)(p * columns) * w->bytes;
        grn_fill_elements(w->one, w->factors + (size_t)p * w->bytes, w->bytes, n);
        grn_element_run(&w->c->multiply, n, w->products, (const void *const[]){w->one, many});
        grn_element_run(&w->c->add, n, w->sums, (const void *const[]){w->sums, w->products});
    }
}

void grn_contract_steps(const grn_contraction *c, const grn_contract_blocks *b, char *scratch)
{
    step_work w = {.c = c, .bytes = grn_dtype_bytes(c->dtype), .panel = scratch};
    size_t row = (size_t)b->columns * w.bytes, line = (size_t)b->depth * w.bytes;
    w.factors = w.panel + row * (size_t)b->depth;
    w.line = w.factors + line;
    w.one = w.line + line;
    w.products = w.one + row;
    w.sums = w.products + row;
    for (int64_t j = 0; j < c->columns; j += b->columns)
        for (int64_t p = 0; p < c->depth; p += b->depth) {
            int64_t columns = c->columns - j < b->columns ? c->columns - j : b->columns;
            int64_t depth = c->depth - p < b->depth ? c->depth - p : b->depth;
            grn_contract_pack(&c->rhs, w.bytes, j, columns, p, depth, columns, w.line, w.panel);
            for (int64_t i = 0; i < c->rows; i++) {
                grn_contract_pack(&c->lhs, w.bytes, i, 1, p, depth, 1, w.line, w.factors);
                move_sums(&w, i, j, columns, false);
                add_row(&w, columns, depth);
                move_sums(&w, i, j, columns, true);
            }
        }
}
