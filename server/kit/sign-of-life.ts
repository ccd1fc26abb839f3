// Detects whether another process is dead. Each process listens on a Unix socket in a shared folder, which the kernel
// closes when the process ends for any reason: a suspended process still counts as alive, a reused process id is not
// confused, and containers see each other. Valid on one machine until its next boot; `bootOf` identifies the boot.

import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'

/** Errors of file systems without sockets, such as some shared with another system. */
const HAVE_NO_SOCKETS = new Set(['EOPNOTSUPP', 'ENOTSUP', 'EPERM', 'EINVAL', 'ENOSYS'])

const BOOT = '/proc/sys/kernel/random/boot_id'
/** On the same machine: a later response comes from a busy process, which is alive. */
const ANSWER_LIMIT_MS = 1000

/** Null where the system does not provide it: the death of a process cannot be detected there. */
export async function bootOf(): Promise<string | null> {
  const text = (await readFile(BOOT, 'utf8').catch(() => '')).trim()
  return /^[0-9a-f-]{36}$/.test(text) ? text : null
}

/** Through an open handle of the folder: a socket's path may have 107 bytes, a folder's path many more. */
const pathOf = (folder: number, name: string) => `/proc/self/fd/${folder}/${name}`

export interface SignOfLife {
  end(): Promise<void>
}

/** From now until this process ends, others see that it is alive. Null where the file system has no sockets. */
export async function giveSignOfLife(folder: string, name: string): Promise<SignOfLife | null> {
  const handle = openSync(folder, 'r')
  const server = createServer((socket) => socket.destroy())
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      // Exclusive: otherwise the cluster's parent would listen instead, and continue after this process's death.
      server.listen({ path: pathOf(handle, name), exclusive: true }, resolve)
    })
  } catch (error) {
    closeSync(handle)
    if (HAVE_NO_SOCKETS.has((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
  server.on('error', () => {})
  server.unref()
  return {
    end: () =>
      new Promise((resolve) => {
        server.close(() => {
          closeSync(handle)
          resolve()
        })
      }),
  }
}

/** `gone` only when the kernel confirms it: with a missing socket the state is unknown. */
export async function lifeOf(folder: string, name: string): Promise<'there' | 'gone' | 'unknown'> {
  const handle = openSync(folder, 'r')
  try {
    return await new Promise((resolve) => {
      const socket = connect(pathOf(handle, name))
      const say = (answer: 'there' | 'gone' | 'unknown') => {
        socket.destroy()
        resolve(answer)
      }
      socket.setTimeout(ANSWER_LIMIT_MS, () => say('there'))
      socket.once('connect', () => say('there'))
      socket.once('error', ({ code }: NodeJS.ErrnoException) =>
        say(code === 'ECONNREFUSED' ? 'gone' : code === 'EAGAIN' ? 'there' : 'unknown'),
      )
    })
  } finally {
    closeSync(handle)
  }
}
