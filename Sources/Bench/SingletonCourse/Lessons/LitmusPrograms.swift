extension Lesson {
  static let litmusPrograms = Lesson(
    id: "litmus", title: "Four instructions that show what memory does",
    closing: "once tokens, the ready-made solution that needs no memory orders from you.",
    activities: [
      .says(
        """
        Programs of four instructions show what a memory model allows. Two threads have two instructions each; "W.rlx \
        x 1" is a relaxed store of 1 to x, and "R.acq r0 x" an acquiring load of x into the register r0. Everything \
        begins with 0, and "1:r0" is r0 of the second thread, because threads are counted from 0. The first program is \
        the one that every singleton contains. The instance is the data, and the variable is the flag:
        """),
      .shows("double-checked-lock"),
      .asks(
        "One thread writes data, then flag. The other reads flag, then data, all relaxed. Can it see the flag, but not"
          + " the data?",
        .wrong("no: the data was written first"), .right("yes, but no x86 processor does it"),
        .wrong("yes, every processor does it")),
      .explores(
        "message passing", ["W.rlx data 1", "W.rlx flag 1"], ["R.rlx r0 flag", "R.rlx r1 data"],
        observing: ["1:r0", "1:r1"]),
      .claims(
        "the flag without the data is possible, but not under TSO, the memory model of x86 processors",
        .allows("1:r0=1,1:r1=0", from: .arm)),
      .explores(
        "message passing, in order", ["W.rlx data 1", "W.rel flag 1"], ["R.acq r0 flag", "R.rlx r1 data"],
        observing: ["1:r0", "1:r1"], drawing: false),
      .claims("with release and acquire, it does not happen", .forbids("1:r0=1,1:r1=0")),
      .answers(
        """
        This is the half-built instance of double-checked locking. An x86 processor keeps the order of stores and the \
        order of loads, so on x86 only a compiler can cause it. An ARM processor may reorder both. In double-checked \
        locking the data is read through the flag, which is the pointer: an ARM processor keeps the order of such \
        loads, but not that of the two plain stores, and that is enough.
        """),
      .asks(
        "Each of two threads writes its own variable, then reads the other's. Can both read 0?",
        .wrong("no: one of the stores came first"), .wrong("yes, but no x86 processor does it"),
        .right("yes, x86 processors do it, too")),
      .explores(
        "store buffering", ["W.rlx x 1", "R.rlx r0 y"], ["W.rlx y 1", "R.rlx r0 x"], observing: ["0:r0", "1:r0"]),
      .claims("both read 0, and x86 allows it", .allows("0:r0=0,1:r0=0", from: .tso)),
      .explores(
        "store buffering, released", ["W.rel x 1", "R.acq r0 y"], ["W.rel y 1", "R.acq r0 x"],
        observing: ["0:r0", "1:r0"], drawing: false),
      .claims("release and acquire do not prevent it", .allows("0:r0=0,1:r0=0", from: .tso)),
      .explores(
        "store buffering, in one order", ["W.sc x 1", "R.sc r0 y"], ["W.sc y 1", "R.sc r0 x"],
        observing: ["0:r0", "1:r0"], drawing: false),
      .claims("sequentially consistent accesses do", .forbids("0:r0=0,1:r0=0")),
      .answers(
        """
        A store waits in a buffer of its core, and the load that follows overtakes it. Two threads that each set a \
        flag to announce "I am building" and then look at the other's flag run into this: neither sees the other. That \
        is why locks are not made of loads and stores.
        """),
      .asks(
        "Each of two threads reads one variable, then writes 1 to the other one. Do the models show that both read 1?",
        .wrong("yes, x86 processors do it"), .wrong("no, because no processor does it"),
        .right("no, although an ARM processor may do it")),
      .explores(
        "load buffering", ["R.rlx r0 x", "W.rlx y 1"], ["R.rlx r0 y", "W.rlx x 1"], observing: ["0:r0", "1:r0"]),
      .claims("no execution ends with two ones", .forbids("0:r0=1,1:r0=1")),
      .answers(
        """
        Each 1 would come from a store that follows the load of the other: an ARM processor may store before it has \
        loaded, unless what it stores depends on what it loads. RC11 forbids such cycles, because they also allow values \
        out of thin air; the C++ standard does not. Here the models are stricter than the machine, so a proof of a \
        strategy says that it does not cover them. Now write your own \
        programs: 'singleton-litmus FILE' explores them in the same notation, and --outcome draws an outcome that you \
        do not believe.
        """),
    ])
}
