public import SingletonMemoryModels
import SingletonPlatform

extension HardwareMemoryModel {
  /// The memory model of the processor that this program is built for.
  public static var ofThisMachine: HardwareMemoryModel {
    ProcessorArchitecture.ordersStores ? .totalStoreOrder : .weak
  }
}
