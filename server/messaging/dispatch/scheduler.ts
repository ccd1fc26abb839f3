// Dispatch scheduler: leases organizations with due deliveries, distributes the free slots among them, and runs their
// rounds until nothing is due. A process can die at any point: every delivery is queued, leased, or ended.

import { setImmediate as endOfTurn } from 'node:timers/promises'
import type { App } from '#kit/app.ts'
import { Bell } from '#kit/bell.ts'
import { isConnectionFailure } from '#kit/database/errors.ts'
import type { GroupOf } from '#kit/groups.ts'
import type { Uuid } from '#kit/ids.ts'
import { roundFailures } from '#kit/metrics.ts'
import { leaseDue } from '#kit/work.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { DispatchHands } from './hands.ts'
import type { DispatchJournal } from './journal/journal.ts'
import {
  ALONE_AT_ONCE,
  GROUPS_AT_ONCE,
  IN_HAND_MAX,
  IN_HAND_OF_ONE_MAX,
  LOOK_AGAIN_MS,
  ORGANIZATIONS_AT_ONCE,
  TAKE_TOGETHER,
  TURN_MAX,
} from './limits.ts'
import type { DispatchPauses } from './pauses.ts'
import { DispatchRecorder, PASSED_OVER_PAUSE_MS } from './recorder.ts'
import { DispatchTransactions, LEASE_MS, type Round } from './round.ts'
import { DispatchRun, promisedTo, promiseSlots, slotsOf } from './run.ts'
import type { Send } from './send.ts'
import type { DispatchTraces } from './traces.ts'

export class DispatchScheduler {
  readonly #app: App
  readonly #groupOf: GroupOf
  readonly #runs = new Map<Uuid, DispatchRun>()
  readonly #pauses: DispatchPauses
  readonly #bell = new Bell()
  readonly #journal: DispatchJournal
  readonly #hands: DispatchHands
  readonly #recorder: DispatchRecorder
  readonly #transactions: DispatchTransactions
  /** Groups with a round or a release under way. */
  readonly #rounds = new Set<string>()
  readonly #returns = new Set<string>()
  #alone = 0
  #runCount = 0
  #roundCount = 0
  #isTaking = false
  #tookAt = 0
  /** True if all places were filled the last time: organizations may be waiting. */
  #isCrowded = false
  /** Work was released that is due already. */
  #isMoreDue = false

  constructor(
    app: App,
    send: Send,
    groupOf: GroupOf,
    journal: DispatchJournal,
    pauses: DispatchPauses,
    traces?: DispatchTraces,
  ) {
    this.#app = app
    this.#pauses = pauses
    this.#groupOf = groupOf
    this.#journal = journal
    this.#hands = new DispatchHands(app, send, this.#pauses, journal, () => this.#bell.ring())
    this.#recorder = new DispatchRecorder(app, this.#runs, journal, () => this.#bell.ring(), traces)
    this.#transactions = new DispatchTransactions(app.database, journal, traces)
  }

  /** Runs until nothing is due or `signal` aborts; in-flight deliveries are finished first. */
  async run(signal: AbortSignal): Promise<void> {
    await this.#journal.open()
    await this.#take(signal)
    while (this.#runs.size > 0 || this.#isTaking || (this.#isMoreDue && !signal.aborted)) {
      this.#serve(signal)
      await this.#bell.wait(LOOK_AGAIN_MS)
      // Collects everything else that finished in this turn of the event loop.
      await endOfTurn()
      if (this.#isTimeToTake())
        void this.#take(signal).catch((err) => this.#app.log.warn({ err }, 'failed to lease due work'))
    }
  }

  #isTimeToTake(): boolean {
    if (this.#isTaking) return false
    const isRoom = ORGANIZATIONS_AT_ONCE - this.#runs.size >= TAKE_TOGETHER
    return (this.#isCrowded && isRoom) || performance.now() - this.#tookAt >= LOOK_AGAIN_MS
  }

  async #take(signal: AbortSignal): Promise<void> {
    const room = ORGANIZATIONS_AT_ONCE - this.#runs.size
    if (signal.aborted || room <= 0) return
    const { database, clock, workerId } = this.#app
    this.#isTaking = true
    this.#isMoreDue = false
    this.#tookAt = performance.now()
    try {
      const all = await database.transaction((tx) => leaseDue(tx, 'dispatch', clock(), room, workerId))
      this.#isCrowded = all.length === room
      for (const taken of all) {
        const run = this.#runs.get(taken.org_id)
        if (run) run.takenAgain(taken)
        else {
          const group = `${this.#runCount++ % GROUPS_AT_ONCE} ${this.#groupOf(taken.org_id)}`
          this.#runs.set(taken.org_id, new DispatchRun(taken, group, this.#pauses, clock))
        }
      }
    } finally {
      this.#isTaking = false
      this.#bell.ring()
    }
  }

  /** Starts whatever can start now. Called in every turn of the event loop in which something ended. */
  #serve(signal: AbortSignal): void {
    const now = this.#app.clock()
    for (const run of this.#runs.values()) if (run.isFailing) this.#giveUp(run, signal)
    const runs = [...this.#runs.values()]
    const ready = runs.filter((run) => run.rounds.mayBegin && !this.#rounds.has(run.group))
    if (ready.length > 0) this.#serveRounds(ready, now, signal)

    const idle = runs.filter((run) => run.rounds.mayBegin && this.#isIdle(run, now, signal))
    for (const [group, members] of this.#placed(this.#returns, idle))
      void this.#together(this.#returns, group, members, () => this.#return(members))

    const reversing = runs.filter((run) => run.reversals.length > 0 && run.reversing.mayBegin)
    for (const run of reversing.sort((one, other) => one.reversing.begunAt - other.reversing.begunAt)) {
      if (this.#alone < ALONE_AT_ONCE) void this.#reverse(run)
    }
  }

  /** Longest waiting first. */
  #serveRounds(ready: DispatchRun[], now: Date, signal: AbortSignal): void {
    ready.sort((one, other) => one.servedIn - other.servedIn)
    for (const run of ready) run.judge(now)
    this.#deal(ready, ready, now, signal)
    const dealt = new Map(ready.map((run) => [run, run.promised]))
    const hasToDo = (run: DispatchRun) => run.finished.length > 0 || (run.mayHaveLost && !signal.aborted)
    // A group that only waits for slots which others have yet to free lets those others go first.
    const isRoom = slotsOf(this.#runs.values()) - promisedTo(ready) < IN_HAND_MAX
    const able = new Set(ready.filter((run) => isRoom || hasToDo(run)).map(({ group }) => group))
    const working = ready.filter((run) => able.has(run.group) && (run.promised > 0 || hasToDo(run)))
    const placed = this.#placed(this.#rounds, working)
    // Again: only groups that start now free slots, and they get no more than a fair share.
    const beginning = [...placed.values()].flat()
    this.#deal(beginning, ready, now, signal)
    for (const run of beginning) run.promised = Math.min(run.promised, dealt.get(run) as number)
    for (const [group, members] of placed) this.#beginRound(group, members, signal)
  }

  /** The groups that can start now. */
  #placed(underWay: ReadonlySet<string>, runs: DispatchRun[]): Map<string, DispatchRun[]> {
    const groups = Map.groupBy(runs, (run) => run.group)
    let [free, freeAlone] = [GROUPS_AT_ONCE - underWay.size, ALONE_AT_ONCE - this.#alone]
    for (const [group, [first]] of groups)
      if (underWay.has(group) || (first?.isApart ? freeAlone-- : free--) <= 0) groups.delete(group)
    return groups
  }

  /** Outcomes that cannot be recorded for this long are settled when their lease expires. */
  #giveUp(run: DispatchRun, signal: AbortSignal): void {
    const { rounds, reversing, organizationId } = run
    const failing = [rounds, reversing].find(({ failure, isUnderWay }) => failure && !isUnderWay)
    if (!failing?.failure) return
    const { forMs, error } = failing.failure
    if (forMs <= LEASE_MS && !(signal.aborted && run.hasNothingOpen)) return
    roundFailures.inc({ what: 'organization' })
    this.#app.log.error({ err: error, organization_id: organizationId }, 'dispatch failed')
    if (failing === reversing) run.dropReversals()
    else this.#runs.delete(organizationId)
  }

  #mayClaim(run: DispatchRun, now: Date, signal: AbortSignal): boolean {
    if (!run.mayBeDue || signal.aborted) return false
    const isTurnOver = this.#isCrowded && run.claimedCount >= TURN_MAX
    return !isTurnOver && run.reversing.failure === null && run.openChannels(now).length > 0
  }

  /**
   * Distributes free slots among those `members` that may claim; all others get none. Finished deliveries no longer
   * count, as the round records them.
   */
  #deal(members: DispatchRun[], ready: DispatchRun[], now: Date, signal: AbortSignal): void {
    for (const run of ready) run.promised = 0
    const claimers = members.filter((run) => this.#mayClaim(run, now, signal))
    const recording = members.reduce((sum, run) => sum + run.finishedInHand, 0)
    promiseSlots(claimers, IN_HAND_MAX - slotsOf(this.#runs.values()) + recording, IN_HAND_OF_ONE_MAX)
  }

  #beginRound(group: string, members: DispatchRun[], signal: AbortSignal): void {
    const outcomes = members.flatMap((run) => run.finished)
    const lookers = members.filter((run) => run.mayHaveLost && !signal.aborted)
    const served = members.filter((run) => run.promised > 0)
    const parts = [...new Set([...members.filter((run) => run.finished.length > 0), ...lookers, ...served])]
    if (parts.length === 0) return

    const shares = served.map((run) => run.shareAt(this.#app.clock()))
    const round = { outcomes, shares, lookers: lookers.map(({ organizationId }) => organizationId) }
    this.#roundCount++
    for (const run of parts) run.finished = []
    for (const run of lookers) run.mayHaveLost = false
    for (const run of served) {
      run.servedIn = this.#roundCount
      // Stays false unless the claim finds as many as it may take, or the work is leased again in the meantime.
      run.mayBeDue = false
    }
    const undo = () => {
      for (const outcome of outcomes) this.#runs.get(outcome.organizationId)?.putBack([outcome])
      for (const run of lookers) run.mayHaveLost = true
      for (const run of served) run.mayBeDue = true
    }
    void this.#together(this.#rounds, group, parts, () => this.#round(round, parts, signal), undo)
  }

  async #round(round: Round, parts: DispatchRun[], signal: AbortSignal): Promise<void> {
    const at = this.#app.clock()
    const { recorded, claimed, waiting, lost, isHeld } = await this.#transactions.round(round, at)
    if (isHeld) this.#hands.hold(parts)
    const runOf = new Map(parts.map((run) => [run.organizationId, run]))
    this.#recorder.lost(lost, at)
    this.#recorder.recorded(round.outcomes, recorded)
    const claimedOf = Map.groupBy(claimed, ({ org_id }) => org_id)
    const waitingOf = Map.groupBy(waiting, ({ org_id }) => org_id)
    for (const { organizationId: id } of round.shares) {
      const [run, rows] = [runOf.get(id) as DispatchRun, claimedOf.get(id) ?? []]
      run.claimed(rows.length, waitingOf.get(id)?.length ?? 0)
      for (const row of rows) void this.#hands.deliver(run, row, signal)
    }
    this.#recorder.toldToWait(waiting)
  }

  async #reverse(run: DispatchRun): Promise<void> {
    this.#alone++
    await this.#recorder.reverse(run)
    this.#alone--
    this.#bell.ring()
  }

  #isIdle(run: DispatchRun, now: Date, signal: AbortSignal): boolean {
    if (!run.hasNothingOpen) return false
    run.judge(now)
    return !this.#mayClaim(run, now, signal) && !(run.mayHaveLost && !signal.aborted)
  }

  async #return(runs: DispatchRun[]): Promise<void> {
    const at = this.#app.clock()
    const takenBy = new Map(runs.map((run) => [run, run.taken]))
    const pauseOf = (id: Uuid, channel: ChannelName) => this.#pauses.of(id, channel, at)
    const { over, isDue } = await this.#transactions.giveBack([...takenBy.values()], at, pauseOf)
    this.#isMoreDue ||= isDue
    for (const run of runs) {
      // New work is being added, or the work was leased again in the meantime.
      if (!over.has(run.organizationId)) run.rounds.rest(PASSED_OVER_PAUSE_MS)
      else if (run.taken === takenBy.get(run)) this.#runs.delete(run.organizationId)
    }
  }

  /**
   * Never throws. A batch that fails for several organizations is repeated for each alone, so that one never fails the
   * others.
   */
  async #together(
    underWay: Set<string>,
    group: string,
    runs: DispatchRun[],
    work: () => Promise<void>,
    undo = () => {},
  ): Promise<void> {
    const isAlone = runs.some(({ isApart }) => isApart)
    for (const run of runs) run.rounds.begin()
    if (isAlone) this.#alone++
    else underWay.add(group)
    try {
      await work()
      for (const run of runs) {
        run.rounds.succeeded()
        run.isApart = false
      }
    } catch (err) {
      undo()
      roundFailures.inc({ what: 'round' })
      this.#app.log.warn({ err, organizations: runs.length }, 'dispatch round failed; will retry')
      const isAway = isConnectionFailure(err)
      for (const run of runs) {
        run.isApart = !isAway
        if (isAway || runs.length === 1) run.rounds.failed(err)
        else run.rounds.ended()
      }
    } finally {
      for (const run of runs) run.promised = 0
      if (isAlone) this.#alone--
      else underWay.delete(group)
      this.#bell.ring()
    }
  }
}
