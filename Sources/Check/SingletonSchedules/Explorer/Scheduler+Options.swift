import CSingletonSchedules

extension Scheduler {
  /// The jobs between which the next choice is. The jobs of an actor wait while one of it pauses.
  ///
  /// Left out is what this version of the runtime excludes: A timer does not fire before one with an earlier deadline. Jobs
  /// that running code enqueues on one actor run in that order, if their priority is the same. A task that switches to the
  /// actor arrives there at any time after it was ready, so it is before or after any of them.
  ///
  /// - Parameter interchangeable: The tasks that have the same code and the same arguments. Of those that have not begun,
  ///   only the first is offered: a schedule that begins with another one is the same but for the tasks' numbers.
  func options(interchangeable: Range<Int>) -> [Turn] {
    let earliest = ready.compactMap(\.deadline).min()
    let first = ready.firstIndex { interchangeable.contains($0.task) && $0.isFirst }
    let goingOn = paused.indices.filter { paused[$0].canGoOn }.map(Turn.paused)
    let beginning = ready.indices.filter { index in
      let job = ready[index]
      if job.isOnActor && paused.contains(where: { $0.job.executor.identity == job.executor.identity }) { return false }
      if let deadline = job.deadline { return deadline == earliest }
      if job.isFirst && interchangeable.contains(job.task) { return index == first }
      return !job.isOnActor || !ready[..<index].contains { $0.precedes(job) }
    }
    return goingOn + beginning.map(Turn.ready)
  }

  /// Returns the first of the options that goes on with the task that ran last, or 0 if none does.
  func optionOfLastTask(_ options: [Turn]) -> Int { options.firstIndex { job(of: $0).task == last } ?? 0 }

  /// Returns a mark of a choice, which is the same if it is between jobs of the same tasks on the same executors.
  func mark(of options: [Turn], canCancel: Bool) -> UInt32 {
    options.reduce(canCancel ? 2 : 1) { mark, turn in
      let job = job(of: turn)
      return mark &* 31 &+ UInt32(truncatingIfNeeded: job.task &* 64 &+ number(of: job.executor))
    }
  }

  /// Returns a digest of the time, of the ready jobs, of their order as far as options depend on it, and of the jobs that pause.
  var digest: cs_digest {
    let time = Self.digest(of: [cs_time()])
    let sum = paused.reduce(into: time) { sum, paused in
      let digest = Self.digest(of: [UInt64(UInt(bitPattern: paused.job.job)), paused.arrivals.mark])
      sum.first &+= digest.first
      sum.second &+= digest.second
    }
    return ready.indices.reduce(into: sum) { sum, index in
      let job = ready[index]
      let digest = Self.digest(of: [
        UInt64(UInt(bitPattern: job.job)), UInt64(UInt(bitPattern: job.executor.identity)),
        UInt64(job.executor.implementation), job.deadline ?? 0, job.isUnordered ? 1 : 0, job.isFirst ? 1 : 0,
        UInt64(ready[..<index].count { $0.precedes(job) }),
      ])
      sum.first &+= digest.first
      sum.second &+= digest.second
    }
  }

  private static func digest(of words: [UInt64]) -> cs_digest { cs_digest_of(words, UInt32(words.count)) }
}
