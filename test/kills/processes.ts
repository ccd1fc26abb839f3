// The processes of a running program and of its PostgreSQL, read from Linux's /proc, to be killed and stopped
// individually.

import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { SUPERUSER } from '#postgres/cluster.ts'
import { findPostmaster } from '#postgres/postmaster-file.ts'
import { DATABASE } from '#postgres/session.ts'

/** The children of a process that run the program: its API processes and its worker. */
export async function childrenOf(pid: number): Promise<number[]> {
  const text = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '')
  const children = text.split(' ').filter(Boolean).map(Number)
  const isOurs = await Promise.all(children.map(async (child) => !(await isPostgres(child))))
  return children.filter((_, index) => isOurs[index])
}

/** The postmaster of the embedded PostgreSQL; null while none runs. */
export async function postmasterOf(dataDirectory: string): Promise<number | null> {
  return (await findPostmaster(join(dataDirectory, 'postgres')))?.pid ?? null
}

/** Connection to the embedded PostgreSQL that does not delay its shutdown. */
export async function connectionTo(dataDirectory: string): Promise<pg.ClientConfig> {
  const postmaster = await findPostmaster(join(dataDirectory, 'postgres'))
  if (!postmaster) throw new Error('PostgreSQL does not run')
  const password = (await readFile(join(dataDirectory, 'postgres-password'), 'utf8')).trim()
  const { socketFolder, port } = postmaster
  return { host: socketFolder || '127.0.0.1', port, user: SUPERUSER, password, database: DATABASE }
}

/** All processes that the postmaster started: sessions, the WAL writer, the checkpointer. */
export async function backendsOf(dataDirectory: string): Promise<number[]> {
  const postmaster = await postmasterOf(dataDirectory)
  if (postmaster === null) return []
  const text = await readFile(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').catch(() => '')
  return text.split(' ').filter(Boolean).map(Number)
}

async function isPostgres(pid: number): Promise<boolean> {
  return /^Name:\s*postgres$/m.test(await readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''))
}

/** SIGKILL; false when the process had already ended. */
export const kill = (pid: number): boolean => signal(pid, 'SIGKILL')
/** SIGSTOP; false when the process had already ended. */
export const pause = (pid: number): boolean => signal(pid, 'SIGSTOP')
export const continueProcess = (pid: number): boolean => signal(pid, 'SIGCONT')

function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    process.kill(pid, name)
    return true
  } catch {
    return false
  }
}
