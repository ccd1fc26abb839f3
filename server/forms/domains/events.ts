// The events of form domains.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, publicId, Type } from '#kit/wire.ts'
import type { DomainRow } from './queries.ts'
import { FormDomainEvent } from './schema.ts'
import { showEvent } from './show.ts'

export const domainEvents = declareEvents(
  { object: 'dom', readers: { permission: 'forms.view' } },
  {
    'domain.created': { description: 'A form domain was added. It is not verified yet.', payload: FormDomainEvent },
    'domain.updated': {
      description: 'Another form was chosen for the address of a form domain without a path.',
      payload: FormDomainEvent,
    },
    'domain.verified': {
      description: 'A form domain was verified, or its missing record is there again.',
      payload: FormDomainEvent,
    },
    'domain.proof_missing': {
      description:
        'The DNS record of a verified form domain is missing. It keeps serving forms until `proof_missing_until`.',
      payload: FormDomainEvent,
      readers: { permission: 'domains.manage' },
    },
    'domain.unverified': {
      description:
        'A form domain is no longer verified and serves nothing: its record was missing for too long, or another organization has verified it.',
      payload: FormDomainEvent,
      readers: { permission: 'domains.manage' },
    },
    'domain.deleted': {
      description: 'A form domain was deleted.',
      payload: Type.Object({ id: Out.id('dom') }),
    },
  },
)

export type DomainEventType = Exclude<keyof typeof domainEvents.declarations, 'domain.deleted'>

export const domainChanged = (type: DomainEventType, row: DomainRow) => domainEvents.event(type, row.id, showEvent(row))
export const domainDeleted = (id: Uuid) => domainEvents.event('domain.deleted', id, { id: publicId('dom', id) })
