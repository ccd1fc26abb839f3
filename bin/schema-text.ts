// A database's schema as text, read from PostgreSQL's catalogs, to compare databases. Running the text on an empty
// database creates the same schema. Unsupported objects are refused, so that none is missing unnoticed.

import type pg from 'pg'

const WIDTH_MAX = 120
/** Maximum number of unsupported objects named in the error. */
const NAMED_MAX = 10
/** Excludes the migration tool's own tables. */
const OURS = "n.nspname = 'public' and c.relname !~ '^schema_migrations'"
const NAMED = 'pg_class c join pg_namespace n on n.oid = c.relnamespace'

/** Sorted by bytes: the database's collation must not affect the text. */
const queries = {
  tables: `
    select c.relname as table, c.reloptions as options, c.relrowsecurity as has_policies, c.relforcerowsecurity as is_forced,
           array(select distinct r.relname::text from pg_constraint f join pg_class r on r.oid = f.confrelid
                  where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as refers_to
      from ${NAMED} where ${OURS} and c.relkind = 'r' order by c.relname collate "C"`,
  columns: `
    select c.relname as table, quote_ident(a.attname) as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as is_required,
           pg_get_expr(d.adbin, d.adrelid, true) as default, a.attgenerated <> '' as is_generated
      from ${NAMED} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
     where ${OURS} and c.relkind = 'r' order by a.attnum`,
  constraints: `
    select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid, true) as definition, k.contype as kind,
           array(select a.attname::text from unnest(k.conkey) with ordinality as key (attnum, place)
                   join pg_attribute a on a.attrelid = c.oid and a.attnum = key.attnum order by place) as columns
      from ${NAMED} join pg_constraint k on k.conrelid = c.oid and k.contype in ('p', 'u', 'x', 'f', 'c')
     where ${OURS} order by array_position('{p,u,x,f,c}', k.contype::text), k.conname collate "C"`,
  indexes: `
    select c.relname as table, pg_get_indexdef(i.indexrelid, 0, true) as definition
      from ${NAMED} join pg_index i on i.indrelid = c.oid join pg_class x on x.oid = i.indexrelid
     where ${OURS} and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
     order by x.relname collate "C"`,
  policies: `
    select p.tablename as table, format('create policy %I on %I as %s for %s to %s', policyname, tablename, permissive, cmd,
                                        array_to_string(roles, ', ')) as definition, qual, with_check
      from pg_policies p where p.schemaname = 'public' order by p.policyname collate "C"`,
  views: `
    select c.relname as name, c.reloptions as options, pg_get_viewdef(c.oid, true) as definition,
           array(select distinct o.relname::text from pg_depend d join pg_rewrite r on r.oid = d.objid join pg_class o on o.oid = d.refobjid
                  where r.ev_class = c.oid and o.relkind = 'v' and o.oid <> c.oid and d.refclassid = 'pg_class'::regclass) as refers_to
      from ${NAMED} where ${OURS} and c.relkind = 'v' order by c.relname collate "C"`,
  functions: `
    select pg_get_functiondef(p.oid) as definition from pg_proc p
     where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p')
     order by p.proname collate "C", pg_get_function_identity_arguments(p.oid) collate "C"`,
  triggers: `
    select pg_get_triggerdef(t.oid, true) as definition from ${NAMED} join pg_trigger t on t.tgrelid = c.oid
     where ${OURS} and not t.tgisinternal order by c.relname collate "C", t.tgname collate "C"`,
  comments: `
    select regexp_replace(o.type, '^(?:table|view) (column|constraint)$', '\\1') as kind, o.identity, quote_literal(d.description) as text
      from pg_description d cross join lateral pg_identify_object(d.classoid, d.objoid, d.objsubid) o
     where o.identity ~ '\\mpublic\\.' order by o.type collate "C", o.identity collate "C"`,
  sequences: `
    select c.relname as name, format_type(s.seqtypid, null) as type,
           s.seqstart = 1 and s.seqincrement = 1 and s.seqcache = 1 and not s.seqcycle as is_plain
      from ${NAMED} join pg_sequence s on s.seqrelid = c.oid where ${OURS} order by c.relname collate "C"`,
  notShown: `
    select format('%s (relation of kind %s)', c.relname, c.relkind) as what
      from ${NAMED} where ${OURS} and c.relkind not in ('r', 'v', 'i', 'c', 'S')
    union all select format('%s (type)', t.typname)
      from pg_type t left join pg_class c on c.oid = t.typrelid
     where t.typnamespace = 'public'::regnamespace and t.typcategory <> 'A' and coalesce(c.relkind, 'c') = 'c'
    union all select format('%s (aggregate or window function)', p.proname)
      from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prokind not in ('f', 'p')
    union all select format('%s (grants, owner apart, inheritance or a tablespace)', c.relname)
      from ${NAMED} where ${OURS} and (c.relacl is not null or c.relispartition or c.reltablespace <> 0
                                       or exists (select from pg_inherits h where h.inhrelid = c.oid))
    union all select format('%s.%s (settings of a column, a collation or an identity)', c.relname, a.attname)
      from ${NAMED} join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
     where ${OURS} and c.relkind = 'r'
       and (a.attoptions::text like '%n_distinct%' or coalesce(a.attstattarget, -1) <> -1 or a.attcompression <> '' or a.attidentity <> ''
            or a.attacl is not null or a.attstorage <> t.typstorage or a.attcollation <> t.typcollation)
    union all select format('%s (rule)', r.rulename)
      from pg_rewrite r join ${NAMED} on c.oid = r.ev_class where ${OURS} and r.rulename <> '_RETURN'
    union all select format('%s (trigger that is not simply on)', t.tgname)
      from ${NAMED} join pg_trigger t on t.tgrelid = c.oid where ${OURS} and not t.tgisinternal and t.tgenabled <> 'O'
    union all select format('%s (statistics)', s.stxname) from pg_statistic_ext s where s.stxnamespace = 'public'::regnamespace
    union all select format('%s (extension)', e.extname) from pg_extension e where e.extnamespace = 'public'::regnamespace
     order by 1`,
}

type Row = Record<string, any>

/** Throws an error that names the object when the database has one that this text does not support. */
export async function schemaText(client: pg.ClientBase): Promise<string> {
  const read = {} as Record<keyof typeof queries, Row[]>
  for (const [name, text] of Object.entries(queries))
    read[name as keyof typeof queries] = (await client.query(text)).rows as Row[]
  const missed = read.notShown.slice(0, NAMED_MAX).map(({ what }) => what)
  missed.push(
    ...read.sequences.filter(({ is_plain }) => !is_plain).map(({ name }) => `${name} (a sequence with options)`),
  )
  if (missed.length > 0) throw new Error(`bin/schema-text.ts does not show this yet: ${missed.join(', ')}.`)

  const of = (rows: Row[], table: Row) => rows.filter((row) => row.table === table.table)
  const tables = behindWhatTheyReferTo(read.tables, 'table').map((table) => [
    createTable(table, of(read.columns, table), of(read.constraints, table)),
    ...of(read.indexes, table).map(({ definition }) => `${wrapped(plain(definition).replace(' using btree ', ' '))};`),
    ...(table.has_policies ? [`alter table ${table.table} enable row level security;`] : []),
    ...(table.is_forced ? [`alter table ${table.table} force row level security;`] : []),
    ...of(read.policies, table).map(createPolicy),
  ])
  return [
    section('Sequences', [read.sequences.map(({ name, type }) => `create sequence ${name} as ${type};`).join('\n')]),
    section(
      'Tables',
      tables.map((lines) => lines.join('\n')),
    ),
    section('Views', behindWhatTheyReferTo(read.views, 'name').map(createView)),
    section(
      'Functions',
      read.functions.map(({ definition }) => createFunction(definition)),
    ),
    section('Triggers', [read.triggers.map(({ definition }) => `${wrapped(plain(definition))};`).join('\n')]),
    section('Comments', [
      read.comments.map(({ kind, identity, text }) => `comment on ${kind} ${plain(identity)} is ${text};`).join('\n'),
    ]),
  ]
    .filter((text) => text !== '')
    .join('\n')
}

function section(name: string, texts: string[]): string {
  const filled = texts.filter((text) => text !== '')
  return filled.length === 0 ? '' : `-- ${name}\n\n${filled.join('\n\n')}\n`
}

function createTable(table: Row, columns: Row[], constraints: Row[]): string {
  const lines = [...columns.map(columnLine), ...constraints.map(constraintLine)]
  return `create table ${table.table} (\n${lines.map((line) => `  ${line}`).join(',\n')}\n)${withOptions(table)};`
}

function columnLine({ name, type, is_required, default: value, is_generated }: Row): string {
  const short =
    value === null ? null : plain(value.endsWith(`'::${type}`) ? value.slice(0, -`::${type}`.length) : value)
  const byDefault = short === null ? '' : is_generated ? ` generated always as (${short}) stored` : ` default ${short}`
  return `${name} ${plain(type)}${is_required ? ' not null' : ''}${byDefault}`
}

/** Omits names that PostgreSQL would generate anyway. */
function constraintLine({ table, name, definition, kind, columns }: Row): string {
  const given: Record<string, string | undefined> = {
    p: `${table}_pkey`,
    u: `${table}_${columns.join('_')}_key`,
    f: `${table}_${columns.join('_')}_fkey`,
    c: columns.length === 1 ? `${table}_${columns[0]}_check` : undefined,
  }
  return wrapped(`${given[kind] === name ? '' : `constraint ${name} `}${plain(definition)}`, '    ')
}

function createPolicy({ definition, qual, with_check }: Row): string {
  const using = qual === null ? '' : ` using (${qual})`
  return `${wrapped(plain(`${definition}${using}${with_check === null ? '' : ` with check (${with_check})`}`))};`
}

function createView(view: Row): string {
  const lines = plainInLines(view.definition)
    .replace(/;\s*$/, '')
    .replace(/^(?=[a-z])/gm, ' ')
    .split('\n')
  return `create view ${view.name}${withOptions(view)} as\n${lines.map((line) => ` ${line}`).join('\n')};`
}

/** The head in our format, the body as written. */
function createFunction(definition: string): string {
  const at = definition.search(/^AS \$/m)
  const head = plain(definition.slice(0, at)).replace('create or replace ', 'create ')
  return `${wrapped(head)}\n${definition.slice(at).replace(/^AS/, 'as').trimEnd()};`
}

const withOptions = ({ options }: Row) =>
  options === null ? '' : ` with (${options.map((option: string) => option.replace('=', ' = ')).join(', ')})`

/** By name, but each after the objects that it refers to. */
function behindWhatTheyReferTo(rows: Row[], key: string): Row[] {
  const placed: Row[] = []
  const place = (row: Row) => {
    if (placed.includes(row)) return
    for (const name of row.refers_to.toSorted()) place(rows.find((other) => other[key] === name) as Row)
    placed.push(row)
  }
  rows.forEach(place)
  return placed
}

const QUOTED = /('(?:[^']|'')*'|"(?:[^"]|"")*")/
/** PostgreSQL's output, and its usual short form. */
const SHORTER: readonly [RegExp, string | ((found: string, list: string) => string)][] = [
  [/('(?:[^']|'')*')::text\b(?!\[)/g, '$1'],
  [/= any \(array\[((?:'[^']*'(?:, )?)+)\]\)/g, (_, list) => `in (${list})`],
  [/\btimestamp with time zone\b/g, 'timestamptz'],
  [/ !~~ /g, ' not like '],
  [/ ~~ /g, ' like '],
  [/\( (?=case\b)/g, '('],
]

/** The text in one line. */
const plain = (text: string) => plainInLines(words(text).join(' '))

/** Normalizes text outside quotes: lower case, without the schema `public`. */
function plainInLines(text: string): string {
  const small = text
    .split(QUOTED)
    .map((piece, index) => (index % 2 === 1 ? piece : piece.toLowerCase().replace(/\bpublic\./g, '')))
    .join('')
  return SHORTER.reduce((shorter, [long, short]) => shorter.replace(long, short as string), small)
}

const words = (text: string): string[] => text.match(/(?:'(?:[^']|'')*'|"(?:[^"]|"")*"|[^\s'"])+/g) ?? []

/** Wraps a line before its last clause, or where the width requires it. */
function wrapped(text: string, indent = '  '): string {
  const room = WIDTH_MAX - indent.length
  if (text.length < room) return text
  const at = text.search(/ (?:where|execute function) /)
  if (at > 0 && at < room && text.length - at < room) return `${text.slice(0, at)}\n${indent}${text.slice(at + 1)}`
  const lines: string[] = []
  let line = ''
  for (const word of words(text)) {
    if (line !== '' && line.length + 1 + word.length >= room) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line].join(`\n${indent}`)
}
