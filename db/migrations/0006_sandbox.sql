-- The sandbox: what arrived at its mail server, and its payment gateway's own books.

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
  -- What it came from, so that it goes with it. Null for what is no delivery's.
  message_id uuid,
  conversation_id uuid,
  contact_id uuid,
  -- A mail that is an invitation: its link is for who invited, and for whoever may do all that an owner may.
  invitation_id uuid,
  received_at timestamptz not null,
  primary key (org_id, id)
);
create index sandbox_messages_by_address on sandbox_messages (org_id, channel, lower(address), id desc);
create index sandbox_messages_by_message on sandbox_messages (org_id, message_id);
create index sandbox_messages_by_conversation on sandbox_messages (org_id, conversation_id);
create index sandbox_messages_by_contact on sandbox_messages (org_id, contact_id);

-- The gateway's orders: org_id is the merchant, receipt the merchant's name for the order.
create table sandbox_gateway_orders (
  org_id uuid not null,
  id uuid not null,
  receipt text not null,
  amount_micros bigint not null,
  -- A mandate that is asked for along with the payment.
  mandate_max_micros bigint,
  mandate_expires_at timestamptz,
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

-- Mandates that were given along with a payment: the id is that of the order that asked for it.
create table sandbox_gateway_mandates (
  org_id uuid not null,
  id uuid not null,
  status text not null check (status in ('active', 'paused', 'cancelled')),
  method text not null,
  max_micros bigint not null,
  expires_at timestamptz not null,
  -- What becomes of the next debits.
  outcome text not null default 'success',
  webhook_due_at timestamptz,
  webhook_attempts integer not null default 0,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, id) references sandbox_gateway_orders (org_id, id)
);
create index sandbox_gateway_mandates_undelivered on sandbox_gateway_mandates (org_id, webhook_due_at) where webhook_due_at is not null;

-- The debits that it was asked for.
create table sandbox_gateway_debits (
  org_id uuid not null,
  order_id uuid not null,
  mandate_id uuid not null,
  -- When the notice is over; null once it was tried.
  due_at timestamptz,
  created_at timestamptz not null,
  primary key (org_id, order_id),
  foreign key (org_id, order_id) references sandbox_gateway_orders (org_id, id),
  foreign key (org_id, mandate_id) references sandbox_gateway_mandates (org_id, id)
);
create index sandbox_gateway_debits_due on sandbox_gateway_debits (org_id, due_at) where due_at is not null;

-- What it was asked to give back of a payment. `receipt` is the merchant's name for it.
create table sandbox_gateway_refunds (
  org_id uuid not null,
  id uuid not null,
  payment_id uuid not null,
  receipt text not null,
  amount_micros bigint not null check (amount_micros > 0),
  status text not null check (status in ('pending', 'processed', 'failed')),
  -- When a pending one is processed unless somebody chose before.
  settles_at timestamptz not null,
  webhook_delivered_at timestamptz,
  webhook_due_at timestamptz,
  webhook_attempts integer not null default 0,
  created_at timestamptz not null,
  primary key (org_id, id),
  foreign key (org_id, payment_id) references sandbox_gateway_payments (org_id, id)
);
create unique index sandbox_gateway_refunds_receipt on sandbox_gateway_refunds (org_id, receipt);
create index sandbox_gateway_refunds_by_payment on sandbox_gateway_refunds (org_id, payment_id, id);
create index sandbox_gateway_refunds_pending on sandbox_gateway_refunds (org_id, settles_at) where status = 'pending';
create index sandbox_gateway_refunds_undelivered on sandbox_gateway_refunds (org_id, webhook_due_at) where webhook_due_at is not null;
