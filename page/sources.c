#include "base/hash.h"
#include "profile/coverage/branches.h"
#include "profile/coverage/coverage.h"
#include "profile/source/source_text.h"
#include "page/contexts.h"
#include "page/tables.h"

#include <stdlib.h>
#include <string.h>

#define NAME_SIZE 4200

struct sources {
    struct qp_page *page;
    struct qp_page_contexts contexts;
    struct qp_map shorts; /* maps the hash of a short name to the number of files with this short name */
};

/* ---- names ------------------------------------------------------------------------------------------------------- */

static void name_of(const struct sources *sources, uint32_t row, char *name)
{
    const struct qp_joined *joined = &sources->page->joined;
    enum qp_side side = qp_joined_side(&joined->files[row]);
    qp_page_show(sources->page, joined->queries[side]->profile->files[joined->files[row].in[side]].name, name,
                 NAME_SIZE);
}

/* Return the last two components of a path, the short name of a file. */
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

enum text_state { TEXT_SAME, TEXT_CHANGED, TEXT_MISSING, TEXT_NOT_INCLUDED };

/* Return the text in printable form, line by line; tabs are kept. The caller frees the result. Return NULL if out of
 * memory. */
static char *printable(struct qp_source_text *source)
{
    struct qp_text line;
    char *text = malloc(4 * source->size + 3), *end = text;
    if (!text)
        return NULL;
    while (qp_source_text_line(source, &line)) {
        while (line.length) {
            const char *tab = memchr(line.bytes, '\t', line.length);
            uint32_t length = tab ? (uint32_t)(tab - line.bytes) : line.length;
            end += qp_text_show((struct qp_text){line.bytes, length}, end, 4 * (size_t)length + 1);
            if (tab)
                *end++ = '\t';
            line.bytes += length + (tab ? 1 : 0);
            line.length -= length + (tab ? 1 : 0);
        }
        *end++ = '\n';
    }
    *end = '\0';
    return text;
}

static bool has_source_path(const struct qp_page_request *request)
{
    return request->source_path && request->source_path->count;
}

/* Set the state of a file's text and, if it is embedded, the text, which the caller frees. Return false if out of
 * memory. */
static bool set_included(struct qp_row_files *row, struct qp_page *page, const struct qp_profile *profile,
                         uint32_t file)
{
    struct qp_source_text source;
    if (!qp_source_text_open(&source, profile, file, page->request->source_path))
        return false;
    bool is_changed = source.state == QP_SOURCE_TEXT_CHANGED;
    bool is_included = qp_source_text_may_be_shared(&source, page->request->source_path);
    char *text = is_included ? printable(&source) : NULL;
    row->text = text;
    row->state = !source.bytes  ? TEXT_MISSING
                 : !is_included ? TEXT_NOT_INCLUDED
                 : is_changed   ? TEXT_CHANGED
                                : TEXT_SAME;
    page->texts += is_included;
    page->texts_left_out += source.bytes && !is_included;
    qp_source_text_close(&source);
    return text || !is_included;
}

/* Set a file's text. If the run has no data to verify the text, embed the text only if the user specified where to
 * search. Return false if out of memory. */
static bool set_text(struct qp_row_files *row, struct qp_page *page, const struct qp_joined_row *file)
{
    enum qp_side side = file->in[QP_SIDE_COVER] != QP_NONE ? QP_SIDE_COVER : qp_joined_side(file);
    const struct qp_profile *profile = page->joined.queries[side]->profile;
    bool is_asked = has_source_path(page->request) || qp_source_text_is_known(profile, file->in[side]);
    if (!page->request->no_source && is_asked)
        return set_included(row, page, profile, file->in[side]);
    page->texts_left_out += !is_asked;
    row->state = TEXT_NOT_INCLUDED;
    return true;
}

/* ---- lines ------------------------------------------------------------------------------------------------------- */

/* The lines of a file: counts are from the run with line counts, times and allocations from the main run. */
struct file_lines {
    struct qp_lines cover;
    struct qp_lines timed; /* empty if it is the same run */
    struct qp_line_contexts contexts;
};

static bool put_line(struct sources *sources, uint32_t file, const struct file_lines *lines,
                     const struct qp_line *const in[2])
{
    const struct qp_line *cover = in[0], *run = in[1], *it = cover ? cover : run;
    const struct qp_allocated allocated = run ? run->allocated : (struct qp_allocated){0};
    struct qp_page *page = sources->page;
    const struct qp_query *counting = page->joined.queries[cover ? QP_SIDE_COVER : QP_SIDE_RUN];
    struct qp_row_lines row = {
        .file = file,
        .line = (uint64_t)it->number,
        .count = it->count,
        .time = run ? qp_page_ns(page, QP_SIDE_RUN, run->time) : qp_page_ns(page, QP_SIDE_COVER, it->time),
        .allocated = allocated.bytes,
        .objects = allocated.objects,
        .excluded = it->excluded,
        .uncounted = it->uncounted || !counting->counts_lines,
    };
    bool ok = qp_page_contexts_add(&sources->contexts, &lines->contexts, it->number, &row.contexts);
    qp_add_lines(page->tables, &row);
    return ok;
}

/* Write the lines of a file. */
static bool put_lines(struct sources *sources, uint32_t file, const struct file_lines *lines, bool same_run)
{
    const struct qp_lines *cover = &lines->cover, *run = same_run ? cover : &lines->timed;
    uint32_t i = 0, k = 0;
    bool ok = true;
    while (ok && (i < cover->count || k < run->count)) {
        const struct qp_line *one = i < cover->count ? &cover->items[i] : NULL;
        const struct qp_line *two = k < run->count ? &run->items[k] : NULL;
        if (one && two && one->number != two->number) {
            one = one->number < two->number ? one : NULL;
            two = one ? NULL : two;
        }
        ok = put_line(sources, file, lines, (const struct qp_line *const[]){one, two});
        i += one != NULL;
        k += two != NULL;
    }
    return ok;
}

static void put_branches(struct qp_page *page, uint32_t file, const struct qp_branches *branches)
{
    for (uint32_t i = 0; i < branches->count; i++) {
        const struct qp_branch *it = &branches->items[i];
        const struct qp_row_branches row = {
            .file = file,
            .line = (uint64_t)it->line,
            .excluded = it->excluded,
            .outcomes = it->outcomes,
            .taken = it->taken,
        };
        qp_add_branches(page->tables, &row);
        for (uint32_t k = 0; k < it->outcomes; k++)
            qp_add_outcomes(page->tables, &(const struct qp_row_outcomes){.count = it->counts[k]});
    }
}

static bool open_lines(struct qp_lines *lines, const struct qp_query *query, uint32_t file)
{
    *lines = (struct qp_lines){0};
    return !query || file == QP_NONE || qp_lines_open(lines, query, (struct qp_target){file, QP_NONE});
}

static void set_coverage(struct qp_row_files *row, const struct qp_coverage *it)
{
    row->lines = it->lines;
    row->lines_hit = it->lines_hit;
    row->outcomes = it->outcomes;
    row->outcomes_taken = it->outcomes_taken;
    row->functions = it->functions;
    row->functions_hit = it->functions_hit;
}

/* Return true if lines of a run have counts or allocations. */
static bool has_lines(const struct qp_query *query)
{
    return query->counts_lines || query->profile->site_count;
}

static bool open_file_lines(struct file_lines *lines, struct sources *sources, uint32_t file)
{
    const struct qp_joined *joined = &sources->page->joined;
    const uint32_t *in = joined->files[file].in;
    const struct qp_query *cover = joined->queries[QP_SIDE_COVER], *run = joined->queries[QP_SIDE_RUN];
    *lines = (struct file_lines){0};
    return open_lines(&lines->cover, cover, in[QP_SIDE_COVER]) &&
           (run == cover || !has_lines(run) || open_lines(&lines->timed, run, in[QP_SIDE_RUN])) &&
           qp_page_contexts_of_file(&sources->contexts, &lines->contexts, in[QP_SIDE_COVER]);
}

/* Write the lines and branches of a file, and set its totals. A run without line counts has none of them. */
static bool put_covered(struct qp_row_files *row, struct sources *sources, uint32_t file)
{
    struct qp_page *page = sources->page;
    uint32_t in_cover = page->joined.files[file].in[QP_SIDE_COVER];
    const struct qp_query *cover = page->joined.queries[QP_SIDE_COVER], *run = page->joined.queries[QP_SIDE_RUN];
    struct file_lines lines;
    struct qp_branches branches = {0};
    bool ok = open_file_lines(&lines, sources, file);
    if (ok && in_cover != QP_NONE)
        ok = qp_branches_open(&branches, cover, (struct qp_target){in_cover, QP_NONE});
    if (ok && in_cover != QP_NONE) {
        const struct qp_coverage coverage = qp_coverage_of_file(cover, in_cover, &lines.cover, &branches);
        set_coverage(row, &coverage);
        put_branches(page, file, &branches);
        if (has_lines(cover) || has_lines(run))
            ok = put_lines(sources, file, &lines, run == cover);
    }
    qp_branches_close(&branches);
    qp_line_contexts_close(&lines.contexts);
    qp_lines_close(&lines.cover);
    qp_lines_close(&lines.timed);
    return ok;
}

/* ---- all files --------------------------------------------------------------------------------------------------- */

static bool put_file(struct sources *sources, uint32_t file)
{
    struct qp_page *page = sources->page;
    char name[NAME_SIZE];
    name_of(sources, file, name);
    const char *tail = short_of(name);
    bool is_single = qp_map_get(&sources->shorts, hash_of(tail)) == 1;
    struct qp_row_files row = {.name = name, .short_name = is_single ? tail : name};
    bool ok = set_text(&row, page, &page->joined.files[file]) && put_covered(&row, sources, file);
    qp_add_files(page->tables, &row);
    free((char *)row.text);
    return ok;
}

bool qp_page_put_sources(struct qp_page *page)
{
    struct sources sources = {.page = page};
    if (!qp_page_contexts_open(&sources.contexts, page))
        return false;
    bool ok = count_shorts(&sources);
    for (uint32_t i = 0; ok && i < page->joined.file_count; i++)
        ok = put_file(&sources, i);
    qp_map_fini(&sources.shorts);
    qp_page_contexts_close(&sources.contexts);
    return ok;
}
