/* image.h - a program or library file whose addresses libdw maps to frames.
 *
 * Only the file that the recorded process used is accepted: its build ID must be the recorded one, or if it has none,
 * it must not have been modified since it was recorded. Debug information may be in the file itself, in a separate file
 * that .gnu_debuglink names, or in a file named after the build ID below /usr/lib/debug or the directory in
 * QII_DEBUG_DIR. Nothing is downloaded. */
#pragma once

#include "base/map.h"
#include "locate/located.h"
#include "locate/name.h"

#include <elfutils/libdwfl.h>

/* Identity of a build. */
struct qp_image_id {
    const unsigned char *bytes;
    uint32_t size;    /* 0 = no build id */
    uint64_t seen_ns; /* time at which the recorder found the file loaded, in ns since 1970 */
};

struct qp_image {
    char *path; /* as recorded, absolute */
    struct qp_image_id id;
    enum qp_located_gap gap; /* reason if there is no module */
    Dwfl_Callbacks callbacks;
    Dwfl *dwfl;
    Dwfl_Module *module;
    struct qp_texts names;
    struct qp_map known; /* maps an address to the index + 1 of its stack */
    struct qp_located_stack *stacks;
    uint32_t stack_count;
};

/* Open a file. If the file cannot be opened, the image has the reason in `gap`. The image takes ownership of `path`;
 * the caller still owns the bytes of the build ID. `debug_path` is the list of directories of qp_debug_path, which must
 * outlive the image. The address of an open image must not change. */
void qp_image_open(struct qp_image *image, char *path, const struct qp_image_id *id, char **debug_path);
void qp_image_close(struct qp_image *image);

/* Return the frames at an address of the file, innermost first. Their fields function, file, line, into, inlined and
 * gap are set. The image owns the result. Return NULL if out of memory. */
const struct qp_located_stack *qp_image_frames(struct qp_image *image, uint64_t address);

/* Find the lines of the function of one frame of qp_image_frames, counted from the innermost: those of its declaration
 * and of its last code in the same file. Code of an inlined function may have later lines elsewhere, so the last line
 * is a guess then. Return false if they are unknown. */
bool qp_image_lines(struct qp_image *image, uint64_t address, int frame, int *first, int *last);

/* Return the compilation unit that contains an address of an open image, or NULL. In the unit, the address is smaller
 * by *bias. If the compiler did not write the index that libdwfl uses, search all units. */
Dwarf_Die *qp_image_unit(const struct qp_image *image, Dwarf_Addr address, Dwarf_Addr *bias);
