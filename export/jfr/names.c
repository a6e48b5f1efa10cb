#include "export/jfr/names.h"

#include "export/folder_files.h"

#include <string.h>

#define NAME_SIZE (2 * QP_LABEL_SIZE) /* bytes of a converted name with its NUL */

#define NO_CLASS  "(no class)"

static uint64_t symbol(struct qp_jfr_chunk *chunk, const char *text)
{
    return qp_jfr_constant(chunk, QP_JFR_SYMBOL, &(struct qp_jfr_record){{[QP_JFR_SYMBOL_TEXT] = {.string = text}}});
}

static void replace(char *text, char from, char to)
{
    while ((text = strchr(text, from)))
        *text++ = to;
}

/* ---- descriptors ------------------------------------------------------------------------------------------------- */

/* Return the letter of a primitive type, 0 if there is none of this name. */
static char primitive(const char *name, size_t length)
{
    static const struct {
        const char *name;
        char letter;
    } types[] = {{"boolean", 'Z'}, {"byte", 'B'}, {"char", 'C'},  {"short", 'S'},
                 {"int", 'I'},     {"long", 'J'}, {"float", 'F'}, {"double", 'D'}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strlen(types[i].name) == length && memcmp(types[i].name, name, length) == 0)
            return types[i].letter;
    }
    return 0;
}

/* Write the descriptor of a type: "[I" for int[]. Return its end, or NULL if this is not the name of a type. The
 * descriptor has at most two bytes more than the name. */
static char *put_descriptor(char *at, const char *name, size_t length)
{
    for (; length > 2 && memcmp(name + length - 2, "[]", 2) == 0; length -= 2)
        *at++ = '[';
    char letter = primitive(name, length);
    if (!length || strcspn(name, " ()[]<>;:*&/,") < length)
        return NULL;
    if (letter) {
        *at++ = letter;
        return at;
    }
    *at = 'L';
    memcpy(at + 1, name, length);
    memcpy(at + 1 + length, ";", sizeof ";");
    replace(at, '.', '/');
    return at + 1 + length + 1;
}

/* Write the descriptor of a method by its parameters: "(I[LString;)V" for "int,String[])". Return false if they are
 * not names of types. */
static bool put_parameters(char descriptor[NAME_SIZE], const char *parameters)
{
    char *at = descriptor;
    *at++ = '(';
    while (*parameters && *parameters != ')') {
        size_t length = strcspn(parameters, ",)");
        at = put_descriptor(at, parameters, length);
        if (!at)
            return false;
        parameters += length;
        parameters += *parameters == ',';
    }
    memcpy(at, ")V", sizeof ")V");
    return strcmp(parameters, ")") == 0;
}

/* ---- classes ----------------------------------------------------------------------------------------------------- */

/* Return the id of a class by its internal name, which begins with '[' only if it is an array. */
static uint64_t class_of(struct qp_jfr_chunk *chunk, char name[NAME_SIZE])
{
    struct qp_jfr_record class = {{[QP_JFR_CLASS_NAME] = {symbol(chunk, name)}}};
    char *slash = name[0] == '[' ? NULL : strrchr(name, '/');
    if (slash && slash > name) {
        *slash = '\0';
        class.values[QP_JFR_CLASS_PACKAGE].number = qp_jfr_constant(
            chunk, QP_JFR_PACKAGE,
            &(struct qp_jfr_record){{[QP_JFR_PACKAGE_NAME] = {symbol(chunk, name)}, [QP_JFR_PACKAGE_EXPORTED] = {1}}});
    }
    return qp_jfr_constant(chunk, QP_JFR_CLASS, &class);
}

/* Return the id of a class that is no array. Readers would take a name such as [vdso] for one. */
static uint64_t plain_class(struct qp_jfr_chunk *chunk, char name[NAME_SIZE])
{
    replace(name, '[', '(');
    replace(name, ']', ')');
    return class_of(chunk, name);
}

uint64_t qp_jfr_class(struct qp_jfr_chunk *chunk, struct qp_text name)
{
    char shown[QP_LABEL_SIZE], internal[NAME_SIZE];
    size_t length = qp_text_show(name, shown, sizeof shown);
    char *end = length > 2 && shown[length - 1] == ']' ? put_descriptor(internal, shown, length) : NULL;
    if (end) {
        *end = '\0';
        return class_of(chunk, internal);
    }
    memcpy(internal, shown, length + 1);
    replace(internal, '.', '/');
    return plain_class(chunk, internal);
}

/* Return the class of functions in a file. */
static uint64_t class_of_file(struct qp_jfr_chunk *chunk, const struct qp_profile *profile, uint32_t file)
{
    char name[NAME_SIZE] = NO_CLASS;
    if (file != QP_NONE)
        qp_text_show(qp_folder_relative(profile, profile->files[file].name), name, QP_LABEL_SIZE);
    return plain_class(chunk, name);
}

/* ---- methods ----------------------------------------------------------------------------------------------------- */

static uint64_t method_of(struct qp_jfr_chunk *chunk, uint64_t class, const char *name, const char *descriptor)
{
    return qp_jfr_constant(chunk, QP_JFR_METHOD,
                           &(struct qp_jfr_record){{
                               [QP_JFR_METHOD_CLASS] = {class},
                               [QP_JFR_METHOD_NAME] = {symbol(chunk, name)},
                               [QP_JFR_METHOD_DESCRIPTOR] = {symbol(chunk, descriptor)},
                           }});
}

uint64_t qp_jfr_method(struct qp_jfr_chunk *chunk, const struct qp_profile *profile, uint32_t method)
{
    const struct qp_profile_method *it = &profile->methods[method];
    bool has_class = it->class_name.length && it->name.length;
    uint64_t class = has_class ? qp_jfr_class(chunk, it->class_name) : class_of_file(chunk, profile, it->file);
    char name[QP_LABEL_SIZE], descriptor[NAME_SIZE];
    if (has_class)
        qp_text_show(it->name, name, sizeof name);
    else
        qp_profile_method_name(profile, method, name, sizeof name);
    char *parameters = strchr(name, '(');
    if (parameters && parameters > name && put_parameters(descriptor, parameters + 1))
        *parameters = '\0';
    else
        memcpy(descriptor, "()V", sizeof "()V");
    return method_of(chunk, class, name, descriptor);
}

uint64_t qp_jfr_function(struct qp_jfr_chunk *chunk, const char *name)
{
    char class[NAME_SIZE] = NO_CLASS;
    return method_of(chunk, plain_class(chunk, class), name, "()V");
}
