// Checks that HOST and PORT can be listened on, before anything is started. API processes that share a port could also
// share it with another program by mistake, and would get its callers.

import { lookup } from 'node:dns/promises'
import { connect, createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { addressOf } from '#kit/addresses-here.ts'
import { CannotStart } from '#kit/cannot-start.ts'
import { interval } from '#kit/interval.ts'
import type { Settings } from '#kit/settings.ts'
import { killedPrograms } from './running.ts'

/** Unknown names, addresses of other machines, and invalid ones. */
const NO_ADDRESS = ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']
const refusedPort: Readonly<Record<string, string>> = {
  EADDRINUSE: 'the port is in use. Set PORT to a free port',
  EACCES: 'this user cannot listen on this port. Set PORT to 1024 or higher',
}

/** Processes of a killed program finish their requests and hold its port for this long. */
const portHeldMaxMs = () => interval('PORT_HELD', 15_000)
const LOOK_AGAIN_MS = 50

export async function mustListen(settings: Settings, signal?: AbortSignal): Promise<void> {
  const { host, port, dataDirectory } = settings
  const until = performance.now() + portHeldMaxMs()
  const isHeldByOurs = async () =>
    (await killedPrograms(dataDirectory)).some(({ url }) => Number(new URL(url).port) === port)
  for (;;) {
    const failure = await tryListening(host, port)
    if (failure === null) return
    const { code = '', message } = failure
    if (code === 'EADDRINUSE' && performance.now() < until && (await isHeldByOurs())) {
      await pause(LOOK_AGAIN_MS, undefined, signal ? { signal } : {})
      continue
    }
    if (NO_ADDRESS.includes(code))
      throw new CannotStart(
        `HOST=${host}: not an address of this machine. Use 127.0.0.1, 0.0.0.0 (all IPv4) or :: (all).`,
      )
    throw new CannotStart(`HOST=${host} PORT=${port}: ${refusedPort[code] ?? message}.`)
  }
}

async function tryListening(host: string, port: number): Promise<NodeJS.ErrnoException | null> {
  const probe = createServer()
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject)
      probe.listen({ host, port }, resolve)
    })
    await new Promise((resolve) => probe.close(resolve))
    return null
  } catch (error) {
    return error as NodeJS.ErrnoException
  }
}

/** Sufficient for any connection on this machine. */
const LOOK_MS = 1000

/**
 * True when `localhost` resolves to an address that this host setting covers; checked before listening. A browser tries
 * the addresses of the name in turn, usually `::1` first: if another program had the port there, people would give it
 * their passwords. `addresses`: what the name resolves to.
 */
export async function isLocalhostOurs(
  { host, port }: Pick<Settings, 'host' | 'port'>,
  addresses: readonly string[],
): Promise<boolean> {
  const isEverywhere = host === '::' || (host === '0.0.0.0' && addresses.includes('127.0.0.1'))
  if (!isEverywhere && !addresses.includes(host)) return false
  const taken = await Promise.all(addresses.map((address) => isAnybodyAt(address, port)))
  return !taken.includes(true)
}

function isAnybodyAt(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: LOOK_MS })
    const end = (is: boolean) => () => {
      socket.destroy()
      resolve(is)
    }
    socket.once('connect', end(true)).once('error', end(false)).once('timeout', end(false))
  })
}

/**
 * Uses a numeric address when the installation's local name leads to another program: passed to child processes as if
 * it had been configured.
 */
export async function settleLocalName(settings: Settings, environment: NodeJS.ProcessEnv): Promise<void> {
  const { host, port, publicUrl } = settings
  // A random free port belongs to no other program.
  if (environment.PUBLIC_URL?.trim() || port === 0 || publicUrl === addressOf(host, port)) return
  const found = await lookup('localhost', { all: true }).catch(() => [])
  const addresses = found.map(({ address }) => address)
  if (await isLocalhostOurs(settings, addresses)) return
  settings.publicUrl = addressOf(host, port)
  environment.PUBLIC_URL = settings.publicUrl
}
