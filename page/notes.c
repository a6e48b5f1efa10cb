#include "page/notes.h"

#include "base/attribute.h"
#include "base/number.h"
#include "messages/message_notes.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

/* Where notes go: the callback and its argument. */
struct notes {
    const struct qp_page *page;
    qp_notes_take *take;
    void *to;
};

static bool QP_PRINTF(3, 4) write_note(const struct notes *notes, enum qp_quality_level level, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = qp_text_format(format, arguments);
    va_end(arguments);
    bool ok = text && notes->take(notes->to, level, qp_page_strip(notes->page, text));
    free(text);
    return ok;
}

/* ---- runs -------------------------------------------------------------------------------------------------------- */

/* Choices for the notes of a run, if the page also has the notes of another run. */
struct beside {
    const char *whose;                /* prefix of each note */
    unsigned left_out;                /* topics whose notes are skipped: a bit 1 << enum qp_quality_about for each */
    const struct qp_quality *already; /* notes already written, which are not repeated; NULL = none */
};

static bool is_repeated(const struct qp_quality *already, const char *text)
{
    for (uint32_t i = 0; already && i < already->count; i++) {
        if (strcmp(already->items[i].text, text) == 0)
            return true;
    }
    return false;
}

/* Write the notes of a run. If the page already has notes of another run, skip the notes that confirm good quality. */
static bool write_quality(const struct notes *notes, const struct qp_quality *quality, const struct beside *beside)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < quality->count; i++) {
        const struct qp_quality_note *it = &quality->items[i];
        bool wanted = !(beside->left_out >> it->about & 1) && !(beside->already && it->level == QP_QUALITY_GOOD) &&
                      !is_repeated(beside->already, it->text);
        ok = !wanted || write_note(notes, it->level, "%s%s", beside->whose, it->text);
    }
    return ok;
}

static bool write_other(const struct notes *notes, const struct qp_query *query, const struct beside *beside)
{
    struct qp_quality quality;
    if (!qp_quality_open(&quality, query))
        return false;
    bool ok = write_quality(notes, &quality, beside);
    qp_quality_close(&quality);
    return ok;
}

/* Write the notes of the run that only provides line counts. `already` are the notes on the main run. */
static bool write_cover(const struct notes *notes, const struct qp_query *cover, const struct qp_quality *already)
{
    char name[40], count[QP_QUERY_COUNT];
    qp_profile_run_name(cover->profile, name, sizeof name);
    return write_note(notes, QP_QUALITY_NOTE, "Line counts come from another run (%s, lib%s, %s).", name,
                      qp_profile_product_name(cover->selection.product), qp_query_count(cover, count)) &&
           write_other(notes, cover, &(const struct beside){"Line count run: ", 1u << QP_QUALITY_TIMES, already});
}

/* ---- job --------------------------------------------------------------------------------------------------------- */

struct job_notes {
    const struct notes *notes;
    enum qp_quality_level level;
    bool ok;
};

static void take_sentence(void *to, const char *sentence)
{
    struct job_notes *job = to;
    job->ok = job->ok && write_note(job->notes, job->level, "%c%s.", toupper((unsigned char)*sentence), sentence + 1);
}

static bool write_job(const struct notes *notes)
{
    const struct qp_page_job *job = notes->page->request->job;
    struct job_notes to = {notes, QP_QUALITY_WARNING, true};
    if (!job)
        return true;
    qp_job_note_missing(job->job, take_sentence, &to);
    if (job->unknown)
        take_sentence(&to, job->unknown);
    to.level = QP_QUALITY_NOTE;
    if (notes->page->joined.queries[QP_SIDE_RUN]->selection.phase)
        take_sentence(&to, "messages and waiting are those of the whole run, not of the phase alone");
    qp_message_notes(job->messages, job->waits, &(const struct qp_message_notes){take_sentence, &to});
    return to.ok;
}

bool qp_notes_of_runs(const struct qp_page *page, qp_notes_take *take, void *to)
{
    const struct notes notes = {page, take, to};
    const struct qp_joined *joined = &page->joined;
    const struct qp_query *run = joined->queries[QP_SIDE_RUN], *other = joined->queries[QP_SIDE_OTHER],
                          *cover = joined->queries[QP_SIDE_COVER];
    bool apart = cover && cover != run;
    unsigned left_out = (apart ? 1u << QP_QUALITY_LINES : 0) | (page->request->job ? 1u << QP_QUALITY_LOGS : 0);
    struct qp_quality quality;
    if (!qp_quality_open(&quality, run))
        return false;
    bool ok = write_quality(&notes, &quality, &(const struct beside){"", left_out, NULL}) && write_job(&notes);
    if (ok && other)
        ok = write_other(&notes, other, &(const struct beside){"The other run: ", 1u << QP_QUALITY_LINES, &quality});
    if (ok && apart)
        ok = write_cover(&notes, cover, &quality);
    qp_quality_close(&quality);
    return ok;
}

/* ---- page -------------------------------------------------------------------------------------------------------- */

static bool write_paths(const struct notes *notes)
{
    const struct qp_page *page = notes->page;
    uint64_t cut = page->cut[QP_SIDE_RUN] + page->cut[QP_SIDE_OTHER];
    if (cut)
        return write_note(
            notes, QP_QUALITY_NOTE,
            "The flame graph omits %s of the lightest call paths and marks where they were; the tables of "
            "functions, callers and callees are complete.",
            qp_number_count(cut).text);
    return write_note(notes, QP_QUALITY_GOOD, "All call paths are in this page.");
}

/* Write what the timeline of a job omits. A least duration of 0 means that nothing was omitted for its duration. */
static bool write_left_out_of_job(const struct notes *notes)
{
    const struct qp_page *page = notes->page;
    char calls[80] = "", messages[100] = "";
    if (page->least_call_ns)
        snprintf(calls, sizeof calls, ", such as calls below about %s", qp_number_time(page->least_call_ns).text);
    if (page->least_receive_ns)
        snprintf(messages, sizeof messages, "%s messages with receives below about %s", *calls ? " and" : ", such as",
                 qp_number_time(page->least_receive_ns).text);
    return write_note(notes, QP_QUALITY_NOTE, "The timeline omits %s items%s%s.",
                      qp_number_count(page->events_left_out).text, calls, messages);
}

static bool write_left_out(const struct notes *notes)
{
    const struct qp_page *page = notes->page;
    if (!page->events_left_out)
        return true;
    if (page->request->job)
        return write_left_out_of_job(notes);
    return write_note(notes, QP_QUALITY_NOTE, "The timeline is complete for the first %s, and omits %s later items.",
                      qp_number_time(page->events_until).text, qp_number_count(page->events_left_out).text);
}

bool qp_notes_of_page(const struct qp_page *page, qp_notes_take *take, void *to)
{
    const struct notes notes = {page, take, to};
    const struct qp_joined *joined = &page->joined;
    const struct qp_comparison *comparison = joined->comparison;
    bool ok = write_paths(&notes);
    if (ok && comparison && comparison->sides[QP_BEFORE]->count > 1)
        ok = write_note(&notes, QP_QUALITY_NOTE,
                        "This page shows one of %u runs, the one with the median self time; Compare covers all.",
                        comparison->sides[QP_BEFORE]->count);
    if (ok && page->threads_left_out)
        ok = write_note(&notes, QP_QUALITY_NOTE,
                        "Only the longest-running virtual threads are listed; %s more are included in their groups.",
                        qp_number_count(page->threads_left_out).text);
    ok = ok && write_left_out(&notes);
    if (ok && page->request->no_source)
        ok = write_note(&notes, QP_QUALITY_NOTE, "Source texts are not included in this page.");
    else if (ok && joined->file_count)
        ok = write_note(&notes, QP_QUALITY_NOTE, "This page includes the text%s of %u of %u source file%s.",
                        qp_number_plural(page->texts), page->texts, joined->file_count,
                        qp_number_plural(joined->file_count));
    if (ok && page->texts_left_out && !page->request->no_source)
        ok = write_note(
            &notes, QP_QUALITY_NOTE,
            "The texts of %u source files are not included: they changed since the run, their recorded version is "
            "unknown, or not every user may read them. Use -I DIRECTORY to include those below DIRECTORY.",
            page->texts_left_out);
    return ok;
}
