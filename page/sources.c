#include "base/hash.h"
#include "profile/coverage/branches.h"
#include "profile/coverage/coverage.h"
#include "profile/source/source_text.h"
#include "page/tables.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 4200

/* The tables that one pass over the files fills. */
struct sources {
    struct qp_page *page;
    struct qp_map shorts; /* hash of a short name: how many files have it */
    struct qp_columns files, lines, branches, outcomes;
};

/* ---- names ------------------------------------------------------------------------------------------------------- */

static void name_of(const struct sources *sources, uint32_t row, char *name)
{
    const struct qp_joined *joined = &sources->page->joined;
    enum qp_side side = qp_joined_side(&joined->files[row]);
    qp_page_show(sources->page, joined->queries[side]->profile->files[joined->files[row].in[side]].name, name,
                 NAME_SIZE);
}

/* The last two parts of a path. */
static const char *short_of(const char *name)
{
    const char *at = name + strlen(name);
    for (int slashes = 0; at > name && (at[-1] != '/' || ++slashes < 2);)
        at--;
    return at;
}

static uint64_t hash_of(const char *text)
{
    return qp_hash_bytes(text, strlen(text));
}

static bool count_shorts(struct sources *sources)
{
    char name[NAME_SIZE];
    for (uint32_t i = 0; i < sources->page->joined.file_count; i++) {
        name_of(sources, i, name);
        uint64_t hash = hash_of(short_of(name));
        if (qp_map_put(&sources->shorts, hash, qp_map_get(&sources->shorts, hash) + 1) != 0)
            return false;
    }
    return true;
}

/* ---- texts ------------------------------------------------------------------------------------------------------- */

enum { TEXT_SAME, TEXT_CHANGED, TEXT_MISSING, TEXT_NOT_INCLUDED };

/* Printable, line by line; tabs stay. Returns NULL without memory. */
static char *printable(struct qp_source_text *source, size_t *size)
{
    struct qp_text line;
    char *text = malloc(4 * source->size + 2);
    *size = 0;
    while (text && qp_source_text_line(source, &line)) {
        while (line.length) {
            const char *tab = memchr(line.bytes, '\t', line.length);
            uint32_t length = tab ? (uint32_t)(tab - line.bytes) : line.length;
            *size += qp_text_show((struct qp_text){line.bytes, length}, text + *size, 4 * (size_t)length + 1);
            if (tab)
                text[(*size)++] = '\t';
            line.bytes += length + (tab ? 1 : 0);
            line.length -= length + (tab ? 1 : 0);
        }
        text[(*size)++] = '\n';
    }
    return text;
}

static bool is_asked_for(const struct qp_page_request *request)
{
    return request->source_path && request->source_path->count;
}

static bool put_included(struct sources *sources, const struct qp_profile *profile, uint32_t file)
{
    struct qp_page *page = sources->page;
    bool asked = is_asked_for(page->request);
    struct qp_source_text source;
    if (!qp_source_text_open(&source, profile, file, page->request->source_path))
        return false;
    bool is_changed = source.state == QP_SOURCE_TEXT_CHANGED, is_there = source.bytes && (asked || !is_changed);
    size_t size = 0;
    char *text = is_there ? printable(&source, &size) : NULL;
    bool ok = text || !is_there;
    page->texts += text != NULL;
    page->texts_left_out += source.bytes && !is_there;
    qp_columns_uint(&sources->files, 2,
                    !source.bytes ? TEXT_MISSING
                    : !is_there   ? TEXT_NOT_INCLUDED
                    : is_changed  ? TEXT_CHANGED
                                  : TEXT_SAME);
    qp_columns_text(&sources->files, 3, (struct qp_text){text, (uint32_t)size});
    qp_source_text_close(&source);
    free(text);
    return ok;
}

/* Texts that the run does not vouch for are taken only where somebody says where to look for them. */
static bool put_text(struct sources *sources, const struct qp_joined_row *row)
{
    struct qp_page *page = sources->page;
    enum qp_side side = row->in[QP_SIDE_COVER] != QP_NONE ? QP_SIDE_COVER : qp_joined_side(row);
    const struct qp_profile *profile = page->joined.queries[side]->profile;
    bool is_asked = is_asked_for(page->request) || qp_source_text_is_known(profile, row->in[side]);
    if (!page->request->no_source && is_asked)
        return put_included(sources, profile, row->in[side]);
    page->texts_left_out += !is_asked;
    qp_columns_uint(&sources->files, 2, TEXT_NOT_INCLUDED);
    qp_columns_string(&sources->files, 3, "");
    return true;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

static void put_line(struct sources *sources, uint32_t file, const struct qp_line *cover, const struct qp_line *run)
{
    struct qp_page *page = sources->page;
    const uint64_t time = run     ? qp_page_ns(page, QP_SIDE_RUN, run->time)
                          : cover ? qp_page_ns(page, QP_SIDE_COVER, cover->time)
                                  : 0;
    const struct qp_line *it = cover ? cover : run;
    qp_columns_uint(&sources->lines, 0, file);
    qp_columns_delta(&sources->lines, 1, (uint64_t)it->number);
    qp_columns_uint(&sources->lines, 2, it->count);
    qp_columns_uint(&sources->lines, 3, time);
    qp_columns_uint(&sources->lines, 4, it->excluded);
    qp_columns_row(&sources->lines);
}

/* Counts are those of the run that lines are covered in; times those of the run that the page is about. */
static void put_lines(struct sources *sources, uint32_t file, const struct qp_lines *cover, const struct qp_lines *run)
{
    uint32_t i = 0, k = 0;
    while (i < cover->count || k < run->count) {
        const struct qp_line *one = i < cover->count ? &cover->items[i] : NULL;
        const struct qp_line *two = k < run->count ? &run->items[k] : NULL;
        if (one && two && one->number != two->number) {
            one = one->number < two->number ? one : NULL;
            two = one ? NULL : two;
        }
        put_line(sources, file, one, two);
        i += one != NULL;
        k += two != NULL;
    }
}

static void put_branches(struct sources *sources, uint32_t file, const struct qp_branches *branches)
{
    for (uint32_t i = 0; i < branches->count; i++) {
        const struct qp_branch *it = &branches->items[i];
        const uint64_t values[] = {file, (uint64_t)it->line, it->excluded, it->outcomes, it->taken};
        qp_columns_uints(&sources->branches, 0, values, sizeof values / sizeof *values);
        for (uint32_t k = 0; k < it->outcomes; k++)
            qp_columns_uints(&sources->outcomes, 0, &it->counts[k], 1);
    }
}

static bool open_lines(struct qp_lines *lines, const struct qp_query *query, uint32_t file)
{
    *lines = (struct qp_lines){0};
    return !query || file == QP_NONE || qp_lines_open(lines, query, (struct qp_target){file, QP_NONE});
}

static void put_coverage(struct sources *sources, const struct qp_coverage *it)
{
    const uint64_t values[] = {it->lines,          it->lines_hit, it->outcomes,
                               it->outcomes_taken, it->functions, it->functions_hit};
    qp_columns_uints(&sources->files, 4, values, sizeof values / sizeof *values);
}

/* Of a run that counted no lines nothing is told of lines. */
static bool put_covered(struct sources *sources, uint32_t row)
{
    const struct qp_joined *joined = &sources->page->joined;
    const uint32_t *in = joined->files[row].in;
    const struct qp_query *cover = joined->queries[QP_SIDE_COVER], *run = joined->queries[QP_SIDE_RUN];
    struct qp_lines covered, timed = {0};
    struct qp_branches branches = {0};
    struct qp_coverage coverage = {0};
    bool ok = open_lines(&covered, cover, in[QP_SIDE_COVER]);
    if (ok && run != cover && run->counts_lines)
        ok = open_lines(&timed, run, in[QP_SIDE_RUN]);
    if (ok && in[QP_SIDE_COVER] != QP_NONE)
        ok = qp_branches_open(&branches, cover, (struct qp_target){in[QP_SIDE_COVER], QP_NONE});
    if (ok && in[QP_SIDE_COVER] != QP_NONE) {
        coverage = qp_coverage_of_file(cover, in[QP_SIDE_COVER], &covered, &branches);
        put_branches(sources, row, &branches);
        if (cover->counts_lines)
            put_lines(sources, row, &covered, run == cover ? &covered : &timed);
    }
    put_coverage(sources, &coverage);
    qp_branches_close(&branches);
    qp_lines_close(&covered);
    qp_lines_close(&timed);
    return ok;
}

/* ---- both ends --------------------------------------------------------------------------------------------------- */

static bool put_file(struct sources *sources, uint32_t row)
{
    char name[NAME_SIZE];
    name_of(sources, row, name);
    const char *tail = short_of(name);
    qp_columns_string(&sources->files, 0, name);
    qp_columns_string(&sources->files, 1, qp_map_get(&sources->shorts, hash_of(tail)) == 1 ? tail : name);
    return put_text(sources, &sources->page->joined.files[row]) && put_covered(sources, row);
}

bool qp_page_put_sources(struct qp_page *page)
{
    struct sources sources = {.page = page};
    qp_columns_init(&sources.files, "files",
                    "name:text short:text state:uint text:text lines:uint lines_hit:uint outcomes:uint "
                    "outcomes_taken:uint functions:uint functions_hit:uint");
    qp_columns_init(&sources.lines, "lines", "file:uint line:delta count:uint time:uint excluded:uint");
    qp_columns_init(&sources.branches, "branches", "file:uint line:uint excluded:uint outcomes:uint taken:uint");
    qp_columns_init(&sources.outcomes, "outcomes", "count:uint");
    bool ok = count_shorts(&sources);
    for (uint32_t i = 0; ok && i < page->joined.file_count; i++)
        ok = put_file(&sources, i);
    qp_map_fini(&sources.shorts);
    qp_payload_put(&page->payload, &sources.files);
    qp_payload_put(&page->payload, &sources.lines);
    qp_payload_put(&page->payload, &sources.branches);
    qp_payload_put(&page->payload, &sources.outcomes);
    return ok;
}
