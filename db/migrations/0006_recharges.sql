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
  transaction_id uuid not null,
  invoice_id uuid,
  created_by uuid not null,
  created_at timestamptz not null,
  completed_at timestamptz,
  primary key (org_id, id),
  check (total_micros = amount_micros + tax_micros)
);

-- One credit for a captured payment, whoever reports it and however often.
create table gateway_payments (
  gateway text not null,
  payment_id text not null,
  org_id uuid not null,
  recharge_id uuid not null,
  captured_at timestamptz not null,
  primary key (gateway, payment_id)
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
  document jsonb not null,
  taxable_micros bigint not null,
  tax_micros bigint not null,
  total_micros bigint not null,
  issued_at timestamptz not null,
  primary key (org_id, id),
  check (total_micros = taxable_micros + tax_micros),
  check (length(number) <= 16)
);
create unique index invoices_by_recharge on invoices (org_id, recharge_id) where recharge_id is not null;

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
