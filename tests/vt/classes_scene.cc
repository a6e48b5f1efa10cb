// classes_scene.cc - scenes for classes.c, with the C++ classes of VT.h in every form. Written in C++98, like many
// programs.
#include <VT.h>

extern "C" {
void play_functions();
void play_regions();
void play_again();
void play_exceptions();
void play_bad_handles();
int play_before_start();
void play_threads();
}

static VT_FuncDef step("step", "Solver");
static VT_SclDef here("solver.cc", 10);

void play_functions()
{
    {
        VT_Function by_name("f", "Class");
        VT_Function with_place("Deep:g", "Class", "file.cc", 7);
    }
    {
        VT_Function by_definition(step);
        VT_Function both(step, here);
    }
}

void play_regions()
{
    {
        VT_Region by_name("r", "Class");
        VT_Region with_place("s", 0, "file.cc", 8);
        with_place.end("file.cc", 9);
        by_name.end(here);
    }
    {
        VT_Region by_definition(step);
        VT_Region both(step, here);
        both.end();
        both.end(); // is not open
    }
}

// Begin one region with each method. An open region ends when it begins again, and in its destructor.
void play_again()
{
    VT_Region region;
    region.begin("r", "Class");
    region.end();
    region.begin("s", "Class", "file.cc", 3);
    region.begin(step);
    region.begin(step, here);
    region.end();
    region.end("file.cc", 4);
    region.begin("last", 0);
}

static void fail()
{
    VT_Function function("fail", "Class");
    VT_Region region("part", "Class");
    throw 1;
}

void play_exceptions()
{
    VT_Function outer("outer", "Class");
    try {
        fail();
    } catch (int) {
        VT_Function handler("handler", "Class");
    }
}

// A state without a name has no handle, so it is not logged, and its end must not end another state.
void play_bad_handles()
{
    VT_FuncDef nameless("", "Class");
    VT_Function outer("outer", "Class");
    {
        VT_Function lost(nameless);
        VT_Region region(nameless);
        VT_Function null(0, 0);
        VT_Function inner("inner", "Class");
    }
    VT_Function last("last", "Class");
}

// Begin states before the run starts. Their ends must ignore states that are open then.
int play_before_start()
{
    VT_Function early("early", "Class");
    VT_Region region("early", "Class");
    int failed = VT_initialize(0, 0);
    VT_enter(step.GetHandle(), VT_NOSCL);
    return failed;
}

// A definition whose first use is in several threads at once.
static VT_FuncDef raced("raced", "Class");
static VT_SclDef raced_place("raced.cc", 1);

void play_threads()
{
    VT_Function function(raced, raced_place);
}
