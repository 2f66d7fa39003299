import CSingletons
import CheckedClasses
import SingletonCheck

let cChecks: [NamedCheck] = [
  ("call-once", pointer(cs_call_once)), ("function-static", pointer(cs_function_static)),
  ("pthread-once", pointer(cs_pthread_once)), ("dispatch-once", pointer(cs_dispatch_once)),
  ("atomic-double-checked", pointer(cs_double_checked)),
  ("relaxed-double-checked", pointer(cs_double_checked_relaxed)), ("looked-before", pointer(cs_looked_before)),
  ("condition-variable", pointer(cs_condition_variable)),
  ("condition-without-loop", pointer(cs_condition_variable_without_loop)), ("two-words", pointer(cs_two_words)),
  ("calls-cxx", { try check(threads: $0, under: $1, fresh: { CallsCxx() }, access: { $0.cache }) }),
  ("keeps-cxx", { try check(threads: $0, under: $1, fresh: { CallsCxx() }, access: { $0.keptCache }) }),
  ("spin-locked", pointer(cs_spin_locked)), ("looked-with-spin-lock", pointer(cs_looked_with_spin_lock)),
  ("on-queue", pointer(cs_on_queue)), ("on-queue-later", pointer(cs_on_queue_later)), ("table", pointer(cs_table)),
  ("table-unguarded", pointer(cs_table_unguarded)), ("throws-cxx", pointer(cs_throwing)),
  ("counted", pointer(cs_counted)),
]

private func pointer(_ access: @escaping () -> UnsafeMutableRawPointer?) -> Check {
  { try check(threads: $0, under: $1, fresh: {}, access: { _ in access() }) }
}
