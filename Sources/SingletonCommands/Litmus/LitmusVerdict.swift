/// Whether a program's results are those that its file states, in order of importance to a reader.
package enum LitmusVerdict: String, CaseIterable, Sendable {
  case differs
  /// A limit stopped the exploration, and the executions so far contradict nothing that is stated.
  case stopped
  case asStated = "as stated"
  case nothingStated = "nothing stated"
}
