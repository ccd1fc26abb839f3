// Maps a submission to a contact: the fields its answers fill, and the contact that gets them. An unverified address
// never changes an existing contact. Pure.

import type { Uuid } from '#kit/ids.ts'
import { type Answer, type Answers, answerTo, valuesOf } from './terms.ts'

/** The maximum lengths of a custom field's value and name. */
const ATTRIBUTE_VALUE_MAX = 500
const NAME_MAX = 200

/** The contact field that a field type fills without a mapping. */
const ADDRESSES: Readonly<Record<string, 'email' | 'phone_number' | undefined>> = {
  email: 'email',
  phone: 'phone_number',
}

export type MapTo = 'display_name' | 'email' | 'phone_number' | { attribute: string }

export interface MappedField {
  key: string
  type: string
  map_to?: MapTo | undefined
}

export interface ContactFields {
  display_name?: string
  email?: string
  phone_number?: string
  attributes: Record<string, string | number | boolean>
}

/** The contact fields that the answers fill. Without a mapping, the first answered email and phone fields do. */
export function fieldsOf(fields: readonly MappedField[], answers: Answers): ContactFields {
  const found: ContactFields = { attributes: {} }
  for (const { key, map_to: to } of fields) {
    const answer = answerTo(answers, key)
    if (to === undefined || answer === null || answer === '') continue
    if (typeof to === 'object') {
      if (!Object.hasOwn(found.attributes, to.attribute)) found.attributes[to.attribute] = attributeOf(answer)
    } else if (to === 'display_name')
      found.display_name = [found.display_name, lineOf(answer)].filter(Boolean).join(' ').slice(0, NAME_MAX)
    else found[to] ??= lineOf(answer)
  }
  for (const { key, type, map_to: to } of fields) {
    const answer = answerTo(answers, key)
    if (to !== undefined || answer === null || answer === '') continue
    const field = ADDRESSES[type]
    if (field !== undefined) found[field] ??= lineOf(answer)
  }
  return found
}

function attributeOf(answer: Answer): string | number | boolean {
  if (typeof answer === 'number' || typeof answer === 'boolean') return answer
  return valuesOf(answer).join(', ').replaceAll('\0', '').slice(0, ATTRIBUTE_VALUE_MAX).toWellFormed()
}

const lineOf = (answer: Answer): string =>
  valuesOf(answer)
    .join(' ')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .toWellFormed()

export interface Known {
  id: Uuid
  owner_id: Uuid
}

/**
 * The contacts that currently have the submitted addresses; null when nobody has one, or the address was not submitted.
 */
export interface Holders {
  email: Known | null
  phone_number: Known | null
}

export type Match =
  | { kind: 'none' }
  /** No contact has any of its addresses. */
  | { kind: 'create'; fields: ContactFields }
  /** A contact has the address: the submission refers to it, and changes nothing of it. */
  | { kind: 'claim'; contact: Known }
  /** The email address is verified and belongs to the contact, which gets these fields. */
  | { kind: 'update'; contact: Known; fields: ContactFields }

/** `isProven`: the link in the mail to the submitted address was confirmed. It verifies the email address only. */
export function matchOf(fields: ContactFields, holders: Holders, isProven: boolean): Match {
  if (fields.email === undefined && fields.phone_number === undefined) return { kind: 'none' }
  const { email, phone_number: phone } = holders
  if (isProven && fields.email !== undefined) {
    // A number that belongs to another contact stays with it, and the contact keeps its own number.
    const given = { ...fields, ...(phone !== null && { phone_number: undefined }) } as ContactFields
    if (given.phone_number === undefined) delete given.phone_number
    return email === null ? { kind: 'create', fields: given } : { kind: 'update', contact: email, fields: given }
  }
  const contact = email ?? phone
  return contact === null ? { kind: 'create', fields } : { kind: 'claim', contact }
}
