// The data directory: `<DATA_DIR>/postgres`. Created once, completely or not at all, and never deleted.

import type { ChildProcess } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Account, giveTo, type Launch, launchProgram } from './account.ts'
import type { Binaries } from './binaries.ts'
import { writePrivately } from './password.ts'
import { processIsAlive } from './postmaster-file.ts'
import { syncsToDisk, walSegmentMegabytes } from './settings.ts'

export const SUPERUSER = 'postgres'

const DRAFT_PREFIX = 'postgres-new-'
const INITDB_OUTPUT_MAX_BYTES = 64_000

/** A temporary folder next to the cluster, in which a new one is built before it is renamed. */
export async function makeDraft(dataDirectory: string, account: Account | undefined): Promise<string> {
  const draft = draftName(dataDirectory)
  await mkdir(draft, { mode: 0o700 })
  await giveTo(account, draft)
  return draft
}

/** A temporary name that a later start recognizes if this process is killed before the rename. */
export function draftName(dataDirectory: string): string {
  return join(dataDirectory, `${DRAFT_PREFIX}${process.pid}-${randomBytes(4).toString('hex')}`)
}

/** Removes leftovers of a killed initdb: only folders with our temporary name whose creator has ended. */
export async function removeOldDrafts(dataDirectory: string): Promise<void> {
  for (const name of await readdir(dataDirectory)) {
    const maker = new RegExp(`^${DRAFT_PREFIX}(\\d+)-[0-9a-f]{8}$`).exec(name)?.[1]
    if (maker === undefined || processIsAlive(Number(maker))) continue
    // An initdb that outlived its Node process may still be writing there: the next start removes the rest.
    await rm(join(dataDirectory, name), { recursive: true, force: true }).catch(() => {})
  }
}

/** True when the cluster exists. Throws when the folder contains something else, or data of another major version. */
export async function clusterExists(folder: string, binaries: Binaries): Promise<boolean> {
  const names = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [] as string[]
    throw new Error(
      `Cannot read ${folder}: ${error.message}. Start as the user that started Samvad before, or set DATA_DIR to another folder.`,
    )
  })
  if (names.length === 0) return false
  if (!names.includes('PG_VERSION')) {
    throw new Error(
      `${folder} is not empty but contains no PostgreSQL data. Nothing was changed. Check the folder, or set DATA_DIR to another one.`,
    )
  }
  const version = (await readFile(join(folder, 'PG_VERSION'), 'utf8')).trim()
  if (version !== binaries.majorVersion) {
    throw new Error(
      `${folder} was written by PostgreSQL ${version}, but this version of Samvad includes PostgreSQL ${binaries.majorVersion}. ` +
        'Back it up with the old version and restore it with this one. Nothing was changed.',
    )
  }
  return true
}

/** Builds a cluster in the draft folder and renames it, unless another process was first. */
export async function createCluster(
  folder: string,
  draft: string,
  password: string,
  binaries: Binaries,
  account: Account | undefined,
  launch: Launch,
): Promise<void> {
  const built = join(draft, 'data')
  const passwordFile = join(draft, 'password')
  await writePrivately(passwordFile, password)
  await giveTo(account, passwordFile)
  const args = [
    '-D',
    built,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    `--wal-segsize=${walSegmentMegabytes()}`,
    // As in operation: otherwise the first segment would immediately take 64 MB.
    '--set=wal_init_zero=off',
    // The password is random, so guessing gets no cheaper, and each connection saves a millisecond of processor time.
    '--set=scram_iterations=1',
    ...(syncsToDisk() ? [] : ['--no-sync']),
    ...localeArguments(),
  ]
  const { code, output } = await finished(
    launchProgram(launch, binaries.initdb, args, draft, ['ignore', 'pipe', 'pipe']),
  )
  if (code !== 0) throw new Error(`initdb could not create ${folder}: ${output.trim().split('\n').slice(-3).join(' ')}`)
  try {
    await rename(built, folder)
  } catch (error) {
    // Two processes started at once: a rename never replaces a non-empty folder.
    if (!(await clusterExists(folder, binaries))) throw error
  }
  await syncFolder(join(folder, '..'))
}

// Under LANG=C the default would be SQL_ASCII, which accepts any bytes. The builtin provider sorts identically on every
// machine and does not depend on the C library. Only Linux certainly has the C library's C.UTF-8 as well.
function localeArguments(): string[] {
  const libraryLocale = process.platform === 'linux' ? 'C.UTF-8' : 'C'
  return ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', `--locale=${libraryLocale}`]
}

/** Sets the password when its file was lost. Requires a stopped cluster. */
export async function resetPassword(
  folder: string,
  password: string,
  binaries: Binaries,
  launch: Launch,
): Promise<void> {
  const args = ['--single', '-D', folder, 'postgres']
  const child = launchProgram(launch, binaries.postgres, args, folder, ['pipe', 'pipe', 'pipe'])
  child.stdin?.on('error', () => {})
  child.stdin?.end(`ALTER ROLE ${SUPERUSER} PASSWORD '${password}'\n`)
  const { code, output } = await finished(child)
  if (code !== 0 || /ERROR:|FATAL:/.test(output)) {
    throw new Error(`Cannot set a new password in ${folder}: ${output.trim().split('\n').at(-1)}`)
  }
}

function finished(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    let output = ''
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-INITDB_OUTPUT_MAX_BYTES)
      })
    }
    child.once('error', reject)
    child.once('close', (code) => resolve({ code, output }))
  })
}

// Without this, a power failure right after the rename could lose it.
async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return
  const handle = await open(folder, 'r')
  await handle.sync().finally(() => handle.close())
}
