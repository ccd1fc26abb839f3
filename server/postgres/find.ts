// Finds the embedded PostgreSQL without starting, stopping or locking it.

import { realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { SUPERUSER } from './cluster.ts'
import { readPassword } from './password.ts'
import { findPostmaster } from './postmaster-file.ts'
import { DATABASE } from './session.ts'
import type { Connection } from './supervisor.ts'

/** Null when none runs on this DATA_DIR. */
export async function findEmbedded(dataDirectory: string): Promise<Connection | null> {
  const folder = await realpath(join(dataDirectory, 'postgres')).catch(() => null)
  const found = folder === null ? undefined : await findPostmaster(folder)
  const password = await readPassword(join(dataDirectory, 'postgres-password'))
  if (found === undefined || password === undefined) return null
  const { socketFolder: host, port } = found
  return { host: host === '' ? '127.0.0.1' : host, port, user: SUPERUSER, password, database: DATABASE }
}
