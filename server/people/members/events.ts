// Events of members: people as users, programs as service users.

import { declareEvents } from '#events/declaration.ts'
import { Out, publicId, Type } from '#kit/wire.ts'
import type { MemberRow } from './queries.ts'
import { ServiceUser, User } from './schema.ts'
import { showServiceUser, showUser } from './show.ts'

const Removed = Type.Object({ id: Out.id('user') })

export const memberEvents = declareEvents(
  { object: 'user', readers: { permission: 'users.view' } },
  {
    'user.added': { description: 'A person became a member.', payload: User },
    'user.updated': { description: 'The role, name or email address of a member changed.', payload: User },
    'user.removed': { description: 'A person was removed from the organization.', payload: Removed },
    'service_user.created': { description: 'A service user was created.', payload: ServiceUser },
    'service_user.updated': { description: 'The role or name of a service user changed.', payload: ServiceUser },
    'service_user.removed': { description: 'A service user was removed.', payload: Removed },
  },
)

export const memberAdded = (row: MemberRow) =>
  row.kind === 'service'
    ? memberEvents.event('service_user.created', row.id, showServiceUser(row))
    : memberEvents.event('user.added', row.id, showUser(row))

export const memberUpdated = (row: MemberRow) =>
  row.kind === 'service'
    ? memberEvents.event('service_user.updated', row.id, showServiceUser(row))
    : memberEvents.event('user.updated', row.id, showUser(row))

export const memberRemoved = (row: MemberRow) =>
  memberEvents.event(row.kind === 'service' ? 'service_user.removed' : 'user.removed', row.id, {
    id: publicId('user', row.id),
  })
