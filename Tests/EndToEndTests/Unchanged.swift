/// The verdict on a timed row that has not changed. Counts of instructions of debug builds, such as that of the tests, are not
/// compared.
let unchanged = "same outcomes"

/// Whether a program can step on this processor.
let canStep: Bool = {
  #if arch(x86_64)
    true
  #else
    false
  #endif
}()
