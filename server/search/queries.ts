// SQL of search types that need no word index: names, of which an organization has few, and objects found by amount or
// number. Rows are read in the statement that finds them, so deleted ones are never shown.

import { PAGE_DEFAULT, pageById } from '#edge/paging.ts'
import type { FormStatus } from '#forms/definitions/queries.ts'
import { isThere } from '#forms/submissions/queries.ts'
import type { Answers } from '#forms/submissions/terms.ts'
import { nothing, type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import type { Micros } from '#kit/money.ts'
import type { CampaignStatus } from '#messaging/campaigns/rules.ts'
import type { ChannelName } from '#messaging/channels/channel.ts'
import { found, type Looked } from '#messaging/search/queries.ts'
import type { TemplateStatus } from '#messaging/templates/rules.ts'
import type { invoiceKinds } from '#money/invoices/schema.ts'
import type { TransactionKind, TransactionStatus } from '#money/wallet/rules.ts'
import type { EndpointStatus } from '#webhooks/schema.ts'
import type { Sought } from './rules.ts'

interface Page {
  limit?: number
  starting_after?: Uuid
}

/** The same normalization as `fold` in messaging/search/words.ts. */
const folded = (text: Statement): Statement => sql`
  translate(regexp_replace(lower(normalize(${text}, nfkd)), '[\\u0300-\\u036f\\u093c\\u200c\\u200d\\ufe0f]', '', 'g'),
            'ँ०१२३४५६७८९', 'ं0123456789')`

const isNamed = (text: Statement, { patterns }: Sought): Statement =>
  sql`and ${folded(text)} like all (${patterns}::text[])`

export interface TemplateRow {
  id: Uuid
  name: string
  channel: ChannelName
  language: string
  status: TemplateStatus
}

export function templates(organizationId: Uuid, sought: Sought, page: Page): Statement {
  const { where, tail } = pageById(page, sql`t.id`)
  return sql`
    select t.id, t.name, t.channel, t.language, v.status
      from templates t
      join template_versions v on v.org_id = ${organizationId} and v.template_id = t.id and v.version = t.version
     where t.org_id = ${organizationId} and t.deleted_at is null ${isNamed(sql`t.name`, sought)} ${where} ${tail}`
}

export interface ListRow {
  id: Uuid
  name: string
  description: string | null
  contact_count: number
}

export function lists(organizationId: Uuid, sought: Sought, page: Page): Statement {
  const { where, tail } = pageById(page)
  return sql`
    select id, name, description, contact_count::float8 as contact_count from lists
     where org_id = ${organizationId} and deleted_at is null
       ${isNamed(sql`concat_ws(' ', name, description)`, sought)} ${where} ${tail}`
}

export interface SegmentRow {
  id: Uuid
  name: string
}

export function segments(organizationId: Uuid, sought: Sought, page: Page): Statement {
  const { where, tail } = pageById(page)
  return sql`
    select id, name from segments where org_id = ${organizationId} ${isNamed(sql`name`, sought)} ${where} ${tail}`
}

export interface CampaignRow {
  id: Uuid
  name: string
  channel: ChannelName
  status: CampaignStatus
}

export function campaigns(organizationId: Uuid, sought: Sought, page: Page): Statement {
  const { where, tail } = pageById(page)
  return sql`
    select id, name, channel, status from campaigns
     where org_id = ${organizationId} ${isNamed(sql`name`, sought)} ${where} ${tail}`
}

export interface FormRow {
  id: Uuid
  name: string
  slug: string
  status: FormStatus
}

export function forms(organizationId: Uuid, sought: Sought, page: Page): Statement {
  const { where, tail } = pageById(page)
  return sql`
    select id, name, slug, status from forms
     where org_id = ${organizationId} and deleted_at is null ${isNamed(sql`concat_ws(' ', name, slug)`, sought)}
       ${where} ${tail}`
}

export interface FoundSubmissionRow {
  id: Uuid
  form_id: Uuid
  form_name: string
  contact_id: Uuid | null
  answers: Answers
  submitted_at: Date
}

/** Processed submissions, without spam. */
export function submissions(looked: Looked, limit = PAGE_DEFAULT): Statement {
  const { organizationId } = looked
  return sql`
    select s.* from ${found(looked)} cross join lateral (
      select s.id, s.form_id, f.name as form_name, s.contact_id, s.answers, s.submitted_at
        from form_submissions s join forms f on f.org_id = ${organizationId} and f.id = s.form_id
       where s.org_id = ${organizationId} and s.id = e.id and s.state <> 'spam' and ${isThere(organizationId)}
      offset 0) s
     limit ${limit + 1}`
}

export interface MemberRow {
  id: Uuid
  kind: 'person' | 'service'
  display_name: string
  email: string | null
}

export function members(organizationId: Uuid, sought: Sought, page: Page): Statement {
  const { where, tail } = pageById(page, sql`m.user_id`)
  return sql`
    select u.id, u.kind, u.display_name, u.email from memberships m join users u on u.id = m.user_id
     where m.org_id = ${organizationId} ${isNamed(sql`concat_ws(' ', u.display_name, u.email)`, sought)}
       ${where} ${tail}`
}

export interface EndpointRow {
  id: Uuid
  url: string
  description: string | null
  status: EndpointStatus
}

export function webhookEndpoints(organizationId: Uuid, sought: Sought, page: Page): Statement {
  const { where, tail } = pageById(page)
  return sql`
    select id, url, description, status from webhook_endpoints
     where org_id = ${organizationId} ${isNamed(sql`concat_ws(' ', url, description)`, sought)} ${where} ${tail}`
}

export interface InvoiceRow {
  id: Uuid
  number: string
  kind: (typeof invoiceKinds)[number]
  total_micros: Micros
  issued_at: Date
}

/** By the start or end of the invoice number, or its total. Null when the query is none of them. */
export function invoices(
  organizationId: Uuid,
  { numberStart, numberEnd, amount }: Pick<Sought, 'numberStart' | 'numberEnd' | 'amount'>,
  page: Page,
): Statement | null {
  const conditions = [
    numberStart === null ? null : sql`number like ${numberStart}`,
    numberEnd === null ? null : sql`series_number = ${numberEnd.seriesNumber} and number like ${numberEnd.end}`,
    amount === null ? null : sql`total_micros = ${amount}`,
  ].filter((one) => one !== null)
  if (conditions.length === 0) return null
  const { where, tail } = pageById(page)
  const each = conditions.map(
    (condition) => sql`
      (select id, number, kind, total_micros, issued_at from invoices
        where org_id = ${organizationId} and ${condition} ${where} ${tail})`,
  )
  return sql`select * from (${union(each)}) found ${tail}`
}

export interface TransactionRow {
  id: Uuid
  kind: TransactionKind
  status: TransactionStatus
  amount_micros: Micros
  description: string
  channel: ChannelName | null
  message_count: number | null
  movement: string | null
  created_at: Date
}

const transactionColumns = sql`
  id, kind, status, amount_micros, description, channel, message_count, split_part(key, ':', 1) as movement, created_at`

/**
 * By id; transactions other than deductions also by amount, with either sign. An organization has a deduction for each
 * message, with few distinct amounts, so searching them by amount is useless. Null when the query is neither.
 */
export function transactions(
  organizationId: Uuid,
  { transactionId, amount }: Pick<Sought, 'transactionId' | 'amount'>,
  page: Page,
): Statement | null {
  const { where, tail } = pageById(page)
  if (transactionId !== null)
    return sql`
      select ${transactionColumns} from transactions
       where org_id = ${organizationId} and id = ${transactionId} ${where} ${tail}`
  if (amount === null) return null
  const ofAmount = (micros: Micros) => sql`
    (select ${transactionColumns} from transactions
      where org_id = ${organizationId} and kind <> 'deduction' and amount_micros = ${micros} ${where} ${tail})`
  return sql`select * from (${union([ofAmount(amount), ofAmount(-amount)])}) found ${tail}`
}

/** The id of the row before the page; no row when the organization has none with that id. */
export function cursorOf(organizationId: Uuid, type: string, id: Uuid): Statement {
  const of: Readonly<Record<string, Statement>> = {
    templates: sql`select id from templates where org_id = ${organizationId} and id = ${id}`,
    lists: sql`select id from lists where org_id = ${organizationId} and id = ${id}`,
    segments: sql`select id from segments where org_id = ${organizationId} and id = ${id}`,
    campaigns: sql`select id from campaigns where org_id = ${organizationId} and id = ${id}`,
    forms: sql`select id from forms where org_id = ${organizationId} and id = ${id} and deleted_at is null`,
    members: sql`select user_id as id from memberships where org_id = ${organizationId} and user_id = ${id}`,
    webhook_endpoints: sql`select id from webhook_endpoints where org_id = ${organizationId} and id = ${id}`,
    invoices: sql`select id from invoices where org_id = ${organizationId} and id = ${id}`,
    transactions: sql`select id from transactions where org_id = ${organizationId} and id = ${id}`,
  }
  return of[type] ?? nothing
}

const union = (parts: readonly Statement[]): Statement =>
  parts.slice(1).reduce((before, part) => sql`${before} union ${part}`, parts[0] ?? nothing)
