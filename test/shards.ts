// Finds statements that Citus cannot route to a single organization's shard: server/kit/database/shards.ts.

import type { Tx } from '#kit/database/database.ts'
import type { Statement } from '#kit/database/sql.ts'
import { tableKinds } from './structure/sources.ts'

const tenant = new Map(
  tableKinds().flatMap(({ name, kind, key }) => (kind === 'by organization' && key !== null ? [[name, key]] : [])),
)
/** Words after a table's name that are not its alias. */
const NO_ALIAS = 'where|set|join|left|cross|inner|on|order|group|limit|for|using|returning|union'
const NAMED = new RegExp(`\\b(?:from|join|update|using)\\s+(\\w+)(?:\\s+(?!(?:${NO_ALIAS})\\b)(\\w+))?`, 'gi')

/** Occurrences of organization tables that are not compared with one organization's id. */
export function notOnShard({ text }: Statement): string[] {
  const named = [...text.matchAll(NAMED)].flatMap(([, table = '', alias = '']) => {
    const key = tenant.get(table)
    return key === undefined ? [] : [{ table, column: alias === '' ? key : `${alias}.${key}` }]
  })
  return [...Map.groupBy(named, ({ column }) => column)].flatMap(([column, tables]) => {
    const compared = text.matchAll(new RegExp(`(?<![\\w.])${column.replace('.', '\\.')}\\s*=\\s*\\$\\d`, 'g'))
    return tables.slice([...compared].length).map(({ table }) => `${table} (${column})`)
  })
}

/** The same transaction, recording its statements. */
export function noting(tx: Tx, statements: Statement[]): Tx {
  const noted = <Rest extends unknown[], Result>(work: (statement: Statement, ...rest: Rest) => Result) => {
    return (statement: Statement, ...rest: Rest): Result => {
      statements.push(statement)
      return work(statement, ...rest)
    }
  }
  return {
    rows: noted(tx.rows.bind(tx)) as Tx['rows'],
    row: noted(tx.row.bind(tx)) as Tx['row'],
    run: noted(tx.run.bind(tx)),
    onCommit: tx.onCommit.bind(tx),
  }
}
