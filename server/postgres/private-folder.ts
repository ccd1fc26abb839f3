// The folder of PostgreSQL's socket: only the account that PostgreSQL runs as can enter it.

import { lstat, mkdir, readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Account, giveTo } from './account.ts'

/** The port is only part of the socket's file name: the folder belongs to this cluster alone. */
export const SOCKET_PORT = 5432

// sockaddr_un holds 108 bytes on Linux and 104 on macOS, the closing zero included.
const SOCKET_PATH_MAX_BYTES = 103

/** `<DATA_DIR>/run`, or a temporary folder when that path is too long for a socket. Creates it. */
export async function makeSocketFolder(dataDirectory: string, clusterName: string, account?: Account): Promise<string> {
  const uid = account?.uid ?? process.getuid?.() ?? 0
  const wanted = join(dataDirectory, 'run')
  const tooLong = Buffer.byteLength(join(wanted, `.s.PGSQL.${SOCKET_PORT}`)) > SOCKET_PATH_MAX_BYTES
  const folder = tooLong ? join(tmpdir(), `${clusterName}-${uid}`) : wanted
  await makePrivateFolder(folder, uid, account)
  return folder
}

async function makePrivateFolder(folder: string, uid: number, account?: Account): Promise<void> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const entry = await lstat(folder)
  // In the shared temporary folder somebody else may have created it first, to read its contents.
  const ours =
    entry.isDirectory() && (entry.uid === uid || entry.uid === process.getuid?.()) && (entry.mode & 0o077) === 0
  if (!ours)
    throw new Error(
      `${folder} must be owned by uid ${uid} and closed to other users. Remove it, or set DATA_DIR to another folder.`,
    )
  if (!account) return
  // Including files that root copied into it: PostgreSQL removes leftovers there, and must be able to read them for
  // that.
  for (const name of await readdir(folder)) await giveTo(account, join(folder, name))
  await giveTo(account, folder)
}
