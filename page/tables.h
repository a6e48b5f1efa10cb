/* tables.h - the tables of the page's payload: what is written, and by whom.
 *
 *   functions.c  functions, calls
 *   paths.c      nodes and tops, of the run and of the other one
 *   sources.c    files, lines, branches, outcomes
 *   threads.c    threads, groups, vthreads
 *   course.c     phases, marks
 *   timeline.c   tracks, bars, states, samples, points, places
 *   comparison.c compared, and the directory's comparison
 *   facts.c      the directory's run, other, cover and notes (notes.h)
 *
 * Times are nanoseconds. A row that may be missing is stored as its number plus 1, 0 = none. Texts are printable; the
 * script takes them for text, never for HTML. */
#ifndef QP_PAGE_TABLES_H
#define QP_PAGE_TABLES_H

#include "profile/source/labels.h"
#include "page/joined.h"
#include "page/payload.h"
#include "page/request.h"

struct qp_page {
    const struct qp_page_request *request;
    struct qp_joined joined;
    struct qp_labels opened[QP_SIDES];        /* labels; of sides with one data file only the first one's */
    const struct qp_labels *labels[QP_SIDES]; /* one of them; NULL = there is no such run */
    struct qp_payload payload;
    uint64_t paths[QP_SIDES];  /* call paths, with those that were cut */
    uint64_t cut[QP_SIDES];    /* call paths that were folded into their callers' */
    uint32_t texts;            /* source files whose text is in the page */
    uint32_t threads_left_out; /* virtual threads that are told one by one elsewhere */
    uint32_t texts_left_out;   /* which changed since the run, or of which nothing is known */
    uint64_t events_left_out;  /* of the time line, for lack of room */
    uint64_t events_until;     /* ns: it has all until then */
};

/* Each returns false without memory. */
bool qp_page_put_functions(struct qp_page *page);
bool qp_page_put_calls(struct qp_page *page);
bool qp_page_put_paths(struct qp_page *page, enum qp_side side);
bool qp_page_put_comparison(struct qp_page *page);
bool qp_page_put_sources(struct qp_page *page);
bool qp_page_put_threads(struct qp_page *page);
bool qp_page_put_course(struct qp_page *page);
bool qp_page_put_timeline(struct qp_page *page);

/* The directory of the payload without its tables; what it says of the comparison, null for none. NULL without memory.
 */
json_t *qp_page_facts(struct qp_page *page);
json_t *qp_page_comparison_facts(const struct qp_page *page);

/* A text as the page shows it: printable, and without what is to be stripped; at most size bytes. Returns shown. Both
 * are page.c's. */
char *qp_page_show(const struct qp_page *page, struct qp_text text, char *shown, size_t size);

/* Leave out what is to be stripped of a text that is printable already. Returns it. */
char *qp_page_strip(const struct qp_page *page, char *shown);

/* The name, or else the number, of the phase that a side is about; empty when it is about the whole run. Returns shown.
 * And how long that lasted. Both are page.c's. */
char *qp_page_phase(const struct qp_page *page, enum qp_side side, char *shown, size_t size);
uint64_t qp_page_duration_ns(const struct qp_page *page, enum qp_side side);

/* Ticks of a side as nanoseconds. */
static inline uint64_t qp_page_ns(const struct qp_page *page, enum qp_side side, uint64_t ticks)
{
    return ticks ? qp_profile_ns(page->joined.queries[side]->profile, ticks) : 0;
}

#endif
