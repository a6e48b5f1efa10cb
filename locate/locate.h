/* locate.h - resolution of a run's locations: functions, files and lines, inlined functions, interpreters' frames.
 *
 *   frame   one line of a located stack (located.h), innermost first
 *   image   a file of code (image.h), opened for the first address in it
 *
 * Each location is resolved once and cached. Return addresses are resolved to the call before them. If an interpreter's
 * path is known (libqprof in the same process), its frames stand above the native ones.
 *
 * One user at a time. Nothing is downloaded: qp_locate_open unsets DEBUGINFOD_URLS in this process. */
#pragma once

#include "profile/source/locations.h"
#include "locate/located.h"

/* Maximum number of interpreted frames of one location; of a deeper path the innermost ones are shown. */
#define QP_LOCATE_PATH 1000

struct qp_image;

struct qp_locate {
    struct qp_profile *profile;
    const struct qp_locations *locations;
    struct qp_image *images; /* images opened so far */
    uint32_t *image_of;      /* by module: index + 1 of its image */
    uint32_t image_count;
    struct qp_map known; /* from a handle and qp_locations_changes at its tick to the index + 1 of its stack */
    struct qp_located_stack *stacks;
    uint32_t stack_count;
    uint64_t *first_use;   /* by location: tick of its first event; NULL = not determined yet */
    struct qp_texts names; /* names of interpreted frames */
    char *debug_path;
};

/* Prepare the resolution of locations. The caller still owns `profile` and `locations`, which must outlive `locate`.
 * Return false if out of memory; then nothing needs closing. */
bool qp_locate_open(struct qp_locate *locate, struct qp_profile *profile, const struct qp_locations *locations);
void qp_locate_close(struct qp_locate *locate);

/* Return the frames of a location at the tick of its event. UINT64_MAX stands for the tick of the location's first
 * event, or the end of the run if it has no event; finding this tick needs a search of the log if libraries replaced
 * each other. An unknown handle has no frames. The result is borrowed until the next call; it is NULL if out of memory.
 */
const struct qp_located_stack *qp_locate_frames(struct qp_locate *locate, uint32_t handle, uint64_t tick);

/* Show a location's first frame in one line, like qp_located_show; "location 7" for an unknown handle. Return false
 * if out of memory. */
bool qp_locate_show(struct qp_locate *locate, uint32_t handle, uint64_t tick, char *shown, size_t size);
