// states.cc - the program states.c in C++.
#include <VT.h>

#include <cstring>

int main(int argc, char **argv)
{
    bool records = argc > 1 && std::strcmp(argv[1], "records") == 0;
    static VT_FuncDef step("step", "Work");
    if (VT_initialize(nullptr, nullptr) != VT_OK)
        return 1;
    {
        VT_Function function(step);
        VT_Region region("region", "Work", __FILE__, __LINE__);
    }
    if ((step.GetHandle() != 0) != records)
        return 1;
    return VT_finalize() != VT_OK;
}
