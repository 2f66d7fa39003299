import SingletonPlatform

extension NativeCaller {
  /// Runs the body as a task that prefers to run on this thread, and waits for its result.
  public func awaitResult<R: Sendable>(_ body: @escaping @Sendable () async -> R) -> R { executor.run(body) }

  private var executor: CallerExecutor {
    if let executor = state.pointee.executor { return executor }
    let executor = CallerExecutor()
    state.pointee.executor = executor
    return executor
  }
}
