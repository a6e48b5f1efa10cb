/* snapshot_json.c - the reader of our JSON. The file is a stranger's: fields of other types count as absent, and
 * numbers out of range as 0. */
#include "profile/gate/snapshot.h"

#include "format/array.h"

#include <jansson.h>
#include <stdlib.h>

#define NEWEST_VERSION 2 /* of the JSON, which increases if the meaning of a field changes (doc/json.md) */

struct line {
    int32_t number; /* the first field, by which qp_array_sort sorts */
    bool ran;
    bool excluded;
};

struct range {
    int32_t first; /* the first field, by which qp_array_sort sorts */
    int32_t last;
};

/* A file while its methods are read. */
struct read_file {
    struct qp_snapshot_file file;
    struct line *lines; /* lines of all methods */
    uint32_t line_count;
    struct range *excluded;
    uint32_t excluded_count;
};

struct reading {
    const char *product;
    const struct qp_filter *filter;
    struct read_file *files;
    uint32_t count;
    struct qp_map map; /* maps the key of a name to the file's index + 1 */
    struct qp_texts texts;
};

/* ---- fields ------------------------------------------------------------------------------------------------------ */

static double number_of(const json_t *object, const char *field)
{
    return json_number_value(json_object_get(object, field));
}

static int32_t line_of(const json_t *object, const char *field)
{
    double number = number_of(object, field);
    return number >= 1 && number <= INT32_MAX ? (int32_t)number : 0;
}

static uint32_t count_of(const json_t *object, const char *field)
{
    double number = number_of(object, field);
    return number >= 1 && number < UINT32_MAX ? (uint32_t)number : 0;
}

static bool is_true(const json_t *object, const char *field)
{
    return json_is_true(json_object_get(object, field));
}

static struct qp_text text_of(const json_t *object, const char *field)
{
    const json_t *text = json_object_get(object, field);
    return json_is_string(text) ? (struct qp_text){json_string_value(text), (uint32_t)json_string_length(text)}
                                : (struct qp_text){0};
}

static bool is_of_product(const struct reading *reading, const json_t *object)
{
    return qp_text_equal(text_of(object, "product"), qp_text_of(reading->product));
}

/* ---- files ------------------------------------------------------------------------------------------------------- */

/* Read the ranges of excluded lines, and join those that overlap, so that a line can be searched. */
static bool read_exclusions(struct read_file *file, const json_t *list)
{
    uint32_t kept = 0;
    size_t i;
    const json_t *item;
    json_array_foreach(list, i, item)
    {
        if (!QP_ARRAY_APPEND(&file->excluded, &file->excluded_count,
                             (struct range){line_of(item, "first"), line_of(item, "last")}))
            return false;
    }
    if (file->excluded_count < 2)
        return true;
    qp_array_sort(file->excluded, file->excluded_count, sizeof *file->excluded);
    for (uint32_t k = 1; k < file->excluded_count; k++) {
        const struct range *range = &file->excluded[k];
        struct range *last = &file->excluded[kept];
        if (range->first > last->last)
            file->excluded[++kept] = *range;
        else if (range->last > last->last)
            last->last = range->last;
    }
    file->excluded_count = kept + 1;
    return true;
}

static bool read_file(struct reading *reading, const json_t *object)
{
    struct qp_text name = text_of(object, "name"), hash = text_of(object, "xxh3");
    if (!is_of_product(reading, object) || !name.length || !qp_filter_passes_path(reading->filter, name))
        return true;
    name = qp_texts_keep(&reading->texts, name);
    struct read_file file = {.file = {.name = name}};
    if (is_true(object, "lines_counted")) {
        file.file.numbers.lines = count_of(object, "lines");
        file.file.numbers.lines_hit = count_of(object, "lines_hit");
        file.file.numbers.outcomes = count_of(object, "outcomes");
        file.file.numbers.outcomes_taken = count_of(object, "outcomes_taken");
    }
    if (hash.length == 16) {
        file.file.hashed = true;
        file.file.hash = strtoull(hash.bytes, NULL, 16);
    }
    uint32_t before = reading->count, index = QP_NONE;
    if (!reading->texts.failed)
        index = QP_ARRAY_KEYED(&reading->map, qp_texts_key(name), &reading->files, &reading->count, file);
    if (index == QP_NONE)
        return false;
    if (reading->count > before)
        return read_exclusions(&reading->files[index], json_object_get(object, "exclusions"));
    qp_coverage_add(&reading->files[index].file.numbers, &file.file.numbers);
    reading->files[index].file.hashed = false;
    return true;
}

/* ---- methods ----------------------------------------------------------------------------------------------------- */

static bool is_excluded(const struct read_file *file, int32_t line)
{
    uint32_t after = QP_BISECT(i, file->excluded_count, file->excluded[i].first <= line);
    return line && after && line <= file->excluded[after - 1].last;
}

/* Append the lines of a method, and set *ran if one of them ran. Return false if out of memory. */
static bool read_lines(struct read_file *file, const json_t *list, bool *ran)
{
    size_t i;
    const json_t *item;
    json_array_foreach(list, i, item)
    {
        bool timed = number_of(item, "ns") > 0 && !(number_of(item, "samples") > 0);
        struct line line = {line_of(item, "line"), number_of(item, "count") > 0 || timed, is_true(item, "excluded")};
        *ran |= line.ran;
        if (line.number && !json_is_null(json_object_get(item, "count")) &&
            !QP_ARRAY_APPEND(&file->lines, &file->line_count, line))
            return false;
    }
    return true;
}

static bool any_branch_ran(const json_t *list)
{
    size_t i, k;
    const json_t *item, *count;
    json_array_foreach(list, i, item)
    {
        json_array_foreach(json_object_get(item, "counts"), k, count)
        {
            if (json_number_value(count) > 0)
                return true;
        }
    }
    return false;
}

static bool read_method(struct reading *reading, const json_t *object)
{
    struct qp_text stored = qp_texts_find(&reading->texts, text_of(object, "file"));
    uint64_t index = stored.length ? qp_map_get(&reading->map, qp_texts_key(stored)) : 0;
    if (!index || !is_of_product(reading, object))
        return true;
    struct read_file *file = &reading->files[index - 1];
    bool ran = false;
    if (!read_lines(file, json_object_get(object, "lines"), &ran))
        return false;
    if (!is_true(object, "registered") || is_excluded(file, line_of(object, "line")))
        return true;
    bool sampled = json_is_real(json_object_get(object, "share_most"));
    if (sampled && json_is_null(json_object_get(object, "counted_calls")))
        return true;
    ran = ran || number_of(object, sampled ? "counted_calls" : "calls") > 0 ||
          any_branch_ran(json_object_get(object, "branches"));
    file->file.numbers.functions++;
    file->file.numbers.functions_hit += ran;
    return true;
}

/* ---- document ---------------------------------------------------------------------------------------------------- */

/* Set the lines of a file: several methods may have one line. Return false if out of memory. */
static bool set_lines(struct read_file *file)
{
    struct qp_snapshot_line *lines = malloc(((size_t)file->line_count + 1) * sizeof *lines);
    uint32_t count = 0;
    qp_array_sort(file->lines, file->line_count, sizeof *file->lines);
    for (uint32_t i = 0; lines && i < file->line_count; i++) {
        const struct line *line = &file->lines[i];
        if (line->excluded)
            continue;
        if (count == 0 || lines[count - 1].number != line->number)
            lines[count++] = (struct qp_snapshot_line){.number = line->number};
        lines[count - 1].ran |= line->ran;
    }
    file->file.lines = lines;
    file->file.count = count;
    file->file.numbers.files = file->file.numbers.lines || file->file.numbers.functions;
    return lines;
}

static bool read_list(struct reading *reading, const json_t *list,
                      bool (*read_item)(struct reading *reading, const json_t *object))
{
    size_t i;
    const json_t *item;
    json_array_foreach(list, i, item)
    {
        if (!read_item(reading, item))
            return false;
    }
    return true;
}

static bool read_document(struct qp_snapshot *snapshot, const json_t *root, enum qp_product product,
                          const struct qp_filter *filter)
{
    struct reading reading = {.product = qp_profile_product_name(product), .filter = filter};
    bool ok = read_list(&reading, json_object_get(root, "files"), read_file) &&
              read_list(&reading, json_object_get(root, "methods"), read_method);
    for (uint32_t i = 0; i < reading.count; i++) {
        ok = ok && set_lines(&reading.files[i]) && qp_snapshot_add(snapshot, &reading.files[i].file);
        free(reading.files[i].lines);
        free(reading.files[i].excluded);
    }
    free(reading.files);
    qp_map_fini(&reading.map);
    qp_texts_fini(&reading.texts);
    return ok;
}

int qp_snapshot_of_json(struct qp_snapshot *snapshot, const char *path, enum qp_product product,
                        const struct qp_filter *filter, struct qp_error *error)
{
    json_error_t failure;
    *snapshot = (struct qp_snapshot){0};
    json_t *root = json_load_file(path, JSON_DECODE_INT_AS_REAL, &failure);
    if (!root)
        return json_error_code(&failure) == json_error_out_of_memory
                   ? qp_error_memory(error)
                   : qp_error_set(error, QP_ERR_FORMAT, "not valid JSON, line %d", failure.line);
    if (!qp_text_equal(text_of(root, "format"), qp_text_of("qii")))
        qp_error_set(error, QP_ERR_FORMAT, "not an export of qii (qii export --format=json)");
    else if (number_of(root, "version") > NEWEST_VERSION)
        qp_error_set(error, QP_ERR_FORMAT, "version %g of the JSON export is newer than this qii",
                     number_of(root, "version"));
    else if (!read_document(snapshot, root, product, filter))
        qp_error_memory(error);
    json_decref(root);
    return error->code;
}
