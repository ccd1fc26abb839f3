// What is done with conversations: beginning, changing, deleting, opening, and handing over. How they are listed and
// read is in messaging/inbox.

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

/** The sample requests of the specification address the same resource under /external. */
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
      'Answers 201 with a new one, or 200 with the one that this user has with the contact or group already.',
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
      'Only your own. Changes what is given and leaves the rest. `archived_at` archives, null restores; `pinned_message_id` pins, null unpins.',
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
      'Permanent: the conversation and all its messages are gone for good. Messages still waiting are cancelled and their charges reversed; where there are very many, little by little, while it is gone already. Archiving is the gentle alternative.',
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
    summary: 'Hand a conversation over to another user',
    description:
      "Of those that you see: your own, and with `conversations.view_all` any. The user must be a member who may see conversations. Where they have one with the contact or group already, the two become one: theirs, with all messages, and this one's id is gone.",
    body: Assignment,
    responses: { 200: Conversation },
    example: { request: { user_id: colleagueId }, response: { ...examples.conversation, user_id: colleagueId } },
    handle: async (tx, actor, { ids, body }) =>
      ok(showConversation(await assign(tx, actor, ids.id as string, body.user_id))),
  }),
]
