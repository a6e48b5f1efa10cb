#include "show/missed.h"

#include "base/number.h"
#include "profile/coverage/branches.h"
#include "profile/coverage/coverage.h"
#include "show/parts/heading.h"
#include "show/parts/profile_cell.h"

#include <string.h>

static bool is_shown(const struct qp_query *query, const struct qp_filter *filter, uint32_t file)
{
    return qp_filter_passes_path(filter, query->profile->files[file].name);
}

/* Print a list, or the sentence `none` if the list is empty. Programs get a title, too, because another table precedes
 * the list. */
static bool end_list(struct qp_table *table, const struct qp_stream *stream, const char *title, const char *none)
{
    if (!stream->programs)
        fputc('\n', stream->out);
    else if (!qp_table_is_empty(table))
        qp_heading_title(title, stream);
    return qp_table_finish(table, stream, none);
}

bool qp_missed_functions(const struct qp_query *query, const struct qp_filter *filter, const struct qp_stream *stream)
{
    const struct qp_profile *profile = query->profile;
    struct qp_table table;
    char text[600];
    qp_table_init(&table, "-never called|-file:line;place");
    for (uint32_t i = 0; i < profile->method_count; i++) {
        uint32_t file = profile->methods[i].file;
        if (qp_coverage_calls(query, i) || !qp_coverage_counts(query, i) || file == QP_NONE ||
            !is_shown(query, filter, file))
            continue;
        qp_profile_method_name(profile, i, text, 400);
        qp_table_add(&table, QP_STYLE_RED, text);
        qp_profile_cell_location(&table, profile, i);
    }
    return end_list(&table, stream, "functions", "every function was called");
}

static void add_location(struct qp_table *table, const struct qp_profile *profile, uint32_t file, int first, int last)
{
    char text[600];
    qp_text_show(profile->files[file].name, text, sizeof text - 40);
    size_t length = strlen(text);
    snprintf(text + length, sizeof text - length, last > first ? ":%d-%d" : ":%d", first, last);
    qp_table_add(table, QP_STYLE_DIM, text);
}

static void add_outcomes(struct qp_table *table, const struct qp_branch *branch)
{
    char text[200] = "";
    for (uint32_t i = 0; i < branch->outcomes; i++) {
        if (strlen(text) + sizeof(struct qp_number) + 8 > sizeof text) {
            strcat(text, " …");
            break;
        }
        strcat(strcat(text, i ? ", " : ""), branch->counts[i] ? qp_number_count(branch->counts[i]).text : "never");
    }
    qp_table_add(table, QP_STYLE_RED, text);
}

static bool add_branches(struct qp_table *table, const struct qp_query *query, uint32_t file)
{
    struct qp_branches branches;
    if (!qp_branches_open(&branches, query, (struct qp_target){file, QP_NONE}))
        return false;
    for (uint32_t i = 0; i < branches.count; i++) {
        const struct qp_branch *branch = &branches.items[i];
        if (branch->excluded || branch->taken == branch->outcomes)
            continue;
        add_outcomes(table, branch);
        add_location(table, query->profile, file, branch->line, 0);
    }
    qp_branches_close(&branches);
    return true;
}

bool qp_missed_branches(const struct qp_query *query, const struct qp_filter *filter, const struct qp_stream *stream)
{
    struct qp_table table;
    qp_table_init(&table, "-outcomes of the branch|-*file:line;place");
    for (uint32_t file = 0; file < query->profile->file_count; file++) {
        if (is_shown(query, filter, file) && !add_branches(&table, query, file)) {
            qp_table_fini(&table);
            return false;
        }
    }
    return end_list(&table, stream, "branches", "all outcomes of all branches were taken");
}

bool qp_missed_exclusions(const struct qp_query *query, const struct qp_filter *filter, const struct qp_stream *stream)
{
    const struct qp_profile *profile = query->profile;
    struct qp_table table;
    char reason[400];
    qp_table_init(&table, "-excluded lines;left out|-reason");
    for (uint32_t i = 0; i < profile->exclusion_count; i++) {
        const struct qp_profile_exclusion *it = &profile->exclusions[i];
        if (!is_shown(query, filter, it->file))
            continue;
        add_location(&table, profile, it->file, it->first, it->last);
        qp_text_show(it->reason, reason, sizeof reason);
        qp_table_add(&table, QP_STYLE_PLAIN, reason);
    }
    return end_list(&table, stream, "excluded", "no excluded lines");
}
