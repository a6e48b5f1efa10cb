/* export.h - exporters: each is a const table with the function that writes its format.
 *
 * Formats share their way through the profile: samples take its stacks (stacks.h), time lines the tracks of its log
 * (drawn.h), coverage its files (qp_export_files, folder_files.h), and JSON everything. */
#pragma once

#include "profile/query/groups.h"
#include "profile/coverage/lines.h"
#include "profile/source/pattern.h"
#include "profile/query/quality.h"
#include "export/put.h"
#include "export/stacks.h"
#include "export/top_names.h"
#include "locate/log.h"

/* State of an export. */
struct qp_export {
    FILE *out; /* for exporters that do not use put */
    const struct qp_profile *profile;
    const struct qp_query *queries[QP_PRODUCTS]; /* NULL = product not exported */
    struct qp_groups groups[QP_PRODUCTS];        /* of the queries */
    const struct qp_query *query;                /* of the current product, initially the first one */
    struct qp_quality quality[QP_PRODUCTS];      /* of the queries */
    struct qp_labels labels;                     /* for an exporter with labels */
    struct qp_top_names top_names;
    struct qp_log *log; /* NULL = not requested */
    const struct qp_counters *counters;
    struct qp_stacks_limit paths; /* limit on exported stacks */
    struct qp_put put;            /* flushed at the end */
    bool no_sources;              /* do not embed source texts */
    struct qp_filter filter;
    bool passed; /* something passed the filter */
    void *state; /* private to the exporter */
};

struct qp_exporter {
    const char *name; /* value of --format */
    const char *summary;
    bool coverage_first; /* default to libcprof's data if there are two products */
    bool one_product;    /* cannot export two products */
    bool binary;         /* binary, not for a terminal */
    bool timeline;       /* made from the log: fails without one */
    bool takes_log;      /* uses the log if there is one */
    bool takes_events;   /* uses the log only if its events are requested */
    bool has_sources;    /* can embed source texts */
    bool filtered;       /* applies the filter to files or functions */
    bool files_only;     /* its readers open each file: code without a file is dropped, with a note */
    bool labelled;       /* uses labels of functions and of trees, in this style */
    struct qp_labels_style style;
    uint32_t most_paths; /* call paths that its readers can handle, each with at least 1 / most_paths of the run;
                            0 = the format has no stacks */
    bool (*write)(struct qp_export *export); /* returns false if out of memory; output errors stay in the stream */
};

/* Call `write` for each file that has methods of a product and passes the filter. Return false if out of memory, or
 * if `write` returned false. */
typedef bool qp_export_file(struct qp_export *export, uint32_t file, const struct qp_lines *lines);
bool qp_export_files(struct qp_export *export, qp_export_file *write);

/* All exporters, generated from export/CMakeLists.txt; ends with NULL. */
extern const struct qp_exporter *const qp_exporters[];

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
