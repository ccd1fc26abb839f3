-- Up Migration
-- The sandbox: what arrived at its mail server, and its payment gateway's own books.

create table channel_accounts (
  org_id uuid not null,
  channel text not null,
  settings jsonb not null,
  secret bytea,
  updated_at timestamptz not null,
  primary key (org_id, channel)
);

create table sandbox_messages (
  org_id uuid not null,
  id uuid not null,
  channel text not null,
  from_address text not null,
  address text not null,
  subject text,
  text text,
  html text,
  raw text not null,
  received_at timestamptz not null,
  primary key (org_id, id)
);
create index sandbox_messages_by_address on sandbox_messages (org_id, channel, lower(address), id desc);

-- The sandbox gateway's own books: org_id is the merchant, receipt the merchant's name for the order.
create table sandbox_gateway_orders (
  org_id uuid not null,
  id uuid not null,
  receipt text not null,
  amount_micros bigint not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create unique index sandbox_gateway_orders_receipt on sandbox_gateway_orders (org_id, receipt);

create table sandbox_gateway_payments (
  org_id uuid not null,
  id uuid not null,
  order_id uuid not null,
  status text not null check (status in ('captured', 'failed')),
  method text not null,
  failure_reason text,
  webhook_delivered_at timestamptz,
  webhook_due_at timestamptz,
  webhook_attempts integer not null default 0,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, order_id) references sandbox_gateway_orders (org_id, id)
);
-- An order is paid once.
create unique index sandbox_gateway_payments_captured on sandbox_gateway_payments (org_id, order_id) where status = 'captured';
create index sandbox_gateway_payments_by_order on sandbox_gateway_payments (org_id, order_id, id);
create index sandbox_gateway_payments_undelivered on sandbox_gateway_payments (org_id, webhook_due_at) where webhook_due_at is not null;
