import Foundation

// value-becomes-publisher

private enum Storage {
  case value(Int)
  case publisher(Made)
}

final class PublishedValue: ThreadForm {
  private var storage = Storage.value(7)
  func instance() -> Made? { storage.becomePublisher() }
}

final class GuardedPublishedValue: ThreadForm {
  private let lock = NSLock()
  private var storage = Storage.value(7)
  func instance() -> Made? { lock.withLock { storage.becomePublisher() } }
}

extension Storage {
  fileprivate mutating func becomePublisher() -> Made {
    switch self {
    case .publisher(let publisher): return publisher
    case .value(let value):
      let publisher = Made(value)
      self = .publisher(publisher)
      return publisher
    }
  }
}

// publisher-installed

private struct Model {
  private var name: Made?
  private var age: Made?

  mutating func installed() -> Made {
    if let name { return name }
    let publisher = Made()
    name = publisher
    age = publisher
    return publisher
  }
}

final class ObservedModel: ThreadForm {
  private var model = Model()
  func instance() -> Made? { model.installed() }
}

final class GuardedModel: ThreadForm {
  private let lock = NSLock()
  private var model = Model()
  func instance() -> Made? { lock.withLock { model.installed() } }
}

// read-that-writes

private enum Name {
  case implicit
  case resolved(Int)

  mutating func resolve() {
    if case .implicit = self { self = .resolved(1) }
  }
}

final class ResolvingTag: ThreadForm {
  private let node = Made()
  private var name = Name.implicit
  func instance() -> Made? {
    name.resolve()
    return node
  }
}

final class GuardedTag: ThreadForm {
  private let lock = NSLock()
  private let node = Made()
  private var name = Name.implicit
  func instance() -> Made? {
    lock.withLock { name.resolve() }
    return node
  }
}

// unowned-parent

final class UnownedParent: ThreadForm {
  private final class Child {
    unowned let parent: Made
    init(_ parent: Made) { self.parent = parent }
  }
  private let child = Child(Made())
  func instance() -> Made? { child.parent }
}

final class OwnedParent: ThreadForm {
  private final class Child {
    let parent: Made
    init(_ parent: Made) { self.parent = parent }
  }
  private let child = Child(Made())
  func instance() -> Made? { child.parent }
}
