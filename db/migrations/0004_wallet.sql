-- Up Migration
-- Price lists and the ledger. Amounts are integer micro-rupees.

-- A published list is never edited; org_id is null for the default and names the organization of a contract.
create table price_lists (
  id uuid primary key,
  org_id uuid,
  name text not null,
  effective_from timestamptz not null,
  definition jsonb not null,
  published_at timestamptz not null
);
create index price_lists_by_organization on price_lists (org_id, effective_from desc);

create table wallets (
  org_id uuid primary key,
  balance_micros bigint not null default 0 check (balance_micros >= 0),
  -- Counts the completed transactions: each names the version that it made, so that a lost or doubled one shows.
  version bigint not null default 0,
  -- Another one with every change: who decided on a state beforehand finds out by it whether that is still the state.
  -- The version alone does not tell, because others may have moved it by as much.
  state uuid not null,
  -- The balance right after the last money came in: what "20 percent remaining" is measured against.
  warning_base_micros bigint not null default 0,
  warned_level integer,
  created_at timestamptz not null,
  updated_at timestamptz not null
) with (fillfactor = 50);

-- The wallet's statement. A completed row is two ledger entries: the wallet and its counter account, of opposite sign.
create table transactions (
  org_id uuid not null,
  id uuid not null,
  kind text not null check (kind in ('recharge', 'deduction', 'refund', 'credit')),
  status text not null check (status in ('pending', 'completed', 'failed')),
  amount_micros bigint not null,
  counter_account text not null,
  -- What makes it unique for ever, where something outside could ask for it twice: 'reversal:DELIVERY', 'payment:GATEWAY:ID'.
  key text,
  wallet_version bigint,
  balance_after_micros bigint,
  payment_method text,
  failure_reason text,
  description text not null,
  channel text,
  message_count integer,
  campaign_id uuid,
  recharge_id uuid,
  invoice_id uuid,
  reverses_id uuid,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (org_id, id),
  check ((status = 'completed') = (wallet_version is not null and balance_after_micros is not null and completed_at is not null)),
  check (balance_after_micros >= 0),
  check (case kind when 'deduction' then amount_micros <= 0 else amount_micros >= 0 end)
);
create unique index transactions_key on transactions (org_id, key) where key is not null;
create index transactions_not_completed on transactions (org_id, id) where status <> 'completed';
create index transactions_not_deductions on transactions (org_id, kind, id) where kind <> 'deduction';

-- Movements that do not touch the wallet: tax collected on a recharge, tax given back.
create table transfers (
  org_id uuid not null,
  id uuid not null,
  transaction_id uuid not null,
  debit_account text not null,
  credit_account text not null,
  amount_micros bigint not null check (amount_micros > 0),
  key text not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create unique index transfers_key on transfers (org_id, key);
create index transfers_by_transaction on transfers (org_id, transaction_id);

-- How many messages of the channel the month (of Asia/Kolkata) has seen: the number the next one gets is one more.
create table month_counters (
  org_id uuid not null,
  channel text not null,
  month date not null,
  message_count bigint not null,
  primary key (org_id, channel, month)
) with (fillfactor = 50);

-- No role may rewrite the books: what is wrong is corrected by adding. Only a pending transaction may be settled, once.
create function refuse_rewriting() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'transactions' and tg_op = 'UPDATE' then
    if old.status = 'pending' and new.org_id = old.org_id and new.id = old.id and new.kind = old.kind then
      return new;
    end if;
  end if;
  raise exception 'the books are append-only: % on % is refused', tg_op, tg_table_name using errcode = '42501';
end $$;

create trigger transactions_append_only before update or delete on transactions
  for each row execute function refuse_rewriting();
create trigger transfers_append_only before update or delete on transfers
  for each row execute function refuse_rewriting();
create trigger transactions_no_truncate before truncate on transactions execute function refuse_rewriting();
create trigger transfers_no_truncate before truncate on transfers execute function refuse_rewriting();
