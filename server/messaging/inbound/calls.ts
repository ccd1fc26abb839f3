// A call in the app is a message without text; its start and end have the same id. spec 7.183.

import { emit } from '#events/actions.ts'
import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { IncomingCall } from '#messaging/channels/arrivals/arrived.ts'
import { messageUpdated } from '#messaging/messages/events.ts'
import type { MessageRow } from '#messaging/messages/queries.ts'
import * as queries from '#messaging/messages/queries.ts'
import { endCall } from './queries.ts'

/** Stores how the call ended; a late start event changes nothing. */
export async function endKnownCall(tx: Tx, { organizationId, at }: Scope, id: Uuid, call: IncomingCall): Promise<void> {
  if (call.status === 'ringing' || !(await tx.row(endCall(organizationId, id, call)))) return
  const [row] = await tx.rows<MessageRow>(queries.byIds(organizationId, [id]))
  if (row) await emit(tx, organizationId, at, [messageUpdated(row)])
}
