// What conversations tell.

import type { NewEvent } from '#kit/events.ts'
import type { Uuid } from '#kit/ids.ts'
import { publicId } from '#kit/wire.ts'
import type { ConversationRow } from './queries.ts'
import { showConversation } from './schema.ts'

export const conversationCreated = (row: ConversationRow): NewEvent => ({
  type: 'conversation.created',
  objectId: row.id,
  payload: showConversation(row),
})

export const conversationUpdated = (row: ConversationRow): NewEvent => ({
  type: 'conversation.updated',
  objectId: row.id,
  payload: showConversation(row),
})

export const conversationDeleted = (id: Uuid): NewEvent => ({
  type: 'conversation.deleted',
  objectId: id,
  payload: { id: publicId('conv', id) },
})

/** It was handed over to a user who had one with the contact or group already: what was in it is there now. */
export const conversationMerged = (from: Uuid, into: Uuid): NewEvent => ({
  type: 'conversation.deleted',
  objectId: from,
  payload: { id: publicId('conv', from), merged_into: publicId('conv', into) },
})
