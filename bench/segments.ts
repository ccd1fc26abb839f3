// Ten typical segments of a million contacts, each counted over HTTP: evaluated each time from attributes, lists,
// consents and other data of the contacts.

import { typeId } from '#kit/ids.ts'
import type { Installation } from './installation.ts'
import { median } from './report.ts'
import type { Bench } from './rounds.ts'

const AIM_MS = 300
const TIMES = 5
/** Of another organization, in the same tables. */
const NEIGHBOURS = 200_000
const FILLED_AT_ONCE = 100_000

export async function measureSegments({ at, add }: Bench, count: number): Promise<void> {
  const lists = await fill(at, count)
  const many = count.toLocaleString('en-US')
  const bare: number[] = []
  for (let time = 0; time < TIMES; time++) bare.push(await bareCount(at))
  add({
    what: `a bare count of ${many} contacts that reads each row, without a filter`,
    value: median(bare),
    unit: 'ms',
    aim: null,
    lessIsBetter: true,
  })
  for (const [what, filter] of Object.entries(segmentsOf(lists))) {
    const counted: Counted[] = []
    for (let time = 0; time < TIMES; time++) counted.push(await countOf(at, filter))
    add({
      what: `counting ${many} contacts: ${what}`,
      value: median(counted.map(({ ms }) => ms)),
      unit: 'ms',
      aim: AIM_MS,
      lessIsBetter: true,
      note: `${counted[0]?.count.toLocaleString('en-US')} selected`,
    })
  }
}

interface Lists {
  farmers: string
  customers: string
}

function segmentsOf({ farmers, customers }: Lists): Record<string, object> {
  const inPune = { attribute: 'city', is: 'Pune' }
  return {
    'in one city': inPune,
    'in one of three cities': { any: ['Pune', 'Nagpur', 'Mumbai'].map((is) => ({ attribute: 'city', is })) },
    'in one city and reachable by SMS': { all: [inPune, { reachable: 'sms' }] },
    'reachable by email, with consent': { all: [{ reachable: 'email' }, { consent: 'email' }] },
    'active within 30 days': { last_active_at: { within_days: 30 } },
    'not active within 90 days, with 10 orders or more': {
      all: [{ not: { last_active_at: { within_days: 90 } } }, { attribute: 'orders', after: 10 }],
    },
    'on a list of 100,000': { list_id: farmers },
    'on a list of 300,000, not on one of 100,000': { all: [{ list_id: customers }, { not: { list_id: farmers } }] },
    'on a list or in a city, reachable in the app': {
      all: [{ any: [{ list_id: farmers }, inPune] }, { reachable: 'app' }],
    },
    'created within a year, born before 1990, name of the shop contains a word': {
      all: [
        { created_at: { within_days: 365 } },
        { attribute: 'birthday', before: '1990-01-01' },
        { attribute: 'shop', contains: 'kirana' },
      ],
    },
  }
}

interface Counted {
  count: number
  ms: number
}

async function countOf({ url, token }: Installation, filter: object): Promise<Counted> {
  const started = performance.now()
  const answer = await fetch(`${url}/v1/segments/count`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ filter }),
  })
  const text = await answer.text()
  if (answer.status !== 200) throw new Error(`not counted: ${answer.status} ${text}`)
  return { count: JSON.parse(text).count, ms: performance.now() - started }
}

/** The minimum for a filter on a column without an index: PostgreSQL reads the table in parallel. */
async function bareCount({ database, organizationId }: Installation): Promise<number> {
  const client = await database.connect()
  try {
    await client.query('begin read only; set local enable_indexonlyscan = off')
    const started = performance.now()
    await client.query('select count(*) from contacts where org_id = $1', [organizationId])
    const ms = performance.now() - started
    await client.query('commit')
    return ms
  } finally {
    client.release()
  }
}

/** As imports and the API would have stored them. */
async function fill(at: Installation, count: number): Promise<Lists> {
  const { database, organizationId } = at
  const { rows } = await database.query('select uuidv7() as neighbour')
  for (const [organization, all] of [
    [organizationId, count],
    [rows[0].neighbour, NEIGHBOURS],
  ] as const)
    for (let made = 0; made < all; made += FILLED_AT_ONCE)
      await database.query(CONTACTS, [organization, at.userId, made, Math.min(all, made + FILLED_AT_ONCE) - 1])
  await database.query(CONSENTS, [organizationId])
  const lists: Lists = {
    farmers: await listOf(at, 'Farmers', count / 10),
    customers: await listOf(at, 'Customers', (count * 3) / 10),
  }
  await database.query('vacuum (analyze) contacts, consents, list_members')
  return lists
}

async function listOf({ database, organizationId, userId }: Installation, name: string, members: number) {
  const { rows } = await database.query(
    `insert into lists (org_id, id, name, created_by, created_at, contact_count)
     values ($1, uuidv7(), $2, $3, now(), $4) returning id`,
    [organizationId, name, userId, members],
  )
  await database.query(
    `insert into list_members (org_id, list_id, contact_id, created_at)
     select org_id, $2, id, now() from contacts where org_id = $1 order by md5(id::text || $3) limit $4`,
    [organizationId, rows[0].id, name, members],
  )
  return typeId('list', rows[0].id)
}

/** One every half minute, so that a million span a year. */
const CONTACTS = `
  insert into contacts (org_id, id, display_name, email, phone_number, attributes, owner_id, unsubscribed, suppressed,
                        last_active_at, created_at)
  select $1, uuidv7(make_interval(secs => -30 * (1000000 - n))), 'Contact ' || n,
         case when n % 3 > 0 then 'contact' || n || '@customers.example' end,
         case when n % 5 > 0 then '+9198' || lpad((n % 100000000)::text, 8, '0') end,
         jsonb_build_object(
           'city', (array['Pune', 'Nagpur', 'Mumbai', 'Nashik', 'Delhi', 'Jaipur', 'Surat', 'Indore', 'Kochi',
                          'Agra'])[1 + (n / 7) % 10],
           'orders', case when n % 2 = 0 then to_jsonb((n / 11) % 40)
                          else to_jsonb(((n / 11) % 40)::text) end,
           'birthday', (date '1950-01-01' + n % 20000)::text,
           'shop', (array['Sharma Kirana Stores', 'Patil Traders', 'Gupta Sweets',
                          'Lakshmi Textiles'])[1 + (n / 13) % 4],
           'vip', n % 50 = 0),
         $2,
         case when n % 40 = 7 then '{"sms": 1767225600}'::jsonb when n % 40 = 9 then '{"email": 1767225600}'
              else '{}' end,
         case when n % 33 = 5 then '{"email": "bounced"}'::jsonb else '{}' end,
         case when n % 5 < 2 then now() - make_interval(hours => n % 4000) end,
         now() - make_interval(secs => 30 * (1000000 - n))
    from generate_series($3::int, $4::int) n`

const CONSENTS = `
  insert into consents (org_id, contact_id, id, channel, status, source, scope, created_at)
  select org_id, id, uuidv7(), 'email', 'granted', 'import', 'all', now() from contacts
   where org_id = $1 and email is not null and hashtext(id::text) % 2 = 0`
