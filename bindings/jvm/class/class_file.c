#include "bindings/jvm/class/class_file.h"

#define MAGIC         0xcafebabeu
#define FIRST_VERSION 45
#define LAST_VERSION  70

static const char damaged[] = "damaged class file";

struct qjvm_member qjvm_member_read(struct qjvm_cursor *cursor, const struct qjvm_pool *pool)
{
    struct qjvm_member member = {.bytes = cursor->at};
    member.access = qjvm_read_u2(cursor);
    member.name = qjvm_pool_utf8(pool, qjvm_read_u2(cursor));
    member.descriptor = qjvm_pool_utf8(pool, qjvm_read_u2(cursor));
    unsigned count = qjvm_read_u2(cursor);
    for (unsigned i = 0; i < count && !cursor->past_end; i++) {
        struct qjvm_attribute attribute = qjvm_attribute_read(cursor, pool);
        qjvm_annotations_note(&member.annotations, &attribute);
        if (member.has_code || !qjvm_text_is(attribute.name, "Code"))
            continue;
        member.has_code = (member.access & (QJVM_ACCESS_NATIVE | QJVM_ACCESS_ABSTRACT)) == 0;
        member.code = attribute.content;
    }
    member.size = (size_t)(cursor->at - member.bytes);
    return member;
}

/* Read the fields or methods that follow their count. Return false if they are damaged. A name whose index is not
 * that of a text counts as damage, because rewriting might add a constant with this index. */
static bool skip_members(struct qjvm_cursor *cursor, unsigned count, const struct qjvm_pool *pool)
{
    bool valid = true;
    for (unsigned i = 0; i < count && valid; i++) {
        struct qjvm_member member = qjvm_member_read(cursor, pool);
        valid = member.name.bytes && member.descriptor.bytes && !cursor->past_end &&
                (!member.has_code || qjvm_code_has_names(pool, member.code));
    }
    return valid;
}

static void read_attributes(struct qjvm_class_file *file, struct qjvm_cursor *cursor)
{
    unsigned count = qjvm_read_u2(cursor);
    for (unsigned i = 0; i < count && !cursor->past_end; i++) {
        struct qjvm_attribute attribute = qjvm_attribute_read(cursor, &file->pool);
        if (qjvm_text_is(attribute.name, "SourceFile"))
            file->source_file = qjvm_pool_utf8(&file->pool, qjvm_read_u2(&attribute.content));
        else if (qjvm_text_is(attribute.name, "SourceDebugExtension"))
            file->source_debug_extension = (struct qjvm_text){attribute.content.at, attribute.content.left};
        else if (qjvm_text_is(attribute.name, "BootstrapMethods"))
            file->bootstrap_methods = attribute.content;
        else
            qjvm_annotations_note(&file->annotations, &attribute);
    }
}

static const char *read_body(struct qjvm_class_file *file, struct qjvm_cursor *cursor)
{
    file->body = cursor->at;
    file->access = qjvm_read_u2(cursor);
    file->name = qjvm_pool_class(&file->pool, qjvm_read_u2(cursor));
    file->super_name = qjvm_pool_class(&file->pool, qjvm_read_u2(cursor));
    qjvm_read_bytes(cursor, 2 * (size_t)qjvm_read_u2(cursor)); /* interfaces */
    if (!file->name.bytes || !skip_members(cursor, qjvm_read_u2(cursor), &file->pool))
        return damaged;
    file->method_count = qjvm_read_u2(cursor);
    file->methods = *cursor;
    if (!skip_members(cursor, file->method_count, &file->pool))
        return damaged;
    read_attributes(file, cursor);
    return qjvm_cursor_done(cursor) ? NULL : damaged;
}

const char *qjvm_class_file_init(struct qjvm_class_file *file, const unsigned char *bytes, size_t size)
{
    struct qjvm_cursor cursor = {bytes, size, false};
    *file = (struct qjvm_class_file){.bytes = bytes, .size = size};
    uint32_t magic = qjvm_read_u4(&cursor);
    qjvm_read_u2(&cursor); /* minor version */
    file->version = qjvm_read_u2(&cursor);
    if (magic != MAGIC || cursor.past_end)
        return "not a class file";
    if (file->version > LAST_VERSION)
        return "unsupported class file version";
    if (file->version < FIRST_VERSION)
        return damaged;
    const char *why = qjvm_pool_init(&file->pool, &cursor);
    return why ? why : read_body(file, &cursor);
}

struct qjvm_text qjvm_class_file_bootstrap_class(const struct qjvm_class_file *file, unsigned dynamic_call)
{
    struct qjvm_cursor cursor = file->bootstrap_methods;
    int wanted = qjvm_pool_bootstrap(&file->pool, dynamic_call), count = (int)qjvm_read_u2(&cursor);
    unsigned handle = 0;
    for (int i = 0; i <= wanted && i < count && !cursor.past_end; i++) {
        unsigned method = qjvm_read_u2(&cursor);
        qjvm_read_bytes(&cursor, 2 * (size_t)qjvm_read_u2(&cursor)); /* arguments */
        handle = i == wanted ? method : 0;
    }
    return qjvm_pool_member_class(&file->pool, qjvm_pool_handle_member(&file->pool, handle));
}

void qjvm_class_file_fini(struct qjvm_class_file *file)
{
    qjvm_pool_fini(&file->pool);
}
