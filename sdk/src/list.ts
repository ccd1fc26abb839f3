// Lists: row by row, or page by page.

import type { Received } from './answer.ts'
import { Promised } from './promised.ts'

/** The start and length of a page of a list. */
export interface PageQuery {
  /** Rows per page, at most 100. Default 10; 100 when iterating over all rows. */
  limit?: number | undefined
  /** Returns the page after the item with this ID. Cannot be combined with `ending_before`. */
  starting_after?: string | undefined
  /** Returns the page before the item with this ID. Cannot be combined with `starting_after`. */
  ending_before?: string | undefined
}

interface Rows<Row> {
  /** True when more rows exist after this page, in the requested direction. */
  has_more: boolean
  data: Row[]
}

/** A page as returned by the API, with methods to load the adjacent ones. */
export type Page<Row, Body extends Rows<Row> = Rows<Row>> = Body & {
  readonly response: Response
  /** The next page; null after the last one. */
  next(): Promise<Page<Row, Body> | null>
  /** The page before this one; null for the first. */
  previous(): Promise<Page<Row, Body> | null>
}

/** Page size for iterating over a list: the maximum, for the fewest requests. */
export const WALK_LIMIT = 100

type Query = Readonly<Record<string, unknown>>
type Ask<Body> = (query: Query) => Promise<Received<Body>>

/**
 * `for await (const row of list)` iterates over all rows; `await list` returns the first page. With `ending_before`,
 * iteration goes towards newer rows.
 */
export class List<Row, Body extends Rows<Row> = Rows<Row>>
  extends Promised<Page<Row, Body>>
  implements AsyncIterable<Row>
{
  readonly #ask: Ask<Body>
  readonly #query: Query
  readonly #walkLimit: number | undefined

  /** `walkLimit`: undefined for a list that is always returned whole, without pages. */
  constructor(ask: Ask<Body>, query: Query, walkLimit?: number) {
    super()
    this.#ask = ask
    this.#query = query
    this.#walkLimit = walkLimit
  }

  protected begin(): Promise<Page<Row, Body>> {
    return this.#page(this.#query)
  }

  /** All pages, from the first one. */
  async *pages(): AsyncGenerator<Page<Row, Body>, void, undefined> {
    const isBackwards = this.#query.ending_before !== undefined
    let page: Page<Row, Body> | null = await this.#page({ ...this.#query, limit: this.#query.limit ?? this.#walkLimit })
    while (page) {
      yield page
      page = await (isBackwards ? page.previous() : page.next())
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Row, void, undefined> {
    const isBackwards = this.#query.ending_before !== undefined
    for await (const { data } of this.pages()) yield* isBackwards ? [...data].reverse() : data
  }

  async #page(query: Query): Promise<Page<Row, Body>> {
    const { data: body, response } = await this.#ask(query)
    const to = (next: Query | null) => (next ? this.#page(next) : Promise.resolve(null))
    return Object.defineProperties(body, {
      response: { value: response },
      next: { value: () => to(queryBehind(query, body)) },
      previous: { value: () => to(queryBefore(query, body)) },
    }) as Page<Row, Body>
  }
}

const idOf = (row: unknown): unknown => (row as { id?: string } | undefined)?.id

function queryBehind({ starting_after: _, ending_before: before, ...query }: Query, page: Rows<unknown>): Query | null {
  const last = idOf(page.data.at(-1))
  // Going backwards, the page was requested from a row after it; going forwards, the page states whether there are
  // more.
  const isMore = before !== undefined || page.has_more
  if (last === undefined || !isMore) return null
  return query.after === undefined ? { ...query, starting_after: last } : { ...query, after: last }
}

function queryBefore(
  { starting_after: after, ending_before: before, ...query }: Query,
  page: Rows<unknown>,
): Query | null {
  const first = idOf(page.data[0])
  const isMore = after !== undefined || (before !== undefined && page.has_more)
  return first === undefined || !isMore || query.after !== undefined ? null : { ...query, ending_before: first }
}
