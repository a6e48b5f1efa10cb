/* metadata.c - numbers and texts that the program attaches to its tasks. They are summed up by their key. */
#include <string.h>

#include "bindings/itt/control.h"
#include "bindings/itt/functions.h"
#include "bindings/itt/name.h"
#include "bindings/itt/series.h"

static void add_numbers(const struct itt_domain *domain, struct itt_id id, const struct itt_string *key, int type,
                        size_t count, const void *data)
{
    (void)id;
    if (!key || !data || !itt_is_on(domain))
        return;
    for (size_t i = 0; i < count; i++)
        itt_series_add((struct itt_series_id){ITT_SERIES_NUMBERS, domain, key}, domain->name, key->text,
                       (struct itt_sample){.value = itt_number_at(data, i, type), .weight = 1});
}

/* A length of 0 stands for a text that ends with a null byte. */
static void add_text(const struct itt_domain *domain, struct itt_id id, const struct itt_string *key, const char *data,
                     size_t length)
{
    (void)id;
    if (key && data && itt_is_on(domain))
        itt_series_add((struct itt_series_id){ITT_SERIES_TEXTS, domain, key}, domain->name, key->text,
                       (struct itt_sample){.weight = 1, .text = data, .length = length ? length : strlen(data)});
}

static void add_numbers_to(const struct itt_domain *domain, int scope, const struct itt_string *key, int type,
                           size_t count, const void *data)
{
    (void)scope;
    add_numbers(domain, (struct itt_id){{0}}, key, type, count, data);
}

static void add_text_to(const struct itt_domain *domain, int scope, const struct itt_string *key, const char *data,
                        size_t length)
{
    (void)scope;
    add_text(domain, (struct itt_id){{0}}, key, data, length);
}

const struct itt_named itt_metadata[] = {ITT_NAMED(metadata_add, add_numbers),
                                         ITT_NAMED(metadata_str_add, add_text),
                                         ITT_NAMED(metadata_add_with_scope, add_numbers_to),
                                         ITT_NAMED(metadata_str_add_with_scope, add_text_to),
                                         {NULL, NULL}};
