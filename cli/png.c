/*
 * png.c - a picture of the command's, which is SVG, as PNG.
 *
 * librsvg draws, cairo writes. Neither is needed to build or to run the
 * command: they are loaded when a PNG is asked for, by the names under which
 * every distribution has them, and their functions are declared here as their
 * manuals have them (librsvg 2.52 or later; cairo 1.2 or later).
 */
#include <dlfcn.h>
#include <string.h>
#include <strings.h>

#include "cli.h"

/* Pixels for one unit of the picture, so that its small figures stay sharp; 1 where a side would be
 * longer than cairo allows. */
#define PIXELS_PER_UNIT 2.0
#define MOST_PIXELS 32767.0

#define CAIRO_ARGB32 0
#define CAIRO_DONE 0
#define CAIRO_WRITE_ERROR 11

typedef struct rectangle {
    double x, y, width, height;
} rectangle;
typedef unsigned (*write_png)(void *user, const unsigned char *bytes, unsigned n);

static struct {
    void *(*rsvg_handle_new_from_data)(const unsigned char *bytes, size_t n, void **error);
    int (*rsvg_handle_get_intrinsic_size_in_pixels)(void *handle, double *width, double *height);
    int (*rsvg_handle_render_document)(void *handle, void *cairo, const rectangle *viewport, void **error);
    void *(*cairo_image_surface_create)(int format, int width, int height);
    unsigned (*cairo_surface_status)(void *surface);
    void *(*cairo_create)(void *surface);
    void (*cairo_set_source_rgb)(void *cairo, double red, double green, double blue);
    void (*cairo_paint)(void *cairo);
    unsigned (*cairo_status)(void *cairo);
    const char *(*cairo_status_to_string)(unsigned status);
    unsigned (*cairo_surface_write_to_png_stream)(void *surface, write_png write, void *user);
    void (*cairo_destroy)(void *cairo);
    void (*cairo_surface_destroy)(void *surface);
    void (*g_object_unref)(void *object);
} by;

static const char *const libraries[] = {"librsvg-2.so.2", "libcairo.so.2", "libgobject-2.0.so.0"};
#define LIBRARIES (sizeof libraries / sizeof *libraries)

static const struct {
    size_t library;
    const char *name;
    void *at; /* of a function pointer */
} functions[] = {
#define FUNCTION(library, name)  \
    {                            \
        library, #name, &by.name \
    }
    FUNCTION(0, rsvg_handle_new_from_data),
    FUNCTION(0, rsvg_handle_get_intrinsic_size_in_pixels),
    FUNCTION(0, rsvg_handle_render_document),
    FUNCTION(1, cairo_image_surface_create),
    FUNCTION(1, cairo_surface_status),
    FUNCTION(1, cairo_create),
    FUNCTION(1, cairo_set_source_rgb),
    FUNCTION(1, cairo_paint),
    FUNCTION(1, cairo_status),
    FUNCTION(1, cairo_status_to_string),
    FUNCTION(1, cairo_surface_write_to_png_stream),
    FUNCTION(1, cairo_destroy),
    FUNCTION(1, cairo_surface_destroy),
    FUNCTION(2, g_object_unref),
#undef FUNCTION
};

/* What is missing; NULL: nothing is. The libraries stay loaded: what they keep for themselves
 * outlives a call. */
static const char *load(void)
{
    void *opened[LIBRARIES];
    for (size_t i = 0; i < LIBRARIES; i++) {
        opened[i] = dlopen(libraries[i], RTLD_NOW | RTLD_LOCAL);
        if (!opened[i])
            return libraries[i];
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++) {
        void *found = dlsym(opened[functions[i].library], functions[i].name);
        if (!found)
            return functions[i].name;
        memcpy(functions[i].at, &found, sizeof found); /* POSIX, dlsym: an object pointer that holds a function's */
    }
    return NULL;
}

const char *picture_kind(const char *path)
{
    static const struct {
        const char *end, *kind;
    } kinds[] = {{".png", "PNG"},  {".svg", "SVG"}, {".pdf", "PDF"},   {".ps", "PostScript"}, {".eps", "PostScript"},
                 {".jpg", "JPEG"}, {".gif", "GIF"}, {".jpeg", "JPEG"}, {".webp", "WebP"}};
    const char *end = strrchr(path, '.');
    for (size_t i = 0; end && i < sizeof kinds / sizeof *kinds; i++)
        if (strcasecmp(end, kinds[i].end) == 0)
            return kinds[i].kind;
    return NULL;
}

int png_check(const char *path)
{
    const char *missing = load();
    if (!missing)
        return EXIT_FINE;
    return refuse_of(
        EXIT_REJECTED, path,
        "a PNG is drawn by librsvg, 2.52 or later, which is not installed here (%s is missing; Debian has it "
        "in librsvg2-2): install it, or write -o x.svg and convert that",
        missing);
}

static unsigned keep_bytes(void *user, const unsigned char *bytes, unsigned n)
{
    const grn_sink sink = grn_text_buffer_sink(user);
    return sink.write(sink.user, (const char *)bytes, n) == GRN_OK ? CAIRO_DONE : CAIRO_WRITE_ERROR;
}

/* On white, as viewers of pictures show what is behind one in any colour. NULL: no error; else what
 * cairo says. */
static const char *paint(void *handle, void *surface, const rectangle *whole, grn_text_buffer *png)
{
    unsigned status = by.cairo_surface_status(surface);
    if (status == CAIRO_DONE) {
        void *cairo = by.cairo_create(surface);
        by.cairo_set_source_rgb(cairo, 1, 1, 1);
        by.cairo_paint(cairo);
        const bool drawn = by.rsvg_handle_render_document(handle, cairo, whole, NULL);
        status = by.cairo_status(cairo);
        by.cairo_destroy(cairo);
        if (!drawn && status == CAIRO_DONE)
            return "librsvg could not draw it";
    }
    if (status == CAIRO_DONE)
        status = by.cairo_surface_write_to_png_stream(surface, keep_bytes, png);
    return status == CAIRO_DONE ? NULL : by.cairo_status_to_string(status);
}

static const char *draw_png(void *handle, grn_text_buffer *png)
{
    double width, height;
    if (!by.rsvg_handle_get_intrinsic_size_in_pixels(handle, &width, &height))
        return "the picture has no size";
    const double longer = width > height ? width : height;
    const double scale = longer * PIXELS_PER_UNIT <= MOST_PIXELS ? PIXELS_PER_UNIT : 1;
    if (longer > MOST_PIXELS)
        return "the picture is longer than a PNG may be, write SVG instead";
    const rectangle whole = {0, 0, width * scale, height * scale};
    void *surface = by.cairo_image_surface_create(CAIRO_ARGB32, (int)(whole.width + 0.5), (int)(whole.height + 0.5));
    const char *wrong = paint(handle, surface, &whole, png);
    by.cairo_surface_destroy(surface);
    return wrong;
}

int png_of_svg(const char *path, const grn_text_buffer *svg, grn_text_buffer *png)
{
    void *handle = by.rsvg_handle_new_from_data((const unsigned char *)svg->text, svg->size_bytes, NULL);
    const char *wrong = handle ? draw_png(handle, png) : "librsvg does not read the picture";
    if (handle)
        by.g_object_unref(handle);
    if (wrong)
        complain_of(path, "%s", wrong);
    return wrong ? EXIT_REJECTED : EXIT_FINE;
}
