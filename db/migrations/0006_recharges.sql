-- Up Migration
create table recharges (
  org_id uuid not null,
  id uuid not null,
  status text not null check (status in ('created', 'pending', 'succeeded', 'failed')),
  amount_micros bigint not null check (amount_micros > 0),
  tax_micros bigint not null check (tax_micros >= 0),
  total_micros bigint not null,
  payment_method text,
  payment_method_detail text,
  failure_reason text,
  gateway text not null,
  gateway_order_id text,
  -- The tax as it was quoted, so that the invoice says what was paid, whatever the profile or a setting says by then.
  taxes jsonb not null default '[]',
  place_of_supply text,
  -- When to ask the gateway next, and how often it was asked since the recharge was opened or retried.
  check_at timestamptz,
  check_count integer not null default 0,
  -- When the customer was last asked to pay: its creation, or a retry.
  opened_at timestamptz,
  transaction_id uuid not null,
  invoice_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (org_id, id),
  check (total_micros = amount_micros + tax_micros)
);

create unique index recharges_by_order on recharges (org_id, gateway, gateway_order_id) where gateway_order_id is not null;
create index recharges_to_check on recharges (org_id, check_at) where check_at is not null;

-- One credit for a captured payment, whoever reports it and however often.
create table gateway_payments (
  gateway text not null,
  payment_id text not null,
  org_id uuid not null,
  recharge_id uuid not null,
  captured_at timestamptz not null,
  primary key (gateway, payment_id)
);

-- Reports of payments that bring no credit: each is acted on once, however often it comes. A failed one may be captured later.
create table uncredited_payments (
  org_id uuid not null,
  gateway text not null,
  payment_id text not null,
  outcome text not null check (outcome in ('failed', 'mismatched')),
  recharge_id uuid not null,
  amount_micros bigint not null,
  reported_at timestamptz not null,
  primary key (org_id, gateway, payment_id, outcome)
);

create table billing_profiles (
  org_id uuid primary key,
  legal_name text not null,
  gstin text,
  address_lines text[] not null default '{}',
  state_code text not null,
  email text,
  updated_at timestamptz not null
);

-- Numbers without a gap: the row is locked by the transaction that issues.
create table invoice_series (
  series text not null,
  financial_year integer not null,
  last_number bigint not null,
  -- No invoice is dated before the one with the number below it.
  last_issued_at timestamptz,
  primary key (series, financial_year)
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
  document jsonb not null,
  taxable_micros bigint not null,
  tax_micros bigint not null,
  total_micros bigint not null,
  issued_at timestamptz not null,
  primary key (org_id, id),
  check (total_micros = taxable_micros + tax_micros),
  check (length(number) <= 16)
);
-- A recharge that was paid twice has two transactions, and an invoice for each.
create unique index invoices_by_transaction on invoices (org_id, transaction_id) where transaction_id is not null;
create index invoices_by_recharge on invoices (org_id, recharge_id) where recharge_id is not null;

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
