#include "bindings/python/text/source_text.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "bindings/python/text/scanner.h"

PyObject *qpy_source_bytes(const char *name)
{
    FILE *file = fopen(name, "rbe");
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : -1;
    PyObject *bytes = size >= 0 ? PyBytes_FromStringAndSize(NULL, size) : NULL;
    if (bytes) {
        rewind(file);
        if (fread(PyBytes_AS_STRING(bytes), 1, (size_t)size, file) != (size_t)size)
            Py_CLEAR(bytes);
    }
    if (file)
        fclose(file);
    PyErr_Clear();
    return bytes;
}

/* ---- declared encoding ------------------------------------------------------------------------------------------- */

/* Return the end of the line that begins here. */
static const char *end_of_line(const char *at, const char *end)
{
    while (at < end && *at != '\n' && *at != '\r')
        at++;
    return at;
}

static bool is_encoding(char character)
{
    return Py_ISALNUM(character) || (character && strchr("-_.", character));
}

/* If a comment declares an encoding, such as "coding: latin-1", copy its name. */
static bool find_declaration(const char *at, const char *end, char name[40])
{
    static const char coding[] = "coding";
    while ((at = memmem(at, (size_t)(end - at), coding, sizeof coding - 1))) {
        at += sizeof coding - 1;
        if (at == end || (*at != ':' && *at != '='))
            continue;
        for (at++; at < end && (*at == ' ' || *at == '\t');)
            at++;
        size_t length = 0;
        while (at + length < end && length < 39 && is_encoding(at[length]))
            length++;
        memcpy(name, at, length);
        name[length] = '\0';
        return length > 0;
    }
    return false;
}

/* Find the encoding that one of the first two lines declares. The first one must be a comment, or blank. */
static bool find_encoding(const char *text, size_t size, char name[40])
{
    const char *at = text, *end = text + size;
    for (int line = 0; line < 2; line++) {
        const char *line_end = end_of_line(at, end);
        while (at < line_end && strchr(" \t\f", *at))
            at++;
        if (at < line_end && *at != '#')
            return false;
        if (find_declaration(at, line_end, name))
            return true;
        at = qpy_after_break(line_end, end);
    }
    return false;
}

/* Return the text in UTF-8, which is the same object if it is. Take the reference to `bytes`. */
static PyObject *decode(PyObject *bytes)
{
    char name[40];
    const char *text = PyBytes_AS_STRING(bytes);
    Py_ssize_t size = PyBytes_GET_SIZE(bytes);
    bool marked = size >= 3 && memcmp(text, "\xef\xbb\xbf", 3) == 0;
    if (marked || !find_encoding(text, (size_t)size, name) || PyOS_strnicmp(name, "utf-8", 5) == 0)
        return bytes;
    PyObject *decoded = PyUnicode_Decode(text, size, name, "replace");
    PyObject *result = decoded ? PyUnicode_AsUTF8String(decoded) : NULL;
    Py_XDECREF(decoded);
    PyErr_Clear();
    if (!result)
        return bytes;
    Py_DECREF(bytes);
    return result;
}

/* ---- loaders ----------------------------------------------------------------------------------------------------- */

static PyObject *ask_loader(PyObject *globals)
{
    PyObject *loader = globals ? PyDict_GetItemString(globals, "__loader__") : NULL;
    PyObject *module = globals ? PyDict_GetItemString(globals, "__name__") : NULL;
    PyObject *get = loader && module ? PyObject_GetAttrString(loader, "get_source") : NULL;
    PyObject *source = get ? PyObject_CallOneArg(get, module) : NULL;
    PyObject *text = source && PyUnicode_Check(source) ? PyUnicode_AsUTF8String(source) : NULL;
    Py_XDECREF(source);
    Py_XDECREF(get);
    PyErr_Clear();
    return text;
}

PyObject *qpy_source_text(const char *file, PyObject *globals)
{
    PyObject *bytes = *file == '<' ? NULL : qpy_source_bytes(file);
    return bytes ? decode(bytes) : ask_loader(globals);
}
