// Users: people, who sign in and can belong to several organizations, and service users, the identities of one
// organization's programs.

import { hashPassword } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { ValidationError } from '#kit/messages/field-errors.ts'
import { invalid, refusal } from '#kit/refusals.ts'
import * as queries from './queries.ts'
import { isTimeZone, PASSWORD_MAX, PASSWORD_MIN, readEmail, soughtEmail } from './rules.ts'

export interface NewUser {
  email: string
  displayName: string
  password: string | null
  isOperator: boolean
}

/**
 * The user with this address, created if missing. An existing user stays unchanged: neither name nor password is
 * updated. For operators only, who vouch for the address.
 */
export async function findOrCreate(tx: Tx, input: NewUser, at: Date): Promise<{ id: Uuid; isNew: boolean }> {
  const email = checkedEmail(input.email)
  const passwordHash = input.password === null ? null : await hashPassword(checkedPassword(input.password))
  const { displayName, isOperator } = input
  const user = { id: newUuid(at.getTime()), email, displayName, passwordHash, isOperator, provenAt: at }
  if (await tx.row(queries.insertUnlessTaken(user, at))) return { id: user.id, isNew: true }
  const existing = (await tx.row<{ id: Uuid }>(queries.byEmail(email))) as { id: Uuid }
  return { id: existing.id, isNew: false }
}

export interface InvitedPerson {
  /** Normalized, as stored. */
  email: string
  displayName: string
  passwordHash: string
  /** When the opened link was really mailed to the address; null when it was only shown in a sandbox. */
  provenAt: Date | null
}

/**
 * Creates a user who accepts an invitation to an unused address; null when somebody took the address in the meantime.
 */
export async function createInvited(tx: Tx, person: InvitedPerson, at: Date): Promise<Uuid | null> {
  const user = { ...person, id: newUuid(at.getTime()), isOperator: false }
  return (await tx.row<{ id: Uuid }>(queries.insertUnlessTaken(user, at)))?.id ?? null
}

export type Person = queries.PersonRow

/** The user with the address, which is given in its stored form. */
export async function personAt(tx: Tx, email: string): Promise<Person | null> {
  return (await tx.row<Person>(queries.person(email))) ?? null
}

/** Like `personAt`, locked until the transaction ends. */
export async function lockPersonAt(tx: Tx, email: string): Promise<Person | null> {
  return (await tx.row<Person>(queries.lockPerson(email))) ?? null
}

export type Account = queries.AccountRow

/** A person who may sign in; null for a service user or a disabled person. */
export async function personById(tx: Tx, id: Uuid): Promise<Account | null> {
  return (await tx.row<Account>(queries.account(id))) ?? null
}

/** The name of a person or a service user, as others see it. */
export async function nameOf(tx: Tx, id: Uuid): Promise<string> {
  return (await tx.row<{ display_name: string }>(queries.nameOf(id)))?.display_name ?? ''
}

/** Serializes additions to a person's account. */
export async function lockPerson(tx: Tx, id: Uuid): Promise<void> {
  await tx.row(queries.lockAccount(id))
}

/** Records that somebody opened a link that was really mailed to their address. */
export async function proveAddress(tx: Tx, userId: Uuid, at: Date): Promise<void> {
  await tx.run(queries.proveAddress(userId, at))
}

/** True when the person operates the installation. */
export async function isOperator(tx: Tx, userId: Uuid): Promise<boolean> {
  return (await tx.row(queries.operator(userId))) !== undefined
}

/** Creates a user for a program of the organization: no address, no password, no sign-in. */
export async function createService(tx: Tx, organizationId: Uuid, name: string, at: Date): Promise<Uuid> {
  const id = newUuid(at.getTime())
  await tx.run(queries.insertService(organizationId, id, name, at))
  return id
}

export async function findByEmail(tx: Tx, email: string): Promise<Uuid | null> {
  return (await tx.row<{ id: Uuid }>(queries.byEmail(soughtEmail(email))))?.id ?? null
}

/** `email` in its stored form; false when another user has it. */
export async function changeAddress(tx: Tx, userId: Uuid, email: string, provenAt: Date | null): Promise<boolean> {
  return (await tx.row(queries.changeAddress(userId, email, provenAt))) !== undefined
}

export async function rename(tx: Tx, userId: Uuid, displayName: string): Promise<void> {
  await tx.run(queries.rename(userId, displayName))
}

/** Console preferences, the same wherever the person signs in. */
export async function setPreferences(tx: Tx, userId: Uuid, preferences: queries.Preferences): Promise<void> {
  const { timeZone } = preferences
  if (timeZone !== null && !isTimeZone(timeZone)) throw invalid('time_zone', 'time_zone_unknown')
  await tx.run(queries.setPreferences(userId, preferences))
}

export async function setPassword(tx: Tx, userId: Uuid, password: string): Promise<void> {
  await setPasswordHash(tx, userId, await hashPassword(checkedPassword(password)))
}

/** For a hash computed before, so that nothing is locked during hashing. */
export async function setPasswordHash(tx: Tx, userId: Uuid, passwordHash: string): Promise<void> {
  if (!(await tx.row(queries.setPassword(userId, passwordHash)))) throw noPerson()
}

/** For the whole installation; only the command line calls it, and vouches for the address. */
export async function makeOperator(tx: Tx, userId: Uuid, at: Date): Promise<void> {
  if (!(await tx.row(queries.makeOperator(userId, at)))) throw noPerson()
}

const noPerson = () => refusal('not_found', 'not_a_person')

/** The stored form of an address; 422 for an invalid one. */
export function checkedEmail(text: string, field = 'email'): string {
  const reading = readEmail(text)
  if ('message' in reading) throw invalid(field, reading as ValidationError)
  return reading.value
}

/** 422 for a wrong length. The edge's schema checks it first; the command line has no schema. */
export function checkedPassword(password: string, field = 'password'): string {
  if (password.length < PASSWORD_MIN) throw invalid(field, 'too_short', { min: PASSWORD_MIN })
  if (password.length > PASSWORD_MAX) throw invalid(field, 'too_long', { max: PASSWORD_MAX })
  return password
}
