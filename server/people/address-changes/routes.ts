// Changing one's own address: in a session, and with the mailed links.

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
    summary: 'Retrieve your email address and a pending change',
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
    summary: 'Request a new email address',
    description:
      'The response does not reveal whether the address has an account. Nothing changes until the emailed link is confirmed.',
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
    summary: 'Cancel a pending change',
    responses: { 204: null },
    async handle(session) {
      await changes.takeBack(app, session)
      return noContent()
    },
  }),
  ofOwner(app, {
    method: 'POST',
    path: `${path}/confirm`,
    summary: 'Confirm the new address with the emailed link',
    description: 'Ends your other sessions.',
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
    summary: 'Undo a change of address with the link emailed to the previous address',
    description:
      'Ends all sessions, revokes all tokens, and removes the password and the second factors added since the change.',
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
