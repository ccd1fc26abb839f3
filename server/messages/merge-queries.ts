// SQL of messages whose conversation becomes part of another. The conversations and the wallet are locked.

import type { Uuid } from '#kit/ids.ts'
import { plainArray, type Statement, sql } from '#kit/sql.ts'

/** The next messages of conversations that become part of others, each with the one that it comes to. */
export function nextToMerge(organizationId: Uuid, merged: { from: Uuid; into: Uuid }[], limit: number): Statement {
  return sql`
    select m.id, g.into_id
      from unnest(${plainArray(merged.map(({ from }) => from))}::uuid[], ${plainArray(merged.map(({ into }) => into))}::uuid[]) as g (from_id, into_id)
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
    update messages m set conversation_id = g.into_id from ${intoOf(messages)} where m.org_id = ${organizationId} and m.id = g.id`
}

const intoOf = (messages: Merged[]) => sql`
  unnest(${plainArray(messages.map(({ id }) => id))}::uuid[], ${plainArray(messages.map(({ into_id }) => into_id))}::uuid[]) as g (id, into_id)`
