// The routes of a user's phone number for notices: spec 14.120.

import { answeredBefore, once } from '#edge/idempotency.ts'
import { direct, noContent, ok, type Route, read, write } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { refusal } from '#kit/refusals.ts'
import { ungrouped } from '#kit/text.ts'
import * as numbers from './actions.ts'
import * as examples from './examples.ts'
import { WRONG_CODES_MAX } from './rules.ts'
import { NewNotificationNumber, NotificationNumber, NumberVerification } from './schema.ts'
import { showNumber } from './show.ts'
import { noticeSmsCarrier } from './sms.ts'

const tag = 'Notifications'
/** The number belongs to the user, not to one of their tokens. */
const ofPerson = { permission: null, isOfPerson: true } as const
const path = '/v1/notification_number'

export const numberRoutes = (app: App): Route[] => [
  read({
    operationId: 'retrieveNotificationNumber',
    method: 'GET',
    path,
    ...ofPerson,
    tag,
    summary: 'Retrieve your notification number',
    responses: { 200: NotificationNumber },
    example: { response: examples.verified },
    handle: async (tx, { userId }) => ok(showNumber(await numbers.find(tx, userId))),
  }),
  write({
    operationId: 'setNotificationNumber',
    method: 'PUT',
    path,
    ...ofPerson,
    tag,
    summary: 'Set your notification number',
    description:
      'Sets the phone number for SMS notifications in all your organizations, and sends a code of six digits to it by SMS, which is not charged to any wallet. No SMS notifications are sent, not even to a previous number, until you verify the code. Setting an unverified number again sends another code, at most 5 per day.',
    body: NewNotificationNumber,
    responses: { 200: NotificationNumber },
    refuses: ['channel_unavailable', 'rate_limited'],
    example: { request: { phone_number: '+919876543210' }, response: examples.asked },
    async handle(tx, actor, { body }) {
      if ((await noticeSmsCarrier(tx, app.settings)) === 'none')
        throw refusal('channel_unavailable', 'notification_sms_not_set_up')
      return ok(showNumber(await numbers.give(tx, actor, body, app.sealer)))
    },
  }),
  write({
    operationId: 'deleteNotificationNumber',
    method: 'DELETE',
    path,
    ...ofPerson,
    tag,
    summary: 'Delete your notification number',
    responses: { 204: null },
    refuses: ['not_found'],
    async handle(tx, { userId }) {
      await numbers.remove(tx, userId)
      return noContent()
    },
  }),
  direct({
    operationId: 'verifyNotificationNumber',
    method: 'POST',
    path: `${path}/verify`,
    ...ofPerson,
    tag,
    summary: 'Verify your notification number',
    description: `Verifies the number with the code sent by SMS. A code is valid for 10 minutes and ${WRONG_CODES_MAX} attempts.`,
    body: NumberVerification,
    responses: { 200: NotificationNumber },
    refuses: ['not_found', 'conflict'],
    example: { request: { code: '402913' }, response: examples.verified },
    async handle(idempotency, actor, { body }) {
      const before = await answeredBefore(app.database.reads, actor, idempotency)
      if (before) return before
      // In its own transaction, so that a wrong code stays counted although the request is refused.
      const codeId = await numbers.tryCode(app, actor, ungrouped(body.code))
      return app.database.transaction((tx) => {
        const prove = async () => ok(showNumber(await numbers.verify(tx, actor, codeId)))
        return idempotency ? once(tx, actor, idempotency, prove) : prove()
      }, actor.organizationId)
    },
  }),
]
