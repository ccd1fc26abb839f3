// Starts the program as a user does: a separate process, with an embedded PostgreSQL in its own folder.

import { type ChildProcess, spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundledProgram } from './bundled-program.ts'
import { GUARD_MS } from './guard.ts'
import { prepareDataDirectory } from './prepared-data-directory.ts'
// Not from harness.ts, which loads the program.
import { type Answer, type RequestOptions, request } from './request.ts'

/** The young generation starts at the size that it reaches anyway, so that a start collects garbage less often. */
const YOUNG_GENERATION = '--min-semi-space-size=16'

export interface Program {
  url: string
  token: string
  organizationId: string
  dataDirectory: string
  pid: number
  /** Standard output of all its processes so far. */
  output(): string
  request(method: string, path: string, options?: RequestOptions): Promise<Answer>
  /** True when it has ended, for any reason. */
  hasEnded(): boolean
  /** SIGTERM; resolves with the exit code. */
  stop(): Promise<number | null>
  /** SIGKILL to the parent process only. */
  kill(): Promise<void>
  /** Runs a command on the same data, in the process of the test. */
  cli(...words: string[]): Promise<{ code: number | null; out: string }>
}

/** An empty folder: without DATABASE_URL the program first creates its PostgreSQL there. */
export async function newDataDirectory(): Promise<string> {
  return mkdtemp(join(tmpdir(), 'samvad-program-'))
}

/** A folder with a migrated PostgreSQL on which no program has run: a start there costs half. */
export async function newPreparedDirectory(): Promise<string> {
  const dataDirectory = await newDataDirectory()
  await prepareDataDirectory(dataDirectory)
  return dataDirectory
}

export async function removeDataDirectory(dataDirectory: string): Promise<void> {
  await rm(dataDirectory, { recursive: true, force: true })
}

/** Running programs. */
const running = new Set<ChildProcess>()
// SIGTERM, so that the program stops its PostgreSQL, which it does even after this process has ended.
process.once('exit', () => running.forEach((child) => child.kill('SIGTERM')))

/**
 * Lets the test file end while the program runs: a test that failed before it stopped its program does not keep the
 * file open, and the end of the file ends the program.
 */
function endWithFile(child: ChildProcess): void {
  child.unref()
  ;(child.stdout as Socket | null)?.unref()
}

/**
 * Resolves when the program reports that it is ready. `main` is its file, by default the bundle. `onSpawn` gets the
 * process at once, to act while it starts. A program that is not stopped ends with the test file.
 */
export async function startProgram(
  dataDirectory: string,
  environment: Record<string, string> = {},
  main?: string,
  onSpawn: (pid: number) => void = () => {},
): Promise<Program> {
  const env: Record<string, string | undefined> = {
    ...process.env,
    PORT: '0',
    DATA_DIR: dataDirectory,
    SAMVAD_LOG_LEVEL: 'warn',
    ...environment,
  }
  const child = spawn(process.execPath, [YOUNG_GENERATION, main ?? (await bundledProgram())], {
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  onSpawn(child.pid as number)
  running.add(child)
  child.once('exit', () => running.delete(child))
  let output = ''
  child.stdout?.setEncoding('utf8').on('data', (chunk) => (output += chunk))
  const url = await readyAddress(child)
  const access = JSON.parse(await readFile(join(dataDirectory, 'first-access.json'), 'utf8'))
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  endWithFile(child)

  return {
    url,
    token: access.access_token,
    organizationId: access.organization_id,
    dataDirectory,
    pid: child.pid as number,
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    request: (method, path, options = {}) => request(url, method, path, { token: access.access_token, ...options }),
    async stop() {
      child.ref()
      child.kill('SIGTERM')
      const timer = setTimeout(() => child.kill('SIGKILL'), GUARD_MS)
      const code = await ended
      clearTimeout(timer)
      return code
    },
    async kill() {
      child.ref()
      child.kill('SIGKILL')
      await ended
    },
    async cli(...words) {
      // Imported here because it loads the program, which most tests that start one do not need.
      const { runCommand } = await import('./command-line.ts')
      return runCommand(words, { ...env, PORT: undefined })
    },
  }
}

function readyAddress(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => {
      child.kill('SIGKILL')
      reject(new Error(`not ready in time:\n${text}`))
    }, GUARD_MS)
    child.once('exit', (code) => {
      clearTimeout(timer)
      reject(new Error(`ended with ${code} before it was ready:\n${text}`))
    })
    child.stdout?.on('data', (chunk) => {
      text += chunk
      const match = /ready at (\S+) after/.exec(text)
      if (!match) return
      clearTimeout(timer)
      resolve(match[1] as string)
    })
  })
}

/** Below the ephemeral ports of operating systems: while a program restarts, its port stays free. */
const PORTS = { from: 15_000, to: 32_000 }

/** A loopback port that nobody listens on at this moment. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(PORTS.from, PORTS.to)
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await new Promise<boolean>((resolve) => {
      server.once('listening', () => resolve(true)).once('error', () => resolve(false))
    })
    if (!isFree) continue
    await new Promise((resolve) => server.close(resolve))
    return port
  }
}

/**
 * The polling interval grows: quick results are seen quickly, and long waits leave the processor to what they wait for.
 */
const [POLL_MIN_MS, POLL_MAX_MS, POLL_GROWTH] = [10, 100, 1.3]

/** Retries until it returns without an error; every test that waits for something uses it. */
export async function eventually<T>(
  what: string,
  attempt: () => Promise<T | undefined | false>,
  timeoutMs = GUARD_MS,
): Promise<T> {
  const until = performance.now() + timeoutMs
  for (let pauseMs = POLL_MIN_MS; ; pauseMs = Math.min(POLL_MAX_MS, pauseMs * POLL_GROWTH)) {
    const value = await attempt()
    if (value) return value
    if (performance.now() > until) throw new Error(`did not happen in ${timeoutMs} ms: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}
