// Calls an endpoint: resolves its name at that moment, checks the connection's remote address, and keeps the connection
// for further calls. One deadline covers everything; redirects are treated as ordinary responses.

import { Agent, request } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { Fenced, mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { finder, hostOf, openSecure } from '#kit/chosen-hosts.ts'
import { DeadlinePassed, withinDeadline } from '#kit/deadlines.ts'
import { createDns } from '#kit/dns.ts'
import { detailsOfError, Explained } from '#kit/explained.ts'
import { type Detail, detailsOf, englishOf, technicalError } from '#kit/messages/details.ts'
import { createReach, dial, type MayReach, UnreachableByRule } from '#kit/networks.ts'
import { whenUnanswered } from '#kit/unanswered.ts'
import { VERSION } from '#kit/version.ts'
import { ANSWER_KEPT_BYTES, ATTEMPT_MS, type Attempt, retryAfterOf } from './rules.ts'

/** A longer response is not read further: the connection is closed. */
const ANSWER_READ_BYTES = 64 * 1024
const IDLE_MS = 10_000
const FREE_CONNECTIONS_MAX = 8
const HEADERS_BYTES_MAX = 16 * 1024
/**
 * Number of network sets whose connections are kept: the installation's, and those of organizations that have their
 * own.
 */
const REACHES_KEPT_MAX = 100
const ENDING = detailsOf('program_ending')

export interface Call {
  url: string
  /** In lower case; the media type is JSON unless set here. */
  headers: Record<string, string>
  body: string | Buffer
  /** Private networks that may be called for this organization, in addition to those of the installation. */
  networks?: readonly string[]
}

export interface Caller {
  /** Rejects only with Fenced: then nothing was sent. */
  call(call: Call): Promise<Attempt>
  /** Aborts the calls in flight; later ones fail at once. */
  end(): void
}

const isPublic = createReach([])

interface CallerOptions {
  /** The name under which its calls are counted. */
  name?: 'webhook' | 'push'
  deadlineMs?: number
  /** Creates the signal that aborts a call; tests control it. */
  deadline?: () => AbortSignal
  /** Networks whose response bodies are stored; of others only the status is. */
  keepsAnswer?: MayReach
  /** Trusted certificate authorities; by default those of the machine. */
  authorities?: string[]
}

export function createCaller(
  app: Pick<App, 'database' | 'settings' | 'clock'>,
  { name = 'webhook', deadlineMs = ATTEMPT_MS, deadline, keepsAnswer = isPublic, authorities }: CallerOptions = {},
): Caller {
  const find = finder(createDns(app.settings))
  const reaches = new Map<string, Agents>()
  let hasEnded = false

  function agentsWithin(networks: readonly string[]): Agents {
    const mayReach = createReach([...app.settings.allowedNetworks, ...networks])
    const open = async (host: string, port: number) => {
      const socket = await dial(host, port, mayReach, deadlineMs, find)
      if (!hasEnded) return socket
      socket.destroy()
      throw new Error(englishOf(ENDING))
    }
    return {
      'http:': new CheckedAgent(async (host, port) => notPublic(await open(host, port))),
      'https:': new CheckedAgent(async (host, port) =>
        openSecure(host, await open(host, port), authorities, deadlineMs),
      ),
    }
  }

  /** Connections are shared only between organizations with the same allowed networks. */
  function agentsFor(networks: readonly string[]): Agents {
    const key = networks.toSorted().join()
    const agents = reaches.get(key) ?? agentsWithin(networks)
    reaches.delete(key)
    reaches.set(key, agents)
    // Requests in flight continue; idle connections end by themselves.
    if (reaches.size > REACHES_KEPT_MAX) reaches.delete(reaches.keys().next().value as string)
    return agents
  }

  async function call({ url, headers, body, networks = [] }: Call): Promise<Attempt> {
    await mustNotBeFenced(app)
    const at = app.clock()
    const begun = performance.now()
    const target = new URL(url)
    const agents = agentsFor(networks)
    let hasLeft = false
    const attempt = (given: Partial<Attempt>): Attempt => ({
      at,
      durationMs: Math.round(performance.now() - begun),
      statusCode: null,
      error: null,
      answer: null,
      retryAfterMs: null,
      hasLeft,
      isForbidden: false,
      ...given,
    })
    if (hasEnded) return attempt({ error: ENDING })
    const once = (isAgain: boolean, signal: AbortSignal): Promise<Attempt> =>
      new Promise((resolve) => {
        hasLeft = false
        const fail = (error: Error) => {
          // The server closed an idle connection just as this was sent: it has not read it.
          const isStale = calling.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET'
          const isForbidden = error instanceof UnreachableByRule
          resolve(isStale && !isAgain ? once(true, signal) : attempt({ error: describe(error), isForbidden }))
        }
        const calling = request({
          agent: agents[target.protocol as 'http:' | 'https:'],
          method: 'POST',
          host: hostOf(target),
          port: Number(target.port) || (target.protocol === 'https:' ? 443 : 80),
          path: `${target.pathname}${target.search}`,
          headers: {
            'content-type': 'application/json',
            ...headers,
            host: target.host,
            'content-length': Buffer.byteLength(body),
            'user-agent': `Samvad/${VERSION}`,
          },
          maxHeaderSize: HEADERS_BYTES_MAX,
          signal,
        })
        calling.on('error', fail)
        // Node reports an abort of a connecting socket only once it is open, which may be never.
        const abort = () => fail(signal.reason as Error)
        if (signal.aborted) abort()
        signal.addEventListener('abort', abort, { once: true })
        whenUnanswered(calling, fail)
        // On an open connection a request may have arrived, whatever its result.
        calling.once('socket', () => {
          hasLeft = true
        })
        calling.once('response', (response) => {
          const remote = response.socket.remoteAddress ?? ''
          const kept: Buffer[] = []
          let size = 0
          const end = () => {
            const text = Buffer.concat(kept).subarray(0, ANSWER_KEPT_BYTES).toString('utf8').replaceAll('\u0000', '')
            const statusCode = response.statusCode ?? 0
            const isRedirect = statusCode >= 300 && statusCode < 400
            resolve(
              attempt({
                statusCode,
                error: isRedirect ? detailsOf('webhook_redirected') : null,
                answer: keepsAnswer(remote) ? text : null,
                retryAfterMs: retryAfterOf(response.headers['retry-after'], at),
              }),
            )
          }
          response.on('data', (chunk: Buffer) => {
            if (size < ANSWER_KEPT_BYTES) kept.push(chunk)
            size += chunk.length
            if (size <= ANSWER_READ_BYTES) return
            end()
            calling.destroy()
          })
          response.once('end', end)
          response.once('error', fail)
          response.once('aborted', () => fail(new Explained(detailsOf('webhook_answer_cut_off'))))
        })
        calling.end(body)
      })
    const limit = { of: 'call', name, ms: deadlineMs, signal: deadline?.() } as const
    return withinDeadline(limit, (signal) => once(false, signal)).catch((error) =>
      attempt({ error: describe(error as Error) }),
    )
  }

  return {
    call,
    end() {
      hasEnded = true
      for (const agents of reaches.values()) for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

export const isFence = (error: unknown): boolean => error instanceof Fenced

type Agents = Record<'http:' | 'https:', CheckedAgent>

/** Keeps connections by host and port; for one scheme only, because the scheme is not part of the key. */
class CheckedAgent extends Agent {
  readonly #open: (host: string, port: number) => Promise<Duplex>

  constructor(open: (host: string, port: number) => Promise<Duplex>) {
    super({ keepAlive: true, timeout: IDLE_MS, maxFreeSockets: FREE_CONNECTIONS_MAX })
    this.#open = open
  }

  override createConnection(
    { host, port }: { host?: string | null | undefined; port?: number | string | null | undefined },
    done: (error: Error | null, socket?: Duplex) => void,
  ): undefined {
    this.#open(host ?? '', Number(port)).then(
      (socket) => done(null, socket),
      (error) => done(error),
    )
  }
}

function notPublic(socket: Socket): Socket {
  if (!isPublic(socket.remoteAddress ?? '')) return socket
  socket.destroy()
  throw new Explained(detailsOf('webhook_https_only'))
}

function describe(error: Error): readonly Detail[] {
  const isLate = error instanceof DeadlinePassed || error.name === 'AbortError' || error.name === 'TimeoutError'
  if (isLate) return detailsOf('webhook_no_answer_in_time')
  const { code } = error as NodeJS.ErrnoException
  return code === undefined
    ? detailsOfError(error)
    : technicalError({ message: `${code}: ${error.message}`.slice(0, 300) })
}
