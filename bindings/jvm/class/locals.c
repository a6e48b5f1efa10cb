#include "bindings/jvm/class/locals.h"

#include <stdlib.h>
#include <string.h>

/* Tags of verification_type_info (JVMS 4.7.4). */
enum { TOP, INT, FLOAT, DOUBLE, LONG, UNINITIALIZED_THIS = 6, OBJECT = 7 };

/* Return the size of the encoded type that begins with this tag. */
static size_t size_of(unsigned tag)
{
    return tag < OBJECT ? 1 : 3;
}

void qjvm_locals_append(struct qjvm_locals *locals, const unsigned char *type, size_t size)
{
    qjvm_write_bytes(&locals->types, type, size);
    locals->slots += *type == LONG || *type == DOUBLE ? 2 : 1;
}

static void append_simple(struct qjvm_locals *locals, unsigned char tag)
{
    qjvm_locals_append(locals, &tag, 1);
}

static bool append_class(struct qjvm_locals *locals, struct qjvm_pool *pool, struct qjvm_text name)
{
    char *text = strndup((const char *)name.bytes, name.size);
    unsigned index = text ? qjvm_pool_add_class(pool, text) : 0;
    const unsigned char type[] = {OBJECT, index >> 8 & 0xff, index & 0xff};
    free(text);
    qjvm_locals_append(locals, type, sizeof type);
    return index != 0;
}

/* Return the size of the first field descriptor in a text; 0 if it is invalid. */
static size_t descriptor_size(struct qjvm_text text)
{
    size_t dimensions = 0;
    while (dimensions < text.size && text.bytes[dimensions] == '[')
        dimensions++;
    if (dimensions == text.size)
        return 0;
    const unsigned char *at = text.bytes + dimensions;
    const unsigned char *end = *at == 'L' ? memchr(at, ';', text.size - dimensions) : at;
    return end ? (size_t)(end - text.bytes) + 1 : 0;
}

static bool append_parameter(struct qjvm_locals *locals, struct qjvm_pool *pool, struct qjvm_text descriptor)
{
    switch (*descriptor.bytes) {
    case 'L': /* without the L and the semicolon */
        return append_class(locals, pool, (struct qjvm_text){descriptor.bytes + 1, descriptor.size - 2});
    case '[':
        return append_class(locals, pool, descriptor);
    case 'J':
        append_simple(locals, LONG);
        return true;
    case 'D':
        append_simple(locals, DOUBLE);
        return true;
    case 'F':
        append_simple(locals, FLOAT);
        return true;
    default:
        append_simple(locals, INT);
        return true;
    }
}

static bool append_receiver(struct qjvm_locals *locals, struct qjvm_class_file *file, const struct qjvm_member *method)
{
    if (method->access & QJVM_ACCESS_STATIC)
        return true;
    bool is_object = qjvm_text_is(file->name, "java/lang/Object");
    if (!qjvm_text_is(method->name, "<init>") || is_object)
        return append_class(locals, &file->pool, file->name);
    append_simple(locals, UNINITIALIZED_THIS);
    return true;
}

bool qjvm_locals_init(struct qjvm_locals *locals, struct qjvm_class_file *file, const struct qjvm_member *method)
{
    struct qjvm_text rest = method->descriptor;
    *locals = (struct qjvm_locals){0};
    if (rest.size == 0 || rest.bytes[0] != '(' || !append_receiver(locals, file, method))
        return false;
    for (rest.bytes++, rest.size--; rest.size && *rest.bytes != ')';) {
        struct qjvm_text parameter = {rest.bytes, descriptor_size(rest)};
        if (parameter.size == 0 || !append_parameter(locals, &file->pool, parameter))
            return false;
        rest = (struct qjvm_text){rest.bytes + parameter.size, rest.size - parameter.size};
    }
    return !locals->types.no_memory;
}

void qjvm_locals_fini(struct qjvm_locals *locals)
{
    qjvm_writer_fini(&locals->types);
    *locals = (struct qjvm_locals){0};
}

/* Return the number of locals. */
static unsigned count_of(const struct qjvm_locals *locals)
{
    unsigned count = 0;
    for (size_t at = 0; at < locals->types.size; at += size_of(locals->types.bytes[at]))
        count++;
    return count;
}

void qjvm_locals_chop(struct qjvm_locals *locals, unsigned count)
{
    unsigned all = count_of(locals), left = count < all ? all - count : 0;
    struct qjvm_writer *types = &locals->types;
    size_t end = 0;
    locals->slots = 0;
    for (unsigned i = 0; i < left; i++) {
        locals->slots += types->bytes[end] == LONG || types->bytes[end] == DOUBLE ? 2 : 1;
        end += size_of(types->bytes[end]);
    }
    qjvm_writer_cut(types, end);
}

bool qjvm_locals_write_with_int(const struct qjvm_locals *locals, unsigned max_locals, struct qjvm_writer *out)
{
    if (locals->slots > max_locals)
        return false;
    unsigned unused = max_locals - locals->slots;
    qjvm_write_u2(out, count_of(locals) + unused + 1);
    qjvm_write_bytes(out, locals->types.bytes, locals->types.size);
    for (unsigned i = 0; i < unused; i++)
        qjvm_write_u1(out, TOP);
    qjvm_write_u1(out, INT);
    out->no_memory |= locals->types.no_memory;
    return true;
}
