/* request.h - the contents of a page to be written. */
#pragma once

#include "messages/waits.h"
#include "profile/compare/compared.h"
#include "profile/job/ranks.h"
#include "profile/query/query.h"
#include "profile/source/source_path.h"

/* A parallel job whose ranks are merged into the run of a page. */
struct qp_page_job {
    const struct qp_job *job;
    const struct qp_ranks *ranks;
    struct qp_job_messages *messages; /* call sites are added to it */
    const struct qp_job_waits *waits; /* NULL = unknown */
    const char *unknown; /* what could not be read, and why, in words without a full stop; NULL = all was read */
};

struct qp_page_request {
    struct qp_profile *profile;             /* profile of `run` */
    const struct qp_query *run;             /* the main run of the page */
    const struct qp_query *other;           /* run of the same library with which `run` is compared; NULL = none */
    const struct qp_comparison *comparison; /* comparison of the side of `run` with the side of `other`; NULL if
                                             * `other` is NULL */
    uint32_t compared[QP_COMPARED_SIDES];   /* by side of the comparison: index of `run` or `other` among the runs of
                                             * that side */
    const struct qp_query *cover;           /* run that provides lines and branches, may be `run`; NULL = none */
    const struct qp_page_job *job;          /* NULL = the run is not a job */
    bool no_source;                         /* true: do not embed source texts */
    struct qp_source_path *source_path;     /* additional directories to search for sources; NULL = none */
    const char *strip_path; /* prefix to strip from paths, in whole components; printable UTF-8; NULL = none */
    uint32_t most_paths;    /* maximum number of call paths; the others are folded into their callers */
    uint32_t most_parts;    /* maximum number of bars, samples, points and messages of the timeline */
    FILE *out;
};

#define QP_PAGE_MOST_PATHS 3000000

/* Maximum number of bars, samples and points of the timeline that a browser draws smoothly while scrolling. A log may
 * have a hundred times as many. */
#define QP_PAGE_MOST_PARTS 2000000

/* Likewise for the timeline of a job, of which the shortest calls are left out: 400,000 parts take about 3 MB. */
#define QP_PAGE_MOST_JOB_PARTS 400000
