// One search over everything that the caller may see: a section for each type, in one transaction.

import { envelope } from '#edge/paging.ts'
import type { Actor, App } from '#kit/app.ts'
import type { Tx } from '#kit/database/database.ts'
import { type Prefix, parseTypeId, type Uuid } from '#kit/ids.ts'
import { validationError } from '#kit/messages/field-errors.ts'
import { reasonOf } from '#kit/messages/reasons.ts'
import { invalidFields, Refusal } from '#kit/refusals.ts'
import * as indexed from '#messaging/search/actions.ts'
import type { Term } from '#messaging/search/match-rules.ts'
import * as queries from './queries.ts'
import { permissionOf, type SearchType, type Sought, searchTypes, soughtIn } from './rules.ts'
import type { EverythingSearch, FoundEverything } from './schema.ts'
import * as show from './show.ts'

interface Asked {
  q: string
  limit?: number
  starting_after?: Uuid
}

type Section<Type extends SearchType> = (
  tx: Tx,
  actor: Actor,
  asked: Asked,
  terms: readonly Term[],
  sought: Sought,
) => Promise<NonNullable<FoundEverything[Type]>>

const prefixOf: Readonly<Record<SearchType, Prefix>> = {
  contacts: 'contact',
  groups: 'group',
  conversations: 'conv',
  messages: 'msg',
  templates: 'tmpl',
  lists: 'list',
  segments: 'seg',
  campaigns: 'camp',
  forms: 'form',
  submissions: 'sub',
  invoices: 'inv',
  transactions: 'txn',
  members: 'user',
  webhook_endpoints: 'whe',
}

const sections: { readonly [Type in SearchType]: Section<Type> } = {
  contacts: indexed.contactsOf,
  groups: indexed.groupsOf,
  conversations: indexed.conversationsOf,
  messages: indexed.messagesOf,
  async templates(tx, { organizationId }, asked, terms, sought) {
    await checkCursor(tx, organizationId, 'templates', asked)
    const rows = await tx.rows<queries.TemplateRow>(queries.templates(organizationId, sought, asked))
    return envelope(asked, rows, (row) => show.showTemplate(row, terms))
  },
  async lists(tx, { organizationId }, asked, terms, sought) {
    await checkCursor(tx, organizationId, 'lists', asked)
    const rows = await tx.rows<queries.ListRow>(queries.lists(organizationId, sought, asked))
    return envelope(asked, rows, (row) => show.showList(row, terms))
  },
  async segments(tx, { organizationId }, asked, terms, sought) {
    await checkCursor(tx, organizationId, 'segments', asked)
    const rows = await tx.rows<queries.SegmentRow>(queries.segments(organizationId, sought, asked))
    return envelope(asked, rows, (row) => show.showSegment(row, terms))
  },
  async campaigns(tx, { organizationId }, asked, terms, sought) {
    await checkCursor(tx, organizationId, 'campaigns', asked)
    const rows = await tx.rows<queries.CampaignRow>(queries.campaigns(organizationId, sought, asked))
    return envelope(asked, rows, (row) => show.showCampaign(row, terms))
  },
  async forms(tx, { organizationId }, asked, terms, sought) {
    await checkCursor(tx, organizationId, 'forms', asked)
    const rows = await tx.rows<queries.FormRow>(queries.forms(organizationId, sought, asked))
    return envelope(asked, rows, (row) => show.showForm(row, terms))
  },
  async submissions(tx, actor, asked, terms) {
    const looked = await indexed.look(tx, actor, 'submission', terms, await indexed.placeAfter(tx, actor, asked))
    const rows = looked && (await tx.rows<queries.FoundSubmissionRow>(queries.submissions(looked, asked.limit)))
    return envelope(asked, rows ?? [], (row) => show.showSubmission(row, terms))
  },
  async members(tx, { organizationId }, asked, terms, sought) {
    await checkCursor(tx, organizationId, 'members', asked)
    const rows = await tx.rows<queries.MemberRow>(queries.members(organizationId, sought, asked))
    return envelope(asked, rows, (row) => show.showMember(row, terms))
  },
  async webhook_endpoints(tx, { organizationId }, asked, terms, sought) {
    await checkCursor(tx, organizationId, 'webhook_endpoints', asked)
    const rows = await tx.rows<queries.EndpointRow>(queries.webhookEndpoints(organizationId, sought, asked))
    return envelope(asked, rows, (row) => show.showEndpoint(row, terms))
  },
  async invoices(tx, { organizationId }, asked, _, sought) {
    await checkCursor(tx, organizationId, 'invoices', asked)
    const statement = queries.invoices(organizationId, sought, asked)
    return envelope(asked, statement ? await tx.rows<queries.InvoiceRow>(statement) : [], show.showInvoice)
  },
  async transactions(tx, { organizationId }, asked, _, sought) {
    await checkCursor(tx, organizationId, 'transactions', asked)
    const statement = queries.transactions(organizationId, sought, asked)
    return envelope(asked, statement ? await tx.rows<queries.TransactionRow>(statement) : [], show.showTransaction)
  },
}

export function everything(app: App, actor: Actor, query: EverythingSearch): Promise<FoundEverything> {
  const { q, type, limit, starting_after } = query
  const types = type === undefined ? searchTypes.filter((one) => actor.permissions.has(permissionOf[one])) : [type]
  if (type !== undefined && !actor.permissions.has(permissionOf[type]))
    throw new Refusal('permission_denied', reasonOf('search_permission_missing', { permission: permissionOf[type] }), [
      { field: 'type', ...validationError('permission_needed', { permission: permissionOf[type] }) },
    ])
  const after = starting_after === undefined ? undefined : cursorIn(type, starting_after)
  const asked = { q, ...(limit !== undefined && { limit }), ...(after !== undefined && { starting_after: after }) }
  const sought = soughtIn(q)
  return indexed.answered(app, actor, asked, async (tx, terms) => {
    const found = types.map(async (one) => [one, await sections[one](tx, actor, asked, terms, sought)] as const)
    return Object.fromEntries(await Promise.all(found))
  })
}

function cursorIn(type: SearchType | undefined, text: string): Uuid {
  if (type === undefined)
    throw invalidFields('invalid_query', [
      { field: 'starting_after', ...validationError('only_with', { other: 'type' }) },
    ])
  const id = parseTypeId(prefixOf[type], text)
  if (id === null) throw indexed.unknownCursor()
  return id
}

async function checkCursor(tx: Tx, organizationId: Uuid, type: SearchType, { starting_after }: Asked): Promise<void> {
  if (starting_after === undefined) return
  if ((await tx.row(queries.cursorOf(organizationId, type, starting_after))) === undefined)
    throw indexed.unknownCursor()
}
