#include "CLibEdit.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

/* A process has one set of signal handlers, so what they touch is global here. */

static atomic_bool interrupt_is_pending;
static atomic_uint interrupt_count;
static atomic_bool resize_is_pending;
static atomic_bool continue_is_pending;
static atomic_bool hangup_is_pending;

/* A signal writes a byte here, so that one which arrives just before the wait still ends it. */
static int wake_up[2] = {-1, -1};

static struct termios remembered;
static atomic_int remembered_descriptor = -1;
static atomic_bool paste_is_bracketed;

/* ---- Terminals ---- */

bool cle_terminal_size(int descriptor, int *columns, int *rows) {
  struct winsize size;
  if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return false;
  *columns = size.ws_col;
  *rows = size.ws_row > 0 ? size.ws_row : 24;
  return true;
}

static void write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

void cle_write(int descriptor, const char *bytes, size_t count) { write_all(descriptor, bytes, count); }

void cle_edit_terminal(int descriptor, bool editing) {
  static struct termios before;
  static bool is_editing = false;
  if (editing) {
    struct termios now;
    if (tcgetattr(descriptor, &now) != 0) return;
    if (!is_editing) before = now;
    is_editing = true;
    now = before;
    now.c_iflag &= ~(tcflag_t)(IXON | INLCR | ICRNL | IGNCR);
    now.c_lflag &= ~(tcflag_t)(ICANON | ECHO | ECHONL | ISIG | IEXTEN);
    now.c_cc[VMIN] = 1;
    now.c_cc[VTIME] = 0;
    tcsetattr(descriptor, TCSADRAIN, &now);
  } else if (is_editing) {
    is_editing = false;
    tcsetattr(descriptor, TCSADRAIN, &before);
  }
}

void cle_set_bracketed_paste(bool on) {
  if (on == atomic_load(&paste_is_bracketed)) return;
  atomic_store(&paste_is_bracketed, on);
  if (on) write_all(STDOUT_FILENO, "\033[?2004h", 8);
  else write_all(STDOUT_FILENO, "\033[?2004l", 8);
}

void cle_restore_terminal(void) {
  int saved = errno;
  int descriptor = atomic_load(&remembered_descriptor);
  if (descriptor >= 0) {
    cle_set_bracketed_paste(false);
    /* A program in the background that touches the terminal would be stopped. */
    if (tcgetpgrp(descriptor) == getpgrp()) tcsetattr(descriptor, TCSADRAIN, &remembered);
  }
  errno = saved;
}

void cle_remember_terminal(int descriptor) {
  if (atomic_load(&remembered_descriptor) >= 0) return;
  if (tcgetattr(descriptor, &remembered) != 0) return;
  atomic_store(&remembered_descriptor, descriptor);
  atexit(cle_restore_terminal);
}

/* ---- Signals ---- */

static void wake(void) {
  int saved = errno;
  if (wake_up[1] >= 0) {
    ssize_t written = write(wake_up[1], "!", 1);
    (void)written; /* a full pipe wakes as well */
  }
  errno = saved;
}

static void open_wake_up(void) {
  if (wake_up[0] >= 0 || pipe(wake_up) != 0) return;
  for (int i = 0; i < 2; i++) {
    fcntl(wake_up[i], F_SETFL, O_NONBLOCK);
    fcntl(wake_up[i], F_SETFD, FD_CLOEXEC);
  }
}

static void on_interrupt(int number) {
  (void)number;
  atomic_store(&interrupt_is_pending, true);
  atomic_fetch_add(&interrupt_count, 1);
  wake();
}

void cle_install_interrupts(void) {
  struct sigaction action = {0};
  open_wake_up();
  action.sa_handler = on_interrupt;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  sigaction(SIGINT, &action, NULL);
}

bool cle_interrupt_is_pending(void) { return atomic_load(&interrupt_is_pending); }

unsigned cle_interrupt_count(void) { return atomic_load(&interrupt_count); }

void cle_clear_interrupt(void) { atomic_store(&interrupt_is_pending, false); }

/* The signals that matter while a line is edited, and what each did before. */
enum { WATCHED = 5 };
static const int watched[WATCHED] = {SIGWINCH, SIGCONT, SIGHUP, SIGTERM, SIGQUIT};
static struct sigaction before[WATCHED];
static bool is_watched[WATCHED];

static void on_watched(int number) {
  switch (number) {
    case SIGWINCH: atomic_store(&resize_is_pending, true); break;
    case SIGCONT: atomic_store(&continue_is_pending, true); break;
    case SIGHUP: atomic_store(&hangup_is_pending, true); break;
    default:
      /* The program ends: leave the terminal as it was found, then do what would have been done. */
      cle_restore_terminal();
      for (int i = 0; i < WATCHED; i++)
        if (watched[i] == number) sigaction(number, &before[i], NULL);
      raise(number);
      return;
  }
  wake();
}

void cle_begin_reading_signals(void) {
  struct sigaction action = {0};
  open_wake_up();
  action.sa_handler = on_watched;
  action.sa_flags = SA_RESTART;
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < WATCHED; i++) {
    if (is_watched[i] || sigaction(watched[i], NULL, &before[i]) != 0) continue;
    if (before[i].sa_handler == SIG_IGN && watched[i] != SIGWINCH && watched[i] != SIGCONT) continue;
    is_watched[i] = sigaction(watched[i], &action, NULL) == 0;
  }
}

void cle_end_reading_signals(void) {
  for (int i = 0; i < WATCHED; i++) {
    if (is_watched[i]) sigaction(watched[i], &before[i], NULL);
    is_watched[i] = false;
  }
}

void cle_suspend(void) {
  kill(0, SIGTSTP);
  atomic_store(&continue_is_pending, false);
}

static bool take(atomic_bool *flag) { return atomic_exchange(flag, false); }

bool cle_is_ready(int descriptor) {
  struct pollfd wait = {descriptor, POLLIN, 0};
  return poll(&wait, 1, 0) > 0 && (wait.revents & POLLIN) != 0;
}

CLEEvent cle_wait(int descriptor, int timeout, unsigned char *byte) {
  for (;;) {
    if (take(&interrupt_is_pending)) return CLEEventInterrupt;
    if (take(&hangup_is_pending)) return CLEEventHangup;
    if (take(&continue_is_pending)) return CLEEventContinue;
    if (take(&resize_is_pending)) return CLEEventResize;

    struct pollfd waits[2] = {{descriptor, POLLIN, 0}, {wake_up[0], POLLIN, 0}};
    int ready = poll(waits, wake_up[0] >= 0 ? 2 : 1, timeout);
    if (ready == 0) return CLEEventTimeout;
    if (ready < 0) {
      if (errno == EINTR) continue;
      return CLEEventEnd;
    }
    if (wake_up[0] >= 0 && waits[1].revents != 0) {
      char drain[64];
      while (read(wake_up[0], drain, sizeof drain) > 0) continue;
      continue;
    }
    if (waits[0].revents == 0) continue;
    ssize_t count = read(descriptor, byte, 1);
    if (count == 1) return CLEEventByte;
    if (count < 0 && (errno == EINTR || errno == EAGAIN)) continue;
    return CLEEventEnd;
  }
}
