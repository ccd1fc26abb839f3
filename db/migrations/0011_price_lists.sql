-- Up Migration
-- Price lists that hold once published, months that a volume list re-rates, SMS counted by segment, enterprise eligibility.

-- A mistake is corrected by publishing another list.
create trigger price_lists_append_only before update or delete on price_lists
  for each row execute function refuse_rewriting();
create trigger price_lists_no_truncate before truncate on price_lists execute function refuse_rewriting();

-- How many of the month's numbers it takes, from month_number on: its segments where the list counts by segment, else 1.
alter table deliveries add column units integer not null default 1;
-- The price list that may re-rate it; null under a list without volume prices.
alter table deliveries add column volume_list_id uuid;

-- A month's count has crossed into a cheaper tier of a volume list: all of its messages of that kind get the tier's price.
-- The row is written by the flush that crosses; the credit follows.
create table rerates (
  org_id uuid not null,
  id uuid not null,
  price_list_id uuid not null,
  kind text not null,
  month date not null,
  -- The tier that was reached, its price, and the last number that cost more.
  tier integer not null,
  price_micros bigint not null check (price_micros >= 0),
  up_to_number bigint not null,
  -- The wallet's version that the crossing made: what is reversed afterwards gives back the new price.
  wallet_version bigint not null,
  crossed_at timestamptz not null,
  -- Null until the credit is booked; no transaction when nothing was left to credit.
  message_count integer,
  amount_micros bigint,
  transaction_id uuid,
  booked_at timestamptz,
  primary key (org_id, id),
  check ((booked_at is not null) = (message_count is not null and amount_micros is not null))
);
create unique index rerates_once on rerates (org_id, month, kind, price_list_id, tier);
create index rerates_open on rerates (org_id, id) where booked_at is null;

-- service.md §1 rule 12: the months in which an organization's messages reached what enterprise pricing begins at.
create table enterprise_eligibilities (
  org_id uuid not null,
  channel text not null,
  month date not null,
  reached_at timestamptz not null,
  primary key (org_id, channel, month)
);
insert into enterprise_eligibilities (org_id, channel, month, reached_at)
  select org_id, channel, month, now() from month_counters
   where (channel = 'email' and message_count >= 100000) or (channel = 'app' and message_count >= 50000);
