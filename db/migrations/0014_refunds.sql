-- Up Migration
-- Money given back: asked for by the customer, decided by the operator, to the wallet or to where it came from.

create table refunds (
  org_id uuid not null,
  id uuid not null,
  status text not null check (status in ('requested', 'approved', 'processing', 'completed', 'rejected', 'failed')),
  reason text not null,
  destination text not null check (destination in ('wallet', 'source')),
  amount_micros bigint not null check (amount_micros > 0),
  tax_micros bigint not null check (tax_micros >= 0),
  -- The shares of the payment's taxes that go back with the amount, as they will stand on the credit note.
  taxes jsonb not null,
  -- What is refunded: a deduction, or the recharge that one captured payment was credited with.
  transaction_id uuid not null,
  recharge_id uuid,
  -- The payment that is given back and its order, by the gateway's own names; null for a refund to the wallet.
  gateway text,
  payment_id text,
  order_id text,
  gateway_refund_id text,
  note text,
  decision_note text,
  refund_transaction_id uuid,
  -- What brought the money back into the wallet after the gateway could not pay it out.
  return_transaction_id uuid,
  credit_note_id uuid,
  expected_from date,
  expected_by date,
  -- What the customer's bank knows it by.
  reference text,
  failure_reason text,
  -- When to ask the gateway next, and how often it was asked.
  check_at timestamptz,
  check_count integer not null default 0,
  requested_by uuid not null,
  created_at timestamptz not null,
  approved_at timestamptz,
  completed_at timestamptz,
  primary key (org_id, id),
  check ((destination = 'source') = (gateway is not null and payment_id is not null and order_id is not null)),
  check ((status in ('approved', 'processing', 'completed', 'failed')) = (refund_transaction_id is not null and approved_at is not null)),
  check ((status = 'failed') = (return_transaction_id is not null)),
  check ((status = 'completed') = (completed_at is not null)),
  check (check_at is null or status in ('approved', 'processing'))
);
create index refunds_by_transaction on refunds (org_id, transaction_id);
create index refunds_to_check on refunds (org_id, check_at) where check_at is not null;
create unique index refunds_by_gateway_refund on refunds (org_id, gateway, gateway_refund_id) where gateway_refund_id is not null;
-- The operators' queue goes over all organizations.
create index refunds_by_status on refunds (status, id);

-- What was given back of a charge is found by what names it. Deductions name nothing, so sending does not write it.
create index transactions_by_reversed on transactions (org_id, reverses_id) where reverses_id is not null;

-- The sandbox gateway's own books: what it was asked to give back of a payment. `receipt` is the merchant's name for it.
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
