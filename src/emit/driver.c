/* driver.c - a main that reads a function's inputs from .npy files and writes its results to such. */
#include "emit/state.h"

void grn_c_driver(grn_c *s) { grn_c_refuse(s, "has no driver yet"); }
