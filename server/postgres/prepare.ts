// Creates everything that a postmaster needs before it starts: folders, account, cluster, password.

import { createHash } from 'node:crypto'
import { realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { makeFolder } from '#kit/make-folder.ts'
import { type Account, accountFor, chooseLaunch, giveTo, type Launch } from './account.ts'
import { type Binaries, findBinaries } from './binaries.ts'
import { clusterExists, createCluster, draftName, makeDraft, removeOldDrafts, resetPassword } from './cluster.ts'
import { keepPassword, newPassword, readPassword } from './password.ts'
import { findPostmaster } from './postmaster-file.ts'
import { makeSocketFolder, SOCKET_PORT } from './private-folder.ts'
import { type Settings, settingArguments } from './settings.ts'

export type Log = { info(message: string): void; warn(message: string): void; error(message: string): void }

export type Place = {
  /** The data directory's real path, as PostgreSQL reports it. */
  folder: string
  clusterName: string
  /** Empty on Windows. */
  socketFolder: string
  password: string
  logFile: string
  binaries: Binaries
  launch: Launch
  settings: string[]
}

/** In DATA_DIR: completed log segments that wait to be archived. */
export const OUTBOX = 'archive-outbox'

export async function prepare(
  dataDirectory: string,
  { sharedBuffers, overrides, isArchived }: Pick<Settings, 'sharedBuffers' | 'overrides'> & { isArchived: boolean },
  log: Log,
): Promise<Place> {
  const binaries = findBinaries()
  const base = await makeDataDirectory(dataDirectory)
  const folder = join(base, 'postgres')
  const passwordFile = join(base, 'postgres-password')
  const clusterName = `samvad-${createHash('sha256').update(folder).digest('hex').slice(0, 12)}`
  const exists = await clusterExists(folder, binaries)
  const account = await accountFor(folder)

  await removeOldDrafts(base)
  const socketFolder = process.platform === 'win32' ? '' : await makeSocketFolder(base, clusterName, account)
  const port = socketFolder === '' ? await freePort() : SOCKET_PORT

  const launch = exists
    ? await launchFor(account, binaries, folder, socketFolder, log)
    : await create(base, folder, socketFolder, passwordFile, binaries, account, log)
  const password =
    (await readPassword(passwordFile)) ?? (await replacePassword(folder, passwordFile, binaries, launch, log))

  // The cluster's folder has its owner by now, who must be able to write to the outbox.
  const outbox = isArchived ? await makeOutbox(base, await accountFor(folder)) : null
  return {
    folder,
    clusterName,
    socketFolder,
    password,
    logFile: join(base, 'postgres.log'),
    binaries,
    launch,
    settings: settingArguments({ socketFolder, port, clusterName, sharedBuffers, outbox, overrides }),
  }
}

async function makeOutbox(base: string, account: Account | undefined): Promise<string> {
  const outbox = join(base, OUTBOX)
  await makeFolder(outbox, 0o700)
  await giveTo(account, outbox)
  return outbox
}

// Other users may pass through, so that PostgreSQL's account reaches its own folder, but not list it.
async function makeDataDirectory(dataDirectory: string): Promise<string> {
  const path = resolve(dataDirectory)
  try {
    await makeFolder(path, 0o711)
    return await realpath(path)
  } catch (error) {
    throw new Error(
      `Cannot create the data folder ${path}: ${(error as Error).message}. Set DATA_DIR to a writable folder.`,
      { cause: error },
    )
  }
}

async function create(
  base: string,
  folder: string,
  socketFolder: string,
  passwordFile: string,
  binaries: Binaries,
  account: Account | undefined,
  log: Log,
): Promise<Launch> {
  const draft = await makeDraft(base, account)
  try {
    const launch = await launchFor(account, binaries, draft, socketFolder, log)
    log.info(`Creating a PostgreSQL database in ${folder}`)
    // Before the cluster: of two processes that start at once, either one's cluster may be the one that stays.
    const password =
      (await readPassword(passwordFile)) ?? (await keepPassword(passwordFile, draftName(base), newPassword()))
    await createCluster(folder, draft, password, binaries, account, launch)
    return launch
  } finally {
    await rm(draft, { recursive: true, force: true })
  }
}

async function launchFor(
  account: Account | undefined,
  binaries: Binaries,
  folder: string,
  socketFolder: string,
  log: Log,
): Promise<Launch> {
  // Restored by root, for example from a backup. Only files owned by root: another owner would be the account itself.
  await giveTo(account, folder)
  const { launch, passesClosedFolders } = await chooseLaunch(account, binaries.initdb, [socketFolder, folder])
  if (passesClosedFolders) {
    log.warn(
      'Samvad or DATA_DIR is in a folder that other users cannot enter. PostgreSQL runs unprivileged but can read every ' +
        'file. To avoid this, start Samvad as an ordinary user or move both to a folder that other users can enter.',
    )
  }
  return launch
}

async function replacePassword(
  folder: string,
  file: string,
  binaries: Binaries,
  launch: Launch,
  log: Log,
): Promise<string> {
  const running = await findPostmaster(folder)
  if (running) {
    throw new Error(
      `${file} is missing, but PostgreSQL is running (pid ${running.pid}). Stop that process and start again.`,
    )
  }
  const password = newPassword()
  await resetPassword(folder, password, binaries, launch)
  log.warn(`${file} was missing. PostgreSQL has a new password`)
  return keepPassword(file, draftName(dirname(file)), password)
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve, reject) => server.once('listening', resolve).once('error', reject))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No free port on 127.0.0.1')
  return address.port
}
