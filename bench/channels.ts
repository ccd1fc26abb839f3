// Deliveries per second on every channel, all in one run: app messages and SMS until their receipts are stored, mails
// until they are sent; with the processor time of each. And sends accepted on each channel.

import type { ChannelName } from '#messaging/channels/channel.ts'
import { environmentFor, makeReachable, setAppAccounts, setSmsAccounts } from './channel-accounts.ts'
import { queue, rateOf } from './dispatch.ts'
import { foundOrganizations, type Organization } from './founding.ts'
import type { Installation } from './installation.ts'
import type { Measured } from './load.ts'
import { openMailSink } from './mail-sink.ts'
import { openPeer, type Peer } from './peers/peer.ts'
import { childrenOf, isTold, processorMicrosOf } from './processor-time.ts'
import { median, ROUNDS } from './report.ts'
import { type Bench, CONNECTIONS, draftTo, failures, round } from './rounds.ts'

const SPREADS = [1, 100]
const RUPEES_IN_ALL = 5_000_000
const CONVERSATIONS_IN_ALL = 2000
const MAIL_AIM = 3000
const DELIVERED_AIM = 5000
const ACCEPTED_RATIO_AIM = 0.9
const EMPTY_WITHIN_MS = 300_000
const LOOK_EVERY_MS = 50

type Provided = Extract<ChannelName, 'app' | 'sms'>

export interface Providers {
  app: Peer
  sms: Peer
}

/** Starts providers, runs the work, and stops them even when it fails. */
export async function withProviders(work: (providers: Providers) => Promise<void>): Promise<void> {
  const [app, sms] = await Promise.all([openPeer('cloud-api'), openPeer('smpp')])
  try {
    await work({ app, sms })
  } finally {
    await Promise.all([app.close(), sms.close()])
  }
}

export function measureChannels(bench: Bench, count: number): Promise<void> {
  return withProviders(async (providers) => {
    const spreads: Organization[][] = []
    for (const organizations of SPREADS) spreads.push(await foundReachable(bench.at, organizations, providers))
    await compareSends(bench, spreads[0] as Organization[])
    for (const organizations of spreads) await compareDeliveries(bench, organizations, providers, count)
    await compareWebhooks(bench, spreads[0] as Organization[], providers, count)
  })
}

/** Runs the program as an API while the organizations are created. */
export async function foundReachable(
  at: Installation,
  count: number,
  { app, sms }: Providers,
): Promise<Organization[]> {
  const each = { rupees: RUPEES_IN_ALL / count, conversations: CONVERSATIONS_IN_ALL / count }
  await at.restart({ ...environmentFor(app), ROLES: 'api' })
  const organizations = await foundOrganizations(at, count, each)
  await makeReachable(at, organizations)
  await setSmsAccounts(at, organizations, sms)
  app.set({ callbacks: await setAppAccounts(at, organizations) })
  return organizations
}

// --- Sends accepted --------------------------------------------------------------------------------------------------

async function compareSends(bench: Bench, organizations: Organization[]): Promise<void> {
  const [{ conversations, token }] = organizations as [Organization]
  const channels: ChannelName[] = ['email', 'app', 'sms']
  const loadOn = (channel: ChannelName) => {
    const requests = conversations.map((id) => ({ path: '/v1/messages', body: draftTo(id, channel), token }))
    return { method: 'POST' as const, connections: CONNECTIONS, requests }
  }
  for (const channel of channels) await round(bench, loadOn(channel))
  const measured = new Map<ChannelName, Sent[]>(channels.map((channel) => [channel, []]))
  for (let count = 0; count < ROUNDS; count++)
    for (const channel of channels) measured.get(channel)?.push(await sent(bench, loadOn(channel)))
  const mails = measured.get('email') as Sent[]
  for (const [channel, runs] of measured) {
    const what = `single sends by ${channel}, ${CONNECTIONS} connections, one organization`
    const micros = (of: 'apiMicros' | 'postgresMicros') => `${median(runs.map((one) => one[of])).toFixed(0)} µs`
    const note = `${failures(runs)}; each takes the API ${micros('apiMicros')}, PostgreSQL ${micros('postgresMicros')}`
    bench.add({ what, value: median(runs.map((one) => one.perSecond)), unit: '/s', aim: null, note })
    if (runs === mails) continue
    const value = median(runs.map((one, place) => one.perSecond / (mails[place]?.perSecond as number)))
    bench.add({ what: '… ÷ those by email', value, unit: '×', aim: ACCEPTED_RATIO_AIM })
  }
  await forgetAll(bench.at)
}

interface Sent extends Measured {
  apiMicros: number
  postgresMicros: number
}

/** A round, with the processor time per send: on a machine with other load it is more meaningful than the rate. */
async function sent(bench: Bench, wanted: Parameters<typeof round>[1]): Promise<Sent> {
  const before = timesOf(bench.at)
  const measured = await round(bench, wanted)
  const after = timesOf(bench.at)
  const count = measured.perSecond * bench.seconds
  return {
    ...measured,
    apiMicros: (after.api - before.api) / count,
    postgresMicros: (after.postgres - before.postgres) / count,
  }
}

/** Cancels messages that were sent only to measure acceptance. */
async function forgetAll({ database }: Installation): Promise<void> {
  await database.query(
    "update deliveries set status = 'cancelled', due_at = null, ended_at = now() where status = 'queued'",
  )
  await database.query('delete from due_work')
  await database.query('vacuum analyze deliveries')
}

// --- Deliveries ------------------------------------------------------------------------------------------------------

async function compareDeliveries(
  bench: Bench,
  organizations: Organization[],
  providers: Providers,
  count: number,
): Promise<void> {
  const { at, add } = bench
  const sink = await openMailSink()
  const mails: number[] = []
  const delivered: Record<Provided, Delivered[]> = { app: [], sms: [] }
  try {
    for (let turn = 0; turn < ROUNDS; turn++) {
      mails.push(await rateOf(at, sink, organizations, count))
      for (const channel of ['app', 'sms'] as const)
        delivered[channel].push(await deliver(at, channel, organizations, providers, count))
    }
  } finally {
    await sink.close()
  }
  const whose = organizations.length === 1 ? 'one organization' : `${organizations.length} organizations`
  const over = `${count.toLocaleString('en-US')} queued, of ${whose}`
  add({ what: `mails to sent: ${over}`, value: median(mails), unit: '/s', aim: MAIL_AIM })
  for (const [channel, runs] of Object.entries(delivered)) {
    const name = channel === 'app' ? 'app messages' : 'SMS by SMPP'
    addDelivered(bench, `${name} to delivered: ${over}`, runs)
    const value = median(runs.map(({ perSecond }, place) => perSecond / (mails[place] as number)))
    add({ what: '… ÷ mails to sent', value, unit: '×', aim: null })
  }
}

function addDelivered({ add }: Bench, what: string, runs: Delivered[]): void {
  add({ what, value: median(runs.map(({ perSecond }) => perSecond)), unit: '/s', aim: DELIVERED_AIM })
  if (!isTold) return
  const micros = (name: keyof Delivered) => Math.round(median(runs.map((run) => run[name])))
  const own = micros('workerMicros') + micros('apiMicros') + micros('postgresMicros')
  const parts = `worker ${micros('workerMicros')}, API ${micros('apiMicros')}, PostgreSQL ${micros('postgresMicros')}`
  const note = `${parts}; the provider's own ${micros('providerMicros')} beside it`
  add({ what: '… processor time of one', value: own, unit: 'µs', aim: null, lessIsBetter: true, note })
}

/** Like most of Meta's webhooks: one status each. */
async function compareWebhooks(
  bench: Bench,
  organizations: Organization[],
  providers: Providers,
  count: number,
): Promise<void> {
  providers.app.set({ statusesMax: 1 })
  const runs: Delivered[] = []
  for (let turn = 0; turn < ROUNDS; turn++)
    runs.push(await deliver(bench.at, 'app', organizations, providers, Math.ceil(count / 2)))
  addDelivered(bench, 'app messages to delivered, each status a webhook of its own, of 1 organization', runs)
}

export interface Delivered {
  perSecond: number
  /** Processor time per delivery. */
  workerMicros: number
  apiMicros: number
  postgresMicros: number
  providerMicros: number
}

/** From the first message that the provider receives until the last one is delivered. */
export async function deliver(
  at: Installation,
  channel: Provided,
  organizations: Organization[],
  providers: Providers,
  count: number,
): Promise<Delivered> {
  const provider = providers[channel]
  const environment = environmentFor(providers.app)
  await at.restart({ ...environment, ROLES: 'api' })
  await queue(at, organizations, count, channel)
  await provider.forget()
  await at.restart({ ...environment, ROLES: 'api,worker' })
  if (channel === 'app') provider.set({ base: at.url })
  const first = await provider.reach({ taken: 1 }, EMPTY_WITHIN_MS)
  const before = timesOf(at)
  const last = await provider.reach({ taken: count, reported: count }, EMPTY_WITHIN_MS)
  await untilDelivered(at, channel, organizations)
  const seconds = (Date.now() - first.firstAtMs) / 1000
  const after = timesOf(at)
  const done = count - first.taken
  return {
    perSecond: count / seconds,
    workerMicros: (after.worker - before.worker) / done,
    apiMicros: (after.api - before.api) / done,
    postgresMicros: (after.postgres - before.postgres) / done,
    providerMicros: (last.cpuMicros - first.cpuMicros) / done,
  }
}

async function untilDelivered(
  { database }: Installation,
  channel: ChannelName,
  organizations: Organization[],
): Promise<void> {
  const until = performance.now() + EMPTY_WITHIN_MS
  for (;;) {
    const { rows } = await database.query(
      `select status, count(*)::int as count from deliveries
        where org_id = any($2::uuid[]) and channel = $1 and status in ('queued', 'sending', 'sent') group by status`,
      [channel, organizations.map(({ organizationId }) => organizationId)],
    )
    if (rows.length === 0) return
    if (performance.now() > until) throw new Error(`not all ${channel} were delivered: ${JSON.stringify(rows)}`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
}

function timesOf({ pid, postmasterPid }: Installation) {
  const worker = childrenOf(pid).reduce((sum, one) => sum + processorMicrosOf(one), 0)
  return { worker, api: processorMicrosOf(pid) - worker, postgres: processorMicrosOf(postmasterPid) }
}
