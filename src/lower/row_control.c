#include "lower/function.h"
const grn_lower_row grn_lower_control_rows[] = {{"func.call", .lower = grn_lo_call}, {NULL}};
