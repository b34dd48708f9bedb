/* translate_rows.h - what anvil's calls and the hub's ops are called, one list for both
 * directions. */
#ifndef GRN_NVL_TRANSLATE_ROWS_H
#define GRN_NVL_TRANSLATE_ROWS_H

/* X(nvl's name, the hub's) */
#define GRN_NVL_ALIKE(X) \
    X("add", add)        \
    X("sub", subtract)   \
    X("mul", multiply)   \
    X("div", divide)     \
    X("min", minimum)    \
    X("max", maximum)    \
    X("and", and)        \
    X("or", or)          \
    X("xor", xor)        \
    X("not", not )       \
    X("negate", negate)  \
    X("ifelse", select)  \
    X("convert", convert)
#define GRN_NVL_COMPARISONS(X) X("eq", "EQ") X("ne", "NE") X("ge", "GE") X("gt", "GT") X("le", "LE") X("lt", "LT")

#endif
