// What organizations tell.

import type { NewEvent } from '#kit/events.ts'
import type { OrganizationRow } from './queries.ts'
import { showOrganization } from './schema.ts'

export const organizationUpdated = (row: OrganizationRow): NewEvent => ({
  type: 'organization.updated',
  objectId: row.id,
  payload: showOrganization(row),
})
