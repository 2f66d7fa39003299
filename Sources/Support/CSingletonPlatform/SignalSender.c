#include "CSingletonPlatform.h"

#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <unistd.h>

#include "FaultStack.h"

// The signals that a fault of this process raises, and that another process may send, too.
static const int fault_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS, SIGPIPE};
enum { fault_signal_count = sizeof fault_signals / sizeof *fault_signals };

bool cp_is_fault_signal(int number) {
  for (int i = 0; i < fault_signal_count; i++) {
    if (fault_signals[i] == number) return true;
  }
  return false;
}

static struct sigaction earlier_fault_actions[fault_signal_count];
static _Atomic uint64_t *sent_by_others;

static bool is_sent(const siginfo_t *info) {
#if defined(__APPLE__)
  return info->si_code == SI_USER || info->si_code == SI_QUEUE;
#else
  return info->si_code <= 0;
#endif
}

static void note_sender(int signal, siginfo_t *info, void *context) {
  const bool is_from_others = is_sent(info) && info->si_pid != getpid();
  if (is_from_others) {
    atomic_store_explicit(sent_by_others, 1, memory_order_relaxed);
  } else {
    note_fault_stack(context);
  }
  struct sigaction by_default = {.sa_handler = SIG_DFL};
  sigemptyset(&by_default.sa_mask);
  for (int i = 0; i < fault_signal_count; i++) {
    if (fault_signals[i] != signal) continue;
    // A handler of the process, such as a sanitizer's, would report a fault.
    const bool is_handled = earlier_fault_actions[i].sa_handler != SIG_IGN;
    sigaction(signal, is_from_others && is_handled ? &by_default : &earlier_fault_actions[i], NULL);
  }
  // A failed instruction is executed again and raises its signal again; every other signal has to be raised here.
  if (is_sent(info) || signal == SIGTRAP || signal == SIGSYS) raise(signal);
}

void cp_note_signals_of_others(uint64_t *note) {
  sent_by_others = (_Atomic uint64_t *)note;
  struct sigaction action = {.sa_sigaction = note_sender, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigemptyset(&action.sa_mask);
  for (int i = 0; i < fault_signal_count; i++) sigaction(fault_signals[i], &action, &earlier_fault_actions[i]);
}

bool cp_notes_sender(int number) { return sent_by_others != NULL && cp_is_fault_signal(number); }
