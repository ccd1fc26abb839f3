// The routes of messages: decisions §4 and §8.

import { pageQuery } from '#edge/paging.ts'
import { created, direct, gone, ok, type Reply, type Route, read, write } from '#edge/route.ts'
import { compileCheck } from '#edge/validation.ts'
import type { App } from '#kit/app.ts'
import { problem, Refusal } from '#kit/refusals.ts'
import { In, Out } from '#kit/wire.ts'
import * as messages from './actions.ts'
import {
  Batch,
  BATCH_BODY_BYTES_MAX,
  BatchOutcome,
  Delivery,
  Draft,
  Message,
  MessageChange,
  MessageQuery,
  NewReaction,
} from './schema.ts'
import type { Outcome } from './decide.ts'
import { RECIPIENTS_MAX } from './recipients.ts'
import { createSender } from './send.ts'
import { showAccepted, showMessage } from './show.ts'

const tag = 'Messages'
const ids = { id: { prefix: 'msg', noun: 'message' } } as const
const checkDraft = compileCheck(Draft)

export const messageRoutes = (app: App): Route[] => {
  const sender = createSender(app)
  // Asked for each time: with PORT=0 the address is known only once the server listens.
  const docsUrl = () => `${app.settings.publicUrl}/docs`
  return [
    direct({
      method: 'POST',
      path: '/v1/messages',
      permission: 'messages.send',
      tag,
      summary: 'Send a message',
      description:
        'To the contact of the conversation, or to every member of its group who can be reached; `unreachable` says who cannot. Accepted, it is charged and will be tried; 402 when the balance does not cover it.',
      body: Draft,
      responses: { 201: Message },
      handle: (idempotency, actor, { body }) => sender.send({ actor, drafts: [body], idempotency, answer: answerOne }),
    }),
    direct({
      method: 'POST',
      path: '/v1/messages/batch',
      permission: 'messages.send',
      tag,
      summary: 'Send up to 1,000 messages',
      description: `Each for itself: accepted in order as far as the balance covers them, with an outcome for every item. All of them together reach at most ${RECIPIENTS_MAX.toLocaleString('en')} recipients; items from where that is passed are refused (\`too_many_recipients\`).`,
      body: Batch,
      bodyBytesMax: BATCH_BODY_BYTES_MAX,
      responses: { 200: BatchOutcome },
      async handle(idempotency, actor, { body }) {
        // Copies: checking puts ids in the place of what came, and a request that waits for the first one with its key comes here again.
        const items = body.messages.map(copyOf)
        const faults = items.map(faultOf)
        const drafts = items.filter((_, index) => faults[index] === null) as Draft[]
        return sender.send({
          actor,
          drafts,
          idempotency,
          answer: (outcomes) => answerBatch(faults, outcomes, docsUrl()),
        })
      },
    }),
    read({
      method: 'GET',
      path: '/v1/messages',
      permission: 'messages.view',
      tag,
      summary: 'List the messages of a conversation',
      query: MessageQuery,
      responses: { 200: Out.list(Message) },
      handle: async (tx, actor, { query }) => ok(await messages.list(tx, actor, query)),
    }),
    read({
      method: 'GET',
      path: '/v1/messages/:id',
      ids,
      permission: 'messages.view',
      tag,
      summary: 'Retrieve a message',
      responses: { 200: Message },
      handle: async (tx, actor, { ids }) => ok(showMessage(await messages.find(tx, actor, ids.id as string))),
    }),
    read({
      method: 'GET',
      path: '/v1/messages/:id/deliveries',
      ids,
      permission: 'messages.view',
      tag,
      summary: 'List the deliveries of a message',
      description: 'One for each recipient: the unit of charge and of dispatch.',
      query: In.object(pageQuery('dlv')),
      responses: { 200: Out.list(Delivery) },
      handle: async (tx, actor, { ids, query }) => ok(await messages.deliveries(tx, actor, ids.id as string, query)),
    }),
    write({
      method: 'PUT',
      path: '/v1/messages/:id',
      ids,
      permission: 'messages.manage',
      tag,
      summary: 'Edit a message that has not left',
      description: '409 once any of its deliveries is on its way.',
      body: MessageChange,
      responses: { 200: Message },
      handle: async (tx, actor, { ids, body }) =>
        ok(showMessage(await messages.change(tx, actor, ids.id as string, body))),
    }),
    write({
      method: 'DELETE',
      path: '/v1/messages/:id',
      ids,
      permission: 'messages.manage',
      tag,
      summary: 'Delete a message',
      description: 'Permanent. What has not left is cancelled and its charge reversed; a pinned message is unpinned.',
      responses: { 204: null },
      async handle(tx, actor, { ids }) {
        await messages.remove(tx, actor, ids.id as string)
        return gone()
      },
    }),
    ...(['POST', 'DELETE'] as const).map((method) =>
      write({
        method,
        path: '/v1/messages/:id/read',
        ids,
        permission: 'messages.view',
        tag,
        summary: method === 'POST' ? 'Mark a received message as read' : 'Mark a received message as unread',
        responses: { 200: Message },
        handle: async (tx, actor, { ids }) =>
          ok(showMessage(await messages.markRead(tx, actor, ids.id as string, method === 'POST'))),
      }),
    ),
    write({
      method: 'POST',
      path: '/v1/messages/:id/reactions',
      ids,
      permission: 'messages.send',
      tag,
      summary: 'React to a message',
      body: NewReaction,
      responses: { 200: Message },
      handle: async (tx, actor, { ids, body }) =>
        ok(showMessage(await messages.react(tx, actor, ids.id as string, body.emoji))),
    }),
    write({
      method: 'DELETE',
      path: '/v1/messages/:id/reactions',
      ids,
      permission: 'messages.send',
      tag,
      summary: 'Take a reaction back',
      query: NewReaction,
      responses: { 200: Message },
      handle: async (tx, actor, { ids, query }) =>
        ok(showMessage(await messages.unreact(tx, actor, ids.id as string, query.emoji))),
    }),
  ]
}

function answerOne([outcome]: Outcome[]): Reply {
  if (!outcome || outcome instanceof Refusal) throw outcome
  const shown = showAccepted(outcome.message, outcome.at)
  return created(`/v1/messages/${shown.id}`, shown)
}

const copyOf = (item: unknown): unknown =>
  typeof item === 'object' && item !== null && !Array.isArray(item) ? { ...item } : item

function faultOf(item: unknown): Refusal | null {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return new Refusal('invalid_content', 'An item must be an object.')
  const errors = checkDraft(item as Record<string, unknown>)
  if (errors.length === 0) return null
  return new Refusal('invalid_content', errors.map(({ field, message }) => `${field} ${message}`).join('; '), errors)
}

/** The outcomes in the order of the items: the faulty ones never went in. */
function answerBatch(faults: (Refusal | null)[], outcomes: Outcome[], docsUrl: string): Reply {
  let next = 0
  const data = faults.map((fault) => {
    const outcome = fault ?? (outcomes[next++] as Outcome)
    if (outcome instanceof Refusal) return { status: outcome.status, error: problem(outcome, docsUrl) }
    return { status: 201, message: showAccepted(outcome.message, outcome.at) }
  })
  return ok({ data })
}
