// The table of permissions, parsed line by line.

import { table } from './table.ts'
import { formLines } from './table-forms.ts'
import { planLines } from './table-plans.ts'

const [head, ...lines] = `${table}${planLines}${formLines}`.split('\n').filter((line) => line.trim() !== '') as [
  string,
  ...string[],
]

const columns = head.trim().split(/ +/)
/** Callers with a role; the last two columns concern the owner of the resource. */
export const callers = columns.slice(0, -2)

type Seen = '✓' | '404' | '-'

export interface Line {
  /** Such as `GET /v1/audit_log`. */
  route: string
  may: ReadonlySet<string>
  neighbour: Seen
  fellow: Seen
}

export const expected: readonly Line[] = lines.map((line) => {
  const [method, path, ...marks] = line.trim().split(/ +/)
  const [neighbour, fellow] = marks.slice(-2) as [Seen, Seen]
  const isRight =
    marks.length === columns.length &&
    marks.slice(0, -2).every((mark) => mark === '✓' || mark === '·') &&
    marks.slice(-2).every((mark) => ['✓', '404', '-'].includes(mark))
  if (!isRight) throw new Error(`a mark for each of ${columns.length} columns is needed: ${line}`)
  const may = new Set(callers.filter((_, index) => marks[index] === '✓'))
  return { route: `${method} ${path}`, may, neighbour, fellow }
})
