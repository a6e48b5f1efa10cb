#include "page/notes.h"

#include "base/attribute.h"
#include "base/number.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Who takes the sentences. */
struct notes {
    const struct qp_page *page;
    qp_notes_tell *tell;
    void *to;
};

static bool say(const struct notes *notes, enum qp_quality_level level, const char *format, ...) QP_PRINTF(3, 4);

static bool say(const struct notes *notes, enum qp_quality_level level, const char *format, ...)
{
    va_list arguments;
    char *text;
    va_start(arguments, format);
    int length = vasprintf(&text, format, arguments);
    va_end(arguments);
    if (length < 0)
        return false;
    bool ok = notes->tell(notes->to, level, qp_page_strip(notes->page, text));
    free(text);
    return ok;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

/* A run whose quality is told beside that of another one. */
struct beside {
    const char *whose;                /* before each sentence */
    enum qp_quality_about left_out;   /* what another run tells */
    const struct qp_quality *already; /* sentences that need not be said again; NULL = none are */
};

static bool is_said(const struct qp_quality *already, const char *text)
{
    for (uint32_t i = 0; already && i < already->count; i++) {
        if (strcmp(already->items[i].text, text) == 0)
            return true;
    }
    return false;
}

/* Of a run that is told beside another one nothing is said that is as it should be. */
static bool say_quality(const struct notes *notes, const struct qp_quality *quality, const struct beside *beside)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < quality->count; i++) {
        const struct qp_quality_note *it = &quality->items[i];
        bool said = it->about != beside->left_out && !(beside->already && it->level == QP_QUALITY_GOOD) &&
                    !is_said(beside->already, it->text);
        ok = !said || say(notes, it->level, "%s%s", beside->whose, it->text);
    }
    return ok;
}

static bool say_other(const struct notes *notes, const struct qp_query *query, const struct beside *beside)
{
    struct qp_quality quality;
    if (!qp_quality_open(&quality, query))
        return false;
    bool ok = say_quality(notes, &quality, beside);
    qp_quality_close(&quality);
    return ok;
}

/* The run that only lends its counts of lines. */
static bool say_cover(const struct notes *notes, const struct qp_query *cover, const struct qp_quality *already)
{
    char name[40], count[QP_QUERY_COUNT];
    qp_profile_run_name(cover->profile, name, sizeof name);
    return say(notes, QP_QUALITY_NOTE, "Counts of lines are of another run (%s, lib%s, %s).", name,
               qp_profile_product_name(cover->selection.product), qp_query_count(cover, count)) &&
           say_other(notes, cover, &(const struct beside){"The run that counted lines: ", QP_QUALITY_TIMES, already});
}

bool qp_notes_of_runs(const struct qp_page *page, qp_notes_tell *tell, void *to)
{
    const struct notes notes = {page, tell, to};
    const struct qp_joined *joined = &page->joined;
    const struct qp_query *run = joined->queries[QP_SIDE_RUN], *other = joined->queries[QP_SIDE_OTHER],
                          *cover = joined->queries[QP_SIDE_COVER];
    bool apart = cover && cover != run;
    struct qp_quality quality;
    if (!qp_quality_open(&quality, run))
        return false;
    bool ok =
        say_quality(&notes, &quality, &(const struct beside){"", apart ? QP_QUALITY_LINES : QP_QUALITY_ABOUTS, NULL});
    if (ok && other)
        ok = say_other(&notes, other, &(const struct beside){"The other run: ", QP_QUALITY_LINES, &quality});
    if (ok && apart)
        ok = say_cover(&notes, cover, &quality);
    qp_quality_close(&quality);
    return ok;
}

/* ---- the page ---------------------------------------------------------------------------------------------------- */

static bool say_paths(const struct notes *notes)
{
    const struct qp_page *page = notes->page;
    uint64_t cut = page->cut[QP_SIDE_RUN] + page->cut[QP_SIDE_OTHER];
    if (cut)
        return say(notes, QP_QUALITY_NOTE,
                   "The flame graph leaves out %s of the lightest call paths, and says so where they were: the "
                   "tables of functions, callers and callees have all.",
                   qp_number_count(cut).text);
    return say(notes, QP_QUALITY_GOOD, "All call paths are in this page: nothing was left out.");
}

bool qp_notes_of_page(const struct qp_page *page, qp_notes_tell *tell, void *to)
{
    const struct notes notes = {page, tell, to};
    const struct qp_joined *joined = &page->joined;
    const struct qp_comparison *comparison = joined->comparison;
    bool ok = say_paths(&notes);
    if (ok && comparison && comparison->sides[QP_BEFORE]->count > 1)
        ok = say(&notes, QP_QUALITY_NOTE,
                 "This page is about one of %u runs, the one whose self time is the median; Compare tells of all.",
                 comparison->sides[QP_BEFORE]->count);
    if (ok && page->threads_left_out)
        ok = say(
            &notes, QP_QUALITY_NOTE,
            "Of single virtual threads the page has those that ran longest; %s more are in the sums of their groups.",
            qp_number_count(page->threads_left_out).text);
    if (ok && page->events_left_out)
        ok = say(&notes, QP_QUALITY_NOTE, "The time line has everything of the first %s, and leaves out %s parts.",
                 qp_number_time(page->events_until).text, qp_number_count(page->events_left_out).text);
    if (ok && page->request->no_source)
        ok = say(&notes, QP_QUALITY_NOTE, "The texts of source files are not in this page.");
    else if (ok && joined->file_count)
        ok = say(&notes, QP_QUALITY_NOTE, "This page has the text%s of %u of %u source file%s.",
                 qp_number_plural(page->texts), page->texts, joined->file_count, qp_number_plural(joined->file_count));
    if (ok && page->texts_left_out && !page->request->no_source)
        ok = say(&notes, QP_QUALITY_NOTE,
                 "The texts of %u source files are left out: they changed since the run, or nothing tells what they "
                 "were. -I DIRECTORY takes them.",
                 page->texts_left_out);
    return ok;
}
