/* image.h - one file of code, program or library, whose addresses libdw maps to frames.
 *
 * Only the recorded build counts: a file with another build id is ignored. A file without build id counts if it was not
 * modified since it was seen in the recorded process. Debug information may be in the file, in a separate one that
 * .gnu_debuglink names, or by build id below /usr/lib/debug or the directory in QII_DEBUG_DIR; nothing is downloaded.
 */
#pragma once

#include "base/map.h"
#include "locate/located.h"
#include "locate/name.h"

#include <elfutils/libdwfl.h>

/* Identity of a build. */
struct qp_image_id {
    const unsigned char *bytes;
    uint32_t size;    /* 0 = no build id */
    uint64_t seen_ns; /* when it was present, since 1970 */
};

struct qp_image {
    char *path; /* as recorded, absolute */
    struct qp_image_id id;
    enum qp_located_gap gap; /* reason if there is no module */
    Dwfl_Callbacks callbacks;
    Dwfl *dwfl;
    Dwfl_Module *module;
    struct qp_texts names;
    struct qp_map known; /* from an address to the index + 1 of its stack */
    struct qp_located_stack *stacks;
    uint32_t stack_count;
};

/* Open a file. A file that cannot be opened is an image with a gap. The image takes ownership of `path`; the caller
 * still owns the bytes of the id. debug_path is libdwfl's list of directories, which must outlive the image. An open
 * image must not move.
 */
void qp_image_open(struct qp_image *image, char *path, const struct qp_image_id *id, char **debug_path);
void qp_image_close(struct qp_image *image);

/* Return the frames at an address of the file, innermost first, with function, file, line, into, inlined and gap set.
 * The result is borrowed; it is NULL if out of memory. */
const struct qp_located_stack *qp_image_frames(struct qp_image *image, uint64_t address);
