import SingletonPlatform

/// The subject of a race: an owner in each cell, and a way to ask it, without their types.
///
/// Each closure does its work for a range of cells, so that the call through it costs little, and the loop inside is
/// compiled with the caller's types.
@usableFromInline
struct Subject: Sendable {
  @usableFromInline let make: @Sendable (Range<Int>, RaceCaller) -> Void
  /// Asks the owners of the cells, and stores what each returned, retained.
  @usableFromInline let ask: @Sendable (Range<Int>, RaceCaller) -> Void
  /// Asks the owner of the first cell, and counts the instructions; `nil` if those of an access cannot be told.
  @usableFromInline let askCounted: (@Sendable () -> Void)?
  /// Releases the instance at an address, if that is not 0.
  @usableFromInline let release: @Sendable (_ address: UInt) -> Void
  /// Returns what the threads got in a cell, and judges it; `nil` if their results are instances, which are compared.
  @usableFromInline let judge: (@Sendable (_ cell: Int) -> Outcome)?
  /// Returns the address of the owner in a cell, or 0 if it is not an object.
  @usableFromInline let owner: @Sendable (_ cell: Int) -> UInt
  @usableFromInline let drop: @Sendable (Range<Int>) -> Void
  /// Gives back the memory of the owners, which have been dropped.
  @usableFromInline let deallocate: @Sendable () -> Void
}

/// One thread that asks.
@usableFromInline
struct RaceCaller: @unchecked Sendable {
  // Unchecked: only the thread itself uses it, and the tasks that it runs.
  /// The number of the thread, from 0.
  @usableFromInline let thread: Int
  /// The thread's results, one word per cell: the address of the instance or 0, plus ``notWhole`` or ``threw``.
  @usableFromInline let results: UnsafeMutablePointer<UInt>
  @usableFromInline let probe: UnsafeMutablePointer<ProbeState>
  private let noteError: @Sendable (any Error) -> Void

  init(
    thread: Int = 0, results: UnsafeMutablePointer<UInt>, probe: UnsafeMutablePointer<ProbeState>,
    noteError: @escaping @Sendable (any Error) -> Void = { _ in }
  ) {
    self.thread = thread
    self.results = results
    self.probe = probe
    self.noteError = noteError
  }

  @usableFromInline
  func run(_ body: @escaping @Sendable () async -> Void) { probe.pointee.executor.run(body) }

  /// The bit of a result whose instance was not whole.
  @usableFromInline static var notWhole: UInt { 1 }
  /// The result of an access that threw an error.
  static var threw: UInt { 2 }

  /// Returns the address of the instance in a result, or 0 if there is none.
  static func address(_ result: UInt) -> UInt { result & ~(notWhole | threw) }

  @inlinable
  func store<Instance: AnyObject>(_ result: Instance?, _ cell: Int, _ isWhole: ((Instance) -> Bool)?) {
    guard let result else { return results[cell] = 0 }
    let isWhole = isWhole?(result) ?? true
    results[cell] = UInt(bitPattern: Unmanaged.passRetained(result).toOpaque()) | (isWhole ? 0 : Self.notWhole)
  }

  @usableFromInline
  func store(_ error: any Error, _ cell: Int) {
    results[cell] = Self.threw
    noteError(error)
  }
}

extension Subject {
  @inlinable
  init<Owner: ~Copyable, Instance: AnyObject>(
    cells: Int, fresh: @escaping @Sendable () -> Owner, isWhole: (@Sendable (Instance) -> Bool)?,
    access: @escaping @Sendable (borrowing Owner) throws -> Instance?
  ) {
    // Unsafe: the race tests whether several threads may ask an owner at once.
    nonisolated(unsafe) let owners = UnsafeMutablePointer<Owner>.allocate(capacity: cells)
    self.init(owners, of: Instance.self) { range, _ in
      for cell in range { (owners + cell).initialize(to: fresh()) }
    } ask: { range, caller in
      for cell in range {
        caller.probe.pointee.cell = cell
        do { try caller.store(access(owners[cell]), cell, isWhole) } catch { caller.store(error, cell) }
      }
    } askCounted: {
      beginSteps()
      let instance = try? access(owners[0])
      withExtendedLifetime(instance) { endSteps() }
    }
  }

  @inlinable
  init<Owner, Instance: AnyObject>(
    cells: Int, fresh: @escaping @Sendable () async -> Owner, isWhole: (@Sendable (Instance) -> Bool)?,
    awaiting: @escaping @Sendable (Owner) async throws -> Instance?
  ) {
    // Unsafe: the race tests whether several threads may ask an owner at once.
    nonisolated(unsafe) let owners = UnsafeMutablePointer<Owner>.allocate(capacity: cells)
    self.init(owners, of: Instance.self) { range, caller in
      caller.run { for cell in range { (owners + cell).initialize(to: await fresh()) } }
    } ask: { range, caller in
      caller.run {
        for cell in range {
          caller.probe.pointee.cell = cell
          do { try caller.store(await awaiting(owners[cell]), cell, isWhole) } catch { caller.store(error, cell) }
        }
      }
    }
  }

  @inlinable
  init<Owner: ~Copyable, Instance: AnyObject>(
    _ owners: UnsafeMutablePointer<Owner>, of type: Instance.Type,
    make: @escaping @Sendable (Range<Int>, RaceCaller) -> Void,
    ask: @escaping @Sendable (Range<Int>, RaceCaller) -> Void, askCounted: (@Sendable () -> Void)? = nil
  ) {
    // Unsafe: each owner is made and dropped by one thread, with a barrier before and after.
    nonisolated(unsafe) let owners = owners
    self.make = make
    self.ask = ask
    self.askCounted = askCounted
    judge = nil
    owner = { Self.address(of: owners + $0) }
    release = { address in
      guard let address = UnsafeRawPointer(bitPattern: address) else { return }
      Unmanaged<Instance>.fromOpaque(address).release()
    }
    drop = { range in (owners + range.lowerBound).deinitialize(count: range.count) }
    deallocate = { owners.deallocate() }
  }

  @inlinable
  static func address<Owner: ~Copyable>(of owner: UnsafeMutablePointer<Owner>) -> UInt {
    // Unsafe: a type that may not be copied cannot be cast, but each metatype is one word, and an owner of a class is one
    // reference.
    unsafeBitCast(Owner.self, to: Any.Type.self) is AnyClass ? UnsafeRawPointer(owner).load(as: UInt.self) : 0
  }
}

// MARK: - Roles

extension Subject {
  /// - Parameters:
  ///   - threads: The number of threads; thread number `n` has the role `n` modulo the number of roles.
  ///   - isExpected: Judges the values of a trial, in the order of the threads.
  @inlinable
  init<Owner: ~Copyable, Value>(
    cells: Int, threads: Int, fresh: @escaping @Sendable () -> Owner,
    roles: [@Sendable (borrowing Owner) throws -> Value],
    expecting isExpected: @escaping @Sendable (borrowing Owner, [Value]) -> Bool
  ) {
    // Unsafe: the race tests whether several threads may use an owner at once. A value has one writer, and is read after a
    // barrier.
    nonisolated(unsafe) let owners = UnsafeMutablePointer<Owner>.allocate(capacity: cells)
    nonisolated(unsafe) let values = UnsafeMutablePointer<Value?>.allocate(capacity: cells * threads)
    values.initialize(repeating: nil, count: cells * threads)
    make = { range, _ in for cell in range { (owners + cell).initialize(to: fresh()) } }
    ask = { range, caller in
      let role = roles[caller.thread % roles.count]
      for cell in range {
        caller.probe.pointee.cell = cell
        caller.results[cell] = 0
        do { values[cell * threads + caller.thread] = try role(owners[cell]) } catch { caller.store(error, cell) }
      }
    }
    askCounted = nil
    judge = { cell in
      let all = (0..<threads).map { values[cell * threads + $0].take() }
      let texts = all.map { value in value.map { String(reflecting: $0) } ?? "error" }
      let returned = all.compactMap(\.self)
      return Outcome(
        values: "[\(texts.joined(separator: ", "))]",
        isExpected: returned.count == threads && isExpected(owners[cell], returned))
    }
    owner = { Self.address(of: owners + $0) }
    release = { _ in }
    drop = { range in (owners + range.lowerBound).deinitialize(count: range.count) }
    deallocate = {
      owners.deallocate()
      values.deinitialize(count: cells * threads)
      values.deallocate()
    }
  }
}

/// Runs a task on this thread of a race.
@usableFromInline
func onThisThread<R, Failure: Error>(_ body: @escaping () async throws(Failure) -> R) throws(Failure) -> R {
  // Unsafe: this thread waits for the task.
  nonisolated(unsafe) let body = body
  nonisolated(unsafe) var result: Result<R, Failure>?
  ProbeState.ofThisThread!.pointee.executor.run {
    do throws(Failure) { result = .success(try await body()) } catch { result = .failure(error) }
  }
  return try result!.get()
}
