// Written by scripts/embed-sources. The text of source files, embedded from the files themselves, so that what is shown
// cannot drift from what runs.
#include "SingletonEmbeddedSources.h"

static const unsigned char text0[] = {
#embed "../SingletonCourse/Demonstrations/CouplingDemo.swift"
};
static const unsigned char text1[] = {
#embed "../SingletonCourse/Demonstrations/Demonstration.swift"
};
static const unsigned char text2[] = {
#embed "../SingletonCourse/Demonstrations/FriendList.swift"
};
static const unsigned char text3[] = {
#embed "../SingletonCourse/Demonstrations/InjectionDemo.swift"
};
static const unsigned char text4[] = {
#embed "../SingletonCourse/Demonstrations/Journal.swift"
};
static const unsigned char text5[] = {
#embed "../SingletonCourse/Demonstrations/Logout.swift"
};
static const unsigned char text6[] = {
#embed "../SingletonCourse/Demonstrations/PageViewer.swift"
};
static const unsigned char text7[] = {
#embed "../SingletonCourse/Demonstrations/PictureCache.swift"
};
static const unsigned char text8[] = {
#embed "../SingletonCourse/Demonstrations/Pricing.swift"
};
static const unsigned char text9[] = {
#embed "../SingletonCourse/Demonstrations/StorageDemo.swift"
};
static const unsigned char text10[] = {
#embed "../SingletonCourse/Demonstrations/TestOrders.swift"
};
static const unsigned char text11[] = {
#embed "../SingletonStrategies/EagerLoading/EagerLoad.swift"
};
static const unsigned char text12[] = {
#embed "../SingletonStrategies/Lifetime/ExposedGlobal.swift"
};
static const unsigned char text13[] = {
#embed "../SingletonStrategies/Lifetime/GuardedWeakInstance.swift"
};
static const unsigned char text14[] = {
#embed "../SingletonStrategies/Lifetime/RetainCountOverridden.swift"
};
static const unsigned char text15[] = {
#embed "../SingletonStrategies/Lifetime/ScopedOwner.swift"
};
static const unsigned char text16[] = {
#embed "../SingletonStrategies/Lifetime/TeardownLazy.swift"
};
static const unsigned char text17[] = {
#embed "../SingletonStrategies/Lifetime/Weak.swift"
};
static const unsigned char text18[] = {
#embed "../SingletonStrategies/Lifetime/WeakLockedRead.swift"
};
static const unsigned char text19[] = {
#embed "../SingletonStrategies/Lifetime/WeakOnce.swift"
};
static const unsigned char text20[] = {
#embed "../SingletonStrategies/Lifetime/WeakOnceEarlyRead.swift"
};
static const unsigned char text21[] = {
#embed "../SingletonStrategies/LockFree/AtomicLazyReferenceGuarded.swift"
};
static const unsigned char text22[] = {
#embed "../SingletonStrategies/LockFree/CompareExchange.swift"
};
static const unsigned char text23[] = {
#embed "../SingletonStrategies/LockFree/SpinFlag.swift"
};
static const unsigned char text24[] = {
#embed "../SingletonStrategies/Locking/DoubleCheckedAlloc.swift"
};
static const unsigned char text25[] = {
#embed "../SingletonStrategies/Locking/DoubleCheckedLock.swift"
};
static const unsigned char text26[] = {
#embed "../SingletonStrategies/Locking/DoubleCheckedLockAcquire.swift"
};
static const unsigned char text27[] = {
#embed "../SingletonStrategies/Locking/MutexGuarded.swift"
};
static const unsigned char text28[] = {
#embed "../SingletonStrategies/Locking/ReaderWriterGuarded.swift"
};
static const unsigned char text29[] = {
#embed "../SingletonStrategies/Locking/RelaxedDoubleCheckedLock.swift"
};
static const unsigned char text30[] = {
#embed "../SingletonStrategies/Locking/SynchronizedAlloc.swift"
};
static const unsigned char text31[] = {
#embed "../SingletonStrategies/Locking/SynchronizedLazy.swift"
};
static const unsigned char text32[] = {
#embed "../SingletonStrategies/Locking/SynchronizedRedirect.swift"
};
static const unsigned char text33[] = {
#embed "../SingletonStrategies/Locking/ThreadLocalWitness.swift"
};
static const unsigned char text34[] = {
#embed "../SingletonStrategies/Once/ClassInitialize.swift"
};
static const unsigned char text35[] = {
#embed "../SingletonStrategies/Once/ConstructorUnavailable.swift"
};
static const unsigned char text36[] = {
#embed "../SingletonStrategies/Once/OnceStrict.swift"
};
static const unsigned char text37[] = {
#embed "../SingletonStrategies/Once/OnceToken.swift"
};
static const unsigned char text38[] = {
#embed "../SingletonStrategies/Once/OnceTokenAlloc.swift"
};
static const unsigned char text39[] = {
#embed "../SingletonStrategies/Once/OnceTokenNested.swift"
};
static const unsigned char text40[] = {
#embed "../SingletonStrategies/Once/OnceTokenTwice.swift"
};
static const unsigned char text41[] = {
#embed "../SingletonStrategies/Once/OnceTwoTokens.swift"
};
static const unsigned char text42[] = {
#embed "../SingletonStrategies/Once/PthreadOnceGuarded.swift"
};
static const unsigned char text43[] = {
#embed "../SingletonStrategies/Queues/BarrierQueueGuarded.swift"
};
static const unsigned char text44[] = {
#embed "../SingletonStrategies/Queues/SerialQueueGuarded.swift"
};
static const unsigned char text45[] = {
#embed "../SingletonStrategies/Runtime/ActorAwaiting.swift"
};
static const unsigned char text46[] = {
#embed "../SingletonStrategies/Runtime/ActorGuarded.swift"
};
static const unsigned char text47[] = {
#embed "../SingletonStrategies/Runtime/ArcAlloc.swift"
};
static const unsigned char text48[] = {
#embed "../SingletonStrategies/Runtime/ArcExternalWrite.swift"
};
static const unsigned char text49[] = {
#embed "../SingletonStrategies/Runtime/ArcLazy.swift"
};
static const unsigned char text50[] = {
#embed "../SingletonStrategies/Runtime/ArcTeardown.swift"
};
static const unsigned char text51[] = {
#embed "../SingletonStrategies/Runtime/LazyVar.swift"
};
static const unsigned char text52[] = {
#embed "../SingletonStrategies/Runtime/StaticLet.swift"
};
static const unsigned char text53[] = {
#embed "../SingletonStrategies/Runtime/WeakUnguarded.swift"
};
static const unsigned char text54[] = {
#embed "../SingletonStrategies/Semaphores/LimitedSemaphore.swift"
};
static const unsigned char text55[] = {
#embed "../SingletonStrategies/Semaphores/SemaphoreDestroyable.swift"
};
static const unsigned char text56[] = {
#embed "../SingletonStrategies/Semaphores/SemaphoreGuarded.swift"
};
static const unsigned char text57[] = {
#embed "../SingletonStrategies/Semaphores/SemaphoreGuardedInherited.swift"
};
static const unsigned char text58[] = {
#embed "../SingletonStrategies/Semaphores/SemaphoreGuardedPerClass.swift"
};
static const unsigned char text59[] = {
#embed "../SingletonStrategies/Semaphores/SemaphoreGuardedThrowing.swift"
};
static const unsigned char text60[] = {
#embed "../SingletonStrategies/Semaphores/SemaphoreGuardedUnasserted.swift"
};
static const unsigned char text61[] = {
#embed "../SingletonStrategies/Semaphores/SemaphoreImmortal.swift"
};
static const unsigned char text62[] = {
#embed "../SingletonStrategies/Subclassing/InheritedOnce.swift"
};
static const unsigned char text63[] = {
#embed "../SingletonStrategies/Subclassing/InheritedSynchronized.swift"
};
static const unsigned char text64[] = {
#embed "../SingletonStrategies/Subclassing/InitGuarded.swift"
};
static const unsigned char text65[] = {
#embed "../SingletonStrategies/Subclassing/PerClassOnce.swift"
};
static const unsigned char text66[] = {
#embed "../SingletonStrategies/Subclassing/SubclassOnceRecursive.swift"
};
static const unsigned char text67[] = {
#embed "../SingletonStrategies/Unsynchronized/LazyProperty.swift"
};
static const unsigned char text68[] = {
#embed "../SingletonStrategies/Unsynchronized/UnsynchronizedAlloc.swift"
};
static const unsigned char text69[] = {
#embed "../SingletonStrategies/Unsynchronized/UnsynchronizedLazy.swift"
};
static const unsigned char text70[] = {
#embed "../SingletonStrategyKit/Strategy.swift"
};
static const unsigned char text71[] = {
#embed "../SingletonStrategyKit/NativeBackend/CountedInstance.swift"
};
static const unsigned char text72[] = {
#embed "../SingletonStrategyKit/NativeBackend/PerTrial.swift"
};
static const unsigned char text73[] = {
#embed "../PlainSwift/ActorAwaiting.swift"
};
static const unsigned char text74[] = {
#embed "../PlainSwift/ActorGuarded.swift"
};
static const unsigned char text75[] = {
#embed "../PlainSwift/ArcAlloc.swift"
};
static const unsigned char text76[] = {
#embed "../PlainSwift/ArcExternalWrite.swift"
};
static const unsigned char text77[] = {
#embed "../PlainSwift/ArcLazy.swift"
};
static const unsigned char text78[] = {
#embed "../PlainSwift/ArcTeardown.swift"
};
static const unsigned char text79[] = {
#embed "../PlainSwift/AtomicLazyReferenceGuarded.swift"
};
static const unsigned char text80[] = {
#embed "../PlainSwift/BarrierQueueGuarded.swift"
};
static const unsigned char text81[] = {
#embed "../PlainSwift/ClassInitialize.swift"
};
static const unsigned char text82[] = {
#embed "../PlainSwift/CompareExchange.swift"
};
static const unsigned char text83[] = {
#embed "../PlainSwift/ConstructorUnavailable.swift"
};
static const unsigned char text84[] = {
#embed "../PlainSwift/DoubleCheckedAlloc.swift"
};
static const unsigned char text85[] = {
#embed "../PlainSwift/DoubleCheckedLock.swift"
};
static const unsigned char text86[] = {
#embed "../PlainSwift/DoubleCheckedLockAcquire.swift"
};
static const unsigned char text87[] = {
#embed "../PlainSwift/EagerLoad.swift"
};
static const unsigned char text88[] = {
#embed "../PlainSwift/ExposedGlobal.swift"
};
static const unsigned char text89[] = {
#embed "../PlainSwift/InheritedOnce.swift"
};
static const unsigned char text90[] = {
#embed "../PlainSwift/InheritedSynchronized.swift"
};
static const unsigned char text91[] = {
#embed "../PlainSwift/InitGuarded.swift"
};
static const unsigned char text92[] = {
#embed "../PlainSwift/LazyProperty.swift"
};
static const unsigned char text93[] = {
#embed "../PlainSwift/LazyVar.swift"
};
static const unsigned char text94[] = {
#embed "../PlainSwift/MutexGuarded.swift"
};
static const unsigned char text95[] = {
#embed "../PlainSwift/OnceStrict.swift"
};
static const unsigned char text96[] = {
#embed "../PlainSwift/OnceToken.swift"
};
static const unsigned char text97[] = {
#embed "../PlainSwift/OnceTokenAlloc.swift"
};
static const unsigned char text98[] = {
#embed "../PlainSwift/OnceTokenNested.swift"
};
static const unsigned char text99[] = {
#embed "../PlainSwift/OnceTokenTwice.swift"
};
static const unsigned char text100[] = {
#embed "../PlainSwift/OnceTwoTokens.swift"
};
static const unsigned char text101[] = {
#embed "../PlainSwift/PerClassOnce.swift"
};
static const unsigned char text102[] = {
#embed "../PlainSwift/PthreadOnceGuarded.swift"
};
static const unsigned char text103[] = {
#embed "../PlainSwift/ReaderWriterGuarded.swift"
};
static const unsigned char text104[] = {
#embed "../PlainSwift/RelaxedDoubleCheckedLock.swift"
};
static const unsigned char text105[] = {
#embed "../PlainSwift/RetainCountOverridden.swift"
};
static const unsigned char text106[] = {
#embed "../PlainSwift/ScopedOwner.swift"
};
static const unsigned char text107[] = {
#embed "../PlainSwift/SemaphoreDestroyable.swift"
};
static const unsigned char text108[] = {
#embed "../PlainSwift/SemaphoreGuarded.swift"
};
static const unsigned char text109[] = {
#embed "../PlainSwift/SemaphoreGuardedInherited.swift"
};
static const unsigned char text110[] = {
#embed "../PlainSwift/SemaphoreGuardedPerClass.swift"
};
static const unsigned char text111[] = {
#embed "../PlainSwift/SemaphoreGuardedThrowing.swift"
};
static const unsigned char text112[] = {
#embed "../PlainSwift/SemaphoreGuardedUnasserted.swift"
};
static const unsigned char text113[] = {
#embed "../PlainSwift/SemaphoreImmortal.swift"
};
static const unsigned char text114[] = {
#embed "../PlainSwift/SerialQueueGuarded.swift"
};
static const unsigned char text115[] = {
#embed "../PlainSwift/SpinFlag.swift"
};
static const unsigned char text116[] = {
#embed "../PlainSwift/StaticLet.swift"
};
static const unsigned char text117[] = {
#embed "../PlainSwift/SubclassOnceRecursive.swift"
};
static const unsigned char text118[] = {
#embed "../PlainSwift/SynchronizedAlloc.swift"
};
static const unsigned char text119[] = {
#embed "../PlainSwift/SynchronizedLazy.swift"
};
static const unsigned char text120[] = {
#embed "../PlainSwift/SynchronizedRedirect.swift"
};
static const unsigned char text121[] = {
#embed "../PlainSwift/TeardownLazy.swift"
};
static const unsigned char text122[] = {
#embed "../PlainSwift/ThreadLocalWitness.swift"
};
static const unsigned char text123[] = {
#embed "../PlainSwift/UnsynchronizedAlloc.swift"
};
static const unsigned char text124[] = {
#embed "../PlainSwift/UnsynchronizedLazy.swift"
};
static const unsigned char text125[] = {
#embed "../PlainSwift/Weak.swift"
};
static const unsigned char text126[] = {
#embed "../PlainSwift/WeakLockedRead.swift"
};
static const unsigned char text127[] = {
#embed "../PlainSwift/WeakOnce.swift"
};
static const unsigned char text128[] = {
#embed "../PlainSwift/WeakOnceEarlyRead.swift"
};
static const unsigned char text129[] = {
#embed "../PlainSwift/WeakUnguarded.swift"
};
static const unsigned char text130[] = {
#embed "../Exercises/FlagFirst.swift"
};
static const unsigned char text131[] = {
#embed "../Exercises/LockIfAvailable.swift"
};
static const unsigned char text132[] = {
#embed "../Exercises/LookOutside.swift"
};
static const unsigned char text133[] = {
#embed "../Exercises/LoserKeepsOwn.swift"
};
static const unsigned char text134[] = {
#embed "../Exercises/OneLook.swift"
};
static const unsigned char text135[] = {
#embed "../Exercises/RelaxedFlag.swift"
};
static const unsigned char text136[] = {
#embed "../Exercises/TwoLocks.swift"
};
static const unsigned char text137[] = {
#embed "../Exercises/WeakAndDestroyable.swift"
};
static const unsigned char text138[] = {
#embed "../../Tests/Fixtures/SynchronizationUses/Modeled/Images.swift"
};

static const struct {
  const char *file;
  const unsigned char *text;
  size_t count;
} sources[] = {
  {"SingletonCourse/CouplingDemo.swift", text0, sizeof text0},
  {"SingletonCourse/Demonstration.swift", text1, sizeof text1},
  {"SingletonCourse/FriendList.swift", text2, sizeof text2},
  {"SingletonCourse/InjectionDemo.swift", text3, sizeof text3},
  {"SingletonCourse/Journal.swift", text4, sizeof text4},
  {"SingletonCourse/Logout.swift", text5, sizeof text5},
  {"SingletonCourse/PageViewer.swift", text6, sizeof text6},
  {"SingletonCourse/PictureCache.swift", text7, sizeof text7},
  {"SingletonCourse/Pricing.swift", text8, sizeof text8},
  {"SingletonCourse/StorageDemo.swift", text9, sizeof text9},
  {"SingletonCourse/TestOrders.swift", text10, sizeof text10},
  {"SingletonStrategies/EagerLoad.swift", text11, sizeof text11},
  {"SingletonStrategies/ExposedGlobal.swift", text12, sizeof text12},
  {"SingletonStrategies/GuardedWeakInstance.swift", text13, sizeof text13},
  {"SingletonStrategies/RetainCountOverridden.swift", text14, sizeof text14},
  {"SingletonStrategies/ScopedOwner.swift", text15, sizeof text15},
  {"SingletonStrategies/TeardownLazy.swift", text16, sizeof text16},
  {"SingletonStrategies/Weak.swift", text17, sizeof text17},
  {"SingletonStrategies/WeakLockedRead.swift", text18, sizeof text18},
  {"SingletonStrategies/WeakOnce.swift", text19, sizeof text19},
  {"SingletonStrategies/WeakOnceEarlyRead.swift", text20, sizeof text20},
  {"SingletonStrategies/AtomicLazyReferenceGuarded.swift", text21, sizeof text21},
  {"SingletonStrategies/CompareExchange.swift", text22, sizeof text22},
  {"SingletonStrategies/SpinFlag.swift", text23, sizeof text23},
  {"SingletonStrategies/DoubleCheckedAlloc.swift", text24, sizeof text24},
  {"SingletonStrategies/DoubleCheckedLock.swift", text25, sizeof text25},
  {"SingletonStrategies/DoubleCheckedLockAcquire.swift", text26, sizeof text26},
  {"SingletonStrategies/MutexGuarded.swift", text27, sizeof text27},
  {"SingletonStrategies/ReaderWriterGuarded.swift", text28, sizeof text28},
  {"SingletonStrategies/RelaxedDoubleCheckedLock.swift", text29, sizeof text29},
  {"SingletonStrategies/SynchronizedAlloc.swift", text30, sizeof text30},
  {"SingletonStrategies/SynchronizedLazy.swift", text31, sizeof text31},
  {"SingletonStrategies/SynchronizedRedirect.swift", text32, sizeof text32},
  {"SingletonStrategies/ThreadLocalWitness.swift", text33, sizeof text33},
  {"SingletonStrategies/ClassInitialize.swift", text34, sizeof text34},
  {"SingletonStrategies/ConstructorUnavailable.swift", text35, sizeof text35},
  {"SingletonStrategies/OnceStrict.swift", text36, sizeof text36},
  {"SingletonStrategies/OnceToken.swift", text37, sizeof text37},
  {"SingletonStrategies/OnceTokenAlloc.swift", text38, sizeof text38},
  {"SingletonStrategies/OnceTokenNested.swift", text39, sizeof text39},
  {"SingletonStrategies/OnceTokenTwice.swift", text40, sizeof text40},
  {"SingletonStrategies/OnceTwoTokens.swift", text41, sizeof text41},
  {"SingletonStrategies/PthreadOnceGuarded.swift", text42, sizeof text42},
  {"SingletonStrategies/BarrierQueueGuarded.swift", text43, sizeof text43},
  {"SingletonStrategies/SerialQueueGuarded.swift", text44, sizeof text44},
  {"SingletonStrategies/ActorAwaiting.swift", text45, sizeof text45},
  {"SingletonStrategies/ActorGuarded.swift", text46, sizeof text46},
  {"SingletonStrategies/ArcAlloc.swift", text47, sizeof text47},
  {"SingletonStrategies/ArcExternalWrite.swift", text48, sizeof text48},
  {"SingletonStrategies/ArcLazy.swift", text49, sizeof text49},
  {"SingletonStrategies/ArcTeardown.swift", text50, sizeof text50},
  {"SingletonStrategies/LazyVar.swift", text51, sizeof text51},
  {"SingletonStrategies/StaticLet.swift", text52, sizeof text52},
  {"SingletonStrategies/WeakUnguarded.swift", text53, sizeof text53},
  {"SingletonStrategies/LimitedSemaphore.swift", text54, sizeof text54},
  {"SingletonStrategies/SemaphoreDestroyable.swift", text55, sizeof text55},
  {"SingletonStrategies/SemaphoreGuarded.swift", text56, sizeof text56},
  {"SingletonStrategies/SemaphoreGuardedInherited.swift", text57, sizeof text57},
  {"SingletonStrategies/SemaphoreGuardedPerClass.swift", text58, sizeof text58},
  {"SingletonStrategies/SemaphoreGuardedThrowing.swift", text59, sizeof text59},
  {"SingletonStrategies/SemaphoreGuardedUnasserted.swift", text60, sizeof text60},
  {"SingletonStrategies/SemaphoreImmortal.swift", text61, sizeof text61},
  {"SingletonStrategies/InheritedOnce.swift", text62, sizeof text62},
  {"SingletonStrategies/InheritedSynchronized.swift", text63, sizeof text63},
  {"SingletonStrategies/InitGuarded.swift", text64, sizeof text64},
  {"SingletonStrategies/PerClassOnce.swift", text65, sizeof text65},
  {"SingletonStrategies/SubclassOnceRecursive.swift", text66, sizeof text66},
  {"SingletonStrategies/LazyProperty.swift", text67, sizeof text67},
  {"SingletonStrategies/UnsynchronizedAlloc.swift", text68, sizeof text68},
  {"SingletonStrategies/UnsynchronizedLazy.swift", text69, sizeof text69},
  {"SingletonStrategyKit/Strategy.swift", text70, sizeof text70},
  {"SingletonStrategyKit/CountedInstance.swift", text71, sizeof text71},
  {"SingletonStrategyKit/PerTrial.swift", text72, sizeof text72},
  {"PlainSwift/ActorAwaiting.swift", text73, sizeof text73},
  {"PlainSwift/ActorGuarded.swift", text74, sizeof text74},
  {"PlainSwift/ArcAlloc.swift", text75, sizeof text75},
  {"PlainSwift/ArcExternalWrite.swift", text76, sizeof text76},
  {"PlainSwift/ArcLazy.swift", text77, sizeof text77},
  {"PlainSwift/ArcTeardown.swift", text78, sizeof text78},
  {"PlainSwift/AtomicLazyReferenceGuarded.swift", text79, sizeof text79},
  {"PlainSwift/BarrierQueueGuarded.swift", text80, sizeof text80},
  {"PlainSwift/ClassInitialize.swift", text81, sizeof text81},
  {"PlainSwift/CompareExchange.swift", text82, sizeof text82},
  {"PlainSwift/ConstructorUnavailable.swift", text83, sizeof text83},
  {"PlainSwift/DoubleCheckedAlloc.swift", text84, sizeof text84},
  {"PlainSwift/DoubleCheckedLock.swift", text85, sizeof text85},
  {"PlainSwift/DoubleCheckedLockAcquire.swift", text86, sizeof text86},
  {"PlainSwift/EagerLoad.swift", text87, sizeof text87},
  {"PlainSwift/ExposedGlobal.swift", text88, sizeof text88},
  {"PlainSwift/InheritedOnce.swift", text89, sizeof text89},
  {"PlainSwift/InheritedSynchronized.swift", text90, sizeof text90},
  {"PlainSwift/InitGuarded.swift", text91, sizeof text91},
  {"PlainSwift/LazyProperty.swift", text92, sizeof text92},
  {"PlainSwift/LazyVar.swift", text93, sizeof text93},
  {"PlainSwift/MutexGuarded.swift", text94, sizeof text94},
  {"PlainSwift/OnceStrict.swift", text95, sizeof text95},
  {"PlainSwift/OnceToken.swift", text96, sizeof text96},
  {"PlainSwift/OnceTokenAlloc.swift", text97, sizeof text97},
  {"PlainSwift/OnceTokenNested.swift", text98, sizeof text98},
  {"PlainSwift/OnceTokenTwice.swift", text99, sizeof text99},
  {"PlainSwift/OnceTwoTokens.swift", text100, sizeof text100},
  {"PlainSwift/PerClassOnce.swift", text101, sizeof text101},
  {"PlainSwift/PthreadOnceGuarded.swift", text102, sizeof text102},
  {"PlainSwift/ReaderWriterGuarded.swift", text103, sizeof text103},
  {"PlainSwift/RelaxedDoubleCheckedLock.swift", text104, sizeof text104},
  {"PlainSwift/RetainCountOverridden.swift", text105, sizeof text105},
  {"PlainSwift/ScopedOwner.swift", text106, sizeof text106},
  {"PlainSwift/SemaphoreDestroyable.swift", text107, sizeof text107},
  {"PlainSwift/SemaphoreGuarded.swift", text108, sizeof text108},
  {"PlainSwift/SemaphoreGuardedInherited.swift", text109, sizeof text109},
  {"PlainSwift/SemaphoreGuardedPerClass.swift", text110, sizeof text110},
  {"PlainSwift/SemaphoreGuardedThrowing.swift", text111, sizeof text111},
  {"PlainSwift/SemaphoreGuardedUnasserted.swift", text112, sizeof text112},
  {"PlainSwift/SemaphoreImmortal.swift", text113, sizeof text113},
  {"PlainSwift/SerialQueueGuarded.swift", text114, sizeof text114},
  {"PlainSwift/SpinFlag.swift", text115, sizeof text115},
  {"PlainSwift/StaticLet.swift", text116, sizeof text116},
  {"PlainSwift/SubclassOnceRecursive.swift", text117, sizeof text117},
  {"PlainSwift/SynchronizedAlloc.swift", text118, sizeof text118},
  {"PlainSwift/SynchronizedLazy.swift", text119, sizeof text119},
  {"PlainSwift/SynchronizedRedirect.swift", text120, sizeof text120},
  {"PlainSwift/TeardownLazy.swift", text121, sizeof text121},
  {"PlainSwift/ThreadLocalWitness.swift", text122, sizeof text122},
  {"PlainSwift/UnsynchronizedAlloc.swift", text123, sizeof text123},
  {"PlainSwift/UnsynchronizedLazy.swift", text124, sizeof text124},
  {"PlainSwift/Weak.swift", text125, sizeof text125},
  {"PlainSwift/WeakLockedRead.swift", text126, sizeof text126},
  {"PlainSwift/WeakOnce.swift", text127, sizeof text127},
  {"PlainSwift/WeakOnceEarlyRead.swift", text128, sizeof text128},
  {"PlainSwift/WeakUnguarded.swift", text129, sizeof text129},
  {"Exercises/FlagFirst.swift", text130, sizeof text130},
  {"Exercises/LockIfAvailable.swift", text131, sizeof text131},
  {"Exercises/LookOutside.swift", text132, sizeof text132},
  {"Exercises/LoserKeepsOwn.swift", text133, sizeof text133},
  {"Exercises/OneLook.swift", text134, sizeof text134},
  {"Exercises/RelaxedFlag.swift", text135, sizeof text135},
  {"Exercises/TwoLocks.swift", text136, sizeof text136},
  {"Exercises/WeakAndDestroyable.swift", text137, sizeof text137},
  {"UsesOfModel/Images.swift", text138, sizeof text138},
};

const unsigned char *embedded_source(size_t index, const char **file, size_t *count) {
  if (index >= sizeof sources / sizeof *sources) return NULL;
  *file = sources[index].file;
  *count = sources[index].count;
  return sources[index].text;
}
