/* export.h - exporters: one const table each, and the walk that calls it. A format that has another order than the walk
 * is written by one function, whole.
 *
 * The walk goes once through the profile, product by product where that matters, and skips what a table leaves NULL:
 *
 *   begin
 *   section METHODS    method            each; registered, called or both
 *   section THREADS    thread            carriers, then virtual threads
 *   section GROUPS     group
 *   section ROLLUPS    rollup            of each product: to spawners, then to resumers
 *   section NODES      node              as recorded: per thread and phase; parents before their children
 *   section EDGES      edge              who woke virtual threads that were suspended in a node
 *   section MARKS      mark              by time
 *   section FILES      file              each that has methods of the product
 *   section PROBLEMS   problem           what was misused or lost
 *   section COUNTERS   counter           each that was defined
 *   section EVENTS     event             of libvt's log by time, where asked for
 *   section LOCATIONS  location          the same
 *   end
 *
 * A callback returns false for lack of memory, which ends the walk; output errors stay in the stream until the end. */
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

/* What the callbacks of an exporter are given. */
struct qp_export {
    FILE *out; /* for those that do not put */
    const struct qp_profile *profile;
    const struct qp_query *queries[QP_PRODUCTS]; /* NULL = this product is not exported */
    struct qp_groups groups[QP_PRODUCTS];        /* of the queries */
    const struct qp_query *query;                /* of the product at hand */
    struct qp_quality quality[QP_PRODUCTS];      /* of the queries */
    struct qp_labels labels;                     /* of an exporter that has labels */
    struct qp_top_names top_names;
    struct qp_log *log;           /* NULL = not asked for */
    struct qp_timeline timeline;  /* follows the log, in EVENTS */
    struct qp_timeline_step step; /* of the event at hand */
    const struct qp_counters *counters;
    struct qp_stacks_limit paths; /* that are told as stacks */
    struct qp_put put;            /* flushed at the end */
    bool no_sources;              /* the text of sources is to be left out */
    struct qp_filter filter;
    bool passed; /* something did pass the filter */
    void *state; /* the exporter's own, zeroed */
};

struct qp_exporter {
    const char *name;   /* as --format takes it */
    const char *suffix; /* of files */
    const char *summary;
    size_t state_size;
    bool coverage_first; /* of two products it wants libcprof's data */
    bool one_product;    /* cannot tell two apart */
    bool binary;         /* nothing for a terminal */
    bool timeline;       /* is made of the log: always has it, and there is no file without */
    bool takes_log;      /* has the log where there is one */
    bool has_sources;    /* may tell the text of sources */
    bool filtered;       /* of files, or of functions: leaves out those that do not pass the filter */
    bool files_only;     /* its readers look for each file: code without one is left out, and a note says so */
    bool labelled;       /* has labels of functions, and of trees: in this style */
    struct qp_labels_style style;
    uint32_t most_paths; /* call paths that its readers take without getting slow, each with at least 1 / most_paths of
                            the run; 0 = the format has no stacks */
    bool (*whole)(struct qp_export *export); /* writes all of export->query by itself; there is no walk then */
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

/* What is to be written, and where to. */
struct qp_export_request {
    const struct qp_exporter *exporter;
    struct qp_selection selection; /* product, phase and raw */
    bool every;                    /* all products, as far as the exporter can; else the selection's alone */
    bool events;                   /* libvt's log and its locations too */
    const uint32_t *most_paths;    /* the costliest, whatever their share, 0 = all; NULL = the exporter's own limit */
    bool no_sources;               /* without the text of sources */
    struct qp_filter filter;       /* of an exporter that is filtered */
    bool *passed;                  /* set to whether anything passes it; NULL = nobody asks */
    FILE *out;                     /* the caller's, who closes it; flushed by the write */
};

/* Returns 0, else the error's code. */
int qp_export_write(struct qp_profile *profile, const struct qp_export_request *request, struct qp_error *error);

/* The function of call paths that found no room in the data file. */
#define QP_EXPORT_NO_ROOM "(paths that found no room)"

#endif
