// Changing one's own address: in one's session, and by the links that are mailed.

import { noContent, ok, open, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import { seconds } from '#kit/wire.ts'
import { callerOf, mustBeJson, mustBeOurPage, ofOwner } from '#people/sessions/own-calls.ts'
import * as changes from './actions.ts'
import { AddressLink, AddressWanted, OwnAddress } from './schema.ts'

const path = '/console/session/address'

export const addressChangeRoutes = (app: App): Route[] => [
  ofOwner(app, {
    method: 'GET',
    path,
    summary: 'The address you sign in with, and the one that waits to be confirmed',
    responses: { 200: OwnAddress },
    async handle({ userId, email }) {
      const pending = await changes.pendingOf(app.database.reads, userId, app.clock())
      return ok({
        email,
        pending: pending && { email: pending.new_email, expires_at: seconds(pending.over_at) },
      })
    },
  }),
  ofOwner(app, {
    method: 'POST',
    path,
    summary: 'Ask for another address',
    description: 'The same answer whether or not somebody has it. Nothing changes before the mailed link is confirmed.',
    freshAuthentication: true,
    body: AddressWanted,
    responses: { 202: null },
    async handle(session, { body }) {
      await changes.request(app, session, body.email)
      return { status: 202 }
    },
  }),
  ofOwner(app, {
    method: 'DELETE',
    path,
    summary: 'Take back what was asked for',
    responses: { 204: null },
    async handle(session) {
      await changes.takeBack(app, session)
      return noContent()
    },
  }),
  ofOwner(app, {
    method: 'POST',
    path: `${path}/confirm`,
    summary: 'Confirm the new address by the link that was mailed to it',
    description: 'Your other sessions end.',
    body: AddressLink,
    responses: { 204: null },
    async handle(session, { body }) {
      await changes.confirm(app, session, body.token)
      return noContent()
    },
  }),
  open({
    method: 'POST',
    path: '/console/address/undo',
    tag: 'Console',
    summary: 'Undo a change of address by the link that was mailed to the one before',
    description: 'Sessions, tokens and the password end, and second factors that were added since.',
    takes: ['json'],
    body: AddressLink,
    responses: { 204: null },
    async handle(input) {
      mustBeJson(input.headers)
      mustBeOurPage(app, input.headers)
      await changes.undo(app, callerOf(input), input.body.token)
      return noContent()
    },
  }),
]
