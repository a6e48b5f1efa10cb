#include "export/markdown_changed.h"

#include "base/number.h"
#include "base/order.h"

#include <stdlib.h>
#include <string.h>

#define MOST_FILES   50
#define MOST_TEXT    16384 /* bytes of missed lines that are quoted */
#define LINE_WIDTH   160   /* largest number of bytes of a quoted line */
#define RANGES_WIDTH 60    /* maximum width of a file's list of missed lines, in characters */
#define MOST_UNKNOWN 10

/* ---- table ------------------------------------------------------------------------------------------------------- */

static int by_missed(const void *left, const void *right)
{
    const struct qp_changed_file *a = *(const struct qp_changed_file *const *)left,
                                 *b = *(const struct qp_changed_file *const *)right;
    int order = QP_ORDER({b->count - b->hit, a->count - a->hit});
    return order ? order : strcmp(a->name, b->name);
}

static void put_numbers(struct qp_put *put, uint32_t hit, uint32_t lines)
{
    qp_put_format(put, "| %s | %s/%s | ", qp_number_share(hit, lines).text, qp_number_count(hit).text,
                  qp_number_count(lines).text);
}

/* Write the missed lines of a file as ranges, in which all lines were changed or hold no code. */
static void put_ranges(struct qp_put *put, const struct qp_changed_file *file)
{
    size_t width = 0;
    for (uint32_t i = 0; i < file->count; i++) {
        uint32_t last = i;
        char range[QP_LINES_RANGE];
        if (!file->items[i].missed)
            continue;
        while (last + 1 < file->count && file->items[last + 1].missed &&
               file->items[last + 1].number == file->items[last].number + 1)
            last++;
        size_t length = qp_lines_range(range, width == 0, file->items[i].number, file->items[last].number);
        if (width + length > RANGES_WIDTH) {
            qp_put_string(put, width ? ", …" : "…");
            return;
        }
        qp_put_bytes(put, range, length);
        width += length;
        i = last;
    }
}

static void put_table(struct qp_put *put, const struct qp_changed *changed, const struct qp_changed_file **files,
                      uint32_t count)
{
    qp_put_string(put, "| changed lines | | file | missed lines |\n| ---: | ---: | :--- | :--- |\n");
    for (uint32_t i = 0; i < count && i < MOST_FILES; i++) {
        put_numbers(put, files[i]->hit, files[i]->count);
        qp_put_markdown_code(put, qp_text_of(files[i]->name));
        qp_put_string(put, " | ");
        put_ranges(put, files[i]);
        qp_put_string(put, " |\n");
    }
    put_numbers(put, changed->hit, changed->lines);
    qp_put_format(put, "**%s changed file%s** | |\n\n", qp_number_count(count).text, qp_number_plural(count));
    if (count > MOST_FILES)
        qp_put_format(put, "and %s more file%s with fewer missed lines\n\n", qp_number_count(count - MOST_FILES).text,
                      qp_number_plural(count - MOST_FILES));
}

/* ---- missed lines ------------------------------------------------------------------------------------------------ */

/* Write a source line, with tabs as four blanks. Return the number of bytes. GitHub ends an element at an empty line,
 * but each line begins with a number. */
static size_t put_line(struct qp_put *put, const struct qp_changed_line *line)
{
    char shown[LINE_WIDTH + 8];
    size_t used = 0, size = 0;
    for (uint32_t i = 0; i < line->text.length && used < LINE_WIDTH; i++) {
        const char *at = line->text.bytes + i, *tab = memchr(at, '\t', line->text.length - i);
        uint32_t length = tab ? (uint32_t)(tab - at) : line->text.length - i;
        used += qp_text_show((struct qp_text){at, length}, shown + used, LINE_WIDTH - used + 1);
        if (tab)
            used += (size_t)sprintf(shown + used, "    ");
        i += length;
    }
    qp_put_format(put, "%7d  ", line->number);
    qp_put_xml(put, (struct qp_text){shown, (uint32_t)used});
    qp_put_char(put, '\n');
    for (size_t i = 0; i < used; i++)
        size += strchr("&<>\"'", shown[i]) ? sizeof "&quot;" - 1 : 1;
    return size + 10;
}

/* Write the missed lines of a file until the bytes that are left are used up. Return the number of written lines. */
static uint32_t put_missed_file(struct qp_put *put, const struct qp_changed_file *file, size_t *left)
{
    uint32_t count = 0;
    qp_put_markdown_code(put, qp_text_of(file->name));
    qp_put_string(put, "\n<pre>\n");
    for (uint32_t i = 0; i < file->count && *left; i++) {
        if (!file->items[i].missed)
            continue;
        size_t size = put_line(put, &file->items[i]);
        *left -= size < *left ? size : *left;
        count++;
    }
    qp_put_string(put, "</pre>\n\n");
    return count;
}

static void put_missed(struct qp_put *put, const struct qp_changed *changed, const struct qp_changed_file **files,
                       uint32_t count)
{
    uint32_t missed = changed->lines - changed->hit, written = 0;
    size_t left = MOST_TEXT;
    if (!missed)
        return;
    qp_put_format(put, "<details><summary>%s missed changed line%s</summary>\n\n", qp_number_count(missed).text,
                  qp_number_plural(missed));
    for (uint32_t i = 0; i < count && i < MOST_FILES && left && files[i]->hit < files[i]->count; i++)
        written += put_missed_file(put, files[i], &left);
    if (written < missed)
        qp_put_format(put, "and %s more\n\n", qp_number_count(missed - written).text);
    qp_put_string(put, "</details>\n\n");
}

bool qp_markdown_changed(struct qp_put *put, const struct qp_changed *changed)
{
    const struct qp_changed_file **files = malloc(((size_t)changed->file_count + 1) * sizeof *files);
    uint32_t count = 0;
    for (uint32_t i = 0; files && i < changed->file_count; i++) {
        if (changed->files[i].count)
            files[count++] = &changed->files[i];
    }
    if (count) {
        qp_sort(files, count, sizeof *files, by_missed);
        put_table(put, changed, files, count);
        put_missed(put, changed, files, count);
    } else if (files) {
        qp_put_string(put, "No changed line holds code that the run knows.\n\n");
    }
    free(files);
    return files;
}

void qp_markdown_changed_notes(struct qp_put *put, const struct qp_changed *changed)
{
    for (uint32_t i = 0; i < changed->file_count; i++) {
        if (changed->files[i].problem == QP_CHANGED_NO_PROBLEM)
            continue;
        qp_put_string(put, "- **Warning:** ");
        qp_put_markdown_code(put, qp_text_of(changed->files[i].name));
        qp_put_format(put, " %s\n", qp_changed_problem(changed->files[i].problem));
    }
    if (!changed->unknown_count)
        return;
    qp_put_format(put, "- Not in the run: %s changed file%s", qp_number_count(changed->unknown_count).text,
                  qp_number_plural(changed->unknown_count));
    for (uint32_t i = 0; i < changed->unknown_count && i < MOST_UNKNOWN; i++) {
        qp_put_string(put, i ? ", " : ": ");
        qp_put_markdown_code(put, qp_text_of(changed->unknown[i]));
    }
    qp_put_string(put, changed->unknown_count > MOST_UNKNOWN ? ", …\n" : "\n");
}
