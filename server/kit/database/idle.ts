// True when a pooled connection can be handed to another transaction: no open transaction and no query in flight.
// Anything else would mix the work of two owners. Reads fields that pg maintains anyway, at no cost.

import type { Socket } from 'node:net'
import type pg from 'pg'

/** pg's own bookkeeping of a connection. */
interface Bookkeeping {
  /** False while a query is in flight; undefined before the connection is open. */
  readyForQuery?: boolean
  _activeQuery: unknown
  /** Queries sent after the active one. */
  _sentQueryQueue: unknown[]
  /** Queries not sent yet. */
  _queryQueue: unknown[]
  /** As the server reported it last: I is idle, T in a transaction, E in one that failed. */
  _txStatus: string | null
  _queryable: boolean
  _ending: boolean
}

const of = (client: pg.ClientBase) => client as unknown as Bookkeeping

export function isIdle(client: pg.ClientBase): boolean {
  const { readyForQuery, _activeQuery, _sentQueryQueue, _queryQueue, _txStatus } = of(client)
  return (
    readyForQuery === true &&
    _txStatus === 'I' &&
    !_activeQuery &&
    _sentQueryQueue.length === 0 &&
    _queryQueue.length === 0
  )
}

/** True if no query is in flight and a transaction is open, or failed and was not rolled back. */
export function isInTransaction(client: pg.ClientBase): boolean {
  const { readyForQuery, _txStatus } = of(client)
  return readyForQuery === true && _txStatus !== 'I'
}

/** Closes the connection without waiting for its queries: they fail, and the server rolls back. */
export function closeNow(client: pg.ClientBase): void {
  ;(client as unknown as { connection: { stream: Socket } }).connection.stream.destroy()
}

/** True once the connection broke or was closed: the pool replaces it anyway. */
export function isGone(client: pg.ClientBase): boolean {
  const { _queryable, _ending } = of(client)
  return !_queryable || _ending
}

/** True while one query is in flight outside any transaction. */
export function hasOneQueryAlone(client: pg.ClientBase): boolean {
  const { transaction_status, queries_in_flight } = stateOf(client)
  return transaction_status === 'I' && queries_in_flight === 1
}

/** For the log. */
export function stateOf(client: pg.ClientBase): { transaction_status: string | null; queries_in_flight: number } {
  const { _activeQuery, _sentQueryQueue, _queryQueue, _txStatus } = of(client)
  const active = _activeQuery ? 1 : 0
  return { transaction_status: _txStatus, queries_in_flight: active + _sentQueryQueue.length + _queryQueue.length }
}
