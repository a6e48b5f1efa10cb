#include "bindings/lua/code/operation.h"

const struct qlua_operation_properties qlua_operations[] = {
#define X(name, operands, read, written, kind)                                                                         \
    {QLUA_OPERANDS_##operands, QLUA_ROW_##read, QLUA_ROW_##written, QLUA_KIND_##kind},
    QLUA_OPERATION_LIST(X)
#undef X
};
