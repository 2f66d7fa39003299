/// A real defect as a small form in our own words, beside its control: the same form without the defect.
public struct Exhibit: Sendable {
  public let id: String
  /// The public issue from which the defect comes, as `owner/repository#number`, or the place in a package's version.
  public let source: String
  public let kind: Kind
  /// What is wrong, in one sentence.
  public let fault: String
  public let defect: Form
  public let control: Form

  public init(_ id: String, from source: String, _ kind: Kind, _ fault: String, defect: Form, control: Form) {
    self.id = id
    self.source = source
    self.kind = kind
    self.fault = fault
    self.defect = defect
    self.control = control
  }
}

/// The classes of defects.
public enum Kind: String, Sendable {
  case unguarded = "no lock"
  case split = "two steps"
  case early = "published early"
  case ownLock = "a lock for each caller"
  case race = "data race"
  case awaiting = "await between look and store"
  case kept = "a failure is kept"
  case cycle = "waits for itself"
  case lifetime = "lifetime"
}

/// One form of an exhibit, by how it is asked.
public enum Form: Sendable {
  /// Threads ask an owner.
  case threads(any ThreadForm.Type)
  /// Threads ask what exists once per process.
  case process(any ProcessForm.Type)
  /// Tasks ask an owner.
  case tasks(any TaskForm.Type)
}

public protocol ThreadForm: AnyObject, SendableMetatype {
  associatedtype Instance: AnyObject
  init()
  func instance() -> Instance?
}

public protocol ProcessForm: SendableMetatype {
  associatedtype Instance: AnyObject
  static func instance() -> Instance?
}

public protocol TaskForm: AnyObject, Sendable {
  associatedtype Instance: AnyObject & Sendable
  init()
  func instance() async -> Instance?
}

extension Exhibit {
  /// Returns the form that the arguments of a program name, after a word for what to do with it.
  ///
  /// Ends the process with a message if they name none.
  public static func form(_ arguments: [String]) -> Form {
    guard arguments.count == 4, let exhibit = all.first(where: { $0.id == arguments[2] }),
      let form = ["defect": exhibit.defect, "control": exhibit.control][arguments[3]]
    else { fatalError("expected WHAT EXHIBIT defect|control, got \(arguments.dropFirst())") }
    return form
  }
}
