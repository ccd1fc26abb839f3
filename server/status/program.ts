// The program: whether it runs and answers, and its processes, PostgreSQL among them.

import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { findPostmaster } from '#postgres/postmaster-file.ts'
import type { ProcessFacts, ProgramFacts } from './facts.ts'
import { seriesOf, sumOf } from './measured.ts'
import { line, type Message, problem } from './messages.ts'
import type { Part, View } from './part.ts'
import { descendantsOf, type OneProcess, readProcesses } from './process-table.ts'

export const programPart: Part<ProgramFacts> = {
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
      errors: sumOf(measured, 'samvad_uncaught_errors_total'),
    }
    const facts = {
      is_running: program !== null,
      is_answering: program?.isAnswering ?? false,
      url: program?.url ?? null,
      uptime_seconds: shown?.find(({ pid }) => pid === program?.pid)?.age_seconds ?? null,
      processes: shown,
      process_restarts: measured && restarts.processes,
      postgres_restarts: measured && restarts.postgres,
      uncaught_errors: measured && restarts.errors,
      event_loop_delay_max_seconds:
        measured &&
        Object.fromEntries(
          seriesOf(measured, 'samvad_event_loop_delay_max_seconds').map(({ labels, value }) => [labels.role, value]),
        ),
    }
    const lines = [
      program === null ? line('program_stopped') : line('program_url', { url: program.url }),
      ...(shown === null ? [line('processes_unknown')] : shown.map((one) => line('process', one))),
      ...(measured === null ? [] : [line('restarts', restarts)]),
    ]
    return { problems, lines, facts }
  },
}

function problemsOf({ program, settings }: View): Message[] {
  if (program?.isAnswering) return []
  if (program !== null) return [problem('program_not_answering', { pid: program.pid, url: program.url })]
  const { dataDirectory: directory, databaseUrl } = settings
  return [
    databaseUrl === null
      ? problem('program_not_running', { directory })
      : problem('program_not_running_here', { directory }),
  ]
}

async function postmasterOf(dataDirectory: string): Promise<number | null> {
  const folder = await realpath(join(dataDirectory, 'postgres')).catch(() => null)
  const found = folder === null ? undefined : await findPostmaster(folder).catch(() => undefined)
  return found?.pid ?? null
}

function shownOf(table: readonly OneProcess[], pid: number | null, postmaster: number | null): ProcessFacts[] {
  const one = (role: string, ofPid: number): ProcessFacts[] => {
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

/** Shared memory counts once. */
function memoryOf(processes: readonly OneProcess[]): number {
  const own = processes.reduce((sum, { memoryBytes, sharedBytes }) => sum + memoryBytes - sharedBytes, 0)
  return own + Math.max(0, ...processes.map(({ sharedBytes }) => sharedBytes))
}
