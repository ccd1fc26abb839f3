// Users: people who sign in. One user can belong to several organizations.

import { hashPassword } from '#kit/crypto.ts'
import type { Tx } from '#kit/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { invalid, SlowDown } from '#kit/refusals.ts'
import * as queries from './queries.ts'
import { attemptKey, FAILED_SIGN_INS_KEPT_MS, PASSWORD_MAX, PASSWORD_MIN, readEmail, waitAfter } from './rules.ts'

export interface NewUser {
  email: string
  displayName: string
  password: string | null
  isOperator: boolean
}

export async function create(tx: Tx, input: NewUser, at: Date): Promise<Uuid> {
  const id = newUuid(at.getTime())
  const passwordHash = input.password === null ? null : await hashPassword(input.password)
  const { email, displayName, isOperator } = input
  await tx.run(queries.insert({ id, email: email.toLowerCase(), displayName, passwordHash, isOperator }, at))
  return id
}

/**
 * The user with this address, who is made if there is none. One who exists stays as they are: neither name nor password is
 * changed, whatever was given, because whoever asks may be another organization.
 */
export async function findOrCreate(tx: Tx, input: NewUser, at: Date): Promise<{ id: Uuid; isNew: boolean }> {
  const email = checkedEmail(input.email)
  const passwordHash = input.password === null ? null : await hashPassword(checkedPassword(input.password))
  const { displayName, isOperator } = input
  const user = { id: newUuid(at.getTime()), email, displayName, passwordHash, isOperator }
  if (await tx.row(queries.insertUnlessTaken(user, at))) return { id: user.id, isNew: true }
  const existing = (await tx.row<{ id: Uuid }>(queries.byEmail(email))) as { id: Uuid }
  return { id: existing.id, isNew: false }
}

export async function findByEmail(tx: Tx, email: string): Promise<Uuid | null> {
  return (await tx.row<{ id: Uuid }>(queries.byEmail(checkedEmail(email))))?.id ?? null
}

export async function rename(tx: Tx, userId: Uuid, displayName: string): Promise<void> {
  await tx.run(queries.rename(userId, displayName))
}

export async function setPassword(tx: Tx, userId: Uuid, password: string): Promise<void> {
  await tx.run(queries.setPassword(userId, await hashPassword(checkedPassword(password))))
}

/** Of the whole installation; only the command line does it. */
export async function makeOperator(tx: Tx, userId: Uuid): Promise<void> {
  await tx.run(queries.makeOperator(userId))
}

/** The stored form of an address; 422 when it is none. */
export function checkedEmail(text: string, field = 'email'): string {
  const email = readEmail(text)
  if (!email) throw invalid(field, 'must be an email address such as asha@company.example')
  return email
}

/** 422 when it is too short; the edge's schema says so first, the command line has none. */
export function checkedPassword(password: string, field = 'password'): string {
  if (password.length < PASSWORD_MIN || password.length > PASSWORD_MAX)
    throw invalid(field, `must have ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`)
  return password
}

/**
 * Counts an attempt to sign in as failed, before the password is looked at, so that many at once are no way around the
 * slow-down. Throws SlowDown while the address waits. `forgiveAttempts` takes it back when the password was right.
 */
export async function countAttempt(tx: Tx, email: string, at: Date): Promise<void> {
  const key = attemptKey(email)
  const row = (await tx.row<queries.AttemptRow>(queries.lockAttempts(key, at))) as queries.AttemptRow
  const leftMs = row.blocked_until === null ? 0 : row.blocked_until.getTime() - at.getTime()
  if (leftMs > 0) {
    const seconds = Math.ceil(leftMs / 1000)
    throw new SlowDown(`Too many failed sign-ins; try again in ${seconds} s.`, seconds)
  }
  const forgottenBefore = new Date(at.getTime() - FAILED_SIGN_INS_KEPT_MS)
  const failed = (row.last_at < forgottenBefore ? 0 : row.failed_in_a_row) + 1
  const waitMs = waitAfter(failed)
  await tx.run(queries.setAttempts(key, failed, waitMs === 0 ? null : new Date(at.getTime() + waitMs), at))
  await tx.run(queries.forgetAttemptsBefore(forgottenBefore))
}

export async function forgiveAttempts(tx: Tx, email: string): Promise<void> {
  await tx.run(queries.forgetAttempts(attemptKey(email)))
}
