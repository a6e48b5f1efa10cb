/* snapshot.h - a run's coverage by file, from a data file or from our JSON, so that another run can be compared with
 * it. Names are in printable form, because JSON has no other form of bytes that are not UTF-8. */
#pragma once

#include "base/error.h"
#include "format/texts.h"
#include "profile/coverage/coverage.h"

struct qp_snapshot_line {
    int32_t number;
    bool ran;
};

struct qp_snapshot_file {
    struct qp_text name;
    bool hashed;
    uint64_t hash;                  /* hash of the file's text */
    struct qp_coverage numbers;     /* all zero if everything in the file is excluded */
    struct qp_snapshot_line *lines; /* lines that are not excluded, sorted by number */
    uint32_t count;
};

struct qp_snapshot {
    struct qp_snapshot_file *files; /* names are unique */
    uint32_t count;
    struct qp_coverage total;
    struct qp_map map; /* maps the key of a name to the file's index + 1 */
    struct qp_texts texts;
};

/* Take the coverage of the files that pass the filter. Return false if out of memory; the caller closes the snapshot in
 * either case. */
bool qp_snapshot_of_query(struct qp_snapshot *snapshot, const struct qp_query *query, const struct qp_filter *filter);

/* Read the coverage of a library from `qii export --format=json`. The filter applies to the names in it. Return 0,
 * or the error's code; the caller closes the snapshot in either case. */
int qp_snapshot_of_json(struct qp_snapshot *snapshot, const char *path, enum qp_product product,
                        const struct qp_filter *filter, struct qp_error *error);

void qp_snapshot_close(struct qp_snapshot *snapshot);

/* Add a file, whose lines are then owned by the snapshot. The name may have any bytes. If a file with the same
 * printable name is known, add the numbers to it. Return false if out of memory. */
bool qp_snapshot_add(struct qp_snapshot *snapshot, const struct qp_snapshot_file *file);
