// SQL of messages whose conversation becomes part of another. The conversations and the wallet are locked.

import { rowsOf } from '#kit/database/rows.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'

/** The next messages of conversations that become part of others, each with the one that it comes to. */
export function nextToMerge(organizationId: Uuid, merged: { from: Uuid; into: Uuid }[], limit: number): Statement {
  return sql`
    select m.id, g.into_id
      from ${rowsOf('g', merged, { from_id: ['uuid', ({ from }) => from], into_id: ['uuid', ({ into }) => into] })}
      join messages m on m.org_id = ${organizationId} and m.conversation_id = g.from_id
     order by m.id limit ${limit}`
}

export interface Merged {
  id: Uuid
  into_id: Uuid
}

export function mergeDeliveries(organizationId: Uuid, messages: Merged[]): Statement {
  return sql`
    update deliveries d set conversation_id = g.into_id from ${intoOf(messages)}
     where d.org_id = ${organizationId} and d.message_id = g.id`
}

export function mergeMessages(organizationId: Uuid, messages: Merged[]): Statement {
  return sql`
    update messages m set conversation_id = g.into_id from ${intoOf(messages)} where m.org_id = ${organizationId}
       and m.id = g.id`
}

const intoOf = (messages: Merged[]) =>
  rowsOf('g', messages, { id: ['uuid', ({ id }) => id], into_id: ['uuid', ({ into_id }) => into_id] })
