// One look at everything, over within a time that is known: a part that does not answer by then is told as such.

import { sentenceOf } from '#kit/cannot-start.ts'
import type { Tx } from '#kit/database/database.ts'
import { DatabaseAway, type Look, openLook } from '#kit/database/look.ts'
import { VERSION } from '#kit/version.ts'
import { isMigrated } from './database-queries.ts'
import { type Measured, readMeasured } from './measured.ts'
import type { Found, Installation, KnownProgram, Part, State, View } from './part.ts'
import { parts as allParts } from './parts.ts'

export interface Limits {
  /** Of all together. */
  allMs: number
  /** Until it is known whether the program and the database answer at all. */
  greetingMs: number
  /** Of the program's own figures. */
  metricsMs: number
  /** Of each statement. */
  statementMs: number
}

/** Two seconds, less the time in which the end is printed. */
const ALL_MS = 1_900
/** A machine on which the command itself starts slowly needs time for its answers, too. */
const ALL_LEAST_MS = 1_200

/** Of a look by a process of this age: the command ends two seconds after it was typed (spec 17.12). Pure. */
export function limitsAt(ageMs: number): Limits {
  const allMs = Math.round(Math.max(ALL_LEAST_MS, ALL_MS - ageMs))
  const share = (part: number) => Math.round(allMs * part)
  return { allMs, greetingMs: share(0.53), metricsMs: share(0.37), statementMs: share(0.68) }
}

export interface PartStatus extends Required<Found> {
  name: string
}

export interface Status {
  state: Exclude<State, 'unknown'>
  at: Date
  version: string
  problems: string[]
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
        (error: unknown) => refusing(error instanceof DatabaseAway ? error : new DatabaseAway(hangs(limits))),
      ),
      programOf(installation, limits, over.signal),
    ])
    const view: View = { settings, now: at, reads, program, measured, signal: over.signal }
    const read = await Promise.all(
      parts.map((part) => inTime(all, readPart(part, view)).catch(() => late(part, limits))),
    )
    const problems = read.flatMap(({ name, problems: own }) => own.map((problem) => `${name}: ${problem}`))
    return { state: problems.length > 0 ? 'wrong' : 'good', at, version: VERSION, problems, parts: read }
  } finally {
    look.close()
    over.abort()
  }
}

const hangs = ({ greetingMs }: Limits) => `it did not answer within ${seconds(greetingMs)}`
const seconds = (ms: number): string => `${Number((ms / 1000).toFixed(1))} s`

/** Connects when it is asked whether somebody answers. */
function createLook(
  { connection, learn }: Installation,
  { statementMs }: Limits,
): Look & { answering: () => Promise<void> } {
  let look: Look | undefined
  let isClosed = false
  return {
    get reads() {
      return look?.reads ?? refusing(new DatabaseAway(NOT_RUNNING))
    },
    async answering() {
      const found = await connection()
      if (found === null || isClosed) throw new DatabaseAway(NOT_RUNNING)
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

const NOT_RUNNING = 'PostgreSQL does not run'

function refusing(away: DatabaseAway): Tx {
  const refuse = () => Promise.reject(away)
  return { rows: refuse, row: refuse, run: refuse, onCommit() {} }
}

/** A program whose figures do not come in time is shown without. */
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
    return { name: part.name, state, problems, lines, facts }
  } catch (error) {
    // The part of the database says so, once for all.
    if (error instanceof DatabaseAway) return nothingOf(part, 'unknown', 'not known: the database does not answer')
    return nothingOf(part, 'wrong', `could not be read: ${sentenceOf(error)}`)
  }
}

const late = (part: Part, { allMs }: Limits): PartStatus =>
  nothingOf(part, 'wrong', `did not answer within ${seconds(allMs)}`)

function nothingOf({ name }: Part, state: State, said: string): PartStatus {
  return { name, state, problems: state === 'wrong' ? [said] : [], lines: [said], facts: {} }
}

function inTime<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(new Error('out of time'))
    if (signal.aborted) end()
    signal.addEventListener('abort', end, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
