#include "format/words.h"
#include "page/tables.h"

#define NAME_SIZE 600

static void put_phases(struct qp_page *page)
{
    const struct qp_query *query = page->joined.queries[QP_SIDE_RUN];
    struct qp_columns table;
    char name[NAME_SIZE];
    qp_columns_init(&table, "phases", "name:text number:uint at:uint chosen:uint");
    for (uint32_t i = 0; i < query->profile->phase_count; i++) {
        const struct qp_profile_phase *it = &query->profile->phases[i];
        if (it->product != (uint32_t)query->selection.product)
            continue;
        qp_columns_string(&table, 0, qp_page_show(page, it->name, name, sizeof name));
        qp_columns_uint(&table, 1, it->number);
        qp_columns_uint(&table, 2, qp_profile_since_start(query->profile, it->tick));
        qp_columns_uint(&table, 3, query->selected.phases[i]);
        qp_columns_row(&table);
    }
    qp_payload_put(&page->payload, &table);
}

static void put_marks(struct qp_page *page)
{
    const struct qp_profile *profile = page->joined.queries[QP_SIDE_RUN]->profile;
    struct qp_columns table;
    char text[NAME_SIZE];
    qp_columns_init(&table, "marks", "at:uint kind:text text:text");
    for (uint32_t i = 0; i < profile->mark_count; i++) {
        const struct qp_profile_mark *it = &profile->marks[i];
        const char *kind = qp_words_mark_shown(it->kind);
        qp_columns_uint(&table, 0, qp_profile_since_start(profile, it->tick));
        qp_columns_string(&table, 1, kind ? kind : "");
        qp_columns_string(&table, 2, qp_page_show(page, it->text, text, sizeof text));
        qp_columns_row(&table);
    }
    qp_payload_put(&page->payload, &table);
}

bool qp_page_put_course(struct qp_page *page)
{
    put_phases(page);
    put_marks(page);
    return true;
}
