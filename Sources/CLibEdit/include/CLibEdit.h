/* What LineEditing needs of libedit's native interface.
 *
 * `el_set` and `el_get` take variable arguments, which Swift cannot call, and the standard streams are
 * global variables, which Swift 6 rejects. Everything else of <histedit.h> is called as it is.
 */
#ifndef CLIBEDIT_H
#define CLIBEDIT_H

#include <histedit.h>
#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

#ifdef __cplusplus
extern "C" {
#endif

/* ---- The editor ---- */

/* An `EditLine` that edits text and draws nothing, with the functions that it calls back. */
typedef struct CLEEditor CLEEditor;

/* What the editor calls back, always with `context`. */
typedef struct {
  void *context;
  /* Stores the next key. Returns 1, or 0 at the end of the input. */
  int (*read)(void *context, wchar_t *key);
  /* Runs the command that was added under this number. Returns one of libedit's CC_ values. */
  unsigned char (*command)(void *context, int number);
} CLECallbacks;

/* How many commands `cle_add_command` takes. */
#define CLE_COMMAND_LIMIT 40

CLEEditor *cle_create(const char *program);
void cle_destroy(CLEEditor *editor);
EditLine *cle_line_editor(const CLEEditor *editor);
void cle_set_callbacks(CLEEditor *editor, CLECallbacks callbacks);

/* Makes command `number` known to libedit as `name`, so that keys can be bound to it. */
int cle_add_command(CLEEditor *editor, int number, const char *name, const char *help);
/* Binds a key; in vi's keys those of inserting. */
int cle_bind(CLEEditor *editor, const char *key, const char *command);
/* Binds a key of vi's commands. */
int cle_bind_alternate(CLEEditor *editor, const char *key, const char *command);

/* Reads ~/.editrc or the file that EDITRC names; false where there is none. */
bool cle_read_settings(CLEEditor *editor);
bool cle_uses_vi_keys(CLEEditor *editor);
/* True where the terminal of TERM is known and moves and erases by the sequences of ECMA-48. */
bool cle_understands_ansi(CLEEditor *editor);
/* Writes what the program's own streams still hold, so that the prompt comes after it. */
void cle_flush_all(void);

/* Chooses the environment's character encoding, or UTF-8 where the environment names none. */
void cle_choose_encoding(void);
/* The columns of a character on a terminal, -1 for a control character. */
int cle_width(wchar_t character);

/* ---- Terminals ---- */

bool cle_terminal_size(int descriptor, int *columns, int *rows);

/* Remembers the terminal's state once, to restore it when the program ends. */
void cle_remember_terminal(int descriptor);
/* Restores the remembered state; safe in a signal handler. */
void cle_restore_terminal(void);
/* Switches between editing, with single keys and neither echo nor signals (true), and the remembered state. */
void cle_edit_terminal(int descriptor, bool editing);
/* Writes all bytes. */
void cle_write(int descriptor, const char *bytes, size_t count);
/* Switches bracketed paste, and remembers it for `cle_restore_terminal`. */
void cle_set_bracketed_paste(bool on);

/* ---- Signals ---- */

/* Makes SIGINT set a flag. Calling it again changes nothing. */
void cle_install_interrupts(void);
bool cle_interrupt_is_pending(void);
unsigned cle_interrupt_count(void);
void cle_clear_interrupt(void);

/* Handles the signals that concern a line being edited. */
void cle_begin_reading_signals(void);
void cle_end_reading_signals(void);

typedef enum {
  CLEEventByte,
  CLEEventEnd,
  CLEEventTimeout,
  CLEEventInterrupt,
  CLEEventResize,
  CLEEventContinue,
  CLEEventHangup,
} CLEEvent;

/* Waits for a byte or a signal; a negative timeout (in milliseconds) waits without limit. */
CLEEvent cle_wait(int descriptor, int timeout, unsigned char *byte);
/* True where a byte can be read without waiting. */
bool cle_is_ready(int descriptor);
/* Stops the program's process group as the terminal's suspend key does; returns when it continues. */
void cle_suspend(void);

#ifdef __cplusplus
}
#endif

#endif
