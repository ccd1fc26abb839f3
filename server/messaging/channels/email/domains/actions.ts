// An organization's sender domains. verify.ts proves which organization owns a domain.

import { randomBytes } from 'node:crypto'
import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import type { Sealer } from '#kit/crypto.ts'
import type { Tx } from '#kit/database/database.ts'
import { readEmailAddress } from '#kit/email-address.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { absent, invalid, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import * as audit from '#people/audit/actions.ts'
import { changes } from '#people/audit/rules.ts'
import { emailState } from '../actions.ts'
import { domainOf } from '../compose.ts'
import { readSender } from '../rules.ts'
import { type NewKey, placeOf } from './keys.ts'
import type { DomainRow, KeyRow } from './queries.ts'
import * as queries from './queries.ts'
import { signingKey } from './rules.ts'
import type { SenderDomain, SenderDomainChange, SenderDomainQuery } from './schema.ts'
import { showSenderDomain } from './show.ts'

const NOUN = 'sender domain'
const PROOF_BYTES = 20
/** Per organization. */
const DOMAINS_MAX = 100

export async function list(tx: Tx, organizationId: Uuid, query: SenderDomainQuery) {
  checkPage(query)
  const rows = await tx.rows<DomainRow>(queries.list(organizationId, query))
  await checkCursor(query, async (id) => (await tx.row(queries.byId(organizationId, id))) !== undefined)
  const shown = new Map((await showAll(tx, organizationId, rows)).map((one) => [one.id, one]))
  return envelope(query, rows, ({ id }) => shown.get(publicId('sdom', id)) as SenderDomain)
}

export async function find(tx: Tx, organizationId: Uuid, id: Uuid): Promise<DomainRow> {
  const row = await tx.row<DomainRow>(queries.byId(organizationId, id))
  if (!row) throw absent(NOUN)
  return row
}

export async function show(tx: Tx, organizationId: Uuid, id: Uuid): Promise<SenderDomain> {
  const [shown] = await showAll(tx, organizationId, [await find(tx, organizationId, id)])
  return shown as SenderDomain
}

async function showAll(tx: Tx, organizationId: Uuid, rows: readonly DomainRow[]): Promise<SenderDomain[]> {
  const domainIds = rows.map(({ id }) => id)
  const [keys, host] = await Promise.all([
    tx.rows<KeyRow>(queries.keys(organizationId, domainIds)),
    sendingHost(tx, organizationId),
  ])
  return rows.map((row) => {
    const own = keys.filter(({ domain_id }) => domain_id === row.id)
    return showSenderDomain(row, own, host)
  })
}

/** The mail server of the organization's own account. */
export async function sendingHost(tx: Tx, organizationId: Uuid): Promise<string | null> {
  return (await emailState(tx, organizationId)).account?.settings.host ?? null
}

/** 409 when the organization has it already. Others may have it too, until one of them verifies it. */
export async function add(tx: Tx, actor: Actor, name: string, key: NewKey, sealer: Sealer): Promise<Uuid> {
  const { organizationId, at } = actor
  const reading = readEmailAddress(`postmaster@${name}`)
  if ('message' in reading) throw invalid('name', 'not_a_domain')
  const domain = reading.value.slice(reading.value.indexOf('@') + 1).toLowerCase()
  const standing = (await tx.row<{ count: number }>(queries.count(organizationId)))?.count ?? 0
  if (standing >= DOMAINS_MAX) throw refusal('conflict', 'too_many_domains', { max: DOMAINS_MAX })
  const id = newUuid(at.getTime())
  const proof = randomBytes(PROOF_BYTES).toString('hex')
  if ((await tx.run(queries.insert(organizationId, id, domain, proof, at))) === 0)
    throw refusal('already_exists', 'domain_exists', { domain })
  await insertKey(tx, actor, id, key, sealer)
  const object = publicId('sdom', id)
  audit.record(tx, actor, actor, { action: 'sender_domain.created', object, details: { name: domain } })
  return id
}

/** Omitted fields stay. The sender must be an address of the domain. */
export async function change(tx: Tx, actor: Actor, id: Uuid, given: SenderDomainChange): Promise<void> {
  const { organizationId } = actor
  if (!(await tx.row(queries.lock(organizationId, id)))) throw absent(NOUN)
  const before = await find(tx, organizationId, id)
  const sender = given.sender === undefined ? before.sender : given.sender
  const receives = given.receives ?? before.receives
  const reading = given.sender ? readSender(given.sender) : null
  if (reading !== null && 'message' in reading) throw invalid('sender', reading)
  if (reading !== null && domainOf(reading.value).toLowerCase() !== before.name)
    throw invalid('sender', 'address_of_other_domain', { domain: before.name })
  const after = { sender, receives: [...new Set(receives.map((one) => one.toLowerCase()))] }
  if (sender !== null) await tx.run(queries.dropOtherSenders(organizationId, id))
  await tx.run(queries.update(organizationId, id, after))
  const shown = (row: Pick<DomainRow, 'sender' | 'receives'>) => ({
    sender: row.sender,
    receives: row.receives.join(' '),
  })
  const details = changes(shown(before), shown(after))
  if (details)
    audit.record(tx, actor, actor, { action: 'sender_domain.updated', object: publicId('sdom', id), details })
}

/**
 * Adds a new key, which signs once its record is found; until then the current one does. Older keys, and keys that were
 * never found in the DNS, are removed.
 */
export async function rotateKey(tx: Tx, actor: Actor, id: Uuid, key: NewKey, sealer: Sealer): Promise<void> {
  const { organizationId } = actor
  const locked = await tx.row(queries.lock(organizationId, id))
  if (!locked) throw absent(NOUN)
  const keys = await tx.rows<KeyRow>(queries.keys(organizationId, [id]))
  const signing = signingKey(keys)?.selector
  const others = keys.flatMap(({ selector }) => (selector === signing ? [] : [selector]))
  await tx.run(queries.removeKeys(organizationId, id, others))
  await insertKey(tx, actor, id, key, sealer)
  const details = { selector: key.selector }
  audit.record(tx, actor, actor, { action: 'sender_domain.key_rotated', object: publicId('sdom', id), details })
}

async function insertKey(tx: Tx, { organizationId, at }: Actor, id: Uuid, key: NewKey, sealer: Sealer): Promise<void> {
  const { selector, publicKey, privateKey } = key
  const sealed = sealer.seal(placeOf(organizationId, id, selector), privateKey)
  await tx.run(queries.insertKey(organizationId, id, { selector, publicKey, sealed }, at))
}

export async function remove(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const { organizationId } = actor
  const { name } = await find(tx, organizationId, id)
  for (const statement of queries.remove(organizationId, id)) await tx.run(statement)
  const object = publicId('sdom', id)
  audit.record(tx, actor, actor, { action: 'sender_domain.removed', object, details: { name } })
}
