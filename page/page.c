#include "page/page.h"

#include "page/document.h"
#include "page/tables.h"

static bool put_tables(struct qp_page *page)
{
    bool ok = qp_page_put_functions(page) && qp_page_put_calls(page) && qp_page_put_paths(page, QP_SIDE_RUN);
    if (ok && page->request->other)
        ok = qp_page_put_paths(page, QP_SIDE_OTHER) && qp_page_put_comparison(page);
    return ok && qp_page_put_sources(page) && qp_page_put_threads(page) && qp_page_put_course(page) &&
           qp_page_put_timeline(page);
}

static bool put_payload(struct qp_page *page)
{
    if (!qp_payload_begin(&page->payload, page->request->out))
        return false;
    bool ok = put_tables(page);
    json_t *facts = ok ? qp_page_facts(page) : NULL;
    return qp_payload_end(&page->payload, facts) && ok;
}

/* A page's own lines are mostly those of its run: a million functions get their labels once, not twice. */
static bool open_labels(struct qp_page *page)
{
    bool ok = true;
    for (int side = 0; ok && side < QP_SIDES; side++) {
        const struct qp_query *query = page->joined.queries[side];
        int first = 0;
        while (query && first < side && page->opened[first].profile != query->profile)
            first++;
        if (query && first == side)
            ok = qp_labels_open(&page->opened[side], query->profile);
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
    for (int side = 0; side < QP_SIDES; side++)
        qp_labels_close(&page.opened[side]);
    qp_joined_close(&page.joined);
    return ok ? 0 : qp_error_memory(error);
}
