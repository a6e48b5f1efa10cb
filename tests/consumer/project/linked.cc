// linked.cc - the program linked.c in C++, which includes the header by its old name.
#include <QProf.h>

int main()
{
    qprof_InitInfo info = {0, "-data-file=none -quiet", nullptr, 1};
    if (qprof_initialize_ex(&info) < 0)
        return 1;
    int fiber = 0;
    VthreadID thread = reinterpret_cast<VthreadID>(&fiber);
    qprof_record_fn_entry_vt(1, 65, thread);
    bool inside = qprof_current_method_id_vt(thread) == 1;
    qprof_record_fn_exit_vt(0, thread);
    qprof_shutdown_vt(thread);
    return inside ? 0 : 1;
}
