// Converts search results to their API representation.

import { valuesOf } from '#forms/submissions/terms.ts'
import { formatMicros } from '#kit/money.ts'
import { publicId, seconds } from '#kit/wire.ts'
import { snippetOf, type Term } from '#messaging/search/match-rules.ts'
import { matchesOf } from '#messaging/search/show.ts'
import { purposeOf } from '#money/wallet/purposes.ts'
import type * as queries from './queries.ts'
import type * as shown from './schema.ts'

export function showTemplate(row: queries.TemplateRow, terms: readonly Term[]): shown.FoundTemplate {
  return { ...row, id: publicId('tmpl', row.id), matches: matchesOf({ name: row.name }, terms) }
}

export function showList(row: queries.ListRow, terms: readonly Term[]): shown.FoundList {
  const { name, description } = row
  return { ...row, id: publicId('list', row.id), matches: matchesOf({ name, description }, terms) }
}

export function showSegment(row: queries.SegmentRow, terms: readonly Term[]): shown.FoundSegment {
  return { id: publicId('seg', row.id), name: row.name, matches: matchesOf({ name: row.name }, terms) }
}

export function showCampaign(row: queries.CampaignRow, terms: readonly Term[]): shown.FoundCampaign {
  return { ...row, id: publicId('camp', row.id), matches: matchesOf({ name: row.name }, terms) }
}

export function showForm(row: queries.FormRow, terms: readonly Term[]): shown.FoundForm {
  const { name, slug } = row
  return { ...row, id: publicId('form', row.id), matches: matchesOf({ name, slug }, terms) }
}

export function showSubmission(row: queries.FoundSubmissionRow, terms: readonly Term[]): shown.FoundSubmission {
  const { id, form_id, form_name, contact_id, answers, submitted_at } = row
  const values = Object.values(answers).flatMap(valuesOf)
  return {
    id: publicId('sub', id),
    form_id: publicId('form', form_id),
    form_name,
    contact_id: publicId('contact', contact_id),
    snippet: snippetOf(values.join(' · '), terms),
    submitted_at: seconds(submitted_at),
  }
}

export function showMember(row: queries.MemberRow, terms: readonly Term[]): shown.FoundMember {
  const { display_name, email } = row
  return { ...row, id: publicId('user', row.id), matches: matchesOf({ display_name, email }, terms) }
}

export function showEndpoint(row: queries.EndpointRow, terms: readonly Term[]): shown.FoundWebhookEndpoint {
  const { url, description } = row
  return { ...row, id: publicId('whe', row.id), matches: matchesOf({ url, description }, terms) }
}

export function showInvoice({ id, number, kind, total_micros, issued_at }: queries.InvoiceRow): shown.FoundInvoice {
  return { id: publicId('inv', id), number, kind, total: formatMicros(total_micros), issued_at: seconds(issued_at) }
}

export function showTransaction(row: queries.TransactionRow): shown.FoundTransaction {
  const { id, kind, status, amount_micros, description, channel, message_count, created_at } = row
  return {
    id: publicId('txn', id),
    kind,
    status,
    amount: formatMicros(amount_micros),
    description,
    purpose: purposeOf(row),
    channel,
    message_count,
    created_at: seconds(created_at),
  }
}
