#include "export/json.h"

#include <jansson.h>
#include <math.h>
#include <stdlib.h>

/* ---- values ----------------------------------------------------------------------------------------------------- */

static struct qp_json_value literal(const char *word)
{
    return (struct qp_json_value){.kind = QP_JSON_LITERAL, .word = word};
}

struct qp_json_value qp_json_null(void)
{
    return literal("null");
}

struct qp_json_value qp_json_boolean(bool value)
{
    return literal(value ? "true" : "false");
}

struct qp_json_value qp_json_integer(int64_t value)
{
    return (struct qp_json_value){.kind = QP_JSON_INTEGER, .integer = value};
}

struct qp_json_value qp_json_number(uint64_t value)
{
    return qp_json_integer(value > INT64_MAX ? INT64_MAX : (int64_t)value);
}

struct qp_json_value qp_json_real(double value)
{
    return isfinite(value) ? (struct qp_json_value){.kind = QP_JSON_REAL, .real = value} : qp_json_null();
}

struct qp_json_value qp_json_index(uint32_t index)
{
    return index == QP_NONE ? qp_json_null() : qp_json_number(index);
}

struct qp_json_value qp_json_id(uint64_t id)
{
    return (struct qp_json_value){.kind = QP_JSON_ID, .integer = (int64_t)id};
}

struct qp_json_value qp_json_word(const char *word)
{
    return word ? (struct qp_json_value){.kind = QP_JSON_WORD, .word = word} : qp_json_null();
}

struct qp_json_value qp_json_text(struct qp_text text)
{
    return text.bytes ? (struct qp_json_value){.kind = QP_JSON_TEXT, .text = text} : qp_json_null();
}

struct qp_json_value qp_json_text_or_null(struct qp_text text)
{
    return text.length ? qp_json_text(text) : qp_json_null();
}

struct qp_json_value qp_json_product(uint32_t product)
{
    return qp_json_word(qp_profile_product_name((enum qp_product)product));
}

struct qp_json_value qp_json_list(qp_json_write *write, const void *of)
{
    return (struct qp_json_value){.kind = QP_JSON_LIST, .write = write, .of = of};
}

struct qp_json_value qp_json_ns(const struct qp_export *export, uint64_t ticks)
{
    return qp_json_number(qp_profile_ns(export->profile, ticks));
}

struct qp_json_value qp_json_moment(const struct qp_export *export, uint64_t tick)
{
    return qp_json_number(qp_profile_since_start(export->profile, tick));
}

/* ---- writing: nobody else has the stream, so no piece of it needs the lock ---------------------------------- */

static void write_integer(FILE *out, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits;
    uint64_t left = value < 0 ? -(uint64_t)value : (uint64_t)value;
    do
        digits[--at] = (char)('0' + left % 10);
    while ((left /= 10) != 0);
    if (value < 0)
        digits[--at] = '-';
    fwrite_unlocked(digits + at, 1, sizeof digits - at, out);
}

/* What is to be escaped, and the digits of a real, are jansson's. Takes the value; returns false without memory. */
static bool write_jansson(FILE *out, json_t *value)
{
    bool ok = value && (json_dumpf(value, out, JSON_ENCODE_ANY) == 0 || ferror(out));
    json_decref(value);
    return ok;
}

static bool write_text(FILE *out, struct qp_text text)
{
    size_t size = 4 * (size_t)text.length + 1;
    char *valid = malloc(size);
    bool ok = valid && write_jansson(out, json_stringn_nocheck(valid, qp_text_utf8(text, valid, size)));
    free(valid);
    return ok;
}

static bool write_list(struct qp_export *export, const struct qp_json_value *value)
{
    struct qp_json *json = export->state;
    putc_unlocked('[', export->out);
    json->comma = false;
    bool ok = value->write(export, value->of);
    putc_unlocked(']', export->out);
    return ok;
}

static bool write_value(struct qp_export *export, const struct qp_json_value *value)
{
    FILE *out = export->out;
    switch (value->kind) {
    case QP_JSON_LITERAL:
        fputs_unlocked(value->word, out);
        return true;
    case QP_JSON_WORD:
        fprintf(out, "\"%s\"", value->word);
        return true;
    case QP_JSON_TEXT:
        return write_text(out, value->text);
    case QP_JSON_INTEGER:
        write_integer(out, value->integer);
        return true;
    case QP_JSON_ID:
        fprintf(out, "\"0x%llx\"", (unsigned long long)value->integer);
        return true;
    case QP_JSON_REAL:
        return write_jansson(out, json_real(value->real));
    default:
        return write_list(export, value);
    }
}

void qp_json_put(struct qp_export *export, const char *name, struct qp_json_value value)
{
    struct qp_json *json = export->state;
    if (json->comma)
        putc_unlocked(',', export->out);
    if (name) {
        putc_unlocked('"', export->out);
        fputs_unlocked(name, export->out);
        fputs_unlocked("\":", export->out);
    }
    if (!write_value(export, &value))
        json->failed = true;
    json->comma = true;
}

bool qp_json_object(struct qp_export *export, const char *before, const struct qp_json_field *fields, size_t count)
{
    struct qp_json *json = export->state;
    fprintf(export->out, "%s%s{", json->comma ? "," : "", before);
    json->comma = false;
    for (size_t i = 0; i < count; i++)
        qp_json_put(export, fields[i].name, fields[i].value);
    putc_unlocked('}', export->out);
    json->comma = true;
    return !json->failed;
}
