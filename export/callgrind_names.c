#include "export/callgrind_names.h"

#include <stdlib.h>
#include <string.h>

bool qp_callgrind_names_open(struct qp_callgrind_names *names, struct qp_export *export)
{
    *names = (struct qp_callgrind_names){.export = export};
    names->functions = calloc((size_t)qp_callgrind_no_room(names) + 1, sizeof *names->functions);
    names->files = calloc((size_t) export->profile->file_count + 1, sizeof *names->files);
    return names->functions && names->files;
}

void qp_callgrind_names_close(struct qp_callgrind_names *names)
{
    free(names->functions);
    free(names->files);
}

uint32_t qp_callgrind_thread(const struct qp_callgrind_names *names, uint32_t thread)
{
    return names->export->profile->method_count + thread;
}

uint32_t qp_callgrind_group(const struct qp_callgrind_names *names, uint32_t group)
{
    return qp_callgrind_thread(names, names->export->profile->thread_count) + group;
}

uint32_t qp_callgrind_no_room(const struct qp_callgrind_names *names)
{
    return qp_callgrind_group(names, names->export->profile->group_count);
}

uint64_t qp_callgrind_line(const struct qp_callgrind_names *names, uint32_t number)
{
    const struct qp_profile *profile = names->export->profile;
    return number < profile->method_count && profile->methods[number].line > 0 ? (uint64_t)profile->methods[number].line
                                                                               : 0;
}

/* Write "Class.method" as "Class::method". */
static void put_label(struct qp_callgrind_names *names, uint32_t method)
{
    struct qp_put *put = &names->export->put;
    char label[QP_LABEL_SIZE], class_name[QP_LABEL_SIZE];
    size_t length = qp_labels_text(&names->export->labels, method, label, sizeof label);
    size_t part = qp_text_show(names->export->profile->methods[method].class_name, class_name, sizeof class_name);
    if (part && part + 1 < length && memcmp(label, class_name, part) == 0) {
        qp_put_bytes(put, label, part);
        qp_put_string(put, "::");
        qp_put_string(put, label + part + 1);
    } else {
        qp_put_string(put, label);
    }
}

static void put_top_name(struct qp_callgrind_names *names, uint32_t number)
{
    const struct qp_top_names *tops = &names->export->top_names;
    char name[QP_TOP_NAME_SIZE];
    if (number == qp_callgrind_no_room(names))
        snprintf(name, sizeof name, "%s", QP_EXPORT_NO_ROOM);
    else if (number >= qp_callgrind_group(names, 0))
        qp_top_names_text(tops, QP_NONE, number - qp_callgrind_group(names, 0), name);
    else
        qp_top_names_text(tops, number - qp_callgrind_thread(names, 0), QP_NONE, name);
    qp_put_string(&names->export->put, name);
}

void qp_callgrind_put_function(struct qp_callgrind_names *names, const char *key, uint32_t number)
{
    struct qp_put *put = &names->export->put;
    qp_put_string(put, key);
    qp_put_number(put, (uint64_t)number + 1);
    qp_put_char(put, ')');
    if (!names->functions[number]) {
        qp_put_char(put, ' ');
        if (number < names->export->profile->method_count)
            put_label(names, number);
        else
            put_top_name(names, number);
        names->functions[number] = true;
    }
    qp_put_char(put, '\n');
}

void qp_callgrind_put_file(struct qp_callgrind_names *names, const char *key, uint32_t number)
{
    const struct qp_profile *profile = names->export->profile;
    struct qp_put *put = &names->export->put;
    bool has_file = number < profile->method_count && profile->methods[number].file != QP_NONE;
    uint32_t file = has_file ? profile->methods[number].file : profile->file_count;
    qp_put_string(put, key);
    qp_put_number(put, (uint64_t)file + 1);
    qp_put_char(put, ')');
    if (!names->files[file]) {
        qp_put_char(put, ' ');
        if (has_file)
            qp_put_shown(put, profile->files[file].name);
        else
            qp_put_string(put, "???");
        names->files[file] = true;
    }
    qp_put_char(put, '\n');
}
