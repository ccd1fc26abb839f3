// Routes for sending messages: spec 7.

import { created, direct, ok, type Reply, type Route } from '#edge/route.ts'
import { compileCheck } from '#edge/validation.ts'
import type { App } from '#kit/app.ts'
import { invalidFields, problem, Refusal, refusal } from '#kit/refusals.ts'
import { createLinks, type LinkTo } from '#messaging/attachments/links.ts'
import { createChannelAccess } from '#messaging/channels/accounts/access.ts'
import { message } from '#messaging/messages/examples.ts'
import { Message } from '#messaging/messages/schema.ts'
import * as examples from './examples.ts'
import { messageEstimateRoute } from './message-estimate.ts'
import type { DraftOutcome } from './plan.ts'
import { RECIPIENTS_MAX } from './recipient-limits.ts'
import { BATCH_BODY_BYTES_MAX, Batch, BatchOutcome, NewMessage } from './schema.ts'
import { createContext, createSender } from './send.ts'
import { showAccepted } from './show.ts'

const tag = 'Messages'
const checkDraft = compileCheck(NewMessage)

export const sendingRoutes = (app: App): Route[] => {
  const access = createChannelAccess(app)
  const contextOf = createContext(app, access)
  const sender = createSender(app, access, contextOf)
  const links = createLinks(app)
  // Evaluated per request: with PORT=0 the address is known only when the server listens.
  const docsUrl = () => `${app.settings.publicUrl}/docs`
  return [
    direct({
      operationId: 'sendMessage',
      method: 'POST',
      path: '/v1/messages',
      permission: 'messages.send',
      tag,
      summary: 'Send a message',
      description:
        'Sends a message to the contact of the conversation, or to every member of its group who can be reached; `unreachable` lists the others. An accepted message is charged immediately; 402 if the balance does not cover it. With `template_id`, the content comes from the template, filled with `variables`. With `send_at`, the message is charged now and sent then; deleting it before reverses the charge.',
      body: NewMessage,
      responses: { 201: Message },
      refuses: [
        'insufficient_balance',
        'recipient_unreachable',
        'recipient_unsubscribed',
        'recipient_suppressed',
        'channel_unavailable',
        'session_window_closed',
        'template_unavailable',
        'dlt_template_missing',
        'quiet_hours',
        'not_found',
      ],
      example: { request: examples.draft, response: message },
      handle: (idempotency, actor, { body }) =>
        sender.answer(actor, [body], idempotency, (outcomes) => answerOne(outcomes, links.of(actor.organizationId))),
    }),
    direct({
      operationId: 'sendMessages',
      method: 'POST',
      path: '/v1/messages/batch',
      permission: 'messages.send',
      tag,
      summary: 'Send up to 1,000 messages',
      description: `Sends each message separately and returns a result per item. Messages are accepted in order for as long as the balance covers them. A batch can have at most ${RECIPIENTS_MAX.toLocaleString('en')} recipients in total; items beyond that are refused (\`too_many_recipients\`).`,
      body: Batch,
      bodyBytesMax: BATCH_BODY_BYTES_MAX,
      responses: { 200: BatchOutcome },
      example: { request: { messages: [examples.draft] }, response: { data: [{ status: 201, message }] } },
      async handle(idempotency, actor, { body }) {
        // Copies: validation replaces input by ids, and a request that waits for another one with its key runs this
        // again.
        const items = body.messages.map(copyOf)
        const malformed = items.map(errorsIn)
        const drafts = items.filter((_, index) => malformed[index] === null) as NewMessage[]
        return sender.answer(actor, drafts, idempotency, (outcomes) =>
          answerBatch(malformed, outcomes, { docsUrl: docsUrl(), linkTo: links.of(actor.organizationId) }),
        )
      },
    }),
    messageEstimateRoute(app, contextOf, access),
  ]
}

function answerOne([outcome]: DraftOutcome[], linkTo: LinkTo): Reply {
  if (!outcome || outcome instanceof Refusal) throw outcome
  const shown = showAccepted(outcome.message, outcome.at, linkTo)
  return created(`/v1/messages/${shown.id}`, shown)
}

function copyOf(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item
  const { attachments } = item as { attachments?: unknown }
  return { ...item, ...(Array.isArray(attachments) ? { attachments: [...attachments] } : {}) }
}

function errorsIn(item: unknown): Refusal | null {
  if (typeof item !== 'object' || item === null || Array.isArray(item))
    return refusal('invalid_content', 'item_not_an_object')
  const errors = checkDraft(item as Record<string, unknown>)
  return errors.length === 0 ? null : invalidFields('invalid_content', errors)
}

/** The outcomes in the order of the items; malformed items were not sent. */
function answerBatch(
  malformed: (Refusal | null)[],
  outcomes: DraftOutcome[],
  { docsUrl, linkTo }: { docsUrl: string; linkTo: LinkTo },
): Reply {
  let next = 0
  const data = malformed.map((refused) => {
    const outcome = refused ?? (outcomes[next++] as DraftOutcome)
    if (outcome instanceof Refusal) return { status: outcome.status, error: problem(outcome, docsUrl) }
    return { status: 201, message: showAccepted(outcome.message, outcome.at, linkTo) }
  })
  return ok({ data })
}
