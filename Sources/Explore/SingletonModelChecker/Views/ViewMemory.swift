/// The memories that a search has met, each with a number.
///
/// A counter is a location to which threads add without a look at the sum. The sum is exact up to a bound; beyond it,
/// one value stands for all, which is enough because no condition compares the sum with more. What the sum would be if
/// no thread had added is kept, too: so the sum has to agree with what each thread in a view has added.
struct ViewMemory {
  private let places: [Int: Int]
  private let counters: [Int]
  /// For each counter, whether threads have only added or only taken away, 1 or -1; 0 if both.
  private let signs: [Int]
  private let bound: Int
  private var memories: [[UInt]] = []
  private var numbers: [[UInt]: Int] = [:]
  private(set) var initial = 0

  init(_ automaton: ThreadAutomaton) {
    let locations = automaton.initialValues.keys.sorted()
    counters = automaton.counters.sorted()
    var places: [Int: Int] = [:]
    for (place, location) in locations.enumerated() { places[location] = place }
    self.places = places
    signs = counters.map { counter in
      let added = automaton.states.map { $0.added[counter] ?? 0 }
      return added.allSatisfy { $0 >= 0 } ? 1 : added.allSatisfy { $0 <= 0 } ? -1 : 0
    }
    let constants = automaton.states.flatMap { state -> [UInt] in
      guard let location = state.location, automaton.counters.contains(location) else { return [] }
      return [state.operation!.value, state.operation!.comparand] + state.transitions.compactMap(\.written)
    }
    let initialValues = counters.map { automaton.initialValues[$0]! }
    let greatest = (constants + initialValues).map { Int(bitPattern: $0).magnitude }.max() ?? 0
    bound = 2 + Int(min(greatest, .max / 4))
    initial = number(of: locations.map { automaton.initialValues[$0]! } + initialValues)
  }

  subscript(memory: Int, location: Int) -> UInt { memories[memory][places[location]!] }

  private mutating func number(of words: [UInt]) -> Int {
    if let known = numbers[words] { return known }
    numbers[words] = memories.count
    memories.append(words)
    return memories.count - 1
  }

  /// Returns the number of the memory that stands for these words after threads have added these amounts, or `nil` if
  /// the search has not met it.
  func known(_ words: [Int: UInt], added: [[Int: Int]]) -> Int? {
    var memory = memories[initial]
    for (location, place) in places { if let word = words[location] { memory[place] = word } }
    for (index, counter) in counters.enumerated() {
      let sum = Int(bitPattern: memory[places[counter]!])
      memory[places.count + index] = UInt(bitPattern: added.reduce(sum) { $0 - ($1[counter] ?? 0) })
      memory[places[counter]!] = UInt(bitPattern: min(max(sum, -bound), bound))
    }
    return numbers[memory]
  }

  /// Returns the memory after a store.
  mutating func store(_ memory: Int, _ location: Int, _ word: UInt) throws(ViewError) -> Int {
    var words = memories[memory]
    let before = words[places[location]!]
    words[places[location]!] = word
    if let counter = counters.firstIndex(of: location) {
      if Int(bitPattern: before).magnitude >= bound { throw .countsDecide }
      words[places.count + counter] &+= word &- before
    }
    return number(of: words)
  }

  /// Returns the memories after a blind operation whose condition is fulfilled.
  mutating func update(_ memory: Int, _ location: Int, _ operation: Operation) throws(ViewError) -> [Int] {
    let before = memories[memory][places[location]!]
    guard let after = operation.updated(before) else { return [memory] }
    if operation.update == .exchange { return [try store(memory, location, after)] }
    let (old, new) = (Int(bitPattern: before), Int(bitPattern: after))
    let limited = min(max(new, -bound), bound)
    // A step back from the bound may stay there.
    let values = abs(old) == bound && abs(new) < bound ? [limited, old] : [limited]
    return values.map { value in
      var words = memories[memory]
      words[places[location]!] = UInt(bitPattern: value)
      return number(of: words)
    }
  }

  /// Returns whether the sums can be what they are if some of the threads have added these amounts.
  func agrees(_ memory: Int, _ added: [[Int: Int]]) -> Bool {
    counters.indices.allSatisfy { index in
      let sum = Int(bitPattern: memories[memory][places[counters[index]]!])
      let base = Int(bitPattern: memories[memory][places.count + index])
      let known = added.reduce(base) { $0 + ($1[counters[index]] ?? 0) }
      return abs(sum) >= bound || signs[index] * (sum - known) >= 0
    }
  }
}
