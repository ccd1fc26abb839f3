// One look at everything, over within a time that is known: a part that does not answer by then is told as such.

import { sentenceOf } from '#kit/cannot-start.ts'
import type { Tx } from '#kit/database/database.ts'
import { DatabaseAway, type Look, openLook } from '#kit/database/look.ts'
import { VERSION } from '#kit/version.ts'
import { isMigrated } from './database-queries.ts'
import { type Measured, readMeasured } from './measured.ts'
import type { Found, Installation, KnownProgram, Part, State, View } from './part.ts'
import { parts as allParts } from './parts.ts'

/** Of all together. */
const LIMIT_MS = 1_900
/** Until it is known whether the program and the database answer at all. */
const GREETING_LIMIT_MS = 1_000
/** Of the program's own figures. */
const METRICS_LIMIT_MS = 700
/** Of each statement. */
const STATEMENT_LIMIT_MS = 1_300

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

export async function readStatus(installation: Installation, parts: readonly Part[] = allParts): Promise<Status> {
  const { settings, clock } = installation
  const [greeting, all] = [AbortSignal.timeout(GREETING_LIMIT_MS), AbortSignal.timeout(LIMIT_MS)]
  const at = clock()
  const look = createLook(installation)
  try {
    const [reads, [program, measured]] = await Promise.all([
      inTime(greeting, look.answering()).then(
        () => look.reads,
        (error: unknown) => refusing(error instanceof DatabaseAway ? error : new DatabaseAway(HANGS)),
      ),
      inTime(all, programOf(installation)),
    ])
    const view: View = { settings, now: at, reads, program, measured }
    const read = await Promise.all(parts.map((part) => inTime(all, readPart(part, view)).catch(() => late(part))))
    const problems = read.flatMap(({ name, problems: own }) => own.map((problem) => `${name}: ${problem}`))
    return { state: problems.length > 0 ? 'wrong' : 'good', at, version: VERSION, problems, parts: read }
  } finally {
    look.close()
  }
}

const HANGS = `it did not answer within ${GREETING_LIMIT_MS / 1000} s`

/** Connects when it is asked whether somebody answers. */
function createLook({ connection, learn }: Installation): Look & { answering: () => Promise<void> } {
  let look: Look | undefined
  return {
    get reads() {
      return look?.reads ?? refusing(new DatabaseAway(NOT_RUNNING))
    },
    async answering() {
      const found = await connection()
      if (found === null) throw new DatabaseAway(NOT_RUNNING)
      look = openLook(found, STATEMENT_LIMIT_MS)
      await look.reads.row(isMigrated())
      await learn?.(look.reads)
    },
    close: () => look?.close(),
  }
}

const NOT_RUNNING = 'PostgreSQL does not run'

function refusing(away: DatabaseAway): Tx {
  const refuse = () => Promise.reject(away)
  return { rows: refuse, row: refuse, run: refuse, onCommit() {} }
}

/** A program whose figures do not come in time is shown without. */
async function programOf(installation: Installation): Promise<[KnownProgram | null, Measured | null]> {
  const signal = AbortSignal.timeout(GREETING_LIMIT_MS)
  const program = await inTime(signal, installation.program()).catch(() => null)
  if (!program?.isAnswering) return [program, null]
  const text = await inTime(AbortSignal.timeout(METRICS_LIMIT_MS), installation.metrics(program)).catch(() => null)
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

const late = (part: Part): PartStatus => nothingOf(part, 'wrong', `did not answer within ${LIMIT_MS / 1000} s`)

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
