/// An estimate of a number: the mean of a random sample whose expected value it is.
package struct MeanEstimate: Sendable, Equatable {
  package var mean: Double
  /// The standard error of the mean.
  package var error: Double

  /// - Parameter sample: At least two values.
  package init(of sample: [Double]) {
    let count = Double(sample.count)
    let mean = sample.reduce(0, +) / count
    let squares = sample.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    self.init(mean: mean, error: (squares / (count - 1) / count).squareRoot())
  }

  package init(mean: Double, error: Double) { (self.mean, self.error) = (mean, error) }
}
