import Foundation
import Testing

/// Starts a process with these descriptors, in this folder, with no signal ignored or blocked.
///
/// A shell changes to the folder and then executes the program, because not every system's `posix_spawn` can change it.
func spawn(
  _ executable: String, _ arguments: [String], folder: String, _ environment: [String: String],
  _ descriptors: [(own: Int32, child: Int32)]
) throws -> pid_t {
  #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
  #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
  #endif
  posix_spawn_file_actions_init(&actions)
  defer { posix_spawn_file_actions_destroy(&actions) }
  posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
  for pair in descriptors { posix_spawn_file_actions_adddup2(&actions, pair.own, pair.child) }
  posix_spawnattr_init(&attributes)
  defer { posix_spawnattr_destroy(&attributes) }
  var heard = sigset_t()
  sigemptyset(&heard)
  for signal in [SIGINT, SIGTERM, SIGPIPE] { sigaddset(&heard, signal) }
  posix_spawnattr_setsigdefault(&attributes, &heard)
  // A thread of a pool may have signals blocked, which a process inherits from the thread that starts it.
  var none = sigset_t()
  sigemptyset(&none)
  posix_spawnattr_setsigmask(&attributes, &none)
  posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))

  let shell = ["/bin/sh", "-c", #"cd -- "$0" && exec "$@""#, folder]
  let words = (shell + [executable] + arguments).map { (word: String) in strdup(word) }
  let variables = environment.map { strdup("\($0.key)=\($0.value)") }
  defer { (words + variables).forEach { free($0) } }
  var child = pid_t()
  try #require(posix_spawn(&child, shell[0], &actions, &attributes, words + [nil], variables + [nil]) == 0)
  return child
}
