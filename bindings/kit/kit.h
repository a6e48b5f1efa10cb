/* kit.h - all headers for an interpreter that embeds qii: library, functions and sources, frames, fibers.
 * doc/bindings.md explains these parts; samples/embed.c is a complete program. */
#pragma once

#include "fiber.h"
#include "frames.h"
#include "library.h"
#include "registry.h"
#include "settings.h"
