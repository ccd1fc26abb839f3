-- Up Migration
-- What refunds to the source, automatic recharges and several gateways need of the tables that are there.

-- A refund to the source takes money out of the wallet.
alter table transactions drop constraint transactions_check1;
alter table transactions add constraint transactions_sign
  check (case kind when 'deduction' then amount_micros <= 0 when 'refund' then true else amount_micros >= 0 end);

-- Below this balance a deduction calls for an automatic recharge; null while none is wanted or one is under way.
alter table wallets add column recharge_below_micros bigint;

-- Which transaction a captured payment was credited with. What it credited before this migration is found by its key.
alter table gateway_payments add column transaction_id uuid;
update gateway_payments p set transaction_id = t.id
  from transactions t where t.org_id = p.org_id and t.key = 'payment:' || p.gateway || ':' || p.payment_id;
alter table gateway_payments alter column transaction_id set not null;
create index gateway_payments_by_transaction on gateway_payments (org_id, transaction_id);

-- The gateway's names of orders and mandates, unique across organizations: whose a webhook is, when its address does not say.
create table gateway_references (
  gateway text not null,
  reference text not null,
  org_id uuid not null,
  primary key (gateway, reference)
);
insert into gateway_references (gateway, reference, org_id)
  select gateway, gateway_order_id, org_id from recharges where gateway_order_id is not null;

alter table recharges add column origin text not null default 'customer' check (origin in ('customer', 'auto'));
-- What the gateway's checkout page needs besides the order.
alter table recharges add column gateway_session text;
-- Asks for a mandate along with the payment: the most that one debit may take, and until when.
alter table recharges add column mandate_max_micros bigint;
alter table recharges add column mandate_expires_at timestamptz;
-- L11: one automatic recharge at a time.
create unique index recharges_one_auto on recharges (org_id) where origin = 'auto' and status in ('created', 'pending');

-- Gateways ask for it with orders and debits.
alter table billing_profiles add column phone text;
