#include "bindings/python/cover/cover.h"

#include "bindings/python/cover/builtins.h"
#include "bindings/python/cover/counted.h"
#include "bindings/python/cover/early.h"
#include "bindings/python/cover/hidden.h"
#include "bindings/python/cover/loaded.h"
#include "bindings/python/cover/script.h"
#include "bindings/python/cover/unloaded.h"

static bool has_begun;
static bool begun_with_hits;

/* Modules that the interpreter loads before the program, such as sitecustomize, are not counted. */
static void begin_program(void)
{
    qpy_loaded_begin_program();
    qpy_early_replace();
}

/* Return NULL or an error message. */
static const char *prepare(bool hits)
{
    if (qpy_loaded_begin(hits) && qpy_builtins_begin() && qpy_hidden_begin())
        return NULL;
    PyErr_Clear();
    return "the code objects of this CPython have an unknown form";
}

const char *qpy_cover_check(const struct kit_settings *settings)
{
    bool other = has_begun && (settings->cover == KIT_COVER_HITS) != begun_with_hits;
    return other ? "this process has recorded coverage of another kind before" : NULL;
}

/* Begin a later recording of this process. Return NULL or an error message. */
static const char *restart(const struct kit_settings *settings)
{
    const char *wrong = qpy_cover_check(settings);
    if (!wrong && !qpy_counted_restart())
        wrong = "this process has recorded hits before, and each is recorded only once";
    return wrong;
}

const char *qpy_cover_begin(const struct kit_settings *settings, bool program_runs)
{
    bool hits = settings->cover == KIT_COVER_HITS;
    const char *wrong = has_begun ? restart(settings) : prepare(hits);
    if (wrong)
        return wrong;
    if (!qpy_unloaded_begin_recording()) {
        PyErr_Clear();
        return "atexit.register fails";
    }
    if (has_begun)
        qpy_early_mark();
    else if (program_runs)
        begin_program();
    else
        qpy_script_begin(begin_program);
    has_begun = true;
    begun_with_hits = hits;
    return NULL;
}

void qpy_cover_end(void)
{
    qpy_unloaded_add();
}
