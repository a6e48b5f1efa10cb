/* locate.h - what the locations of a run mean: functions, files and lines, inlined functions, interpreters' frames.
 *
 *   frame   one line of a located stack (located.h), innermost first
 *   image   a file of code that is read for it (image.h), opened when the first address lies in it
 *
 * A location is looked up once and kept. Return addresses are looked up in the call that comes before them. Where an
 * interpreter's path is known (libqprof in the same process) its frames stand above the native ones.
 *
 * One user at a time. Nothing is downloaded: qp_locate_open unsets DEBUGINFOD_URLS in this process. */
#ifndef QP_LOCATE_LOCATE_H
#define QP_LOCATE_LOCATE_H

#include "profile/source/locations.h"
#include "locate/located.h"

/* Interpreted frames of one location; of a deeper path these innermost ones are shown. */
#define QP_LOCATE_PATH 1000

struct qp_image;
struct qp_name;

struct qp_locate {
    struct qp_profile *profile;
    const struct qp_locations *locations;
    struct qp_image *images; /* those that were needed */
    uint32_t *image_of;      /* by module: index + 1 of its image */
    uint32_t image_count;
    struct qp_map known; /* a handle, and qp_locations_changes at its tick: index + 1 of its stack */
    struct qp_located_stack *stacks;
    uint32_t stack_count;
    uint64_t *first_use;   /* by location: tick of its first event; NULL = not sought so far */
    struct qp_name *names; /* of interpreted frames */
    char *debug_path;
};

/* Both stay the caller's and must live longer. Returns false without memory; nothing is to be closed then. */
bool qp_locate_open(struct qp_locate *locate, struct qp_profile *profile, const struct qp_locations *locations);
void qp_locate_close(struct qp_locate *locate);

/* The frames of a location as it was at a tick, its event's. UINT64_MAX: at its first event, else at the end; that is
 * sought in the log, where libraries took one another's place. An unknown handle has no frames.
 * The result is borrowed until the next call; it is NULL without memory. */
const struct qp_located_stack *qp_locate_frames(struct qp_locate *locate, uint32_t handle, uint64_t tick);

/* Its first frame in one line, as qp_located_show; "location 7" for an unknown handle. The result is false without
 * memory.
 */
bool qp_locate_show(struct qp_locate *locate, uint32_t handle, uint64_t tick, char *shown, size_t size);

#endif
