/// Whether a program comes to what its file states, in the order in which it matters to a reader.
package enum LitmusVerdict: String, CaseIterable, Sendable {
  case differs
  /// A limit ended the exploration, and what was seen until then contradicts nothing that is stated.
  case stopped
  case asStated = "as stated"
  case nothingStated = "nothing stated"
}
