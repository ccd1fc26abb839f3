-- Prices, the ledger, and invoices.

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

-- A published list is never edited: a mistake is corrected by publishing another. org_id is null for the default and names the
-- organization of a contract.
create table price_lists (
  id uuid primary key,
  org_id uuid,
  name text not null,
  effective_from timestamptz not null,
  definition jsonb not null,
  published_at timestamptz not null
);
create index price_lists_by_organization on price_lists (org_id, effective_from desc);
create trigger price_lists_append_only before update or delete on price_lists
  for each row execute function refuse_rewriting();
create trigger price_lists_no_truncate before truncate on price_lists execute function refuse_rewriting();

-- The first default list (spec 8.1, 8.2, 8.3).
insert into price_lists (id, org_id, name, effective_from, definition, published_at) values (
  '00000000-0000-7000-8000-000000000001', null, 'Public prices', '2020-01-01T00:00:00Z',
  '{
    "currency": "INR",
    "sms_unit": "message",
    "prices": {
      "email": {"mode": "graduated", "tiers": [
        {"up_to": 10000, "price": "0.15"}, {"up_to": 50000, "price": "0.12"}, {"up_to": 100000, "price": "0.10"}, {"up_to": null, "price": "0.08"}]},
      "app_session": {"mode": "graduated", "tiers": [{"up_to": null, "price": "0.45"}]},
      "app_template": {"mode": "graduated", "tiers": [{"up_to": null, "price": "0.65"}]},
      "sms": {"mode": "graduated", "tiers": [
        {"up_to": 10000, "price": "0.25"}, {"up_to": 50000, "price": "0.22"}, {"up_to": null, "price": "0.20"}]}
    }
  }', '2020-01-01T00:00:00Z');

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
  -- The cheapest message that could be sent next, as the last send knew it: below it the wallet is empty.
  next_price_micros bigint,
  -- Below this balance a deduction calls for an automatic recharge; null while none is wanted or one is under way.
  recharge_below_micros bigint,
  warned_level integer,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- What the balance shows of automatic recharges. Written with their change, so that reading the balance reads one row; sending
  -- does not touch them.
  grace_until timestamptz,
  auto_recharge jsonb
) with (fillfactor = 50);

-- The wallet's statement. A completed row is two ledger entries: the wallet and its counter account, of opposite sign (db/ledger.sql).
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
  balance_after_micros bigint check (balance_after_micros >= 0),
  payment_method text,
  failure_reason text,
  description text not null,
  channel text,
  message_count integer,
  campaign_id uuid,
  recharge_id uuid,
  invoice_id uuid,
  reverses_id uuid,
  -- Of a deduction: whose request it charged, and by which price list.
  user_id uuid,
  price_list_id uuid,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (org_id, id),
  check ((status = 'completed') = (wallet_version is not null and balance_after_micros is not null and completed_at is not null)),
  -- A refund to the source takes money out of the wallet.
  constraint transactions_sign
    check (case kind when 'deduction' then amount_micros <= 0 when 'refund' then true else amount_micros >= 0 end)
);
create unique index transactions_key on transactions (org_id, key) where key is not null;
create index transactions_not_completed on transactions (org_id, id) where status <> 'completed';
-- What was given back of a charge is found by what names it. Deductions name nothing, so sending does not write it.
create index transactions_by_reversed on transactions (org_id, reverses_id) where reverses_id is not null;
-- So that a page, the balance and its forecast cost the same with a million transactions as with ten: newest first by channel; a
-- period is read through it too, channel by channel. The only one of these that a deduction pays for.
create index transactions_by_channel on transactions (org_id, channel, created_at, id);
create index transactions_by_kind on transactions (org_id, kind, created_at, id) where kind <> 'deduction';
create index transactions_by_campaign on transactions (org_id, campaign_id, created_at, id) where campaign_id is not null;
-- Money that came in or went out otherwise than by messages: what must be left out of a balance's change to see the spending.
create index transactions_beside_spending on transactions (org_id, wallet_version) include (amount_micros)
  where status = 'completed' and kind <> 'deduction' and counter_account not like 'revenue:%';
create trigger transactions_append_only before update or delete on transactions
  for each row execute function refuse_rewriting();
create trigger transactions_no_truncate before truncate on transactions execute function refuse_rewriting();

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
create trigger transfers_append_only before update or delete on transfers
  for each row execute function refuse_rewriting();
create trigger transfers_no_truncate before truncate on transfers execute function refuse_rewriting();

-- How many messages of the channel the month (of Asia/Kolkata) has seen: the number the next one gets is one more.
create table month_counters (
  org_id uuid not null,
  channel text not null,
  month date not null,
  message_count bigint not null,
  primary key (org_id, channel, month)
) with (fillfactor = 50);

-- What organizations use, counted day by day in the transaction of the send. What comes back later is counted on the day of its
-- delivery.
create table daily_usage (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  -- In India.
  day date not null,
  channel text not null,
  kind text not null,
  -- Who sent; null of messages that were deleted before anybody counted.
  user_id uuid,
  campaign_id uuid,
  price_list_id uuid,
  message_count bigint not null,
  delivery_count bigint not null,
  unit_count bigint not null,
  amount_micros bigint not null,
  reversed_count bigint not null default 0,
  reversed_micros bigint not null default 0,
  rerated_micros bigint not null default 0,
  refunded_micros bigint not null default 0,
  primary key (org_id, id),
  unique nulls not distinct (org_id, day, channel, kind, user_id, campaign_id, price_list_id)
) with (fillfactor = 50);

create table billing_profiles (
  org_id uuid primary key,
  legal_name text not null,
  gstin text,
  address_lines text[] not null default '{}',
  state_code text not null,
  email text,
  -- Gateways ask for it with orders and debits.
  phone text,
  updated_at timestamptz not null
);

create table invoices (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  number text not null,
  series text not null,
  financial_year integer not null,
  series_number bigint not null,
  status text not null,
  recharge_id uuid,
  transaction_id uuid,
  -- The invoice that a credit note corrects.
  original_id uuid,
  -- The first day of the month that a usage statement is about: one for each.
  usage_month date,
  document jsonb not null,
  taxable_micros bigint not null,
  tax_micros bigint not null,
  total_micros bigint not null,
  issued_at timestamptz not null,
  primary key (org_id, id),
  check (total_micros = taxable_micros + tax_micros),
  check (length(number) <= 16),
  constraint invoices_credit_note_has_original check ((kind = 'credit_note') = (original_id is not null)),
  constraint invoices_usage_has_month check ((kind = 'usage') = (usage_month is not null))
);
-- A recharge that was paid twice has two transactions, and an invoice for each.
create unique index invoices_by_transaction on invoices (org_id, transaction_id) where transaction_id is not null;
create index invoices_by_recharge on invoices (org_id, recharge_id) where recharge_id is not null;
create index invoices_by_original on invoices (org_id, original_id) where original_id is not null;
create unique index invoices_by_usage_month on invoices (org_id, usage_month) where usage_month is not null;

-- What is unique across organizations has a table of its own.
create table invoice_numbers (
  number text primary key,
  series text not null,
  financial_year integer not null,
  series_number bigint not null,
  org_id uuid not null,
  invoice_id uuid not null,
  issued_at timestamptz not null
);

-- Issued invoices never change; what is wrong is corrected by a credit note (spec 12.11).
create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  raise exception 'issued invoices never change: % on % is refused', tg_op, tg_table_name using errcode = '42501';
end $$;
create trigger invoices_append_only before update or delete on invoices for each row execute function refuse_invoice_change();
create trigger invoices_no_truncate before truncate on invoices execute function refuse_invoice_change();
create trigger invoice_numbers_append_only before update or delete on invoice_numbers
  for each row execute function refuse_invoice_change();
create trigger invoice_numbers_no_truncate before truncate on invoice_numbers execute function refuse_invoice_change();

-- Numbers without a gap: the row is locked by the transaction that issues.
create table invoice_series (
  series text not null,
  financial_year integer not null,
  last_number bigint not null,
  -- No invoice is dated before the one with the number below it.
  last_issued_at timestamptz,
  primary key (series, financial_year)
);

-- A series only counts on, by one: a number that was given is never given again.
create function refuse_number_again() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.series = old.series and new.financial_year = old.financial_year and new.last_number = old.last_number + 1 then
      return new;
    end if;
  end if;
  raise exception 'an invoice series only counts on: % is refused', tg_op using errcode = '42501';
end $$;
create trigger invoice_series_counts_on before update or delete on invoice_series
  for each row execute function refuse_number_again();
create trigger invoice_series_no_truncate before truncate on invoice_series execute function refuse_number_again();
