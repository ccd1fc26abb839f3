// Fetches an external picture for a viewer: the mail's sender chose the address and learns that it was viewed, but not
// by whom or from where. As with webhook calls, only public addresses are reachable, checked again for each redirect;
// the response must be a picture by its content.

import type { IncomingMessage } from 'node:http'
import { request as requestHttp } from 'node:http'
import type { Duplex } from 'node:stream'
import { Fenced, mustNotBeFenced } from '#installation/fence.ts'
import type { App } from '#kit/app.ts'
import { finder, hostOf, openSecure } from '#kit/chosen-hosts.ts'
import { DeadlinePassed, withinDeadline } from '#kit/deadlines.ts'
import { createDns } from '#kit/dns.ts'
import { type Reason, reasonOf } from '#kit/messages/reasons.ts'
import { createReach, dial } from '#kit/networks.ts'
import { whenUnanswered } from '#kit/unanswered.ts'
import { contentTypeOf, HEAD_BYTES } from '#messaging/attachments/content-type.ts'

const DEADLINE_MS = 10_000
const REDIRECTS_MAX = 3
const HEADERS_BYTES_MAX = 16 * 1024
const MEGABYTE = 1024 * 1024
export const PICTURE_BYTES_MAX = 5 * MEGABYTE
/** Types that browsers display and that cannot contain scripts. */
const TYPES = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/apng']

export interface Picture {
  contentType: string
  content: Buffer
}

/** The picture cannot be shown. */
export class NoPicture extends Error {
  readonly reason: Reason

  constructor(reason: Reason) {
    super(reason.message)
    this.reason = reason
  }
}

export type FetchPicture = (address: string) => Promise<Picture>

export function createPictureFetch(
  app: Pick<App, 'database' | 'settings' | 'clock'>,
  { deadlineMs = DEADLINE_MS, authorities }: { deadlineMs?: number; authorities?: string[] } = {},
): FetchPicture {
  const find = finder(createDns(app.settings))
  const mayReach = createReach(app.settings.pictureNetworks)

  async function connect(url: URL, signal: AbortSignal): Promise<Duplex> {
    const isSecure = url.protocol === 'https:'
    const host = hostOf(url)
    const socket = await dial(host, Number(url.port) || (isSecure ? 443 : 80), mayReach, deadlineMs, find)
    return isSecure ? openSecure(host, socket, authorities, deadlineMs, signal) : socket
  }

  /** Resolves to the response of one request; its connection is not reused. */
  async function ask(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
    const socket = await until(connect(url, signal), signal)
    return new Promise((resolve, reject) => {
      const asking = requestHttp({
        createConnection: () => socket,
        host: hostOf(url),
        path: `${url.pathname}${url.search}`,
        // Nothing about the viewer: no cookie, referrer, language or address.
        headers: { host: url.host, accept: TYPES.join(), 'accept-encoding': 'identity', 'user-agent': 'Samvad' },
        maxHeaderSize: HEADERS_BYTES_MAX,
        signal,
      })
      asking.once('error', reject)
      whenUnanswered(asking, reject)
      asking.once('response', resolve)
      asking.end()
    })
  }

  async function follow(url: URL, signal: AbortSignal, left: number): Promise<IncomingMessage> {
    const response = await ask(url, signal)
    const { statusCode = 0, headers } = response
    if (statusCode === 200) return response
    response.destroy()
    const next = [301, 302, 303, 307, 308].includes(statusCode) ? headers.location : undefined
    if (next === undefined) throw new NoPicture(reasonOf('picture_status', { status: statusCode }))
    if (left === 0) throw new NoPicture(reasonOf('picture_redirects'))
    if (!URL.canParse(next, url)) throw new NoPicture(reasonOf('picture_redirect_refused'))
    const to = new URL(next, url)
    const isTaken = ['http:', 'https:'].includes(to.protocol) && to.username === '' && to.password === ''
    // A picture requested over TLS is not fetched without.
    if (!isTaken || (url.protocol === 'https:' && to.protocol === 'http:'))
      throw new NoPicture(reasonOf('picture_redirect_refused'))
    return follow(to, signal, left - 1)
  }

  const fetchContent = (address: string): Promise<Buffer> =>
    withinDeadline({ of: 'call', name: 'picture', ms: deadlineMs }, async (signal) => {
      try {
        return await read(await follow(new URL(address), signal, REDIRECTS_MAX))
      } catch (error) {
        throw signal.aborted ? signal.reason : error
      }
    })

  return async (address) => {
    try {
      await mustNotBeFenced(app)
      const content = await fetchContent(address)
      const contentType = await contentTypeOf(content.subarray(0, HEAD_BYTES))
      if (!TYPES.includes(contentType)) throw new NoPicture(reasonOf('picture_not_an_image'))
      return { contentType, content }
    } catch (error) {
      if (error instanceof NoPicture) throw error
      if (error instanceof Fenced) throw new NoPicture(reasonOf('picture_while_fenced'))
      // Errors reveal nothing about internal hosts that external ones would not.
      throw new NoPicture(reasonOf(error instanceof DeadlinePassed ? 'picture_too_slow' : 'picture_unreachable'))
    }
  }
}

/** A connection that is established too late is closed. */
async function until(connecting: Promise<Duplex>, signal: AbortSignal): Promise<Duplex> {
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = () => reject(new NoPicture(reasonOf('picture_too_slow')))
  signal.addEventListener('abort', abort)
  try {
    return await Promise.race([connecting, promise])
  } catch (error) {
    void connecting.then(
      (socket) => socket.destroy(),
      () => undefined,
    )
    throw error
  } finally {
    signal.removeEventListener('abort', abort)
  }
}

async function read(response: IncomingMessage): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of response as AsyncIterable<Buffer>) {
      size += piece.length
      if (size > PICTURE_BYTES_MAX)
        throw new NoPicture(reasonOf('picture_too_large', { megabytes: PICTURE_BYTES_MAX / MEGABYTE }))
      pieces.push(piece)
    }
  } finally {
    response.destroy()
  }
  return Buffer.concat(pieces)
}
