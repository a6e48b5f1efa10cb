/* tables.h - the state of a page being written, and the functions that fill its tables (schema.def). */
#pragma once

#include "profile/source/labels.h"
#include "page/joined.h"
#include "page/payload.h"
#include "page/request.h"
#include "page/schema.h"

struct qp_page {
    const struct qp_page_request *request;
    struct qp_joined joined;
    struct qp_labels opened[QP_SIDES];        /* labels; sides with the same data file share the first one's */
    const struct qp_labels *labels[QP_SIDES]; /* of each side; NULL = no such run */
    struct qp_payload payload;
    struct qp_columns tables[QP_PAGE_TABLES];
    uint64_t paths[QP_SIDES];  /* call paths, including cut ones */
    uint64_t cut[QP_SIDES];    /* call paths folded into their callers */
    uint32_t texts;            /* source files whose text is embedded */
    uint32_t threads_left_out; /* individual virtual threads that are not listed */
    uint32_t texts_left_out;   /* changed since the run, or of unknown version */
    uint64_t events_left_out;  /* of the timeline, beyond the limit */
    uint64_t events_until;     /* ns: the timeline is complete up to this time */
};

/* Fill tables. Each returns false if out of memory. */
bool qp_page_put_functions(struct qp_page *page);
bool qp_page_put_calls(struct qp_page *page);
bool qp_page_put_paths(struct qp_page *page);
bool qp_page_put_comparison(struct qp_page *page);
bool qp_page_put_sources(struct qp_page *page);
bool qp_page_put_threads(struct qp_page *page);
bool qp_page_put_timeline(struct qp_page *page);

/* qp_page_facts returns the directory of the payload without its tables. qp_page_comparison_facts returns the facts
 * about the comparison, JSON's null if there is none. Both return NULL if out of memory. */
json_t *qp_page_facts(struct qp_page *page);
json_t *qp_page_comparison_facts(const struct qp_page *page);

/* Write a text as shown on the page: printable, with the prefix stripped; at most size bytes. Return shown. */
char *qp_page_show(const struct qp_page *page, struct qp_text text, char *shown, size_t size);

/* Strip the prefix from a printable text. Return it. */
char *qp_page_strip(const struct qp_page *page, char *shown);

/* qp_page_phase writes the name of a side's phase, its number if it has no name, or nothing for the whole run, and
 * returns `shown`. qp_page_duration_ns returns the duration of that phase or run. */
char *qp_page_phase(const struct qp_page *page, enum qp_side side, char *shown, size_t size);
uint64_t qp_page_duration_ns(const struct qp_page *page, enum qp_side side);

/* Convert ticks of a side to nanoseconds. */
static inline uint64_t qp_page_ns(const struct qp_page *page, enum qp_side side, uint64_t ticks)
{
    return ticks ? qp_profile_ns(page->joined.queries[side]->profile, ticks) : 0;
}
