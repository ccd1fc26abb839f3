-- Up Migration
-- What was given back of each delivery, when a wallet is empty, payments under way, and leases of an organization's work.

-- Several deliveries may be given back by one transaction, so each names the one that did it, and how much it brought.
-- A refund that was asked for gives back without a reversal.
alter table deliveries add column reversal_id uuid;
alter table deliveries add column returned_micros bigint not null default 0 check (returned_micros >= 0);
update deliveries d set reversal_id = t.id, returned_micros = t.amount_micros
  from transactions t
 where t.org_id = d.org_id and t.key = 'reversal:' || d.id and d.status in ('failed', 'cancelled');
create index deliveries_by_reversal on deliveries (org_id, reversal_id) where reversal_id is not null;
create index deliveries_reversed_of_charge on deliveries (org_id, transaction_id) where reversal_id is not null;

-- The cheapest message that could be sent next, as the last send knew it: below it the wallet is empty.
alter table wallets add column next_price_micros bigint;

-- When the gateway last said that a payment has begun and is not decided yet; null when it knows of none.
alter table recharges add column under_way_at timestamptz;

-- Who works on it alone, and until when: what is noted meanwhile stays due, and waits.
alter table due_work add column lease_id uuid;
alter table due_work add column lease_until timestamptz;
