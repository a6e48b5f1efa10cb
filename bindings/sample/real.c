#include "bindings/sample/real.h"

#include <dlfcn.h>
#include <string.h>

typedef int create_function(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);

int real_pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*start)(void *), void *argument)
{
    static create_function *create;
    if (!create) {
        void *address = dlsym(RTLD_NEXT, "pthread_create");
        memcpy(&create, &address, sizeof create);
    }
    return create(thread, attributes, start, argument);
}
