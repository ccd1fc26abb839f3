// Whether the address of HOST and PORT can be listened on, found out before anything is started. API processes that
// share a port could also share it with another program by mistake, whose callers would then be ours.

import { createServer } from 'node:net'
import { CannotStart } from '#kit/cannot-start.ts'
import type { Settings } from '#kit/settings.ts'

/** Of names that nobody knows, of addresses that another machine has, and of what is none. */
const NO_ADDRESS = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']
const refusedPort: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there; set PORT to a free one',
  EACCES: 'this user may not listen there; set PORT to one from 1024 on',
}

export async function mustListen({ host, port }: Settings): Promise<void> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port }, resolve)
    })
    await new Promise((resolve) => probe.close(resolve))
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (NO_ADDRESS.includes(code))
      throw new CannotStart(
        `HOST=${host}: is no address of this machine; use 127.0.0.1, 0.0.0.0 (all IPv4) or :: (all).`,
      )
    throw new CannotStart(`HOST=${host} PORT=${port}: ${refusedPort[code] ?? message}.`)
  }
}
