// The addresses of running programs: DATA_DIR/running-PID.json, one per program, for the command line on the same
// machine. The file of a killed program is recognized by its dead process or a missing response.

import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CannotStart } from '#kit/cannot-start.ts'
import { withinDeadline } from '#kit/deadlines.ts'
import { type Environment, type GivenSettings, givenSettings } from '#kit/given-settings.ts'

const ANSWER_LIMIT_MS = 2_000

interface RunningFile {
  url: string
  /** The folder's identity: in a copied folder the file describes the original. Missing in files from before 0.3.0. */
  folder?: string
  public_url: string
  pid: number
  /** When it began to listen: commands prefer the longest running one. */
  since: number
  /** The settings in its environment. Missing in files from before 0.5.0. */
  settings?: GivenSettings
}

/** Readable only by the user that runs the program. */
const FILE_MODE = 0o600

const fileOf = (dataDirectory: string, pid: number): string => join(dataDirectory, `running-${pid}.json`)

/** Each program writes and removes only its own file, so none replaces that of a running one. */
export async function noteRunning(
  dataDirectory: string,
  url: string,
  publicUrl: string,
  environment: Environment = process.env,
): Promise<void> {
  for (const { pid } of await readAll(dataDirectory)) if (!isAlive(pid)) await forget(dataDirectory, pid)
  const folder = await identityOf(dataDirectory)
  const settings = givenSettings(environment)
  const text: RunningFile = { url, folder, public_url: publicUrl, pid: process.pid, since: Date.now(), settings }
  const file = fileOf(dataDirectory, process.pid)
  const draft = `${file}-draft`
  await writeFile(draft, `${JSON.stringify(text)}\n`, { mode: FILE_MODE })
  await rename(draft, file)
}

export const forgetRunning = (dataDirectory: string): Promise<void> => forget(dataDirectory, process.pid)

export interface RunningProgram {
  url: string
  publicUrl: string
  pid: number
  /** Null when the running version does not record them. */
  settings: GivenSettings | null
}

/** The address of a running program of this folder; null when there is none. */
export async function findRunning(
  dataDirectory: string,
  withinMs = ANSWER_LIMIT_MS,
  signal?: AbortSignal,
): Promise<RunningProgram | null> {
  for (const one of await livingPrograms(dataDirectory)) if (await answers(one.url, withinMs, signal)) return one
  return null
}

/** Programs whose process is alive, whether or not they respond; the oldest first. */
export async function livingPrograms(dataDirectory: string): Promise<RunningProgram[]> {
  const here = await identityOf(dataDirectory).catch(() => null)
  if (here === null) return []
  const known = (await readAll(dataDirectory)).filter(({ pid, folder = here }) => folder === here && isAlive(pid))
  return known
    .toSorted((a, b) => a.since - b.since)
    .map(({ url, public_url: publicUrl, pid, settings = null }) => ({ url, publicUrl, pid, settings }))
}

/** Programs that were killed before they could remove their file, on this machine or another one with this folder. */
export async function killedPrograms(dataDirectory: string): Promise<Pick<RunningFile, 'url' | 'pid'>[]> {
  return (await readAll(dataDirectory)).filter(({ pid }) => !isAlive(pid))
}

/**
 * A second program on an embedded PostgreSQL is a mistake: two workers, and commands that reach either. Several
 * programs of one installation have a configured database and may share the folder of the keys.
 */
export async function mustBeAlone(dataDirectory: string): Promise<void> {
  const other = await findRunning(dataDirectory)
  if (other === null) return
  throw new CannotStart(
    `DATA_DIR=${dataDirectory}: Samvad is already running on it, at ${other.url} (pid ${other.pid}). Stop it first, or set DATA_DIR to another folder. To run several servers for one installation, use DATABASE_URL.`,
  )
}

/** Of two started at the same instant neither listens yet: one holds the database lock (postgres/session.ts). */
export const anotherStarts = (dataDirectory: string): CannotStart =>
  new CannotStart(
    `DATA_DIR=${dataDirectory}: another Samvad is starting or stopping on it. Try again later, or set DATA_DIR to another folder. To run several servers for one installation, use DATABASE_URL.`,
  )

/** The same for every path to the folder while a program uses it. */
async function identityOf(folder: string): Promise<string> {
  const { dev, ino } = await stat(folder, { bigint: true })
  return `${dev}:${ino}`
}

/** Another process may have the id by now, so being alive is not sufficient. */
async function answers(url: string, withinMs: number, signal?: AbortSignal): Promise<boolean> {
  try {
    const limit = { of: 'call', name: 'program', ms: withinMs, stopMs: 0, signal } as const
    return await withinDeadline(limit, async (signal) => (await fetch(`${url}/healthz`, { signal })).ok)
  } catch {
    return false
  }
}

async function readAll(dataDirectory: string): Promise<RunningFile[]> {
  const names = await readdir(dataDirectory).catch(() => [])
  const read = async (name: string): Promise<RunningFile[]> => {
    try {
      const found = JSON.parse(await readFile(join(dataDirectory, name), 'utf8'))
      return typeof found?.url === 'string' ? [found] : []
    } catch {
      // Removed in the meantime, or not ours.
      return []
    }
  }
  return (await Promise.all(names.filter((name) => /^running-\d+\.json$/.test(name)).map(read))).flat()
}

const forget = (dataDirectory: string, pid: number): Promise<void> => rm(fileOf(dataDirectory, pid), { force: true })

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
