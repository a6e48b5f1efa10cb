/* request.h - the contents of a page to be written. */
#pragma once

#include "profile/compare/compared.h"
#include "profile/query/query.h"
#include "profile/source/source_path.h"

struct qp_page_request {
    struct qp_profile *profile;             /* profile of run */
    const struct qp_query *run;             /* the main run of the page */
    const struct qp_query *other;           /* run of the same library to compare with; NULL = none */
    const struct qp_comparison *comparison; /* of the sides of run and other; NULL without other */
    uint32_t compared[QP_COMPARED_SIDES];   /* index of run and other among their side's runs */
    const struct qp_query *cover;           /* run whose lines and branches are shown; may be run; NULL = none */
    bool no_source;                         /* do not embed source texts */
    struct qp_source_path *source_path;     /* extra directories with sources; NULL = none */
    const char *strip_path; /* prefix to strip from paths, in whole components; printable UTF-8; NULL = none */
    uint32_t most_paths;    /* maximum number of call paths; the others are folded into their callers */
    uint32_t most_parts;    /* maximum number of bars, samples and points of the timeline */
    FILE *out;
};

#define QP_PAGE_MOST_PATHS 3000000

/* A browser can draw this many while scrolling; a log may have a hundred times as many. */
#define QP_PAGE_MOST_PARTS 2000000
