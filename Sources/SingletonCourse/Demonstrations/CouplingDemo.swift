/// The totals that a customer sees before and after another module has run.
struct CouplingDemo {
  struct Totals {
    let withSingleton = Checkout().total(of: 100)
    let withParameters = Price.total(of: 100, taxPercent: 20)
  }

  let before: Totals
  let after: Totals

  /// The only run of the demonstration, because the singleton keeps what the other module has set.
  static let run = CouplingDemo()

  private init() {
    before = Totals()
    ExportPreview().open()
    after = Totals()
  }

  var findings: [Demonstration.Finding] {
    [
      ("the checkout alone", before.withSingleton), ("after a preview was opened", after.withSingleton),
      ("with parameters", before.withParameters), ("with parameters, after the preview", after.withParameters),
    ].map { ($0, "100 becomes \($1)") }
  }
}
