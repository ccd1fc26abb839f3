// The audit log: who did what to money, prices, team, tokens and settings. Append-only, and chained by hash, so that
// changed or missing entries are detected. Written in the transaction of the change: an entry exists exactly if the
// change was committed.

import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { EntryRow } from './queries.ts'
import * as queries from './queries.ts'
import type { Action } from './rules.ts'
import type { AuditQuery } from './schema.ts'
import { showEntry } from './show.ts'

/** The chain of entries without an organization, for example about the default price list. */
export const INSTALLATION: Uuid = '00000000-0000-0000-0000-000000000000'

/** The author: a user with a token, the program, or an operator on the machine's command line. */
export type Doer = { userId: Uuid; tokenId: Uuid | null } | 'system' | 'command_line'

export interface Entry {
  action: Action
  /** The public id of the object; null when the action suffices. */
  object: string | null
  /**
   * Further details in the API's format. Never a secret: an entry cannot be erased. Email addresses only when the
   * user's own sign-in address changes.
   */
  details?: Record<string, unknown>
}

/**
 * Appends to the organization's chain at the commit. The end of the chain is the last lock that a transaction takes; a
 * transaction that writes to several chains takes organizations in id order, and the installation's chain last.
 */
export function record(
  tx: Tx,
  { organizationId, at }: Scope,
  doer: Doer,
  { action, object, details = {} }: Entry,
): void {
  const isPerson = typeof doer === 'object'
  tx.onCommit(
    queries.append(organizationId, {
      id: newUuid(at.getTime()),
      at,
      actor: isPerson ? 'user' : doer,
      userId: isPerson ? doer.userId : null,
      tokenId: isPerson ? doer.tokenId : null,
      action,
      object,
      details,
    }),
  )
}

/** Newest first by sequence number: ids and times of several processes may be in another order. */
export async function list(tx: Tx, organizationId: Uuid, query: AuditQuery) {
  checkPage(query)
  let cursor: bigint | undefined
  await checkCursor(query, async (id) => {
    cursor = (await tx.row<EntryRow>(queries.byId(organizationId, id)))?.sequence
    return cursor !== undefined
  })
  return envelope(query, await tx.rows<EntryRow>(queries.list(organizationId, query, cursor)), showEntry)
}
