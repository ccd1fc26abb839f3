// Creates, changes, publishes, deletes and suspends forms.

import { isDeepStrictEqual } from 'node:util'
import { forgetAnswers } from '#edge/idempotency.ts'
import { checkCursor, checkPage, envelope, PAGE_DEFAULT } from '#edge/paging.ts'
import { bury, emit } from '#events/actions.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { absent, invalid, invalidFields, refusal } from '#kit/refusals.ts'
import { publicId } from '#kit/wire.ts'
import { enqueueWork } from '#kit/work.ts'
import * as audit from '#people/audit/actions.ts'
import { takeAddress, takeGiven } from './addresses.ts'
import type { Field } from './definition.ts'
import { type FormEventType, formChanged, formDeleted } from './events.ts'
import type { DefinedRow, FormRow, VersionRow, Written } from './queries.ts'
import * as queries from './queries.ts'
import { mustExist } from './references.ts'
import { DEFAULT_SETTINGS, definitionFrom, errorsBeforePublishing, settingsFrom } from './rules.ts'
import type { FormChange, FormCopy, FormQuery, FormVersionQuery, NewForm } from './schema.ts'
import { originFor, showListed, showListedVersion } from './show.ts'

export async function list(
  tx: Tx,
  { organizationId }: Pick<Scope, 'organizationId'>,
  query: FormQuery,
  publicUrl: string,
) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.exists(organizationId, id))) !== undefined)
  const rows = await tx.rows<FormRow>(queries.list(organizationId, query))
  return envelope(query, rows, (row) => showListed(row, publicUrl))
}

export async function find(tx: Tx, { organizationId }: Pick<Scope, 'organizationId'>, id: Uuid): Promise<DefinedRow> {
  const row = await tx.row<DefinedRow>(queries.byId(organizationId, id))
  if (!row) throw absent('form')
  return row
}

/** Locks the form until the transaction ends. */
async function lock(tx: Tx, scope: Pick<Scope, 'organizationId'>, id: Uuid): Promise<DefinedRow> {
  await tx.row(queries.lock(scope.organizationId, id))
  return find(tx, scope, id)
}

export async function create(tx: Tx, actor: Actor, input: NewForm): Promise<DefinedRow> {
  const definition = definitionFrom(
    (input.fields ?? []) as Field[],
    input.settings ? settingsFrom(input.settings) : DEFAULT_SETTINGS,
  )
  const { name, slug, domain_id = null, submissions_kept_days = null } = input
  return store(tx, actor, { name, domain_id, submissions_kept_days, definition }, slug)
}

async function store(
  tx: Tx,
  actor: Actor,
  written: Omit<Written, 'slug'>,
  given: string | undefined,
): Promise<DefinedRow> {
  await mustExist(tx, actor, written.definition)
  await mustHaveDomain(tx, actor, written.domain_id)
  const id = newUuid(actor.at.getTime())
  const slug = await takeAddress(tx, actor, id, written.name, given)
  await tx.run(queries.insert(actor, id, { ...written, slug }))
  await tx.run(queries.insertCount(actor.organizationId, id))
  return told(tx, actor, actor, 'form.created', id)
}

/** Given properties replace the stored ones. Repeating the same change has no effect. */
export async function change(tx: Tx, actor: Actor, id: Uuid, input: FormChange): Promise<DefinedRow> {
  const before = await lock(tx, actor, id)
  const definition = definitionFrom(
    (input.fields ?? before.definition.fields) as Field[],
    input.settings ? settingsFrom(input.settings) : before.definition.settings,
  )
  const written: Written = {
    name: input.name ?? before.name,
    slug: input.slug ?? before.slug,
    domain_id: input.domain_id === undefined ? before.domain_id : input.domain_id,
    submissions_kept_days:
      input.submissions_kept_days === undefined ? before.submissions_kept_days : input.submissions_kept_days,
    definition,
  }
  const { domain_id } = written
  const isSameBeside = BESIDE.every((name) => written[name] === before[name])
  if (isSameBeside && isSame(written, before)) return before
  if (domain_id !== before.domain_id) await mustHaveDomain(tx, actor, domain_id)
  if (!isDeepStrictEqual(definition.settings, before.definition.settings)) await mustExist(tx, actor, definition)
  if (written.slug !== before.slug) await takeGiven(tx, actor, id, written.slug)
  const is_changed = !(await isPublishedAs(tx, actor, before, written))
  await tx.run(queries.update(actor, id, { ...written, is_changed }))
  return told(tx, actor, actor, 'form.updated', id)
}

/** Stored outside the versioned definition: changing these needs no new version. */
const BESIDE = ['slug', 'domain_id', 'submissions_kept_days'] as const

type Content = Pick<Written, 'name' | 'definition'>

const isSame = (one: Content, other: Content): boolean =>
  one.name === other.name && isDeepStrictEqual(one.definition, other.definition)

async function isPublishedAs(tx: Tx, { organizationId }: Actor, { id, version }: FormRow, written: Content) {
  const published = await tx.row<VersionRow>(queries.version(organizationId, id, version))
  return published !== undefined && isSame(written, published)
}

export async function duplicate(tx: Tx, actor: Actor, id: Uuid, { name, slug }: FormCopy): Promise<DefinedRow> {
  const original = await find(tx, actor, id)
  mustNotBeSuspended(original)
  const { definition, domain_id, submissions_kept_days } = original
  return store(tx, actor, { name: name ?? original.name, domain_id, submissions_kept_days, definition }, slug)
}

/** The form disappears at once; its submissions and files are deleted in batches. Its slugs stay reserved. */
export async function remove(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const { organizationId, at } = actor
  const { name } = await lock(tx, actor, id)
  await tx.run(queries.markDeleted(actor, id))
  await bury(tx, actor, [id])
  tx.onCommit(forgetAnswers(organizationId, [id]))
  tx.onCommit(enqueueWork('form_removal', organizationId, at))
  await emit(tx, organizationId, at, [formDeleted(id)])
  audit.record(tx, actor, actor, { action: 'form.deleted', object: publicId('form', id), details: { name } })
}

// --- Publishing -----------------------------------------------------------------------------------------------------

/** Creates a new version unless the last one is the same. */
export async function publish(tx: Tx, actor: Actor, id: Uuid): Promise<DefinedRow> {
  const row = await lock(tx, actor, id)
  mustNotBeSuspended(row)
  if (row.status === 'published' && !row.is_changed) return row
  const errors = errorsBeforePublishing(row.definition)
  if (errors.length > 0) throw invalidFields('invalid_content', errors)
  await mustExist(tx, actor, row.definition)
  const version = row.is_changed ? row.version + 1 : row.version
  if (row.is_changed) await tx.run(queries.insertVersion(actor, id, version, row))
  await tx.run(queries.publish(actor, id, version))
  return told(tx, actor, actor, 'form.published', id)
}

export async function unpublish(tx: Tx, actor: Actor, id: Uuid): Promise<DefinedRow> {
  const row = await lock(tx, actor, id)
  if (row.status === 'draft') throw refusal('conflict', 'form_not_published')
  if (row.status === 'unpublished') return row
  await tx.run(queries.unpublish(actor, id))
  return told(tx, actor, actor, 'form.unpublished', id)
}

function mustNotBeSuspended({ suspension_reason: reason }: FormRow): void {
  if (reason !== null) throw refusal('conflict', 'form_suspended', { reason })
}

// --- By operators ---------------------------------------------------------------------------------------------------

/** The page closes within seconds; members still read the form and its submissions. Safe to repeat. */
export async function suspend(tx: Tx, scope: Scope, doer: audit.Doer, id: Uuid, reason: string): Promise<DefinedRow> {
  const row = await lock(tx, scope, id)
  if (row.suspended_at !== null) return row
  await tx.run(queries.suspend(scope, id, reason))
  return told(tx, scope, doer, 'form.suspended', id)
}

export async function resume(tx: Tx, scope: Scope, doer: audit.Doer, id: Uuid): Promise<DefinedRow> {
  const row = await lock(tx, scope, id)
  if (row.suspended_at === null) return row
  await tx.run(queries.resume(scope.organizationId, id))
  // Submissions from before the suspension were waiting for its end.
  tx.onCommit(enqueueWork('form_submissions', scope.organizationId, scope.at))
  return told(tx, scope, doer, 'form.resumed', id)
}

/** The form with a slug, except deleted ones. */
export async function behind(tx: Tx, slug: string): Promise<{ organizationId: Uuid; row: DefinedRow }> {
  const found = await tx.row<queries.SlugRow>(queries.bySlug(slug))
  if (!found) throw refusal('not_found', 'not_in_installation', { resource: 'form' })
  return { organizationId: found.org_id, row: await find(tx, { organizationId: found.org_id }, found.form_id) }
}

// --- Domains (forms/domains) ----------------------------------------------------------------------------------------

export const exists = async (tx: Tx, { organizationId }: Pick<Scope, 'organizationId'>, id: Uuid): Promise<boolean> =>
  (await tx.row(queries.exists(organizationId, id))) !== undefined

/** When a domain is deleted, its forms are served under PUBLIC_URL. */
export async function leaveDomain(tx: Tx, scope: Scope, domainId: Uuid): Promise<void> {
  await tx.run(queries.leaveDomain(scope, domainId))
}

async function mustHaveDomain(tx: Tx, { organizationId }: Scope, domainId: Uuid | null): Promise<void> {
  if (domainId !== null && !(await tx.row(queries.domainExists(organizationId, domainId))))
    throw invalid('domain_id', validationError('unknown_reference', { resource: 'form domain' }))
}

/** The current origin of the form's pages: its own domain or the public URL. */
export async function originOf(
  tx: Tx,
  { organizationId }: Pick<Scope, 'organizationId'>,
  id: Uuid,
  publicUrl: string,
): Promise<string> {
  const row = await tx.row<{ name: string }>(queries.servingDomain(organizationId, id))
  return originFor(publicUrl, row?.name ?? null)
}

// --- Versions -------------------------------------------------------------------------------------------------------

export async function versions(tx: Tx, { organizationId }: Actor, id: Uuid, query: FormVersionQuery) {
  await find(tx, { organizationId }, id)
  const { limit = PAGE_DEFAULT, starting_after: before = null } = query
  const rows = await tx.rows<VersionRow>(queries.versions(organizationId, id, before, limit + 1))
  return { has_more: rows.length > limit, data: rows.slice(0, limit).map(showListedVersion) }
}

export async function version(tx: Tx, { organizationId }: Actor, id: Uuid, number: string): Promise<VersionRow> {
  await find(tx, { organizationId }, id)
  const isNumber = /^[1-9][0-9]{0,8}$/.test(number)
  const row = isNumber ? await tx.row<VersionRow>(queries.version(organizationId, id, Number(number))) : undefined
  if (!row) throw absent('form version')
  return row
}

/** Emits the event and writes the audit record; returns the current row. */
async function told(
  tx: Tx,
  { organizationId, at }: Scope,
  doer: audit.Doer,
  type: FormEventType,
  id: Uuid,
): Promise<DefinedRow> {
  const row = await find(tx, { organizationId }, id)
  await emit(tx, organizationId, at, [formChanged(type, row)])
  const details = {
    name: row.name,
    slug: row.slug,
    status: row.status,
    version: row.version,
    ...(row.submissions_kept_days === null ? {} : { submissions_kept_days: row.submissions_kept_days }),
    ...(row.suspension_reason === null ? {} : { reason: row.suspension_reason }),
  }
  audit.record(tx, { organizationId, at }, doer, { action: type, object: publicId('form', id), details })
  return row
}
