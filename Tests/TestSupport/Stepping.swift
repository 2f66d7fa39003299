/// Whether a program can step on this processor.
package let canStep: Bool = {
  #if arch(x86_64)
    true
  #else
    false
  #endif
}()
