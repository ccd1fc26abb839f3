-- The premium plan: a subscription per organization, paid through a gateway and never from the wallet.

-- A payment has a purpose. A subscription's is no wallet transaction, so it has none.
alter table recharges add column purpose text not null default 'recharge';
alter table recharges alter column transaction_id drop not null;
alter table recharges add constraint recharges_purpose check (purpose in ('recharge', 'subscription'));
alter table recharges add constraint recharges_transaction check ((purpose = 'recharge') = (transaction_id is not null));
create index recharges_of_subscription on recharges (org_id, id) where purpose = 'subscription';

alter table gateway_payments alter column transaction_id drop not null;

-- A mandate is for one purpose: whoever allowed debits for one has not allowed them for the other.
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
  -- What is paid for, from midnight to midnight in India; in a grace period, what ended with it.
  period_from timestamptz,
  period_to timestamptz,
  -- Paid with test money of the sandbox gateway: it ends with that gateway.
  is_test_mode boolean not null default false,
  -- The payment that is awaited.
  open_payment_id uuid,
  pending_since timestamptz,
  grace_started_at timestamptz,
  failed_attempts integer not null default 0,
  retries_used integer not null default 0,
  next_debit_at timestamptz,
  failure_reason text,
  subscribed_by uuid not null,
  updated_at timestamptz not null,
  primary key (org_id),
  check (status in ('free', 'pending', 'active', 'cancelling', 'grace')),
  check (anchor_day between 1 and 31),
  check ((period_from is null) = (period_to is null) and period_from < period_to),
  check ((status = 'pending') = (pending_since is not null)),
  check ((status = 'grace') = (grace_started_at is not null)),
  check (status not in ('active', 'cancelling', 'grace') or period_from is not null and anchor_day is not null)
);

-- A payment as the subscription has it; recharges holds the money's side of it.
create table subscription_payments (
  org_id uuid not null,
  payment_id uuid not null,
  kind text not null,
  -- The first of a subscription, which begins it: its period is that of the day on which it is paid.
  is_first boolean not null,
  anchor_day integer not null,
  period_from timestamptz not null,
  period_to timestamptz not null,
  mandate_id uuid,
  is_test_mode boolean not null,
  -- When the gateway debits it, or from when it is overdue.
  due_at timestamptz not null,
  begun_at timestamptz not null,
  ask_at timestamptz,
  ask_count integer not null default 0,
  asked_at timestamptz,
  outcome text,
  ended_at timestamptz,
  primary key (org_id, payment_id),
  check (kind in ('debit', 'link')),
  check ((kind = 'debit') = (mandate_id is not null)),
  check (outcome in ('succeeded', 'failed', 'left', 'surplus')),
  check ((outcome is null) = (ended_at is null))
);
-- Two workers, two people, a debit and a link: one payment a period.
create unique index subscription_payments_once on subscription_payments (org_id, period_from, is_test_mode)
  where outcome = 'succeeded';
