/* svg_tiles.c - an op of TTNN's on its tiles: the faces of each, and which core has it. */
#include "explain/svg.h"

void grn_svg_tiles(grn_page *page, const grn_picture *p, double *y)
{
    (void)page, (void)p, (void)y;
}
