#include "lower/steps.h"
const grn_lower_row grn_lower_reduce_rows[] = {{NULL}};
