// X1 to X3: what must hold so that organizations stay apart, and can be spread over several machines.

import type { Invariant } from './invariants.ts'

/** Tables whose rows belong to the installation, or whose key must be unique across organizations. All others are a tenant's. */
export const platformTables = [
  'installation',
  'organizations',
  'users',
  'sessions',
  'sign_in_attempts',
  'sign_in_places',
  'invitation_links',
  'token_hashes',
  'price_lists',
  'gateway_accounts',
  'gateway_payments',
  'gateway_references',
  'invoice_series',
  'invoice_numbers',
  'due_work',
  'schema_migrations',
] as const

/** Which column names a row of which table, in the same organization. */
const references: readonly [table: string, column: string, target: string][] = [
  ['memberships', 'role_id', 'roles'],
  ['token_hashes', 'token_id', 'tokens'],
  ['invitation_links', 'invitation_id', 'invitations'],
  ['group_members', 'group_id', 'groups'],
  ['group_members', 'contact_id', 'contacts'],
  ['conversations', 'contact_id', 'contacts'],
  ['conversations', 'group_id', 'groups'],
  ['conversations', 'pinned_message_id', 'messages'],
  ['messages', 'conversation_id', 'conversations'],
  ['reactions', 'message_id', 'messages'],
  ['deliveries', 'message_id', 'messages'],
  ['sandbox_messages', 'message_id', 'messages'],
  ['sandbox_messages', 'conversation_id', 'conversations'],
  ['sandbox_messages', 'contact_id', 'contacts'],
  ['deliveries', 'conversation_id', 'conversations'],
  ['deliveries', 'contact_id', 'contacts'],
  ['deliveries', 'transaction_id', 'transactions'],
  ['deliveries', 'reversal_id', 'transactions'],
  ['rerates', 'transaction_id', 'transactions'],
  ['transactions', 'reverses_id', 'transactions'],
  ['transactions', 'recharge_id', 'recharges'],
  ['transfers', 'transaction_id', 'transactions'],
  ['recharges', 'transaction_id', 'transactions'],
  ['recharges', 'invoice_id', 'invoices'],
  ['uncredited_payments', 'recharge_id', 'recharges'],
  ['auto_recharges', 'authorization_recharge_id', 'recharges'],
  ['auto_recharge_attempts', 'recharge_id', 'recharges'],
  ['auto_recharge_attempts', 'mandate_id', 'mandates'],
  ['mandates', 'recharge_id', 'recharges'],
  ['gateway_payments', 'recharge_id', 'recharges'],
  ['gateway_payments', 'transaction_id', 'transactions'],
  ['refunds', 'transaction_id', 'transactions'],
  ['refunds', 'recharge_id', 'recharges'],
  ['refunds', 'refund_transaction_id', 'transactions'],
  ['refunds', 'return_transaction_id', 'transactions'],
  ['refunds', 'credit_note_id', 'invoices'],
  ['invoices', 'recharge_id', 'recharges'],
  ['invoices', 'transaction_id', 'transactions'],
  ['invoices', 'original_id', 'invoices'],
  ['invoice_numbers', 'invoice_id', 'invoices'],
]

/** Users belong to the installation and organizations to nobody: these name a row of a platform table. */
const platformReferences: readonly [table: string, column: string, target: string][] = [
  ['wallets', 'org_id', 'organizations'],
  ['price_lists', 'org_id', 'organizations'],
  ['enterprise_eligibilities', 'org_id', 'organizations'],
  ['deliveries', 'volume_list_id', 'price_lists'],
  ['rerates', 'price_list_id', 'price_lists'],
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
  ['refunds', 'requested_by', 'users'],
  ['auto_recharges', 'configured_by', 'users'],
]

const strays = (table: string, column: string, target: string, sameOrganization: string) => `
  select '${table}' as "table", '${column}' as "column", '${target}' as names_a_row_of, a.org_id, a.${column} as id
    from ${table} a left join ${target} b on b.id = a.${column} ${sameOrganization}
   where a.${column} is not null and b.id is null`

const tenantTables = `
  select c.oid, c.relname as table_name, i.indexrelid::regclass::text as index_name, i.indisprimary, i.indisunique,
         (select a.attname from pg_attribute a where a.attrelid = c.oid and a.attnum = i.indkey[0]) as first_column
    from pg_class c
    left join pg_index i on i.indrelid = c.oid and i.indisunique
   where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not c.relispartition
     and c.relname <> all ('{${platformTables.join(',')}}')`

export const tenantInvariants: readonly Invariant[] = [
  {
    id: 'X1',
    statement: 'What a row refers to exists in the same organization.',
    sql: [
      ...references.map((one) => strays(...one, 'and b.org_id = a.org_id')),
      ...platformReferences.map((one) => strays(...one, '')),
    ].join('\n  union all'),
  },
  {
    id: 'X2',
    statement: "The primary key of every organization's table begins with org_id.",
    sql: `
      select table_name, string_agg(index_name, ', ') filter (where indisprimary) as primary_key
        from (${tenantTables}) t group by oid, table_name
      having count(*) filter (where indisprimary and first_column = 'org_id') = 0`,
  },
  {
    id: 'X3',
    statement: "Every unique index of an organization's table begins with org_id.",
    sql: `
      select table_name, index_name, first_column from (${tenantTables}) t
       where indisunique and not indisprimary and first_column is distinct from 'org_id'`,
  },
]
