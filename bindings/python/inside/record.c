#include "bindings/python/inside/record.h"

#include <stdbool.h>

#if PY_VERSION_HEX < 0x030c0000

qpy_record *qpy_record_caller(qpy_record *record)
{
    PyFrameObject *caller = PyFrame_GetBack(record);
    Py_XDECREF(caller); /* it is open, so it needs no reference of ours */
    return caller;
}

static int offset_of(qpy_record *record)
{
    return PyFrame_GetLasti(record);
}

const char *qpy_records_check(void)
{
    return NULL;
}

#else

static struct _PyInterpreterFrame *opaque(qpy_record *record)
{
    return (struct _PyInterpreterFrame *)record;
}

PyCodeObject *qpy_record_code(qpy_record *record)
{
    PyObject *code = PyUnstable_InterpreterFrame_GetCode(opaque(record));
    Py_DECREF(code);
    return (PyCodeObject *)code;
}

/* Return whether CPython made a record for itself, where C code calls a Python function. It has no code, or in version
 * 3.12 a code without a source. */
static bool is_own(qpy_record *record)
{
    const PyCodeObject *code = qpy_record_code(record);
    return !PyCode_Check(code) || PyUnicode_CompareWithASCIIString(code->co_filename, "<shim>") == 0;
}

qpy_record *qpy_record_caller(qpy_record *record)
{
    qpy_record *caller = record->previous;
    while (caller && is_own(caller))
        caller = caller->previous;
    return caller;
}

static int offset_of(qpy_record *record)
{
    return PyUnstable_InterpreterFrame_GetLasti(opaque(record));
}

const char *qpy_records_check(void)
{
    qpy_record *record = qpy_record_now();
    PyFrameObject *frame = (PyFrameObject *)Py_XNewRef(PyEval_GetFrame());
    bool same = frame;
    while (frame && same) {
        PyCodeObject *code = PyFrame_GetCode(frame);
        PyFrameObject *back = PyFrame_GetBack(frame);
        same = qpy_record_of(frame) == record && qpy_record_code(record) == code &&
               offset_of(record) == PyFrame_GetLasti(frame);
        record = same ? qpy_record_caller(record) : NULL;
        same = same && !record == !back;
        Py_DECREF(code);
        Py_SETREF(frame, back);
    }
    Py_XDECREF(frame);
    return same ? NULL : "the frames of this CPython have an unknown layout";
}

#endif

/* In CPython 3.12, a frame that awaits is at the cache of its instruction SEND. */
struct qpy_instruction qpy_instruction_at(PyCodeObject *code, int offset)
{
    PyObject *bytes = PyCode_GetCode(code);
    if (!bytes) {
        PyErr_Clear();
        return (struct qpy_instruction){0, 0};
    }
    const unsigned char *text = (const unsigned char *)PyBytes_AS_STRING(bytes);
    while (offset > 0 && text[offset] == 0)
        offset -= 2;
    struct qpy_instruction result = {text[offset], text[offset + 1]};
    Py_DECREF(bytes);
    return result;
}

struct qpy_instruction qpy_record_instruction(qpy_record *record)
{
    return qpy_instruction_at(qpy_record_code(record), offset_of(record));
}
