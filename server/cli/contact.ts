// samvad contact export, contact erase

import type { Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { parseTypeId, type Uuid } from '#kit/ids.ts'
import { visibleJson } from '#kit/text.ts'
import { publicId } from '#kit/wire.ts'
import * as contacts from '#messaging/contacts/actions.ts'
import { type Extent, eraseContact, extentOf, recordExport } from '#privacy/erase.ts'
import { exportContact } from '#privacy/export.ts'
import { command, UsageError } from './command.ts'
import { confirmed } from './confirm.ts'
import { organizationNamed } from './named.ts'

const named = {
  organization: { type: 'string', value: 'ID', meaning: 'organization; optional if there is only one' },
  contact: { type: 'string', value: 'ID', meaning: 'contact ID; or name the contact by --email or --phone' },
  email: { type: 'string', value: 'EMAIL', meaning: 'email address of the contact' },
  phone: { type: 'string', value: 'NUMBER', meaning: 'phone number of the contact' },
} as const

type Named = { [Name in 'organization' | 'contact' | 'email' | 'phone']: string | undefined }

export const contactExport = command({
  noun: 'contact',
  verb: 'export',
  summary: 'print everything stored about one contact, as JSON',
  options: named,
  async run({ app, options }) {
    const data = await app.database.transaction(async (tx) => {
      const scope = { organizationId: await organizationNamed(tx, options.organization), at: app.clock() }
      const contactId = await contactNamed(tx, scope, options)
      const everything = await exportContact(tx, scope, contactId)
      recordExport(tx, scope, contactId)
      return everything
    })
    return { data, lines: visibleJson(data).split('\n') }
  },
})

export const contactErase = command({
  noun: 'contact',
  verb: 'erase',
  usesStore: true,
  summary: 'delete one contact and their messages permanently; records that the law requires keep no personal data',
  options: { ...named, yes: { type: 'boolean', meaning: 'skip the confirmation' } },
  async run({ app, options }) {
    const { reads } = app.database
    const organizationId = await organizationNamed(reads, options.organization)
    const contactId = await contactNamed(reads, { organizationId, at: app.clock() }, options)
    const id = publicId('contact', contactId)
    const extent = await extentOf(reads, { organizationId, at: app.clock() }, contactId)
    const question = `Delete ${id} for good: ${inWords(extent)}?`
    if (!(await confirmed(question, options.yes)))
      return { data: null, lines: ['The contact was not deleted.'], exitCode: 1 }
    const erased = await app.database.transaction(async (tx) => {
      const scope = { organizationId, at: app.clock() }
      const now = await extentOf(tx, scope, contactId)
      await eraseContact(tx, scope, contactId, now)
      return now
    })
    return {
      data: { id, organization_id: publicId('org', organizationId), erased, remains: REMAINS },
      lines: [`${id} is deleted: ${inWords(erased)}.`, ...REMAINS.map((one) => `Remains: ${one}`)],
    }
  },
})

const REMAINS = [
  'with more than 1,000 deliveries: rows that can no longer be read, until the worker has deleted them in batches',
  'what each delivery cost, when and on which channel, without address, contact or content; the ledger and the invoices, which never named a contact',
  'that it was deleted, by its id, in the audit log and as an event',
  'their addresses on the suppression list, so that no import writes to them again, until a member removes them',
  'earlier backups, until you delete them; after restoring one, run this command again',
  'what was delivered: it lies with its recipients and on the mail servers in between',
] as const

function inWords({ conversations, messages, groups, queued_deliveries, quarantined, waiting }: Extent): string {
  const queued = `${queued_deliveries} unsent deliveries, which are cancelled and refunded`
  const nobodys = quarantined === 0 ? '' : `, ${quarantined} quarantined messages`
  const unread = waiting === 0 ? '' : `, ${waiting} unprocessed inbound events`
  return `${conversations} conversations with ${messages} messages, its place in ${groups} groups, ${queued}${nobodys}${unread}`
}

async function contactNamed(tx: Tx, scope: Scope, { contact, email, phone }: Named): Promise<Uuid> {
  if ([contact, email, phone].filter((one) => one !== undefined).length !== 1)
    throw new UsageError('Choose one contact with --contact ID, --email EMAIL or --phone NUMBER')
  if (contact !== undefined) {
    const id = parseTypeId('contact', contact)
    if (!id) throw new Error(`${contact} is not the ID of a contact.`)
    return id
  }
  const address = email === undefined ? { phone_number: phone as string } : { email }
  const ids = await contacts.withAddress(tx, scope, address)
  const [only, ...others] = ids
  if (only === undefined) throw new Error('No contact of this organization has this address.')
  if (others.length === 0) return only
  const shown = ids.map((id) => publicId('contact', id)).join(', ')
  throw new Error(`Several contacts have this address. Choose one with --contact: ${shown}`)
}
