/* For wcwidth, which glibc hides otherwise. */
#define _GNU_SOURCE
#include "CLibEdit.h"

#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct CLEEditor {
  EditLine *line;
  FILE *input;
  FILE *output;
  FILE *errors;
  wchar_t *prompt;
  CLECallbacks callbacks;
};

static CLEEditor *editor_of(EditLine *line) {
  void *editor = NULL;
  el_get(line, EL_CLIENTDATA, &editor);
  return editor;
}

static wchar_t *prompt_of(EditLine *line) {
  static wchar_t nothing[] = L"";
  CLEEditor *editor = editor_of(line);
  return editor != NULL && editor->prompt != NULL ? editor->prompt : nothing;
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
COMMAND(0) COMMAND(1) COMMAND(2) COMMAND(3) COMMAND(4) COMMAND(5) COMMAND(6) COMMAND(7)
COMMAND(8) COMMAND(9) COMMAND(10) COMMAND(11) COMMAND(12) COMMAND(13) COMMAND(14) COMMAND(15)
COMMAND(16) COMMAND(17) COMMAND(18) COMMAND(19) COMMAND(20) COMMAND(21) COMMAND(22) COMMAND(23)
#undef COMMAND

static unsigned char (*const commands[CLE_COMMAND_LIMIT])(EditLine *, int) = {
  command_0,  command_1,  command_2,  command_3,  command_4,  command_5,  command_6,  command_7,
  command_8,  command_9,  command_10, command_11, command_12, command_13, command_14, command_15,
  command_16, command_17, command_18, command_19, command_20, command_21, command_22, command_23,
};

CLEEditor *cle_create(const char *program) {
  CLEEditor *editor = calloc(1, sizeof *editor);
  if (editor == NULL) return NULL;
  editor->input = fdopen(STDIN_FILENO, "r");
  editor->output = fdopen(STDOUT_FILENO, "w");
  editor->errors = fdopen(STDERR_FILENO, "w");
  if (editor->input != NULL && editor->output != NULL && editor->errors != NULL)
    editor->line = el_init(program, editor->input, editor->output, editor->errors);
  if (editor->line == NULL) {
    free(editor);
    return NULL;
  }
  el_set(editor->line, EL_CLIENTDATA, editor);
  el_set(editor->line, EL_EDITOR, "emacs");
  el_set(editor->line, EL_SIGNAL, 0);
  el_wset(editor->line, EL_PROMPT_ESC, prompt_of, (int)CLE_PROMPT_ESCAPE);
  el_wset(editor->line, EL_GETCFN, read_key);
  return editor;
}

/* The streams stay open: closing them would close the program's descriptors 0, 1 and 2. */
void cle_destroy(CLEEditor *editor) {
  if (editor == NULL) return;
  el_end(editor->line);
  free(editor->prompt);
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

void cle_set_prompt(CLEEditor *editor, const wchar_t *prompt) {
  wchar_t *copy = wcsdup(prompt);
  if (copy == NULL) return;
  free(editor->prompt);
  editor->prompt = copy;
}

void cle_set_terminal_modes(CLEEditor *editor) {
  el_set(editor->line, EL_SETTY, "-d", "-isig", "-ixon", "-inlcr", "-icrnl", "-iexten", (char *)NULL);
}

void cle_prepare_terminal(CLEEditor *editor, bool editing) {
  el_set(editor->line, EL_PREP_TERM, editing ? 1 : 0);
}

void cle_redraw(CLEEditor *editor) { el_set(editor->line, EL_REFRESH); }

bool cle_read_settings(CLEEditor *editor) { return el_source(editor->line, NULL) == 0; }

bool cle_uses_vi_keys(CLEEditor *editor) {
  const char *name = NULL;
  return el_get(editor->line, EL_EDITOR, &name) == 0 && name != NULL && strcmp(name, "vi") == 0;
}

void cle_write(CLEEditor *editor, const char *bytes, size_t count) {
  fwrite(bytes, 1, count, editor->output);
  fflush(editor->output);
}

void cle_flush_all(void) { fflush(NULL); }

void cle_choose_encoding(void) {
  static const char *const fallbacks[] = {"C.UTF-8", "en_US.UTF-8", "UTF-8"};
  setlocale(LC_CTYPE, "");
  for (size_t i = 0; MB_CUR_MAX == 1 && i < sizeof fallbacks / sizeof *fallbacks; i++)
    setlocale(LC_CTYPE, fallbacks[i]);
}

int cle_width(wchar_t character) { return wcwidth(character); }
