import Synchronization

/// The settings of a shop: a singleton, whose lock makes each access safe.
final class ShopSettings: Sendable {
  static let shared = ShopSettings()
  private let percent = Mutex(20)

  var taxPercent: Int {
    get { percent.withLock { $0 } }
    set { percent.withLock { $0 = newValue } }
  }
}

/// One module.
struct Checkout {
  func total(of net: Int) -> Int { net + net * ShopSettings.shared.taxPercent / 100 }
}

/// Another module, which has never heard of the first one. Buyers abroad pay no tax.
struct ExportPreview {
  func open() { ShopSettings.shared.taxPercent = 0 }
}

/// The same as the checkout, without the singleton: everything that the result depends on is a parameter.
enum Price {
  static func total(of net: Int, taxPercent: Int) -> Int { net + net * taxPercent / 100 }
}
