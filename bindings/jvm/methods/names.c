#include "bindings/jvm/methods/names.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bindings/kit/strings.h"

static const char *simple_name(const char *internal)
{
    const char *slash = strrchr(internal, '/');
    return slash ? slash + 1 : internal;
}

char *qjvm_names_class(const char *internal)
{
    char *name = strdup(internal);
    for (char *at = name; at && *at; at++)
        if (*at == '/')
            *at = '.';
    return name;
}

char *qjvm_names_file(const struct qjvm_source_file *file)
{
    if (!file->name.size)
        return NULL;
    return kit_format("%.*s%.*s", (int)file->folder.size, (const char *)file->folder.bytes, (int)file->name.size,
                      (const char *)file->name.bytes);
}

static const char *primitive(char letter)
{
    switch (letter) {
    case 'B':
        return "byte";
    case 'C':
        return "char";
    case 'D':
        return "double";
    case 'F':
        return "float";
    case 'I':
        return "int";
    case 'J':
        return "long";
    case 'S':
        return "short";
    case 'Z':
        return "boolean";
    default:
        return NULL;
    }
}

/* Write the type at `at`, a class without its package. Return the text after it, NULL if it is not a type. */
static const char *write_type(FILE *out, const char *at)
{
    int dimensions = 0;
    for (; *at == '['; at++)
        dimensions++;
    const char *end = at;
    if (*at == 'L') {
        end = strchr(at, ';');
        if (!end)
            return NULL;
        const char *name = end;
        while (name > at + 1 && name[-1] != '/')
            name--;
        fprintf(out, "%.*s", (int)(end - name), name);
    } else if (primitive(*at)) {
        fputs(primitive(*at), out);
    } else {
        return NULL;
    }
    while (dimensions-- > 0)
        fputs("[]", out);
    return end + 1;
}

static void write_parameters(FILE *out, const char *descriptor)
{
    const char *at = descriptor + (*descriptor == '(');
    fputc('(', out);
    for (bool first = true; at && *at && *at != ')'; first = false) {
        if (!first)
            fputc(',', out);
        at = write_type(out, at);
    }
    fputc(')', out);
}

char *qjvm_names_method(const char *class_internal, const char *name, const char *descriptor)
{
    if (strcmp(name, "<clinit>") == 0)
        return strdup(name);
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    bool constructor = strcmp(name, "<init>") == 0;
    fputs(constructor ? simple_name(class_internal) : name, out);
    write_parameters(out, descriptor);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
