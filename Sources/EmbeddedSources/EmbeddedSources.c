// Written by scripts/embed-sources. The text of source files, embedded from the files themselves, so that what is shown
// cannot drift from what runs.
#include "EmbeddedSources.h"

static const unsigned char text0[] = {
#embed "../Lessons/Demonstrations/CouplingDemo.swift"
};
static const unsigned char text1[] = {
#embed "../Lessons/Demonstrations/Demonstration.swift"
};
static const unsigned char text2[] = {
#embed "../Lessons/Demonstrations/FriendList.swift"
};
static const unsigned char text3[] = {
#embed "../Lessons/Demonstrations/InjectionDemo.swift"
};
static const unsigned char text4[] = {
#embed "../Lessons/Demonstrations/Journal.swift"
};
static const unsigned char text5[] = {
#embed "../Lessons/Demonstrations/Logout.swift"
};
static const unsigned char text6[] = {
#embed "../Lessons/Demonstrations/PageViewer.swift"
};
static const unsigned char text7[] = {
#embed "../Lessons/Demonstrations/PictureCache.swift"
};
static const unsigned char text8[] = {
#embed "../Lessons/Demonstrations/Pricing.swift"
};
static const unsigned char text9[] = {
#embed "../Lessons/Demonstrations/StorageDemo.swift"
};
static const unsigned char text10[] = {
#embed "../Lessons/Demonstrations/TestOrders.swift"
};
static const unsigned char text11[] = {
#embed "../Strategies/Lifetime/ExposedGlobal.swift"
};
static const unsigned char text12[] = {
#embed "../Strategies/Lifetime/GuardedWeakInstance.swift"
};
static const unsigned char text13[] = {
#embed "../Strategies/Lifetime/LimitedSemaphore.swift"
};
static const unsigned char text14[] = {
#embed "../Strategies/Lifetime/RetainCountOverridden.swift"
};
static const unsigned char text15[] = {
#embed "../Strategies/Lifetime/ScopedOwner.swift"
};
static const unsigned char text16[] = {
#embed "../Strategies/Lifetime/SemaphoreDestroyable.swift"
};
static const unsigned char text17[] = {
#embed "../Strategies/Lifetime/SemaphoreGuarded.swift"
};
static const unsigned char text18[] = {
#embed "../Strategies/Lifetime/SemaphoreGuardedThrowing.swift"
};
static const unsigned char text19[] = {
#embed "../Strategies/Lifetime/SemaphoreGuardedUnasserted.swift"
};
static const unsigned char text20[] = {
#embed "../Strategies/Lifetime/SemaphoreImmortal.swift"
};
static const unsigned char text21[] = {
#embed "../Strategies/Lifetime/TeardownLazy.swift"
};
static const unsigned char text22[] = {
#embed "../Strategies/Lifetime/Weak.swift"
};
static const unsigned char text23[] = {
#embed "../Strategies/Lifetime/WeakLockedRead.swift"
};
static const unsigned char text24[] = {
#embed "../Strategies/Lifetime/WeakOnce.swift"
};
static const unsigned char text25[] = {
#embed "../Strategies/Lifetime/WeakOnceEarlyRead.swift"
};
static const unsigned char text26[] = {
#embed "../Strategies/LockFree/AtomicLazyReferenceGuarded.swift"
};
static const unsigned char text27[] = {
#embed "../Strategies/LockFree/CompareExchange.swift"
};
static const unsigned char text28[] = {
#embed "../Strategies/LockFree/SpinFlag.swift"
};
static const unsigned char text29[] = {
#embed "../Strategies/Locking/DoubleCheckedAlloc.swift"
};
static const unsigned char text30[] = {
#embed "../Strategies/Locking/DoubleCheckedLock.swift"
};
static const unsigned char text31[] = {
#embed "../Strategies/Locking/DoubleCheckedLockAcquire.swift"
};
static const unsigned char text32[] = {
#embed "../Strategies/Locking/MutexGuarded.swift"
};
static const unsigned char text33[] = {
#embed "../Strategies/Locking/ReaderWriterGuarded.swift"
};
static const unsigned char text34[] = {
#embed "../Strategies/Locking/RelaxedDoubleCheckedLock.swift"
};
static const unsigned char text35[] = {
#embed "../Strategies/Locking/SynchronizedAlloc.swift"
};
static const unsigned char text36[] = {
#embed "../Strategies/Locking/SynchronizedLazy.swift"
};
static const unsigned char text37[] = {
#embed "../Strategies/Locking/SynchronizedRedirect.swift"
};
static const unsigned char text38[] = {
#embed "../Strategies/Locking/ThreadLocalWitness.swift"
};
static const unsigned char text39[] = {
#embed "../Strategies/Once/ClassInitialize.swift"
};
static const unsigned char text40[] = {
#embed "../Strategies/Once/ConstructorUnavailable.swift"
};
static const unsigned char text41[] = {
#embed "../Strategies/Once/OnceStrict.swift"
};
static const unsigned char text42[] = {
#embed "../Strategies/Once/OnceToken.swift"
};
static const unsigned char text43[] = {
#embed "../Strategies/Once/OnceTokenAlloc.swift"
};
static const unsigned char text44[] = {
#embed "../Strategies/Once/OnceTokenNested.swift"
};
static const unsigned char text45[] = {
#embed "../Strategies/Once/OnceTokenTwice.swift"
};
static const unsigned char text46[] = {
#embed "../Strategies/Once/OnceTwoTokens.swift"
};
static const unsigned char text47[] = {
#embed "../Strategies/Once/PthreadOnceGuarded.swift"
};
static const unsigned char text48[] = {
#embed "../Strategies/Queues/BarrierQueueGuarded.swift"
};
static const unsigned char text49[] = {
#embed "../Strategies/Queues/SerialQueueGuarded.swift"
};
static const unsigned char text50[] = {
#embed "../Strategies/Runtime/ActorAwaiting.swift"
};
static const unsigned char text51[] = {
#embed "../Strategies/Runtime/ActorGuarded.swift"
};
static const unsigned char text52[] = {
#embed "../Strategies/Runtime/ArcAlloc.swift"
};
static const unsigned char text53[] = {
#embed "../Strategies/Runtime/ArcExternalWrite.swift"
};
static const unsigned char text54[] = {
#embed "../Strategies/Runtime/ArcLazy.swift"
};
static const unsigned char text55[] = {
#embed "../Strategies/Runtime/ArcTeardown.swift"
};
static const unsigned char text56[] = {
#embed "../Strategies/Runtime/LazyVar.swift"
};
static const unsigned char text57[] = {
#embed "../Strategies/Runtime/StaticLet.swift"
};
static const unsigned char text58[] = {
#embed "../Strategies/Runtime/WeakUnguarded.swift"
};
static const unsigned char text59[] = {
#embed "../Strategies/Subclassing/InheritedOnce.swift"
};
static const unsigned char text60[] = {
#embed "../Strategies/Subclassing/InheritedSynchronized.swift"
};
static const unsigned char text61[] = {
#embed "../Strategies/Subclassing/InitGuarded.swift"
};
static const unsigned char text62[] = {
#embed "../Strategies/Subclassing/PerClassOnce.swift"
};
static const unsigned char text63[] = {
#embed "../Strategies/Subclassing/SemaphoreGuardedInherited.swift"
};
static const unsigned char text64[] = {
#embed "../Strategies/Subclassing/SemaphoreGuardedPerClass.swift"
};
static const unsigned char text65[] = {
#embed "../Strategies/Subclassing/SubclassOnceRecursive.swift"
};
static const unsigned char text66[] = {
#embed "../Strategies/Unsynchronized/EagerLoad.swift"
};
static const unsigned char text67[] = {
#embed "../Strategies/Unsynchronized/LazyProperty.swift"
};
static const unsigned char text68[] = {
#embed "../Strategies/Unsynchronized/UnsynchronizedAlloc.swift"
};
static const unsigned char text69[] = {
#embed "../Strategies/Unsynchronized/UnsynchronizedLazy.swift"
};
static const unsigned char text70[] = {
#embed "../StrategyKit/Strategy.swift"
};
static const unsigned char text71[] = {
#embed "../StrategyKit/NativeBackend/CountedInstance.swift"
};
static const unsigned char text72[] = {
#embed "../StrategyKit/NativeBackend/PerTrial.swift"
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

static const struct {
  const char *file;
  const unsigned char *text;
  size_t count;
} sources[] = {
  {"Lessons/CouplingDemo.swift", text0, sizeof text0},
  {"Lessons/Demonstration.swift", text1, sizeof text1},
  {"Lessons/FriendList.swift", text2, sizeof text2},
  {"Lessons/InjectionDemo.swift", text3, sizeof text3},
  {"Lessons/Journal.swift", text4, sizeof text4},
  {"Lessons/Logout.swift", text5, sizeof text5},
  {"Lessons/PageViewer.swift", text6, sizeof text6},
  {"Lessons/PictureCache.swift", text7, sizeof text7},
  {"Lessons/Pricing.swift", text8, sizeof text8},
  {"Lessons/StorageDemo.swift", text9, sizeof text9},
  {"Lessons/TestOrders.swift", text10, sizeof text10},
  {"Strategies/ExposedGlobal.swift", text11, sizeof text11},
  {"Strategies/GuardedWeakInstance.swift", text12, sizeof text12},
  {"Strategies/LimitedSemaphore.swift", text13, sizeof text13},
  {"Strategies/RetainCountOverridden.swift", text14, sizeof text14},
  {"Strategies/ScopedOwner.swift", text15, sizeof text15},
  {"Strategies/SemaphoreDestroyable.swift", text16, sizeof text16},
  {"Strategies/SemaphoreGuarded.swift", text17, sizeof text17},
  {"Strategies/SemaphoreGuardedThrowing.swift", text18, sizeof text18},
  {"Strategies/SemaphoreGuardedUnasserted.swift", text19, sizeof text19},
  {"Strategies/SemaphoreImmortal.swift", text20, sizeof text20},
  {"Strategies/TeardownLazy.swift", text21, sizeof text21},
  {"Strategies/Weak.swift", text22, sizeof text22},
  {"Strategies/WeakLockedRead.swift", text23, sizeof text23},
  {"Strategies/WeakOnce.swift", text24, sizeof text24},
  {"Strategies/WeakOnceEarlyRead.swift", text25, sizeof text25},
  {"Strategies/AtomicLazyReferenceGuarded.swift", text26, sizeof text26},
  {"Strategies/CompareExchange.swift", text27, sizeof text27},
  {"Strategies/SpinFlag.swift", text28, sizeof text28},
  {"Strategies/DoubleCheckedAlloc.swift", text29, sizeof text29},
  {"Strategies/DoubleCheckedLock.swift", text30, sizeof text30},
  {"Strategies/DoubleCheckedLockAcquire.swift", text31, sizeof text31},
  {"Strategies/MutexGuarded.swift", text32, sizeof text32},
  {"Strategies/ReaderWriterGuarded.swift", text33, sizeof text33},
  {"Strategies/RelaxedDoubleCheckedLock.swift", text34, sizeof text34},
  {"Strategies/SynchronizedAlloc.swift", text35, sizeof text35},
  {"Strategies/SynchronizedLazy.swift", text36, sizeof text36},
  {"Strategies/SynchronizedRedirect.swift", text37, sizeof text37},
  {"Strategies/ThreadLocalWitness.swift", text38, sizeof text38},
  {"Strategies/ClassInitialize.swift", text39, sizeof text39},
  {"Strategies/ConstructorUnavailable.swift", text40, sizeof text40},
  {"Strategies/OnceStrict.swift", text41, sizeof text41},
  {"Strategies/OnceToken.swift", text42, sizeof text42},
  {"Strategies/OnceTokenAlloc.swift", text43, sizeof text43},
  {"Strategies/OnceTokenNested.swift", text44, sizeof text44},
  {"Strategies/OnceTokenTwice.swift", text45, sizeof text45},
  {"Strategies/OnceTwoTokens.swift", text46, sizeof text46},
  {"Strategies/PthreadOnceGuarded.swift", text47, sizeof text47},
  {"Strategies/BarrierQueueGuarded.swift", text48, sizeof text48},
  {"Strategies/SerialQueueGuarded.swift", text49, sizeof text49},
  {"Strategies/ActorAwaiting.swift", text50, sizeof text50},
  {"Strategies/ActorGuarded.swift", text51, sizeof text51},
  {"Strategies/ArcAlloc.swift", text52, sizeof text52},
  {"Strategies/ArcExternalWrite.swift", text53, sizeof text53},
  {"Strategies/ArcLazy.swift", text54, sizeof text54},
  {"Strategies/ArcTeardown.swift", text55, sizeof text55},
  {"Strategies/LazyVar.swift", text56, sizeof text56},
  {"Strategies/StaticLet.swift", text57, sizeof text57},
  {"Strategies/WeakUnguarded.swift", text58, sizeof text58},
  {"Strategies/InheritedOnce.swift", text59, sizeof text59},
  {"Strategies/InheritedSynchronized.swift", text60, sizeof text60},
  {"Strategies/InitGuarded.swift", text61, sizeof text61},
  {"Strategies/PerClassOnce.swift", text62, sizeof text62},
  {"Strategies/SemaphoreGuardedInherited.swift", text63, sizeof text63},
  {"Strategies/SemaphoreGuardedPerClass.swift", text64, sizeof text64},
  {"Strategies/SubclassOnceRecursive.swift", text65, sizeof text65},
  {"Strategies/EagerLoad.swift", text66, sizeof text66},
  {"Strategies/LazyProperty.swift", text67, sizeof text67},
  {"Strategies/UnsynchronizedAlloc.swift", text68, sizeof text68},
  {"Strategies/UnsynchronizedLazy.swift", text69, sizeof text69},
  {"StrategyKit/Strategy.swift", text70, sizeof text70},
  {"StrategyKit/CountedInstance.swift", text71, sizeof text71},
  {"StrategyKit/PerTrial.swift", text72, sizeof text72},
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
};

const unsigned char *embedded_source(size_t index, const char **file, size_t *count) {
  if (index >= sizeof sources / sizeof *sources) return NULL;
  *file = sources[index].file;
  *count = sources[index].count;
  return sources[index].text;
}
