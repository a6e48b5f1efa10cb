#include "bindings/jvm/methods/names.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"

char *qjvm_names_class(struct qjvm_text internal)
{
    char *name = kit_format("%.*s", QJVM_SHOWN(internal));
    for (char *at = name; at && *at; at++)
        if (*at == '/')
            *at = '.';
    return name;
}

char *qjvm_names_file(const struct qjvm_source_file *file)
{
    return file->name.size ? kit_format("%.*s%.*s", QJVM_SHOWN(file->folder), QJVM_SHOWN(file->name)) : NULL;
}

/* Write the name of a class, without its package, from its internal name. */
static void write_class(FILE *out, const char *internal, const char *end)
{
    const char *slash = memrchr(internal, '/', (size_t)(end - internal));
    const char *name = slash ? slash + 1 : internal;
    fprintf(out, "%.*s", (int)(end - name), name);
}

static const char *primitive(unsigned char letter)
{
    static const char *const names[] = {['B'] = "byte", ['C'] = "char", ['D'] = "double", ['F'] = "float",
                                        ['I'] = "int",  ['J'] = "long", ['S'] = "short",  ['Z'] = "boolean"};
    return letter < sizeof names / sizeof *names ? names[letter] : NULL;
}

/* Write the type at `at`, without the package if it is a class. Return the text after the type; NULL if there is no
 * valid type. */
static const char *write_type(FILE *out, const char *at, const char *end)
{
    int dimensions = 0;
    for (; at < end && *at == '['; at++)
        dimensions++;
    const char *last = at < end ? memchr(at, *at == 'L' ? ';' : *at, (size_t)(end - at)) : NULL;
    if (!last)
        return NULL;
    if (last > at)
        write_class(out, at + 1, last);
    else if (primitive((unsigned char)*at))
        fputs(primitive((unsigned char)*at), out);
    else
        return NULL;
    while (dimensions-- > 0)
        fputs("[]", out);
    return last + 1;
}

struct qjvm_text qjvm_names_internal(const char *signature, bool *hidden)
{
    size_t size = *signature == 'L' ? strcspn(signature + 1, ";.") : 0;
    *hidden = size > 0 && signature[1 + size] == '.';
    return (struct qjvm_text){(const unsigned char *)signature + 1, size};
}

char *qjvm_names_type(const char *signature)
{
    bool hidden;
    size_t dimensions = strspn(signature, "[");
    const char *element = signature + dimensions, *name = primitive((unsigned char)*element);
    char *type = name ? strdup(name) : qjvm_names_class(qjvm_names_internal(element, &hidden));
    for (; type && dimensions > 0; dimensions--) {
        char *array = kit_format("%s[]", type);
        free(type);
        type = array;
    }
    return type;
}

static void write_parameters(FILE *out, struct qjvm_text descriptor)
{
    const char *at = (const char *)descriptor.bytes, *end = at + descriptor.size;
    at += at < end && *at == '(';
    fputc('(', out);
    for (bool first = true; at && at < end && *at != ')'; first = false) {
        if (!first)
            fputc(',', out);
        at = write_type(out, at, end);
    }
    fputc(')', out);
}

char *qjvm_names_method(struct qjvm_text name, struct qjvm_text descriptor)
{
    if (qjvm_text_is(name, "<clinit>"))
        return strdup("<clinit>");
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    fprintf(out, "%.*s", QJVM_SHOWN(name));
    write_parameters(out, descriptor);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

char *qjvm_names_function(struct qjvm_text class, struct qjvm_text name, struct qjvm_text descriptor)
{
    char *class_name = qjvm_names_class(class);
    char *method = qjvm_names_method(name, descriptor);
    char *function = class_name && method ? kit_format("%s.%s", class_name, method) : NULL;
    free(class_name);
    free(method);
    return function;
}
