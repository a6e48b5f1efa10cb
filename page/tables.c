#include "page/tables.h"

#include <ctype.h>
#include <string.h>

/* Return true if a character may be part of a path. Paths are also found within other texts: "fib (src/math.lua:7)",
 * "-data-file=/tmp/run.qii". */
static bool is_of_path(char character)
{
    return (unsigned char)character >= 0x80 || isalnum((unsigned char)character) ||
           (character && strchr("/._-+~", character));
}

/* Return the number of bytes to strip at a place where the prefix was found. Return 0 if the place is not the beginning
 * of a path, or if the prefix ends within a component of the path. */
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

uint32_t qp_page_rank(const struct qp_page *page, int32_t process)
{
    return process == QP_PEER_NONE ? QP_NONE : (uint32_t)qp_map_get(&page->rank_of, (uint32_t)process) - 1;
}

uint64_t qp_page_duration_ns(const struct qp_page *page, enum qp_side side)
{
    const struct qp_query *query = page->joined.queries[side];
    if (page->request->job && side == QP_SIDE_RUN && !query->selection.phase)
        return page->request->job->ranks->all.elapsed;
    return query->selection.phase ? qp_selected_duration_ns(&query->selected, query->profile)
                                  : qp_profile_duration_ns(query->profile);
}
