// Synchronizes a template with the provider that decides on it: submits it, queries the decision, deletes it. Outside
// any transaction and by one worker at a time; an interrupted step is repeated and finds what exists already.

import type { App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { detailsOf, englishOf } from '#kit/messages/details.ts'
import type { AttachedRow } from '#messaging/attachments/queries.ts'
import { attachmentStore } from '#messaging/attachments/store/stores.ts'
import { state } from '#messaging/channels/accounts/actions.ts'
import type { Registrars } from '#messaging/channels/adapters.ts'
import type { FoundReview, NotNow, TemplateRegistrar, ToRegister } from '#messaging/channels/template-registrar.ts'
import { act } from './actions.ts'
import { numbered } from './at-provider.ts'
import { dropUnnamedFiles } from './files.ts'
import * as queries from './provider-queries.ts'
import { askedNext, REGISTRATION_LEASE_MS, REGISTRATION_WITH_FILE_LEASE_MS, triedAgain } from './provider-rules.ts'
import { takeReview } from './review.ts'
import { readTemplate } from './rules.ts'

/** Deadline for all calls about one template. */
const CALLS_TIMEOUT_MS = 30_000
/** For a template with a file in its header, of 100 MB at most. */
const CALLS_WITH_FILE_TIMEOUT_MS = 200_000
/** Delay before a template with waiting messages is checked again. */
const STILL_USED_MS = 10 * 60_000

interface Held {
  organizationId: Uuid
  template: queries.AtProvider
  registrar: TemplateRegistrar
  toRegister: ToRegister
  /** The organization's current account at the provider. */
  account: string | null
  lease: Date
  signal: AbortSignal
}

/** The next time, and the number of failed attempts. */
interface Next {
  at: Date | null
  tries: number
}

export async function register(app: App, registrars: Registrars, due: queries.DueRow, signal: AbortSignal) {
  const { org_id: organizationId, id } = due
  const now = app.clock()
  const taken = await take(app, organizationId, id, now)
  if (taken === null) return
  const { template, lease } = taken
  const registrar = registrars[template.channel] as TemplateRegistrar
  const accountState = await state(app.database.reads, organizationId, template.channel)
  const account = registrar.accountOf(accountState)
  const { name, language, category, provider_id: providerId } = template
  const read = readTemplate(template.channel, template)
  if ('errors' in read) throw new Error('a template that cannot be read was stored')
  const isOurs = template.provider_account !== null && template.provider_account === account
  const toRegister: ToRegister = {
    organizationId,
    name,
    language,
    category,
    providerId: isOurs ? providerId : null,
    account: accountState,
    ...numbered(read),
    file: fileOf(app, organizationId, template.header_file),
    isOurs,
  }
  const within = AbortSignal.any([
    signal,
    AbortSignal.timeout(template.header_file === null ? CALLS_TIMEOUT_MS : CALLS_WITH_FILE_TIMEOUT_MS),
  ])
  const held = { organizationId, template, registrar, toRegister, account, lease, signal: within }
  if (template.is_deleted) await remove(app, held)
  else if (template.status === 'submitted' && template.decided_by === 'provider') {
    if (template.registered_at === null) await tell(app, held)
    else await ask(app, held)
  } else if (template.status === 'paused' && template.decided_by === 'provider') await ask(app, held)
  else await finish(app, held, { at: null, tries: 0 })
}

/** Leased for the maximum duration; null when another worker has it. */
async function take(app: App, organizationId: Uuid, id: Uuid, now: Date) {
  const after = (ms: number) => new Date(now.getTime() + ms)
  return app.database.transaction(async (tx) => {
    const lease = after(REGISTRATION_LEASE_MS)
    if (!(await tx.row(queries.take(organizationId, id, now, lease)))) return null
    const template = (await tx.row<queries.AtProvider>(queries.atProvider(organizationId, id))) as queries.AtProvider
    if (template.header_file === null) return { template, lease }
    const longer = after(REGISTRATION_WITH_FILE_LEASE_MS)
    await tx.run(queries.finish(organizationId, id, lease, { at: longer, tries: template.provider_tries }))
    return { template, lease: longer }
  }, organizationId)
}

function fileOf(app: App, organizationId: Uuid, file: AttachedRow | null): ToRegister['file'] {
  if (file === null) return null
  const { id, filename, content_type: contentType, size } = file
  return { filename, contentType, size, open: () => attachmentStore(app.settings).get({ organizationId, id }) }
}

async function tell(app: App, held: Held): Promise<void> {
  const { organizationId, template, registrar, account, lease, signal } = held
  const isNew = template.provider_account !== account && account !== null
  const isTakenOver = isNew && (await takeOver(app, held, account))
  const toRegister = { ...held.toRegister, isOurs: held.toRegister.isOurs || isTakenOver }
  const making = () =>
    app.database.transaction(async (tx) => {
      const isOurs = await tx.row(queries.noteMaking(organizationId, template.id, account as string, lease))
      if (!isOurs) throw new Error('it was deleted, or somebody else is at it')
    }, organizationId)
  const told = await registrar.register(toRegister, making, signal)
  if (told.outcome === 'unavailable') return postpone(app, held, told)
  await app.database.transaction(async (tx) => {
    const scope = { organizationId, at: app.clock() }
    if (told.outcome === 'registered')
      await tx.run(queries.nameAtProvider(organizationId, template.id, account as string, told.providerId))
    else if (!toRegister.isOurs) await tx.run(queries.forgetProvider(organizationId, template.id))
    const { variables } = toRegister
    const isStill = (await tx.run(queries.markRegistered(organizationId, template, scope.at, variables))) > 0
    await tx.run(queries.finish(organizationId, template.id, lease, { at: askedNext('submitted', scope.at), tries: 0 }))
    if (!isStill) return
    if (told.outcome === 'registered') await takeFound(tx, scope, held, told.providerId, told.review)
    else {
      const deciding = { act: 'reject', by: 'provider', reason: told.reason, at: scope.at } as const
      await act(tx, scope, 'system', template.id, deciding)
    }
  }, organizationId)
}

function takeOver(app: App, { organizationId, template }: Held, account: string): Promise<boolean> {
  return app.database.transaction(
    async (tx) => (await tx.row(queries.takeOver(organizationId, template, account))) !== undefined,
    organizationId,
  )
}

async function ask(app: App, held: Held): Promise<void> {
  const { organizationId, template, registrar, toRegister, account, lease, signal } = held
  // No decisions arrive from a former account, and messages are not sent through it.
  if (template.provider_account !== account && template.status !== 'submitted')
    return finish(app, held, { at: null, tries: 0 })
  const found = await registrar.find(toRegister, signal)
  if (found.outcome === 'unavailable') return postpone(app, held, found)
  await app.database.transaction(async (tx) => {
    const scope = { organizationId, at: app.clock() }
    await tx.run(
      queries.finish(organizationId, template.id, lease, { at: askedNext(template.status, scope.at), tries: 0 }),
    )
    if (found.outcome === 'found') return takeFound(tx, scope, held, found.providerId, found.review)
    if (template.status !== 'submitted' || found.outcome === 'other') return
    const reason = detailsOf('template_gone_at_provider')
    await takeFound(tx, scope, held, null, { status: 'rejected', reason })
  }, organizationId)
}

/** As if the provider had reported it at this moment. */
async function takeFound(tx: Tx, scope: Scope, { template }: Held, providerId: string | null, review: FoundReview) {
  const { name, language, channel } = template
  await takeReview(tx, scope, channel, { name, language, providerId, ...review, time: scope.at })
}

async function remove(app: App, held: Held): Promise<void> {
  const { organizationId, template, registrar, toRegister, account, signal } = held
  const isThere = template.provider_account !== null && template.provider_account === account
  const waits = await app.database.reads.row(queries.waiting(organizationId, template.id, template.channel))
  if (waits) return finish(app, held, { at: new Date(app.clock().getTime() + STILL_USED_MS), tries: 0 })
  if (isThere) {
    const removed = await registrar.remove(toRegister, signal)
    if (removed.outcome === 'unavailable') return postpone(app, held, removed)
  }
  await app.database.transaction(async (tx) => {
    await tx.run(queries.forgetProvider(organizationId, template.id))
    await dropUnnamedFiles(tx, { organizationId, at: app.clock() }, template.id)
    await tx.run(queries.finish(organizationId, template.id, held.lease, { at: null, tries: 0 }))
  }, organizationId)
}

/** The result is unknown or temporary: retried later. */
async function postpone(app: App, held: Held, { detail }: NotNow): Promise<void> {
  const { organizationId, template, lease } = held
  const tries = template.provider_tries + 1
  app.log.warn(
    {
      organization_id: organizationId,
      channel: template.channel,
      template_id: template.id,
      attempts: tries,
      detail: englishOf(detail),
    },
    'template registration failed; will retry',
  )
  await app.database.transaction(async (tx) => {
    if (!template.is_deleted) await tx.run(queries.noteWaiting(organizationId, template, detail))
    const at = triedAgain(template.provider_tries, app.clock())
    await tx.run(queries.finish(organizationId, template.id, lease, { at, tries }))
  }, organizationId)
}

function finish(app: App, { organizationId, template, lease }: Held, next: Next): Promise<void> {
  return app.database.transaction(async (tx) => {
    await tx.run(queries.finish(organizationId, template.id, lease, next))
  }, organizationId)
}
