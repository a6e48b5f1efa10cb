/* image.h - one file of code, program or library, as libdw reads it: addresses of its own to frames.
 *
 * Only the very build that was recorded counts: a file with another build id is none. A file without build id counts
 * when nobody touched it since it was seen in the recorded process. Debug information may lie in the file, in a
 * separate one that .gnu_debuglink names, or by build id below /usr/lib/debug or the directory that QII_DEBUG_DIR
 * names; nothing is downloaded. */
#ifndef QP_LOCATE_IMAGE_H
#define QP_LOCATE_IMAGE_H

#include "base/map.h"
#include "locate/located.h"
#include "locate/name.h"

#include <elfutils/libdwfl.h>

/* Which build. */
struct qp_image_id {
    const unsigned char *bytes;
    uint32_t size;    /* 0 = it has none */
    uint64_t seen_ns; /* when it was there, since 1970 */
};

struct qp_image {
    char *path; /* as it was recorded, absolute */
    struct qp_image_id id;
    enum qp_located_gap gap; /* why there is no module */
    Dwfl_Callbacks callbacks;
    Dwfl *dwfl;
    Dwfl_Module *module;
    struct qp_name *names;
    struct qp_map known; /* an address: index + 1 of its stack */
    struct qp_located_stack *stacks;
    uint32_t stack_count;
};

/* Open a file. What cannot be opened is an image with a gap. path becomes the image's, the bytes of the id stay the
 * caller's. debug_path is libdwfl's list of directories, which must outlive the image. An open image must not move. */
void qp_image_open(struct qp_image *image, char *path, const struct qp_image_id *id, char **debug_path);
void qp_image_close(struct qp_image *image);

/* The frames at an address of the file's own, innermost first; with function, file, line, into, inlined and gap set.
 * The result is borrowed; it is NULL without memory. */
const struct qp_located_stack *qp_image_frames(struct qp_image *image, uint64_t address);

#endif
