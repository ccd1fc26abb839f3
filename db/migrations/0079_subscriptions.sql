-- The premium plan: a subscription per organization, paid through a gateway and never from the wallet.

-- A payment has a purpose. A subscription's is no wallet transaction, so it has none.
alter table recharges add column purpose text not null default 'recharge';
alter table recharges alter column transaction_id drop not null;
-- Nobody is to pay it any more: no order is placed for it, and its page takes no payment.
alter table recharges add column closed_at timestamptz;
alter table recharges add constraint recharges_purpose check (purpose in ('recharge', 'subscription'));
alter table recharges add constraint recharges_transaction check ((purpose = 'recharge') = (transaction_id is not null));
create index recharges_of_subscription on recharges (org_id, id) where purpose = 'subscription';

alter table gateway_payments alter column transaction_id drop not null;

-- A mandate is for one purpose: a customer who allowed debits for one has not allowed them for the other.
alter table mandates add column purpose text not null default 'recharge';
alter table mandates add constraint mandates_purpose check (purpose in ('recharge', 'subscription'));

-- A refund of a subscription goes to the source and moves nothing in the wallet.
alter table refunds add column purpose text not null default 'wallet';
alter table refunds alter column transaction_id drop not null;
alter table refunds add constraint refunds_purpose check (purpose in ('wallet', 'subscription'));
alter table refunds add constraint refunds_transaction check ((purpose = 'wallet') = (transaction_id is not null)
  and (purpose = 'wallet' or destination = 'source' and recharge_id is not null));
alter table refunds drop constraint refunds_check1;
alter table refunds add constraint refunds_check1 check (
  (status in ('approved', 'processing', 'completed', 'failed')) = (approved_at is not null)
  and (refund_transaction_id is not null) = (approved_at is not null and purpose = 'wallet'));
alter table refunds drop constraint refunds_check2;
alter table refunds add constraint refunds_check2 check (
  (return_transaction_id is not null) = (status = 'failed' and purpose = 'wallet'));
create index refunds_of_subscription on refunds (org_id, recharge_id) where purpose = 'subscription';

alter table payment_claims add column purpose text not null default 'recharge';
alter table payment_claims add constraint payment_claims_purpose check (purpose in ('recharge', 'subscription'));
-- What a dispute or a refund at the gateway took of a subscription's payment: a credit note, and no transaction.
alter table payment_claim_takings alter column transaction_id drop not null;
alter table payment_claim_takings drop constraint payment_claim_takings_booked;
alter table payment_claim_takings add constraint payment_claim_takings_booked check (
  (taken_micros > 0) = (credit_note_id is not null) and (taken_micros > 0 or taken_tax_micros = 0)
  and (refund_transaction_id is not null) = (taken_micros > 0 and transaction_id is not null));

create table subscriptions (
  org_id uuid not null,
  status text not null,
  -- The day of the month on which periods begin; a shorter month's last day stands in for it.
  anchor_day integer,
  -- What was paid for last, from midnight to midnight in India.
  period_from timestamptz,
  period_to timestamptz,
  -- The payment whose outcome is awaited.
  open_payment_id uuid,
  -- When the first payment was opened.
  opened_at timestamptz,
  grace_started_at timestamptz,
  retries_used integer not null default 0,
  next_debit_at timestamptz,
  failed_attempts integer not null default 0,
  failure_reason text,
  -- Paid with test money of the sandbox gateway: it ends with that gateway.
  is_test_mode boolean not null default false,
  subscribed_by uuid not null,
  updated_at timestamptz not null,
  primary key (org_id),
  check (status in ('free', 'pending', 'active', 'cancelling', 'grace')),
  check (anchor_day between 1 and 31),
  check ((period_from is null) = (period_to is null) and period_from < period_to),
  check ((status = 'grace') = (grace_started_at is not null)),
  check (grace_started_at is not null or retries_used = 0 and next_debit_at is null and failed_attempts = 0),
  check (status in ('free', 'pending') or period_from is not null and anchor_day is not null)
);

-- A payment as the subscription has it; recharges holds the money's side of it.
create table subscription_payments (
  org_id uuid not null,
  payment_id uuid not null,
  purpose text not null,
  kind text not null,
  -- What it pays for; of a first payment that is known when it is paid.
  period_from timestamptz,
  period_to timestamptz,
  mandate_id uuid,
  is_test_mode boolean not null,
  -- When the gateway debits it, or from when it is overdue.
  due_at timestamptz not null,
  begun_at timestamptz not null,
  ask_at timestamptz,
  ask_count integer not null default 0,
  asked_at timestamptz,
  -- Of a revoked one: if it is captured nevertheless, it is refunded.
  outcome text,
  ended_at timestamptz,
  primary key (org_id, payment_id),
  check (purpose in ('first', 'renewal', 'retry')),
  check (kind in ('debit', 'link')),
  check ((kind = 'debit') = (mandate_id is not null)),
  check (outcome in ('used', 'failed', 'left', 'revoked', 'refunded')),
  check ((outcome is null) = (ended_at is null)),
  check ((period_from is null) = (period_to is null)),
  check (outcome is distinct from 'used' or period_from is not null)
);
-- Two workers, two people, a debit and a link: one payment a period.
create unique index subscription_payments_once on subscription_payments (org_id, period_from, is_test_mode)
  where outcome = 'used';
create index subscription_payments_to_ask on subscription_payments (org_id, ask_at) where ask_at is not null;
