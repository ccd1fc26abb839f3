-- Up Migration
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

-- Also the gateway's names of captured payments: refunds are told by them.
insert into gateway_references (gateway, reference, org_id)
  select gateway, payment_id, org_id from gateway_payments
  on conflict (gateway, reference) do nothing;

-- A customer who opens the checkout page may be about to pay: the gateway is asked again from then on.
alter table recharges add column visited_at timestamptz;
