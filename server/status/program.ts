// The program itself: whether it runs and answers, and its processes, PostgreSQL among them.

import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { findPostmaster } from '#postgres/postmaster-file.ts'
import { seriesOf, sumOf } from './measured.ts'
import type { Part, View } from './part.ts'
import { descendantsOf, type OneProcess, readProcesses } from './process-table.ts'
import { lasting, sized } from './words.ts'

interface Shown {
  role: string
  pid: number
  age_seconds: number
  memory_bytes: number
  /** With those that it has made. */
  processes: number
}

export const programPart: Part = {
  name: 'program',
  async read(view) {
    const { program, settings, measured } = view
    const table = await readProcesses(view.signal)
    const postmaster = settings.databaseUrl === null ? await postmasterOf(settings.dataDirectory) : null
    const shown = table === null ? null : shownOf(table, program?.pid ?? null, postmaster)
    const problems = problemsOf(view)
    const restarts = {
      processes: sumOf(measured, 'samvad_process_restarts_total'),
      postgres: sumOf(measured, 'samvad_postgres_restarts_total'),
    }
    const uncaught = sumOf(measured, 'samvad_uncaught_errors_total')
    const facts = {
      is_running: program !== null,
      is_answering: program?.isAnswering ?? false,
      url: program?.url ?? null,
      uptime_seconds: shown?.find(({ pid }) => pid === program?.pid)?.age_seconds ?? null,
      processes: shown,
      process_restarts: measured && restarts.processes,
      postgres_restarts: measured && restarts.postgres,
      uncaught_errors: measured && uncaught,
      event_loop_delay_max_seconds:
        measured &&
        Object.fromEntries(
          seriesOf(measured, 'samvad_event_loop_delay_max_seconds').map(({ labels, value }) => [labels.role, value]),
        ),
    }
    const running = program === null ? 'does not run here' : `runs at ${program.url}`
    const lines = [
      running,
      ...(shown === null ? ['the processes of this system cannot be listed'] : shown.map(lineOf)),
      ...(measured === null
        ? []
        : [
            `since the start: ${restarts.processes} processes and ${restarts.postgres} PostgreSQL started again, ${uncaught} uncaught errors`,
          ]),
    ]
    return { problems, lines, facts }
  },
}

function problemsOf({ program, settings }: View): string[] {
  if (program?.isAnswering) return []
  if (program !== null)
    return [
      `Samvad runs (process ${program.pid}) but does not answer at ${program.url}: see its log; end it if it hangs, and start it again.`,
    ]
  const elsewhere = settings.databaseUrl === null ? '' : ', unless it runs on another machine'
  return [
    `Samvad does not run with DATA_DIR=${settings.dataDirectory}${elsewhere}: start it, or set DATA_DIR as for the server.`,
  ]
}

async function postmasterOf(dataDirectory: string): Promise<number | null> {
  const folder = await realpath(join(dataDirectory, 'postgres')).catch(() => null)
  const found = folder === null ? undefined : await findPostmaster(folder).catch(() => undefined)
  return found?.pid ?? null
}

function shownOf(table: readonly OneProcess[], pid: number | null, postmaster: number | null): Shown[] {
  const one = (role: string, ofPid: number): Shown[] => {
    const all = table.filter((process) => process.pid === ofPid)
    const own = role === 'postgres' ? [...all, ...descendantsOf(table, ofPid)] : all
    return all.map(({ ageSeconds }) => ({
      role,
      pid: ofPid,
      age_seconds: Math.round(ageSeconds),
      memory_bytes: memoryOf(own),
      processes: own.length,
    }))
  }
  const children = pid === null ? [] : descendantsOf(table, pid).filter(({ parentPid }) => parentPid === pid)
  const childrenOf = (role: string) => children.filter(({ words }) => words.at(-1) === role)
  const apis = childrenOf('api')
  return [
    ...(pid === null ? [] : one(apis.length > 0 ? 'parent' : 'parent and api', pid)),
    ...apis.flatMap((child) => one('api', child.pid)),
    ...childrenOf('worker').flatMap((child) => one('worker', child.pid)),
    ...(postmaster === null ? [] : one('postgres', postmaster)),
  ]
}

/** What they share is counted once. */
function memoryOf(processes: readonly OneProcess[]): number {
  const own = processes.reduce((sum, { memoryBytes, sharedBytes }) => sum + memoryBytes - sharedBytes, 0)
  return own + Math.max(0, ...processes.map(({ sharedBytes }) => sharedBytes))
}

const lineOf = ({ role, pid, age_seconds, memory_bytes, processes }: Shown): string =>
  `${role}  pid ${pid}  for ${lasting(age_seconds)}  ${sized(memory_bytes)}${processes > 1 ? `  ${processes} processes` : ''}`
