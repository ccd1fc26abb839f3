// SQL of contact exports: by id, a page at a time.

import { columnsOf } from '#kit/database/copied-rows.ts'
import { type Statement, sql } from '#kit/database/sql.ts'
import type { Uuid } from '#kit/ids.ts'
import { pricedChannels } from '#money/pricing/rules.ts'
import { isFiltered, membersOf } from './filter-queries.ts'
import type { ContactFilter } from './schema.ts'

const yes = (column: Statement, channel: string) => () =>
  sql`case when jsonb_exists(${column}, ${channel}) then 'yes' else '' end`
const ofChannels = (name: string, column: Statement) =>
  Object.fromEntries(pricedChannels.map((channel) => [`${name}_${channel}`, yes(column, channel)]))

/** The columns in their order in the file; each is text. */
export const textColumns: Readonly<Record<string, () => Statement>> = {
  display_name: () => sql`t.display_name`,
  email: () => sql`t.email`,
  phone_number: () => sql`t.phone_number`,
  app_id: () => sql`t.app_id`,
  attributes: () => sql`case when t.attributes = '{}' then '' else t.attributes::text end`,
  ...ofChannels('unsubscribed', sql`t.unsubscribed`),
  ...ofChannels('suppressed', sql`t.suppressed`),
}

export const exportedColumns = columnsOf({
  id: () => sql`t.id`,
  created_at: () => sql`t.created_at`,
  is_in: (askedAt: Date) => sql`t.created_at <= ${askedAt}`,
  is_behind: () => sql`false`,
  ...(textColumns as Record<'display_name', () => Statement>),
})

export function exportedBehind(
  organizationId: Uuid,
  filter: ContactFilter,
  { askedAt, after, limit }: { askedAt: Date; after: Uuid; limit: number },
): Statement {
  return sql`
    select ${exportedColumns.list(askedAt)} from contacts t ${membersOf(organizationId, filter)}
     where t.org_id = ${organizationId} and t.id > ${after} ${isFiltered(organizationId, filter)}
     order by t.id limit ${limit}`
}

/**
 * A condition: an export of contacts from this period may contain one of these contacts, or one merged into them since.
 * Its filter is ignored, because a contact that matched then may not match now.
 */
export function mayHaveExported(
  organizationId: Uuid,
  contactIds: readonly Uuid[],
  { from, to, askedAt }: { from: Statement; to: Statement; askedAt: Statement },
): Statement {
  return sql`(
    exists (select from contacts t
             where t.org_id = ${organizationId} and t.id = any(${contactIds}::uuid[])
               and t.created_at >= ${from} and t.created_at < ${to} and t.created_at <= ${askedAt})
    or exists (select from merged_contacts m
                where m.org_id = ${organizationId} and m.into_id = any(${contactIds}::uuid[])
                  and m.created_at >= ${from} and m.created_at >= ${askedAt}))`
}
