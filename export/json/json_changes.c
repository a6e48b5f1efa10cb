#include "export/json/json.h"
#include "profile/coverage/changed.h"

static bool write_missed(struct qp_export *export, const void *of)
{
    const struct qp_changed_file *file = of;
    bool ok = true;
    for (uint32_t i = 0; i < file->count && ok; i++) {
        if (file->items[i].missed)
            ok = QP_JSON_OBJECT(export, {"line", qp_json_integer(file->items[i].number)},
                                {"text", qp_json_text(file->items[i].text)});
    }
    return ok;
}

/* Write a file of the change. `product` is QP_NONE if the file is not in the run. */
static bool write_file(struct qp_export *export, const struct qp_changed_file *file, uint32_t product)
{
    return QP_JSON_ELEMENT(export, {"name", qp_json_text(qp_text_of(file->name))},
                           {"product", product == QP_NONE ? qp_json_null() : qp_json_product(product)},
                           {"lines", qp_json_number(file->count)}, {"lines_hit", qp_json_number(file->hit)},
                           {"lines_excluded", qp_json_number(file->excluded)},
                           {"missed", qp_json_list(write_missed, file)},
                           {"problem", qp_json_text(qp_text_of(qp_changed_problem(file->problem)))});
}

/* Write the files of one product. Return false if out of memory. */
static bool write_product(struct qp_export *export, const struct qp_query *query, bool is_last)
{
    struct qp_changed changed;
    if (!qp_changed_open(&changed, query, export->change->patch, export->change->folders, NULL))
        return false;
    bool ok = true;
    for (uint32_t i = 0; i < changed.file_count && ok; i++)
        ok = write_file(export, &changed.files[i], (uint32_t)query->selection.product);
    for (uint32_t i = 0; i < changed.unknown_count && ok && is_last; i++)
        ok = write_file(export, &(struct qp_changed_file){.name = changed.unknown[i]}, QP_NONE);
    qp_changed_close(&changed);
    return ok;
}

bool qp_json_changes(struct qp_export *export)
{
    const struct qp_query *last = NULL;
    bool ok = true;
    for (int product = 0; product < QP_PRODUCTS; product++)
        last = export->queries[product] && export->queries[product]->counts_lines ? export->queries[product] : last;
    for (int product = 0; product < QP_PRODUCTS && ok; product++) {
        const struct qp_query *query = export->queries[product];
        ok = !query || !query->counts_lines || write_product(export, query, query == last);
    }
    return ok;
}
