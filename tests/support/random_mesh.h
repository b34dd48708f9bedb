/*
 * random_mesh.h - meshes and shardings as text, made from entropy.
 */
#ifndef TESTS_RANDOM_MESH_H
#define TESTS_RANDOM_MESH_H

#include <stdio.h>

#include "support/random_tensor.h"

enum { RANDOM_AXES = 3 };

/* 1 to 3 axes of 1 to 8 devices in all. */
typedef struct random_mesh {
    int32_t naxes, ndevices;
    int32_t size[RANDOM_AXES];
    int64_t device[8];         /* numbers as they are, or mixed */
    struct random_mesh *other; /* of the same devices, for some of the shardings; NULL: there is none */
} random_mesh;

random_mesh random_mesh_make(random_source s);
/* Some have another one, in *other, which has to live as long. */
random_mesh random_meshes_make(random_source s, random_mesh *other);
/* `sdy.mesh @m = <["a"=2, "b"=4]>`, and @n where there is another. */
void random_mesh_print(const random_mesh *m, FILE *out);
/* `<@m, [{"a"}, {"b":(1)2, ?}p1], replicated={..}>`: axes whole or in part, dimensions open or
 * closed, whatever the extents. */
void random_sharding_print(random_source s, const random_mesh *m, int32_t rank, FILE *out);
/* `sdy.sharding = #sdy.sharding<..>` */
void random_sharding_attr(random_source s, const random_mesh *m, int32_t rank, FILE *out);

#endif
