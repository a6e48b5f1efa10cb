#include "export/json/json.h"

#include <jansson.h>
#include <math.h>

/* ---- values ----------------------------------------------------------------------------------------------------- */

/* Return the literal null, true or false: put_value relies on its length of four or five characters. */
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

struct qp_json_value qp_json_ending(enum qp_ending ending)
{
    static const char *const names[] = {
#define X(constant, name) name,
        QP_ENDING_LIST(X)
#undef X
    };
    return qp_json_word(names[ending]);
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

/* ---- writing -------------------------------------------------------------------------------------------------- */

/* Write a real number with as many digits as jansson writes. Return false if out of memory. */
static bool write_real(struct qp_put *put, double real)
{
    char digits[64];
    json_t *value = json_real(real);
    size_t size = value ? json_dumpb(value, digits, sizeof digits, JSON_ENCODE_ANY) : 0;
    json_decref(value);
    qp_put_bytes(put, digits, size);
    return size && size <= sizeof digits;
}

static void write_id(struct qp_put *put, uint64_t id)
{
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = "0123456789abcdef"[id & 15];
    while ((id >>= 4) != 0);
    qp_put_bytes(put, "\"0x", 3);
    qp_put_bytes(put, digits + at, sizeof digits - at);
    qp_put_char(put, '"');
}

static bool write_list(struct qp_export *export, const struct qp_json_value *value)
{
    struct qp_json *json = export->state;
    qp_put_char(&export->put, '[');
    json->comma = false;
    bool ok = value->write(export, value->of);
    qp_put_char(&export->put, ']');
    return ok;
}

static bool write_value(struct qp_export *export, const struct qp_json_value *value)
{
    struct qp_put *put = &export->put;
    switch (value->kind) {
    case QP_JSON_WORD:
        qp_put_char(put, '"');
        qp_put_string(put, value->word);
        qp_put_char(put, '"');
        return true;
    case QP_JSON_TEXT:
        qp_put_json(put, value->text);
        return true;
    case QP_JSON_INTEGER:
        qp_put_integer(put, value->integer);
        return true;
    case QP_JSON_ID:
        write_id(put, (uint64_t)value->integer);
        return true;
    case QP_JSON_REAL:
        return write_real(put, value->real);
    default:
        return write_list(export, value);
    }
}

/* Bytes for a comma, the quoted name of a field, ':', and a literal. All field names are ours. */
#define NAME_SIZE 64

/* Write a value, after its comma and name. The most frequent values, 0 and the literals, are written at once: for a
 * million methods that happens 30 million times. */
static void put_value(struct qp_export *export, const char *name, const struct qp_json_value *value)
{
    struct qp_json *json = export->state;
    char *at = qp_put_room(&export->put, NAME_SIZE);
    bool is_zero = value->kind == QP_JSON_INTEGER && value->integer == 0, is_literal = value->kind == QP_JSON_LITERAL;
    if (json->comma)
        *at++ = ',';
    if (name) {
        *at++ = '"';
        at = stpcpy(at, name);
        *at++ = '"';
        *at++ = ':';
    }
    if (is_zero)
        *at++ = '0';
    if (is_literal) {
        memcpy(at, value->word, sizeof "null");
        at += strlen("null") + (value->word[strlen("null")] != '\0');
    }
    qp_put_until(&export->put, at);
    if (!is_zero && !is_literal && !write_value(export, value))
        json->failed = true;
    json->comma = true;
}

void qp_json_put(struct qp_export *export, const char *name, struct qp_json_value value)
{
    put_value(export, name, &value);
}

void qp_json_open(struct qp_export *export, const char *before)
{
    struct qp_json *json = export->state;
    if (json->comma)
        qp_put_char(&export->put, ',');
    qp_put_string(&export->put, before);
    qp_put_char(&export->put, '{');
    json->comma = false;
}

bool qp_json_close(struct qp_export *export)
{
    struct qp_json *json = export->state;
    qp_put_char(&export->put, '}');
    json->comma = true;
    return !json->failed;
}

bool qp_json_object(struct qp_export *export, const char *before, const struct qp_json_field *fields, size_t count)
{
    qp_json_open(export, before);
    for (size_t i = 0; i < count; i++)
        put_value(export, fields[i].name, &fields[i].value);
    return qp_json_close(export);
}
