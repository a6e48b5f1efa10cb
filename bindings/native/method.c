#include "bindings/native/method.h"

#include "bindings/kit/library.h"
#include "bindings/native/symbol.h"

void native_method_register(qprof_MethodID id)
{
    struct native_symbol symbol;
    native_symbol_of_function(&symbol, (const void *)id);
    kit_library.qii.register_method_id(id, symbol.name, NULL, 0, symbol.file,
                                       &(qprof_LineInfo){.line_number = symbol.line}, symbol.line > 0);
}
