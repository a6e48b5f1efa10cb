/* locate.h - resolution of a run's locations into frames of functions, inlined functions and interpreted functions.
 *
 *   frame   a line of a located stack (located.h), innermost first
 *   image   a file of code (image.h), which is opened for the first address in it
 *
 * Each location is resolved once and cached. A return address is resolved to the call before it. If libqprof recorded
 * an interpreter's call path in the same process, the frames of that path precede the native ones.
 *
 * Only one thread may use these functions at a time. Nothing is downloaded. */
#pragma once

#include "profile/source/locations.h"
#include "locate/located.h"

/* Maximum number of interpreted frames of a location. Of a deeper path, the innermost frames are shown. */
#define QP_LOCATE_PATH 1000

struct qp_image;

struct qp_locate {
    struct qp_profile *profile;
    const struct qp_locations *locations;
    struct qp_image *images; /* images opened so far */
    uint32_t *image_of;      /* indexed by module: index + 1 of the module's image */
    uint32_t image_count;
    struct qp_map known; /* maps a handle, combined with qp_locations_changes at the event's tick, to the index + 1
                          * of its stack */
    struct qp_located_stack *stacks;
    uint32_t stack_count;
    uint64_t *first_use;   /* by location: tick of its first event; NULL = not determined yet */
    struct qp_texts names; /* names of interpreted frames */
    char *debug_path;
};

/* Prepare the resolution of locations. The caller still owns `profile` and `locations`, which must outlive `locate`.
 * Return false if out of memory; then there is nothing to close. */
bool qp_locate_open(struct qp_locate *locate, struct qp_profile *profile, const struct qp_locations *locations);
void qp_locate_close(struct qp_locate *locate);

/* Return the frames of a location at the tick of its event. The tick matters if libraries were loaded at the same
 * addresses one after the other. UINT64_MAX stands for the tick of the location's first event, or for the end of the
 * run if the location has no event. An unknown handle has no frames. The result is valid until the next call. Return
 * NULL if out of memory. */
const struct qp_located_stack *qp_locate_frames(struct qp_locate *locate, uint32_t handle, uint64_t tick);

/* Write a location's first frame in one line, as qp_located_show does. For an unknown handle, write a text such as
 * "location 7". Return false if out of memory. */
bool qp_locate_show(struct qp_locate *locate, uint32_t handle, uint64_t tick, char *shown, size_t size);
