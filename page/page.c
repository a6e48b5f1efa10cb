#include "page/page.h"

#include "page/document.h"
#include "page/tables.h"

#include <ctype.h>
#include <string.h>

/* Paths stand in other texts too: "fib (src/math.lua:7)", "-data-file=/tmp/run.qii". */
static bool is_of_path(char character)
{
    return (unsigned char)character >= 0x80 || isalnum((unsigned char)character) ||
           (character && strchr("/._-+~", character));
}

/* How much is to be left out where the prefix was found: all of it, if a path begins there and it is whole parts of it.
 */
static size_t stripped_at(const char *shown, const char *at, const char *prefix)
{
    size_t length = strlen(prefix);
    if (at > shown && is_of_path(at[-1]))
        return 0;
    if (prefix[length - 1] == '/' || !is_of_path(at[length]))
        return length;
    return at[length] == '/' ? length + 1 : 0;
}

char *qp_page_strip(const struct qp_page *page, char *shown)
{
    const char *prefix = page->request->strip_path;
    for (char *at = shown; prefix && *prefix && (at = strstr(at, prefix)); at += *at != '\0') {
        size_t length = stripped_at(shown, at, prefix);
        memmove(at, at + length, strlen(at + length) + 1);
    }
    return shown;
}

char *qp_page_show(const struct qp_page *page, struct qp_text text, char *shown, size_t size)
{
    qp_text_show(text, shown, size);
    return qp_page_strip(page, shown);
}

char *qp_page_phase(const struct qp_page *page, enum qp_side side, char *shown, size_t size)
{
    const struct qp_query *query = page->joined.queries[side];
    uint32_t i = 0;
    shown[0] = '\0';
    if (!query->selection.phase)
        return shown;
    while (!query->selected.phases[i])
        i++;
    const struct qp_profile_phase *phase = &query->profile->phases[i];
    if (phase->name.length)
        return qp_page_show(page, phase->name, shown, size);
    snprintf(shown, size, "%u", phase->number);
    return shown;
}

uint64_t qp_page_duration_ns(const struct qp_page *page, enum qp_side side)
{
    const struct qp_query *query = page->joined.queries[side];
    return query->selection.phase ? qp_selected_duration_ns(&query->selected, query->profile)
                                  : qp_profile_duration_ns(query->profile);
}

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
