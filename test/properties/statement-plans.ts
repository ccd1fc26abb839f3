// Every statement of the product uses an index whose range does not grow with the organization, in five states of the
// tables: empty, filled and never analyzed, analyzed, large, and large with nearly everything belonging to the
// organization in the statement. Runs on tables of any size.
// Per file: it closes what it opens behind the file.

import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { fillTables, hasFewValues, LARGE_ORGANIZATION, LARGE_USER, prepareTables } from '../filled-tables.ts'
import { testDatabase } from '../harness.ts'
import { everyStatement, type NamedStatement } from '../statements.ts'
import { BY_DESIGN, BY_KEY, GROWING, NARROW, ONCE_FOR_ALL } from './read-by-design.ts'

interface Node {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Filter?: string
  Plans?: Node[]
}

interface Scan {
  node: Node
  /** From the parent to the root. */
  above: Node[]
}

/** Fragments of other statements, and statements that only Citus understands. */
const PARTS = new Set([
  'messaging/campaigns/audience-queries.ts isConsented',
  'messaging/dispatch/due-queries.ts foundOfCampaigns',
  'messaging/dispatch/due-queries.ts foundSingle',
  'messaging/contacts/known-by-queries.ts knownByAddresses',
  'messaging/contacts/known-by-queries.ts suppressionsOfKnown',
  'messaging/messages/answered-queries.ts answered',
  'messaging/messages/error-queries.ts errorDetailsLike',
  'status/database-queries.ts machines',
])
/** Number of rows and keys in one piece of work, such as an import's. */
const KEYS_AT_ONCE = 250

function scansOf(node: Node, above: Node[] = []): Scan[] {
  return [{ node, above }, ...(node.Plans ?? []).flatMap((child) => scansOf(child, [node, ...above]))]
}

/** Nodes that pass on each row immediately. */
const HANDS_ON = /^(LockRows|Nested Loop|Subquery Scan|Result|Append|Merge Append|ModifyTable|Unique|WindowAgg)$/

function endsAtLimit(above: readonly Node[]): boolean {
  const first = above.find((node) => !HANDS_ON.test(node['Node Type']))
  return first?.['Node Type'] === 'Limit'
}

/** What a scan reads that grows with the table; null for a scan that does not grow. */
function growthOf({ node, above }: Scan, partialIndexes: ReadonlySet<string>): string | null {
  const type = node['Node Type']
  const isBitmap = type === 'Bitmap Index Scan'
  const { 'Relation Name': table = '', Filter: filter } = isBitmap ? bitmapHeapOf(above) : node
  if (!GROWING.has(table)) return null
  if (type === 'Seq Scan') return `reads all of ${table}`
  if (!/Index/.test(type)) return null
  const index = node['Index Name'] as string
  if (partialIndexes.has(index) || NARROW.has(index)) return null
  const condition = node['Index Cond'] ?? ''
  const columns = [...condition.matchAll(/(?:\(|AND )+(?:lower\()?"?(\w+)"?\)* (?:=|IS NOT DISTINCT FROM) /g)]
  if (columns.some(([, column]) => !hasFewValues(column as string))) return null
  const isFirstRows = !isBitmap && endsAtLimit(above)
  if (isFirstRows && filter === undefined) return null
  return `${isFirstRows ? 'goes through' : 'reads'} ${index} by ${condition || 'nothing'}${filter ? `, looking for ${filter}` : ''}`
}

const bitmapHeapOf = (above: readonly Node[]): Node =>
  above.find((node) => node['Node Type'] === 'Bitmap Heap Scan') as Node

const client = new pg.Client(await testDatabase())
await client.connect()
after(() => client.end())
await prepareTables(client)
const statements = (await everyStatement()).filter(({ name }) => !PARTS.has(name))
const { rows } = await client.query<{ name: string }>(
  'select indexrelid::regclass::text as name from pg_index where indpred is not null',
)
const partialIndexes = new Set(rows.map(({ name }) => name))

async function planOf(text: string): Promise<Node> {
  const { rows: plans } = await client.query(`explain (generic_plan, format json) ${text}`)
  return plans[0]['QUERY PLAN'][0].Plan
}

/** The plan for the large organization, with as many keys as one piece of work. */
async function planOfLarge(text: string): Promise<Node> {
  await client.query(`prepare one as ${text}`)
  try {
    const { rows: prepared } = await client.query<{ type: string; position: number }>(
      `select type, position::int from pg_prepared_statements
         cross join unnest(parameter_types::text[]) with ordinality as p (type, position) where name = 'one'`,
    )
    const values = prepared.map(({ type, position }) =>
      new RegExp(`org_id = \\$${position}\\b|\\$${position}::uuid as org_id`).test(text)
        ? `'${LARGE_ORGANIZATION}'::uuid`
        : valueOf(type),
    )
    const given = values.length === 0 ? '' : `(${values.join(', ')})`
    const { rows: plans } = await client.query(`explain (format json) execute one${given}`)
    return plans[0]['QUERY PLAN'][0].Plan
  } finally {
    await client.query('deallocate one')
  }
}

const key = (n: number) => `11a219b5-78d9-7620-8234-63de67${String(100_000 + n)}`
const keysOf = (of: (n: number) => unknown) => `'{${Array.from({ length: KEYS_AT_ONCE }, (_, n) => of(n)).join(',')}}'`

function valueOf(type: string): string {
  if (type === 'uuid') return `'${LARGE_USER}'::uuid`
  if (type === 'uuid[]') return `${keysOf(key)}::uuid[]`
  if (type === 'text[]') return `${keysOf((n) => `word${n}`)}::text[]`
  if (/^(integer|bigint|smallint|numeric)\[\]$/.test(type)) return `${keysOf((n) => n)}::${type}`
  if (/^(integer|bigint|smallint|numeric|real|double precision)$/.test(type)) return `10::${type}`
  if (/^(timestamp|date)/.test(type) && !type.endsWith(']')) return `(now() - interval '2 hours')::${type}`
  if (type === 'boolean') return 'true'
  if (type === 'text') return "'email'"
  if (type === 'jsonb') return "'[]'::jsonb"
  return type.endsWith('[]') ? `'{}'::${type}` : `null::${type}`
}

/** PostgreSQL refuses a value before planning, because it evaluates constant expressions. */
const isRefusedValue = (error: unknown) => /^(22|42846)/.test((error as { code?: string }).code ?? '')

const switched = (to: 'on' | 'off') =>
  ['seqscan', 'hashjoin', 'mergejoin'].map((way) => `set enable_${way} = ${to}`).join('; ')
const PLAN_BY_KEY = switched('off')
const PLAN_AS_USUAL = switched('on')
const isOfGrowing = new RegExp(`\\b(${[...GROWING].join('|')})\\b`)

const isJudged = ({ name, text }: NamedStatement) => !BY_DESIGN.has(name) && isOfGrowing.test(text)

async function growing(plan: (text: string) => Promise<Node | null>): Promise<string[]> {
  const found: string[] = []
  for (const { name, text } of statements.filter(isJudged)) {
    if (plan === planOfLargeIfAccepted && ONCE_FOR_ALL.has(name)) continue
    await client.query(BY_KEY.has(name) ? PLAN_BY_KEY : PLAN_AS_USUAL)
    const node = await plan(text)
    if (node === null) continue
    const growths = scansOf(node).map((scan) => growthOf(scan, partialIndexes))
    const first = growths.find((growth) => growth !== null)
    if (first) found.push(`${name} ${first}`)
  }
  return [...new Set(found)]
}

const planOfLargeIfAccepted = (text: string) =>
  planOfLarge(text).catch((error: unknown) => {
    if (isRefusedValue(error)) return null
    throw error
  })

export interface Tables {
  /** Number of rows in each table. */
  countOf(table: string): number
  /** Factor by which PostgreSQL's row estimates are raised; 1 where the tables are large themselves. */
  scale: number
}

/**
 * PostgreSQL rightly scans small tables completely. So the states "never analyzed" and "analyzed" are judged only where
 * the tables are large; and the program renews a plan made for a small table after some seconds
 * (kit/database/transaction-pool.ts, reader.ts, dispatch/round.ts).
 */
export function testStatementPlans({ countOf, scale }: Tables): void {
  const areLarge = scale === 1
  const judge = async (plan: (text: string) => Promise<Node | null>) => assert.deepEqual(await growing(plan), [])

  test('every statement of the product can be planned', async () => {
    assert.ok(statements.length > 1000, `${statements.length} statements`)
    const names = new Set(statements.map(({ name }) => name))
    for (const name of BY_DESIGN.keys()) assert.ok(names.has(name), `there is no ${name}`)
    // The others are planned by the tests below.
    for (const { name, text } of statements.filter((one) => areLarge || !isJudged(one)))
      await planOf(text).catch((error: Error) => assert.fail(`${name}: ${error.message}: ${text}`))
  })

  test('no statement reads what grows with the organization, on tables that were never analyzed', async () => {
    await fillTables(client, countOf)
    if (areLarge) await judge(planOf)
  })

  test('no statement reads what grows with the organization, on large tables that were analyzed', async () => {
    await client.query('analyze')
    await client.query(
      `update pg_class set reltuples = reltuples * $1 where relnamespace = 'public'::regnamespace and reltuples > 0`,
      [scale],
    )
    await judge(planOf)
  })

  test('an import by email finds the contacts of each address by their index, among very many (spec 6.25)', async () => {
    const { text } = statements.find(
      ({ name }) => name === 'messaging/contacts/bulk-queries.ts holdKnown',
    ) as NamedStatement
    const scans = scansOf(await planOfLarge(text)).map(({ node }) => node)
    const indexes = scans.filter((node) => node['Relation Name'] === 'contacts').map((node) => node['Index Name'])
    for (const index of ['contacts_by_email', 'contacts_by_phone', 'contacts_by_app'])
      assert.ok(indexes.includes(index))
  })

  test('no statement about an organization that has nearly everything reads all of it, whatever it looks for', async () => {
    await client.query('set plan_cache_mode = force_custom_plan')
    await judge(planOfLargeIfAccepted)
  })
}
