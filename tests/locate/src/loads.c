/* loads LIBRARY...: load each library, call its function, and unload it. */
#include "tests/locate/recorder.h"

#include <dlfcn.h>
#include <stdio.h>

int main(int argc, char **argv)
{
    int sum = 0;
    for (int i = 1; i < argc; i++) {
        void *library = dlopen(argv[i], RTLD_NOW | RTLD_LOCAL);
        int (*shown)(void (*)(void)) = library ? (int (*)(void (*)(void)))dlsym(library, "shown") : NULL;
        if (!shown) {
            fprintf(stderr, "loads: %s\n", dlerror());
            return 1;
        }
        sum += shown(locate_here);
        dlclose(library);
    }
    return sum == 0;
}
