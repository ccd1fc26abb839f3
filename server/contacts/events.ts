// What contacts tell. `conversation_id` is that of the user who made the change, as the API showed it.

import type { NewEvent } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import type { ContactRow } from './queries.ts'
import { showContact } from './schema.ts'

export const contactCreated = (row: ContactRow): NewEvent => ({
  type: 'contact.created',
  objectId: row.id,
  payload: showContact(row),
})

export const contactUpdated = (row: ContactRow): NewEvent => ({
  type: 'contact.updated',
  objectId: row.id,
  payload: showContact(row),
})

export const contactDeleted = (id: Uuid): NewEvent => ({
  type: 'contact.deleted',
  objectId: id,
  payload: { id: publicId('contact', id) },
})

/** By the contact, from a link in a message. */
export const contactUnsubscribed = (row: ContactRow, channel: string): NewEvent => ({
  type: 'contact.unsubscribed',
  objectId: row.id,
  payload: { ...showContact(row), channel },
})
