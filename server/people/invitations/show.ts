// Invitations as the API shows them.

import { publicId, type Static, seconds } from '#kit/wire.ts'
import { shownRoleOf } from '#people/members/show.ts'
import type { InvitationRow } from './queries.ts'
import { statusOf } from './rules.ts'
import type { Invitation } from './schema.ts'

export function showInvitation(row: InvitationRow, at: Date): Static<typeof Invitation> {
  return {
    id: publicId('invite', row.id),
    email: row.email,
    role: shownRoleOf(row),
    status: statusOf(row, at),
    created_at: seconds(row.created_at),
    expires_at: seconds(row.expires_at),
  }
}
