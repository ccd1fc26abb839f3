// Fills every table of a database with made-up rows, nearly all of one organization, for tests of plans: sizes and
// distributions matter, contents do not. Checks and foreign keys are dropped; indexes and unique constraints stay.

import { createHash } from 'node:crypto'
import type pg from 'pg'

/** The organization that owns nearly all rows. */
export const LARGE_ORGANIZATION = '01a219b5-78d9-7620-8234-63de672fa6c2'
/** One of the users who have a share of the rows each. */
export const LARGE_USER = createHash('md5').update('user_id1').digest('hex')
const SMALL_ORGANIZATIONS = 40
const FEW = 5
const RARE = 100

/** Columns with few distinct values: an equality on one of them alone selects a share of the table. */
const FEW_VALUES = new Set(
  `org_id channel kind status type direction field format language reason tier month day event_type subscriber user_id
   sender_id owner_id created_by reactor_id requested_by token_id campaign_id price_list_id account_id template_id series
   financial_year gateway action place origin source bucket is_unread is_muted is_pinned`.split(/\s+/),
)
export const hasFewValues = (column: string): boolean => FEW_VALUES.has(column)

/** Tables with one row for each organization. */
const ONCE = new Set(['organizations', 'wallets', 'due_work', 'audit_heads', 'event_heads', 'notice_heads'])
const NOT_FILLED = new Set(['schema_migrations'])

interface Column {
  table: string
  name: string
  type: string
  is_nullable: boolean
}

/** Drops constraints that refuse made-up rows, and keeps PostgreSQL from analyzing tables automatically. */
export async function prepareTables(client: pg.Client): Promise<void> {
  await client.query(`
    do $$ declare one record; begin
      for one in select conrelid::regclass as name, conname from pg_constraint
                  where contype in ('c', 'f') and connamespace = 'public'::regnamespace and conrelid <> 0 loop
        execute format('alter table %s drop constraint %I', one.name, one.conname);
      end loop;
      for one in select oid::regclass as name from pg_class
                  where relkind = 'r' and relnamespace = 'public'::regnamespace loop
        execute format('alter table %s set (autovacuum_enabled = off)', one.name);
        execute format('alter table %s disable trigger user', one.name);
      end loop;
    end $$`)
}

/** `countOf` rows in each table, or as many as its unique constraints allow. */
export async function fillTables(client: pg.Client, countOf: (table: string) => number): Promise<void> {
  const { rows: columns } = await client.query<Column>(`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as is_nullable
      from pg_class c join pg_attribute a on a.attrelid = c.oid
     where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and a.attnum > 0 and not a.attisdropped
     order by c.relname, a.attnum`)
  const rare = await rareValues(client)
  const statements: string[] = []
  for (const [table, own] of Map.groupBy(columns, (column) => column.table)) {
    if (NOT_FILLED.has(table)) continue
    const names = own.map(({ name }) => `"${name}"`).join(', ')
    const values = own.map((column) => valueOf(column, rare.get(`${table}.${column.name}`))).join(', ')
    const rows = `generate_series(1, ${countOf(table)}) n`
    statements.push(`insert into "${table}" (${names}) select ${values} from ${rows} on conflict do nothing`)
  }
  await client.query(statements.join(';\n'))
}

/** Columns in the conditions of partial indexes, with the SQL of the rare value, or `not null`. */
async function rareValues(client: pg.Client): Promise<Map<string, string>> {
  const { rows } = await client.query<{ table: string; predicate: string }>(`
    select indrelid::regclass::text as table, pg_get_expr(indpred, indrelid) as predicate
      from pg_index i join pg_class c on c.oid = i.indrelid
     where indpred is not null and c.relnamespace = 'public'::regnamespace`)
  const rare = new Map<string, string>()
  for (const { table, predicate } of rows) {
    for (const [, name] of predicate.matchAll(/"?(\w+)"? IS NULL/g)) rare.set(`${table}.${name}`, 'null')
    for (const [, name] of predicate.matchAll(/"?(\w+)"? IS NOT NULL/g))
      if (/_at$|_until$|reversal_id|walked_id|group_id|^body$/.test(name as string))
        rare.set(`${table}.${name}`, 'not null')
    for (const [, name, value] of predicate.matchAll(/\((\w+) = '(\w+)'::text\)/g))
      rare.set(`${table}.${name}`, `'${value}'`)
  }
  return rare
}

const uuidFrom = (seed: string, number: string) => `md5('${seed}' || (${number}))::uuid`

function valueOf({ table, name, type, is_nullable }: Column, rare: string | undefined): string {
  if (name === 'org_id' || (table === 'organizations' && name === 'id')) {
    const isLarge = ONCE.has(table) ? 'n = 1' : 'n % 50 > 0'
    const small = ONCE.has(table) ? 'n' : `n / 50 % ${SMALL_ORGANIZATIONS}`
    return `case when ${isLarge} then '${LARGE_ORGANIZATION}'::uuid else ${uuidFrom('small', small)} end`
  }
  const usual = usualOf(name, type)
  if (rare === 'null') return `case when n % ${RARE} > 0 then ${usual} end`
  if (rare === 'not null') return `case when n % ${RARE} = 0 then ${usual} end`
  if (rare !== undefined) return `case when n % ${RARE} = 0 then ${rare} else ${usual} end`
  return is_nullable ? `case when n % 10 > 0 then ${usual} end` : usual
}

function usualOf(name: string, type: string): string {
  const number = hasFewValues(name) ? `n % ${FEW}` : name === 'conversation_id' ? 'n / 20' : 'n'
  if (type === 'uuid') return name === 'id' ? 'uuidv7()' : uuidFrom(name, number)
  if (type.startsWith('timestamp')) {
    // Times of expiry or of due work lie before and after now.
    const minutes = /^(expires|over|due|ends|next|leased|lease)_/.test(name) ? '(n % 1000 - 500)' : 'n'
    return `now() - ${minutes} * interval '1 minute'`
  }
  if (type === 'boolean') return `n % ${RARE} = 0`
  if (type === 'date') return `current_date - n % ${FEW}`
  if (type === 'smallint') return `(n % 1000)::smallint`
  if (type === 'integer' || type === 'bigint') return number
  if (type === 'bytea') return `decode(md5('${name}' || (${number})), 'hex')`
  if (type === 'jsonb' || type === 'json') return `'{}'::${type}`
  if (type === 'tsvector') return "'word'::tsvector"
  if (type === 'uuid[]') return `array[${uuidFrom(name, number)}]`
  if (type.endsWith('[]')) return `'{}'::${type}`
  return `'${name}' || (${number})`
}
