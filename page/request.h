/* request.h - what a page is to be made of. */
#ifndef QP_PAGE_REQUEST_H
#define QP_PAGE_REQUEST_H

#include "profile/compare/compared.h"
#include "profile/query/query.h"
#include "profile/source/source_path.h"

struct qp_page_request {
    struct qp_profile *profile;             /* of run */
    const struct qp_query *run;             /* what the page is about */
    const struct qp_query *other;           /* a second run of the same library to compare it with; NULL = none */
    const struct qp_comparison *comparison; /* of the sides that run and other are of; NULL without other */
    uint32_t compared[QP_COMPARED_SIDES];   /* which of its side's runs they are */
    const struct qp_query *cover;           /* whose lines and branches are shown: run, or another one; NULL = none */
    bool no_source;                         /* source texts are left out */
    struct qp_source_path *source_path;     /* where sources are looked for too; NULL = none */
    const char *strip_path; /* left out where a path begins with it, in whole parts; printable UTF-8; NULL = nothing */
    uint32_t most_paths;    /* call paths beyond so many are folded into their callers' */
    uint32_t most_parts;    /* bars, samples and points of the time line beyond so many are left out */
    FILE *out;
};

#define QP_PAGE_MOST_PATHS 3000000

/* A browser draws so many while a wheel turns; a log may have a hundred times as many. */
#define QP_PAGE_MOST_PARTS 2000000

#endif
