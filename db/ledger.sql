-- The ledger as double-entry books, derived from the two tables that money moves through.
-- Accounts of an organization: wallet; gateway (money received); tax (GST owed); revenue:CHANNEL; operator (credits granted).
-- Applied again at every migration, so that the views always are what this file says.

create or replace view ledger_entries as
  select org_id, id as transaction_id, 'wallet' as account, amount_micros, completed_at as booked_at
    from transactions where status = 'completed'
  union all
  select org_id, id, counter_account, -amount_micros, completed_at
    from transactions where status = 'completed'
  union all
  select org_id, transaction_id, debit_account, -amount_micros, created_at from transfers
  union all
  select org_id, transaction_id, credit_account, amount_micros, created_at from transfers;

create or replace view ledger_balances as
  select org_id, account, sum(amount_micros)::bigint as balance_micros from ledger_entries group by org_id, account;
