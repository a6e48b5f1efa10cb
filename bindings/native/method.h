/* method.h - functions of the program as methods. The address of a function is its method id. */
#pragma once

#include "include/qprof.h"

/* Register the function at this address. The library calls this when the function is first entered. */
void native_method_register(qprof_MethodID id);
