// Events of invitations.

import { declareEvents } from '#events/declaration.ts'
import type { InvitationRow } from './queries.ts'
import { Invitation } from './schema.ts'
import { showInvitation } from './show.ts'

export const invitationEvents = declareEvents(
  { object: 'invite', readers: { permission: 'users.manage' } },
  {
    'invitation.created': { description: 'An invitation was created.', payload: Invitation },
    'invitation.accepted': {
      description: 'An invitation was accepted, and the person became a member.',
      payload: Invitation,
    },
    'invitation.revoked': {
      description: 'An invitation was revoked, or replaced by a new one.',
      payload: Invitation,
    },
  },
)

const changed = (type: keyof typeof invitationEvents.declarations) => (row: InvitationRow, at: Date) =>
  invitationEvents.event(type, row.id, showInvitation(row, at))

export const invitationCreated = changed('invitation.created')
export const invitationAccepted = changed('invitation.accepted')
export const invitationRevoked = changed('invitation.revoked')
