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

-- For statements that were decided on a state which somebody else may have changed meanwhile: fails, and the transaction
-- with it, unless as many rows were found as expected.
create or replace function must_be(actual bigint, expected bigint) returns void language plpgsql as $$
begin
  if actual is distinct from expected then
    raise exception 'decided on an outdated state: found % rows instead of %', actual, expected using errcode = 'SV001';
  end if;
end $$;

-- No role may rewrite the books: what is wrong is corrected by adding. Only a pending transaction may be settled, once. A part of a
-- distributed table is called by the table's name and a number.
create or replace function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and tg_table_name ~ '^transactions(_[0-9]+)?$' then
    if old.status = 'pending' and new.org_id = old.org_id and new.id = old.id and new.kind = old.kind then
      return new;
    end if;
  end if;
  raise exception 'the books are append-only: % on % is refused', tg_op, tg_table_name using errcode = '42501';
end $$;
