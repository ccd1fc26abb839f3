// Changing a person's email address: requires a session, a recent authentication, and access to the new mailbox. The
// previous mailbox can undo it for a week, so that a stolen session cannot take over an account.

import type { App } from '#kit/app.ts'
import { hashSecret, newSecret } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import { sqlState } from '#kit/database/errors.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { invalid, refusal, SlowDown } from '#kit/refusals.ts'
import * as factors from '#people/factors/actions.ts'
import * as users from '#people/identity/actions.ts'
import { type Caller, hashInTurn } from '#people/identity/sign-in.ts'
import * as letters from '#people/letters/actions.ts'
import * as members from '#people/members/actions.ts'
import * as resets from '#people/password-resets/actions.ts'
import * as sessions from '#people/sessions/actions.ts'
import type { ChangeRow } from './queries.ts'
import * as queries from './queries.ts'
import { CHANGES_OF_A_PERSON_MAX, CONFIRM_MS, UNDO_MS } from './rules.ts'

const UNIQUE_VIOLATED = '23505'

export const pendingOf = async (tx: Tx, userId: Uuid, at: Date): Promise<ChangeRow | null> =>
  (await tx.row<ChangeRow>(queries.pending(userId, at))) ?? null

/** Does not reveal whether the new address is taken: only the mail to it does. */
export async function request(app: App, session: sessions.Session, typed: string): Promise<void> {
  const { database, clock } = app
  const { userId, organizationId } = session
  const email = users.checkedEmail(typed)
  await database.transaction(async (tx) => {
    const at = clock()
    await users.lockPerson(tx, userId)
    const person = await users.personById(tx, userId)
    if (!person) throw sessions.notSignedIn()
    if (person.email.toLowerCase() === email) throw invalid('email', 'email_unchanged')
    const since = new Date(at.getTime() - CONFIRM_MS)
    const counted = await tx.row<{ asked: bigint }>(queries.countSince(userId, since))
    if ((counted?.asked ?? 0n) >= CHANGES_OF_A_PERSON_MAX)
      throw new SlowDown(reasonOf('too_many_address_changes', { max: CHANGES_OF_A_PERSON_MAX }), CONFIRM_MS / 1000)
    await tx.run(queries.endPending(userId, at))
    const id = newUuid(at.getTime())
    const { email: oldEmail, email_proven_at: oldProvenAt } = person
    const overAt = new Date(at.getTime() + CONFIRM_MS)
    await tx.run(queries.insert({ id, userId, oldEmail, oldProvenAt, newEmail: email, overAt }, at))
    const holder = await users.personAt(tx, email)
    const details = { change_id: id }
    await letters.write(tx, userId, 'address_asked', details, at)
    await (holder
      ? letters.write(tx, holder.id, 'address_taken', {}, at)
      : letters.write(tx, userId, 'address_confirm', details, at))
  }, organizationId)
  app.wake('letters')
}

/** Cancels the pending change, if any. */
export async function takeBack(app: App, { userId, organizationId }: sessions.Session): Promise<void> {
  await app.database.transaction((tx) => tx.run(queries.endPending(userId, app.clock())), organizationId)
}

const noLink = () => refusal('not_found', 'address_link_over')

const taken = () => refusal('already_exists', 'address_taken')

/** Of two concurrent changes to one address, one is refused. */
const unlessTaken = <T>(work: Promise<T>): Promise<T> =>
  work.catch((error: unknown) => {
    throw sqlState((error as Error | undefined)?.cause ?? error) === UNIQUE_VIOLATED ? taken() : error
  })

/**
 * In a session of the account's owner only: a link that was mailed to a wrong address has no effect in another session.
 */
export async function confirm(app: App, session: sessions.Session, token: string): Promise<void> {
  const { database, clock } = app
  const { userId, organizationId } = session
  const doer = { userId, tokenId: null }
  await unlessTaken(
    database.transaction(async (tx) => {
      const at = clock()
      await users.lockPerson(tx, userId)
      const overAt = new Date(at.getTime() + UNDO_MS)
      const change = await tx.row<ChangeRow>(queries.confirm(userId, hashSecret(token), at, overAt))
      const person = change && (await users.personById(tx, userId))
      if (!person || person.email !== change.old_email) throw noLink()
      const { id, old_email: before, new_email: after, is_real: isReal } = change
      if (!(await users.changeAddress(tx, userId, after, isReal ? at : null))) throw taken()
      await resets.voidLinks(tx, userId, at)
      await sessions.endOthers(tx, session, at)
      await members.noteAddress(tx, doer, 'address.changed', { before, after }, at)
      await letters.write(tx, userId, 'address_changed', { change_id: id }, at)
    }, organizationId),
  )
  app.wake('letters')
}

/**
 * By the owner of the previous mailbox. Whoever changed the address may know the password and may have added tokens and
 * factors: everything newer than the change is revoked, and so are the password, all sessions and all tokens.
 */
export async function undo(app: App, caller: Caller, token: string): Promise<void> {
  const { database, clock } = app
  const undoHash = hashSecret(token)
  // Before the hash is computed, so that invented tokens cost no hash.
  if (!(await database.reads.row(queries.undoable(undoHash, clock())))) throw noLink()
  const passwordHash = await hashInTurn(caller, newSecret('session'))
  await unlessTaken(
    database.transaction(async (tx) => {
      const at = clock()
      const found = await tx.row<ChangeRow>(queries.undoable(undoHash, at))
      if (!found) throw noLink()
      await users.lockPerson(tx, found.user_id)
      const change = await tx.row<ChangeRow>(queries.undo(undoHash, at))
      const person = change && (await users.personById(tx, change.user_id))
      if (!person) throw noLink()
      const { user_id: userId, old_email: after, old_proven_at: provenAt, created_at: since } = change
      const doer = { userId, tokenId: null }
      if (!(await users.changeAddress(tx, userId, after, provenAt))) throw taken()
      await tx.run(queries.endAll(userId, at))
      await resets.voidLinks(tx, userId, at)
      await members.replacePassword(tx, doer, userId, passwordHash, at)
      await factors.removeSince(tx, userId, since, at)
      await members.noteAddress(tx, doer, 'address.restored', { before: person.email, after }, at)
    }),
  )
}
