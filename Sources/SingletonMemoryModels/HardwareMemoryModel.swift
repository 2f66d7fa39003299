/// The memory model of a processor: whether other cores see one core's stores in program order.
public enum HardwareMemoryModel: Sendable {
  case totalStoreOrder
  case weak

  public static var ofThisMachine: HardwareMemoryModel {
    #if arch(x86_64) || arch(i386)
      .totalStoreOrder
    #else
      .weak
    #endif
  }
}
