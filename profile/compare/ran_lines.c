#include "profile/compare/ran_lines.h"

#include "format/array.h"

#include <stdlib.h>

/* ---- adding ------------------------------------------------------------------------------------------------------ */

static bool add_new(struct qp_ran_lines *lines, struct qp_text name, const struct qp_lines *ran)
{
    struct qp_ran_file file = {.name = name, .lines = calloc((size_t)ran->count + 1, sizeof *file.lines)};
    for (uint32_t i = 0; file.lines && i < ran->count; i++) {
        if (!qp_line_is_covered(&ran->items[i]))
            continue;
        file.lines[file.count++] = (struct qp_ran_line){ran->items[i].number, qp_line_ran(&ran->items[i])};
        file.ran += qp_line_ran(&ran->items[i]);
    }
    if (file.lines && name.bytes &&
        QP_ARRAY_KEYED(&lines->map, qp_texts_key(name), &lines->files, &lines->count, file) != QP_NONE)
        return true;
    free(file.lines);
    return false;
}

static void add_known(struct qp_ran_file *file, const struct qp_lines *ran)
{
    uint32_t position = 0;
    for (uint32_t i = 0; i < ran->count; i++) {
        if (!qp_line_is_covered(&ran->items[i]))
            continue;
        if (position == file->count || file->lines[position].number != ran->items[i].number) {
            file->is_uneven = true;
            return;
        }
        file->ran += !file->lines[position].ran && qp_line_ran(&ran->items[i]);
        file->lines[position++].ran |= qp_line_ran(&ran->items[i]);
    }
    file->is_uneven |= position != file->count;
}

bool qp_ran_lines_add(struct qp_ran_lines *lines, const struct qp_query *query)
{
    const struct qp_profile *profile = query->profile;
    bool ok = true;
    for (uint32_t i = 0; ok && i < profile->file_count; i++) {
        struct qp_lines ran;
        struct qp_text name = qp_texts_keep(&lines->texts, profile->files[i].name);
        uint64_t known = qp_map_get(&lines->map, qp_texts_key(name));
        if (!qp_lines_open(&ran, query, (struct qp_target){i, QP_NONE}))
            return false;
        if (known)
            add_known(&lines->files[known - 1], &ran);
        else if (ran.count)
            ok = add_new(lines, name, &ran);
        qp_lines_close(&ran);
    }
    return ok;
}

void qp_ran_lines_close(struct qp_ran_lines *lines)
{
    for (uint32_t i = 0; i < lines->count; i++)
        free(lines->files[i].lines);
    free(lines->files);
    qp_map_fini(&lines->map);
    qp_texts_fini(&lines->texts);
    *lines = (struct qp_ran_lines){0};
}

/* ---- comparing --------------------------------------------------------------------------------------------------- */

bool qp_ran_lines_are_same(const struct qp_ran_file *a, const struct qp_ran_file *b)
{
    if (a->count != b->count || a->is_uneven || b->is_uneven)
        return false;
    for (uint32_t i = 0; i < a->count; i++) {
        if (a->lines[i].number != b->lines[i].number)
            return false;
    }
    return true;
}

static bool is_only(const struct qp_ran_file *file, const struct qp_ran_file *other, uint32_t line)
{
    return file->lines[line].ran && !(other && other->lines[line].ran);
}

char *qp_ran_lines_only(const struct qp_ran_file *file, const struct qp_ran_file *other, uint32_t *count)
{
    char *text = calloc((size_t)file->count + 1, QP_LINES_RANGE);
    size_t length = 0;
    *count = 0;
    for (uint32_t i = 0; text && i < file->count; i++) {
        uint32_t last = i;
        if (!is_only(file, other, i))
            continue;
        while (last + 1 < file->count && is_only(file, other, last + 1))
            last++;
        length += qp_lines_range(text + length, length == 0, file->lines[i].number, file->lines[last].number);
        *count += last - i + 1;
        i = last;
    }
    return text;
}
