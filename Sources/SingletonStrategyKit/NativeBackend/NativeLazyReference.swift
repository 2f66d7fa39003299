import Synchronization

/// The toolchain's lazy reference. It can hold only objects, so each slot of a slab has one object that stands for it.
///
/// A reset overwrites a published box without releasing it. Boxes live as long as their slab, so only their reference
/// count grows.
public struct NativeLazyReference: PublishOnceReference {
  let reference: UnsafeMutablePointer<AtomicLazyReference<InstanceBox>>

  public func _load(_ caller: NativeCaller, at site: SourceLine) -> NativeInstance? {
    reference.pointee.load()?.instance
  }

  public func _storeIfNil(_ instance: NativeInstance, _ caller: NativeCaller, at site: SourceLine) -> NativeInstance {
    reference.pointee.storeIfNil(caller.box(of: instance)).instance
  }
}

// Unchecked: the address outlives every thread of its row.
extension NativeLazyReference: @unchecked Sendable {}

/// An object that stands for an instance.
final class InstanceBox: Sendable {
  let instance: NativeInstance
  init(_ instance: NativeInstance) { self.instance = instance }
}

extension NativeCaller {
  /// Returns the box of an instance that this thread has made. It is allocated when its slot is first used, and kept.
  fileprivate func box(of instance: NativeInstance) -> InstanceBox {
    let place = instance.slot - state.pointee.slab
    while state.pointee.boxes.count <= place {
      state.pointee.boxes.append(InstanceBox(NativeInstance(slot: state.pointee.slab + state.pointee.boxes.count)))
    }
    return state.pointee.boxes[place]
  }
}
