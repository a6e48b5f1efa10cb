/* export.h - exporters: one const table of callbacks each, and the walk that calls them. A format that needs another
 * order than the walk's is written by a single function.
 *
 * The walk passes once through the profile, by product where that matters, and skips callbacks that are NULL:
 *
 *   begin
 *   section METHODS    method            each method, registered, called or both
 *   section THREADS    thread            carriers, then virtual threads
 *   section GROUPS     group
 *   section ROLLUPS    rollup            for each product: to spawners, then to resumers
 *   section NODES      node              as recorded: per thread and phase; parents before children
 *   section EDGES      edge              wakers of virtual threads that were suspended in a node
 *   section MARKS      mark              in order of time
 *   section FILES      file              each that has methods of the product
 *   section PROBLEMS   problem           diagnostics: misuse and losses
 *   section COUNTERS   counter           each defined counter
 *   section EVENTS     event             libvt's log in order of time, if requested
 *   section LOCATIONS  location          if requested
 *   end
 *
 * A callback returns false if out of memory, which ends the walk; output errors stay in the stream until the end. */
#ifndef QP_EXPORT_EXPORT_H
#define QP_EXPORT_EXPORT_H

#include "profile/query/groups.h"
#include "profile/coverage/lines.h"
#include "profile/source/pattern.h"
#include "profile/query/quality.h"
#include "profile/query/rollup.h"
#include "profile/log/timeline.h"
#include "export/put.h"
#include "export/stacks.h"
#include "export/top_names.h"
#include "locate/log.h"

/* X(constant, name for scripts) */
#define QP_SECTION_LIST(X)                                                                                             \
    X(METHODS, "methods")                                                                                              \
    X(THREADS, "threads")                                                                                              \
    X(GROUPS, "groups")                                                                                                \
    X(ROLLUPS, "rollups")                                                                                              \
    X(NODES, "nodes")                                                                                                  \
    X(EDGES, "wakeups")                                                                                                \
    X(MARKS, "marks")                                                                                                  \
    X(FILES, "files")                                                                                                  \
    X(PROBLEMS, "diagnostics")                                                                                         \
    X(COUNTERS, "counters")                                                                                            \
    X(EVENTS, "events")                                                                                                \
    X(LOCATIONS, "locations")

enum qp_section {
#define X(constant, name) QP_SECTION_##constant,
    QP_SECTION_LIST(X)
#undef X
};

/* State passed to the callbacks of an exporter. */
struct qp_export {
    FILE *out; /* for exporters that do not use put */
    const struct qp_profile *profile;
    const struct qp_query *queries[QP_PRODUCTS]; /* NULL = product not exported */
    struct qp_groups groups[QP_PRODUCTS];        /* of the queries */
    const struct qp_query *query;                /* of the current product */
    struct qp_quality quality[QP_PRODUCTS];      /* of the queries */
    struct qp_labels labels;                     /* for an exporter with labels */
    struct qp_top_names top_names;
    struct qp_log *log;           /* NULL = not requested */
    struct qp_timeline timeline;  /* follows the log, in EVENTS */
    struct qp_timeline_step step; /* of the current event */
    const struct qp_counters *counters;
    struct qp_stacks_limit paths; /* limit on exported stacks */
    struct qp_put put;            /* flushed at the end */
    bool no_sources;              /* do not embed source texts */
    struct qp_filter filter;
    bool passed; /* something passed the filter */
    void *state; /* private to the exporter, zeroed */
};

struct qp_exporter {
    const char *name;   /* value of --format */
    const char *suffix; /* of files */
    const char *summary;
    size_t state_size;
    bool coverage_first; /* default to libcprof's data if there are two products */
    bool one_product;    /* cannot export two products */
    bool binary;         /* binary, not for a terminal */
    bool timeline;       /* made from the log: fails without one */
    bool takes_log;      /* uses the log if there is one */
    bool has_sources;    /* can embed source texts */
    bool filtered;       /* applies the filter to files or functions */
    bool files_only;     /* its readers open each file: code without a file is dropped, with a note */
    bool labelled;       /* uses labels of functions and of trees, in this style */
    struct qp_labels_style style;
    uint32_t most_paths; /* call paths that its readers can handle, each with at least 1 / most_paths of the run;
                            0 = the format has no stacks */
    bool (*whole)(struct qp_export *export); /* writes all of export->query by itself, without a walk */
    bool (*begin)(struct qp_export *export);
    bool (*section)(struct qp_export *export, enum qp_section section);
    bool (*method)(struct qp_export *export, uint32_t method);
    bool (*thread)(struct qp_export *export, uint32_t thread);
    bool (*group)(struct qp_export *export, uint32_t group);
    bool (*rollup)(struct qp_export *export, enum qp_rollup_to to, const struct qp_rollup_row *row);
    bool (*node)(struct qp_export *export, uint32_t node);
    bool (*edge)(struct qp_export *export, uint32_t edge);
    bool (*mark)(struct qp_export *export, uint32_t mark);
    bool (*file)(struct qp_export *export, uint32_t file, const struct qp_lines *lines);
    bool (*problem)(struct qp_export *export, enum qp_product product, uint32_t kind);
    bool (*counter)(struct qp_export *export, uint32_t counter);
    bool (*event)(struct qp_export *export, const struct qp_resolved *event);
    bool (*location)(struct qp_export *export, uint32_t handle, const struct qp_located_stack *stack);
    bool (*end)(struct qp_export *export);
};

/* All exporters, generated from export/CMakeLists.txt; ends with NULL. */
extern const struct qp_exporter *const qp_exporters[];

const struct qp_exporter *qp_export_named(const char *name);

/* An export to be written. */
struct qp_export_request {
    const struct qp_exporter *exporter;
    struct qp_selection selection; /* product, phase and raw */
    bool every;                    /* all products that the exporter supports; otherwise only the selection's */
    bool events;                   /* include libvt's log and its locations */
    const uint32_t *most_paths;    /* emit this number of costliest paths, 0 = all; NULL = the default */
    bool no_sources;               /* do not embed source texts */
    struct qp_filter filter;       /* for an exporter that is filtered */
    bool *passed;                  /* set to true if anything passes the filter; NULL = unused */
    FILE *out;                     /* closed by the caller; flushed after writing */
};

/* Write the export. Return 0, else the error's code. */
int qp_export_write(struct qp_profile *profile, const struct qp_export_request *request, struct qp_error *error);

/* Function name for call paths that did not fit into the data file. */
#define QP_EXPORT_NO_ROOM "(truncated paths)"

#endif
