// Reads all parts of the status within a fixed time: a part that has not answered by then is reported as a problem.

import { sentenceOf } from '#kit/cannot-start.ts'
import type { Tx } from '#kit/database/database.ts'
import { DatabaseAway, type Look, openLook } from '#kit/database/look.ts'
import { VERSION } from '#kit/version.ts'
import { isMigrated } from './database-queries.ts'
import { type Measured, readMeasured } from './measured.ts'
import { line, type Message, problem } from './messages.ts'
import type { Found, Installation, KnownProgram, Part, State, View } from './part.ts'
import { parts as allParts } from './parts.ts'
import { NoAnswer, NotRunning } from './reachable.ts'

export interface Limits {
  /** Limit for the whole status, in milliseconds. */
  allMs: number
  /** Limit for the first response of the program and of the database. */
  greetingMs: number
  /** Limit for the program's metrics. */
  metricsMs: number
  /** Limit for each statement. */
  statementMs: number
}

/** Two seconds, minus the time to print the result. */
const ALL_MS = 1_900
/** A machine on which the command starts slowly also responds slowly. */
const ALL_LEAST_MS = 1_200

/** Limits for a process of this age: the command ends two seconds after it was typed (spec 17.12). Pure. */
export function limitsAt(ageMs: number): Limits {
  const allMs = Math.round(Math.max(ALL_LEAST_MS, ALL_MS - ageMs))
  const share = (part: number) => Math.round(allMs * part)
  return { allMs, greetingMs: share(0.53), metricsMs: share(0.37), statementMs: share(0.68) }
}

export interface PartStatus extends Required<Found<Record<string, unknown>>> {
  name: string
}

/** A problem, with the part that reported it. */
export interface PartProblem extends Message {
  part: string
}

export interface Status {
  state: Exclude<State, 'unknown'>
  at: Date
  version: string
  problems: PartProblem[]
  parts: PartStatus[]
}

export async function readStatus(
  installation: Installation,
  parts: readonly Part[] = allParts,
  limits: Limits = limitsAt(0),
): Promise<Status> {
  const { settings, clock } = installation
  const [greeting, all] = [AbortSignal.timeout(limits.greetingMs), AbortSignal.timeout(limits.allMs)]
  const at = clock()
  const look = createLook(installation, limits)
  const over = new AbortController()
  try {
    const [reads, [program, measured]] = await Promise.all([
      inTime(greeting, look.answering()).then(
        () => look.reads,
        (error: unknown) => refusing(error instanceof DatabaseAway ? error : new NoAnswer(seconds(limits.greetingMs))),
      ),
      programOf(installation, limits, over.signal),
    ])
    const view: View = { settings, now: at, reads, program, measured, signal: over.signal }
    const read = await Promise.all(
      parts.map((part) => inTime(all, readPart(part, view)).catch(() => late(part, limits))),
    )
    const problems = read.flatMap(({ name: part, problems: own }) => own.map((one) => ({ part, ...one })))
    return { state: problems.length > 0 ? 'wrong' : 'good', at, version: VERSION, problems, parts: read }
  } finally {
    look.close()
    over.abort()
  }
}

const seconds = (ms: number): number => Number((ms / 1000).toFixed(1))

/** Connects when `answering` is called. */
function createLook(
  { connection, learn }: Installation,
  { statementMs }: Limits,
): Look & { answering: () => Promise<void> } {
  let look: Look | undefined
  let isClosed = false
  return {
    get reads() {
      return look?.reads ?? refusing(new NotRunning())
    },
    async answering() {
      const found = await connection()
      if (found === null || isClosed) throw new NotRunning()
      look = openLook(found, statementMs)
      await look.reads.row(isMigrated())
      await learn?.(look.reads)
    },
    close() {
      isClosed = true
      look?.close()
    },
  }
}

function refusing(away: DatabaseAway): Tx {
  const refuse = () => Promise.reject(away)
  return { rows: refuse, row: refuse, run: refuse, onCommit() {} }
}

/** A program whose metrics take too long is shown without them. */
async function programOf(
  installation: Installation,
  { greetingMs, metricsMs }: Limits,
  over: AbortSignal,
): Promise<[KnownProgram | null, Measured | null]> {
  const program = await inTime(AbortSignal.timeout(greetingMs), installation.program(over)).catch(() => null)
  if (!program?.isAnswering) return [program, null]
  const figures = installation.metrics(program, over)
  const text = await inTime(AbortSignal.timeout(metricsMs), figures).catch(() => null)
  return [program, text === null ? null : readMeasured(text)]
}

async function readPart(part: Part, view: View): Promise<PartStatus> {
  try {
    const { problems = [], state = problems.length > 0 ? 'wrong' : 'good', lines, facts } = await part.read(view)
    return { name: part.name, state, problems, lines, facts: { ...facts } }
  } catch (error) {
    // The database part reports that the database does not answer: one problem, not one for each part.
    if (error instanceof DatabaseAway)
      return { name: part.name, state: 'unknown', problems: [], lines: [line('part_unknown')], facts: {} }
    return withoutFacts(part, problem('part_unreadable', { error: sentenceOf(error) }), line('part_unreadable'))
  }
}

function late(part: Part, { allMs }: Limits): PartStatus {
  const limit = { seconds: seconds(allMs) }
  return withoutFacts(part, problem('part_timeout', limit), line('part_timeout', limit))
}

const withoutFacts = ({ name }: Part, wrong: Message, shown: Message): PartStatus => ({
  name,
  state: 'wrong',
  problems: [wrong],
  lines: [shown],
  facts: {},
})

function inTime<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error('out of time'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
