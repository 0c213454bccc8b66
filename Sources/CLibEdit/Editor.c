/* For wcwidth, which glibc hides otherwise. */
#define _GNU_SOURCE
#include "CLibEdit.h"

#include <fcntl.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

struct CLEEditor {
  EditLine *line;
  /* The terminal that libedit believes to draw on, and where its drawing goes. */
  int model_master;
  int model;
  FILE *sink;
  FILE *errors;
  CLECallbacks callbacks;
};

static CLEEditor *editor_of(EditLine *line) {
  void *editor = NULL;
  el_get(line, EL_CLIENTDATA, &editor);
  return editor;
}

static wchar_t *prompt_of(EditLine *line) {
  static wchar_t nothing[] = L"";
  (void)line;
  return nothing;
}

static int read_key(EditLine *line, wchar_t *key) {
  CLEEditor *editor = editor_of(line);
  if (editor == NULL || editor->callbacks.read == NULL) return 0;
  return editor->callbacks.read(editor->callbacks.context, key);
}

/* libedit tells a command which key called it but not which command it is: one function each. */
static unsigned char run_command(EditLine *line, int number) {
  CLEEditor *editor = editor_of(line);
  if (editor == NULL || editor->callbacks.command == NULL) return CC_ERROR;
  return editor->callbacks.command(editor->callbacks.context, number);
}

#define COMMAND(number) \
  static unsigned char command_##number(EditLine *line, int key) { \
    (void)key; \
    return run_command(line, number); \
  }
#define COMMANDS(tens) \
  COMMAND(tens##0) COMMAND(tens##1) COMMAND(tens##2) COMMAND(tens##3) COMMAND(tens##4) \
  COMMAND(tens##5) COMMAND(tens##6) COMMAND(tens##7) COMMAND(tens##8) COMMAND(tens##9)
COMMANDS() COMMANDS(1) COMMANDS(2) COMMANDS(3)
#undef COMMANDS
#undef COMMAND

#define NAMES(tens) \
  command_##tens##0, command_##tens##1, command_##tens##2, command_##tens##3, command_##tens##4, \
  command_##tens##5, command_##tens##6, command_##tens##7, command_##tens##8, command_##tens##9
static unsigned char (*const commands[CLE_COMMAND_LIMIT])(EditLine *, int) = {NAMES(), NAMES(1), NAMES(2), NAMES(3)};
#undef NAMES

/* libedit keeps a picture of the screen and writes outside of it where the text is larger. So it gets a terminal of
 * its own that holds more text than anybody edits, and its drawing goes nowhere: the screen is drawn by LineEditing. */
static int open_model(int *master) {
  struct winsize size = {.ws_row = 1000, .ws_col = 100};
  char name[128];
  *master = posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (*master < 0) return -1;
  int model = -1;
  if (grantpt(*master) == 0 && unlockpt(*master) == 0 && ptsname_r(*master, name, sizeof name) == 0)
    model = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC);
  if (model >= 0) ioctl(model, TIOCSWINSZ, &size);
  return model;
}

static void close_streams(CLEEditor *editor) {
  if (editor->sink != NULL) fclose(editor->sink);
  if (editor->model >= 0) close(editor->model);
  if (editor->model_master >= 0) close(editor->model_master);
}

CLEEditor *cle_create(const char *program) {
  CLEEditor *editor = calloc(1, sizeof *editor);
  if (editor == NULL) return NULL;
  editor->model = open_model(&editor->model_master);
  editor->sink = fopen("/dev/null", "we");
  editor->errors = fdopen(STDERR_FILENO, "w");
  if (editor->model >= 0 && editor->sink != NULL && editor->errors != NULL)
    editor->line = el_init_fd(program, editor->sink, editor->sink, editor->sink, editor->model, editor->model,
                              editor->model);
  if (editor->line == NULL) {
    close_streams(editor);
    free(editor);
    return NULL;
  }
  el_set(editor->line, EL_CLIENTDATA, editor);
  el_set(editor->line, EL_EDITOR, "emacs");
  el_set(editor->line, EL_EDITMODE, 1);
  el_set(editor->line, EL_SIGNAL, 0);
  el_wset(editor->line, EL_PROMPT, prompt_of);
  el_wset(editor->line, EL_GETCFN, read_key);
  return editor;
}

/* The stream of errors stays open: closing it would close the program's descriptor 2. */
void cle_destroy(CLEEditor *editor) {
  if (editor == NULL) return;
  el_end(editor->line);
  close_streams(editor);
  free(editor);
}

EditLine *cle_line_editor(const CLEEditor *editor) { return editor->line; }

void cle_set_callbacks(CLEEditor *editor, CLECallbacks callbacks) { editor->callbacks = callbacks; }

int cle_add_command(CLEEditor *editor, int number, const char *name, const char *help) {
  if (number < 0 || number >= CLE_COMMAND_LIMIT) return -1;
  return el_set(editor->line, EL_ADDFN, name, help, commands[number]);
}

int cle_bind(CLEEditor *editor, const char *key, const char *command) {
  return el_set(editor->line, EL_BIND, key, command, (char *)NULL);
}

int cle_bind_alternate(CLEEditor *editor, const char *key, const char *command) {
  return el_set(editor->line, EL_BIND, "-a", key, command, (char *)NULL);
}

bool cle_read_settings(CLEEditor *editor) {
  /* Its errors are for the user, unlike those about a terminal that is not drawn on. */
  el_set(editor->line, EL_SETFP, 2, editor->errors);
  return el_source(editor->line, NULL) == 0;
}

bool cle_uses_vi_keys(CLEEditor *editor) {
  const char *name = NULL;
  return el_get(editor->line, EL_EDITOR, &name) == 0 && name != NULL && strcmp(name, "vi") == 0;
}

static bool has_sequence(CLEEditor *editor, char *name) {
  char *sequence = NULL;
  return el_get(editor->line, EL_GETTC, name, &sequence) == 0 && sequence != NULL &&
         strncmp(sequence, "\033[", 2) == 0;
}

bool cle_understands_ansi(CLEEditor *editor) {
  static char up[] = "up", up_rows[] = "UP", erase[] = "ce";
  /* Some move up one row by another sequence, but many rows as all others do. */
  return has_sequence(editor, erase) && (has_sequence(editor, up) || has_sequence(editor, up_rows));
}

void cle_flush_all(void) { fflush(NULL); }

void cle_choose_encoding(void) {
  static const char *const fallbacks[] = {"C.UTF-8", "en_US.UTF-8", "UTF-8"};
  setlocale(LC_CTYPE, "");
  for (size_t i = 0; MB_CUR_MAX == 1 && i < sizeof fallbacks / sizeof *fallbacks; i++)
    setlocale(LC_CTYPE, fallbacks[i]);
}

int cle_width(wchar_t character) { return wcwidth(character); }
