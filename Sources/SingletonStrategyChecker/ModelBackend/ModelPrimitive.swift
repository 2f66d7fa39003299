import SingletonModelChecker

/// A primitive of a strategy in the model, which is a location of the execution graph.
protocol ModelPrimitive {
  var location: Int { get }
}

extension ModelPlainWord: ModelPrimitive {}
extension ModelAtomicWord: ModelPrimitive {}
extension ModelLock: ModelPrimitive {}
extension ModelRecursiveLock: ModelPrimitive {}
extension ModelSemaphore: ModelPrimitive {}
extension ModelLazyReference: ModelPrimitive {}

extension ModelReaderWriterLock: ModelPrimitive {
  var location: Int { sides.location }
}

extension ModelSerialQueue: ModelPrimitive {
  var location: Int { lock.location }
}

extension ModelConcurrentQueue: ModelPrimitive {
  var location: Int { sides.location }
}

extension ModelOnceToken: ModelPrimitive {
  var location: Int { state.location }
}

extension ModelPthreadOnce: ModelPrimitive {
  var location: Int { state.location }
}
