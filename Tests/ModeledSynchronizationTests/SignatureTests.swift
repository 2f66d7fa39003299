import Testing
import UsesOfModel
import UsesOfToolchain

@Suite struct `Signatures of the toolchain` {
  @Test func `a class that is compiled against the model does on ordinary memory what it does with the toolchain`()
    throws
  {
    let modeled = try UsesOfModel.Registry().useEverything()
    #expect(try modeled == UsesOfToolchain.Registry().useEverything())
    #expect(modeled.count == 28)
  }
}
