-- Up Migration
-- Recharges that happen by themselves: what the customer set, the mandates that allow it, what was tried.

-- Everything here is changed with the wallet locked.
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

-- What the balance shows of it. Written with the change, so that reading the balance reads one row; sending does not touch them.
alter table wallets add column grace_until timestamptz;
alter table wallets add column auto_recharge jsonb;

-- The sandbox gateway's own books: mandates that were given along with a payment, and the debits that it was asked for.
alter table sandbox_gateway_orders add column mandate_max_micros bigint;
alter table sandbox_gateway_orders add column mandate_expires_at timestamptz;

-- Its id is that of the order that asked for it.
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
