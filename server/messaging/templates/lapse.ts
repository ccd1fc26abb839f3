// An approval belongs to the account that gave it: after an organization's change of its account at the provider, also
// from or to the sandbox's, nothing is approved there yet.

import { emit } from '#events/actions.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import { detailsOf } from '#kit/messages/details.ts'
import { publicId } from '#kit/wire.ts'
import type { AccountChanged } from '#messaging/channels/accounts/routes.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { channels } from '#messaging/channels/channels.ts'
import * as audit from '#people/audit/actions.ts'
import { templateTold } from './events.ts'
import * as providerQueries from './provider-queries.ts'
import type { TemplateRow } from './queries.ts'
import * as queries from './queries.ts'

export const LAPSED = detailsOf('template_of_other_account')

/**
 * After an account change, approved or paused templates become drafts, and pending ones are submitted to the new
 * account.
 */
export function createLapse(app: App): AccountChanged {
  return async (tx, actor, channel, before, after) => {
    const registrar = channels[channel].createRegistrar?.(app, {})
    const account = registrar?.accountOf(after) ?? null
    if (account === null || registrar?.accountOf(before) === account) return
    await lapse(tx, actor, channel, account)
  }
}

async function lapse(tx: Tx, actor: Actor, channel: ChannelName, account: string): Promise<void> {
  const { organizationId, at } = actor
  const lapsed = await tx.rows<{ id: Uuid }>(providerQueries.lapse(organizationId, channel, account, LAPSED, at))
  const rows = await tx.rows<TemplateRow>(
    queries.byIds(
      organizationId,
      lapsed.map(({ id }) => id),
    ),
  )
  const drafts = rows.filter(({ status }) => status === 'draft')
  await emit(
    tx,
    organizationId,
    at,
    drafts.map((row) => templateTold('template.updated', row)),
  )
  for (const { id, name, language, version, reason } of drafts) {
    const details = { name, channel, language, version, reason }
    audit.record(tx, actor, actor, { action: 'template.updated', object: publicId('tmpl', id), details })
  }
}
