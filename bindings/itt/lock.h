/* lock.h - the lock of the tables of ITT in this library.
 *
 * A child that is not recorded may inherit it in a locked state, so take it only if native_records(). */
#pragma once

void itt_lock(void);
void itt_unlock(void);
