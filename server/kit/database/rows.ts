// Rows handed to a statement, as a table that it can read:
//
//   sql`insert into contacts (org_id, id, display_name)
//       select ${organizationId}, id, name from ${rowsOf('given', contacts, {
//         id: ['uuid', (one) => one.id],
//         name: ['text', (one) => one.displayName],
//       })}`
//
// becomes `… from unnest($2::uuid[], $3::text[]) as given (id, name)`. A column is its name, its type and where its
// values come from, in one line: none can be of another length, without values, or in the place of its neighbour. The
// text is the same however many rows there are, so it stays one prepared statement.

import { plainArray, type Statement, sql } from './sql.ts'

/** Types of column values. `null` is allowed for each. */
interface Values {
  uuid: string
  int4: number
  int8: bigint
  bool: boolean
  timestamptz: Date
  bytea: Buffer
  /** Arbitrary user text. */
  text: string
  /** Our own text that needs no quoting: a value of a closed list, such as a channel or a status. Never user text. */
  word: string
}
type Type = keyof Values

/** The second argument is the index of the row. */
export type Column<Row> = {
  [Name in Type]: readonly [type: Name, valueOf: (row: Row, index: number) => Values[Name] | null]
}[Type]

/** Types that pg must format. Texts are quoted here; all others are written plainly. */
const BY_PG: readonly Type[] = ['timestamptz', 'bytea']

/** Templates by table and columns: `sql` caches a text by its template object. */
const templates = new Map<string, TemplateStringsArray>()
const NAME = /^[a-z][a-z_]*$/

/** Rows under this name, with a value for every column. */
export function rowsOf<Row>(
  name: string,
  rows: readonly Row[],
  columns: Readonly<Record<string, Column<Row>>>,
): Statement {
  const entries = Object.entries(columns)
  const values = entries.map(([, [type, valueOf]]) => {
    const read: (row: Row, index: number) => Values[Type] | null = valueOf
    const all = rows.map(read)
    if (type === 'text') return quotedArray(all as (string | null)[])
    return BY_PG.includes(type) ? all : plainArray(all as (string | number | bigint | boolean | null)[])
  })
  const key = entries.reduce((sum, [column, [type]]) => `${sum} ${column} ${type}`, name)
  let template = templates.get(key)
  if (!template) {
    template = templateOf(
      name,
      entries.map(([column, [type]]) => [column, type]),
    )
    templates.set(key, template)
  }
  return sql(template, ...values)
}

/** An array of arbitrary texts in PostgreSQL's text format. Most have nothing to escape. */
function quotedArray(values: readonly (string | null)[]): string {
  return `{${values.map((value) => (typeof value === 'string' ? `"${escaped(value)}"` : 'NULL')).join(',')}}`
}

const escaped = (text: string): string =>
  text.includes('"') || text.includes('\\') ? text.replace(/["\\]/g, '\\$&') : text

/** `unnest($1::uuid[], $2::text[]) as given (id, name)`, with a gap in place of each value. */
function templateOf(name: string, columns: readonly [string, Type][]): TemplateStringsArray {
  const names = columns.map(([column]) => column)
  const unfit = [name, ...names].find((one) => !NAME.test(one))
  if (unfit !== undefined) throw new Error(`not a name of rows or of a column: ${unfit}`)
  if (columns.length === 0) throw new Error(`the rows ${name} have no column`)
  const casts = columns.map(([, type]) => `::${type === 'word' ? 'text' : type}[]`)
  const last = `${casts.pop()}) as ${name} (${names.join(', ')})`
  const pieces = ['unnest(', ...casts.map((cast) => `${cast}, `), last]
  return Object.assign(pieces, { raw: pieces })
}
