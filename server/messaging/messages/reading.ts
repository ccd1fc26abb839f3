// Reads a page of a conversation's messages: one statement, and further ones only for data that few pages have.

import { checkCursor, checkPage, envelope, foundIn } from '#edge/paging.ts'
import type { Actor } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import type { Uuid } from '#kit/ids.ts'
import type { LinkTo } from '#messaging/attachments/links.ts'
import { type MissingRow, missingOfMessages } from '#messaging/attachments/missing-queries.ts'
import { type OfMessageRow, ofMessages } from '#messaging/attachments/queries.ts'
import * as conversations from '#messaging/conversations/actions.ts'
import { componentsOfVersions, type VersionComponentsRow } from '#messaging/templates/component-queries.ts'
import { type AnsweringRow, answeredByEach } from './answered-queries.ts'
import type { OutcomeRow, PageRow, ReactionRow } from './reading-queries.ts'
import * as queries from './reading-queries.ts'
import type { MessageQuery } from './schema.ts'
import { type ShownMessageRow, showMessage } from './show.ts'
import { type EarlierText, earlierTextsOf } from './version-queries.ts'

type MissingOfMessage = MissingRow & { message_id: Uuid }
interface EarlierOfMessage {
  message_id: Uuid
  earlier_texts: EarlierText[] | null
}

export async function list(tx: Tx, actor: Actor, query: MessageQuery, linkTo: LinkTo) {
  checkPage(query)
  const rows = await pageOf(tx, actor, query)
  // The reason for an empty result is determined only when it is empty.
  if (rows.length === 0) await conversations.find(tx, actor, query.conversation_id)
  await checkCursor(query, async (id) => {
    const row = await tx.row(queries.isOfConversation(actor.organizationId, query.conversation_id, id))
    return row !== undefined
  })
  const shown = await whole(tx, actor.organizationId, query.conversation_id, rows)
  return envelope(query, shown, (row) => showMessage(row, linkTo), foundIn(rows))
}

async function pageOf(tx: Tx, actor: Actor, query: MessageQuery): Promise<PageRow[]> {
  const rows = await tx.rows<PageRow>(queries.page(actor, query))
  if (rows.length === 0 || rows[0]?.is_merging) return tx.rows<PageRow>(queries.pageOfAllNames(actor, query))
  return rows.some((row) => row.is_large) ? tx.rows<PageRow>(queries.pageByBytes(actor, query)) : rows
}

/** Adds group outcomes, reactions and attachments. */
async function whole(
  tx: Tx,
  organizationId: Uuid,
  conversationId: Uuid,
  rows: readonly PageRow[],
): Promise<ShownMessageRow[]> {
  const toGroup = rows.filter((row) => row.is_of_group && row.direction === 'outbound').map(({ id }) => id)
  const reactedTo = rows.filter((row) => row.has_reactions).map(({ id }) => id)
  const withFiles = rows.filter((row) => row.has_attachments).map(({ id }) => id)
  const answers = rows.filter((row) => row.is_answer).map(({ id }) => id)
  const edited = rows.filter((row) => row.edited_at !== null).map(({ id }) => id)
  const versions = versionsOf(rows)
  const [outcomes, reactions, files, missing, texts, answered, components] = await Promise.all([
    toGroup.length === 0 ? [] : tx.rows<OutcomeRow>(queries.outcomes(organizationId, toGroup)),
    reactedTo.length === 0 ? [] : tx.rows<ReactionRow>(queries.reactions(organizationId, reactedTo)),
    withFiles.length === 0 ? [] : tx.rows<OfMessageRow>(ofMessages(organizationId, withFiles)),
    withFiles.length === 0 ? [] : tx.rows<MissingOfMessage>(missingOfMessages(organizationId, withFiles)),
    edited.length === 0 ? [] : tx.rows<EarlierOfMessage>(earlierTextsOf(organizationId, edited)),
    answers.length === 0 ? [] : tx.rows<AnsweringRow>(answeredByEach(organizationId, answers)),
    versions.length === 0 ? [] : tx.rows<VersionComponentsRow>(componentsOfVersions(organizationId, versions)),
  ])
  const outcomeOf = new Map(outcomes.map((one) => [one.message_id, one]))
  const reactionsOf = Map.groupBy(reactions, (one) => one.message_id)
  const filesOf = Map.groupBy(files, (one) => one.message_id)
  const answeredBy = new Map(answered.map((one) => [one.message_id, one.in_reply_to]))
  const missingOf = Map.groupBy(missing, (one) => one.message_id)
  const textsOf = new Map(texts.map((one) => [one.message_id, one.earlier_texts]))
  const componentsOf = new Map(components.map((one) => [`${one.template_id} ${one.version}`, one]))
  // Field by field: spreading a hundred rows of that many columns takes a tenth of the page's time.
  return rows.map((row) => {
    const { price_micros, error_code, error_detail, error_details, delivered_read_at } = outcomeOf.get(row.id) ?? row
    const made = row.template_id === null ? null : componentsOf.get(`${row.template_id} ${row.template_version}`)
    return {
      id: row.id,
      conversation_id: conversationId,
      direction: row.direction,
      channel: row.channel,
      sender_id: row.sender_id,
      subject: row.subject,
      text: row.text,
      html: row.html,
      quoted_text: row.quoted_text,
      template_id: row.template_id,
      template_version: row.template_version,
      is_automatic: row.is_automatic,
      reply_to: row.reply_to,
      is_authenticated: row.is_authenticated,
      in_reply_to: answeredBy.get(row.id) ?? null,
      interactive: row.interactive,
      provider_details: row.provider_details,
      variables: row.variables,
      send_at: row.send_at,
      read_at: row.read_at,
      updated_at: row.updated_at,
      edited_at: row.edited_at,
      earlier_texts: textsOf.get(row.id) ?? null,
      withdrawn_at: row.withdrawn_at,
      call: row.call,
      created_at: row.created_at,
      statuses: outcomeOf.get(row.id)?.statuses ?? (row.status === null ? null : [row.status]),
      price_micros,
      error_code,
      error_detail,
      error_details,
      delivered_read_at,
      reactions: reactionsOf.get(row.id) ?? null,
      attachments: filesOf.get(row.id) ?? null,
      missing_attachments: missingOf.get(row.id) ?? null,
      template_components: made?.template_components ?? null,
      template_file: made?.template_file ?? null,
    }
  })
}

/** Each version once. */
function versionsOf(rows: readonly PageRow[]): { template_id: Uuid; version: number }[] {
  const found = new Map<string, { template_id: Uuid; version: number }>()
  for (const { template_id, template_version: version } of rows)
    if (template_id !== null && version !== null) found.set(`${template_id} ${version}`, { template_id, version })
  return [...found.values()]
}
