#include "profile/load/load.h"

#include "base/atomic.h"
#include "base/order.h"
#include "format/array.h"
#include "profile/load/path_maps.h"
#include "profile/load/profile.h"

#include <stdlib.h>

/* ---- files ------------------------------------------------------------------------------------------- */

/* Return the index of the file with a name; add the file if it is new. Return QP_NONE if the name is empty. If out
 * of memory, set *ok to false. */
static uint32_t file_of(struct qp_profile *profile, struct qp_text name, bool *ok)
{
    char *mapped;
    if (name.length == 0 || !*ok)
        return QP_NONE;
    *ok = qp_path_maps_apply(name, &name, &mapped);
    if (!*ok)
        return QP_NONE;
    name = qp_texts_keep(&profile->texts, name);
    free(mapped);
    uint32_t file = QP_ARRAY_KEYED(&profile->file_map, qp_texts_key(name), &profile->files, &profile->file_count,
                                   (struct qp_profile_file){.name = name, .source = QP_NONE, .first_method = QP_NONE});
    *ok = name.bytes && file != QP_NONE;
    return *ok ? file : QP_NONE;
}

/* ---- methods ----------------------------------------------------------------------------------------- */

uint32_t qp_definitions_method(struct qp_profile *profile, uint32_t product, uint64_t recorded_id, bool *ok)
{
    uint32_t method =
        QP_ARRAY_KEYED(&profile->method_map[product], recorded_id, &profile->methods, &profile->method_count,
                       (struct qp_profile_method){.recorded_id = recorded_id,
                                                  .client_id = recorded_id,
                                                  .product = product,
                                                  .file = QP_NONE,
                                                  .first_array = QP_NONE,
                                                  .first_site = QP_NONE,
                                                  .next_in_file = QP_NONE});
    *ok = *ok && method != QP_NONE;
    return method;
}

static const void *table_at(struct qp_profile *profile, uint32_t reference, uint32_t *count, size_t size)
{
    if (*count == 0)
        return NULL;
    const void *table = qp_reader_table(&profile->reader, reference, *count, size, &profile->table_budget);
    if (!table) {
        qp_reader_damage(&profile->reader, "the line table at %#x with %u entries is incomplete", reference, *count);
        *count = 0;
    }
    return table;
}

static int32_t first_line(const struct qp_profile_method *method)
{
    int32_t first = 0;
    for (uint32_t i = 0; i < method->line_count; i++) {
        int32_t line = method->lines[i].line_number;
        if (line > 0 && (first == 0 || line < first))
            first = line;
    }
    return first;
}

/* Set the targets of the branches, which follow them. */
static void read_targets(struct qp_profile *profile, struct qp_profile_method *method,
                         const struct qp_method_record *record)
{
    const uint32_t before = method->branch_count * (uint32_t)(sizeof *method->branches / sizeof *method->targets);
    uint64_t count = 0;
    for (uint32_t i = 0; i < method->branch_count; i++)
        count += (uint32_t)method->branches[i].outcomes;
    uint32_t all = before + (uint32_t)count;
    if (!(method->flags & QP_METHOD_TARGETS) || count == 0 || before + count > UINT32_MAX)
        return;
    const int32_t *table = table_at(profile, record->branches, &all, sizeof *table);
    method->targets = table ? table + before : NULL;
    method->target_count = table ? (uint32_t)count : 0;
}

static uint64_t client_id(struct qp_reader *reader, const struct qp_method_record *record)
{
    const uint64_t *client_id = record->client_id ? qp_reader_at(reader, record->client_id, sizeof *client_id) : NULL;
    return client_id ? *client_id : record->recorded_id;
}

static bool add_method(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_method_record *record = of;
    struct qp_reader *reader = &profile->reader;
    bool ok = true;
    if (record->product >= QP_PRODUCTS) {
        qp_reader_damage(reader, "a method of product %u", record->product);
        return true;
    }
    uint32_t file = file_of(profile, qp_reader_text(reader, record->file), &ok);
    uint32_t index = qp_definitions_method(profile, record->product, record->recorded_id, &ok);
    if (!ok)
        return false;
    struct qp_profile_method *method = &profile->methods[index];
    if (method->registered)
        return true;
    method->reference = qp_reader_reference(reader, record);
    method->registered = !(record->flags & QP_METHOD_UNNAMED);
    method->flags = qp_load_acquire(&record->flags); /* QP_METHOD_TARGETS is set after the branches */
    method->client_id = client_id(reader, record);
    method->name = qp_reader_text(reader, record->name);
    method->class_name = qp_reader_text(reader, record->class_name);
    method->line_count = record->line_count;
    method->lines = table_at(profile, record->lines, &method->line_count, sizeof *method->lines);
    method->branch_count = qp_load_acquire(&record->branch_count);
    method->branches = table_at(profile, record->branches, &method->branch_count, sizeof *method->branches);
    read_targets(profile, method, record);
    method->block_count = record->block_count;
    method->line = first_line(method);
    method->file = file;
    return true;
}

/* Methods are put at the front of their file's list, so iterate backwards: the list is then in the order of
 * registration. */
static void list_methods_of_files(struct qp_profile *profile)
{
    for (uint32_t i = profile->method_count; i-- > 0;) {
        struct qp_profile_method *method = &profile->methods[i];
        if (method->file == QP_NONE)
            continue;
        struct qp_profile_file *file = &profile->files[method->file];
        method->next_in_file = file->first_method;
        file->first_method = i;
        file->method_count++;
    }
}

/* ---- sources and exclusions --------------------------------------------------------------------------- */

static bool add_source(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_source_record *record = of;
    bool ok = true;
    uint32_t file = file_of(profile, qp_reader_text(&profile->reader, record->file), &ok);
    if (file == QP_NONE)
        return ok;
    profile->files[file].source = profile->source_count;
    return QP_ARRAY_APPEND(&profile->sources, &profile->source_count,
                           (struct qp_profile_source){
                               .file = file,
                               .hashed = record->hashed == 1,
                               .hash = record->hash,
                               .size = record->size,
                               .text = qp_reader_text(&profile->reader, record->text),
                           });
}

static bool add_exclusion(void *to, const void *of)
{
    struct qp_profile *profile = to;
    const struct qp_exclusion_record *record = of;
    bool ok = true;
    uint32_t file = file_of(profile, qp_reader_text(&profile->reader, record->file), &ok);
    if (file == QP_NONE)
        return ok;
    return QP_ARRAY_APPEND(&profile->exclusions, &profile->exclusion_count,
                           (struct qp_profile_exclusion){
                               .file = file,
                               .first = record->first,
                               .last = record->last,
                               .reason = qp_reader_text(&profile->reader, record->reason),
                           });
}

static int by_position(const void *left, const void *right)
{
    const struct qp_profile_exclusion *a = left, *b = right;
    return QP_ORDER({a->file, b->file}, {qp_order_signed(a->first), qp_order_signed(b->first)});
}

static void list_exclusions_of_files(struct qp_profile *profile)
{
    qp_sort(profile->exclusions, profile->exclusion_count, sizeof *profile->exclusions, by_position);
    for (uint32_t i = 0; i < profile->file_count; i++)
        profile->files[i].exclusion_count = 0;
    for (uint32_t i = 0; i < profile->exclusion_count; i++) {
        struct qp_profile_file *file = &profile->files[profile->exclusions[i].file];
        if (file->exclusion_count++ == 0)
            file->first_exclusion = i;
    }
}

bool qp_profile_exclude(struct qp_profile *profile, const struct qp_profile_exclusion *exclusions, uint32_t count)
{
    bool ok = true;
    for (uint32_t i = 0; ok && i < count; i++)
        ok = QP_ARRAY_APPEND(&profile->exclusions, &profile->exclusion_count, exclusions[i]);
    list_exclusions_of_files(profile);
    return ok;
}

/* ---- all definitions --------------------------------------------------------------------------------- */

bool qp_definitions_load(struct qp_profile *profile)
{
    struct qp_reader *reader = &profile->reader;
    profile->table_budget = reader->window_size;
    if (!qp_reader_each(reader, QP_KIND_METHOD, sizeof(struct qp_method_record), add_method, profile) ||
        !qp_reader_each(reader, QP_KIND_SOURCE, sizeof(struct qp_source_record), add_source, profile) ||
        !qp_reader_each(reader, QP_KIND_EXCLUSION, sizeof(struct qp_exclusion_record), add_exclusion, profile))
        return false;
    list_methods_of_files(profile);
    list_exclusions_of_files(profile);
    return true;
}
