/// The memory model of a processor: whether other cores see one core's stores in program order.
public enum HardwareMemoryModel: Sendable {
  case totalStoreOrder
  case weak
}
