#include "lower/steps.h"
const grn_lower_row grn_lower_dynamic_rows[] = {{NULL}};
