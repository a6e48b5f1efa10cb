/* record.h - CPython's own record of a frame, by whose address the frame is identified.
 *
 * In CPython 3.11 it is the frame object. Since 3.12 a frame object exists only if somebody needed it. The record then
 * lies on the thread's stack of frames, or in the generator or coroutine whose frame it is. Its fields are not public:
 * those that are read here are compared with the public functions at the start. All calls require the GIL. */
#pragma once

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#if PY_VERSION_HEX < 0x030c0000

typedef PyFrameObject qpy_record;

static inline qpy_record *qpy_record_of(PyFrameObject *frame)
{
    return frame;
}

/* Return the code object. The frame has a reference to it. */
static inline PyCodeObject *qpy_record_code(qpy_record *record)
{
    PyCodeObject *code = PyFrame_GetCode(record);
    Py_DECREF(code);
    return code;
}

#else

typedef struct qpy_record {
    void *executable; /* code object */
    struct qpy_record *previous;
} qpy_record;

struct qpy_frame_object {
    PyObject_HEAD PyFrameObject *previous;
#ifdef QPY_MOVE_RECORD /* for a test: the check must notice this */
    void *moved;
#endif
    qpy_record *record;
};

static inline qpy_record *qpy_record_of(PyFrameObject *frame)
{
    return ((struct qpy_frame_object *)frame)->record;
}

PyCodeObject *qpy_record_code(qpy_record *record);

/* Return the record of the frame that runs on the calling thread, NULL if no Python code runs. */
static inline qpy_record *qpy_record_now(void)
{
#if PY_VERSION_HEX >= 0x030d0000
    return (qpy_record *)PyThreadState_GetUnchecked()->current_frame;
#else
    return (qpy_record *)_PyThreadState_UncheckedGet()->cframe->current_frame;
#endif
}

#endif

/* Return the record of the caller, NULL if there is none. */
qpy_record *qpy_record_caller(qpy_record *record);

/* An instruction of a code object, in the form in which the compiler wrote it. */
struct qpy_instruction {
    int code;
    int argument;
};

/* Return the instruction at an offset of the code. */
struct qpy_instruction qpy_instruction_at(PyCodeObject *code, int offset);

/* Return the instruction at which a frame is. */
struct qpy_instruction qpy_record_instruction(qpy_record *record);

/* Compare the records of the calling thread's frames with what the public functions return. Return NULL or an error
 * message. */
const char *qpy_records_check(void);
