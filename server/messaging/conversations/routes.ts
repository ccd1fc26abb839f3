// Routes to create, change, delete, open and assign conversations. Listing and reading them is in messaging/inbox.

import { created, type GroupedRequest, grouped, noContent, ok, type Reply, type Route, write } from '#edge/route.ts'
import { Refusal } from '#kit/refusals.ts'
import type { Static } from '#kit/wire.ts'
import { colleagueId } from '#people/organizations/examples.ts'
import { changeAcross, startAcross } from './across.ts'
import * as conversations from './actions.ts'
import * as examples from './examples.ts'
import { assign } from './hand-over.ts'
import type { ConversationRow } from './queries.ts'
import { Assignment, Conversation, ConversationChange, NewConversation } from './schema.ts'
import { showConversation } from './show.ts'

const tag = 'Conversations'
const ids = { id: { prefix: 'conv', noun: 'conversation' } } as const

/** Sample requests in the specification use /external for the same resource. */
const also = (path: string) => ({ path, aliases: [path.replace('/v1/', '/external/')] })

const startOf = ({ actor, input: { body } }: GroupedRequest<unknown, Static<typeof NewConversation>>) => ({
  actor,
  input: body,
})

const changeOf = ({ actor, input: { ids, body } }: GroupedRequest<unknown, Static<typeof ConversationChange>>) => ({
  actor,
  id: ids.id as string,
  input: body,
})

function showStarted(outcome: { row: ConversationRow; isNew: boolean } | Refusal): Reply | Refusal {
  if (outcome instanceof Refusal) return outcome
  const shown = showConversation(outcome.row)
  return outcome.isNew ? created(`/v1/conversations/${shown.id}`, shown) : ok(shown)
}

const showChanged = (outcome: ConversationRow | Refusal): Reply | Refusal =>
  outcome instanceof Refusal ? outcome : ok(showConversation(outcome))

export const conversationRoutes = (): Route[] => [
  grouped({
    operationId: 'createConversation',
    method: 'POST',
    ...also('/v1/conversations'),
    permission: 'conversations.manage',
    tag,
    summary: 'Create a conversation',
    description:
      'Returns 201 with a new conversation, or 200 with the one that you already have with the contact or group.',
    body: NewConversation,
    responses: { 200: Conversation, 201: Conversation },
    example: { request: { contact_id: examples.conversation.contact_id }, response: examples.conversation },
    handleAll: async (tx, scope, requests) =>
      (await conversations.start(tx, scope, requests.map(startOf))).map(showStarted),
    handleAcross: async (tx, at, requests) =>
      (await startAcross(tx, at, requests.map(startOf))).map((outcome) => outcome && showStarted(outcome)),
  }),
  grouped({
    operationId: 'updateConversation',
    method: 'PUT',
    ...also('/v1/conversations/:id'),
    ids,
    permission: 'conversations.manage',
    tag,
    summary: 'Update a conversation',
    description:
      'Only your own conversations. Fields that are omitted stay unchanged. A time in `archived_at` archives the conversation, null unarchives it. `pinned_message_id` pins a message, null unpins it.',
    body: ConversationChange,
    responses: { 200: Conversation },
    example: {
      request: { is_pinned: true, archived_at: null },
      response: { ...examples.conversation, is_pinned: true },
    },
    handleAll: async (tx, scope, requests) =>
      (await conversations.change(tx, scope, requests.map(changeOf))).map(showChanged),
    handleAcross: async (tx, at, requests) =>
      (await changeAcross(tx, at, requests.map(changeOf))).map((outcome) => outcome && showChanged(outcome)),
  }),
  write({
    operationId: 'deleteConversation',
    method: 'DELETE',
    ...also('/v1/conversations/:id'),
    ids,
    permission: 'conversations.manage',
    tag,
    summary: 'Delete a conversation',
    description:
      'Permanently deletes the conversation and all its messages. Messages that were not sent are cancelled and their charges reversed; if there are many, this continues in the background. To keep the messages, archive the conversation instead.',
    responses: { 204: null },
    async handle(tx, actor, { ids }) {
      await conversations.remove(tx, actor, ids.id as string)
      return noContent()
    },
  }),
  write({
    operationId: 'openConversation',
    method: 'POST',
    ...also('/v1/conversations/:id/open'),
    ids,
    permission: 'conversations.view',
    tag,
    summary: 'Open a conversation',
    description: 'Sets `last_opened_at` to now.',
    responses: { 200: Conversation },
    example: { response: { ...examples.conversation, last_opened_at: 1767225700 } },
    handle: async (tx, actor, { ids }) => ok(showConversation(await conversations.open(tx, actor, ids.id as string))),
  }),
  write({
    operationId: 'assignConversation',
    method: 'POST',
    ...also('/v1/conversations/:id/assign'),
    ids,
    permission: 'conversations.assign',
    tag,
    summary: 'Assign a conversation to another user',
    description:
      'Assigns one of your own conversations, or with the permission `conversations.view_all` any conversation. The assignee must be a member who can view conversations. If the assignee already has a conversation with the contact or group, this conversation is merged into theirs and its ID is no longer valid.',
    body: Assignment,
    responses: { 200: Conversation },
    example: { request: { user_id: colleagueId }, response: { ...examples.conversation, user_id: colleagueId } },
    handle: async (tx, actor, { ids, body }) =>
      ok(showConversation(await assign(tx, actor, ids.id as string, body.user_id))),
  }),
]
