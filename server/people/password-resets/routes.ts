// Resetting a forgotten password: for our own pages, without a session.

import { noContent, open, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { callerOf, mustBeJson, mustBeOurPage } from '#people/sessions/own-calls.ts'
import * as resets from './actions.ts'
import { NewPassword, ResetRequest } from './schema.ts'

const path = '/console/password_reset'
const tag = 'Console'

export const passwordResetRoutes = (app: App): Route[] => [
  open({
    method: 'POST',
    path,
    tag,
    summary: 'Request a password reset',
    description: 'The response and its timing do not reveal whether the address has an account.',
    takes: ['json'],
    body: ResetRequest,
    responses: { 202: null },
    async handle(input) {
      mustBeJson(input.headers)
      mustBeOurPage(app, input.headers)
      await resets.request(app, callerOf(input), input.body.email)
      return { status: 202 }
    },
  }),
  open({
    method: 'POST',
    path: `${path}/complete`,
    tag,
    summary: 'Set a new password',
    takes: ['json'],
    body: NewPassword,
    responses: { 204: null },
    async handle(input) {
      mustBeJson(input.headers)
      mustBeOurPage(app, input.headers)
      await resets.complete(app, callerOf(input), input.body.token, input.body.password)
      return noContent()
    },
  }),
]
