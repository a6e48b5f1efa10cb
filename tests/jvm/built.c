#include "tests/jvm/built.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "bindings/jvm/class/class_file.h"

void built_init(struct built *built, unsigned version)
{
    *built = (struct built){.version = version, .name = "Small", .super = "java/lang/Object", .next_constant = 1};
}

void built_fini(struct built *built)
{
    qjvm_writer_fini(&built->pool);
    qjvm_writer_fini(&built->methods);
    qjvm_writer_fini(&built->bytes);
}

unsigned built_text(struct built *built, const char *text)
{
    qjvm_write_u1(&built->pool, QJVM_UTF8);
    qjvm_write_u2(&built->pool, (unsigned)strlen(text));
    qjvm_write_bytes(&built->pool, text, strlen(text));
    return built->next_constant++;
}

static unsigned of_indexes(struct built *built, unsigned tag, unsigned first, unsigned second)
{
    qjvm_write_u1(&built->pool, tag);
    qjvm_write_u2(&built->pool, first);
    if (second)
        qjvm_write_u2(&built->pool, second);
    return built->next_constant++;
}

unsigned built_class(struct built *built, const char *name)
{
    return of_indexes(built, QJVM_CLASS, built_text(built, name), 0);
}

unsigned built_method(struct built *built, const char *class, const char *name, const char *descriptor)
{
    unsigned class_index = built_class(built, class);
    unsigned name_index = built_text(built, name);
    unsigned type_index = built_text(built, descriptor);
    return of_indexes(built, QJVM_METHOD, class_index, of_indexes(built, QJVM_NAME_AND_TYPE, name_index, type_index));
}

void built_fill(struct built *built, unsigned constants)
{
    while (built->next_constant < constants)
        built_text(built, "");
}

static void write_attribute(struct built *built, struct qjvm_writer *out, const char *name, const void *content,
                            size_t size)
{
    if (!name)
        return;
    qjvm_write_u2(out, built_text(built, name));
    qjvm_write_u4(out, (uint32_t)size);
    qjvm_write_bytes(out, content, size);
}

void built_add(struct built *built, const struct built_code *code)
{
    struct qjvm_writer *out = &built->methods, attributes = {0};
    unsigned name = built_text(built, code->name);
    unsigned descriptor = built_text(built, code->descriptor ? code->descriptor : "()V");
    unsigned code_name = built_text(built, "Code");
    write_attribute(built, &attributes, code->attribute, code->content, code->content_size);
    write_attribute(built, &attributes, code->frames ? "StackMapTable" : NULL, code->frames, code->frames_size);
    qjvm_write_u2(out, code->access);
    qjvm_write_u2(out, name);
    qjvm_write_u2(out, descriptor);
    qjvm_write_u2(out, 1);
    qjvm_write_u2(out, code_name);
    qjvm_write_u4(out, (uint32_t)(12 + code->size + 8 * (size_t)code->exception_count + attributes.size));
    qjvm_write_u2(out, code->stack);
    qjvm_write_u2(out, 4);
    qjvm_write_u4(out, (uint32_t)code->size);
    qjvm_write_bytes(out, code->code, code->size);
    qjvm_write_u2(out, code->exception_count);
    qjvm_write_bytes(out, code->exceptions, 8 * (size_t)code->exception_count);
    qjvm_write_u2(out, (code->attribute != NULL) + (code->frames != NULL));
    qjvm_write_bytes(out, attributes.bytes, attributes.size);
    qjvm_writer_fini(&attributes);
    built->method_count++;
}

void built_done(struct built *built)
{
    struct qjvm_writer *out = &built->bytes;
    unsigned class = built_class(built, built->name);
    unsigned super = built_class(built, built->super);
    unsigned source = built_text(built, "SourceFile");
    unsigned source_name = built_text(built, "Small.java");
    unsigned map = built->source_map ? built_text(built, "SourceDebugExtension") : 0;
    qjvm_write_u4(out, 0xcafebabe);
    qjvm_write_u4(out, built->version);
    qjvm_write_u2(out, built->next_constant);
    qjvm_write_bytes(out, built->pool.bytes, built->pool.size);
    qjvm_write_u2(out, 0x21);
    qjvm_write_u2(out, class);
    qjvm_write_u2(out, super);
    qjvm_write_u4(out, 0); /* no interfaces, no fields */
    qjvm_write_u2(out, built->method_count);
    qjvm_write_bytes(out, built->methods.bytes, built->methods.size);
    qjvm_write_u2(out, built->source_map ? 2 : 1);
    qjvm_write_u2(out, source);
    qjvm_write_u4(out, 2);
    qjvm_write_u2(out, source_name);
    if (built->source_map) {
        qjvm_write_u2(out, map);
        qjvm_write_u4(out, (uint32_t)strlen(built->source_map));
        qjvm_write_bytes(out, built->source_map, strlen(built->source_map));
    }
}

static char text[1000000];
static size_t length;

static void put(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    int added = vsnprintf(text + length, sizeof text - length, format, values);
    va_end(values);
    if (added > 0 && (size_t)added < sizeof text - length)
        length += (size_t)added;
}

static int64_t number_of(const struct qjvm_pool *pool, unsigned index)
{
    const unsigned char *entry = pool->bytes + pool->offsets[index];
    if (*entry == QJVM_INTEGER)
        return (int32_t)qjvm_get_u4(entry + 1);
    return (int64_t)((uint64_t)qjvm_get_u4(entry + 1) << 32 | qjvm_get_u4(entry + 5));
}

static void put_instruction(const struct qjvm_code *code, unsigned offset)
{
    const unsigned char *at = code->bytes + offset;
    struct qjvm_targets targets = qjvm_targets_of(code->bytes, offset);
    put(" %u:", offset);
    if (*at == QJVM_INVOKESTATIC || *at == QJVM_INVOKESPECIAL) {
        struct qjvm_text name = qjvm_pool_member_name(code->pool, qjvm_get_u2(at + 1));
        put("%.*s", (int)name.size, (const char *)name.bytes);
    } else if (*at == QJVM_BIPUSH) {
        put("push %d", (signed char)at[1]);
    } else if (*at == QJVM_SIPUSH) {
        put("push %d", (int16_t)qjvm_get_u2(at + 1));
    } else if (*at == QJVM_LDC) {
        put("ldc %d", (int)number_of(code->pool, at[1]));
    } else if (*at == QJVM_LDC_W || *at == QJVM_LDC2_W) {
        put("ldc_w %lld", (long long)number_of(code->pool, qjvm_get_u2(at + 1)));
    } else {
        put("%u", *at);
    }
    for (unsigned i = 0; i < targets.count; i++)
        put(">%d", (int)qjvm_targets_offset(&targets, code->bytes, offset, i));
}

static void put_types(struct qjvm_cursor *cursor, unsigned count)
{
    for (unsigned i = 0; i < count && !cursor->past_end; i++) {
        unsigned type = qjvm_read_u1(cursor);
        unsigned operand = type == 7 || type == 8 ? qjvm_read_u2(cursor) : 0;
        if (type == 8)
            put(" new %u", operand);
    }
}

static void put_frames(struct qjvm_cursor cursor)
{
    unsigned count = qjvm_read_u2(&cursor);
    unsigned offset = 0;
    for (unsigned i = 0; i < count && !cursor.past_end; i++) {
        unsigned tag = qjvm_read_u1(&cursor);
        offset += tag < 64 ? tag : tag < 128 ? tag - 64 : qjvm_read_u2(&cursor);
        offset += i > 0;
        put("; frame %u", offset);
        if (tag == 255) {
            put_types(&cursor, qjvm_read_u2(&cursor));
            put_types(&cursor, qjvm_read_u2(&cursor));
        } else {
            put_types(&cursor, (tag >= 64 && tag < 128) || tag == 247 ? 1 : tag > 251 ? tag - 251 : 0);
        }
    }
}

static void put_attribute(struct qjvm_attribute attribute)
{
    struct qjvm_cursor *cursor = &attribute.content;
    if (qjvm_text_is(attribute.name, "StackMapTable")) {
        put_frames(*cursor);
    } else if (qjvm_text_is(attribute.name, "LineNumberTable")) {
        for (unsigned i = qjvm_read_u2(cursor); i > 0; i--) {
            put("; line %u", qjvm_read_u2(cursor));
            qjvm_read_u2(cursor);
        }
    } else if (qjvm_text_is(attribute.name, "LocalVariableTable")) {
        for (unsigned i = qjvm_read_u2(cursor); i > 0; i--) {
            unsigned from = qjvm_read_u2(cursor);
            put("; variable %u-%u", from, from + qjvm_read_u2(cursor));
            qjvm_read_bytes(cursor, 6);
        }
    } else {
        put("; %.*s", (int)attribute.name.size, (const char *)attribute.name.bytes);
        while (cursor->left)
            put(" %u", qjvm_read_u1(cursor));
    }
}

static void put_code(const struct qjvm_code *code)
{
    struct qjvm_cursor attributes = code->attributes;
    put("stack %u:", code->max_stack);
    for (unsigned offset = 0; offset < code->size; offset = qjvm_code_next(code, offset))
        put_instruction(code, offset);
    for (unsigned i = 0; i < code->exception_count; i++) {
        struct qjvm_exception exception = qjvm_code_exception(code, i);
        put("; catch %u-%u>%u", exception.from, exception.until, exception.handler);
    }
    for (unsigned i = 0; i < code->attribute_count; i++)
        put_attribute(qjvm_attribute_read(&attributes, code->pool));
}

const char *built_describe(const unsigned char *bytes, size_t size, const char *method)
{
    struct qjvm_class_file file;
    length = 0;
    text[0] = '\0';
    const char *why = qjvm_class_file_init(&file, bytes, size);
    struct qjvm_cursor cursor = file.methods;
    for (unsigned i = 0; i < file.method_count && !why; i++) {
        struct qjvm_code code;
        struct qjvm_member member = qjvm_member_read(&cursor, &file.pool);
        if (!qjvm_text_is(member.name, method))
            continue;
        why = qjvm_code_init(&code, &file.pool, member.code);
        if (why)
            break;
        put_code(&code);
        qjvm_code_fini(&code);
    }
    qjvm_class_file_fini(&file);
    return why ? why : text;
}
