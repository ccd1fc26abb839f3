// API schemas of invitations. They never reveal whether an address is registered.

import { pageQuery } from '#edge/paging.ts'
import { EMAIL_MAX } from '#kit/email-address.ts'
import { In, Out, oneOf, type Static, Type } from '#kit/wire.ts'
import { DISPLAY_NAME_MAX, PASSWORD_MAX } from '#people/identity/rules.ts'
import { role } from '#people/members/schema.ts'
import { statuses } from './rules.ts'

export const Invitation = Type.Object(
  {
    id: Out.id('invite'),
    email: Type.String(),
    role: Type.String({ description: 'Name of a built-in role, or ID of a custom role.' }),
    status: oneOf(statuses, 'InvitationStatus'),
    created_at: Out.time(),
    expires_at: Out.time(),
  },
  { $id: 'Invitation' },
)

export const InvitationQuery = In.object(pageQuery('invite'))
export const NewInvitation = In.object({ email: In.line(EMAIL_MAX), role })

/** From the page's form or from a program; which fields are required depends on the address. */
export const Acceptance = In.object({
  display_name: Type.Optional(In.nullable(In.line(DISPLAY_NAME_MAX))),
  password: Type.Optional(In.nullable(In.text(PASSWORD_MAX))),
})

export type InvitationQuery = Static<typeof InvitationQuery>
export type NewInvitation = Static<typeof NewInvitation>
export type Acceptance = Static<typeof Acceptance>
