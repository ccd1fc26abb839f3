// The end at any moment: from the first instruction of the program until after it is ready.

import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { eventually } from '../program.ts'
import { END_LIMIT_MS, leftRunning, MAIN, newFolder } from './starts.ts'

const skip = process.platform === 'win32' ? 'needs signals' : false
const MOMENTS = 9
/** Where the children hear first: behind most of a start, when there are some. */
const LATE_MOMENTS = 3
const GONE_WITHIN_MS = 5_000
/** Moments behind the line that says that it is ready. */
const AFTER_READY_MS = [0, 20]
/** So much later the program hears what its children have heard. */
const HEARD_LATE_MS = 50
/** Behind the end of one process of PostgreSQL, which then begins anew. */
const AFTER_LOSS_MS = [0, 100, 250]

interface Ended {
  code: number | null
  signal: NodeJS.Signals | null
  said: string
  readyAfterMs: number | null
  left: string[]
}

/** Of the whole group, as a terminal does it, where the program may hear of it last; or of the program alone. */
interface End {
  signal: 'SIGTERM' | 'SIGINT'
  to: 'program' | 'group' | 'children first'
  processes: number
}

type Moment = { afterMs: number } | { afterReadyMs: number; losesBackend?: boolean }

async function runAndEnd(folder: string, { signal, to, processes }: End, moment: Moment): Promise<Ended> {
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: folder,
    SAMVAD_LOG_LEVEL: 'warn',
    SAMVAD_PROCESSES: String(processes),
  }
  const child = spawn(process.execPath, [MAIN], { env, stdio: 'pipe', detached: true, timeout: END_LIMIT_MS })
  const pid = child.pid as number
  const begun = performance.now()
  const tell = (whom: number) => {
    if (child.exitCode === null && child.signalCode === null) process.kill(whom, signal)
  }
  const end = () => {
    if (to !== 'children first') return tell(to === 'group' ? -pid : pid)
    for (const one of childrenOf(pid)) if (one.args.includes(MAIN)) process.kill(one.pid, signal)
    setTimeout(() => tell(pid), HEARD_LATE_MS)
  }
  const ended: Ended = { code: null, signal: null, said: '', readyAfterMs: null, left: [] }
  const hear = (text: string) => {
    ended.said += text
    if (ended.readyAfterMs !== null || !ended.said.includes('ready at')) return
    ended.readyAfterMs = performance.now() - begun
    if (!('afterReadyMs' in moment)) return
    if (moment.losesBackend) process.kill(aBackendIn(folder), 'SIGKILL')
    if (moment.afterReadyMs === 0) end()
    else setTimeout(end, moment.afterReadyMs)
  }
  child.stdout.setEncoding('utf8').on('data', hear)
  child.stderr.setEncoding('utf8').on('data', hear)
  if ('afterMs' in moment) setTimeout(end, moment.afterMs)
  ;[ended.code, ended.signal] = await once(child, 'close')
  // What was killed at the end is still listed for a moment on a busy machine.
  await eventually('nothing runs', async () => leftRunning(folder).length === 0, GONE_WITHIN_MS).catch(() => {})
  ended.left = leftRunning(folder)
  return ended
}

/** One of PostgreSQL's processes that serve a connection. */
function aBackendIn(folder: string): number {
  const postmaster = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]
  return childrenOf(Number(postmaster)).find(({ args }) => args.includes(' [local] '))?.pid as number
}

function childrenOf(parent: number): { pid: number; args: string }[] {
  const { stdout } = spawnSync('ps', ['-ww', '-o', 'pid=,args=', '--ppid', String(parent)], { encoding: 'utf8' })
  return stdout
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ pid: Number.parseInt(line, 10), args: line }))
}

const ends: End[] = [
  { signal: 'SIGTERM', to: 'program', processes: 1 },
  { signal: 'SIGINT', to: 'group', processes: 2 },
  { signal: 'SIGINT', to: 'children first', processes: 1 },
]

// Each waits for its own PostgreSQL most of the time.
suite('ends', { concurrency: true }, () => {
  for (const [index, end] of ends.entries()) {
    const name = `${end.signal} to the ${end.to}, of ${end.processes} API processes`
    test(`spec 17.7: ${name}: at any moment it ends with 0, and leaves nothing running`, { skip }, async () => {
      const folder = newFolder()
      const first = await runAndEnd(folder, end, { afterReadyMs: 0 })
      assert.deepEqual([first.code, first.left], [0, []], first.said)
      const whole = first.readyAfterMs as number
      const early = Array.from({ length: MOMENTS }, (_, place) => ({
        afterMs: (whole * (place + index / ends.length)) / MOMENTS,
      }))
      const moments: Moment[] = [
        ...AFTER_READY_MS.map((afterReadyMs) => ({ afterReadyMs })),
        ...(end.to === 'children first'
          ? early.slice(-LATE_MOMENTS)
          : [...AFTER_LOSS_MS.map((afterReadyMs) => ({ afterReadyMs, losesBackend: true })), ...early]),
      ]
      for (const moment of moments) {
        const { code, signal, said, left } = await runAndEnd(folder, end, moment)
        const at = `${JSON.stringify(moment)} of ${Math.round(whole)} ms: ${said}`
        // Before Node runs a line of it, a signal ends it as it ends every program.
        const isTooEarly = signal === end.signal && said === ''
        assert.ok(code === 0 || isTooEarly, `${code} ${signal} ${at}`)
        assert.deepEqual(left, [], at)
        assert.doesNotMatch(said, /could not end cleanly|^\s+at /m, at)
        // That PostgreSQL was lost is told.
        if (!('losesBackend' in moment)) assert.doesNotMatch(said, /"level":"(error|fatal)"/, at)
      }
      assert.ok(existsSync(join(folder, 'postgres')) && !existsSync(join(folder, 'postgres', 'postmaster.pid')))
    })
  }
})
