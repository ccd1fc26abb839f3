// Where this installation listens at the moment: DATA_DIR/running.json, for the command line of the same machine. Each machine has
// its own. What a killed program left there is known by its process, which is gone, or by nobody answering.

import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const ANSWER_LIMIT_MS = 2_000

interface RunningFile {
  url: string
  public_url: string
  pid: number
}

const fileOf = (dataDirectory: string): string => join(dataDirectory, 'running.json')

export async function noteRunning(dataDirectory: string, url: string, publicUrl: string): Promise<void> {
  const text: RunningFile = { url, public_url: publicUrl, pid: process.pid }
  const draft = `${fileOf(dataDirectory)}-${process.pid}`
  await writeFile(draft, `${JSON.stringify(text)}\n`)
  await rename(draft, fileOf(dataDirectory))
}

/** Unless another program has taken the place meanwhile. */
export async function forgetRunning(dataDirectory: string): Promise<void> {
  const known = await read(dataDirectory)
  if (known?.pid === process.pid) await rm(fileOf(dataDirectory), { force: true })
}

/** Where the program listens now, or null when none does. */
export async function findRunning(dataDirectory: string): Promise<{ url: string; publicUrl: string } | null> {
  const known = await read(dataDirectory)
  if (!known || !isAlive(known.pid)) return null
  try {
    // Another process may have the number by now.
    const answer = await fetch(`${known.url}/healthz`, { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) })
    return answer.ok ? { url: known.url, publicUrl: known.public_url } : null
  } catch {
    return null
  }
}

async function read(dataDirectory: string): Promise<RunningFile | null> {
  try {
    return JSON.parse(await readFile(fileOf(dataDirectory), 'utf8'))
  } catch {
    return null
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
