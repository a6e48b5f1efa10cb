#include "profile/coverage/exclusion_use.h"

#include "base/order.h"
#include "profile/coverage/lines.h"

#include <stdlib.h>

static void add_match(struct qp_exclusion_use *use, const struct qp_line_match *match, const struct qp_lines *lines)
{
    uint32_t i = QP_BISECT(k, lines->count, lines->items[k].number < match->first);
    for (; i < lines->count && lines->items[i].number <= match->last; i++) {
        const struct qp_line *line = &lines->items[i];
        use->lines++;
        if (!qp_line_ran(line) || (line->number == match->first && match->last > match->first))
            continue;
        if (use->ran++ == 0) {
            use->file = match->file;
            use->line = line->number;
        }
    }
}

/* Add the matches of one file, which begin at `from`. */
static bool add_file(struct qp_exclusion_use *uses, const struct qp_query *query,
                     const struct qp_line_patterns *patterns, uint32_t from)
{
    struct qp_lines lines;
    uint32_t file = patterns->matches[from].file;
    if (!qp_lines_open(&lines, query, (struct qp_target){file, QP_NONE}))
        return false;
    for (uint32_t i = from; i < patterns->match_count && patterns->matches[i].file == file; i++)
        add_match(&uses[patterns->matches[i].pattern], &patterns->matches[i], &lines);
    qp_lines_close(&lines);
    return true;
}

struct qp_exclusion_use *qp_exclusion_use_of(const struct qp_query *query, const struct qp_line_patterns *patterns,
                                             const struct qp_filter *filter)
{
    struct qp_exclusion_use *uses = calloc((size_t)patterns->count + 1, sizeof *uses);
    bool ok = uses;
    for (uint32_t i = 0; ok && i < patterns->match_count; i++) {
        uint32_t file = patterns->matches[i].file;
        bool is_first = i == 0 || patterns->matches[i - 1].file != file;
        if (is_first && qp_filter_passes_path(filter, query->profile->files[file].name))
            ok = add_file(uses, query, patterns, i);
    }
    if (ok)
        return uses;
    free(uses);
    return NULL;
}
