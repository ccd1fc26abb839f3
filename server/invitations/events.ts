// What invitations tell.

import type { NewEvent } from '#kit/events.ts'
import type { InvitationRow } from './queries.ts'
import { showInvitation } from './schema.ts'

const event =
  (type: string) =>
  (row: InvitationRow, at: Date): NewEvent => ({ type, objectId: row.id, payload: showInvitation(row, at) })

export const invitationCreated = event('invitation.created')
export const invitationAccepted = event('invitation.accepted')
export const invitationRevoked = event('invitation.revoked')
