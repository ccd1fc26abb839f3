// Applies an account's rules to a message that is changed before it is sent, as to a new one (sending/ruled.ts).

import type { Actor, App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { Refusal } from '#kit/refusals.ts'
import { mayHaveRule, sendingRuleOf } from '#messaging/channels/accounts/access.ts'
import * as accounts from '#messaging/channels/accounts/actions.ts'
import { leavesByRule, type RegisteredTemplate, type SendingRule } from '#messaging/channels/sending-rules.ts'
import type { Category } from '#messaging/channels/template-rules.ts'
import * as templateQueries from '#messaging/templates/queries.ts'
import { judged, look } from '#messaging/templates/registered.ts'
import type { MessageRow } from './queries.ts'
import * as queries from './queries.ts'

/** The effect of the change on the message. */
export interface RuledChange {
  /** The registered template of its new text; unset when the text stays or comes from a template. */
  of?: Pick<RegisteredTemplate, 'id' | 'version'> | null
  leavesAt: Date
}

/** Throws the account's refusal. `leaves`: the due time without the account's rules. */
export async function ruledChange(
  tx: Tx,
  { organizationId }: Actor,
  settings: App['settings'],
  message: MessageRow,
  { text, leaves }: { text: string | null | undefined; leaves: Date },
): Promise<RuledChange> {
  const isNewText = text !== undefined && message.variables === null
  const own = isNewText ? { of: null } : {}
  if (!mayHaveRule(message.channel)) return { ...own, leavesAt: leaves }
  const rule = sendingRuleOf(settings, message.channel, await accounts.state(tx, organizationId, message.channel))
  const isRuled = rule !== null && (await isForAny(tx, organizationId, message, rule))
  if (!isRuled) return { ...own, leavesAt: leaves }
  const found = isNewText ? await wordsOf(tx, organizationId, message, rule, text) : null
  const category = isNewText ? (found?.category ?? null) : await categoryOf(tx, organizationId, message)
  const leavesAt = leavesByRule(rule, category, leaves)
  if (leavesAt instanceof Refusal) throw leavesAt
  return { ...(isNewText ? { of: found } : {}), leavesAt }
}

async function isForAny(tx: Tx, organizationId: Actor['organizationId'], { id }: MessageRow, rule: SendingRule) {
  const rows = await tx.rows<{ address: string }>(queries.addressesOf(organizationId, id))
  return rows.some(({ address }) => rule.isFor(address))
}

async function wordsOf(
  tx: Tx,
  organizationId: Actor['organizationId'],
  { channel }: MessageRow,
  { words }: SendingRule,
  text: string | null,
): Promise<RegisteredTemplate | null> {
  if (words === null || text === null) return null
  const templates = async () =>
    words.ready(await tx.rows<RegisteredTemplate>(templateQueries.registered(organizationId, channel, words)))
  const found = judged(await look(text, words, templates), words)
  if (found instanceof Refusal) throw found
  return found
}

async function categoryOf(tx: Tx, organizationId: Actor['organizationId'], message: MessageRow) {
  const { template_id, template_version } = message
  if (template_id === null || template_version === null) return null
  const version = templateQueries.versionOf(organizationId, template_id, template_version)
  return (await tx.row<{ category: Category }>(version))?.category ?? null
}
