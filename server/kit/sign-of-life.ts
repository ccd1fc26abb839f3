// Whether another process is gone. It listens on a socket in a folder that both know, of which the system itself takes
// the listener away when the process ends, however it ends: one that stands still is there, another with the same
// number is not it, and a container sees those of others. All this is true of one machine until it is started again;
// `bootOf` says which start.

import { closeSync, openSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { connect, createServer } from 'node:net'

/** What file systems without sockets say, such as some that are shared with another system. */
const HAVE_NO_SOCKETS = new Set(['EOPNOTSUPP', 'ENOTSUP', 'EPERM', 'EINVAL', 'ENOSYS'])

const BOOT = '/proc/sys/kernel/random/boot_id'
/** On the same machine: who answers later has much to do, so it is there. */
const ANSWER_LIMIT_MS = 1000

/** Null where the system does not say it: there nothing can be told of a dead process. */
export async function bootOf(): Promise<string | null> {
  const text = (await readFile(BOOT, 'utf8').catch(() => '')).trim()
  return /^[0-9a-f-]{36}$/.test(text) ? text : null
}

/** By an open handle of the folder: the path of a socket may have 107 bytes, that of a folder many more. */
const pathOf = (folder: number, name: string) => `/proc/self/fd/${folder}/${name}`

export interface SignOfLife {
  end(): Promise<void>
}

/** From now on, and until this process is gone, others see that it is there. Null where files cannot be sockets. */
export async function giveSignOfLife(folder: string, name: string): Promise<SignOfLife | null> {
  const handle = openSync(folder, 'r')
  const server = createServer((socket) => socket.destroy())
  try {
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject)
      // Exclusive: otherwise the parent of the processes would listen in its place, and go on when it is dead.
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

/** `gone` is only what the system says for certain: where the socket is missing, nobody knows. */
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
