/* instrument.c - programs compiled with -finstrument-functions, recorded without a change.
 *
 * gcc and clang insert a call of __cyg_profile_func_enter at the begin of each function, inlined ones included, and of
 * __cyg_profile_func_exit at its end. The C library has empty versions of both; these ones precede them. jump.c handles
 * functions that are left without an exit. */
#include "bindings/native/filter.h"
#include "bindings/native/start.h"

typedef void hook(void *function, void *site);

__attribute__((visibility("default"))) hook __cyg_profile_func_enter, __cyg_profile_func_exit;

void __cyg_profile_func_enter(void *function, void *site)
{
    (void)site;
    if (native_records() && !native_filter_excludes(function))
        kit_library.qii.enter_function((qprof_MethodID)function, __builtin_dwarf_cfa(), __builtin_return_address(0));
}

void __cyg_profile_func_exit(void *function, void *site)
{
    (void)site;
    if (native_records() && !native_filter_excludes(function))
        kit_library.qii.leave_function((qprof_MethodID)function);
}
