-- Money that comes in by payment companies, by hand and by itself, and money that goes back.

-- The accounts with payment gateways. They are the installation's: all organizations pay the operator.
create table gateway_accounts (
  name text primary key check (name in ('razorpay', 'cashfree')),
  -- Where the gateway is, and under which public name it knows us.
  base_url text not null,
  account_id text not null,
  -- All secrets of the account, sealed together and bound to the name.
  secrets bytea not null,
  -- Off: takes no new money, but what was begun is still settled.
  is_enabled boolean not null,
  is_default boolean not null,
  updated_at timestamptz not null
);
-- At most one takes new money when several are on.
create unique index gateway_accounts_default on gateway_accounts (is_default) where is_default;

-- The gateway's names of orders, mandates, captured payments and customers, unique across organizations: whose a webhook is, when
-- its address does not say; and a token of somebody else's customer is none of ours.
create table gateway_references (
  gateway text not null,
  reference text not null,
  org_id uuid not null,
  primary key (gateway, reference)
);

-- Orders are placed once without the gateway's help, and strangers do not make us call a gateway.
create table recharges (
  org_id uuid not null,
  id uuid not null,
  status text not null check (status in ('created', 'pending', 'succeeded', 'failed')),
  origin text not null default 'customer' check (origin in ('customer', 'auto')),
  amount_micros bigint not null check (amount_micros > 0),
  tax_micros bigint not null check (tax_micros >= 0),
  total_micros bigint not null,
  payment_method text,
  payment_method_detail text,
  failure_reason text,
  gateway text not null,
  gateway_order_id text,
  -- What the gateway's checkout page needs besides the order.
  gateway_session text,
  -- Asks for a mandate along with the payment: the most that one debit may take, and until when.
  mandate_max_micros bigint,
  mandate_expires_at timestamptz,
  -- The tax as it was quoted, so that the invoice says what was paid, whatever the profile or a setting says by then.
  taxes jsonb not null default '[]',
  place_of_supply text,
  -- Until when somebody is placing the order, and how often it was tried: after a lost answer it is looked for before it is
  -- placed again.
  placing_until timestamptz,
  placing_count integer not null default 0,
  -- When to ask the gateway next, and how often it was asked since the recharge was opened or retried.
  check_at timestamptz,
  check_count integer not null default 0,
  -- When the customer was last asked to pay: its creation, or a retry.
  opened_at timestamptz,
  -- A customer who opens the checkout page may be about to pay: the gateway is asked again from then on.
  visited_at timestamptz,
  -- When a visitor of the checkout, or of the way back, last had the gateway asked.
  nudged_at timestamptz,
  -- When the gateway last said that a payment has begun and is not decided yet; null when it knows of none.
  under_way_at timestamptz,
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
-- recharges?status=, and what is still open.
create index recharges_by_status on recharges (org_id, status, id desc);
-- One automatic recharge at a time (spec 10.18).
create unique index recharges_one_auto on recharges (org_id) where origin = 'auto' and status in ('created', 'pending');

-- One credit for a captured payment, whoever reports it and however often.
create table gateway_payments (
  gateway text not null,
  payment_id text not null,
  org_id uuid not null,
  recharge_id uuid not null,
  -- What it was credited with.
  transaction_id uuid not null,
  captured_at timestamptz not null,
  primary key (gateway, payment_id)
);
create index gateway_payments_by_transaction on gateway_payments (org_id, transaction_id);

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

-- Recharges that happen by themselves: what the customer set, the mandates that allow it, what was tried. Everything here is
-- changed with the wallet locked.
create table auto_recharges (
  org_id uuid primary key,
  enabled boolean not null,
  threshold_micros bigint not null check (threshold_micros > 0),
  amount_micros bigint not null check (amount_micros > 0),
  -- Null: the default, ten times the amount.
  monthly_limit_micros bigint,
  -- The most, with tax, that a new mandate is asked for.
  mandate_max_micros bigint not null check (mandate_max_micros > 0),
  -- Who set it last: the automatic recharges are theirs.
  configured_by uuid not null,
  -- The recharge that asks for a mandate along with its payment.
  authorization_recharge_id uuid,
  -- No mandate can do it, by what was last known: every recharge is asked for with a payment link.
  by_link boolean not null default false,
  -- The wallet's version when its threshold was last begun to be watched: a later one is a deduction that may have called.
  armed_version bigint not null default 0,
  -- A call that is still to be answered: it was held, or the customer's own change is one.
  called boolean not null default false,
  -- The first failed payment of the present grace, the failures since, and how many of its retries are over.
  grace_started_at timestamptz,
  failed_attempts integer not null default 0,
  retries_used integer not null default 0,
  next_attempt_at timestamptz,
  -- A limit was met: nothing is begun before then.
  held_until timestamptz,
  held_by text,
  updated_at timestamptz not null,
  check ((grace_started_at is null) = (failed_attempts = 0)),
  check (grace_started_at is not null or (retries_used = 0 and next_attempt_at is null)),
  check ((held_until is null) = (held_by is null))
);

create table mandates (
  org_id uuid not null,
  id uuid not null,
  gateway text not null,
  -- The gateway's names of it and of who gave it.
  token text not null,
  customer text not null,
  status text not null check (status in ('pending', 'active', 'paused', 'cancelled', 'expired', 'rejected')),
  payment_method text,
  -- Null: the gateway does not say.
  max_micros bigint,
  expires_at timestamptz,
  recharge_id uuid not null,
  -- When to ask the gateway about it next, and how often it was asked.
  check_at timestamptz,
  check_count integer not null default 0,
  -- Cancelled here, and the gateway is yet to be told.
  cancel_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (org_id, id),
  check ((status in ('cancelled', 'expired', 'rejected')) = (ended_at is not null))
);
create unique index mandates_by_token on mandates (org_id, gateway, token);
create index mandates_to_check on mandates (org_id, check_at) where check_at is not null;
create index mandates_to_cancel on mandates (org_id, cancel_at) where cancel_at is not null;

-- Each recharge that was begun: a debit of the mandate, or a link that somebody is asked to pay.
create table auto_recharge_attempts (
  org_id uuid not null,
  recharge_id uuid not null,
  kind text not null check (kind in ('debit', 'link')),
  mandate_id uuid,
  -- Why it is no debit.
  link_reason text,
  amount_micros bigint not null,
  -- How long the gateway waits between being asked and the debit.
  notice_ms bigint not null,
  begun_at timestamptz not null,
  -- When the gateway is to be asked (again); null once it was.
  ask_at timestamptz,
  ask_count integer not null default 0,
  asked_at timestamptz,
  debit_at timestamptz,
  -- `left`: a link that nobody paid in time; it can still be paid, as any recharge.
  outcome text check (outcome in ('succeeded', 'failed', 'left')),
  ended_at timestamptz,
  primary key (org_id, recharge_id),
  check ((outcome is null) = (ended_at is null)),
  check (case kind when 'debit' then mandate_id is not null else link_reason is not null end)
);
-- One at a time.
create unique index auto_recharge_attempts_open on auto_recharge_attempts (org_id) where outcome is null;
create index auto_recharge_attempts_by_time on auto_recharge_attempts (org_id, begun_at);
create index auto_recharge_attempts_succeeded on auto_recharge_attempts (org_id, ended_at) where outcome = 'succeeded';

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
