/* owners.c - which devices have which part of each tensor of a picture, as text. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "explain/picture.h"

/* ---- parts ----------------------------------------------------------------------------------- */

static int64_t extent_of(const grn_layout *l, int32_t d)
{
    return l->shape[d] / l->parts[d] + (l->shape[d] % l->parts[d] != 0);
}

static int32_t part_of_position(const grn_layout *l, int32_t d, int64_t at)
{
    const int64_t extent = extent_of(l, d);
    return extent > 0 ? (int32_t)(at / extent) : 0;
}

bool grn_owned_divides(const grn_picture_panel *panel, int32_t i)
{
    return panel->owned && panel->ncells > 0 && panel->owned->layout.parts[panel->dim[i].dim] > 1;
}

int32_t grn_owned_part(const grn_picture_panel *panel, int32_t i, int32_t k)
{
    return part_of_position(&panel->owned->layout, panel->dim[i].dim, panel->dim[i].at[k]);
}

bool grn_owned_begins(const grn_picture_panel *panel, int32_t i, int32_t k)
{
    return k > 0 && grn_owned_divides(panel, i) && grn_owned_part(panel, i, k) != grn_owned_part(panel, i, k - 1);
}

int32_t grn_owned_last(const grn_picture_panel *panel, int32_t i, int32_t k)
{
    while (k + 1 < panel->dim[i].n && !grn_owned_begins(panel, i, k + 1))
        k++;
    return k;
}

/* ---- devices --------------------------------------------------------------------------------- */

/* The part of a device along each dimension; -1: any part. */
typedef struct wanted {
    int32_t part[GRN_MAX_RANK];
} wanted;

static bool has(const grn_layout *l, const wanted *w, int64_t device)
{
    for (int32_t d = 0; d < l->rank; d++)
        if (w->part[d] >= 0 && l->part_of[device * l->rank + d] != w->part[d])
            return false;
    return true;
}

/* The most characters of a list of devices. Of a longer list the first, the second and the last are
 * shown. */
#define LIST_CHARACTERS 11
/* The same of a mesh. */
#define MESH_BYTES 112

static size_t put_run(char *out, size_t n, int64_t first, int64_t last)
{
    if (n < GRN_OWNER_BYTES)
        n += (size_t)snprintf(out + n, GRN_OWNER_BYTES - n, "%s%" PRId64, n ? "," : "", first);
    if (last > first && n < GRN_OWNER_BYTES)
        n += (size_t)snprintf(out + n, GRN_OWNER_BYTES - n, "%c%" PRId64, last == first + 1 ? ',' : '-', last);
    return n;
}

static const char *devices_text(const grn_layout *l, const wanted *w, int64_t ndevices, char *out)
{
    int64_t first = -1, second = -1, last = -1, from = -1;
    size_t n = 0;
    *out = 0;
    for (int64_t device = 0; device <= ndevices; device++) {
        const bool is_one = device < ndevices && has(l, w, device);
        if (is_one) {
            second = first >= 0 && second < 0 ? device : second;
            first = first < 0 ? device : first;
            last = device;
        }
        if (!is_one && from >= 0)
            n = put_run(out, n, from, device - 1);
        from = !is_one ? -1 : from < 0 ? device : from;
    }
    if (n > LIST_CHARACTERS)
        snprintf(out, GRN_OWNER_BYTES, "%" PRId64 ",%" PRId64 "..%" PRId64, first, second, last);
    return out;
}

const char *grn_owned_text(const grn_picture *p, const grn_picture_panel *panel, int32_t i, int32_t k, char *buffer)
{
    const grn_layout *l = &panel->owned->layout;
    wanted w;
    for (int32_t d = 0; d < l->rank; d++)
        w.part[d] = d < panel->t->rank - panel->ndims ? part_of_position(l, d, panel->fixed[d]) : -1;
    w.part[panel->dim[i].dim] = grn_owned_part(panel, i, k);
    return devices_text(l, &w, p->scene->owners->ndevices, buffer);
}

const char *grn_owned_text_at(const grn_picture *p, const grn_picture_panel *panel, const int64_t *at, char *buffer)
{
    const grn_layout *l = &panel->owned->layout;
    wanted w;
    if (panel->owned->only_device >= 0) {
        snprintf(buffer, GRN_OWNER_BYTES, "%" PRId64, panel->owned->only_device);
        return buffer;
    }
    for (int32_t d = 0; d < l->rank; d++)
        w.part[d] = part_of_position(l, d, at[d]);
    return devices_text(l, &w, p->scene->owners->ndevices, buffer);
}

/* ---- the room that they take ----------------------------------------------------------------- */

int32_t grn_owned_characters(const grn_picture *p, const grn_picture_panel *panel, int32_t i)
{
    char text[GRN_OWNER_BYTES];
    size_t most = 0;
    for (int32_t k = 0; grn_owned_divides(panel, i) && k < panel->dim[i].n; k = grn_owned_last(panel, i, k) + 1) {
        const size_t n = strlen(grn_owned_text(p, panel, i, k, text));
        most = n > most ? n : most;
    }
    return (int32_t)most;
}

int32_t grn_owned_text_width(const grn_picture *p, const grn_picture_panel *panel)
{
    char text[GRN_OWNER_BYTES];
    int32_t inner = 1, most = 0;
    for (int32_t i = panel->ndims; i-- > 0;) {
        if (!grn_runs_across(panel, i))
            continue;
        for (int32_t k = 0, last; grn_owned_divides(panel, i) && k < panel->dim[i].n; k = last + 1) {
            last = grn_owned_last(panel, i, k);
            const int32_t columns = (last - k + 1) * inner, n = (int32_t)strlen(grn_owned_text(p, panel, i, k, text));
            const int32_t width = (n + 2 + columns - 1) / columns - 1;
            most = width > most ? width : most;
        }
        inner *= panel->dim[i].n > 0 ? panel->dim[i].n : 1;
    }
    return most;
}

/* ---- what is said of them -------------------------------------------------------------------- */

/* With dots at the end where there is no room for all of it. */
static void put_shortened(char *out, size_t bytes, const char *text)
{
    if ((size_t)snprintf(out, bytes, "%s", text) >= bytes)
        memcpy(out + bytes - 4, "...", 4);
}

/* The n-th mesh of those that the tensors name. */
static const char *mesh_of(const grn_picture *p, int n)
{
    for (int i = 0; i < p->npanels; i++) {
        const char *mesh = p->panel[i].owned ? p->panel[i].owned->mesh : NULL;
        bool is_new = mesh != NULL;
        for (int k = 0; is_new && k < i; k++)
            is_new = !p->panel[k].owned || !p->panel[k].owned->mesh || strcmp(p->panel[k].owned->mesh, mesh) != 0;
        if (is_new && n-- == 0)
            return mesh;
    }
    return NULL;
}

/* `dim 0 over "x": 2 parts of 4, the last has 3`; parts are counted from 0. */
static void put_cut(const grn_picture *p, const grn_owned *owned, int32_t d, char *out)
{
    const int64_t all = owned->layout.shape[d], extent = extent_of(&owned->layout, d), parts = owned->layout.parts[d];
    const int64_t used = extent > 0 ? all / extent + (all % extent != 0) : 0, rest = extent > 0 ? all % extent : 0;
    char axes[48], rest_text[64] = "", empty[48] = "";
    put_shortened(axes, sizeof axes, owned->axes[d] ? owned->axes[d] : "");
    if (rest && used == parts)
        snprintf(rest_text, sizeof rest_text, ", the last has %" PRId64, rest);
    else if (rest)
        snprintf(rest_text, sizeof rest_text, ", part %" PRId64 " has %" PRId64, used - 1, rest);
    if (used + 1 == parts)
        snprintf(empty, sizeof empty, ", the last is empty");
    else if (used < parts)
        snprintf(empty, sizeof empty, ", the last %" PRId64 " are empty", parts - used);
    /* of a mesh, where there are several */
    const int name = owned->mesh && mesh_of(p, 1) ? (int)strcspn(owned->mesh, " ") : 0;
    snprintf(out, GRN_OWNER_LINE_BYTES, "%s %" PRId32 " over %s%s%.*s: %" PRId64 " parts of %" PRId64 "%s%s",
             p->words.dimension, d, axes, name ? " of " : "", name < 40 ? name : 40, name ? owned->mesh : "", parts,
             extent, rest_text, empty);
}

/* How many devices have each part; 0: the tensor is not divided. */
static int64_t copies_of(const grn_owned *owned, int64_t ndevices)
{
    int64_t parts = 1;
    for (int32_t d = 0; d < owned->layout.rank; d++)
        parts *= owned->layout.parts[d];
    return parts > 1 ? ndevices / parts : 0;
}

static void put_whole(const grn_owned *owned, char *out)
{
    if (owned->only_device >= 0)
        snprintf(out, GRN_OWNER_LINE_BYTES, "on device %" PRId64 " alone", owned->only_device);
    else
        snprintf(out, GRN_OWNER_LINE_BYTES, "%s: every device has all of it",
                 owned->mesh ? "replicated" : "no sharding");
}

/* Line `number` of one tensor: its dimensions that are cut, then what holds of all of it. Answers
 * how many lines there are. */
static int tensor_line(const grn_picture *p, const grn_picture_panel *panel, int number, char *out)
{
    const grn_owned *owned = panel->owned;
    int n = 0;
    if (!owned) {
        snprintf(out, GRN_OWNER_LINE_BYTES, "it is not known which device has what");
        return 1;
    }
    for (int32_t d = 0; d < owned->layout.rank; d++)
        if (owned->layout.parts[d] > 1 && n++ == number)
            put_cut(p, owned, d, out);
    const int64_t copies = copies_of(owned, p->scene->owners->ndevices);
    if (copies == 0 && n++ == number)
        put_whole(owned, out);
    if (copies > 1 && n++ == number)
        snprintf(out, GRN_OWNER_LINE_BYTES, "replicated along the other axes: each part is on %" PRId64 " devices",
                 copies);
    if (owned->unreduced && n++ == number)
        snprintf(out, GRN_OWNER_LINE_BYTES, "unreduced over %.90s", owned->unreduced);
    return n;
}

bool grn_owned_line(const grn_picture *p, int number, char name[GRN_PART_BYTES], char text[GRN_OWNER_LINE_BYTES])
{
    const grn_owners *o = p->scene->owners;
    int meshes = 0;
    for (const char *mesh; (mesh = mesh_of(p, meshes)) != NULL; meshes++)
        if (meshes == number) {
            snprintf(name, GRN_PART_BYTES, "mesh");
            put_shortened(text, MESH_BYTES, mesh);
            return true;
        }
    number -= meshes;
    if (o->unknown) {
        snprintf(name, GRN_PART_BYTES, "devices");
        snprintf(text, GRN_OWNER_LINE_BYTES, "%s", o->unknown);
        return number == 0;
    }
    for (int i = 0; i < p->npanels; i++) {
        const int lines = tensor_line(p, &p->panel[i], number, text);
        snprintf(name, GRN_PART_BYTES, "%s", number == 0 ? p->panel[i].name : "");
        if (number < lines)
            return true;
        number -= lines;
    }
    return false;
}
