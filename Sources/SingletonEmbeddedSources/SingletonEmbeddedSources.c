// Written by scripts/embed-sources. The text of source files, embedded from the files themselves, so that what is shown
// cannot drift from what runs.
#include "SingletonEmbeddedSources.h"

static const struct {
  const char *file;
  const unsigned char *text;
} sources[] = {
  {"SingletonLessons/CouplingDemo.swift", (const unsigned char[]){
#embed "../SingletonLessons/Demonstrations/CouplingDemo.swift" suffix(, 0)
  }},
  {"SingletonLessons/Demonstration.swift", (const unsigned char[]){
#embed "../SingletonLessons/Demonstrations/Demonstration.swift" suffix(, 0)
  }},
  {"SingletonLessons/FriendList.swift", (const unsigned char[]){
#embed "../SingletonLessons/Demonstrations/FriendList.swift" suffix(, 0)
  }},
  {"SingletonLessons/InjectionDemo.swift", (const unsigned char[]){
#embed "../SingletonLessons/Demonstrations/InjectionDemo.swift" suffix(, 0)
  }},
  {"SingletonLessons/Journal.swift", (const unsigned char[]){
#embed "../SingletonLessons/Demonstrations/Journal.swift" suffix(, 0)
  }},
  {"SingletonLessons/Logout.swift", (const unsigned char[]){
#embed "../SingletonLessons/Demonstrations/Logout.swift" suffix(, 0)
  }},
  {"SingletonLessons/PageViewer.swift", (const unsigned char[]){
#embed "../SingletonLessons/Demonstrations/PageViewer.swift" suffix(, 0)
  }},
  {"SingletonLessons/PictureCache.swift", (const unsigned char[]){
#embed "../SingletonLessons/Demonstrations/PictureCache.swift" suffix(, 0)
  }},
  {"SingletonLessons/Pricing.swift", (const unsigned char[]){
#embed "../SingletonLessons/Demonstrations/Pricing.swift" suffix(, 0)
  }},
  {"SingletonLessons/StorageDemo.swift", (const unsigned char[]){
#embed "../SingletonLessons/Demonstrations/StorageDemo.swift" suffix(, 0)
  }},
  {"SingletonLessons/TestOrders.swift", (const unsigned char[]){
#embed "../SingletonLessons/Demonstrations/TestOrders.swift" suffix(, 0)
  }},
  {"SingletonStrategies/EagerLoad.swift", (const unsigned char[]){
#embed "../SingletonStrategies/EagerLoading/EagerLoad.swift" suffix(, 0)
  }},
  {"SingletonStrategies/ExposedGlobal.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Lifetime/ExposedGlobal.swift" suffix(, 0)
  }},
  {"SingletonStrategies/GuardedWeakInstance.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Lifetime/GuardedWeakInstance.swift" suffix(, 0)
  }},
  {"SingletonStrategies/RetainCountOverridden.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Lifetime/RetainCountOverridden.swift" suffix(, 0)
  }},
  {"SingletonStrategies/ScopedOwner.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Lifetime/ScopedOwner.swift" suffix(, 0)
  }},
  {"SingletonStrategies/TeardownLazy.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Lifetime/TeardownLazy.swift" suffix(, 0)
  }},
  {"SingletonStrategies/Weak.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Lifetime/Weak.swift" suffix(, 0)
  }},
  {"SingletonStrategies/WeakLockedRead.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Lifetime/WeakLockedRead.swift" suffix(, 0)
  }},
  {"SingletonStrategies/WeakOnce.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Lifetime/WeakOnce.swift" suffix(, 0)
  }},
  {"SingletonStrategies/WeakOnceEarlyRead.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Lifetime/WeakOnceEarlyRead.swift" suffix(, 0)
  }},
  {"SingletonStrategies/AtomicLazyReferenceGuarded.swift", (const unsigned char[]){
#embed "../SingletonStrategies/LockFree/AtomicLazyReferenceGuarded.swift" suffix(, 0)
  }},
  {"SingletonStrategies/CompareExchange.swift", (const unsigned char[]){
#embed "../SingletonStrategies/LockFree/CompareExchange.swift" suffix(, 0)
  }},
  {"SingletonStrategies/SpinFlag.swift", (const unsigned char[]){
#embed "../SingletonStrategies/LockFree/SpinFlag.swift" suffix(, 0)
  }},
  {"SingletonStrategies/DoubleCheckedAlloc.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Locking/DoubleCheckedAlloc.swift" suffix(, 0)
  }},
  {"SingletonStrategies/DoubleCheckedLock.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Locking/DoubleCheckedLock.swift" suffix(, 0)
  }},
  {"SingletonStrategies/DoubleCheckedLockAcquire.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Locking/DoubleCheckedLockAcquire.swift" suffix(, 0)
  }},
  {"SingletonStrategies/MutexGuarded.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Locking/MutexGuarded.swift" suffix(, 0)
  }},
  {"SingletonStrategies/ReaderWriterGuarded.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Locking/ReaderWriterGuarded.swift" suffix(, 0)
  }},
  {"SingletonStrategies/RelaxedDoubleCheckedLock.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Locking/RelaxedDoubleCheckedLock.swift" suffix(, 0)
  }},
  {"SingletonStrategies/SynchronizedAlloc.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Locking/SynchronizedAlloc.swift" suffix(, 0)
  }},
  {"SingletonStrategies/SynchronizedLazy.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Locking/SynchronizedLazy.swift" suffix(, 0)
  }},
  {"SingletonStrategies/SynchronizedRedirect.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Locking/SynchronizedRedirect.swift" suffix(, 0)
  }},
  {"SingletonStrategies/ThreadLocalWitness.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Locking/ThreadLocalWitness.swift" suffix(, 0)
  }},
  {"SingletonStrategies/ClassInitialize.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Once/ClassInitialize.swift" suffix(, 0)
  }},
  {"SingletonStrategies/ConstructorUnavailable.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Once/ConstructorUnavailable.swift" suffix(, 0)
  }},
  {"SingletonStrategies/OnceStrict.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Once/OnceStrict.swift" suffix(, 0)
  }},
  {"SingletonStrategies/OnceToken.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Once/OnceToken.swift" suffix(, 0)
  }},
  {"SingletonStrategies/OnceTokenAlloc.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Once/OnceTokenAlloc.swift" suffix(, 0)
  }},
  {"SingletonStrategies/OnceTokenNested.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Once/OnceTokenNested.swift" suffix(, 0)
  }},
  {"SingletonStrategies/OnceTokenTwice.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Once/OnceTokenTwice.swift" suffix(, 0)
  }},
  {"SingletonStrategies/OnceTwoTokens.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Once/OnceTwoTokens.swift" suffix(, 0)
  }},
  {"SingletonStrategies/PthreadOnceGuarded.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Once/PthreadOnceGuarded.swift" suffix(, 0)
  }},
  {"SingletonStrategies/BarrierQueueGuarded.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Queues/BarrierQueueGuarded.swift" suffix(, 0)
  }},
  {"SingletonStrategies/SerialQueueGuarded.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Queues/SerialQueueGuarded.swift" suffix(, 0)
  }},
  {"SingletonStrategies/ActorAwaiting.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Runtime/ActorAwaiting.swift" suffix(, 0)
  }},
  {"SingletonStrategies/ActorGuarded.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Runtime/ActorGuarded.swift" suffix(, 0)
  }},
  {"SingletonStrategies/ArcAlloc.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Runtime/ArcAlloc.swift" suffix(, 0)
  }},
  {"SingletonStrategies/ArcExternalWrite.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Runtime/ArcExternalWrite.swift" suffix(, 0)
  }},
  {"SingletonStrategies/ArcLazy.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Runtime/ArcLazy.swift" suffix(, 0)
  }},
  {"SingletonStrategies/ArcTeardown.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Runtime/ArcTeardown.swift" suffix(, 0)
  }},
  {"SingletonStrategies/LazyVar.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Runtime/LazyVar.swift" suffix(, 0)
  }},
  {"SingletonStrategies/StaticLet.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Runtime/StaticLet.swift" suffix(, 0)
  }},
  {"SingletonStrategies/WeakUnguarded.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Runtime/WeakUnguarded.swift" suffix(, 0)
  }},
  {"SingletonStrategies/LimitedSemaphore.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Semaphores/LimitedSemaphore.swift" suffix(, 0)
  }},
  {"SingletonStrategies/SemaphoreDestroyable.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Semaphores/SemaphoreDestroyable.swift" suffix(, 0)
  }},
  {"SingletonStrategies/SemaphoreGuarded.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Semaphores/SemaphoreGuarded.swift" suffix(, 0)
  }},
  {"SingletonStrategies/SemaphoreGuardedInherited.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Semaphores/SemaphoreGuardedInherited.swift" suffix(, 0)
  }},
  {"SingletonStrategies/SemaphoreGuardedPerClass.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Semaphores/SemaphoreGuardedPerClass.swift" suffix(, 0)
  }},
  {"SingletonStrategies/SemaphoreGuardedThrowing.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Semaphores/SemaphoreGuardedThrowing.swift" suffix(, 0)
  }},
  {"SingletonStrategies/SemaphoreGuardedUnasserted.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Semaphores/SemaphoreGuardedUnasserted.swift" suffix(, 0)
  }},
  {"SingletonStrategies/SemaphoreImmortal.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Semaphores/SemaphoreImmortal.swift" suffix(, 0)
  }},
  {"SingletonStrategies/InheritedOnce.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Subclassing/InheritedOnce.swift" suffix(, 0)
  }},
  {"SingletonStrategies/InheritedSynchronized.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Subclassing/InheritedSynchronized.swift" suffix(, 0)
  }},
  {"SingletonStrategies/InitGuarded.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Subclassing/InitGuarded.swift" suffix(, 0)
  }},
  {"SingletonStrategies/PerClassOnce.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Subclassing/PerClassOnce.swift" suffix(, 0)
  }},
  {"SingletonStrategies/SubclassOnceRecursive.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Subclassing/SubclassOnceRecursive.swift" suffix(, 0)
  }},
  {"SingletonStrategies/LazyProperty.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Unsynchronized/LazyProperty.swift" suffix(, 0)
  }},
  {"SingletonStrategies/UnsynchronizedAlloc.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Unsynchronized/UnsynchronizedAlloc.swift" suffix(, 0)
  }},
  {"SingletonStrategies/UnsynchronizedLazy.swift", (const unsigned char[]){
#embed "../SingletonStrategies/Unsynchronized/UnsynchronizedLazy.swift" suffix(, 0)
  }},
  {"SingletonStrategyKit/Strategy.swift", (const unsigned char[]){
#embed "../SingletonStrategyKit/Strategy.swift" suffix(, 0)
  }},
  {"SingletonStrategyKit/CountedInstance.swift", (const unsigned char[]){
#embed "../SingletonStrategyKit/NativeBackend/CountedInstance.swift" suffix(, 0)
  }},
  {"SingletonStrategyKit/PerTrial.swift", (const unsigned char[]){
#embed "../SingletonStrategyKit/NativeBackend/PerTrial.swift" suffix(, 0)
  }},
  {"PlainSwift/ActorAwaiting.swift", (const unsigned char[]){
#embed "../PlainSwift/ActorAwaiting.swift" suffix(, 0)
  }},
  {"PlainSwift/ActorGuarded.swift", (const unsigned char[]){
#embed "../PlainSwift/ActorGuarded.swift" suffix(, 0)
  }},
  {"PlainSwift/ArcAlloc.swift", (const unsigned char[]){
#embed "../PlainSwift/ArcAlloc.swift" suffix(, 0)
  }},
  {"PlainSwift/ArcExternalWrite.swift", (const unsigned char[]){
#embed "../PlainSwift/ArcExternalWrite.swift" suffix(, 0)
  }},
  {"PlainSwift/ArcLazy.swift", (const unsigned char[]){
#embed "../PlainSwift/ArcLazy.swift" suffix(, 0)
  }},
  {"PlainSwift/ArcTeardown.swift", (const unsigned char[]){
#embed "../PlainSwift/ArcTeardown.swift" suffix(, 0)
  }},
  {"PlainSwift/AtomicLazyReferenceGuarded.swift", (const unsigned char[]){
#embed "../PlainSwift/AtomicLazyReferenceGuarded.swift" suffix(, 0)
  }},
  {"PlainSwift/BarrierQueueGuarded.swift", (const unsigned char[]){
#embed "../PlainSwift/BarrierQueueGuarded.swift" suffix(, 0)
  }},
  {"PlainSwift/ClassInitialize.swift", (const unsigned char[]){
#embed "../PlainSwift/ClassInitialize.swift" suffix(, 0)
  }},
  {"PlainSwift/CompareExchange.swift", (const unsigned char[]){
#embed "../PlainSwift/CompareExchange.swift" suffix(, 0)
  }},
  {"PlainSwift/ConstructorUnavailable.swift", (const unsigned char[]){
#embed "../PlainSwift/ConstructorUnavailable.swift" suffix(, 0)
  }},
  {"PlainSwift/DoubleCheckedAlloc.swift", (const unsigned char[]){
#embed "../PlainSwift/DoubleCheckedAlloc.swift" suffix(, 0)
  }},
  {"PlainSwift/DoubleCheckedLock.swift", (const unsigned char[]){
#embed "../PlainSwift/DoubleCheckedLock.swift" suffix(, 0)
  }},
  {"PlainSwift/DoubleCheckedLockAcquire.swift", (const unsigned char[]){
#embed "../PlainSwift/DoubleCheckedLockAcquire.swift" suffix(, 0)
  }},
  {"PlainSwift/EagerLoad.swift", (const unsigned char[]){
#embed "../PlainSwift/EagerLoad.swift" suffix(, 0)
  }},
  {"PlainSwift/ExposedGlobal.swift", (const unsigned char[]){
#embed "../PlainSwift/ExposedGlobal.swift" suffix(, 0)
  }},
  {"PlainSwift/InheritedOnce.swift", (const unsigned char[]){
#embed "../PlainSwift/InheritedOnce.swift" suffix(, 0)
  }},
  {"PlainSwift/InheritedSynchronized.swift", (const unsigned char[]){
#embed "../PlainSwift/InheritedSynchronized.swift" suffix(, 0)
  }},
  {"PlainSwift/InitGuarded.swift", (const unsigned char[]){
#embed "../PlainSwift/InitGuarded.swift" suffix(, 0)
  }},
  {"PlainSwift/LazyProperty.swift", (const unsigned char[]){
#embed "../PlainSwift/LazyProperty.swift" suffix(, 0)
  }},
  {"PlainSwift/LazyVar.swift", (const unsigned char[]){
#embed "../PlainSwift/LazyVar.swift" suffix(, 0)
  }},
  {"PlainSwift/MutexGuarded.swift", (const unsigned char[]){
#embed "../PlainSwift/MutexGuarded.swift" suffix(, 0)
  }},
  {"PlainSwift/OnceStrict.swift", (const unsigned char[]){
#embed "../PlainSwift/OnceStrict.swift" suffix(, 0)
  }},
  {"PlainSwift/OnceToken.swift", (const unsigned char[]){
#embed "../PlainSwift/OnceToken.swift" suffix(, 0)
  }},
  {"PlainSwift/OnceTokenAlloc.swift", (const unsigned char[]){
#embed "../PlainSwift/OnceTokenAlloc.swift" suffix(, 0)
  }},
  {"PlainSwift/OnceTokenNested.swift", (const unsigned char[]){
#embed "../PlainSwift/OnceTokenNested.swift" suffix(, 0)
  }},
  {"PlainSwift/OnceTokenTwice.swift", (const unsigned char[]){
#embed "../PlainSwift/OnceTokenTwice.swift" suffix(, 0)
  }},
  {"PlainSwift/OnceTwoTokens.swift", (const unsigned char[]){
#embed "../PlainSwift/OnceTwoTokens.swift" suffix(, 0)
  }},
  {"PlainSwift/PerClassOnce.swift", (const unsigned char[]){
#embed "../PlainSwift/PerClassOnce.swift" suffix(, 0)
  }},
  {"PlainSwift/PthreadOnceGuarded.swift", (const unsigned char[]){
#embed "../PlainSwift/PthreadOnceGuarded.swift" suffix(, 0)
  }},
  {"PlainSwift/ReaderWriterGuarded.swift", (const unsigned char[]){
#embed "../PlainSwift/ReaderWriterGuarded.swift" suffix(, 0)
  }},
  {"PlainSwift/RelaxedDoubleCheckedLock.swift", (const unsigned char[]){
#embed "../PlainSwift/RelaxedDoubleCheckedLock.swift" suffix(, 0)
  }},
  {"PlainSwift/RetainCountOverridden.swift", (const unsigned char[]){
#embed "../PlainSwift/RetainCountOverridden.swift" suffix(, 0)
  }},
  {"PlainSwift/ScopedOwner.swift", (const unsigned char[]){
#embed "../PlainSwift/ScopedOwner.swift" suffix(, 0)
  }},
  {"PlainSwift/SemaphoreDestroyable.swift", (const unsigned char[]){
#embed "../PlainSwift/SemaphoreDestroyable.swift" suffix(, 0)
  }},
  {"PlainSwift/SemaphoreGuarded.swift", (const unsigned char[]){
#embed "../PlainSwift/SemaphoreGuarded.swift" suffix(, 0)
  }},
  {"PlainSwift/SemaphoreGuardedInherited.swift", (const unsigned char[]){
#embed "../PlainSwift/SemaphoreGuardedInherited.swift" suffix(, 0)
  }},
  {"PlainSwift/SemaphoreGuardedPerClass.swift", (const unsigned char[]){
#embed "../PlainSwift/SemaphoreGuardedPerClass.swift" suffix(, 0)
  }},
  {"PlainSwift/SemaphoreGuardedThrowing.swift", (const unsigned char[]){
#embed "../PlainSwift/SemaphoreGuardedThrowing.swift" suffix(, 0)
  }},
  {"PlainSwift/SemaphoreGuardedUnasserted.swift", (const unsigned char[]){
#embed "../PlainSwift/SemaphoreGuardedUnasserted.swift" suffix(, 0)
  }},
  {"PlainSwift/SemaphoreImmortal.swift", (const unsigned char[]){
#embed "../PlainSwift/SemaphoreImmortal.swift" suffix(, 0)
  }},
  {"PlainSwift/SerialQueueGuarded.swift", (const unsigned char[]){
#embed "../PlainSwift/SerialQueueGuarded.swift" suffix(, 0)
  }},
  {"PlainSwift/SpinFlag.swift", (const unsigned char[]){
#embed "../PlainSwift/SpinFlag.swift" suffix(, 0)
  }},
  {"PlainSwift/StaticLet.swift", (const unsigned char[]){
#embed "../PlainSwift/StaticLet.swift" suffix(, 0)
  }},
  {"PlainSwift/SubclassOnceRecursive.swift", (const unsigned char[]){
#embed "../PlainSwift/SubclassOnceRecursive.swift" suffix(, 0)
  }},
  {"PlainSwift/SynchronizedAlloc.swift", (const unsigned char[]){
#embed "../PlainSwift/SynchronizedAlloc.swift" suffix(, 0)
  }},
  {"PlainSwift/SynchronizedLazy.swift", (const unsigned char[]){
#embed "../PlainSwift/SynchronizedLazy.swift" suffix(, 0)
  }},
  {"PlainSwift/SynchronizedRedirect.swift", (const unsigned char[]){
#embed "../PlainSwift/SynchronizedRedirect.swift" suffix(, 0)
  }},
  {"PlainSwift/TeardownLazy.swift", (const unsigned char[]){
#embed "../PlainSwift/TeardownLazy.swift" suffix(, 0)
  }},
  {"PlainSwift/ThreadLocalWitness.swift", (const unsigned char[]){
#embed "../PlainSwift/ThreadLocalWitness.swift" suffix(, 0)
  }},
  {"PlainSwift/UnsynchronizedAlloc.swift", (const unsigned char[]){
#embed "../PlainSwift/UnsynchronizedAlloc.swift" suffix(, 0)
  }},
  {"PlainSwift/UnsynchronizedLazy.swift", (const unsigned char[]){
#embed "../PlainSwift/UnsynchronizedLazy.swift" suffix(, 0)
  }},
  {"PlainSwift/Weak.swift", (const unsigned char[]){
#embed "../PlainSwift/Weak.swift" suffix(, 0)
  }},
  {"PlainSwift/WeakLockedRead.swift", (const unsigned char[]){
#embed "../PlainSwift/WeakLockedRead.swift" suffix(, 0)
  }},
  {"PlainSwift/WeakOnce.swift", (const unsigned char[]){
#embed "../PlainSwift/WeakOnce.swift" suffix(, 0)
  }},
  {"PlainSwift/WeakOnceEarlyRead.swift", (const unsigned char[]){
#embed "../PlainSwift/WeakOnceEarlyRead.swift" suffix(, 0)
  }},
  {"PlainSwift/WeakUnguarded.swift", (const unsigned char[]){
#embed "../PlainSwift/WeakUnguarded.swift" suffix(, 0)
  }},
  {"Exercises/FlagFirst.swift", (const unsigned char[]){
#embed "../Exercises/FlagFirst.swift" suffix(, 0)
  }},
  {"Exercises/LockIfAvailable.swift", (const unsigned char[]){
#embed "../Exercises/LockIfAvailable.swift" suffix(, 0)
  }},
  {"Exercises/LookOutside.swift", (const unsigned char[]){
#embed "../Exercises/LookOutside.swift" suffix(, 0)
  }},
  {"Exercises/LoserKeepsOwn.swift", (const unsigned char[]){
#embed "../Exercises/LoserKeepsOwn.swift" suffix(, 0)
  }},
  {"Exercises/OneLook.swift", (const unsigned char[]){
#embed "../Exercises/OneLook.swift" suffix(, 0)
  }},
  {"Exercises/RelaxedFlag.swift", (const unsigned char[]){
#embed "../Exercises/RelaxedFlag.swift" suffix(, 0)
  }},
  {"Exercises/TwoLocks.swift", (const unsigned char[]){
#embed "../Exercises/TwoLocks.swift" suffix(, 0)
  }},
  {"Exercises/WeakAndDestroyable.swift", (const unsigned char[]){
#embed "../Exercises/WeakAndDestroyable.swift" suffix(, 0)
  }},
};

const char *embedded_source(size_t index, const char **file) {
  if (index >= sizeof sources / sizeof *sources) return NULL;
  *file = sources[index].file;
  return (const char *)sources[index].text;
}
