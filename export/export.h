/* export.h - exporters: one const table each, and the walk that calls it.
 *
 * The walk goes once through the profile, product by product where that matters, and skips what a table leaves NULL:
 *
 *   begin
 *   section METHODS    method            each; registered, called or both
 *   section THREADS    thread            carriers, then virtual threads
 *   section GROUPS     group
 *   section NODES      node              parents before their children
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

#include "data/events.h"
#include "data/lines.h"
#include "locate/locate.h"

enum qp_section {
    QP_SECTION_METHODS,
    QP_SECTION_THREADS,
    QP_SECTION_GROUPS,
    QP_SECTION_NODES,
    QP_SECTION_MARKS,
    QP_SECTION_FILES,
    QP_SECTION_PROBLEMS,
    QP_SECTION_COUNTERS,
    QP_SECTION_EVENTS,
    QP_SECTION_LOCATIONS,
    QP_SECTIONS
};

/* libvt's log, for exports that are to have it: opened by the caller, read to its end. */
struct qp_export_log {
    struct qp_events *events;
    struct qp_locate *locate;
};

struct qp_export {
    FILE *out;
    const struct qp_profile *profile;
    const struct qp_query *queries[QP_PRODUCTS]; /* NULL = this product is not exported */
    const struct qp_query *query;                /* of the product at hand */
    const struct qp_export_log *log;             /* NULL = not asked for */
    const struct qp_counters *counters;
    void *state; /* the exporter's own, zeroed */
};

struct qp_exporter {
    const char *name;   /* as --format takes it */
    const char *suffix; /* of files */
    const char *summary;
    size_t state_size;
    bool coverage_first; /* of two products it wants libcprof's data */
    bool one_product;    /* cannot tell two apart */
    bool (*begin)(struct qp_export *export);
    bool (*section)(struct qp_export *export, enum qp_section section);
    bool (*method)(struct qp_export *export, uint32_t method);
    bool (*thread)(struct qp_export *export, uint32_t thread);
    bool (*group)(struct qp_export *export, uint32_t group);
    bool (*node)(struct qp_export *export, uint32_t node);
    bool (*mark)(struct qp_export *export, uint32_t mark);
    bool (*file)(struct qp_export *export, uint32_t file, const struct qp_lines *lines);
    bool (*problem)(struct qp_export *export, enum qp_product product, uint32_t kind);
    bool (*counter)(struct qp_export *export, uint32_t counter);
    bool (*event)(struct qp_export *export, const struct qp_event *event);
    bool (*location)(struct qp_export *export, uint32_t handle, const struct qp_located_stack *stack);
    bool (*end)(struct qp_export *export);
};

/* All exporters, generated from export/CMakeLists.txt; ends with NULL. */
extern const struct qp_exporter *const qp_exporters[];

const struct qp_exporter *qp_export_named(const char *name);

/* Write a profile. selection says product, phase and raw; every: all products, as far as the exporter can; log:
 * NULL = without.
 * Returns. 0, else the error's code. */
int qp_export_write(const struct qp_exporter *exporter, struct qp_profile *profile,
                    const struct qp_selection *selection, bool every, const struct qp_export_log *log, FILE *out,
                    struct qp_error *error);

#endif
