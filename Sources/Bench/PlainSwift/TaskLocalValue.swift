// The context of a request. A caller that has bound none gets the default one. What a task binds is seen by the tasks
// that it starts, and by nobody else: not by other tasks, and not by one that is detached.

final class RequestContext: Sendable {
  @TaskLocal static var current = RequestContext(user: "nobody")

  let user: String

  init(user: String) { self.user = user }
}

func contextOfRequest(by user: String) async -> RequestContext {
  await RequestContext.$current.withValue(RequestContext(user: user)) {
    async let seenByChild = RequestContext.current
    return await seenByChild
  }
}
