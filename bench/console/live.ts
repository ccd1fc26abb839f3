// Changes by other members during a measurement: a fixed number per second, half of them mails that are sent and
// delivered (three events each), half of them conversations that are muted or unmuted.

import type { Installation } from '../installation.ts'
import { draftTo } from '../rounds.ts'

const SPREAD = 200

export interface Live {
  /** Changes made so far. */
  readonly made: number
  stop(): Promise<void>
}

export function startLive(
  { url, token }: Pick<Installation, 'url' | 'token'>,
  conversations: readonly string[],
  perSecond: number,
): Live {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const among = conversations.slice(0, SPREAD)
  let made = 0
  let last: Promise<unknown> = Promise.resolve()
  const change = async () => {
    const count = made++
    const id = among[(count * 7) % among.length] as string
    const [path, method, body] =
      count % 2 === 0
        ? ['/v1/messages', 'POST', draftTo(id)]
        : [`/v1/conversations/${id}`, 'PUT', { is_muted: Math.floor(count / among.length) % 2 === 0 }]
    const answer = await fetch(`${url}${path}`, { method: method as string, headers, body: JSON.stringify(body) })
    // A 503 means too busy, which is not what is measured.
    if (!answer.ok && answer.status !== 503) throw new Error(`${method} ${path}: ${await answer.text()}`)
    await answer.arrayBuffer()
  }
  const timer = setInterval(() => {
    last = Promise.all([last, change()])
  }, 1000 / perSecond)
  return {
    get made() {
      return made
    },
    async stop() {
      clearInterval(timer)
      await last
    },
  }
}
