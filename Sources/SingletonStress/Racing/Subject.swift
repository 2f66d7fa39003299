import SingletonPlatform

/// The subject of a race: an owner in each cell, and a way to ask it, without their types.
///
/// Each closure does its work for a range of cells, so that the call through it costs little, and the loop inside is
/// compiled with the caller's types.
@usableFromInline
struct Subject: Sendable {
  /// Makes the owners of the cells.
  @usableFromInline let make: @Sendable (Range<Int>) -> Void
  /// Asks the owners of the cells, and stores what each returned, retained.
  @usableFromInline let ask: @Sendable (Range<Int>, RaceCaller) -> Void
  /// Releases a result.
  @usableFromInline let release: @Sendable (_ result: UInt) -> Void
  /// Drops the owners of the cells.
  @usableFromInline let drop: @Sendable (Range<Int>) -> Void
  /// Gives back the memory of the owners, which have been dropped.
  @usableFromInline let deallocate: @Sendable () -> Void
}

/// One thread that asks.
@usableFromInline
struct RaceCaller: @unchecked Sendable {
  // Unchecked: only the thread itself uses it, and the tasks that it runs.
  /// The thread's results, one word per cell: the address of the instance or 0, plus 1 if the instance was not whole.
  @usableFromInline let results: UnsafeMutablePointer<UInt>
  @usableFromInline let probe: UnsafeMutablePointer<ProbeState>
  private let executor = CallerExecutor()

  init(results: UnsafeMutablePointer<UInt>, probe: UnsafeMutablePointer<ProbeState>) {
    self.results = results
    self.probe = probe
  }

  @usableFromInline
  func run(_ body: @escaping @Sendable () async -> Void) { executor.run(body) }

  /// The bit of a result whose instance was not whole.
  @usableFromInline static var notWhole: UInt { 1 }

  @inlinable
  func store<Instance: AnyObject>(_ result: Instance?, _ cell: Int, _ isWhole: ((Instance) -> Bool)?) {
    guard let result else { return results[cell] = 0 }
    let isWhole = isWhole?(result) ?? true
    results[cell] = UInt(bitPattern: Unmanaged.passRetained(result).toOpaque()) | (isWhole ? 0 : Self.notWhole)
  }
}

extension Subject {
  @inlinable
  init<Owner: ~Copyable, Instance: AnyObject>(
    cells: Int, fresh: @escaping @Sendable () -> Owner, isWhole: (@Sendable (Instance) -> Bool)?,
    access: @escaping @Sendable (borrowing Owner) -> Instance?
  ) {
    // Unsafe: the race tests whether several threads may ask an owner at once.
    nonisolated(unsafe) let owners = UnsafeMutablePointer<Owner>.allocate(capacity: cells)
    self.init(owners, fresh: fresh, of: Instance.self) { range, caller in
      for cell in range {
        caller.probe.pointee.cell = cell
        caller.store(access(owners[cell]), cell, isWhole)
      }
    }
  }

  @inlinable
  init<Owner, Instance: AnyObject>(
    cells: Int, fresh: @escaping @Sendable () -> Owner, isWhole: (@Sendable (Instance) -> Bool)?,
    awaiting: @escaping @Sendable (Owner) async -> Instance?
  ) {
    // Unsafe: the race tests whether several threads may ask an owner at once.
    nonisolated(unsafe) let owners = UnsafeMutablePointer<Owner>.allocate(capacity: cells)
    self.init(owners, fresh: fresh, of: Instance.self) { range, caller in
      caller.run {
        for cell in range {
          caller.probe.pointee.cell = cell
          caller.store(await awaiting(owners[cell]), cell, isWhole)
        }
      }
    }
  }

  @inlinable
  init<Owner: ~Copyable, Instance: AnyObject>(
    _ owners: UnsafeMutablePointer<Owner>, fresh: @escaping @Sendable () -> Owner, of type: Instance.Type,
    ask: @escaping @Sendable (Range<Int>, RaceCaller) -> Void
  ) {
    // Unsafe: each owner is made and dropped by one thread, with a barrier before and after.
    nonisolated(unsafe) let owners = owners
    make = { range in for cell in range { (owners + cell).initialize(to: fresh()) } }
    self.ask = ask
    release = { result in
      guard let address = UnsafeRawPointer(bitPattern: result & ~RaceCaller.notWhole) else { return }
      Unmanaged<Instance>.fromOpaque(address).release()
    }
    drop = { range in (owners + range.lowerBound).deinitialize(count: range.count) }
    deallocate = { owners.deallocate() }
  }
}
