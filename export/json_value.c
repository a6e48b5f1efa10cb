#include "export/json.h"

#include <stdlib.h>

json_t *qp_json_number(uint64_t value)
{
    return json_integer(value > INT64_MAX ? INT64_MAX : (json_int_t)value);
}

json_t *qp_json_text(struct qp_text value)
{
    if (!value.bytes)
        return json_null();
    size_t size = 4 * (size_t)value.length + 1;
    char *valid = malloc(size);
    if (!valid)
        return NULL;
    json_t *string = json_stringn_nocheck(valid, qp_text_utf8(value, valid, size));
    free(valid);
    return string;
}

json_t *qp_json_text_or_null(struct qp_text value)
{
    return value.length ? qp_json_text(value) : json_null();
}

json_t *qp_json_index_or_null(uint32_t index)
{
    return index == QP_NONE ? json_null() : qp_json_number(index);
}

json_t *qp_json_hexadecimal(uint64_t value)
{
    char digits[24];
    snprintf(digits, sizeof digits, "0x%llx", (unsigned long long)value);
    return json_string(digits);
}

json_t *qp_json_product(uint32_t product)
{
    return json_string(qp_profile_product_name((enum qp_product)product));
}

json_t *qp_json_ns(const struct qp_export *export, uint64_t ticks)
{
    return qp_json_number(qp_profile_ns(export->profile, ticks));
}

json_t *qp_json_moment(const struct qp_export *export, uint64_t tick)
{
    return qp_json_number(qp_profile_since_start(export->profile, tick));
}

/* Takes all values, in any case. */
json_t *qp_json_object(const struct qp_json_field *fields, size_t count)
{
    json_t *object = json_object();
    for (size_t i = 0; i < count; i++) {
        if (json_object_set_new_nocheck(object, fields[i].name, fields[i].value) == 0)
            continue;
        json_decref(object);
        object = NULL;
    }
    return object;
}

/* Takes the value. */
bool qp_json_append(json_t *array, json_t *value)
{
    return json_array_append_new(array, value) == 0;
}

bool qp_json_print(FILE *out, json_t *value)
{
    if (!value)
        return false;
    int failed = json_dumpf(value, out, JSON_COMPACT | JSON_ENCODE_ANY);
    json_decref(value);
    return !failed || ferror(out); /* the stream keeps its error until the end */
}

bool qp_json_element(struct qp_export *export, json_t *element)
{
    struct qp_json *state = export->state;
    fputs(state->first ? "\n" : ",\n", export->out);
    state->first = false;
    return qp_json_print(export->out, element);
}
