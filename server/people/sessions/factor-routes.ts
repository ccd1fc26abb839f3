// A person's own second factors. Adding or removing one requires a recent authentication.

import { noContent, ok, type Reply, type Route } from '#edge/route.ts'
import type { App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { seconds } from '#kit/wire.ts'
import * as factors from '#people/factors/actions.ts'
import * as challenges from '#people/factors/challenges.ts'
import * as passkeys from '#people/factors/passkeys.ts'
import * as users from '#people/identity/actions.ts'
import * as sessions from './actions.ts'
import { ofOwner } from './own-calls.ts'
import {
  AddedPasskey,
  AddedTotp,
  BegunTotp,
  Factors,
  NewPasskey,
  Passkey,
  PasskeyChange,
  PasskeyOptions,
  RecoveryCodes,
  TotpCode,
} from './schema.ts'
import { showFactors, showPasskey } from './show.ts'

const path = '/console/session/factors'
const ids = { id: { prefix: 'pkey', noun: 'passkey' } } as const

export function factorRoutes(app: App): Route[] {
  const { database, sealer, clock } = app

  /** In one transaction, with a mail to the person. */
  async function changing<T>(session: sessions.Session, work: (tx: Tx, at: Date) => Promise<T>): Promise<T> {
    const done = await database.transaction((tx) => work(tx, clock()), session.organizationId)
    app.wake('letters')
    return done
  }

  const accountOf = async ({ userId }: sessions.Session): Promise<users.Account> => {
    const account = await users.personById(database.reads, userId)
    if (!account) throw sessions.notSignedIn()
    return account
  }

  const created = (body: unknown): Reply => ({ status: 201, body })

  return [
    ofOwner(app, {
      method: 'GET',
      path,
      summary: 'List your second factors',
      responses: { 200: Factors },
      handle: async ({ userId }) =>
        ok(showFactors(await factors.factorsOf(database.reads, userId), passkeys.arePasskeysPossible(app))),
    }),
    ofOwner(app, {
      method: 'POST',
      path: `${path}/totp`,
      summary: 'Start adding an authenticator app',
      description:
        'The app becomes a second factor when its first code is confirmed. Starting again invalidates the previous secret.',
      freshAuthentication: true,
      responses: { 200: BegunTotp },
      async handle(session) {
        const account = await accountOf(session)
        return ok(await changing(session, (tx, at) => factors.beginTotp(tx, sealer, account, at)))
      },
    }),
    ofOwner(app, {
      method: 'POST',
      path: `${path}/totp/confirm`,
      summary: 'Confirm the authenticator app with its first code',
      description: 'With the first second factor, the recovery codes are returned, only once.',
      freshAuthentication: true,
      body: TotpCode,
      responses: { 201: AddedTotp },
      async handle(session, { body }) {
        const codes = await changing(session, (tx, at) =>
          factors.confirmTotp(tx, sealer, session.userId, body.code, at),
        )
        return created({ recovery_codes: codes })
      },
    }),
    ofOwner(app, {
      method: 'DELETE',
      path: `${path}/totp`,
      summary: 'Remove the authenticator app',
      freshAuthentication: true,
      responses: { 204: null },
      async handle(session) {
        await changing(session, (tx, at) => factors.removeTotp(tx, session.userId, at))
        return noContent()
      },
    }),
    ofOwner(app, {
      method: 'POST',
      path: `${path}/recovery_codes`,
      summary: 'Create new recovery codes',
      description: 'The previous recovery codes stop working.',
      freshAuthentication: true,
      responses: { 201: RecoveryCodes },
      handle: async (session) =>
        created({ recovery_codes: await changing(session, (tx, at) => factors.makeCodes(tx, session.userId, at)) }),
    }),
    ofOwner(app, {
      method: 'POST',
      path: `${path}/passkeys/options`,
      summary: 'Create options for a new passkey',
      freshAuthentication: true,
      responses: { 200: PasskeyOptions },
      async handle(session) {
        const account = await accountOf(session)
        const own = await passkeys.ofUser(database.reads, account.id)
        const bound = { userId: account.id, sessionId: session.id }
        const { text, nonce, expires } = challenges.give(sealer, 'passkey registration', bound, clock())
        const options = passkeys.creationOptions(app, account, own, nonce)
        return ok({ challenge: text, expires_at: seconds(new Date(expires)), options })
      },
    }),
    ofOwner(app, {
      method: 'POST',
      path: `${path}/passkeys`,
      summary: 'Add a passkey',
      freshAuthentication: true,
      body: NewPasskey,
      responses: { 201: AddedPasskey },
      async handle(session, { body: { challenge: text, name, passkey: credential } }) {
        const { userId, id } = session
        const challenge = challenges.read(sealer, 'passkey registration', text, clock())
        if (challenge.userId !== userId || challenge.sessionId !== id) throw challenges.isOver()
        const row = passkeys.readNew(app, userId, { name, credential, nonce: challenge.nonce }, clock())
        const recovery_codes = await changing(session, async (tx, at) => {
          await challenges.spend(tx, challenge)
          return factors.addPasskey(tx, row, at)
        })
        const passkey = showPasskey({ ...row, created_at: clock(), last_used_at: null })
        return created({ passkey, recovery_codes })
      },
    }),
    ofOwner(app, {
      method: 'PUT',
      path: `${path}/passkeys/:id`,
      ids,
      summary: 'Rename a passkey',
      body: PasskeyChange,
      responses: { 200: Passkey },
      async handle(session, { ids, body }) {
        const work = (tx: Tx, at: Date) => factors.renamePasskey(tx, session.userId, ids.id as Uuid, body.name, at)
        return ok(showPasskey(await changing(session, work)))
      },
    }),
    ofOwner(app, {
      method: 'DELETE',
      path: `${path}/passkeys/:id`,
      ids,
      summary: 'Remove a passkey',
      freshAuthentication: true,
      responses: { 204: null },
      async handle(session, { ids }) {
        await changing(session, (tx, at) => factors.removePasskey(tx, session.userId, ids.id as Uuid, at))
        return noContent()
      },
    }),
  ]
}
