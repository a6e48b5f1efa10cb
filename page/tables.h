/* tables.h - the state of a page while it is written, and the functions that fill its tables (schema.def). */
#pragma once

#include "profile/source/labels.h"
#include "page/joined.h"
#include "page/payload.h"
#include "page/request.h"
#include "page/schema.h"

struct qp_page {
    const struct qp_page_request *request;
    struct qp_joined joined;
    struct qp_scratch scratch;                /* owns the arrays that are allocated while tables are filled */
    struct qp_labels opened[QP_SIDES];        /* by side: labels to close at the end. Sides with the same data file
                                               * share the labels of the first of these sides */
    const struct qp_labels *labels[QP_SIDES]; /* labels of each side; NULL = no such run */
    struct qp_payload payload;
    struct qp_columns tables[QP_PAGE_TABLES];
    uint64_t paths[QP_SIDES];  /* by side: number of call paths, including cut ones */
    uint64_t cut[QP_SIDES];    /* indexed by side: number of call paths folded into their callers */
    uint32_t texts;            /* number of source files whose text is embedded */
    struct qp_map vthread_of;  /* by key of a virtual thread (qp_page_vthread_key): its row, plus 1 */
    struct qp_map rank_of;     /* by number of a process of a job: its row in the table of ranks, plus 1 */
    uint32_t rank_count;       /* rows of the table of ranks */
    uint32_t rank_block;       /* number of consecutive ranks that are added up in tables of pairs */
    uint32_t threads_left_out; /* number of virtual threads that are not listed individually */
    uint32_t texts_left_out;   /* number of source files whose text is not embedded, although the text may exist */
    uint64_t events_left_out;  /* number of timeline items beyond the limit */
    uint64_t events_until;     /* time in ns up to which the timeline is complete; UINT64_MAX = to the end */
    uint64_t least_call_ns;    /* of a job: shorter calls are not in the timeline */
    uint64_t least_receive_ns; /* of a job: messages with shorter receives are not in the timeline */
};

/* Fill the tables of a part of the page. Return false if out of memory. */
bool qp_page_put_functions(struct qp_page *page);
bool qp_page_put_paths(struct qp_page *page);
bool qp_page_put_comparison(struct qp_page *page);
bool qp_page_put_sources(struct qp_page *page);
bool qp_page_put_threads(struct qp_page *page);
bool qp_page_put_job(struct qp_page *page);
bool qp_page_put_job_messages(struct qp_page *page); /* after the job */
bool qp_page_put_timeline(struct qp_page *page);

/* Limit of the table of virtual threads. */
#define QP_PAGE_MOST_VTHREADS 100000

/* Return the key of a virtual thread, which is the same in all phases. */
static inline uint64_t qp_page_vthread_key(const struct qp_profile_thread *thread)
{
    return thread->start * 0x9e3779b97f4a7c15u ^ thread->reference;
}

/* Return the row of a process (messages/job_messages.h) in the table of ranks, QP_NONE if it has none. The rows of
 * ranks with a file are in the order of the job's files. */
uint32_t qp_page_rank(const struct qp_page *page, int32_t process);

/* qp_page_facts returns the directory of the payload except for its tables. qp_page_comparison_facts and
 * qp_page_job_facts return the facts about the comparison and about the job, or JSON's null if there is none. All
 * return NULL if out of memory. */
json_t *qp_page_facts(struct qp_page *page);
json_t *qp_page_comparison_facts(const struct qp_page *page);
json_t *qp_page_job_facts(const struct qp_page *page);

/* Write a text to `shown` as the page shows it: printable, with the path prefix stripped, at most `size` bytes. Return
 * `shown`. */
char *qp_page_show(const struct qp_page *page, struct qp_text text, char *shown, size_t size);

/* Strip the path prefix from all paths in a printable text, in place. Return the text. */
char *qp_page_strip(const struct qp_page *page, char *shown);

/* qp_page_phase writes the name of the phase to which a side is limited, or its number if it has no name, or an empty
 * text if the side shows the whole run. It returns `shown`. qp_page_duration_ns returns the duration of that phase or
 * run; of a job, that of its longest rank. */
char *qp_page_phase(const struct qp_page *page, enum qp_side side, char *shown, size_t size);
uint64_t qp_page_duration_ns(const struct qp_page *page, enum qp_side side);

/* Convert ticks of a side's run to nanoseconds. */
static inline uint64_t qp_page_ns(const struct qp_page *page, enum qp_side side, uint64_t ticks)
{
    return ticks ? qp_profile_ns(page->joined.queries[side]->profile, ticks) : 0;
}
