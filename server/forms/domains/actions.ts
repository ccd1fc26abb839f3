// Form domains of an organization: adding, changing and deleting them. Ownership of a name is decided in check.ts.

import { randomBytes } from 'node:crypto'
import { forgetAnswers } from '#edge/idempotency.ts'
import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import { bury, emit } from '#events/actions.ts'
import * as forms from '#forms/definitions/actions.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { hostNameOf } from '#kit/host-settings.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { absent, invalid, refusal } from '#kit/refusals.ts'
import type { Settings } from '#kit/settings.ts'
import { publicId } from '#kit/wire.ts'
import { hasPremium } from '#money/subscriptions/premium.ts'
import * as audit from '#people/audit/actions.ts'
import { type DomainEventType, domainChanged, domainDeleted } from './events.ts'
import type { DomainRow } from './queries.ts'
import * as queries from './queries.ts'
import { DOMAINS_MAX, readDomainName } from './rules.ts'
import type { DomainQuery, FormDomainChange, NewFormDomain } from './schema.ts'
import { showDomain } from './show.ts'

const PROOF_BYTES = 20

export async function list(tx: Tx, { organizationId }: Pick<Scope, 'organizationId'>, query: DomainQuery) {
  checkPage(query)
  const rows = await tx.rows<DomainRow>(queries.list(organizationId, query))
  await checkCursor(query, async (id) => (await tx.row(queries.byId(organizationId, id))) !== undefined)
  return envelope(query, rows, showDomain)
}

export async function find(tx: Tx, { organizationId }: Pick<Scope, 'organizationId'>, id: Uuid): Promise<DomainRow> {
  const row = await tx.row<DomainRow>(queries.byId(organizationId, id))
  if (!row) throw absent('form domain')
  return row
}

/** Locks the domain until the transaction ends. */
export async function lock(tx: Tx, scope: Pick<Scope, 'organizationId'>, id: Uuid): Promise<DomainRow> {
  await tx.row(queries.lock(scope.organizationId, id))
  return find(tx, scope, id)
}

/** Host names of this installation itself. */
export function ownHosts({ publicUrl, host, allowedHosts }: Pick<Settings, 'publicUrl' | 'host' | 'allowedHosts'>) {
  return new Set([hostNameOf(new URL(publicUrl).host), hostNameOf(host), ...allowedHosts].filter((one) => one !== null))
}

/** 409 where the organization has it already. Others may add it too, until one of them proves it. */
export async function add(tx: Tx, actor: Actor, input: NewFormDomain, own: ReadonlySet<string>): Promise<DomainRow> {
  const { organizationId, at } = actor
  const reading = readDomainName(input.name, own)
  if ('message' in reading) throw invalid('name', reading)
  if (!(await hasPremium(tx, organizationId))) throw refusal('premium_required', 'premium_form_domains')
  await tx.row(queries.takeTurn(organizationId))
  const counted = await tx.row<{ count: number }>(queries.count(organizationId))
  if ((counted?.count ?? 0) >= DOMAINS_MAX) throw refusal('conflict', 'too_many_form_domains', { max: DOMAINS_MAX })
  const id = newUuid(at.getTime())
  const proof = randomBytes(PROOF_BYTES).toString('hex')
  if ((await tx.run(queries.insert(actor, id, reading.value, proof))) === 0)
    throw refusal('already_exists', 'domain_exists', { domain: reading.value })
  if (input.form_id != null) await setForm(tx, actor, id, input.form_id)
  return tell(tx, actor, actor, 'domain.created', id)
}

/** Repeating the same change has no effect. */
export async function change(tx: Tx, actor: Actor, id: Uuid, input: FormDomainChange): Promise<DomainRow> {
  const before = await lock(tx, actor, id)
  if (input.form_id === undefined || input.form_id === before.form_id) return before
  await setForm(tx, actor, id, input.form_id)
  return tell(tx, actor, actor, 'domain.updated', id)
}

async function setForm(tx: Tx, actor: Actor, id: Uuid, formId: Uuid | null): Promise<void> {
  if (formId !== null && !(await forms.exists(tx, actor, formId)))
    throw invalid('form_id', validationError('unknown_reference', { resource: 'form' }))
  await tx.run(queries.setForm(actor.organizationId, id, formId))
}

/** Its forms are served under PUBLIC_URL again. Another organization can then verify the name. */
export async function remove(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const { organizationId, at } = actor
  const { name } = await lock(tx, actor, id)
  for (const statement of queries.remove(organizationId, id)) await tx.run(statement)
  await forms.leaveDomain(tx, actor, id)
  await bury(tx, actor, [id])
  tx.onCommit(forgetAnswers(organizationId, [id]))
  await emit(tx, organizationId, at, [domainDeleted(id)])
  audit.record(tx, actor, actor, { action: 'domain.deleted', object: publicId('dom', id), details: { name } })
}

/** Emits the event and writes the audit record; returns the current row. */
export async function tell(
  tx: Tx,
  scope: Scope,
  doer: audit.Doer,
  type: DomainEventType,
  id: Uuid,
): Promise<DomainRow> {
  const row = await find(tx, scope, id)
  await emit(tx, scope.organizationId, scope.at, [domainChanged(type, row)])
  const object = publicId('dom', id)
  const details = { name: row.name, form_id: publicId('form', row.form_id) }
  if (type !== 'domain.proof_missing') audit.record(tx, scope, doer, { action: type, object, details })
  return row
}
