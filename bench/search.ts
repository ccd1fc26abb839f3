// Search in an organization with very many messages: latency of a page, delay until a new message is found, the
// worker's indexing rate, and the index's size on disk. Messages and entries are inserted as the program stores them.

import { parseTypeId } from '#kit/ids.ts'
import { spaceOf } from '#messaging/search/match-rules.ts'
import { credit, type Installation, makeConversations } from './installation.ts'
import type { Bench } from './rounds.ts'
import { halves } from './search-texts.ts'

const PAGE_AIM_MS = 100
const FOUND_AIM_SECONDS = 2
const HALVES = 50_000
const CONVERSATIONS = 50_000
/** Conversations of a member who may not see all. */
const OWN_CONVERSATIONS = 100
const AT_ONCE = 100_000
const BUCKET_ENTRIES = 32_768
const BACKLOG = 20_000
const RUPEES = 10_000
const RUNS = 30
const SENDS = 20
const LOOK_EVERY_MS = 20
const FOUND_WITHIN_MS = 600_000

/** Queries as typed, and what each represents. */
const QUERIES: readonly [what: string, q: string][] = [
  ['a common word', 'your'],
  ['a common word in Hindi', 'ऑर्डर'],
  ['two common words', 'order delivered'],
  ['three common words', 'payment received today'],
  ['one letter', 'o'],
  ['two letters', 'de'],
  ['a common word and one letter', 'order d'],
  ['a word that is being typed', 'deliv'],
  ['an order number', 'A-4711 '],
  ['an order number that is being typed', 'A-47'],
  ['digits of a telephone number', '98765'],
  ['an emoji', '👍'],
  ['a common and a rare word', 'order A-471100 '],
  ['two words that never meet', 'A-4711 A-4712 '],
  ['a word that is nowhere', 'qqqqqqqq'],
  ['eight common words', 'the your order is for and to of'],
]

export async function measureSearch({ at, add }: Bench, count: number): Promise<void> {
  await credit(at, RUPEES)
  const [conversation] = await makeConversations(at, CONVERSATIONS, 1)
  const member = await newMember(at)
  await fill(at, count)
  const many = `${(count / 1e6).toFixed(1)} million messages`
  for (const [who, token] of [
    ['', at.token],
    [' of a member’s own', member.token],
  ] as const)
    for (const [what, q] of QUERIES) {
      const { median, worst, found } = await timed(at, token, q)
      add({
        what: `${many}${who}: ${what}`,
        value: worst,
        unit: 'ms',
        aim: PAGE_AIM_MS,
        lessIsBetter: true,
        note: `the slowest of ${RUNS}; median ${median.toFixed(1)} ms; ${found} found`,
      })
    }
  const [size] = (await at.database.query("select pg_total_relation_size('search_entries')::float8 as bytes")).rows
  add({ what: 'index: bytes of a message', value: size.bytes / count, unit: 'bytes', aim: null, lessIsBetter: true })

  await at.restart({ ROLES: 'api,worker' })
  let slowest = 0
  for (let n = 0; n < SENDS; n++) slowest = Math.max(slowest, await secondsUntilFound(at, conversation as string, n))
  add({
    what: 'from sending until found, the slowest',
    value: slowest,
    unit: 's',
    aim: FOUND_AIM_SECONDS,
    lessIsBetter: true,
  })
  await makeMessages(at, count + 1, count + BACKLOG, false)
  const began = performance.now()
  const isBehind = async () => {
    const head = "select bucket * $2 + filled as count from search_heads where org_id = $1 and kind = 'message'"
    const { rows } = await at.database.query(head, [at.organizationId, BUCKET_ENTRIES])
    return Number(rows[0].count) < count + SENDS + BACKLOG
  }
  while (await isBehind()) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  add({
    what: `the worker indexes ${BACKLOG} messages`,
    value: BACKLOG / ((performance.now() - began) / 1000),
    unit: '/s',
    aim: null,
  })
}

async function timed(at: Installation, token: string, q: string) {
  const address = `${at.url}/v1/search/messages?limit=20&q=${encodeURIComponent(q)}`
  const times: number[] = []
  let found = ''
  for (let run = 0; run <= RUNS; run++) {
    const began = performance.now()
    const answer = await fetch(address, { headers: { authorization: `Bearer ${token}` } })
    const body = (await answer.json()) as { data?: unknown[]; has_more?: boolean }
    found = answer.ok ? `${body.data?.length}${body.has_more ? '+' : ''}` : `status ${answer.status}`
    // The first run reads from disk what later ones have in memory.
    if (run > 0) times.push(performance.now() - began)
  }
  times.sort((left, right) => left - right)
  return { median: times[RUNS >> 1] as number, worst: times.at(-1) as number, found }
}

async function secondsUntilFound(at: Installation, conversation_id: string, n: number): Promise<number> {
  const word = `found${n}word`
  const headers = { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' }
  const draft = { conversation_id, channel: 'email', text: `Here it is: ${word}` }
  const sent = await fetch(`${at.url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(draft) })
  if (!sent.ok) throw new Error(await sent.text())
  const began = performance.now()
  while (performance.now() - began < FOUND_WITHIN_MS) {
    const answer = await fetch(`${at.url}/v1/search/messages?q=${word}`, { headers })
    if (((await answer.json()) as { data?: unknown[] }).data?.length === 1) break
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  return (performance.now() - began) / 1000
}

/** A member who sees only a few conversations of their own. */
async function newMember(at: Installation): Promise<{ token: string }> {
  const post = async (path: string, body: object) => {
    const headers = { authorization: `Bearer ${at.token}`, 'content-type': 'application/json' }
    const answer = await fetch(`${at.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
    return (await answer.json()) as Record<string, string>
  }
  const { id } = await post('/v1/service_users', { name: 'Few', role: 'agent' })
  const { access_token: token } = await post('/v1/tokens', { name: 'search', user_id: id })
  await at.database.query(
    `update conversations set user_id = $2 where org_id = $1 and id in (
       select id from conversations where org_id = $1 order by id desc limit $3)`,
    [at.organizationId, parseTypeId('user', id as string), OWN_CONVERSATIONS],
  )
  return { token: token as string }
}

async function fill(at: Installation, count: number): Promise<void> {
  const { database, organizationId } = at
  const made = halves(HALVES)
  await database.query('create unlogged table halves (n int primary key, text text, words text[])')
  await database.query(
    `insert into halves select n, t, string_to_array(w, ' ')
       from unnest($1::text[], $2::text[]) with ordinality as given (t, w, n)`,
    [made.map(({ text }) => text), made.map(({ words }) => words)],
  )
  await database.query('create unlogged table talks (n int primary key, id uuid, user_id uuid)')
  await database.query(
    `insert into talks select row_number() over (order by id), id, user_id from conversations where org_id = $1`,
    [organizationId],
  )
  await database.query('vacuum analyze halves, talks')
  await database.query('drop index search_entries_words')
  for (let from = 1; from <= count; from += AT_ONCE)
    await makeMessages(at, from, Math.min(count, from + AT_ONCE - 1), true)
  await database.query(
    "set maintenance_work_mem = '512MB'; create index search_entries_words on search_entries using gin (words)",
  )
  await database.query(
    `insert into search_heads (org_id, kind, bucket, filled, settled_id)
       select $1, 'message', $2, $3, max(id::text)::uuid from messages where org_id = $1
     on conflict (org_id, kind) do update set bucket = excluded.bucket, filled = excluded.filled,
       settled_id = excluded.settled_id, walked_id = null`,
    [organizationId, Math.floor(count / BUCKET_ENTRIES), count % BUCKET_ENTRIES],
  )
  await database.query('vacuum analyze messages, search_entries')
}

/** Few conversations have most of them. One every six seconds, up to now. */
async function makeMessages(at: Installation, from: number, to: number, isIndexed: boolean): Promise<void> {
  const space = spaceOf(at.organizationId, 'message', '')
  await at.database.query(
    `with numbers as materialized (
       select g, 1 + floor(random() * ${HALVES})::int as a, 1 + floor(random() * ${HALVES})::int as b,
              1 + floor(${CONVERSATIONS} * power(random(), 2))::int as c, floor(random() * 1000000)::int as o,
              (9000000000 + floor(random() * 1000000000))::bigint::text as phone, random() as r
         from generate_series($2::int, $3::int) g),
     drawn as materialized (
       select uuidv7(make_interval(secs => case when $5 then -6.0 * greatest(0, 6000000 - n.g) else 0 end)) as id, n.g,
              t.id as talk, t.user_id, r < 0.3 as has_order, r > 0.9 as has_phone, o, phone,
              a.text || ' ' || b.text as text, a.words || b.words as words
         from numbers n join halves a on a.n = n.a join halves b on b.n = n.b join talks t on t.n = n.c),
     stored as (
       insert into messages (org_id, id, conversation_id, direction, channel, sender_id, text, created_at)
       select $1, id, talk, 'outbound', 'sms', user_id,
              text || case when has_order then ' A-' || o else '' end
                   || case when has_phone then ' ' || phone else '' end,
              now()
         from drawn)
     insert into search_entries (org_id, id, bucket, words)
     select $1, id, g / ${BUCKET_ENTRIES}, array_to_tsvector(array(
              select $4::text || g / ${BUCKET_ENTRIES} || '.' || w from unnest(
                words || case when has_order then array['a', o::text, 'a' || o] else '{}' end
                      || case when has_phone then array[phone] else '{}' end || ('@' || user_id)) w))
       from drawn where $5`,
    [at.organizationId, from, to, space.slice(0, -1), isIndexed],
  )
}
