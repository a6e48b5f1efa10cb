/* markdown.c - a coverage summary in GitHub's and GitLab's Markdown, to be posted to a pull request.
 *
 * The files with the most missed lines come first, and only as many as fit into a GitHub comment (65,536 characters).
 * Names are in <code>, so that an @ in them notifies nobody, with all special characters of Markdown and HTML escaped.
 * Data that was not recorded has no column, only a note. If there is a change, its lines come first. */
#include "export/export.h"
#include "export/markdown_changed.h"

#include "base/number.h"
#include "profile/coverage/coverage.h"

#include <stdlib.h>

#define MOST_FILES   50
#define RANGES_WIDTH 60 /* maximum width of a file's list of missed lines, in characters */

struct state {
    struct qp_export *export;
    struct qp_coverage_files files;
    struct qp_changed changed; /* empty if there is no change */
};

static void put_share(struct qp_put *put, uint32_t hit, uint32_t all)
{
    qp_put_format(put, "%s | %s/%s | ", qp_number_share(hit, all).text, qp_number_count(hit).text,
                  qp_number_count(all).text);
}

/* has_lines returns true if the table has columns for lines, has_branches returns true if it has columns for
 * branches. Without such data, the table has no such columns. */
static bool has_lines(const struct state *state)
{
    return state->export->query->counts_lines && state->files.total.lines;
}

static bool has_branches(const struct state *state)
{
    return state->files.total.outcomes;
}

static void put_shares(struct state *state, const struct qp_coverage *numbers)
{
    struct qp_put *put = &state->export->put;
    qp_put_string(put, "| ");
    if (has_lines(state))
        put_share(put, numbers->lines_hit, numbers->lines);
    if (has_branches(state))
        put_share(put, numbers->outcomes_taken, numbers->outcomes);
    put_share(put, numbers->functions_hit, numbers->functions);
}

static void put_titles(struct state *state)
{
    struct qp_put *put = &state->export->put;
    qp_put_format(put, "|%s%s functions | | file |%s\n", has_lines(state) ? " lines | |" : "",
                  has_branches(state) ? " branches | |" : "", has_lines(state) ? " missed lines |" : "");
    qp_put_format(put, "|%s%s ---: | ---: | :--- |%s\n", has_lines(state) ? " ---: | ---: |" : "",
                  has_branches(state) ? " ---: | ---: |" : "", has_lines(state) ? " :--- |" : "");
}

static bool put_file(struct state *state, const struct qp_coverage_file *file)
{
    struct qp_put *put = &state->export->put;
    struct qp_lines lines;
    put_shares(state, &file->numbers);
    qp_put_markdown_code(put, state->export->profile->files[file->file].name);
    qp_put_string(put, " |");
    if (has_lines(state)) {
        if (!qp_lines_open(&lines, state->export->query, (struct qp_target){file->file, QP_NONE}))
            return false;
        char *ranges = qp_lines_missed(&lines, RANGES_WIDTH);
        qp_lines_close(&lines);
        if (!ranges)
            return false;
        qp_put_format(put, " %s |", ranges);
        free(ranges);
    }
    qp_put_char(put, '\n');
    return true;
}

static bool put_table(struct state *state)
{
    struct qp_put *put = &state->export->put;
    uint32_t shown = state->files.count < MOST_FILES ? state->files.count : MOST_FILES;
    bool ok = true;
    put_titles(state);
    for (uint32_t i = 0; ok && i < shown; i++)
        ok = put_file(state, &state->files.items[i]);
    put_shares(state, &state->files.total);
    qp_put_format(put, "**%s%s file%s** |%s\n", state->files.count == 1 ? "" : "all ",
                  qp_number_count(state->files.count).text, qp_number_plural(state->files.count),
                  has_lines(state) ? " |" : "");
    if (shown < state->files.count)
        qp_put_format(put, "\nand %s more file%s with fewer missed lines\n",
                      qp_number_count(state->files.count - shown).text, qp_number_plural(state->files.count - shown));
    return ok;
}

static void put_heading(struct state *state)
{
    struct qp_put *put = &state->export->put;
    qp_put_string(put, "## Coverage of ");
    qp_put_markdown_code(put, state->export->profile->program.length ? state->export->profile->program
                                                                     : qp_text_of("a program"));
    if (state->changed.lines)
        qp_put_format(put, ": %s of changed lines", qp_number_share(state->changed.hit, state->changed.lines).text);
    qp_put_string(put, "\n\n");
}

static void put_summary(struct state *state)
{
    const struct qp_coverage *total = &state->files.total;
    struct qp_put *put = &state->export->put;
    if (state->files.count == 0) {
        qp_put_string(put, "No files with functions.\n");
        return;
    }
    if (has_lines(state))
        qp_put_format(put, "**Line coverage %s** (%s of %s), ", qp_number_share(total->lines_hit, total->lines).text,
                      qp_number_count(total->lines_hit).text, qp_number_count(total->lines).text);
    if (has_branches(state))
        qp_put_format(put, "branch outcomes %s (%s of %s), ",
                      qp_number_share(total->outcomes_taken, total->outcomes).text,
                      qp_number_count(total->outcomes_taken).text, qp_number_count(total->outcomes).text);
    qp_put_format(put, "functions %s (%s of %s).", qp_number_share(total->functions_hit, total->functions).text,
                  qp_number_count(total->functions_hit).text, qp_number_count(total->functions).text);
    if (total->excluded)
        qp_put_format(put, " %s line%s excluded.", qp_number_count(total->excluded).text,
                      qp_number_plural(total->excluded));
    qp_put_string(put, "\n\n");
}

static void put_notes(struct state *state)
{
    const struct qp_quality *quality = &state->export->quality[state->export->query->selection.product];
    struct qp_put *put = &state->export->put;
    qp_put_char(put, '\n');
    qp_markdown_changed_notes(put, &state->changed);
    for (uint32_t i = 0; i < quality->count; i++) {
        qp_put_string(put, quality->items[i].level == QP_QUALITY_WARNING ? "- **Warning:** " : "- ");
        qp_put_markdown(put, qp_text_of(quality->items[i].text));
        qp_put_char(put, '\n');
    }
}

static bool write_file(struct qp_export *export)
{
    struct state state = {.export = export};
    const struct qp_export_change *change = export->change;
    if (!qp_coverage_files_open(&state.files, export->query, &export->filter))
        return false;
    bool ok =
        !change || qp_changed_open(&state.changed, export->query, change->patch, change->folders, &export->filter);
    export->passed = state.files.count;
    qp_coverage_files_sort(&state.files);
    put_heading(&state);
    if (ok && change)
        ok = qp_markdown_changed(&export->put, &state.changed);
    put_summary(&state);
    ok = ok && (state.files.count == 0 || put_table(&state));
    put_notes(&state);
    qp_changed_close(&state.changed);
    qp_coverage_files_close(&state.files);
    return ok;
}

const struct qp_exporter qp_export_markdown = {
    .name = "markdown",
    .summary = "coverage summary for a pull request",
    .coverage_first = true,
    .one_product = true,
    .takes_change = true,
    .filtered = true,
    .write = write_file,
};
