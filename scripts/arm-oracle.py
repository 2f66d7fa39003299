"""ARMv8 by brute force, for `compare-with-oracle`: each thread runs with every value that a read may guess, each read is matched
with every write of its value, each order of the writes is tried, and the relations of Pulte and others (POPL 2018) decide, and
that program order and reads-from have no cycle, which is load buffering and not covered by `litmus`. The instructions are LDAPR or LDAR, STLR, LDXR and STXR with or without A and L, and DMB.

A program with an instruction that may wait raises `TooLarge`, as one that is too large does.
"""

import itertools

LIMIT = 60_000


class TooLarge(Exception):
    """The program is too large, or may wait."""


def value(text, regs):
    """Returns the value of an expression and the reads that it depends on."""
    name, _, constant = text.partition("+")
    if name.lstrip("-").isdigit():
        return int(name), frozenset()
    number, origin = regs.get(name, (0, frozenset()))
    return number + int(constant or 0), origin


def runs(code, domain):
    """Yields (events, registers); an event is (kind, location, order, value, update, address, data, control)."""
    stack = [(0, (), {}, frozenset())]
    count = 0
    while stack:
        at, events, regs, tested = stack.pop()
        if at >= len(code):
            count += 1
            if count > LIMIT:
                raise TooLarge
            yield events, regs
            continue
        words = code[at].split()
        kind, _, order = words[0].partition(".")
        if kind == "SET":
            stack.append((at + 1, events, {**regs, words[1]: value(words[2], regs)}, tested))
        elif kind == "SKIP":
            (a, x), (b, y) = value(words[3], regs), value(words[5], regs)
            skips = int(words[1]) if (a == b) == (words[4] == "==") else 0
            stack.append((at + 1 + skips, events, regs, tested | x | y))
        elif kind == "F":
            stack.append((at + 1, events + (("F", None, order, 0, False, frozenset(), frozenset(), tested),), regs, tested))
        elif kind in ("W", "R", "FADD", "XCHG", "CAS"):
            place = words[1] if kind == "W" else words[2]
            address = frozenset()
            if "$" in place:
                prefix, register = place.split("$")
                number, address = value(register, regs)
                place = prefix + str(number)
            if kind == "W":
                new, data = value(words[2], regs)
                stack.append((at + 1, events + (("W", place, order, new, False, address, data, tested),), regs, tested))
                continue
            success, _, failure = order.partition("/")
            for old in domain(place):
                updates = kind != "R" and (kind != "CAS" or old == value(words[3], regs)[0])
                read = ("R", place, success if updates or kind == "R" else failure, old, updates, address, frozenset(), tested)
                new_events = events + (read,)
                if updates:
                    new, data = value(words[4] if kind == "CAS" else words[3], regs)
                    new += old if kind == "FADD" else 0
                    new_events += (("W", place, success, new, True, address, data, tested),)
                after = {**regs, words[1]: (old, frozenset([len(events)]))}
                stack.append((at + 1, new_events, after, tested))
        else:
            raise TooLarge


def domains(code, init):
    """Returns a function from a location to the values that it may have."""
    known = {}
    def domain(place):
        return known.setdefault(place, {init.get(place, 0)})
    while True:
        before = {place: set(values) for place, values in known.items()}
        for thread in code:
            for events, _ in list(runs(thread, lambda place: sorted(domain(place)))):
                for event in events:
                    if event[0] == "W":
                        domain(event[1]).add(event[3])
        if before == known:
            return lambda place: sorted(domain(place))
        if any(len(values) > 9 for values in known.values()):
            raise TooLarge


def has_cycle(edges, count):
    """Returns whether a relation, the successors of each node, has a cycle."""
    state = [0] * count
    def visit(node):
        state[node] = 1
        for other in edges[node]:
            if state[other] == 1 or state[other] == 0 and visit(other):
                return True
        state[node] = 2
        return False
    return any(state[node] == 0 and visit(node) for node in range(count))


def allowed(events, rf, co):
    """Returns whether ARMv8 allows an execution without load buffering: its events as (thread, index, event), initial writes first, of thread -1; the
    write that each read reads; the writes to each location in coherence order."""
    n = len(events)
    at = {(e[0], e[1]): i for i, e in enumerate(events)}
    thread = [e[0] for e in events]
    kind = [e[2][0] for e in events]
    place = [e[2][1] for e in events]
    order = [e[2][2] for e in events]
    update = [e[2][4] for e in events]
    rank = {w: i for writes in co.values() for i, w in enumerate(writes)}
    po = lambda a, b: thread[a] >= 0 and thread[a] == thread[b] and events[a][1] < events[b][1]
    cos = [(a, b) for writes in co.values() for a, b in itertools.combinations(writes, 2)]
    fr = [(r, w) for r, s in rf.items() for w in co[place[r]][rank[s] + 1:] if w != r]
    pairs = [(a, b) for a in range(n) for b in range(n) if po(a, b)]
    rmw = {a: a + 1 for a in range(n) if kind[a] == "R" and update[a]}
    porf = [[] for _ in range(n)]
    for a, b in [(s, r) for r, s in rf.items()] + pairs:
        porf[a].append(b)
    if has_cycle(porf, n):
        return False
    internal = [[] for _ in range(n)]
    for a, b in [(s, r) for r, s in rf.items()] + cos + fr + [(a, b) for a, b in pairs if place[a] == place[b] and place[a]]:
        internal[a].append(b)
    if has_cycle(internal, n):
        return False
    for r, w in rmw.items():
        if rank[w] != rank[rf[r]] + 1:
            between = co[place[r]][rank[rf[r]] + 1:rank[w]]
            if any(thread[b] != thread[r] for b in between):
                return False
    rel, acq = ("rel", "ar", "sc"), ("acq", "ar", "sc")
    L = [kind[a] == "W" and order[a] in rel and thread[a] >= 0 for a in range(n)]
    AQ = [kind[a] == "R" and order[a] in acq for a in range(n)]
    ob = [set() for _ in range(n)]
    for a, b in [(s, r) for r, s in rf.items()] + cos + fr:
        if thread[a] != thread[b]:
            ob[a].add(b)
    rfi = [(s, r) for r, s in rf.items() if thread[s] == thread[r]]
    coi = [(a, b) for a, b in cos if thread[a] == thread[b]]
    for b in range(n):
        if thread[b] < 0:
            continue
        _, _, _, _, _, address, data, control = events[b][2]
        addr = [at[thread[b], i] for i in address]
        dat = [at[thread[b], i] for i in data] if kind[b] == "W" else []
        ctrl = [at[thread[b], i] for i in control]
        for a in addr + dat + (ctrl if kind[b] == "W" else []):
            ob[a].add(b)
        for a in addr:
            ob[a].update(c for c in range(n) if po(b, c) and kind[c] == "W")
        for a in ctrl + dat:
            ob[a].update(c for w, c in coi if w == b)
        for a in addr + dat:
            ob[a].update(c for w, c in rfi if w == b)
    for r, w in rmw.items():
        ob[r].add(w)
        ob[w].update(c for x, c in rfi if x == w and AQ[c])
    for f in range(n):
        if kind[f] != "F":
            continue
        for a, b in itertools.product([a for a in range(n) if po(a, f)], [b for b in range(n) if po(f, b)]):
            if order[f] == "sc" or kind[a] == "R" or order[f] in ("rel", "ar") and kind[a] == kind[b] == "W":
                ob[a].add(b)
    for a, b in pairs:
        if AQ[a] or L[b]:
            ob[a].add(b)
        if L[b]:
            ob[a].update(c for w, c in coi if w == b)
        # [L];po;[A]: LDAR or LDAXR, but not LDAPR. A releasing store and a sequentially consistent load that TSO lets pass stay free.
        if L[a] and AQ[b] and (update[b] or order[b] == "sc" and (update[a] or order[a] == "sc")):
            ob[a].add(b)
    return not has_cycle(ob, n)


def choices(every, init):
    """Yields a run of each thread, if each value that is read is written by one of them or initial."""
    written = [[{(e[1], e[3]) for e in events if e[0] == "W"} for events, _ in some] for some in every]
    wanted = [[{(e[1], e[3]) for e in events if e[0] == "R" and e[3] != init.get(e[1], 0)} for events, _ in some]
              for some in every]
    later = [set() for _ in range(len(every) + 1)]
    for thread in reversed(range(len(every))):
        later[thread] = later[thread + 1].union(*written[thread])

    def choose(thread, has, wants):
        if thread == len(every):
            yield []
            return
        for number, run in enumerate(every[thread]):
            all_has, all_wants = has | written[thread][number], wants | wanted[thread][number]
            if all_wants <= all_has | later[thread + 1]:
                for rest in choose(thread + 1, all_has, all_wants):
                    yield [run] + rest
    return choose(0, set(), set())


def executions(chosen, init):
    """Yields the values in memory at the end of each execution in which the threads run like this; None if it is not allowed."""
    none = frozenset()
    places = sorted({e[1] for events, _ in chosen for e in events if e[1]})
    events = [(-1, 0, ("W", p, "init", init.get(p, 0), False, none, none, none)) for p in places]
    events += [(t, i, e) for t, (run, _) in enumerate(chosen) for i, e in enumerate(run)]
    reads = [i for i, e in enumerate(events) if e[2][0] == "R"]
    sources = [[w for w, (_, _, e) in enumerate(events) if e[0] == "W" and (e[1], e[3]) == (events[r][2][1], events[r][2][3])]
               for r in reads]
    writes = [[i for i, (t, _, e) in enumerate(events) if e[0] == "W" and e[1] == p and t >= 0] for p in places]
    for orders in itertools.product(*map(itertools.permutations, writes)):
        co = {p: (number,) + order for number, (p, order) in enumerate(zip(places, orders))}
        for rf in itertools.product(*sources):
            if allowed(events, dict(zip(reads, rf)), co):
                yield {p: events[co[p][-1]][2][3] for p in places}
            else:
                yield None


def result(test, model="arm", failing_update_drains=True):
    """Returns (executions, {outcome: count}, stuck executions, races), as an oracle does; races are not known."""
    init, observe = test.get("init") or {}, test["observe"]
    domain = domains(test["threads"], init)
    every = [list(runs(thread, domain)) for thread in test["threads"]]
    outcomes, tried = {}, 0
    for chosen in choices(every, init):
        for memory in executions(chosen, init):
            tried += 1
            if tried > LIMIT:
                raise TooLarge
            if memory is None:
                continue
            registers = [regs for _, regs in chosen]
            places = [name.split(":") for name in observe]
            outcome = tuple(
                registers[int(p[0])].get(p[1], (None,))[0] if len(p) == 2 else memory.get(p[0], init.get(p[0], 0)) for p in places)
            outcomes[outcome] = outcomes.get(outcome, 0) + 1
    return sum(outcomes.values()), outcomes, 0, None
