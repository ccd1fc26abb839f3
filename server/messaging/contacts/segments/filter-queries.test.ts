// The SQL of filters compared with a second implementation in JavaScript, on generated contacts.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { addressFields } from '#channels/description.ts'
import { channelDescriptions } from '#channels/table.ts'
import { openDatabase, type Tx } from '#kit/database/database.ts'
import { sql } from '#kit/database/sql.ts'
import { firstUuidAt, newUuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import { pricedChannels } from '#money/pricing/rules.ts'
import fc, { casesOf } from '../../../../test/cases.ts'
import { testDatabase } from '../../../../test/harness.ts'
import type { Attributes } from '../rules.ts'
import { countContacts } from './count-queries.ts'
import {
  type AttributeCondition,
  boundsOf,
  type Filter,
  foldCase,
  numberOf,
  type Period,
  textOfValue,
  timeOf,
} from './filter.ts'
import { matchesFilter } from './filter-queries.ts'
import { filterFrom } from './rules.ts'

const database = openDatabase(await testDatabase())
after(() => database.close())

const ORGANIZATION = newUuid()
const OTHERS = newUuid()
const LISTS = [newUuid(), newUuid()]
const NOW = new Date('2026-06-15T12:00:00Z')
const DAY_MS = 24 * 3600 * 1000

// --- Contacts -------------------------------------------------------------------------------------------------------

const words = [
  'Pune',
  'pune',
  'PÜNE',
  'पुणे',
  '',
  '12',
  '12.0',
  '-3.5',
  '007',
  '1e3',
  'true',
  '12/7',
  '1'.repeat(201),
  `0.${'0'.repeat(197)}1`,
  '2026-02-28',
  '2026-02-30',
]
const times = [
  '1950-01-01',
  '2024-02-29',
  '2026-06-15',
  '2026-06-15T12:00:00Z',
  '2026-06-15T17:30:00.001+05:30',
  '2026-13-01',
]
const numbers = [12, -3.5, 0, 1e21, 1e-7, 0.1, 1767225600, 5e-324, 1.7e308]
const value = fc.oneof(
  fc.constantFrom(...words, ...times),
  fc.constantFrom(...numbers),
  fc.boolean(),
  fc.constant(null),
)
const names = ['city', 'orders', 'birthday']
const attributes = fc.dictionary(fc.constantFrom(...names), value, { noNullPrototype: true })
const perChannel = <T>(one: fc.Arbitrary<T>) =>
  fc.dictionary(fc.constantFrom(...pricedChannels), one, { noNullPrototype: true })
/** Days before or after `NOW`. */
const time = fc.constantFrom(-40, -30, -1, 0, 1).map((days) => new Date(NOW.getTime() + days * DAY_MS))
const contact = fc.record({
  email: fc.constantFrom(null, 'a@x.example'),
  phone_number: fc.constantFrom(null, '+919876543210'),
  app_id: fc.constantFrom(null, 'IN.1'),
  attributes,
  unsubscribed: perChannel(fc.constant(1767225600)),
  suppressed: perChannel(fc.constant('bounced')),
  last_active_at: fc.option(time),
  created_at: time,
  lists: fc.subarray(LISTS),
  consents: fc.array(
    fc.record({
      channel: fc.constantFrom(...pricedChannels),
      status: fc.constantFrom('granted', 'revoked'),
      scope: fc.constantFrom('all', 'marketing'),
    }),
    { maxLength: 3 },
  ),
})
const { seed } = fc.readConfigureGlobal() as { seed: number }
const contacts = fc.sample(contact, { numRuns: casesOf(300), seed }).map((one) => ({
  ...one,
  id: `${firstUuidAt(one.created_at).slice(0, 24)}${newUuid().slice(24)}`,
}))
type StoredContact = (typeof contacts)[number]

// --- The second implementation --------------------------------------------------------------------------------------

function matches(filter: Filter, one: StoredContact): boolean {
  if ('all' in filter) return filter.all.every((inner) => matches(inner, one))
  if ('any' in filter) return filter.any.some((inner) => matches(inner, one))
  if ('not' in filter) return !matches(filter.not, one)
  if ('attribute' in filter) return matchesAttribute(filter, one.attributes)
  if ('list_id' in filter) return one.lists.includes(filter.list_id)
  if ('reachable' in filter) {
    const fields = channelDescriptions[filter.reachable].addressFields
    const isStopped = filter.reachable in one.unsubscribed || filter.reachable in one.suppressed
    return addressFields.some((field) => fields.includes(field) && one[field] !== null) && !isStopped
  }
  if ('consent' in filter) {
    const isGranted = one.consents.some(
      ({ channel, status, scope }) => channel === filter.consent && status === 'granted' && scope === 'all',
    )
    return isGranted && !(filter.consent in one.unsubscribed)
  }
  return 'created_at' in filter
    ? isWithin(filter.created_at, one.created_at)
    : one.last_active_at !== null && isWithin(filter.last_active_at, one.last_active_at)
}

function isWithin(period: Period, at: Date): boolean {
  const { from, to } = boundsOf(period, NOW)
  return (from === null || at >= from) && (to === null || at < to)
}

function matchesAttribute(condition: AttributeCondition, stored: Attributes): boolean {
  const { attribute } = condition
  const found = Object.hasOwn(stored, attribute) ? (stored[attribute] ?? null) : null
  const text = found === null ? null : foldCase(textOfValue(found))
  if ('exists' in condition) return (text !== null) === condition.exists
  if ('is' in condition) return text === foldCase(textOfValue(condition.is))
  if ('is_not' in condition) return text !== foldCase(textOfValue(condition.is_not))
  if ('contains' in condition) return text?.includes(foldCase(condition.contains)) ?? false
  const isBefore = 'before' in condition
  const operand = isBefore ? condition.before : condition.after
  const isNumeric = numberOf(operand) !== null
  const read = (one: typeof found) =>
    one === null ? null : isNumeric ? numberOf(one) : typeof one === 'string' ? timeOf(one) : null
  const [left, right] = [read(found), isNumeric ? numberOf(operand) : timeOf(String(operand))]
  if (left === null || right === null) return false
  return isBefore ? left < right : left >= right
}

// --- Filters --------------------------------------------------------------------------------------------------------

const named = fc.constantFrom(...names, 'nothing')
const period = fc.oneof(
  time.map((after) => ({ after: after.toISOString() })),
  time.map((before) => ({ before: before.toISOString() })),
  fc.constantFrom(1, 30, 40).map((within_days) => ({ within_days })),
)
const operand = fc.constantFrom('2024-02-29', '2026-06-15T12:00:00Z', '1900-01-01', 12, '12', 0.1, 1e20)
const condition: fc.Arbitrary<object> = fc.oneof(
  fc.record({ attribute: named, is: fc.constantFrom(...words, ...numbers, true) }),
  fc.record({ attribute: named, is_not: fc.constantFrom(...words, ...numbers, true) }),
  fc.record({ attribute: named, contains: fc.constantFrom('p', 'NE', 'पु', '1', '%', '_') }),
  fc.record({ attribute: named, exists: fc.boolean() }),
  fc.record({ attribute: named, before: operand }),
  fc.record({ attribute: named, after: operand }),
  fc.constantFrom(...LISTS).map((id) => ({ list_id: publicId('list', id) })),
  fc.constantFrom(...pricedChannels).map((reachable) => ({ reachable })),
  fc.constantFrom(...pricedChannels).map((consent) => ({ consent })),
  period.map((created_at) => ({ created_at })),
  period.map((last_active_at) => ({ last_active_at })),
)
const { filter } = fc.letrec<{ filter: object }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    condition,
    fc.array(tie('filter'), { minLength: 1, maxLength: 4 }).map((all) => ({ all })),
    fc.array(tie('filter'), { minLength: 1, maxLength: 4 }).map((any) => ({ any })),
    tie('filter').map((not) => ({ not })),
  ),
}))

await database.transaction(async (tx) => {
  const rows = JSON.stringify(contacts)
  const [first, second] = LISTS
  await tx.run(sql`
    insert into lists (org_id, id, name, created_by, created_at)
    select ${ORGANIZATION}, id, 'L', id, ${NOW} from unnest(${[first, second]}::uuid[]) id`)
  for (const owner of [ORGANIZATION, OTHERS])
    await tx.run(sql`
      insert into contacts (org_id, id, email, phone_number, app_id, attributes, owner_id, unsubscribed, suppressed,
                            last_active_at, created_at)
      select ${owner}::uuid, id, email, phone_number, app_id, attributes, id, unsubscribed, suppressed, last_active_at,
             created_at
        from jsonb_to_recordset(${rows}::jsonb) as g (id uuid, email text, phone_number text, app_id text,
          attributes jsonb, unsubscribed jsonb, suppressed jsonb, last_active_at timestamptz, created_at timestamptz)`)
  await tx.run(sql`
    insert into list_members (org_id, list_id, contact_id, created_at)
    select ${ORGANIZATION}::uuid, l.value::uuid, g.id, ${NOW}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as g (id uuid, lists jsonb), jsonb_array_elements_text(g.lists) l`)
  await tx.run(sql`
    insert into consents (org_id, contact_id, id, channel, status, source, scope, created_at)
    select ${ORGANIZATION}::uuid, g.id, gen_random_uuid(), c ->> 'channel', c ->> 'status', 'api', c ->> 'scope',
           ${NOW}::timestamptz
      from jsonb_to_recordset(${rows}::jsonb) as g (id uuid, consents jsonb), jsonb_array_elements(g.consents) c`)
}, ORGANIZATION)

test('spec 6.42: a filter selects the contacts that it describes, and `not` exactly all others', async () => {
  const everybody = contacts.map(({ id }) => id).toSorted()
  const selected = async (one: Filter) => {
    const rows = await database.transaction(
      (tx) =>
        tx.rows<{ id: string }>(sql`
          select t.id from contacts t
           where t.org_id = ${ORGANIZATION} and ${matchesFilter(ORGANIZATION, one, NOW)} order by t.id`),
      ORGANIZATION,
    )
    return rows.map(({ id }) => id)
  }
  const counted = async (one: Filter) => {
    const count = (tx: Tx) => tx.row<{ count: number }>(countContacts(ORGANIZATION, one, NOW))
    return (await database.transaction(count, ORGANIZATION))?.count
  }
  await fc.assert(
    fc.asyncProperty(filter, async (input) => {
      const read = filterFrom(input)
      const expected = contacts.filter((one) => matches(read, one)).map(({ id }) => id)
      const found = await selected(read)
      assert.deepEqual(found, expected.toSorted())
      assert.equal(await counted(read), expected.length)
      assert.deepEqual([...found, ...(await selected({ not: read }))].toSorted(), everybody)
    }),
    { numRuns: casesOf(60) },
  )
  // Filters of lists only, which are counted without the contacts.
  const [first, second] = LISTS.map((id) => ({ list_id: id })) as [Filter, Filter]
  for (const one of [first, { all: [{ all: [first] }, { not: second }] }, { all: [first, { any: [second, first] }] }])
    assert.equal(await counted(one), contacts.filter((stored) => matches(one, stored)).length)
})
