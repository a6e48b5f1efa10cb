/* metadata.c - the types as a tree of elements with attributes, all of which are numbers of strings in a table. The
 * element "root" has a "metadata" with the types, each a "class" with "field"s and "annotation"s, and a "region". */
#include "export/jfr/metadata.h"

#include "base/hash.h"
#include "base/map.h"
#include "export/jfr/types.h"

#include <stdlib.h>
#include <stdio.h>
#include <string.h>

struct writer {
    struct qp_jfr_bytes strings;
    struct qp_jfr_bytes tree;
    struct qp_map numbers; /* maps the hash of a string to its number + 1 */
    uint32_t count;        /* of strings */
};

static void put_name(struct writer *writer, const char *name)
{
    uint64_t hash = qp_hash_bytes(name, strlen(name)), number = qp_map_get(&writer->numbers, hash);
    if (!number) {
        number = ++writer->count;
        qp_jfr_string(&writer->strings, name);
        writer->strings.failed |= qp_map_put(&writer->numbers, hash, number) != 0;
    }
    qp_jfr_number(&writer->tree, number - 1);
}

struct attribute {
    const char *name, *value; /* value NULL = the element lacks it */
};

#define MOST_ATTRIBUTES 4

/* Append an element without its children, which must follow. */
static void put_element(struct writer *writer, const char *name, const struct attribute attributes[MOST_ATTRIBUTES],
                        unsigned children)
{
    unsigned count = 0;
    for (int i = 0; i < MOST_ATTRIBUTES; i++)
        count += attributes[i].value != NULL;
    put_name(writer, name);
    qp_jfr_number(&writer->tree, count);
    for (int i = 0; i < MOST_ATTRIBUTES; i++) {
        if (!attributes[i].value)
            continue;
        put_name(writer, attributes[i].name);
        put_name(writer, attributes[i].value);
    }
    qp_jfr_number(&writer->tree, children);
}

struct id {
    char text[12];
};

static struct id id_of(enum qp_jfr_type type)
{
    struct id id;
    snprintf(id.text, sizeof id.text, "%d", (int)type);
    return id;
}

/* Append an annotation, unless it has no value. */
static void put_annotation(struct writer *writer, enum qp_jfr_type type, const char *value)
{
    if (value)
        put_element(writer, "annotation",
                    (struct attribute[MOST_ATTRIBUTES]){{"class", id_of(type).text}, {"value", value}}, 0);
}

static void put_field(struct writer *writer, const struct qp_jfr_field *field)
{
    const struct attribute attributes[MOST_ATTRIBUTES] = {
        {"name", field->name},
        {"class", id_of(field->type).text},
        {"constantPool", qp_jfr_types[field->type].kind == QP_JFR_CONSTANT ? "true" : NULL},
        {"dimension", field->is_array ? "1" : NULL},
    };
    put_element(writer, "field", attributes, (field->label != NULL) + (field->unit != NULL));
    put_annotation(writer, QP_JFR_LABEL, field->label);
    put_annotation(writer, field->unit_type, field->unit);
}

/* Append a type. Readers show a constant with a single field as that field if it is a "simple" type. */
static void put_type(struct writer *writer, enum qp_jfr_type type)
{
    static const char *const super_types[] = {
        [QP_JFR_EVENT] = "jdk.jfr.Event",
        [QP_JFR_ANNOTATION] = "java.lang.annotation.Annotation",
    };
    const struct qp_jfr_type_info *info = &qp_jfr_types[type];
    unsigned fields = 0;
    while (info->fields[fields].name)
        fields++;
    const struct attribute attributes[MOST_ATTRIBUTES] = {
        {"name", info->name},
        {"id", id_of(type).text},
        {"superType", super_types[info->kind]},
        {"simpleType", info->kind == QP_JFR_CONSTANT && fields == 1 ? "true" : NULL},
    };
    put_element(writer, "class", attributes, fields + (info->label != NULL));
    put_annotation(writer, QP_JFR_LABEL, info->label);
    for (unsigned i = 0; i < fields; i++)
        put_field(writer, &info->fields[i]);
}

void qp_jfr_metadata(struct qp_jfr_bytes *bytes)
{
    enum { METADATA_ID = 1, FIRST = QP_JFR_CONSTANTS + 1 };
    struct writer writer = {0};
    put_element(&writer, "root", (struct attribute[MOST_ATTRIBUTES]){{0}}, 2);
    put_element(&writer, "metadata", (struct attribute[MOST_ATTRIBUTES]){{0}}, QP_JFR_TYPES - FIRST);
    for (int type = FIRST; type < QP_JFR_TYPES; type++)
        put_type(&writer, (enum qp_jfr_type)type);
    put_element(&writer, "region", (struct attribute[MOST_ATTRIBUTES]){{"locale", "en_US"}, {"gmtOffset", "0"}}, 0);
    qp_jfr_number(bytes, METADATA_ID);
    qp_jfr_number(bytes, writer.count);
    qp_jfr_append(bytes, writer.strings.items, writer.strings.count);
    qp_jfr_append(bytes, writer.tree.items, writer.tree.count);
    bytes->failed |= writer.strings.failed || writer.tree.failed;
    free(writer.strings.items);
    free(writer.tree.items);
    qp_map_fini(&writer.numbers);
}
