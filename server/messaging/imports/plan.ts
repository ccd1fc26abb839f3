// Decides what each row of a piece does: create, update or skip a contact, or fail. Rows are matched by address with
// existing contacts and with those that earlier rows created. Pure.

import type { Uuid } from '#kit/ids.ts'
import { type ValidationError, validationError } from '#kit/messages/field-errors.ts'
import { publicId, seconds } from '#kit/wire.ts'
import type { KnownContact, NewConsent } from '#messaging/contacts/bulk.ts'
import { importRowText } from '#messaging/contacts/consents/import-row.ts'
import { sameNumberKey } from '#messaging/contacts/number-forms.ts'
import { ATTRIBUTES_MAX } from '#messaging/contacts/schema.ts'
import type { PricedChannel } from '#money/pricing/rules.ts'
import type { Candidate, RowError } from './rows.ts'
import { type ExistingRule, type MatchField, matchFields } from './rules.ts'

export interface Planning {
  existing: ExistingRule
  matchBy: readonly MatchField[]
  userId: Uuid
  at: Date
  newId: () => Uuid
  /** Adds the contact to the group; false if the group is full. */
  joinGroup: (name: string, contactId: Uuid) => boolean
}

export interface Plan {
  made: KnownContact[]
  changed: KnownContact[]
  consents: NewConsent[]
  errors: RowError[]
  /** All contacts that a row matched or created. */
  contactIds: Uuid[]
  created: number
  updated: number
  skipped: number
}

export function planOf(rows: readonly Candidate[], known: readonly KnownContact[], planning: Planning): Plan {
  const plan = new Planned(known, planning)
  for (const row of rows) plan.take(row)
  return plan.result()
}

class Planned {
  readonly #planning: Planning
  readonly #byAddress = new Map<string, KnownContact[]>()
  readonly #made = new Map<Uuid, KnownContact>()
  readonly #changed = new Map<Uuid, KnownContact>()
  readonly #contactIds = new Set<Uuid>()
  readonly #consents: NewConsent[] = []
  readonly #errors: RowError[] = []
  #updated = 0
  #skipped = 0
  #created = 0

  constructor(known: readonly KnownContact[], planning: Planning) {
    this.#planning = planning
    for (const one of known) this.#index({ ...one })
  }

  result(): Plan {
    return {
      made: [...this.#made.values()],
      changed: [...this.#changed.values()],
      consents: this.#consents,
      errors: this.#errors,
      contactIds: [...this.#contactIds],
      created: this.#created,
      updated: this.#updated,
      skipped: this.#skipped,
    }
  }

  take(row: Candidate): void {
    const found = this.#find(row)
    if (found === 'several') return
    const error = found === null ? this.#make(row) : this.#meet(row, found)
    if (error !== null) this.#fail(row, error)
  }

  #fail({ number, cells }: Candidate, error: ValidationError): void {
    this.#errors.push({ number, column: null, error, cells })
  }

  /** The oldest contact that all addresses of the row match; `several` when they match different contacts. */
  #find(row: Candidate): KnownContact | 'several' | null {
    const sets: KnownContact[][] = []
    for (const field of this.#planning.matchBy) {
      const set = row[field] === null ? undefined : this.#byAddress.get(nameOf(field, row[field]))
      if (set !== undefined) sets.push(set)
    }
    const [first, ...others] = sets
    if (first === undefined) return null
    const both = first.filter((one) => others.every((set) => set.includes(one)))
    const oldest = both.toSorted((one, other) => (one.id < other.id ? -1 : 1))[0]
    if (oldest) return oldest
    const contacts = [...new Set(sets.map(([one]) => publicId('contact', (one as KnownContact).id)))]
    this.#fail(row, validationError('row_of_several_contacts', { contacts }))
    return 'several'
  }

  #make(row: Candidate): ValidationError | null {
    const { newId, at } = this.#planning
    const { display_name, email, phone_number, app_id, attributes, consents } = row
    const id = newId()
    if (!this.#joins(row, id)) return groupFull(row)
    const unsubscribed: KnownContact['unsubscribed'] = {}
    for (const [channel, status] of Object.entries(consents)) {
      if (status === 'revoked') unsubscribed[channel] = seconds(at)
      this.#consent(row, id, channel as PricedChannel, status)
    }
    const contact = { id, display_name, email, phone_number, app_id, attributes, unsubscribed }
    this.#made.set(id, contact)
    this.#index(contact)
    this.#contactIds.add(id)
    this.#created++
    return null
  }

  #meet(row: Candidate, contact: KnownContact): ValidationError | null {
    const isUpdated = this.#planning.existing === 'update'
    const attributes = { ...contact.attributes, ...row.attributes }
    if (isUpdated && Object.keys(attributes).length > ATTRIBUTES_MAX)
      return validationError('row_too_many_attributes', { max: ATTRIBUTES_MAX })
    if (!this.#joins(row, contact.id)) return groupFull(row)
    this.#contactIds.add(contact.id)
    if (!isUpdated) {
      this.#skipped++
      return null
    }
    contact.display_name = row.display_name ?? contact.display_name
    const isKnownBy = (field: MatchField) =>
      contact.known_by?.some(
        (one) => one.field === field && nameOf(field, one.address) === nameOf(field, row[field] ?? ''),
      )
    // An address that matched through a merged contact does not replace the current one: nothing is sent to it.
    if (!isKnownBy('email')) contact.email = row.email ?? contact.email
    if (!isKnownBy('phone_number')) contact.phone_number = row.phone_number ?? contact.phone_number
    if (!isKnownBy('app_id')) contact.app_id = row.app_id ?? contact.app_id
    contact.attributes = attributes
    for (const [channel, status] of Object.entries(row.consents))
      this.#consentOfKnown(row, contact, channel as PricedChannel, status)
    this.#index(contact)
    if (!this.#made.has(contact.id)) this.#changed.set(contact.id, contact)
    this.#updated++
    return null
  }

  /** An unsubscribed contact stays unsubscribed: the file does not say when consent was given. */
  #consentOfKnown(row: Candidate, contact: KnownContact, channel: PricedChannel, status: 'granted' | 'revoked'): void {
    if (contact.unsubscribed[channel] !== undefined) return
    if (status === 'revoked') contact.unsubscribed = { ...contact.unsubscribed, [channel]: seconds(this.#planning.at) }
    this.#consent(row, contact.id, channel, status)
  }

  #consent({ number }: Candidate, contactId: Uuid, channel: PricedChannel, status: 'granted' | 'revoked'): void {
    const { userId } = this.#planning
    this.#consents.push({ contactId, channel, status, source: 'import', text: importRowText(number), userId })
  }

  #joins({ group }: Candidate, contactId: Uuid): boolean {
    return group === null || this.#planning.joinGroup(group, contactId)
  }

  #index(contact: KnownContact): void {
    for (const field of matchFields) if (contact[field] !== null) this.#indexAs(field, contact[field], contact)
    for (const { field, address } of contact.known_by ?? []) this.#indexAs(field, address, contact)
  }

  #indexAs(field: MatchField, address: string, contact: KnownContact): void {
    const name = nameOf(field, address)
    const set = this.#byAddress.get(name)
    if (set === undefined) this.#byAddress.set(name, [contact])
    else if (!set.includes(contact)) set.push(contact)
  }
}

/** Only email addresses are compared without case; both forms of a phone number are equal. */
function nameOf(field: MatchField, address: string): string {
  if (field === 'phone_number') return `${field} ${sameNumberKey(address)}`
  return `${field} ${address.includes('@') ? address.toLowerCase() : address}`
}

const groupFull = ({ group }: Candidate): ValidationError => validationError('row_group_full', { group: group ?? '' })
