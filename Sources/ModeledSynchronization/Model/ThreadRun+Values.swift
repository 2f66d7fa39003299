import SingletonModelChecker
import SingletonStrategyChecker
import SingletonStrategyKit

// The words that stand for values in the explored graph: 0 for nil, the name of an instance, or the number of any other
// value.

extension ThreadRun {
  /// Returns the word of a value. An instance that is new to the run gets a name, and is initialized here, because from
  /// now on other threads can get it.
  func word<Value>(of value: Value, at site: SourceLine) -> UInt {
    if let address = (value as? any Address)?.bits { return word(ofAddress: address, at: site) }
    if let object = Reflection.object(in: value) { return word(of: object, at: site) }
    if Reflection.isNil(value) { return 0 }
    let objects = Reflection.objects(inside: value)
    let instances = objects.map { (Reflection.address(of: $0), self.word(of: $0, at: site)) }
    let id: Int =
      if objects.isEmpty, let content = value as? AnyHashable {
        exploration.id(.content(content, type: ObjectIdentifier(Value.self)))
      } else {
        exploration.id(.made(scope, history: history, number: nextValue()))
      }
    let word = Exploration.contentWord(id)
    let entry = Exploration.Entry(value: value, instances: Dictionary(instances) { $1 })
    exploration.keep(entry, for: word)
    met[word] = entry
    return word
  }

  func word(of object: AnyObject, at site: SourceLine) -> UInt {
    if let number = exploration.outsideNumber(of: object) { return outsideWord(of: object, number) }
    if scope == .outside { return outsideWord(of: object, exploration.outsideNumber(making: object)) }
    let word = word(ofAddress: Reflection.address(of: object), at: site, object)
    var entry = entry(word)
    guard entry.value == nil else { return word }
    // So far, the run has met it only as an address.
    entry.value = object
    met[word] = entry
    exploration.keep(entry, for: word)
    return word
  }

  /// Returns the word of the instance at an address.
  ///
  /// - Parameter object: The instance, if it is known to be an object.
  func word(ofAddress address: UInt, at site: SourceLine, _ object: AnyObject? = nil) -> UInt {
    if address == 0 { return 0 }
    if let known = wordsByAddress[address] { return known }
    let number = nextInstance()
    let id = exploration.id(.made(scope, history: history, number: -number))
    let word = Exploration.instanceWord(id, scope, number)
    let entry = Exploration.Entry(value: object, address: address, instances: [address: word])
    meet(word, entry)
    exploration.keep(entry, for: word)
    let field = field(of: ModelInstance(word: word)!)
    guard case .thread = scope else { return word }
    perform(.store(field, 1, .plain), .initialize, at: site)
    return word
  }

  private func outsideWord(of object: AnyObject, _ number: Int) -> UInt {
    let id = exploration.id(.made(.outside, history: 0, number: -1 - number))
    let word = Exploration.instanceWord(id, .outside, number)
    guard met[word] == nil else { return word }
    let address = Reflection.address(of: object)
    let entry = Exploration.Entry(value: object, address: address, instances: [address: word])
    meet(word, entry)
    exploration.keep(entry, for: word)
    _ = naming(in: .outside) { field(of: ModelInstance(word: word)!) }
    return word
  }

  func knows(_ object: AnyObject) -> Bool { wordsByAddress[Reflection.address(of: object)] != nil }

  /// Returns the meaning of a word. Within one run, a word always stands for the same object, so that `===` gives the
  /// same result as in the program.
  func entry(_ word: UInt) -> Exploration.Entry {
    if let entry = met[word] { return entry }
    let entry = exploration.entry(word)
    meet(word, entry)
    return entry
  }

  private func meet(_ word: UInt, _ entry: Exploration.Entry) {
    met[word] = entry
    for (address, instance) in entry.instances {
      if wordsByAddress[address] == nil { wordsByAddress[address] = instance }
      if met[instance] == nil { met[instance] = exploration.entry(instance) }
    }
  }

  /// Returns the value that a word stands for.
  ///
  /// - Parameter other: The result if the word was written as a value of another type. That happens only if the
  ///   memory of a primitive is read before its initialization is visible.
  func value<Value>(of word: UInt, or other: Value) -> Value {
    if Value.self is any Address.Type {
      return unsafeBitCast(word == 0 ? 0 : entry(word).address, to: Value.self)
    }
    if word == 0 { return Reflection.none(Value.self) ?? other }
    return entry(word).value as? Value ?? other
  }
}

extension Exploration {
  /// Returns a description of a word's value, or `nil` if it has none.
  func text(of word: UInt, _ letter: (UInt) -> String) -> String? {
    if word == 0 { return "nil" }
    if Self.isInstance(word) { return letter(word) }
    let entry = entry(word)
    return entry.value.map { Reflection.text(of: $0) { address in entry.instances[address].map(letter) } }
  }
}
