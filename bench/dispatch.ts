// How fast the worker empties a queue over real SMTP, when it belongs to one organization and when it belongs to a
// thousand. The mails are queued by sending them while no worker runs.

import type { ChannelName } from '#messaging/channels/channel.ts'
import { foundOrganizations, inTurn, type Organization } from './founding.ts'
import type { Installation } from './installation.ts'
import type { Request } from './load.ts'
import { type MailSink, openMailSink } from './mail-sink.ts'
import { median, ROUNDS } from './report.ts'
import { type Bench, draftTo } from './rounds.ts'
import { BATCH_CONNECTIONS, BATCH_SIZE } from './sends.ts'

const SPREADS = [1, 1000]
const RUPEES_IN_ALL = 1_000_000
const CONVERSATIONS_IN_ALL = 2000
const RATE_AIM = 3000
const RATIO_AIM = 0.8
const EMPTY_WITHIN_MS = 180_000
const LOOK_EVERY_MS = 20

/** `mails`: at least the number of organizations. */
export async function measureDispatch({ at, add }: Bench, mails: number): Promise<void> {
  const spreads = new Map<number, Organization[]>()
  for (const count of SPREADS) {
    const founding = { rupees: RUPEES_IN_ALL / count, conversations: CONVERSATIONS_IN_ALL / count }
    spreads.set(count, await foundOrganizations(at, count, founding))
  }
  const sink = await openMailSink()
  const rates = new Map<number, number[]>(SPREADS.map((count) => [count, []]))
  try {
    for (let round = 0; round < ROUNDS; round++)
      for (const [count, organizations] of spreads) rates.get(count)?.push(await rateOf(at, sink, organizations, mails))
  } finally {
    await sink.close()
  }
  const one = rates.get(1) as number[]
  for (const [count, values] of rates) {
    const over = `${count.toLocaleString('en-US')} organization${count === 1 ? '' : 's'}`
    const what = `dispatch of ${mails.toLocaleString('en-US')} queued mails over SMTP, of ${over}`
    add({ what, value: median(values), unit: '/s', aim: RATE_AIM })
    if (values === one) continue
    const ratio = median(values.map((value, round) => value / (one[round] as number)))
    add({ what: '… ÷ the rate of one', value: ratio, unit: '×', aim: RATIO_AIM })
  }
}

/** The rate per second from the first mail that arrives until the last one is recorded as sent. */
export async function rateOf(
  at: Installation,
  sink: MailSink,
  organizations: Organization[],
  mails: number,
): Promise<number> {
  const environment = { SAMVAD_SMTP_URL: sink.url }
  await at.restart({ ...environment, ROLES: 'api' })
  await queue(at, organizations, mails)
  sink.forget()
  await at.restart({ ...environment, ROLES: 'api,worker' })
  await sink.reach(mails, EMPTY_WITHIN_MS)
  const until = performance.now() + EMPTY_WITHIN_MS
  while (await isAnyWaiting(at)) {
    if (performance.now() > until) throw new Error('the queue did not become empty')
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return (mails / (performance.now() - sink.firstAt)) * 1000
}

async function isAnyWaiting({ database }: Installation): Promise<boolean> {
  const { rows } = await database.query(
    "select exists (select from deliveries where status = 'queued') or exists (select from deliveries where status = 'sending') as is_any",
  )
  return rows[0].is_any
}

/** Sends the messages in batches, spread evenly over the organizations; all must be accepted. */
export async function queue(
  at: Installation,
  organizations: Organization[],
  count: number,
  channel: ChannelName = 'email',
): Promise<void> {
  const each = Math.ceil(count / organizations.length)
  let left = count
  const requests = inTurn(organizations, ({ conversations }) => {
    const own: Request[] = []
    for (let sent = 0; sent < each && left > 0; ) {
      const size = Math.min(BATCH_SIZE, each - sent, left)
      const messages = Array.from({ length: size }, (_, n) =>
        draftTo(conversations[(sent + n) % conversations.length] as string, channel),
      )
      own.push({ path: '/v1/messages/batch', body: { messages } })
      sent += size
      left -= size
    }
    return own
  })
  await Promise.all(Array.from({ length: BATCH_CONNECTIONS }, () => sendAll(at.url, requests)))
}

/** Sends the remaining requests, one after another. */
async function sendAll(url: string, requests: Request[]): Promise<void> {
  for (let request = requests.pop(); request; request = requests.pop()) {
    const headers = { authorization: `Bearer ${request.token}`, 'content-type': 'application/json' }
    const answer = await fetch(url + request.path, { method: 'POST', headers, body: JSON.stringify(request.body) })
    const { data = [] } = (await answer.json()) as { data?: { status: number }[] }
    if (answer.status !== 200 || data.some(({ status }) => status !== 201))
      throw new Error(`a batch was answered with ${answer.status}: ${JSON.stringify(data.slice(0, 1))}`)
  }
}
