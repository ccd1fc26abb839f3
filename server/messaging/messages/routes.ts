// Routes of messages: spec 7.

import { pageQuery } from '#edge/paging.ts'
import { noContent, ok, type Route, read, write } from '#edge/route.ts'
import type { Actor, App } from '#kit/app.ts'
import { In, Out, publicId } from '#kit/wire.ts'
import { type InlinePictureRow, inlinePictures } from '#messaging/attachments/inline-queries.ts'
import { createLinks } from '#messaging/attachments/links.ts'
import { sanitised } from '#messaging/channels/email/reading/sanitised.ts'
import * as messages from './actions.ts'
import * as examples from './examples.ts'
import type { MessageRow } from './queries.ts'
import { list } from './reading.ts'
import { Delivery, Message, MessageChange, MessageForm, MessageQuery, MessageRemoval, NewReaction } from './schema.ts'
import { showMessage } from './show.ts'

const tag = 'Messages'
const ids = { id: { prefix: 'msg', noun: 'message' } } as const

export const messageRoutes = (app: App): Route[] => {
  const links = createLinks(app)
  const shown = (actor: Actor, row: MessageRow) => ok(showMessage(row, links.of(actor.organizationId)))
  return [
    read({
      operationId: 'listMessages',
      method: 'GET',
      path: '/v1/messages',
      permission: 'messages.view',
      tag,
      summary: 'List the messages of a conversation',
      query: MessageQuery,
      responses: { 200: Out.list(Message) },
      example: { response: { has_more: false, data: [examples.message] } },
      handle: async (tx, actor, { query }) => ok(await list(tx, actor, query, links.of(actor.organizationId))),
    }),
    read({
      operationId: 'retrieveMessage',
      method: 'GET',
      path: '/v1/messages/:id',
      ids,
      permission: 'messages.view',
      tag,
      summary: 'Retrieve a message',
      query: MessageForm,
      responses: { 200: Message },
      example: { response: examples.message },
      async handle(tx, actor, { ids, query }) {
        const row = await messages.find(tx, actor, ids.id as string)
        if (query.html !== 'sanitised' || row.html === null) return shown(actor, row)
        const rows = await tx.rows<InlinePictureRow>(inlinePictures(actor.organizationId, row.id))
        const inline = new Map(rows.map(({ id, content_id }) => [content_id, publicId('att', id)]))
        return shown(actor, { ...row, html: await sanitised(row.html, inline) })
      },
    }),
    read({
      operationId: 'listMessageDeliveries',
      method: 'GET',
      path: '/v1/messages/:id/deliveries',
      ids,
      permission: 'messages.view',
      tag,
      summary: 'List the deliveries of a message',
      description: 'Returns one delivery per recipient. Each delivery is sent and charged separately.',
      query: In.object(pageQuery('dlv')),
      responses: { 200: Out.list(Delivery) },
      handle: async (tx, actor, { ids, query }) => ok(await messages.deliveries(tx, actor, ids.id as string, query)),
    }),
    write({
      operationId: 'updateMessage',
      method: 'PUT',
      path: '/v1/messages/:id',
      ids,
      permission: 'messages.manage',
      tag,
      summary: 'Edit a message that has not been sent',
      description:
        '409 as soon as one of its deliveries is being sent. `send_at` reschedules the message; null sends it now. The content of a message from a template cannot be changed.',
      body: MessageChange,
      responses: { 200: Message },
      refuses: ['message_already_sent', 'conflict', 'session_window_closed', 'dlt_template_missing', 'quiet_hours'],
      example: {
        request: { text: 'It leaves tomorrow.' },
        response: { ...examples.message, text: 'It leaves tomorrow.', updated_at: 1767225665 },
      },
      handle: async (tx, actor, { ids, body }) =>
        shown(actor, await messages.change(tx, actor, ids.id as string, body, app.settings)),
    }),
    write({
      operationId: 'deleteMessage',
      method: 'DELETE',
      path: '/v1/messages/:id',
      ids,
      permission: 'messages.manage',
      tag,
      summary: 'Delete a message',
      description:
        'Permanently deletes a message. Deliveries that were not sent are cancelled and their charges reversed. A pinned message is unpinned. With `only=queued`, a message that was sent in the meantime is not deleted, and the request is refused with 409.',
      query: MessageRemoval,
      responses: { 204: null },
      refuses: ['conflict'],
      async handle(tx, actor, { ids, query }) {
        await messages.remove(tx, actor, ids.id as string, query.only)
        return noContent()
      },
    }),
    ...(['POST', 'DELETE'] as const).map((method) =>
      write({
        operationId: method === 'POST' ? 'markMessageRead' : 'markMessageUnread',
        method,
        path: '/v1/messages/:id/read',
        ids,
        permission: 'messages.view',
        tag,
        summary: method === 'POST' ? 'Mark a received message as read' : 'Mark a received message as unread',
        responses: { 200: Message },
        refuses: ['conflict'],
        handle: async (tx, actor, { ids }) =>
          shown(actor, await messages.markRead(tx, actor, ids.id as string, method === 'POST')),
      }),
    ),
    write({
      operationId: 'reactToMessage',
      method: 'POST',
      path: '/v1/messages/:id/reactions',
      ids,
      permission: 'messages.send',
      tag,
      summary: 'React to a message',
      description:
        "On an inbound message of the messaging app, the reaction is sent to the contact, free of charge, within 24 hours of the contact's last message. The app shows only the latest of several reactions. `error` of the reaction states why it could not be sent. On outbound messages and on other channels, the reaction is stored but not sent.",
      body: NewReaction,
      responses: { 200: Message },
      refuses: ['session_window_closed'],
      example: { request: { emoji: '👍' } },
      handle: async (tx, actor, { ids, body }) =>
        shown(actor, await messages.react(tx, actor, ids.id as string, body.emoji)),
    }),
    write({
      operationId: 'removeReaction',
      method: 'DELETE',
      path: '/v1/messages/:id/reactions',
      ids,
      permission: 'messages.send',
      tag,
      summary: 'Remove a reaction',
      description:
        'If the reaction was sent to the contact, it is also removed there, while the 24-hour session is open.',
      query: NewReaction,
      responses: { 200: Message },
      handle: async (tx, actor, { ids, query }) =>
        shown(actor, await messages.unreact(tx, actor, ids.id as string, query.emoji)),
    }),
  ]
}
