// Events of conversations.

import { declareEvents } from '#events/declaration.ts'
import type { Uuid } from '#kit/ids.ts'
import { Out, publicId, Type } from '#kit/wire.ts'
import type { ConversationRow } from './queries.ts'
import { Conversation } from './schema.ts'
import { showConversation } from './show.ts'

export const conversationEvents = declareEvents(
  { object: 'conv', readers: { permission: 'conversations.view', ofOthers: 'conversations.view_all' } },
  {
    'conversation.created': { description: 'A conversation was created.', payload: Conversation },
    'conversation.updated': {
      description:
        'A conversation was pinned, muted, archived, opened, read or assigned, or one of its messages was deleted.',
      payload: Conversation,
    },
    'conversation.handed_over': {
      description:
        'A conversation was assigned to another user. Published to the previous assignee, who no longer sees the conversation unless they can view all.',
      payload: Type.Object({ id: Out.id('conv') }),
    },
    'conversation.deleted': {
      description: 'A conversation was deleted, or merged into another conversation.',
      payload: Type.Object({
        id: Out.id('conv'),
        merged_into: Type.Optional({
          ...Out.id('conv'),
          description: 'The conversation that its messages were moved to. Missing if it was deleted.',
        }),
      }),
    },
  },
)

/** The former owner is notified of its removal. */
export type GoneConversation = Pick<ConversationRow, 'id' | 'user_id'>

const audienceOf = ({ id, user_id }: GoneConversation) => ({ conversationId: id, userId: user_id })

export const conversationCreated = (row: ConversationRow) =>
  conversationEvents.event('conversation.created', row.id, showConversation(row), audienceOf(row))

export const conversationUpdated = (row: ConversationRow) =>
  conversationEvents.event('conversation.updated', row.id, showConversation(row), audienceOf(row))

export const conversationDeleted = (gone: GoneConversation) =>
  conversationEvents.event('conversation.deleted', gone.id, { id: publicId('conv', gone.id) }, audienceOf(gone))

/** For the former owner: readers find no existing conversation of theirs in it. */
export const conversationHandedOver = (before: GoneConversation) =>
  conversationEvents.event(
    'conversation.handed_over',
    before.id,
    { id: publicId('conv', before.id) },
    { conversationId: null, userId: before.user_id },
  )

/**
 * Published when its new user already had a conversation with the contact or group, which now contains its messages.
 */
export const conversationMerged = (gone: GoneConversation, into: Uuid) =>
  conversationEvents.event(
    'conversation.deleted',
    gone.id,
    { id: publicId('conv', gone.id), merged_into: publicId('conv', into) },
    audienceOf(gone),
  )
