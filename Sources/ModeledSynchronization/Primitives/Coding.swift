extension Cell.Coding {
  /// Values of any type, as names.
  static var value: Self {
    Self { thread, value, site in
      thread.word(of: value, at: site)
    } text: { exploration, word, letter in
      Value.self == Void.self ? nil : exploration.text(of: word, letter)
    }
  }
}

extension Cell<Int>.Coding {
  /// Numbers that an operation of the model counts up and down.
  static var count: Self {
    Self { _, value, _ in
      UInt(bitPattern: value)
    } text: { _, word, _ in
      "\(Int(bitPattern: word))"
    }
  }
}
