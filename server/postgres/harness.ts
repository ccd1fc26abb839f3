// Test support for this folder: data directories, Node processes to kill, and cleanup.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { GUARD_MS } from '../../test/guard.ts'
import { prepareDataDirectory } from '../../test/prepared-data-directory.ts'
import { processIsAlive } from './postmaster-file.ts'
import type { Log } from './prepare.ts'
import {
  type Connection,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './supervisor.ts'

const POLL_MS = 20

export const silent: Log = { info() {}, warn() {}, error() {} }

/** Everything that a test file started, stopped at its end whatever the result. */
export class Playground {
  readonly #folders: string[] = []
  readonly #children: NodeChild[] = []
  readonly #started: EmbeddedPostgres[] = []
  #cluster: string | undefined

  /** A new folder. `mode` 0o700 is that of mktemp; 0o711 lets PostgreSQL's account pass. */
  folder(mode = 0o711, owner?: { uid: number; gid: number }): string {
    const folder = mkdtempSync(join(tmpdir(), 'samvad-test-'))
    chmodSync(folder, mode)
    if (owner) chownSync(folder, owner.uid, owner.gid)
    this.#folders.push(folder)
    return folder
  }

  /**
   * The only folder of this test file with an existing cluster: a copy of the test run's. Every test stops it and
   * restores what it changed.
   */
  async cluster(): Promise<string> {
    if (this.#cluster === undefined) {
      this.#cluster = this.folder()
      await prepareDataDirectory(this.#cluster)
    }
    return this.#cluster
  }

  /** Starts PostgreSQL in this process. */
  async start(
    dataDirectory: string,
    log = silent,
    more: Partial<EmbeddedPostgresOptions> = {},
  ): Promise<EmbeddedPostgres> {
    return this.keep(await startEmbeddedPostgres({ dataDirectory, log, sharedBuffers: '16MB', ...more }))
  }

  keep(postgres: EmbeddedPostgres): EmbeddedPostgres {
    this.#started.push(postgres)
    return postgres
  }

  /** Starts PostgreSQL in the folder from a separate Node process, optionally as another user. */
  child(dataDirectory: string, user?: { uid: number; gid: number }, module = './supervisor.ts'): NodeChild {
    const child = new NodeChild(dataDirectory, user, module)
    this.#children.push(child)
    return child
  }

  async end(): Promise<void> {
    for (const child of this.#children) child.kill()
    await Promise.all(this.#started.map((postgres) => postgres.stop()))
    for (const folder of this.#folders) {
      const pid = postmasterPid(folder)
      if (pid !== undefined && isRunning(pid)) {
        process.kill(pid, 'SIGQUIT')
        await until('PostgreSQL has ended', () => !isRunning(pid))
      }
      rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
    }
  }
}

type Report = { connection: Connection; adopted: boolean } | { error: string }

export class NodeChild {
  readonly process: ChildProcess
  readonly reports: AsyncIterator<string>
  log = ''

  constructor(dataDirectory: string, user: { uid: number; gid: number } | undefined, module: string) {
    const url = import.meta.resolve(module)
    const script = `
      const { startEmbeddedPostgres } = await import(${JSON.stringify(url)})
      const log = { info: console.error, warn: console.error, error: console.error }
      const options = { dataDirectory: ${JSON.stringify(dataDirectory)}, log, sharedBuffers: '16MB' }
      try {
        const { connection, adopted, stop } = await startEmbeddedPostgres(options)
        console.log(JSON.stringify({ connection, adopted }))
        process.stdin.once('end', async () => { await stop(); console.log('{}') }).resume()
      } catch (error) {
        console.log(JSON.stringify({ error: error.message }))
      }`
    this.process = spawn(process.execPath, ['--input-type=module', '-e', script], { ...user, stdio: 'pipe', cwd: '/' })
    this.process.stderr?.on('data', (chunk: Buffer) => {
      this.log += chunk
    })
    this.reports = createInterface({ input: this.process.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  }

  async started(): Promise<{ connection: Connection; adopted: boolean }> {
    const report = await this.report()
    if ('error' in report) throw new Error(report.error)
    return report
  }

  async report(): Promise<Report> {
    const { value, done } = await this.reports.next()
    if (done) throw new Error(`The process ended without a word: ${this.log}`)
    return JSON.parse(value) as Report
  }

  /** Ends it as `npm start` ends: with stop(). */
  async stop(): Promise<void> {
    this.process.stdin?.end()
    await this.reports.next()
    if (this.process.exitCode === null) await once(this.process, 'exit')
  }

  kill(): void {
    this.process.kill('SIGKILL')
  }
}

/** Runs one statement on a new connection. */
export async function ask(connection: Connection, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** The same, repeated until it succeeds. */
export async function askUntilAnswered(connection: Connection, statement: string): Promise<Record<string, unknown>[]> {
  let rows: Record<string, unknown>[] = []
  await until(`an answer to: ${statement}`, async () => {
    rows = await ask(connection, statement)
    return true
  })
  return rows
}

export function postmasterPid(dataDirectory: string): number | undefined {
  const file = join(dataDirectory, 'postgres', 'postmaster.pid')
  return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined
}

/** A zombie process does not count. */
export function isRunning(pid: number): boolean {
  if (!processIsAlive(pid)) return false
  try {
    return process.platform !== 'linux' || !/^State:\s*[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

/** Polls until the condition is true. One that throws counts as false. */
export async function until(what: string, condition: () => boolean | Promise<boolean>): Promise<void> {
  const limit = Date.now() + GUARD_MS
  let last: unknown
  for (;;) {
    try {
      if (await condition()) return
    } catch (error) {
      last = error
    }
    if (Date.now() > limit) throw new Error(`Waited ${GUARD_MS} ms in vain until ${what}`, { cause: last })
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

/** The user and group `nobody`, for actions of an ordinary user; shares no ids with `postgres`. */
export const ORDINARY_USER = { uid: 65_534, gid: 65_534 }

export const thisFolder = fileURLToPath(new URL('.', import.meta.url))
