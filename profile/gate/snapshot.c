#include "profile/gate/snapshot.h"

#include "format/array.h"
#include "profile/source/source_text.h"

#include <stdlib.h>

/* Store the printable form of a name. If out of memory, `failed` of the texts is set, as by qp_texts_keep. */
static struct qp_text keep_shown(struct qp_texts *texts, struct qp_text name)
{
    size_t size = 4 * (size_t)name.length + 1;
    char *shown = malloc(size);
    struct qp_text kept = {0};
    if (shown)
        kept = qp_texts_keep(texts, (struct qp_text){shown, (uint32_t)qp_text_show(name, shown, size)});
    else
        texts->failed = true;
    free(shown);
    return kept;
}

bool qp_snapshot_add(struct qp_snapshot *snapshot, const struct qp_snapshot_file *file)
{
    struct qp_snapshot_file added = *file;
    added.name = keep_shown(&snapshot->texts, file->name);
    uint32_t before = snapshot->count, index = QP_NONE;
    if (!snapshot->texts.failed)
        index = QP_ARRAY_KEYED(&snapshot->map, qp_texts_key(added.name), &snapshot->files, &snapshot->count, added);
    if (index == QP_NONE) {
        free(file->lines);
        return false;
    }
    qp_coverage_add(&snapshot->total, &file->numbers);
    if (snapshot->count > before)
        return true;
    struct qp_snapshot_file *known = &snapshot->files[index];
    qp_coverage_add(&known->numbers, &file->numbers);
    known->hashed = false;
    known->count = 0; /* lines of different files cannot be added up */
    free(file->lines);
    return true;
}

static bool copy_lines(struct qp_snapshot_file *file, const struct qp_lines *lines)
{
    file->lines = malloc(((size_t)lines->count + 1) * sizeof *file->lines);
    for (uint32_t i = 0; file->lines && i < lines->count; i++) {
        const struct qp_line *line = &lines->items[i];
        if (qp_line_is_covered(line))
            file->lines[file->count++] = (struct qp_snapshot_line){line->number, qp_line_ran(line)};
    }
    return file->lines;
}

static bool add_file(struct qp_snapshot *snapshot, const struct qp_query *query, uint32_t index)
{
    const struct qp_profile *profile = query->profile;
    const struct qp_target target = {index, QP_NONE};
    struct qp_snapshot_file file = {0};
    struct qp_lines lines = {0};
    struct qp_branches branches = {0};
    bool ok =
        qp_lines_open(&lines, query, target) && qp_branches_open(&branches, query, target) && copy_lines(&file, &lines);
    if (ok) {
        file.name = profile->files[index].name;
        file.numbers = qp_coverage_of_file(query, index, &lines, &branches);
        file.hashed = qp_source_text_hash(profile, index, &file.hash);
        ok = qp_snapshot_add(snapshot, &file);
    }
    qp_branches_close(&branches);
    qp_lines_close(&lines);
    return ok;
}

bool qp_snapshot_of_query(struct qp_snapshot *snapshot, const struct qp_query *query, const struct qp_filter *filter)
{
    const struct qp_profile *profile = query->profile;
    bool ok = true;
    *snapshot = (struct qp_snapshot){0};
    for (uint32_t i = 0; ok && i < profile->file_count; i++) {
        if (qp_target_next(query, (struct qp_target){i, QP_NONE}, QP_NONE) != QP_NONE &&
            qp_filter_passes_path(filter, profile->files[i].name))
            ok = add_file(snapshot, query, i);
    }
    return ok;
}

void qp_snapshot_close(struct qp_snapshot *snapshot)
{
    for (uint32_t i = 0; i < snapshot->count; i++)
        free(snapshot->files[i].lines);
    free(snapshot->files);
    qp_map_fini(&snapshot->map);
    qp_texts_fini(&snapshot->texts);
    *snapshot = (struct qp_snapshot){0};
}
