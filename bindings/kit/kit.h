/* kit.h - all of the kit that an interpreter uses which embeds qii: the library, its functions and sources, frames,
 * fibers. doc/bindings.md tells which part is for what; samples/embed.c is a whole program. */
#ifndef KIT_KIT_H
#define KIT_KIT_H

#include "fiber.h"
#include "frames.h"
#include "library.h"
#include "registry.h"
#include "settings.h"

#endif
