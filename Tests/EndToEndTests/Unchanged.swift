/// The verdict on a timed row that has not changed: where a program can step, its instructions were counted, too.
let unchanged = canStep ? "same" : "same outcomes"

/// Whether a program can step on this processor.
let canStep: Bool = {
  #if arch(x86_64)
    true
  #else
    false
  #endif
}()
