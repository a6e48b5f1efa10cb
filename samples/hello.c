#include <qprof.h>

int main(void)
{
    const qprof_LineInfo lines[] = {{0, 15}, {7, 16}, {12, 19}};
    if (qprof_initialize("", NULL) < 0)
        return 1;
    qprof_register_method_id(1, "main", NULL, QPROF_METHOD_FLAGS_NONE, "hello.toy", lines, 3);
    qprof_record_fn_entry(1, 65);
    qprof_record_bb_counts(0, 1);
    qprof_record_fn_exit(0);
    qprof_shutdown();
    return 0;
}
