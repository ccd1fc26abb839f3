// Resetting a forgotten password requires access to the address's mailbox. The request reveals nothing: neither its
// response nor its duration depends on whether the address is registered.

import { createHmac } from 'node:crypto'
import type { App } from '#kit/app.ts'
import { hashSecret, type Sealer, sameSecret } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { refusal } from '#kit/refusals.ts'
import * as factors from '#people/factors/actions.ts'
import * as users from '#people/identity/actions.ts'
import { soughtEmail } from '#people/identity/rules.ts'
import { type Caller, countAttempt, hashInTurn } from '#people/identity/sign-in.ts'
import * as letters from '#people/letters/actions.ts'
import type { Prepare } from '#people/letters/jobs.ts'
import * as members from '#people/members/actions.ts'
import type { ResetRow } from './queries.ts'
import * as queries from './queries.ts'
import { printOf, RESET_MS, RESETS_OF_A_PERSON_MAX } from './rules.ts'

const NOBODY: Uuid = '00000000-0000-0000-0000-000000000000'

/** Does the same work for an unregistered address, including a mail to nobody. 429 for repeated requests. */
export async function request(app: App, caller: Caller, typed: string): Promise<void> {
  const { database, clock } = app
  const email = soughtEmail(typed)
  await countAttempt(app, caller, `reset ${email}`)
  await database.transaction(async (tx) => {
    const at = clock()
    const person = await users.personAt(tx, email)
    const isKnown = person !== null && person.disabled_at === null
    const since = new Date(at.getTime() - RESET_MS)
    const counted = await tx.row<{ asked: bigint }>(queries.countSince(isKnown ? person.id : NOBODY, since))
    const isTooMuch = (counted?.asked ?? 0n) >= RESETS_OF_A_PERSON_MAX
    const id = newUuid(at.getTime())
    const userId = isKnown && !isTooMuch ? person.id : null
    const passwordPrint = printOf(person?.password_hash ?? null)
    await tx.run(queries.insert({ id, userId, passwordPrint, expiresAt: new Date(at.getTime() + RESET_MS) }, at))
    await letters.write(tx, userId, 'password_reset', { reset_id: id }, at)
  })
  app.wake('letters')
}

/** The link in the mail; a link shown in a sandbox differs from one that is really mailed. */
export const linkOf =
  ({ sealer, settings, clock }: App): Prepare =>
  async (tx, details, isReal) => {
    const id = details.reset_id as Uuid
    const token = tokenOf(sealer, id, isReal)
    if ((await tx.run(queries.keepLink(id, hashSecret(token), isReal, clock()))) === 0) return null
    // In the fragment, which browsers send to no server, so that it appears in no log and no Referer.
    return { url: `${settings.publicUrl}/console/reset#${token}` }
  }

const tokenOf = (sealer: Sealer, id: Uuid, isReal: boolean): string =>
  createHmac('sha256', sealer.keyFor('password reset link'))
    .update(JSON.stringify([id, isReal]))
    .digest('base64url')

const noLink = () => refusal('not_found', 'reset_link_over')

/**
 * Ends all sessions; tokens and second factors stay. If nobody had verified the address and the link was really mailed,
 * the account passes to the mailbox's owner: sessions, tokens and second factors that others set up end.
 */
export async function complete(app: App, caller: Caller, token: string, password: string): Promise<void> {
  const { database, clock } = app
  const tokenHash = hashSecret(token)
  // Before the hash is computed, so that invented tokens cost no hash.
  if (!(await database.reads.row(queries.open(tokenHash, clock())))) throw noLink()
  const passwordHash = await hashInTurn(caller, users.checkedPassword(password))
  await database.transaction(async (tx) => {
    const at = clock()
    const reset = await tx.row<ResetRow>(queries.take(tokenHash, at))
    if (!reset) throw noLink()
    await users.lockPerson(tx, reset.user_id)
    const account = await users.personById(tx, reset.user_id)
    // The password was changed in the meantime, in another way or with another link.
    if (!account || !sameSecret(reset.password_print, printOf(account.password_hash))) throw noLink()
    await (reset.is_real && account.email_proven_at === null
      ? takeOver(tx, account.id, passwordHash, at)
      : members.resetPassword(tx, account.id, passwordHash, at))
    await letters.write(tx, account.id, 'password_changed', {}, at)
  })
  app.wake('letters')
}

async function takeOver(tx: Tx, userId: Uuid, passwordHash: string, at: Date): Promise<void> {
  const doer = { userId, tokenId: null }
  await users.proveAddress(tx, userId, at)
  await members.replacePassword(tx, doer, userId, passwordHash, at)
  await factors.removeAll(tx, userId, doer, at)
}

/** Voids links that were mailed to an address that the person no longer has. */
export async function voidLinks(tx: Tx, userId: Uuid, at: Date): Promise<void> {
  await tx.run(queries.voidAll(userId, at))
}
