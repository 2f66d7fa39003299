// Written by scripts/embed-sources. The text of source files, embedded from the files themselves, so that what is shown
// cannot drift from what runs.
#include "EmbeddedSources.h"

static const unsigned char text0[] = {
#embed "../Lessons/Demonstrations/Demonstration.swift"
};
static const unsigned char text1[] = {
#embed "../Lessons/Demonstrations/FriendList.swift"
};
static const unsigned char text2[] = {
#embed "../Lessons/Demonstrations/InjectionDemo.swift"
};
static const unsigned char text3[] = {
#embed "../Lessons/Demonstrations/PageViewer.swift"
};
static const unsigned char text4[] = {
#embed "../Lessons/Demonstrations/TestOrders.swift"
};
static const unsigned char text5[] = {
#embed "../Strategies/Lifetime/ExposedGlobal.swift"
};
static const unsigned char text6[] = {
#embed "../Strategies/Lifetime/GuardedWeakInstance.swift"
};
static const unsigned char text7[] = {
#embed "../Strategies/Lifetime/LimitedSemaphore.swift"
};
static const unsigned char text8[] = {
#embed "../Strategies/Lifetime/RetainCountOverridden.swift"
};
static const unsigned char text9[] = {
#embed "../Strategies/Lifetime/ScopedOwner.swift"
};
static const unsigned char text10[] = {
#embed "../Strategies/Lifetime/SemaphoreDestroyable.swift"
};
static const unsigned char text11[] = {
#embed "../Strategies/Lifetime/SemaphoreGuarded.swift"
};
static const unsigned char text12[] = {
#embed "../Strategies/Lifetime/SemaphoreImmortal.swift"
};
static const unsigned char text13[] = {
#embed "../Strategies/Lifetime/TeardownLazy.swift"
};
static const unsigned char text14[] = {
#embed "../Strategies/Lifetime/Weak.swift"
};
static const unsigned char text15[] = {
#embed "../Strategies/Lifetime/WeakLockedRead.swift"
};
static const unsigned char text16[] = {
#embed "../Strategies/Lifetime/WeakOnce.swift"
};
static const unsigned char text17[] = {
#embed "../Strategies/LockFree/AtomicLazyReferenceGuarded.swift"
};
static const unsigned char text18[] = {
#embed "../Strategies/LockFree/CompareExchange.swift"
};
static const unsigned char text19[] = {
#embed "../Strategies/LockFree/SpinFlag.swift"
};
static const unsigned char text20[] = {
#embed "../Strategies/Locking/DoubleCheckedAlloc.swift"
};
static const unsigned char text21[] = {
#embed "../Strategies/Locking/DoubleCheckedLock.swift"
};
static const unsigned char text22[] = {
#embed "../Strategies/Locking/DoubleCheckedLockAcquire.swift"
};
static const unsigned char text23[] = {
#embed "../Strategies/Locking/MutexGuarded.swift"
};
static const unsigned char text24[] = {
#embed "../Strategies/Locking/ReaderWriterGuarded.swift"
};
static const unsigned char text25[] = {
#embed "../Strategies/Locking/RelaxedDoubleCheckedLock.swift"
};
static const unsigned char text26[] = {
#embed "../Strategies/Locking/SynchronizedAlloc.swift"
};
static const unsigned char text27[] = {
#embed "../Strategies/Locking/SynchronizedLazy.swift"
};
static const unsigned char text28[] = {
#embed "../Strategies/Locking/SynchronizedRedirect.swift"
};
static const unsigned char text29[] = {
#embed "../Strategies/Locking/ThreadLocalWitness.swift"
};
static const unsigned char text30[] = {
#embed "../Strategies/Once/ClassInitialize.swift"
};
static const unsigned char text31[] = {
#embed "../Strategies/Once/ConstructorUnavailable.swift"
};
static const unsigned char text32[] = {
#embed "../Strategies/Once/OnceStrict.swift"
};
static const unsigned char text33[] = {
#embed "../Strategies/Once/OnceToken.swift"
};
static const unsigned char text34[] = {
#embed "../Strategies/Once/OnceTokenAlloc.swift"
};
static const unsigned char text35[] = {
#embed "../Strategies/Once/OnceTokenNested.swift"
};
static const unsigned char text36[] = {
#embed "../Strategies/Once/OnceTokenTwice.swift"
};
static const unsigned char text37[] = {
#embed "../Strategies/Once/OnceTwoTokens.swift"
};
static const unsigned char text38[] = {
#embed "../Strategies/Once/PthreadOnceGuarded.swift"
};
static const unsigned char text39[] = {
#embed "../Strategies/Queues/BarrierQueueGuarded.swift"
};
static const unsigned char text40[] = {
#embed "../Strategies/Queues/SerialQueueGuarded.swift"
};
static const unsigned char text41[] = {
#embed "../Strategies/Runtime/ActorAwaiting.swift"
};
static const unsigned char text42[] = {
#embed "../Strategies/Runtime/ActorGuarded.swift"
};
static const unsigned char text43[] = {
#embed "../Strategies/Runtime/ArcLazy.swift"
};
static const unsigned char text44[] = {
#embed "../Strategies/Runtime/ArcTeardown.swift"
};
static const unsigned char text45[] = {
#embed "../Strategies/Runtime/LazyVar.swift"
};
static const unsigned char text46[] = {
#embed "../Strategies/Runtime/StaticLet.swift"
};
static const unsigned char text47[] = {
#embed "../Strategies/Runtime/WeakUnguarded.swift"
};
static const unsigned char text48[] = {
#embed "../Strategies/Subclassing/InheritedOnce.swift"
};
static const unsigned char text49[] = {
#embed "../Strategies/Subclassing/InheritedSynchronized.swift"
};
static const unsigned char text50[] = {
#embed "../Strategies/Subclassing/InitGuarded.swift"
};
static const unsigned char text51[] = {
#embed "../Strategies/Subclassing/PerClassOnce.swift"
};
static const unsigned char text52[] = {
#embed "../Strategies/Subclassing/SemaphoreGuardedInherited.swift"
};
static const unsigned char text53[] = {
#embed "../Strategies/Subclassing/SubclassOnceRecursive.swift"
};
static const unsigned char text54[] = {
#embed "../Strategies/Unsynchronized/EagerLoad.swift"
};
static const unsigned char text55[] = {
#embed "../Strategies/Unsynchronized/LazyProperty.swift"
};
static const unsigned char text56[] = {
#embed "../Strategies/Unsynchronized/UnsynchronizedAlloc.swift"
};
static const unsigned char text57[] = {
#embed "../Strategies/Unsynchronized/UnsynchronizedLazy.swift"
};
static const unsigned char text58[] = {
#embed "../StrategyKit/Strategy.swift"
};
static const unsigned char text59[] = {
#embed "../StrategyKit/NativeBackend/CountedInstance.swift"
};
static const unsigned char text60[] = {
#embed "../StrategyKit/NativeBackend/PerTrial.swift"
};

static const struct {
  const char *file;
  const unsigned char *text;
  size_t count;
} sources[] = {
  {"Lessons/Demonstration.swift", text0, sizeof text0},
  {"Lessons/FriendList.swift", text1, sizeof text1},
  {"Lessons/InjectionDemo.swift", text2, sizeof text2},
  {"Lessons/PageViewer.swift", text3, sizeof text3},
  {"Lessons/TestOrders.swift", text4, sizeof text4},
  {"Strategies/ExposedGlobal.swift", text5, sizeof text5},
  {"Strategies/GuardedWeakInstance.swift", text6, sizeof text6},
  {"Strategies/LimitedSemaphore.swift", text7, sizeof text7},
  {"Strategies/RetainCountOverridden.swift", text8, sizeof text8},
  {"Strategies/ScopedOwner.swift", text9, sizeof text9},
  {"Strategies/SemaphoreDestroyable.swift", text10, sizeof text10},
  {"Strategies/SemaphoreGuarded.swift", text11, sizeof text11},
  {"Strategies/SemaphoreImmortal.swift", text12, sizeof text12},
  {"Strategies/TeardownLazy.swift", text13, sizeof text13},
  {"Strategies/Weak.swift", text14, sizeof text14},
  {"Strategies/WeakLockedRead.swift", text15, sizeof text15},
  {"Strategies/WeakOnce.swift", text16, sizeof text16},
  {"Strategies/AtomicLazyReferenceGuarded.swift", text17, sizeof text17},
  {"Strategies/CompareExchange.swift", text18, sizeof text18},
  {"Strategies/SpinFlag.swift", text19, sizeof text19},
  {"Strategies/DoubleCheckedAlloc.swift", text20, sizeof text20},
  {"Strategies/DoubleCheckedLock.swift", text21, sizeof text21},
  {"Strategies/DoubleCheckedLockAcquire.swift", text22, sizeof text22},
  {"Strategies/MutexGuarded.swift", text23, sizeof text23},
  {"Strategies/ReaderWriterGuarded.swift", text24, sizeof text24},
  {"Strategies/RelaxedDoubleCheckedLock.swift", text25, sizeof text25},
  {"Strategies/SynchronizedAlloc.swift", text26, sizeof text26},
  {"Strategies/SynchronizedLazy.swift", text27, sizeof text27},
  {"Strategies/SynchronizedRedirect.swift", text28, sizeof text28},
  {"Strategies/ThreadLocalWitness.swift", text29, sizeof text29},
  {"Strategies/ClassInitialize.swift", text30, sizeof text30},
  {"Strategies/ConstructorUnavailable.swift", text31, sizeof text31},
  {"Strategies/OnceStrict.swift", text32, sizeof text32},
  {"Strategies/OnceToken.swift", text33, sizeof text33},
  {"Strategies/OnceTokenAlloc.swift", text34, sizeof text34},
  {"Strategies/OnceTokenNested.swift", text35, sizeof text35},
  {"Strategies/OnceTokenTwice.swift", text36, sizeof text36},
  {"Strategies/OnceTwoTokens.swift", text37, sizeof text37},
  {"Strategies/PthreadOnceGuarded.swift", text38, sizeof text38},
  {"Strategies/BarrierQueueGuarded.swift", text39, sizeof text39},
  {"Strategies/SerialQueueGuarded.swift", text40, sizeof text40},
  {"Strategies/ActorAwaiting.swift", text41, sizeof text41},
  {"Strategies/ActorGuarded.swift", text42, sizeof text42},
  {"Strategies/ArcLazy.swift", text43, sizeof text43},
  {"Strategies/ArcTeardown.swift", text44, sizeof text44},
  {"Strategies/LazyVar.swift", text45, sizeof text45},
  {"Strategies/StaticLet.swift", text46, sizeof text46},
  {"Strategies/WeakUnguarded.swift", text47, sizeof text47},
  {"Strategies/InheritedOnce.swift", text48, sizeof text48},
  {"Strategies/InheritedSynchronized.swift", text49, sizeof text49},
  {"Strategies/InitGuarded.swift", text50, sizeof text50},
  {"Strategies/PerClassOnce.swift", text51, sizeof text51},
  {"Strategies/SemaphoreGuardedInherited.swift", text52, sizeof text52},
  {"Strategies/SubclassOnceRecursive.swift", text53, sizeof text53},
  {"Strategies/EagerLoad.swift", text54, sizeof text54},
  {"Strategies/LazyProperty.swift", text55, sizeof text55},
  {"Strategies/UnsynchronizedAlloc.swift", text56, sizeof text56},
  {"Strategies/UnsynchronizedLazy.swift", text57, sizeof text57},
  {"StrategyKit/Strategy.swift", text58, sizeof text58},
  {"StrategyKit/CountedInstance.swift", text59, sizeof text59},
  {"StrategyKit/PerTrial.swift", text60, sizeof text60},
};

const unsigned char *embedded_source(size_t index, const char **file, size_t *count) {
  if (index >= sizeof sources / sizeof *sources) return NULL;
  *file = sources[index].file;
  *count = sources[index].count;
  return sources[index].text;
}
