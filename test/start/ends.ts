// Ends a program at a chosen moment, by a signal to it, to its process group, or to its children first.
// Per file: its folders are in one that is removed behind the file.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf, programChildrenOf } from '../children.ts'
import { GUARD_MS } from '../guard.ts'
import { eventually } from '../program.ts'
import { leftRunning, MAIN } from './starts.ts'

export interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  said: string
  readyAfterMs: number | null
  left: string[]
}

/**
 * `group`: all processes at once, as a terminal does. `children first`: they have ended before the program gets the
 * signal.
 */
export interface End {
  signal: 'SIGTERM' | 'SIGINT'
  to: 'program' | 'group' | 'children first'
  processes: number
}

export const ends: End[] = [
  { signal: 'SIGTERM', to: 'program', processes: 1 },
  { signal: 'SIGINT', to: 'group', processes: 2 },
  { signal: 'SIGINT', to: 'children first', processes: 1 },
]

/** When the signal is sent: at an event of the start, or after a time. */
export type Moment =
  | { at: 'spawned' | 'cluster is made' | 'postgres starts' | 'first child' | 'ready' }
  | { afterMs: number }
  | { afterReadyMs: number; losesBackend?: boolean }

export async function runAndEnd(folder: string, end: End, moment: Moment): Promise<Ended> {
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: folder,
    SAMVAD_LOG_LEVEL: 'warn',
    SAMVAD_PROCESSES: String(end.processes),
  }
  const child = spawn(process.execPath, [MAIN], { env, stdio: 'pipe', detached: true, timeout: GUARD_MS })
  const pid = child.pid as number
  const begun = performance.now()
  const ended: Ended = { code: null, signal: null, said: '', readyAfterMs: null, left: [] }
  const closed = once(child, 'close')
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null
  const hear = (text: string) => {
    ended.said += text
    if (ended.readyAfterMs === null && ended.said.includes('ready at')) ended.readyAfterMs = performance.now() - begun
  }
  child.stdout.setEncoding('utf8').on('data', hear)
  child.stderr.setEncoding('utf8').on('data', hear)

  const isReached = () => {
    if ('afterMs' in moment) return performance.now() - begun >= moment.afterMs
    if (!('at' in moment))
      return ended.readyAfterMs !== null && performance.now() - begun - ended.readyAfterMs >= moment.afterReadyMs
    if (moment.at === 'spawned') return true
    if (moment.at === 'cluster is made') return existsSync(join(folder, 'postgres-password'))
    if (moment.at === 'postgres starts') return existsSync(join(folder, 'postgres', 'postmaster.pid'))
    if (moment.at === 'first child') return programChildrenOf(pid).length > 0
    return ended.readyAfterMs !== null
  }
  const losesBackend = 'losesBackend' in moment && moment.losesBackend
  if (losesBackend) {
    await eventually('it is ready', async () => hasEnded() || ended.readyAfterMs !== null)
    if (!hasEnded()) process.kill(aBackendIn(folder), 'SIGKILL')
  }
  await eventually(`the moment ${JSON.stringify(moment)}`, async () => hasEnded() || isReached())
  if (!hasEnded()) await ask(pid, end)
  ;[ended.code, ended.signal] = await closed
  // A killed process may still be listed for a moment.
  await eventually('nothing runs', async () => leftRunning(folder).length === 0).catch(() => {})
  ended.left = leftRunning(folder)
  return ended
}

async function ask(pid: number, { signal, to }: End): Promise<void> {
  if (to !== 'children first') return void process.kill(to === 'group' ? -pid : pid, signal)
  // Stopped meanwhile, so that the program receives the end of its children and its own signal at the same moment.
  process.kill(pid, 'SIGSTOP')
  for (const child of programChildrenOf(pid)) process.kill(child.pid, signal)
  await eventually('the children have ended', async () => programChildrenOf(pid).length === 0)
  process.kill(pid, signal)
  process.kill(pid, 'SIGCONT')
}

/** One of PostgreSQL's backend processes. */
function aBackendIn(folder: string): number {
  const postmaster = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]
  return childrenOf(Number(postmaster)).find(({ args }) => args.includes(' [local] '))?.pid as number
}
