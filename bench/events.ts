// Events for webhook endpoints: how fast subscribed events are written and get their positions, how fast one endpoint
// is called, and a thousand of as many organizations; and what a subscription adds to the cost of sends.

import { foundOrganizations, type Organization } from './founding.ts'
import type { Installation } from './installation.ts'
import type { Measured } from './load.ts'
import { openPeer, type Peer } from './peers/peer.ts'
import { median, ROUNDS } from './report.ts'
import { type Bench, CONNECTIONS, draftTo, failures, round, type Wanted } from './rounds.ts'
import { BATCH_CONNECTIONS, BATCH_SIZE } from './sends.ts'

const SPREADS = [1, 1000]
const RUPEES_IN_ALL = 10_000_000
const CONVERSATIONS = 1000
const QUEUED_AIM = 10_000
const DELIVERED_AIM = 2000
const RATIO_AIM = 0.7
const TOLD_WITHIN_MS = 300_000
const LOOK_EVERY_MS = 20
const WARMING_UP = 2000
const ENVIRONMENT = { SAMVAD_ALLOWED_NETWORKS: '127.0.0.1/32' }

/** `count`: events per round. */
export async function measureEvents(bench: Bench, count: number): Promise<void> {
  const receiver = await openPeer('webhook-receiver')
  try {
    if (!process.env.X) await measureSendsTold(bench, receiver)
    await measureTelling(bench, receiver, count)
  } finally {
    await receiver.close()
  }
}

// --- Sends with a subscription ---------------------------------------------------------------------------------------

/**
 * The same sends of two organizations, one of which has an endpoint for them. No worker runs, so the endpoint is not
 * called.
 */
async function measureSendsTold(bench: Bench, receiver: Peer): Promise<void> {
  const { at, add } = bench
  await at.restart({ ...ENVIRONMENT, ROLES: 'api' })
  const [silent, told] = (await foundOrganizations(at, 2, {
    rupees: RUPEES_IN_ALL,
    conversations: CONVERSATIONS,
  })) as [Organization, Organization]
  await subscribe(at, [told], receiver, 'message.*')
  const shapes = [
    { what: `single sends, ${CONNECTIONS} connections`, each: 1, wanted: singles },
    { what: `sends in batches of ${BATCH_SIZE}, ${BATCH_CONNECTIONS} connections`, each: BATCH_SIZE, wanted: batches },
  ]
  for (const { what, each, wanted } of shapes) {
    for (const one of [silent, told]) await round({ ...bench, seconds: 1 }, wanted(one))
    const [without, beside]: [Measured[], Measured[]] = [[], []]
    for (let count = 0; count < ROUNDS; count++) {
      without.push(await round(bench, wanted(silent)))
      beside.push(await round(bench, wanted(told)))
    }
    const rate = (runs: Measured[]) => median(runs.map(({ perSecond }) => perSecond)) * each
    add({
      what: `${what}, of which nobody is told`,
      value: rate(without),
      unit: '/s',
      aim: null,
      note: failures(without),
    })
    const aim = each === 1 ? null : QUEUED_AIM
    add({ what: `… each with an event for an endpoint`, value: rate(beside), unit: '/s', aim, note: failures(beside) })
    const value = median(beside.map(({ perSecond }, index) => perSecond / (without[index] as Measured).perSecond))
    add({ what: '… ÷ the rate without', value, unit: '×', aim: null })
  }
}

function singles({ token, conversations }: Organization): Wanted {
  const requests = conversations.map((id) => ({ path: '/v1/messages', body: draftTo(id), token }))
  return { method: 'POST', connections: CONNECTIONS, requests }
}

function batches({ token, conversations }: Organization): Wanted {
  const messages = Array.from({ length: BATCH_SIZE }, (_, n) =>
    draftTo(conversations[n % conversations.length] as string),
  )
  return {
    method: 'POST',
    connections: BATCH_CONNECTIONS,
    requests: [{ path: '/v1/messages/batch', body: { messages }, token }],
  }
}

// --- Delivery --------------------------------------------------------------------------------------------------------

async function measureTelling({ at, add }: Bench, receiver: Peer, count: number): Promise<void> {
  // Removes the events so far, so that none of them is delivered or awaits a position.
  await at.database.query('truncate events, webhook_endpoints, event_subscriptions')
  await at.restart({ ...ENVIRONMENT, ROLES: 'api' })
  const spreads = new Map<number, Organization[]>()
  for (const size of SPREADS) {
    const organizations = await foundOrganizations(at, size, { rupees: 1, conversations: 1 })
    await subscribe(at, organizations, receiver, 'contact.*')
    spreads.set(size, organizations)
  }
  await at.restart({ ...ENVIRONMENT, ROLES: 'api,worker' })
  // Warms up: prepared statements, compiled code, connections.
  for (const organizations of spreads.values()) await told(at, receiver, organizations, WARMING_UP)
  const [placed, rates] = [new Map<number, number[]>(), new Map<number, number[]>()]
  for (let turn = 0; turn < ROUNDS; turn++)
    for (const [size, organizations] of spreads) {
      const one = await told(at, receiver, organizations, count)
      placed.set(size, [...(placed.get(size) ?? []), one.placedPerSecond])
      rates.set(size, [...(rates.get(size) ?? []), one.toldPerSecond])
    }
  const one = rates.get(1) as number[]
  for (const [size, values] of rates) {
    const events = count.toLocaleString('en-US')
    const over = `${events} events, ${size.toLocaleString('en-US')} endpoint${size === 1 ? '' : 's of as many organizations'}`
    const queued = median(placed.get(size) as number[])
    add({ what: `${over}: places given`, value: queued, unit: '/s', aim: QUEUED_AIM })
    add({ what: `${over}: told over HTTP`, value: median(values), unit: '/s', aim: DELIVERED_AIM })
    if (values === one) continue
    const value = median(values.map((rate, index) => rate / (one[index] as number)))
    add({ what: '… ÷ the rate of one endpoint', value, unit: '×', aim: RATIO_AIM })
  }
}

/** Written at once, given positions while the endpoints are paused, then delivered: each step measured separately. */
async function told(at: Installation, receiver: Peer, organizations: readonly Organization[], count: number) {
  const ids = organizations.map(({ organizationId }) => organizationId)
  await pause(at, ids, true)
  await at.database.query(
    `insert into events (org_id, id, type, object_id, payload, created_at)
     select ($1::uuid[])[1 + n % $2], uuidv7(), 'contact.deleted', object_id,
            jsonb_build_object('id', 'contact_' || n), now()
       from (select n, gen_random_uuid() as object_id from generate_series(0, $3::int - 1) as n) given`,
    [ids, ids.length, count],
  )
  const first = await placedUntil(at, ids, (left) => left < count)
  const last = await placedUntil(at, ids, (left) => left === 0)
  const placedPerSecond = (first.left / Math.max(1, last.atMs - first.atMs)) * 1000

  await at.database.query('vacuum analyze events')
  await receiver.forget()
  await pause(at, ids, false)
  const looked = await receiver.reach({ taken: count }, TOLD_WITHIN_MS)
  return { placedPerSecond, toldPerSecond: (count / (Date.now() - looked.firstAtMs)) * 1000 }
}

async function placedUntil({ database }: Installation, ids: readonly string[], isIt: (left: number) => boolean) {
  const until = performance.now() + TOLD_WITHIN_MS
  for (;;) {
    const { rows } = await database.query(
      'select count(*)::int as left from events where org_id = any($1::uuid[]) and position is null',
      [ids],
    )
    if (isIt(rows[0].left)) return { left: rows[0].left as number, atMs: performance.now() }
    if (performance.now() > until) throw new Error(`${rows[0].left} events were given no place`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

/** Pauses or resumes all endpoints at once, with the effect of the API: events of a pause are delivered after it. */
async function pause({ database }: Installation, ids: readonly string[], isPaused: boolean): Promise<void> {
  await database.query('update webhook_endpoints set status = $2, updated_at = now() where org_id = any($1::uuid[])', [
    ids,
    isPaused ? 'paused' : 'enabled',
  ])
  if (!isPaused)
    await database.query(
      `insert into due_work (kind, org_id, due_at) select 'webhooks', id, now() from unnest($1::uuid[]) id
           on conflict (kind, org_id) do update set due_at = now()`,
      [ids],
    )
}

async function subscribe(
  at: Installation,
  organizations: readonly Organization[],
  receiver: Peer,
  type: string,
): Promise<void> {
  for (const { token } of organizations) {
    const answer = await fetch(`${at.url}/v1/webhook_endpoints`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ url: `http://127.0.0.1:${receiver.port}/hook`, event_types: [type] }),
    })
    if (answer.status !== 201) throw new Error(await answer.text())
  }
}
