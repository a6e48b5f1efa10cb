#include "page/page.h"

#include "page/document.h"
#include "page/tables.h"

/* Write every table if `all` is set. Otherwise write only the tables that have rows or ran out of memory. */
static void write_tables(struct qp_page *page, bool all)
{
    for (int i = 0; i < QP_PAGE_TABLES; i++) {
        if (all || page->tables[i].rows || page->tables[i].failed)
            qp_payload_put(&page->payload, &qp_page_schema[i], &page->tables[i]);
    }
}

/* Fill the tables of both parts. The timeline adds to the table of virtual threads. */
static bool put_threads_and_timeline(struct qp_page *page)
{
    return qp_page_put_threads(page) && qp_page_put_timeline(page);
}

/* Write all tables. First write each table without rows, so that the directory has all tables. Then write and free a
 * table as soon as it is filled. */
static bool put_tables(struct qp_page *page)
{
    static bool (*const puts[])(struct qp_page *) = {
        qp_page_put_functions, qp_page_put_paths,        qp_page_put_comparison,  qp_page_put_sources,
        qp_page_put_job,       qp_page_put_job_messages, put_threads_and_timeline};
    bool ok = true;
    write_tables(page, true);
    for (size_t i = 0; ok && i < sizeof puts / sizeof *puts; i++) {
        ok = puts[i](page);
        write_tables(page, false);
    }
    return ok;
}

static bool put_payload(struct qp_page *page)
{
    if (!qp_payload_begin(&page->payload, page->request->out))
        return false;
    bool ok = put_tables(page);
    json_t *facts = ok ? qp_page_facts(page) : NULL;
    return qp_payload_end(&page->payload, facts) && ok;
}

/* Open the labels. Sides with the same data file share them, so that a million functions are labelled only once. */
static bool open_labels(struct qp_page *page)
{
    bool ok = true;
    for (int side = 0; ok && side < QP_SIDES; side++) {
        const struct qp_query *query = page->joined.queries[side];
        int first = 0;
        while (query && first < side && page->opened[first].profile != query->profile)
            first++;
        if (query && first == side)
            ok = qp_labels_open(&page->opened[side], query->profile, (struct qp_labels_style){0});
        page->labels[side] = query ? &page->opened[first] : NULL;
    }
    return ok;
}

int qp_page_write(const struct qp_page_request *request, struct qp_error *error)
{
    struct qp_page page = {.request = request};
    const struct qp_query *const queries[QP_SIDES] = {request->run, request->other, request->cover};
    bool ok = qp_joined_open(&page.joined, queries, request->comparison) && open_labels(&page);
    if (ok) {
        ok = qp_document_begin(&page) && put_payload(&page);
        qp_document_end(&page);
    }
    for (int i = 0; i < QP_PAGE_TABLES; i++)
        qp_columns_fini(&page.tables[i]);
    for (int side = 0; side < QP_SIDES; side++)
        qp_labels_close(&page.opened[side]);
    qp_joined_close(&page.joined);
    qp_scratch_free(&page.scratch);
    qp_map_fini(&page.vthread_of);
    qp_map_fini(&page.rank_of);
    return ok ? 0 : qp_error_memory(error);
}
