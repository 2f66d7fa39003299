// The text of the strategies' files, embedded from the files themselves, so that what is shown cannot drift.
#include "CPlatform.h"

#include <stddef.h>
#include <string.h>

static const unsigned char Strategy[] = {
#embed "../Strategies/Strategy.swift"
};
static const unsigned char ExposedGlobal[] = {
#embed "../Strategies/Lifetime/ExposedGlobal.swift"
};
static const unsigned char GuardedWeakInstance[] = {
#embed "../Strategies/Lifetime/GuardedWeakInstance.swift"
};
static const unsigned char LimitedSemaphore[] = {
#embed "../Strategies/Lifetime/LimitedSemaphore.swift"
};
static const unsigned char RetainCountOverridden[] = {
#embed "../Strategies/Lifetime/RetainCountOverridden.swift"
};
static const unsigned char ScopedOwner[] = {
#embed "../Strategies/Lifetime/ScopedOwner.swift"
};
static const unsigned char SemaphoreDestroyable[] = {
#embed "../Strategies/Lifetime/SemaphoreDestroyable.swift"
};
static const unsigned char SemaphoreGuarded[] = {
#embed "../Strategies/Lifetime/SemaphoreGuarded.swift"
};
static const unsigned char SemaphoreImmortal[] = {
#embed "../Strategies/Lifetime/SemaphoreImmortal.swift"
};
static const unsigned char TeardownLazy[] = {
#embed "../Strategies/Lifetime/TeardownLazy.swift"
};
static const unsigned char Weak[] = {
#embed "../Strategies/Lifetime/Weak.swift"
};
static const unsigned char WeakLockedRead[] = {
#embed "../Strategies/Lifetime/WeakLockedRead.swift"
};
static const unsigned char WeakOnce[] = {
#embed "../Strategies/Lifetime/WeakOnce.swift"
};
static const unsigned char AtomicLazyReferenceGuarded[] = {
#embed "../Strategies/LockFree/AtomicLazyReferenceGuarded.swift"
};
static const unsigned char CompareExchange[] = {
#embed "../Strategies/LockFree/CompareExchange.swift"
};
static const unsigned char SpinFlag[] = {
#embed "../Strategies/LockFree/SpinFlag.swift"
};
static const unsigned char DoubleCheckedAlloc[] = {
#embed "../Strategies/Locking/DoubleCheckedAlloc.swift"
};
static const unsigned char DoubleCheckedLock[] = {
#embed "../Strategies/Locking/DoubleCheckedLock.swift"
};
static const unsigned char DoubleCheckedLockAcquire[] = {
#embed "../Strategies/Locking/DoubleCheckedLockAcquire.swift"
};
static const unsigned char MutexGuarded[] = {
#embed "../Strategies/Locking/MutexGuarded.swift"
};
static const unsigned char ReaderWriterGuarded[] = {
#embed "../Strategies/Locking/ReaderWriterGuarded.swift"
};
static const unsigned char RelaxedDoubleCheckedLock[] = {
#embed "../Strategies/Locking/RelaxedDoubleCheckedLock.swift"
};
static const unsigned char SynchronizedAlloc[] = {
#embed "../Strategies/Locking/SynchronizedAlloc.swift"
};
static const unsigned char SynchronizedLazy[] = {
#embed "../Strategies/Locking/SynchronizedLazy.swift"
};
static const unsigned char SynchronizedRedirect[] = {
#embed "../Strategies/Locking/SynchronizedRedirect.swift"
};
static const unsigned char ThreadLocalWitness[] = {
#embed "../Strategies/Locking/ThreadLocalWitness.swift"
};
static const unsigned char ClassInitialize[] = {
#embed "../Strategies/Once/ClassInitialize.swift"
};
static const unsigned char ConstructorUnavailable[] = {
#embed "../Strategies/Once/ConstructorUnavailable.swift"
};
static const unsigned char OnceStrict[] = {
#embed "../Strategies/Once/OnceStrict.swift"
};
static const unsigned char OnceToken[] = {
#embed "../Strategies/Once/OnceToken.swift"
};
static const unsigned char OnceTokenAlloc[] = {
#embed "../Strategies/Once/OnceTokenAlloc.swift"
};
static const unsigned char OnceTokenNested[] = {
#embed "../Strategies/Once/OnceTokenNested.swift"
};
static const unsigned char OnceTokenTwice[] = {
#embed "../Strategies/Once/OnceTokenTwice.swift"
};
static const unsigned char OnceTwoTokens[] = {
#embed "../Strategies/Once/OnceTwoTokens.swift"
};
static const unsigned char PthreadOnceGuarded[] = {
#embed "../Strategies/Once/PthreadOnceGuarded.swift"
};
static const unsigned char BarrierQueueGuarded[] = {
#embed "../Strategies/Queues/BarrierQueueGuarded.swift"
};
static const unsigned char SerialQueueGuarded[] = {
#embed "../Strategies/Queues/SerialQueueGuarded.swift"
};
static const unsigned char ActorAwaiting[] = {
#embed "../Strategies/Runtime/ActorAwaiting.swift"
};
static const unsigned char ActorGuarded[] = {
#embed "../Strategies/Runtime/ActorGuarded.swift"
};
static const unsigned char ArcLazy[] = {
#embed "../Strategies/Runtime/ArcLazy.swift"
};
static const unsigned char ArcTeardown[] = {
#embed "../Strategies/Runtime/ArcTeardown.swift"
};
static const unsigned char CallerExecutor[] = {
#embed "../Strategies/Runtime/CallerExecutor.swift"
};
static const unsigned char Fresh[] = {
#embed "../Strategies/Runtime/Fresh.swift"
};
static const unsigned char LazyVar[] = {
#embed "../Strategies/Runtime/LazyVar.swift"
};
static const unsigned char StaticLet[] = {
#embed "../Strategies/Runtime/StaticLet.swift"
};
static const unsigned char Thing[] = {
#embed "../Strategies/Runtime/Thing.swift"
};
static const unsigned char WeakUnguarded[] = {
#embed "../Strategies/Runtime/WeakUnguarded.swift"
};
static const unsigned char InheritedOnce[] = {
#embed "../Strategies/Subclassing/InheritedOnce.swift"
};
static const unsigned char InheritedSynchronized[] = {
#embed "../Strategies/Subclassing/InheritedSynchronized.swift"
};
static const unsigned char InitGuarded[] = {
#embed "../Strategies/Subclassing/InitGuarded.swift"
};
static const unsigned char PerClassOnce[] = {
#embed "../Strategies/Subclassing/PerClassOnce.swift"
};
static const unsigned char SemaphoreGuardedInherited[] = {
#embed "../Strategies/Subclassing/SemaphoreGuardedInherited.swift"
};
static const unsigned char SubclassOnceRecursive[] = {
#embed "../Strategies/Subclassing/SubclassOnceRecursive.swift"
};
static const unsigned char EagerLoad[] = {
#embed "../Strategies/Unsynchronized/EagerLoad.swift"
};
static const unsigned char LazyProperty[] = {
#embed "../Strategies/Unsynchronized/LazyProperty.swift"
};
static const unsigned char UnsynchronizedAlloc[] = {
#embed "../Strategies/Unsynchronized/UnsynchronizedAlloc.swift"
};
static const unsigned char UnsynchronizedLazy[] = {
#embed "../Strategies/Unsynchronized/UnsynchronizedLazy.swift"
};

static const struct {
  const char *name;
  const unsigned char *text;
  size_t count;
} sources[] = {
  {"Strategy", Strategy, sizeof Strategy},
  {"ExposedGlobal", ExposedGlobal, sizeof ExposedGlobal},
  {"GuardedWeakInstance", GuardedWeakInstance, sizeof GuardedWeakInstance},
  {"LimitedSemaphore", LimitedSemaphore, sizeof LimitedSemaphore},
  {"RetainCountOverridden", RetainCountOverridden, sizeof RetainCountOverridden},
  {"ScopedOwner", ScopedOwner, sizeof ScopedOwner},
  {"SemaphoreDestroyable", SemaphoreDestroyable, sizeof SemaphoreDestroyable},
  {"SemaphoreGuarded", SemaphoreGuarded, sizeof SemaphoreGuarded},
  {"SemaphoreImmortal", SemaphoreImmortal, sizeof SemaphoreImmortal},
  {"TeardownLazy", TeardownLazy, sizeof TeardownLazy},
  {"Weak", Weak, sizeof Weak},
  {"WeakLockedRead", WeakLockedRead, sizeof WeakLockedRead},
  {"WeakOnce", WeakOnce, sizeof WeakOnce},
  {"AtomicLazyReferenceGuarded", AtomicLazyReferenceGuarded, sizeof AtomicLazyReferenceGuarded},
  {"CompareExchange", CompareExchange, sizeof CompareExchange},
  {"SpinFlag", SpinFlag, sizeof SpinFlag},
  {"DoubleCheckedAlloc", DoubleCheckedAlloc, sizeof DoubleCheckedAlloc},
  {"DoubleCheckedLock", DoubleCheckedLock, sizeof DoubleCheckedLock},
  {"DoubleCheckedLockAcquire", DoubleCheckedLockAcquire, sizeof DoubleCheckedLockAcquire},
  {"MutexGuarded", MutexGuarded, sizeof MutexGuarded},
  {"ReaderWriterGuarded", ReaderWriterGuarded, sizeof ReaderWriterGuarded},
  {"RelaxedDoubleCheckedLock", RelaxedDoubleCheckedLock, sizeof RelaxedDoubleCheckedLock},
  {"SynchronizedAlloc", SynchronizedAlloc, sizeof SynchronizedAlloc},
  {"SynchronizedLazy", SynchronizedLazy, sizeof SynchronizedLazy},
  {"SynchronizedRedirect", SynchronizedRedirect, sizeof SynchronizedRedirect},
  {"ThreadLocalWitness", ThreadLocalWitness, sizeof ThreadLocalWitness},
  {"ClassInitialize", ClassInitialize, sizeof ClassInitialize},
  {"ConstructorUnavailable", ConstructorUnavailable, sizeof ConstructorUnavailable},
  {"OnceStrict", OnceStrict, sizeof OnceStrict},
  {"OnceToken", OnceToken, sizeof OnceToken},
  {"OnceTokenAlloc", OnceTokenAlloc, sizeof OnceTokenAlloc},
  {"OnceTokenNested", OnceTokenNested, sizeof OnceTokenNested},
  {"OnceTokenTwice", OnceTokenTwice, sizeof OnceTokenTwice},
  {"OnceTwoTokens", OnceTwoTokens, sizeof OnceTwoTokens},
  {"PthreadOnceGuarded", PthreadOnceGuarded, sizeof PthreadOnceGuarded},
  {"BarrierQueueGuarded", BarrierQueueGuarded, sizeof BarrierQueueGuarded},
  {"SerialQueueGuarded", SerialQueueGuarded, sizeof SerialQueueGuarded},
  {"ActorAwaiting", ActorAwaiting, sizeof ActorAwaiting},
  {"ActorGuarded", ActorGuarded, sizeof ActorGuarded},
  {"ArcLazy", ArcLazy, sizeof ArcLazy},
  {"ArcTeardown", ArcTeardown, sizeof ArcTeardown},
  {"CallerExecutor", CallerExecutor, sizeof CallerExecutor},
  {"Fresh", Fresh, sizeof Fresh},
  {"LazyVar", LazyVar, sizeof LazyVar},
  {"StaticLet", StaticLet, sizeof StaticLet},
  {"Thing", Thing, sizeof Thing},
  {"WeakUnguarded", WeakUnguarded, sizeof WeakUnguarded},
  {"InheritedOnce", InheritedOnce, sizeof InheritedOnce},
  {"InheritedSynchronized", InheritedSynchronized, sizeof InheritedSynchronized},
  {"InitGuarded", InitGuarded, sizeof InitGuarded},
  {"PerClassOnce", PerClassOnce, sizeof PerClassOnce},
  {"SemaphoreGuardedInherited", SemaphoreGuardedInherited, sizeof SemaphoreGuardedInherited},
  {"SubclassOnceRecursive", SubclassOnceRecursive, sizeof SubclassOnceRecursive},
  {"EagerLoad", EagerLoad, sizeof EagerLoad},
  {"LazyProperty", LazyProperty, sizeof LazyProperty},
  {"UnsynchronizedAlloc", UnsynchronizedAlloc, sizeof UnsynchronizedAlloc},
  {"UnsynchronizedLazy", UnsynchronizedLazy, sizeof UnsynchronizedLazy},
};

const unsigned char *cp_strategy_source(size_t index, const char **name, size_t *count) {
  if (index >= sizeof sources / sizeof *sources) return NULL;
  *name = sources[index].name;
  *count = sources[index].count;
  return sources[index].text;
}
