// The same load by one organization and by many: send rate and latency, whether a heavy organization affects small
// ones, and creating and changing conversations. Compared variants alternate round by round.

import { addContacts, foundOrganizations, inTurn, type Organization } from './founding.ts'
import type { Measured, Request } from './load.ts'
import { median, ROUNDS } from './report.ts'
import { type Bench, CONNECTIONS, draftTo, failures, round, type Wanted } from './rounds.ts'
import { BATCH_CONNECTIONS, BATCH_SIZE } from './sends.ts'

const SPREADS = [1, 64, 1000]
const CONVERSATIONS_OVER = 64
/** Conversations of all organizations of a spread together, and the minimum per organization. */
const CONVERSATIONS_IN_ALL = 1000
const CONVERSATIONS_EACH = 4
const RUPEES_IN_ALL = 20_000_000
const SMALL_CONNECTIONS = 32
/** More than are created in a second. */
const CREATIONS_PER_SECOND_MAX = 15_000

const RATIO_AIM = 0.7
const P99_RATIO_AIM = 2

export async function measureOrganizations(bench: Bench): Promise<void> {
  const spreads = new Map<number, Organization[]>()
  for (const count of SPREADS) spreads.set(count, await found(bench, count))
  const one = spreads.get(1) as Organization[]
  const many = spreads.get(CONVERSATIONS_OVER) as Organization[]

  await compareSends(bench, spreads)
  await measureBesideHeavy(bench, many, await found(bench, 1))
  await compare(bench, 'update a conversation', 'PUT', [one, many], async (organizations, count) =>
    inTurn(organizations, ({ conversations }) =>
      conversations.map((id) => ({ path: `/v1/conversations/${id}`, body: { is_muted: count % 2 === 0 } })),
    ),
  )
  await compare(bench, 'create a conversation', 'POST', [one, many], (organizations) => creations(bench, organizations))
}

function found({ at }: Bench, count: number): Promise<Organization[]> {
  const conversations = Math.max(CONVERSATIONS_EACH, Math.ceil(CONVERSATIONS_IN_ALL / count))
  return foundOrganizations(at, count, { rupees: RUPEES_IN_ALL / count, conversations })
}

const over = (count: number) => `${count.toLocaleString('en-US')} organization${count === 1 ? '' : 's'}`

// --- Sends -----------------------------------------------------------------------------------------------------------

async function compareSends(bench: Bench, spreads: Map<number, Organization[]>): Promise<void> {
  const loads = new Map([...spreads].map(([count, organizations]) => [count, singles(organizations, CONNECTIONS)]))
  const measured = await inRounds(bench, loads)
  const one = measured.get(1) as Measured[]
  for (const [count, runs] of measured) {
    const what = `single sends, ${CONNECTIONS} connections, over ${over(count)}`
    addRates(bench, what, runs, one)
    addP99s(bench, runs, one)
  }
}

function singles(organizations: Organization[], connections: number): Wanted {
  const requests = inTurn(organizations, ({ conversations }) =>
    conversations.map((id) => ({ path: '/v1/messages', body: draftTo(id) })),
  )
  return { method: 'POST', connections, requests }
}

// --- With a heavy organization ---------------------------------------------------------------------------------------

async function measureBesideHeavy(bench: Bench, small: Organization[], heavy: Organization[]): Promise<void> {
  const sends = singles(small, SMALL_CONNECTIONS)
  const requests = inTurn(heavy, ({ conversations }) => {
    const messages = Array.from({ length: BATCH_SIZE }, (_, n) =>
      draftTo(conversations[n % conversations.length] as string),
    )
    return [{ path: '/v1/messages/batch', body: { messages } }]
  })
  const batches: Wanted = { method: 'POST', connections: BATCH_CONNECTIONS, requests }
  await warmUp(bench, [sends, batches])
  const [alone, beside, heavies]: [Measured[], Measured[], Measured[]] = [[], [], []]
  for (let count = 0; count < ROUNDS; count++) {
    alone.push(await round(bench, sends))
    const [one, other] = await Promise.all([round(bench, sends), round(bench, batches)])
    beside.push(one)
    heavies.push(other)
  }
  const what = `single sends, ${SMALL_CONNECTIONS} connections, over ${over(small.length)}`
  addRates(bench, what, alone, alone)
  addP99s(bench, alone, alone)
  const perSecond = Math.round(median(heavies.map((run) => run.perSecond)) * BATCH_SIZE)
  const note = `the other sends ${perSecond.toLocaleString('en-US')}/s; ${failures(heavies)}`
  const value = median(beside.map((run) => run.perSecond))
  bench.add({
    what: `… while another sends batches of ${BATCH_SIZE} on ${BATCH_CONNECTIONS} connections`,
    value,
    unit: '/s',
    aim: null,
    note: `${failures(beside)}; ${note}`,
  })
  addP99s(bench, beside, alone, 'their p99 alone')
}

// --- Conversations ---------------------------------------------------------------------------------------------------

/** Each round has requests of its own, because an object is created only once. */
async function compare(
  bench: Bench,
  what: string,
  method: 'POST' | 'PUT',
  sides: Organization[][],
  requestsOf: (organizations: Organization[], count: number) => Promise<Request[]>,
): Promise<void> {
  const measured = new Map<number, Measured[]>(sides.map(({ length }) => [length, []]))
  for (let count = 0; count < ROUNDS; count++) {
    for (const organizations of sides) {
      const wanted = { method, connections: CONNECTIONS, requests: await requestsOf(organizations, count) }
      measured.get(organizations.length)?.push(await round(bench, wanted))
    }
  }
  for (const [count, runs] of measured) addRates(bench, `${what}, over ${over(count)}`, runs, measured.get(1) ?? [])
}

async function creations({ at, seconds }: Bench, organizations: Organization[]): Promise<Request[]> {
  const each = Math.ceil((CREATIONS_PER_SECOND_MAX * seconds) / organizations.length)
  const contacts = await addContacts(at.database, organizations, each)
  return inTurn(organizations, ({ organizationId }) =>
    (contacts.get(organizationId) ?? []).map((id) => ({ path: '/v1/conversations', body: { contact_id: id } })),
  )
}

// --- Rounds and rows -------------------------------------------------------------------------------------------------

/** Runs every load once per round, so that other load of the machine affects all alike. */
async function inRounds(bench: Bench, loads: Map<number, Wanted>): Promise<Map<number, Measured[]>> {
  await warmUp(bench, [...loads.values()])
  const measured = new Map<number, Measured[]>([...loads.keys()].map((count) => [count, []]))
  for (let count = 0; count < ROUNDS; count++)
    for (const [spread, wanted] of loads) measured.get(spread)?.push(await round(bench, wanted))
  return measured
}

/** Warms up prepared statements, compiled code, and caches per organization. */
async function warmUp(bench: Bench, loads: Wanted[]): Promise<void> {
  for (const wanted of loads) await round({ ...bench, seconds: Math.min(1, bench.seconds) }, wanted)
}

/** The rate, and its ratio to that of one organization in the same round. */
function addRates({ add }: Bench, what: string, runs: Measured[], one: Measured[]): void {
  add({ what, value: median(runs.map((run) => run.perSecond)), unit: '/s', aim: null, note: failures(runs) })
  if (runs === one) return
  const value = median(runs.map(({ perSecond }, index) => perSecond / (one[index] as Measured).perSecond))
  add({ what: '… ÷ the rate of one', value, unit: '×', aim: RATIO_AIM })
}

function addP99s({ add }: Bench, runs: Measured[], others: Measured[], than = 'the p99 of one'): void {
  add({ what: '… p99', value: median(runs.map(({ p99Ms }) => p99Ms)), unit: 'ms', aim: null, lessIsBetter: true })
  if (runs === others) return
  const value = median(runs.map(({ p99Ms }, index) => p99Ms / (others[index] as Measured).p99Ms))
  add({ what: `… p99 ÷ ${than}`, value, unit: '×', aim: P99_RATIO_AIM, lessIsBetter: true })
}
