/* box.c - the picture in box characters. */
#include "explain/picture.h"

grn_status grn_draw_text(const grn_scene *s, const grn_question *q, int32_t columns, const grn_diag *diag,
                         const grn_sink *sink)
{
    (void)columns, (void)diag;
    return grn_explain_print(s, q, sink);
}
