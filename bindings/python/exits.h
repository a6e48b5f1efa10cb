/* exits.h - programs that end by os._exit, as the children of multiprocessing do. No function registered with atexit()
 * runs then. */
#pragma once

/* From now on call `end` before os._exit ends the process. Later calls do nothing. The GIL is required. */
void qpy_exits_begin(void (*end)(void));
