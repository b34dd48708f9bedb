/* chains.c - random programs of several gathers and scatters. */
#include "support/chains.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

/* The text so far: %x<nx> and %u<nu> are the newest table and rows, %i the indices. */
typedef struct chain {
    FILE *to;
    uint64_t state;
    int names, table, rows;
    int depth; /* of loops and branches */
    /* the newest rows were: what nobody reads is not computed by a lowered program, and cannot be
     * an error */
    bool is_read;
} chain;

#define TABLE "tensor<5x3xf32>"
#define INDICES "tensor<4x1xi64>"
#define ROWS "tensor<4x3xf32>"

static uint64_t below(chain *c, uint64_t n)
{
    c->state = c->state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (c->state >> 33) % n;
}

/* The rows of an index out of range are dropped; or it is an error, a negative one being counted
 * from the end. */
static void scatter(chain *c)
{
    const int made = c->names++;
    const bool adds = below(c, 2);
    if (below(c, 3) == 0)
        fprintf(c->to,
                "  %%v%d = \"onnx.ScatterND\"(%%v%d, %%i, %%v%d) {reduction = \"%s\"} : (" TABLE ", " INDICES ", " ROWS
                ") -> " TABLE "\n",
                made, c->table, c->rows, adds ? "add" : "none");
    else
        fprintf(c->to,
                "  %%v%d = \"stablehlo.scatter\"(%%v%d, %%i, %%v%d) <{scatter_dimension_numbers = "
                "#stablehlo.scatter<update_window_dims = [1],\n"
                "    inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({\n"
                "  ^bb0(%%p: tensor<f32>, %%q: tensor<f32>):\n%s    stablehlo.return %%%c : tensor<f32>\n"
                "  }) : (" TABLE ", " INDICES ", " ROWS ") -> " TABLE "\n",
                made, c->table, c->rows, adds ? "    %s = stablehlo.add %p, %q : tensor<f32>\n" : "", adds ? 's' : 'q');
    c->table = made;
    c->is_read = true;
}

/* An index out of range is moved to the nearest that fits, or is an error too. */
static void gather(chain *c)
{
    if (!c->is_read)
        scatter(c);
    const int made = c->names++;
    c->is_read = false;
    if (below(c, 3) == 0)
        fprintf(c->to,
                "  %%v%d = \"onnx.Gather\"(%%v%d, %%j) {axis = 0 : si64} : (" TABLE ", tensor<4xi64>) -> " ROWS "\n",
                made, c->table);
    else
        fprintf(
            c->to,
            "  %%v%d = \"stablehlo.gather\"(%%v%d, %%i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1],\n"
            "    collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, "
            "3>}>\n"
            "    : (" TABLE ", " INDICES ") -> " ROWS "\n",
            made, c->table);
    c->rows = made;
}

static void halve(chain *c)
{
    const int made = c->names++;
    fprintf(c->to, "  %%h%d = stablehlo.constant dense<0.5> : " ROWS "\n", made);
    fprintf(c->to, "  %%v%d = stablehlo.multiply %%v%d, %%h%d : " ROWS "\n", made, c->rows, made);
    c->rows = made;
}

static void insert(chain *c)
{
    const int made = c->names++;
    fprintf(c->to, "  %%e%d = tensor.extract %%v%d[%%c%d, %%c1] : " ROWS "\n", made, c->rows, (int)below(c, 4));
    fprintf(c->to, "  %%v%d = tensor.insert %%e%d into %%v%d[%%c%d, %%c%d] : " TABLE "\n", made, made, c->table,
            (int)below(c, 5), (int)below(c, 3));
    c->table = made;
}

static void call(chain *c)
{
    const int made = c->names++;
    fprintf(c->to, "  %%v%d = func.call @part(%%v%d, %%i, %%v%d) : (" TABLE ", " INDICES ", " ROWS ") -> " TABLE "\n",
            made, c->table, c->rows);
    c->table = made;
}

static void steps(chain *c, uint64_t n);

/* Rows that were made in a loop or branch are not seen outside. */
static void leave(chain *c)
{
    if (!c->is_read)
        scatter(c);
}

/* A few steps on values of outside, of which the table goes on; the rows only where the last step
 * is over. */
static void loop(chain *c)
{
    const int made = c->names++, rows = c->rows, inner = c->names++;
    const bool was_read = c->is_read;
    c->is_read = true;
    fprintf(c->to, "  %%v%d = scf.for %%k%d = %%c0 to %%c2 step %%c1 iter_args(%%v%d = %%v%d) -> (" TABLE ") {\n", made,
            made, inner, c->table);
    c->table = inner;
    steps(c, 1 + below(c, 3));
    leave(c);
    fprintf(c->to, "  scf.yield %%v%d : " TABLE "\n  }\n", c->table);
    c->table = made;
    c->rows = rows;
    c->is_read = was_read;
}

static void branch(chain *c)
{
    const int made = c->names++, rows = c->rows, table = c->table;
    const bool was_read = c->is_read;
    fprintf(c->to,
            "  %%e%d = tensor.extract %%v%d[%%c1, %%c0] : " TABLE "\n  %%b%d = arith.cmpf ogt, %%e%d, %%two : f32\n",
            made, table, made, made);
    fprintf(c->to, "  %%v%d = scf.if %%b%d -> (" TABLE ") {\n", made, made);
    for (int side = 0; side < 2; side++) {
        c->table = table;
        c->rows = rows;
        c->is_read = true;
        steps(c, below(c, 3));
        leave(c);
        fprintf(c->to, "  scf.yield %%v%d : " TABLE "\n  }%s", c->table, side ? "\n" : " else {\n");
    }
    c->table = made;
    c->rows = rows;
    c->is_read = was_read;
}

static void steps(chain *c, uint64_t n)
{
    static void (*const flat[])(chain *) = {gather, scatter, halve, insert, call},
                                      (*const nested[])(chain *) = {loop, branch};
    c->depth++;
    for (uint64_t i = 0; i < n; i++)
        if (c->depth <= 2 && below(c, 3) == 0)
            nested[below(c, 2)](c);
        else
            flat[below(c, 5)](c);
    c->depth--;
}

char *chain_program(uint64_t seed)
{
    static const char flat[] = "  %j = stablehlo.reshape %i : (" INDICES ") -> tensor<4xi64>\n";
    char *text = NULL;
    size_t bytes;
    chain c = {.to = open_memstream(&text, &bytes),
               .state = seed * 7919 + 17,
               .names = 2,
               .table = 0,
               .rows = 1,
               .is_read = true};
    if (!c.to)
        abort();
    fprintf(c.to, "func.func private @part(%%v0: " TABLE ", %%i: " INDICES ", %%v1: " ROWS ") -> " TABLE " {\n%s",
            flat);
    gather(&c);
    scatter(&c);
    fprintf(c.to, "  return %%v%d : " TABLE "\n}\n", c.table);
    c.table = 0;
    c.rows = 1;
    c.names = 2;
    fprintf(c.to,
            "func.func @main(%%v0: " TABLE ", %%i: " INDICES ", %%v1: " ROWS ") -> (" TABLE ", " ROWS
            ") {\n%s  %%two = arith.constant 2.0 : f32\n",
            flat);
    for (int i = 0; i < 5; i++)
        fprintf(c.to, "  %%c%d = arith.constant %d : index\n", i, i);
    steps(&c, 2 + below(&c, 6));
    fprintf(c.to, "  return %%v%d, %%v%d : " TABLE ", " ROWS "\n}\n", c.table, c.rows);
    fclose(c.to);
    return text;
}
