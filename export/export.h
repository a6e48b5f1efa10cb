/* export.h - exporters: each is a const table with the function that writes its format.
 *
 * Exporters of the same kind of format read the profile in the same way: those of samples walk its stacks (stacks.h),
 * those of timelines the tracks of its log (drawn.h), and those of coverage its files (qp_export_files,
 * folder_files.h). The JSON exporter writes all data. */
#pragma once

#include "profile/change/patched.h"
#include "profile/job/ranks.h"
#include "profile/query/groups.h"
#include "profile/coverage/lines.h"
#include "profile/source/pattern.h"
#include "profile/query/quality.h"
#include "export/put.h"
#include "export/stacks.h"
#include "export/top_names.h"
#include "locate/log.h"

/* A job: several files that are exported one after another as processes, instead of their merge. */
struct qp_export_job {
    const char *directory; /* empty directory for the output of an exporter with `directory`; else NULL */
    uint32_t process;      /* number of the process that is exported, from 0 */
    uint64_t start_ns;     /* start of the first process; by CLOCK_MONOTONIC if all ran on one host */
    uint64_t delay_ns;     /* time from there to the start of this process */
    const char *note;      /* note of the exporter about the process, for the user; NULL = none */
    void *state;           /* private to the exporter */
};

/* A change of the sources, whose lines are exported separately. */
struct qp_export_change {
    const struct qp_patch *patch;
    const struct qp_patch_folders *folders;
};

/* State of an export. */
struct qp_export {
    FILE *out;                 /* output file, for exporters that do not use put.h; NULL for a directory */
    struct qp_export_job *job; /* NULL = only this file is exported */
    const struct qp_profile *profile;
    const struct qp_query *queries[QP_PRODUCTS]; /* by product; NULL = not exported */
    struct qp_groups groups[QP_PRODUCTS];        /* groups of virtual threads of each product */
    const struct qp_query *query;                /* query of the current product; initially the query of the first
                                                  * exported product */
    struct qp_quality quality[QP_PRODUCTS];      /* notes on the data of each product */
    struct qp_labels labels;                     /* labels and top_names are open only if the exporter is `labelled` */
    struct qp_top_names top_names;
    struct qp_log *log; /* event log; NULL = not requested */
    const struct qp_counters *counters;
    const struct qp_ranks *ranks; /* numbers of the ranks of `ranks_of`; NULL = the file is not a merged job */
    const struct qp_job *ranks_of;
    struct qp_stacks_limit paths;          /* limit on exported stacks */
    struct qp_put put;                     /* buffered output; flushed after the exporter returns */
    bool no_sources;                       /* true: do not embed source texts */
    const struct qp_export_change *change; /* NULL = none */
    struct qp_filter filter;
    bool passed;               /* a file or function passed the filter */
    struct qp_scratch scratch; /* the exporter's arrays, freed after it returns */
    void *state;               /* private to the exporter */
};

struct qp_exporter {
    const char *name; /* value of --format */
    const char *summary;
    bool coverage_first; /* if a file has data of libqprof and of libcprof, export libcprof's by default */
    bool one_product;    /* the format holds the data of only one product */
    bool measures;       /* holds the numbers of one measure, which the user may choose */
    bool binary;         /* output is binary, so it is not written to a terminal */
    bool timeline;       /* made from the event log: the export fails without a log */
    bool takes_log;      /* also exports the event log if there is one */
    bool takes_events;   /* exports the event log only if the request has `events` */
    bool takes_ranks;    /* exports the numbers of a job's ranks beside the merge of their files */
    bool has_sources;    /* can embed source texts */
    bool takes_change;   /* exports the lines of a change separately */
    bool filtered;       /* applies the filter to files or functions */
    bool files_only;     /* omit code without a file, since readers of the format open each file, and add a note
                          * about this code */
    bool has_no_notes;   /* readers of the format refuse comments: the most important notes are reported to the user */
    bool labelled;       /* uses unique names of functions (labels.h) and of trees (top_names.h), in this style */
    struct qp_labels_style style;
    uint32_t most_paths; /* maximum number of call paths that readers of the format can handle, 0 = no limit. Further
                          * paths are shortened. Paths with less than 1 / most_paths of the run are shortened, too */
    bool job;            /* several files are exported as the processes of a job; other formats hold their merge */
    bool directory;      /* the output is a directory; `job` is never NULL */
    /* Prepare the output of a job, and return 0 or the error's code; NULL = nothing to prepare. `end` is called after
     * a successful `begin`, even if a file was not exported; then `complete` is false. */
    int (*begin)(struct qp_export_job *job, struct qp_error *error);
    bool (*write)(struct qp_export *export); /* returns false if out of memory; output errors stay in `out` */
    int (*end)(struct qp_export_job *job, bool complete, struct qp_error *error);
};

/* Call `write` for each exported product and each file that has methods of this product and passes the filter. Return
 * false if out of memory, or if `write` returned false. */
typedef bool qp_export_file(struct qp_export *export, uint32_t file, const struct qp_lines *lines);
bool qp_export_files(struct qp_export *export, qp_export_file *write);

/* Call `put` for each note of an exporter of stacks: how the current product was recorded, the notes on its data, and
 * the number of shortened paths. */
typedef void qp_export_note(void *of, const char *text);
void qp_export_notes(const struct qp_export *export, const struct qp_stacks *stacks, qp_export_note *put, void *of);

/* All exporters, generated from export/CMakeLists.txt; ends with NULL. */
extern const struct qp_exporter *const qp_exporters[];

/* An export to be written. */
struct qp_export_request {
    const struct qp_exporter *exporter;
    struct qp_selection selection; /* product, phase and raw */
    bool every;                    /* export all products that the format can hold, not only the selection's */
    bool events;                   /* also export the event log and its source locations */
    const uint32_t *most_paths;    /* export at most this number of paths, the costliest ones; 0 = all; NULL = the
                                      exporter's most_paths */
    bool no_sources;               /* true: do not embed source texts */
    const struct qp_export_change *change; /* NULL = none; only if the exporter takes it */
    struct qp_filter filter;               /* files or functions to export, if the exporter is `filtered` */
    bool *passed;                          /* set to true if a file or function passes the filter; NULL = unused */
    struct qp_export_job *job;             /* NULL = only this file is exported */
    const struct qp_ranks *ranks;  /* numbers of the job's ranks whose merge is exported, for exporters that take them;
                                    * NULL = none */
    const struct qp_job *ranks_of; /* the job of `ranks` */
    void (*report)(const char *note); /* prints a note of an exporter that `has_no_notes`; NULL = ignored */
    FILE *out;                        /* flushed after writing; the caller closes it; NULL for a directory */
};

/* Write the export. Return 0, or the error's code. */
int qp_export_write(struct qp_profile *profile, const struct qp_export_request *request, struct qp_error *error);

/* Function name that stands for call paths that did not fit into the data file. The callers of these paths are
 * unknown. */
#define QP_EXPORT_NO_ROOM "(truncated paths)"
