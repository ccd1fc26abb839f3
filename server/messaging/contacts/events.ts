// Events of contacts. `conversation_id` is that of the user who made the change, as the API showed it.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, oneOf, publicId, Type } from '#kit/wire.ts'
import { type PricedChannel, pricedChannels } from '#money/pricing/rules.ts'
import type { ContactRow } from './queries.ts'
import { Contact } from './schema.ts'
import { showContact } from './show.ts'

export const contactEvents = declareEvents(
  {
    object: 'contact',
    readers: { permission: 'contacts.view', own: ['conversation_id'], ofOthers: 'conversations.view_all' },
  },
  {
    'contact.created': { description: 'A contact was created, by a user or by an inbound message.', payload: Contact },
    'contact.updated': { description: 'A contact was changed or got another owner.', payload: Contact },
    'contact.deleted': {
      description: 'A contact was deleted with its conversations, or merged into another contact.',
      payload: Type.Object({
        id: Out.id('contact'),
        merged_into: Type.Optional({
          ...Out.id('contact'),
          description: 'The contact that it was merged into. Missing if it was deleted.',
        }),
      }),
    },
    'contact.unsubscribed': {
      description: 'A contact unsubscribed from a channel with a link in a message.',
      payload: Type.Object({ ...Contact.properties, channel: oneOf(pricedChannels, 'Channel') }),
    },
  },
)

export const contactCreated = (row: ContactRow) => contactEvents.event('contact.created', row.id, showContact(row))
export const contactUpdated = (row: ContactRow) => contactEvents.event('contact.updated', row.id, showContact(row))
export const contactDeleted = (id: Uuid) => contactEvents.event('contact.deleted', id, { id: publicId('contact', id) })
export const contactMerged = (id: Uuid, into: Uuid) =>
  contactEvents.event('contact.deleted', id, { id: publicId('contact', id), merged_into: publicId('contact', into) })
export const contactUnsubscribed = (row: ContactRow, channel: PricedChannel) =>
  contactEvents.event('contact.unsubscribed', row.id, { ...showContact(row), channel })
