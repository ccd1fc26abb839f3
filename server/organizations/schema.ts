// The organization as the API takes and shows it.

import { pageQuery } from '#edge/paging.ts'
import { EMAIL_MAX } from '#identity/rules.ts'
import { In, Out, publicId, type Static, seconds, Type } from '#kit/wire.ts'
import type { OrganizationRow } from './queries.ts'

export const Organization = Type.Object(
  {
    id: Out.id('org'),
    name: Type.String(),
    enterprise_eligible_since: Out.nullable(
      Type.Integer({
        description:
          'Unix seconds of when a month first reached 100,000 emails or 50,000 app messages, from which enterprise pricing applies.',
      }),
    ),
    suspended_at: Out.nullable(
      Type.Integer({
        description:
          'Unix seconds of when the operator suspended it: sending and recharging are refused with `organization_suspended`, queued messages wait, reading goes on. Null while it is not.',
      }),
    ),
    created_at: Out.time(),
  },
  { $id: 'Organization' },
)

export const OrganizationChange = In.object({ name: Type.Optional(In.text()) })

export const NewOrganization = In.object({
  name: In.text(),
  owner_email: Type.Optional(In.nullable(In.text(EMAIL_MAX))),
})

export const OrganizationQuery = In.object({ ...pageQuery('org'), enterprise_eligible: Type.Optional(In.flag()) })

export type OrganizationChange = Static<typeof OrganizationChange>
export type NewOrganization = Static<typeof NewOrganization>
export type OrganizationQuery = Static<typeof OrganizationQuery>

export function showOrganization(row: OrganizationRow): Static<typeof Organization> {
  return {
    id: publicId('org', row.id),
    name: row.name,
    enterprise_eligible_since: seconds(row.enterprise_eligible_since),
    suspended_at: seconds(row.suspended_at),
    created_at: seconds(row.created_at),
  }
}
