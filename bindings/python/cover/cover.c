#include "bindings/python/cover/cover.h"

#include "bindings/python/cover/builtins.h"
#include "bindings/python/cover/early.h"
#include "bindings/python/cover/hidden.h"
#include "bindings/python/cover/loaded.h"
#include "bindings/python/cover/script.h"
#include "bindings/python/cover/unloaded.h"

/* Modules that the interpreter loads before the program, such as sitecustomize, are not counted. */
static void begin_program(void)
{
    qpy_loaded_begin_program();
    qpy_early_replace();
}

bool qpy_cover_begin(const struct kit_settings *settings)
{
    if (!qpy_loaded_begin(settings->cover == KIT_COVER_HITS) || !qpy_builtins_begin() || !qpy_hidden_begin() ||
        !qpy_unloaded_register_at_exit())
        return false;
    qpy_script_begin(begin_program);
    return true;
}
