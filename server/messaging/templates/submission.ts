// Submits a template. In the sandbox, the provider there decides by its webhook, as elsewhere, and the request waits
// for it, so that scripts can continue with an approved template.

import { setTimeout as pause } from 'node:timers/promises'
import { answeredBefore, once } from '#edge/idempotency.ts'
import { type Idempotency, ok, type Reply } from '#edge/route.ts'
import { isFenced } from '#installation/fence.ts'
import type { Actor, App, Scope } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { LinkTo } from '#messaging/attachments/links.ts'
import { state } from '#messaging/channels/accounts/actions.ts'
import { carrierOf } from '#messaging/channels/accounts/carrier.ts'
import type { Carrier } from '#messaging/channels/accounts/kind.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'
import * as templates from './actions.ts'
import type { TemplateRow } from './queries.ts'
import { deciderOf } from './rules.ts'
import { showTemplate } from './show.ts'

const DECIDED_WITHIN_MS = 10_000
const LOOK_EVERY_MS = 50

/** Submitting twice changes nothing: a request that ends before its response is stored can be repeated. */
export async function submitTemplate(
  app: App,
  idempotency: Idempotency | null,
  actor: Actor,
  id: Uuid,
  linkTo: LinkTo,
): Promise<Reply> {
  const { database } = app
  const answered = await answeredBefore(database.reads, actor, idempotency)
  if (answered) return answered
  const submitted = await database.transaction(
    (tx) => templates.submit(tx, actor, id, (channel) => decider(app, tx, actor, channel)),
    actor.organizationId,
  )
  const reply = ok(showTemplate(await decided(app, actor, submitted), linkTo))
  if (idempotency === null) return reply
  return database.transaction((tx) => once(tx, actor, idempotency, async () => reply), actor.organizationId)
}

async function decided(app: App, actor: Actor, submitted: TemplateRow): Promise<TemplateRow> {
  const { reads } = app.database
  let row = submitted
  if (row.status !== 'submitted' || (await carrierAt(app, reads, actor, row.channel)) !== 'sandbox') return row
  if (await isFenced(app)) return row
  const until = performance.now() + DECIDED_WITHIN_MS
  while (row.status === 'submitted' && performance.now() < until) {
    await pause(LOOK_EVERY_MS)
    row = await templates.find(reads, actor, row.id)
  }
  return row
}

/** A channel without accounts has its sandbox, like any other. */
async function carrierAt({ settings }: App, tx: Tx, { organizationId }: Scope, channel: ChannelName): Promise<Carrier> {
  const { history } = await state(tx, organizationId, channel)
  return channels[channel].account?.carrierOf(settings, history) ?? carrierOf(settings.sandbox, history, false)
}

async function decider(app: App, tx: Tx, scope: Scope, channel: ChannelName) {
  return deciderOf(channel, await carrierAt(app, tx, scope, channel), {
    hasRegistrar: channels[channel].createRegistrar !== undefined,
    isApprovedAlways: app.settings.emailTemplateApproval === 'operator',
  })
}
