// X1 to X6: invariants that separate organizations and allow distributing them over several machines.

import type { Invariant } from './invariants.ts'

/** Queues are read across organizations, so their keys start with the columns they are read by. */
const queues = ['due_work']

type Reference = readonly [table: string, column: string, target: string]

/** Columns that refer to a row of another table in the same organization. */
const references: readonly Reference[] = [
  ['memberships', 'role_id', 'roles'],
  ['merges', 'into_id', 'conversations'],
  ['token_hashes', 'token_id', 'tokens'],
  ['invitation_links', 'invitation_id', 'invitations'],
  ['group_members', 'group_id', 'groups'],
  ['group_members', 'contact_id', 'contacts'],
  ['list_members', 'list_id', 'lists'],
  ['list_members', 'contact_id', 'contacts'],
  ['form_versions', 'form_id', 'forms'],
  ['form_counts', 'form_id', 'forms'],
  ['form_submissions', 'form_id', 'forms'],
  ['form_files', 'form_id', 'forms'],
  ['segment_lists', 'segment_id', 'segments'],
  ['segment_lists', 'list_id', 'lists'],
  ['contact_addresses', 'contact_id', 'contacts'],
  ['merged_contacts', 'into_id', 'contacts'],
  ['import_faults', 'import_id', 'imports'],
  ['conversations', 'contact_id', 'contacts'],
  ['conversations', 'group_id', 'groups'],
  ['conversations', 'pinned_message_id', 'messages'],
  ['messages', 'conversation_id', 'conversations'],
  ['messages', 'template_id', 'templates'],
  ['template_versions', 'template_id', 'templates'],
  ['reactions', 'message_id', 'messages'],
  ['contact_reaction_times', 'message_id', 'messages'],
  ['reaction_sends', 'message_id', 'messages'],
  ['message_versions', 'message_id', 'messages'],
  ['missing_attachments', 'message_id', 'messages'],
  ['deliveries', 'message_id', 'messages'],
  ['sandbox_messages', 'delivery_id', 'deliveries'],
  ['sandbox_messages', 'message_id', 'messages'],
  ['sandbox_messages', 'conversation_id', 'conversations'],
  ['sandbox_messages', 'contact_id', 'contacts'],
  ['deliveries', 'conversation_id', 'conversations'],
  ['deliveries', 'contact_id', 'contacts'],
  ['deliveries', 'transaction_id', 'transactions'],
  ['deliveries', 'reversal_id', 'transactions'],
  ['form_submissions', 'message_id', 'messages'],
  ['form_submissions', 'auto_reply_message_id', 'messages'],
  ['form_confirmations', 'submission_id', 'form_submissions'],
  ['rerates', 'transaction_id', 'transactions'],
  ['usage_outcomes', 'transaction_id', 'transactions'],
  ['transactions', 'reverses_id', 'transactions'],
  ['transactions', 'recharge_id', 'recharges'],
  ['transfers', 'transaction_id', 'transactions'],
  ['recharges', 'transaction_id', 'transactions'],
  ['recharges', 'invoice_id', 'invoices'],
  ['uncredited_payments', 'recharge_id', 'recharges'],
  ['auto_recharges', 'authorization_recharge_id', 'recharges'],
  ['auto_recharge_attempts', 'recharge_id', 'recharges'],
  ['auto_recharge_attempts', 'mandate_id', 'mandates'],
  ['subscriptions', 'open_payment_id', 'recharges'],
  ['subscription_payments', 'payment_id', 'recharges'],
  ['subscription_payments', 'mandate_id', 'mandates'],
  ['mandates', 'recharge_id', 'recharges'],
  ['gateway_payments', 'recharge_id', 'recharges'],
  ['gateway_payments', 'transaction_id', 'transactions'],
  ['refunds', 'transaction_id', 'transactions'],
  ['refunds', 'recharge_id', 'recharges'],
  ['refunds', 'refund_transaction_id', 'transactions'],
  ['refunds', 'return_transaction_id', 'transactions'],
  ['refunds', 'credit_note_id', 'invoices'],
  ['payment_claims', 'recharge_id', 'recharges'],
  ['payment_claim_takings', 'claim_id', 'payment_claims'],
  ['payment_claim_takings', 'transaction_id', 'transactions'],
  ['payment_claim_takings', 'refund_transaction_id', 'transactions'],
  ['payment_claim_takings', 'credit_note_id', 'invoices'],
  ['invoices', 'recharge_id', 'recharges'],
  ['invoices', 'transaction_id', 'transactions'],
  ['invoices', 'original_id', 'invoices'],
  ['invoice_numbers', 'invoice_id', 'invoices'],
]

/** Users belong to the installation and organizations to nobody: these columns refer to a platform table. */
const platformReferences: readonly Reference[] = [
  ['wallets', 'org_id', 'organizations'],
  ['price_lists', 'org_id', 'organizations'],
  ['enterprise_eligibilities', 'org_id', 'organizations'],
  ['enterprise_decisions', 'org_id', 'organizations'],
  ['enterprise_decisions', 'decided_by', 'users'],
  ['deliveries', 'volume_list_id', 'price_lists'],
  ['rerates', 'price_list_id', 'price_lists'],
  ['transactions', 'user_id', 'users'],
  ['transactions', 'price_list_id', 'price_lists'],
  ['daily_usage', 'org_id', 'organizations'],
  ['usage_outcomes', 'org_id', 'organizations'],
  ['monthly_summaries', 'org_id', 'organizations'],
  ['daily_usage', 'user_id', 'users'],
  ['list_usage', 'org_id', 'organizations'],
  ['list_usage', 'user_id', 'users'],
  ['list_usage', 'price_list_id', 'price_lists'],
  ['list_usage', 'campaign_id', 'campaigns'],
  ['transactions', 'campaign_id', 'campaigns'],
  ['deliveries', 'campaign_id', 'campaigns'],
  ['campaign_recipients', 'campaign_id', 'campaigns'],
  ['campaign_counts', 'campaign_id', 'campaigns'],
  ['campaign_changes', 'campaign_id', 'campaigns'],
  ['campaign_days', 'campaign_id', 'campaigns'],
  ['campaign_engagements', 'campaign_id', 'campaigns'],
  ['campaign_recipients', 'contact_id', 'contacts'],
  ['campaigns', 'org_id', 'organizations'],
  ['campaigns', 'template_id', 'templates'],
  ['campaigns', 'price_list_id', 'price_lists'],
  ['campaigns', 'user_id', 'users'],
  ['campaigns', 'created_by', 'users'],
  ['forms', 'org_id', 'organizations'],
  ['forms', 'created_by', 'users'],
  ['form_versions', 'published_by', 'users'],
  ['form_slugs', 'org_id', 'organizations'],
  ['push_subscriptions', 'org_id', 'organizations'],
  ['push_subscriptions', 'user_id', 'users'],
  ['daily_usage', 'price_list_id', 'price_lists'],
  ['memberships', 'org_id', 'organizations'],
  ['contacts', 'org_id', 'organizations'],
  ['groups', 'org_id', 'organizations'],
  ['memberships', 'user_id', 'users'],
  ['users', 'org_id', 'organizations'],
  ['invitations', 'org_id', 'organizations'],
  ['invitations', 'invited_by', 'users'],
  ['invitations', 'accepted_by', 'users'],
  ['tokens', 'user_id', 'users'],
  ['sessions', 'user_id', 'users'],
  ['conversations', 'user_id', 'users'],
  ['contacts', 'owner_id', 'users'],
  ['templates', 'created_by', 'users'],
  ['refunds', 'requested_by', 'users'],
  ['auto_recharges', 'configured_by', 'users'],
  ['subscriptions', 'org_id', 'organizations'],
  ['subscriptions', 'subscribed_by', 'users'],
  ['plan_lists', 'org_id', 'organizations'],
]

/** All references of a table, in one scan of it. */
function strays(table: string, ofTable: readonly Reference[]): string {
  const columns = ofTable.map((reference, index) => {
    const [, column, target] = reference
    const sameOrganization = platformReferences.includes(reference) ? '' : ` and b${index}.org_id = a.org_id`
    return {
      value: `('${column}', '${target}', a.id${index}, a.is_lost${index})`,
      shown: `a.${column} as id${index}, a.${column} is not null and b${index}.id is null as is_lost${index}`,
      lost: `a.${column} is not null and b${index}.id is null`,
      joined: `left join ${target} b${index} on b${index}.id = a.${column}${sameOrganization}`,
    }
  })
  const all = (part: keyof (typeof columns)[number], between: string) => columns.map((one) => one[part]).join(between)
  return `
  select '${table}' as "table", named."column", named.names_a_row_of, a.org_id, named.id
    from (select a.org_id, ${all('shown', ', ')} from ${table} a ${all('joined', ' ')}
           where ${all('lost', ' or ')} offset 0) a
   cross join lateral (values ${all('value', ', ')}) as named ("column", names_a_row_of, id, is_lost)
   where named.is_lost ${ofTable.some(([, , target]) => inPieces.includes(target)) ? unlessInPieces : ''}`
}

/** Rows of these tables are deleted or merged in batches: they disappear before the last row that refers to them. */
const inPieces = ['conversations', 'contacts']

const unlessInPieces = `
     and not exists (select from deletions x
                      where x.org_id = a.org_id and x.id = named.id
                        and named.names_a_row_of in ('conversations', 'contacts'))
     and not exists (select from merges g
                      where g.org_id = a.org_id and g.from_id = named.id and named.names_a_row_of = 'conversations')
     and not exists (select from contact_merges g
                      where g.org_id = a.org_id and g.from_id = named.id and named.names_a_row_of = 'contacts')`

const tables = `
  select oid, relname::text as table_name from pg_class
   where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace and not relispartition`

const tenantTables = `
  select c.oid, c.table_name, i.indexrelid::regclass::text as index_name, i.indisprimary, i.indisunique,
         (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = i.indkey[0]) as first_column
    from (${tables}) c
    join table_kinds k on k.table_name = c.table_name and k.key_column = 'org_id'
    left join pg_index i on i.indrelid = c.oid and i.indisunique
   where c.table_name <> all ('{${queues.join(',')}}')`

export const tenantInvariants: readonly Invariant[] = [
  {
    id: 'X1',
    sql: Object.fromEntries(
      [...Map.groupBy([...references, ...platformReferences], ([table]) => table)].map(([table, ofTable]) => [
        table,
        strays(table, ofTable),
      ]),
    ),
  },
  {
    id: 'X2',
    sql: `
      select table_name, string_agg(index_name, ', ') filter (where indisprimary) as primary_key
        from (${tenantTables}) t group by oid, table_name
      having count(*) filter (where indisprimary and first_column = 'org_id') = 0`,
  },
  {
    id: 'X3',
    sql: `
      select table_name, index_name, first_column from (${tenantTables}) t
       where indisunique and not indisprimary and first_column is distinct from 'org_id'`,
  },
  {
    id: 'X4',
    sql: `
      select coalesce(t.table_name, k.table_name) as table_name, k.kind, d.kind as is_distributed,
        d.key_column as by_column
        from (${tables}) t
        full join table_kinds k on k.table_name = t.table_name
        left join distributed_tables d on d.table_name = t.table_name
       where t.table_name is null or k.kind is null
          or (exists (select from distributed_tables)
              and (d.kind is distinct from nullif(k.kind, 'here') or d.key_column is distinct from k.key_column))`,
  },
  {
    id: 'X5',
    sql: `
      select x.org_id, x.id, x.kind, w.due_at as work_due_at from deletions x
        left join due_work w on w.kind = 'deletion' and w.org_id = x.org_id
       where w.org_id is null
          or exists (select from conversations c where c.org_id = x.org_id and c.id = x.id)
          or exists (select from contacts c where c.org_id = x.org_id and c.id = x.id)
      union all
      select g.org_id, g.from_id, 'merge', w.due_at from merges g
        left join due_work w on w.kind = 'merge' and w.org_id = g.org_id
       where w.org_id is null
          or exists (select from conversations c where c.org_id = g.org_id and c.id = g.from_id)
      union all
      select l.org_id, l.user_id, 'leaving', w.due_at from leavings l
        left join due_work w on w.kind = 'hand_over' and w.org_id = l.org_id
       where w.org_id is null
      union all
      select f.org_id, f.id, 'form', w.due_at from forms f
        left join due_work w on w.kind = 'form_removal' and w.org_id = f.org_id
       where f.deleted_at is not null and w.org_id is null`,
  },
  {
    id: 'X6',
    sql: `
      select o.id as org_id from organizations o
       where exists (select from arrivals a where a.org_id = o.id and a.body is not null and a.due_at is not null)
         and not exists (select from due_work w where w.kind = 'arrivals' and w.org_id = o.id)`,
  },
]
