// Templates: written once and sent often. The status of a version changes by the table in rules.ts; each act is one
// function.

import { isDeepStrictEqual } from 'node:util'
import { forgetAnswers } from '#edge/idempotency.ts'
import { checkCursor, checkPage, envelope } from '#edge/paging.ts'
import { bury, emit } from '#events/actions.ts'
import type { Actor, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { newUuid, type Uuid } from '#kit/ids.ts'
import type { Details } from '#kit/messages/details.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { absent, invalid, invalidFields, Refusal, refusal } from '#kit/refusals.ts'
import { ungroupedNumber } from '#kit/text.ts'
import { publicId, type Static } from '#kit/wire.ts'
import type { Links, LinkTo } from '#messaging/attachments/links.ts'
import { priority } from '#money/subscriptions/priority.ts'
import type { Doer } from '#people/audit/actions.ts'
import * as audit from '#people/audit/actions.ts'
import type { Action } from '#people/audit/rules.ts'
import * as organizations from '#people/organizations/actions.ts'
import { type DecidedRow, type Decision, decide, decisionOf } from './decision-queries.ts'
import { templateDeleted, templateTold } from './events.ts'
import { dropUnnamedFiles, keepFile } from './files.ts'
import * as providerQueries from './provider-queries.ts'
import { askedNext, REGISTRATION_LEASE_MS } from './provider-rules.ts'
import type { NewVersion, TemplateRow } from './queries.ts'
import * as queries from './queries.ts'
import * as rules from './rules.ts'
import type { NewTemplate, Preview, QueueQuery, TemplateChange, TemplateQuery } from './schema.ts'
import { showComponents, showQueued, showTemplate } from './show.ts'

export async function list(tx: Tx, actor: Actor, query: TemplateQuery, linkTo: LinkTo) {
  checkPage(query)
  const { organizationId } = actor
  await checkCursor(query, async (id) => (await tx.row(queries.byId(organizationId, id))) !== undefined)
  return envelope(query, await tx.rows<TemplateRow>(queries.list(actor, query)), (row) => showTemplate(row, linkTo))
}

/** Links to the files of an organization. */
type LinksOf = Links['of']

/** Templates of all organizations that wait for an operator's decision. */
export async function queue(tx: Tx, query: QueueQuery, linksOf: LinksOf) {
  checkPage(query)
  await checkCursor(query, async (id) => (await tx.row(queries.inQueue(id))) !== undefined)
  const rows = await tx.rows<TemplateRow>(queries.queue(query))
  const organizationIds = rows.map(({ org_id }) => org_id)
  const names = await organizations.namesOf(tx, organizationIds)
  const first = await priority.among(tx, organizationIds)
  const whose = ({ org_id }: TemplateRow) => ({ name: names.get(org_id) ?? '', isPriority: first.has(org_id) })
  return envelope(query, rows, (row) => showQueued(row, whose(row), linksOf(row.org_id)))
}

/** One template, as that list shows it. */
export async function showDecided(tx: Tx, row: TemplateRow, linksOf: LinksOf) {
  const { name } = await organizations.find(tx, row.org_id)
  const isPriority = (await priority.among(tx, [row.org_id])).has(row.org_id)
  return showQueued(row, { name, isPriority }, linksOf(row.org_id))
}

export async function find(tx: Tx, { organizationId }: Pick<Scope, 'organizationId'>, id: Uuid): Promise<TemplateRow> {
  const row = await tx.row<TemplateRow>(queries.byId(organizationId, id))
  if (!row) throw absent('template')
  return row
}

/** Locks the template until the end of the transaction. */
async function hold(tx: Tx, scope: Scope, id: Uuid): Promise<TemplateRow> {
  if (!(await tx.row(queries.lock(scope.organizationId, id)))) throw absent('template')
  return find(tx, scope, id)
}

export async function create(tx: Tx, actor: Actor, input: NewTemplate): Promise<TemplateRow> {
  const { name, channel } = input
  const language = rules.readLanguage(input.language)
  if (language === null) throw invalid('language', 'language_not_valid')
  const id = newUuid(actor.at.getTime())
  const version = versionOf(input, { name, channel })
  await keepFile(tx, actor, id, version.components)
  if (!(await tx.row(queries.insert(actor, { id, name, channel, language }))))
    throw new Refusal('already_exists', reasonOf('template_exists', { template: name, language, channel }), [
      { field: 'name', ...validationError('taken') },
    ])
  await tx.run(queries.insertVersion(actor, id, 1, version))
  return told(tx, actor, actor, id, 'template.created')
}

interface WrittenVersion extends Omit<NewTemplate, 'name' | 'channel' | 'language'> {}

/** Refuses invalid content. */
function versionOf(input: WrittenVersion, { name, channel }: Pick<TemplateRow, 'name' | 'channel'>): NewVersion {
  const { subject = null, text = null, html = null, registered_id = null } = input
  const category = rules.categoryOn(channel, input.category)
  const { header, components, errors } = rules.componentsOn(channel, input, category)
  errors.push(...rules.errorsIn({ name, channel, subject, text, html, components, registeredId: registered_id }))
  if (category === null) {
    const values = rules.categoriesOn(channel)
    errors.push({ field: 'category', ...validationError('not_one_of', { values }) })
  }
  if (category === null || errors.length > 0) throw invalidFields('invalid_content', errors)
  const registered = registered_id === null ? null : ungroupedNumber(registered_id)
  return { category, subject, text, html, registered_id: registered, header, components }
}

/** The current content in the form of a request. */
function writtenOf({ category, subject, text, html, registered_id, header, components }: TemplateRow): WrittenVersion {
  const { header: shown = null, footer = null, buttons = [] } = components ?? {}
  return { category, subject, text, html, registered_id, header: header ?? shown, footer, buttons: [...buttons] }
}

/**
 * Changes a draft or a rejected version in place. For a version that messages may have been made from, creates a new
 * draft version; the old one stays in use.
 */
export async function change(tx: Tx, actor: Actor, id: Uuid, input: TemplateChange): Promise<TemplateRow> {
  const row = await hold(tx, actor, id)
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined))
  const version = versionOf({ ...writtenOf(row), ...given }, row)
  const names = Object.keys(version) as (keyof NewVersion)[]
  if (names.every((name) => isDeepStrictEqual(version[name], row[name]))) return row
  if (row.status === 'submitted') throw notPossible(row)
  await keepFile(tx, actor, id, version.components)
  if (rules.statusAfter('edit', row.status) !== null && !row.was_approved) {
    await tx.run(queries.rewriteVersion(actor, id, row.version, version))
    await tx.run(queries.point(actor, id, { version: row.version, usedVersion: row.used_version }))
  } else {
    const next = row.version + 1
    await tx.run(queries.insertVersion(actor, id, next, version))
    await tx.run(queries.point(actor, id, { version: next, usedVersion: row.used_version }))
  }
  await dropUnnamedFiles(tx, actor, id)
  return told(tx, actor, actor, id, 'template.updated')
}

/** Messages made from it keep their content; waiting ones are still sent. */
export async function remove(tx: Tx, actor: Actor, id: Uuid): Promise<void> {
  const { organizationId, at } = actor
  const { name, channel, language } = await hold(tx, actor, id)
  await tx.run(queries.remove(actor, id))
  await tx.run(providerQueries.removeLater(organizationId, id, new Date(at.getTime() + REGISTRATION_LEASE_MS)))
  await bury(tx, actor, [id])
  tx.onCommit(forgetAnswers(organizationId, [id]))
  await emit(tx, organizationId, at, [templateDeleted(id)])
  const details = { name, channel, language }
  audit.record(tx, actor, actor, { action: 'template.deleted', object: publicId('tmpl', id), details })
}

/** `deciderOf`: who currently decides on templates of the channel. */
export async function submit(
  tx: Tx,
  actor: Actor,
  id: Uuid,
  deciderOf: (channel: TemplateRow['channel']) => Promise<Exclude<rules.Decider, 'user'>>,
): Promise<TemplateRow> {
  const row = await hold(tx, actor, id)
  const decider = await deciderOf(row.channel)
  // Only the latest version can be submitted, independent of the version in use.
  const target = rules.targetOf('submit', row, null)
  if (target === null) throw notPossible(row)
  if (target.isDone) return row
  const pending: Decision = { status: 'submitted', decidedBy: decider, reason: null, decidedAt: null }
  await tx.run(decide(actor.organizationId, id, target.version, pending))
  if (decider === 'provider') await tx.run(providerQueries.tellAt(actor.organizationId, id, actor.at))
  const submitted = await told(tx, actor, actor, id, 'template.submitted')
  const decision = rules.decidedAtOnce(decider, row.name)
  if (decision === null) return submitted
  const reason = decision.act === 'reject' ? decision.reason : null
  return act(tx, actor, 'system', id, { act: decision.act, by: decider, reason, at: actor.at })
}

export interface Deciding {
  act: Exclude<rules.Act, 'edit' | 'submit'>
  /** Concerns only the version in use, because the decision is older than the latest version. */
  isOfUsed?: boolean
  by: rules.Decider
  reason: Details | null
  /** When the decision was made. */
  at: Date
}

const eventOf = {
  approve: 'template.approved',
  reject: 'template.rejected',
  pause: 'template.paused',
  resume: 'template.resumed',
  reinstate: 'template.approved',
} as const

/** Approves, rejects, pauses or resumes; repeating the current state changes nothing. */
export async function act(tx: Tx, scope: Scope, doer: Doer, id: Uuid, deciding: Deciding): Promise<TemplateRow> {
  const { organizationId } = scope
  const row = await hold(tx, scope, id)
  const used = usedOf(row)
  const target = rules.targetOf(deciding.act, (deciding.isOfUsed && used) || row, used)
  if (target === null) throw notPossible(row)
  if (target.isDone) return row
  const { version, status } = target
  const earlier = (await tx.row<DecidedRow>(decisionOf(organizationId, id, version))) as DecidedRow
  mustBeTheirs(deciding, earlier)
  const { by: decidedBy, reason, at: decidedAt } = deciding
  await tx.run(decide(organizationId, id, version, { status, decidedBy, reason, decidedAt }))
  // The pending submission of a later version continues.
  if (decidedBy === 'provider' && (row.status !== 'submitted' || version === row.version))
    await tx.run(providerQueries.tellAt(organizationId, id, askedNext(status, scope.at)))
  const usedVersion = status === 'approved' ? version : status === 'rejected' ? unless(row, version) : row.used_version
  await tx.run(queries.point(scope, id, { version: row.version, usedVersion }))
  return told(tx, scope, doer, id, eventOf[deciding.act])
}

const usedOf = ({ used_version: version, used_status: status }: TemplateRow): rules.VersionState | null =>
  version === null || status === null ? null : { version, status }

const unless = ({ used_version }: TemplateRow, version: number): number | null =>
  used_version === version ? null : used_version

/** Operators cannot decide on a provider's template, and only the provider resumes what it paused. */
function mustBeTheirs({ act, by }: Deciding, { decided_by }: DecidedRow): void {
  if (by === 'provider' || decided_by !== 'provider') return
  if (act === 'approve' || act === 'resume') throw refusal('conflict', 'template_decided_by_provider')
}

const notPossible = ({ status }: TemplateRow): Refusal => refusal('conflict', 'template_status', { status })

type Told = Exclude<Action & Parameters<typeof templateTold>[0], 'template.deleted'>

async function told(tx: Tx, scope: Scope, doer: Doer, id: Uuid, type: Told): Promise<TemplateRow> {
  const row = await find(tx, scope, id)
  await emit(tx, scope.organizationId, scope.at, [templateTold(type, row)])
  const { name, channel, language, version, reason } = row
  const details = { name, channel, language, version, ...(reason === null ? {} : { reason }) }
  audit.record(tx, scope, doer, { action: type, object: publicId('tmpl', id), details })
  return row
}

/** Renders the latest version with values; sends nothing. */
export async function preview(
  tx: Tx,
  actor: Actor,
  id: Uuid,
  variables: rules.Variables,
  linkTo: LinkTo,
): Promise<Static<typeof Preview>> {
  const row = await find(tx, actor, id)
  const read = rules.readTemplate(row.channel, row)
  if ('errors' in read) throw new Error('a template that cannot be read was stored')
  const rendered = rules.renderTemplate(read, variables)
  if (rendered instanceof Refusal) throw rendered
  const { subject, text, html, components } = rendered
  return { subject, text, html, ...showComponents(components, row.header_file, linkTo) }
}
