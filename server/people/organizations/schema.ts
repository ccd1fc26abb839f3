// API schemas of organizations.

import { pageQuery } from '#edge/paging.ts'
import { EMAIL_MAX } from '#kit/email-address.ts'
import { In, Out, type Static, Type } from '#kit/wire.ts'

export const organizationFields = {
  id: Out.id('org'),
  name: Type.String(),
  enterprise_eligible_since: Out.nullable(
    Type.Integer({
      description:
        'When a month first reached 100,000 emails or 50,000 app messages, the volume for enterprise pricing, in Unix seconds. Null before that.',
    }),
  ),
  suspended_at: Out.nullable(
    Type.Integer({
      description:
        'When the operator suspended the organization, in Unix seconds; null if it is not suspended. While suspended, sending and recharging return `organization_suspended`, queued messages wait, and reading still works.',
    }),
  ),
  suspension_reason: Out.nullable(
    Type.String({ description: "The operator's reason for the suspension. Null if not suspended." }),
  ),
  created_at: Out.time(),
}

export const Organization = Type.Object(organizationFields, { $id: 'Organization' })

const REASON_MAX = 500
export const Suspension = In.object({ reason: In.line(REASON_MAX) })

export const OrganizationChange = In.object({ name: Type.Optional(In.line()) })

export const NewOrganization = In.object({
  name: In.line(),
  owner_email: Type.Optional(In.nullable(In.line(EMAIL_MAX))),
})

export const organizationFilters = { ...pageQuery('org'), enterprise_eligible: Type.Optional(In.flag()) }
export const OrganizationQuery = In.object(organizationFilters)

export type OrganizationChange = Static<typeof OrganizationChange>
export type NewOrganization = Static<typeof NewOrganization>
export type OrganizationQuery = Static<typeof OrganizationQuery>
