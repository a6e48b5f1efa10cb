#include "tests/support/sample.h"

#define START 0x7f0000401000u
#define BIAS  0x7f0000400000u

/* Add the locations of sample.h. Their library does not exist, so its addresses cannot be resolved. */
void sample_locations(struct builder *builder, uint32_t node)
{
    static const uint64_t stack[] = {START + 0x234, START + 0xfff, 0x99};
    static const unsigned char id[QP_BUILD_ID] = "a build that is gone";
    builder_line(builder, 1, "solver.f90", 12);
    builder_line(builder, 2, "main.f90", 7);
    builder_line(builder, 3, SAMPLE_ODD_FILE, 7);
    builder_stack(builder, 4, stack, 3, node, 0);
    builder_stack(builder, 5, stack, 1, 0, QP_LOCATION_PC);
    struct qp_module_record *module = builder_module(builder, "/nowhere/libgone.so");
    module->start = START;
    module->end = START + 0x1000;
    module->bias = BIAS;
    module->tick = 1000;
    module->build_id_size = QP_BUILD_ID;
    for (int i = 0; i < QP_BUILD_ID; i++)
        module->build_id[i] = id[i];
}
