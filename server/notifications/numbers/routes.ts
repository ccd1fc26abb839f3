// The routes of the number that notices go to: spec 14.120.

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
/** The number belongs to the person, not to one of their tokens. */
const ofPerson = { permission: null, isOfPerson: true } as const
const path = '/v1/notification_number'

export const numberRoutes = (app: App): Route[] => [
  read({
    operationId: 'retrieveNotificationNumber',
    method: 'GET',
    path,
    ...ofPerson,
    tag,
    summary: 'Retrieve the number that your notices go to',
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
    summary: 'Set the number that your notices go to',
    description:
      'It is yours in every organization that you belong to. A code of six digits is sent to it by SMS, at the expense of nobody but the installation; until `verify` has it, no notice goes there, nor to an earlier number. Given again while it is not verified, another code is sent: 5 a day.',
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
    summary: 'Delete the number that your notices go to',
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
    summary: 'Prove the number by the code that was sent to it',
    description: `A code holds for 10 minutes and ${WRONG_CODES_MAX} tries.`,
    body: NumberVerification,
    responses: { 200: NotificationNumber },
    refuses: ['not_found', 'conflict'],
    example: { request: { code: '402913' }, response: examples.verified },
    async handle(idempotency, actor, { body }) {
      const before = await answeredBefore(app.database.reads, actor, idempotency)
      if (before) return before
      // A transaction of its own: a wrong code is counted although it is refused.
      const codeId = await numbers.tryCode(app, actor, ungrouped(body.code))
      return app.database.transaction((tx) => {
        const prove = async () => ok(showNumber(await numbers.verify(tx, actor, codeId)))
        return idempotency ? once(tx, actor, idempotency, prove) : prove()
      }, actor.organizationId)
    },
  }),
]
