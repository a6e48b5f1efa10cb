#include "profile/compare/ran_lines.h"

#include "base/hash.h"
#include "format/array.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RANGE_SIZE 28 /* size of ", ", two numbers of 11 characters and "-" */

/* ---- adding ------------------------------------------------------------------------------------------------------ */

/* Find a file by name. If another file has the same hash, set *is_other; such files are skipped. */
static struct qp_ran_file *find(struct qp_ran_lines *lines, struct qp_text name, uint64_t hash, bool *is_other)
{
    uint64_t known = qp_map_get(&lines->map, hash);
    struct qp_ran_file *file = known ? &lines->files[known - 1] : NULL;
    *is_other = file && !qp_text_equal(qp_text_of(file->name), name);
    return file;
}

static bool add_new(struct qp_ran_lines *lines, struct qp_text name, uint64_t hash, const struct qp_lines *ran)
{
    struct qp_ran_file *file = qp_array_add(&lines->files, &lines->count, sizeof *file);
    if (!file)
        return false;
    *file = (struct qp_ran_file){.name = calloc((size_t)name.length + 1, 1),
                                 .lines = calloc((size_t)ran->count + 1, sizeof *file->lines)};
    if (!file->name || !file->lines || qp_map_put(&lines->map, hash, lines->count) != 0)
        return false;
    memcpy(file->name, name.bytes, name.length);
    for (uint32_t i = 0; i < ran->count; i++) {
        if (ran->items[i].excluded)
            continue;
        file->lines[file->count++] = (struct qp_ran_line){ran->items[i].number, qp_line_ran(&ran->items[i])};
        file->ran += qp_line_ran(&ran->items[i]);
    }
    return true;
}

static void add_known(struct qp_ran_file *file, const struct qp_lines *ran)
{
    uint32_t position = 0;
    for (uint32_t i = 0; i < ran->count; i++) {
        if (ran->items[i].excluded)
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
        struct qp_text name = profile->files[i].name;
        uint64_t hash = qp_hash_bytes(name.bytes, name.length);
        bool is_other;
        if (!qp_lines_open(&ran, query, (struct qp_target){i, QP_NONE}))
            return false;
        struct qp_ran_file *file = find(lines, name, hash, &is_other);
        if (file && !is_other)
            add_known(file, &ran);
        else if (!file && ran.count)
            ok = add_new(lines, name, hash, &ran);
        qp_lines_close(&ran);
    }
    return ok;
}

void qp_ran_lines_close(struct qp_ran_lines *lines)
{
    for (uint32_t i = 0; i < lines->count; i++) {
        free(lines->files[i].name);
        free(lines->files[i].lines);
    }
    free(lines->files);
    qp_map_fini(&lines->map);
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
    char *text = calloc((size_t)file->count + 1, RANGE_SIZE);
    size_t length = 0;
    *count = 0;
    for (uint32_t i = 0; text && i < file->count; i++) {
        uint32_t last = i;
        if (!is_only(file, other, i))
            continue;
        while (last + 1 < file->count && is_only(file, other, last + 1))
            last++;
        length += (size_t)snprintf(text + length, RANGE_SIZE, last == i ? "%s%d" : "%s%d-%d", length ? ", " : "",
                                   file->lines[i].number, file->lines[last].number);
        *count += last - i + 1;
        i = last;
    }
    return text;
}
