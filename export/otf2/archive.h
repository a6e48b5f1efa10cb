/* archive.h - an OTF2 archive that is being written, with its definitions and the first error of OTF2. */
#pragma once

#include "base/error.h"
#include "export/otf2/definitions.h"

/* Kinds of markers: comments of the program, and notes about its log. */
enum qp_otf2_marker { QP_OTF2_COMMENT, QP_OTF2_LOST, QP_OTF2_SCOPE };

struct qp_otf2_archive {
    OTF2_Archive *archive;
    OTF2_MarkerWriter *markers;
    struct qp_otf2_definitions definitions;
    struct qp_error error; /* of OTF2; later calls have no effect */
};

/* Create an archive in an empty directory. Return 0, or the error's code; then there is nothing to close. */
int qp_otf2_archive_open(struct qp_otf2_archive *archive, const char *directory, struct qp_error *error);

/* Write the definitions if `complete`, and close the archive. Return 0, or the error's code. */
int qp_otf2_archive_close(struct qp_otf2_archive *archive, bool complete, struct qp_error *error);

/* Add a marker to a location. `until` is its end if it is an interval, otherwise the same as `at`. */
void qp_otf2_archive_mark(struct qp_otf2_archive *archive, enum qp_otf2_marker marker, uint64_t location, uint64_t at,
                          uint64_t until, struct qp_text text);
