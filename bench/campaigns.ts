// Campaigns by SMS: how fast a large one is started, frozen and accepted (charged and queued) compared with bare
// inserts into the same tables, its effect on other senders, and whether many campaigns share the worker fairly. The
// queue ahead of sending is not limited here (`SAMVAD_CAMPAIGN_QUEUE`), and the accounts send one message a second:
// acceptance is measured, not dispatch.

import { setTimeout as pause } from 'node:timers/promises'
import { parseTypeId } from '#kit/ids.ts'
import { TURN } from '#messaging/campaigns/turn.ts'
import { type Audience, call, makeAudience, makeCampaign, settle } from './campaign-audiences.ts'
import { bareRate, type Rate } from './campaign-bare.ts'
import { setSmsAccounts } from './channel-accounts.ts'
import { foundOrganizations, inTurn, type Organization } from './founding.ts'
import { credit, type Installation } from './installation.ts'
import type { Measured } from './load.ts'
import { openPeer } from './peers/peer.ts'
import { childrenOf, isTold, processorMicrosOf, residentMebibytesOf } from './processor-time.ts'
import { median, ROUNDS } from './report.ts'
import { type Bench, draftTo, failures, round } from './rounds.ts'

const RATE_AIM = 60_000
const RATIO_AIM = 0.5
const MEBIBYTES_AIM = 150
const OTHERS_RATE_AIM = 0.7
const OTHERS_P99_AIM = 2
const FAIR_AIM = 0.5
/** Turns of each campaign in the fairness measurement: so many that one more or less hardly changes its share. */
const FAIR_TURNS = 10
/** The fractions of all deliveries at which the campaigns' progress is compared. */
const FAIR_AT = [0.25, 0.5, 0.75]
const CAMPAIGNS = 50
const OTHERS = 64
const OTHER_CONNECTIONS = 32
const RUPEES = 5_000_000
const LOOK_EVERY_MS = 50
const ACCEPTED_WITHIN_MS = 30 * 60_000
/** Accepts all deliveries of a campaign at once. */
const UNLIMITED = { SAMVAD_CAMPAIGN_QUEUE: '10000000', SAMVAD_ALLOWED_NETWORKS: '127.0.0.0/8' }

export async function measureCampaigns(bench: Bench, count: number): Promise<void> {
  const { at } = bench
  const smpp = await openPeer('smpp')
  try {
    await at.restart({ ...UNLIMITED, ROLES: 'api' })
    await credit(at, RUPEES)
    const one = { organizationId: at.organizationId, userId: at.userId, token: at.token, conversations: [] }
    await setSmsAccounts(at, [one], smpp, { messages_per_second: 1 })
    const audience = await makeAudience(at, one, count)
    await measureOne(bench, audience, count)
    await measureOthers(bench, audience)
    const many = await foundOrganizations(at, CAMPAIGNS, { rupees: RUPEES, conversations: 0 })
    await setSmsAccounts(at, many, smpp, { messages_per_second: 1 })
    await measureFairness(bench, many, Math.max(Math.ceil(count / CAMPAIGNS), FAIR_TURNS * TURN))
  } finally {
    await smpp.close()
  }
}

// --- One large campaign ----------------------------------------------------------------------------------------------

async function measureOne({ at, add }: Bench, audience: Audience, count: number): Promise<void> {
  const many = count.toLocaleString('en-US')
  const bareBefore = await bareRate(at, audience, count)
  await at.restart({ ...UNLIMITED, ROLES: 'api,worker' })
  const [worker] = childrenOf(at.pid) as [number]
  const campaign = await makeCampaign(at, audience)
  const estimated = await timed(at, () => call(at, audience, 'POST', `/v1/campaigns/${campaign}/estimate`))
  const mebibytes = [heldBy(worker)]
  const started = await timed(at, () => call(at, audience, 'POST', `/v1/campaigns/${campaign}/start`, {}))
  const frozen = await timed(at, () => untilState(at, [campaign], ({ isFrozen }) => isFrozen))
  mebibytes.push(heldBy(worker))
  const accepted = await timed(at, async () => {
    await untilState(at, [campaign], ({ queued }) => queued >= count / 2)
    mebibytes.push(heldBy(worker))
    await untilState(at, [campaign], ({ waiting }) => waiting === 0)
  })
  mebibytes.push(heldBy(worker))
  const { queued } = await stateOf(at, [campaign])
  if (queued !== count) throw new Error(`of ${count} recipients ${queued} were accepted`)
  await settle(at, audience, campaign)
  const bareAfter = await bareRate(at, audience, count)

  const seconds = ({ seconds: value }: Timed) => value
  const rate = count / accepted.seconds
  const all = count / (started.seconds + frozen.seconds + accepted.seconds)
  const bare = (of: 'deliveries' | 'both') => meanOf(bareBefore[of], bareAfter[of])
  add({
    what: `estimate of a campaign to ${many} contacts`,
    value: seconds(estimated),
    unit: 's',
    aim: null,
    lessIsBetter: true,
  })
  add({
    what: '… its start, which counts them once more',
    value: seconds(started),
    unit: 's',
    aim: null,
    lessIsBetter: true,
  })
  add({
    what: '… its recipients frozen',
    value: count / frozen.seconds,
    unit: '/s',
    aim: null,
    note: costOf(frozen, count),
  })
  add({
    what: '… its deliveries accepted: charged and queued',
    value: rate,
    unit: '/s',
    aim: RATE_AIM,
    note: costOf(accepted, count),
  })
  add({
    what: '… ÷ a bare INSERT … SELECT unnest of as many deliveries',
    value: rate / bare('deliveries').perSecond,
    unit: '×',
    aim: RATIO_AIM,
    note: noteOf(bare('deliveries')),
  })
  add({
    what: '… start, freezing and acceptance ÷ a bare INSERT of as many recipients and deliveries',
    value: all / bare('both').perSecond,
    unit: '×',
    aim: RATIO_AIM,
    note: `${Math.round(all).toLocaleString('en-US')}/s; ${noteOf(bare('both'))}`,
  })
  if (!isTold) return
  add({
    what: '… the most memory of the worker above that before the start',
    value: Math.max(...mebibytes) - (mebibytes[0] as number),
    unit: 'MiB',
    aim: MEBIBYTES_AIM,
    lessIsBetter: true,
    note: `before, frozen, half, all: ${mebibytes.map((one) => one.toFixed(0)).join(', ')} MiB`,
  })
}

const heldBy = (pid: number): number => (isTold ? residentMebibytesOf(pid) : 0)

function meanOf(one: Rate, other: Rate): Rate {
  const mean = (of: keyof Rate) => (one[of] + other[of]) / 2
  return { perSecond: mean('perSecond'), postgresMicros: mean('postgresMicros') }
}

const noteOf = ({ perSecond, postgresMicros }: Rate): string =>
  `bare ${Math.round(perSecond).toLocaleString('en-US')}/s, each takes PostgreSQL ${postgresMicros.toFixed(0)} µs`

interface Timed {
  seconds: number
  /** Processor time of the API and the worker, and of PostgreSQL. */
  programMicros: number
  postgresMicros: number
}

async function timed(at: Installation, work: () => Promise<unknown>): Promise<Timed> {
  const spent = () => (isTold ? [at.pid, at.postmasterPid].map(processorMicrosOf) : [0, 0]) as [number, number]
  const [program, postgres] = spent()
  const started = performance.now()
  await work()
  const seconds = (performance.now() - started) / 1000
  const [programAfter, postgresAfter] = spent()
  return { seconds, programMicros: programAfter - program, postgresMicros: postgresAfter - postgres }
}

const costOf = ({ programMicros, postgresMicros }: Timed, count: number): string =>
  `each takes the program ${Math.round(programMicros / count)} µs, PostgreSQL ${Math.round(postgresMicros / count)} µs`

// --- Other senders in parallel ---------------------------------------------------------------------------------------

/**
 * In alternating rounds: alone while the campaign is paused, and in parallel with it. The campaign continues from round
 * to round.
 */
async function measureOthers(bench: Bench, audience: Audience): Promise<void> {
  const { at, add } = bench
  const others = await foundOrganizations(at, OTHERS, { rupees: RUPEES, conversations: 10 })
  const requests = inTurn(others, ({ conversations }) =>
    conversations.map((id) => ({ path: '/v1/messages', body: draftTo(id) })),
  )
  const sends = { method: 'POST' as const, connections: OTHER_CONNECTIONS, requests }
  const campaign = await makeCampaign(at, audience)
  await call(at, audience, 'POST', `/v1/campaigns/${campaign}/start`, {})
  await untilState(at, [campaign], ({ isFrozen }) => isFrozen)
  await call(at, audience, 'POST', `/v1/campaigns/${campaign}/pause`)
  await round(bench, sends)
  const [alone, beside]: [Measured[], Measured[]] = [[], []]
  const queued: number[] = []
  for (let count = 0; count < ROUNDS; count++) {
    alone.push(await round(bench, sends))
    const before = await stateOf(at, [campaign])
    await call(at, audience, 'POST', `/v1/campaigns/${campaign}/resume`)
    beside.push(await round(bench, sends))
    await call(at, audience, 'POST', `/v1/campaigns/${campaign}/pause`)
    const after = await stateOf(at, [campaign])
    if (after.waiting === 0) throw new Error('the campaign ended before the rounds did: it needs more contacts')
    queued.push((after.queued - before.queued) / bench.seconds)
  }
  await settle(at, audience, campaign)
  const what = `single sends, ${OTHER_CONNECTIONS} connections, over ${OTHERS} organizations`
  const rates = (runs: Measured[]) => median(runs.map(({ perSecond }) => perSecond))
  const p99s = (runs: Measured[]) => `p99 ${median(runs.map(({ p99Ms }) => p99Ms)).toFixed(1)} ms`
  add({ what, value: rates(alone), unit: '/s', aim: null, note: `${p99s(alone)}; ${failures(alone)}` })
  const meanwhile = `the campaign queues ${Math.round(median(queued)).toLocaleString('en-US')}/s`
  add({
    what: '… while a campaign of another is accepted',
    value: rates(beside),
    unit: '/s',
    aim: null,
    note: `${p99s(beside)}; ${failures(beside)}; ${meanwhile}`,
  })
  const ratio = (of: 'perSecond' | 'p99Ms') =>
    median(beside.map((run, place) => run[of] / (alone[place] as Measured)[of]))
  add({ what: '… ÷ their rate alone', value: ratio('perSecond'), unit: '×', aim: OTHERS_RATE_AIM })
  add({ what: '… p99 ÷ their p99 alone', value: ratio('p99Ms'), unit: '×', aim: OTHERS_P99_AIM, lessIsBetter: true })
}

// --- Many campaigns --------------------------------------------------------------------------------------------------

/**
 * All campaigns are started while no worker runs. Progress is compared several times, since at the end all are
 * complete.
 */
async function measureFairness({ at, add }: Bench, organizations: Organization[], each: number): Promise<void> {
  await at.restart({ ...UNLIMITED, ROLES: 'api' })
  const campaigns: string[] = []
  for (const organization of organizations) {
    const audience = await makeAudience(at, organization, each)
    const campaign = await makeCampaign(at, audience)
    await call(at, audience, 'POST', `/v1/campaigns/${campaign}/start`, {})
    campaigns.push(campaign)
  }
  await at.restart({ ...UNLIMITED, ROLES: 'api,worker' })
  const shares: { ratio: number; note: string }[] = []
  for (const part of FAIR_AT) {
    const { least, most } = await untilState(at, campaigns, ({ queued }) => queued >= part * each * campaigns.length)
    shares.push({ ratio: least / most, note: `${least} to ${most} at ${part * 100} %` })
  }
  add({
    what: `${CAMPAIGNS} campaigns of as many organizations: the least ÷ the most of one`,
    value: Math.min(...shares.map(({ ratio }) => ratio)),
    unit: '×',
    aim: FAIR_AIM,
    note: `of ${each} each: ${shares.map(({ note }) => note).join(', ')}`,
  })
}

// --- State in the database -------------------------------------------------------------------------------------------

interface State {
  isFrozen: boolean
  waiting: number
  queued: number
  least: number
  most: number
}

async function untilState(at: Installation, campaigns: string[], isSo: (state: State) => boolean): Promise<State> {
  const until = performance.now() + ACCEPTED_WITHIN_MS
  for (;;) {
    const state = await stateOf(at, campaigns)
    if (isSo(state)) return state
    if (performance.now() > until) throw new Error(`not accepted in time: ${JSON.stringify(state)}`)
    await pause(LOOK_EVERY_MS)
  }
}

async function stateOf({ database }: Installation, campaigns: string[]): Promise<State> {
  const { rows } = await database.query(
    `select bool_and(frozen_at is not null) as "isFrozen", sum(waiting_count)::int as waiting,
            sum(queued_count)::int as queued, min(queued_count) as least, max(queued_count) as most
       from campaigns where id = any($1::uuid[])`,
    [campaigns.map((id) => parseTypeId('camp', id))],
  )
  return rows[0]
}
