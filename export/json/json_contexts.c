/* json_contexts.c - the JSON of contexts (qprof_context): their names and relations, and the contexts of a function. */
#include "export/json/json.h"

#include "format/array.h"
#include "profile/coverage/line_contexts.h"

static bool write_outer(struct qp_export *export, const void *of)
{
    const struct qp_profile *profile = export->profile;
    uint32_t index = (uint32_t)((const struct qp_profile_named *)of - profile->named);
    for (uint32_t i = 0; i < profile->within_count; i++)
        if (profile->within[i].inner == index)
            qp_json_put(export, NULL, qp_json_number(profile->within[i].outer));
    return true;
}

static bool write_members(struct qp_export *export, const void *of)
{
    const struct qp_profile_named *it = of;
    for (uint32_t i = 0; i < it->member_count; i++)
        qp_json_put(export, NULL, qp_json_number(it->members[i]));
    return true;
}

bool qp_json_context(struct qp_export *export, uint32_t named)
{
    const struct qp_profile_named *it = &export->profile->named[named];
    return QP_JSON_ELEMENT(export, {"id", qp_json_number(named)}, {"product", qp_json_product(it->product)},
                           {"name", it->several ? qp_json_null() : qp_json_text(it->name)},
                           {"load", qp_json_boolean(it->load)}, {"hits", qp_json_boolean(it->hits)},
                           {"within", qp_json_list(write_outer, it)}, {"members", qp_json_list(write_members, it)});
}

bool qp_json_contexts_of(struct qp_export *export, const void *of)
{
    struct qp_json *json = export->state;
    const struct qp_profile *profile = export->profile;
    const struct qp_profile_method *method = of;
    const struct qp_target target = {method->file, (uint32_t)(method - profile->methods)};
    struct qp_line_contexts lines;
    uint32_t count = 0;
    if (profile->named_single_count == 0)
        return true;
    if (!qp_line_contexts_open(&lines, export->query, &json->contexts, target))
        return false;
    for (uint32_t i = 0; i < lines.count; i++)
        count += lines.items[i].count;
    qp_array_sort(lines.named, count, sizeof *lines.named);
    for (uint32_t i = 0; i < count; i++)
        if (i == 0 || lines.named[i] != lines.named[i - 1])
            qp_json_put(export, NULL, qp_json_number(lines.named[i]));
    qp_line_contexts_close(&lines);
    return true;
}
