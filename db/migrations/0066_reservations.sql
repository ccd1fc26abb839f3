-- Credit that running campaigns have reserved (spec 9.13): the sum of their remainders. What is available is the balance less this.
alter table wallets add column reserved_micros bigint not null default 0;
-- That it is not above the balance is not checked here: a process of the version before knows no reservations, and its sends must not fail. Campaigns start
-- only when no such process is left.
alter table wallets add constraint wallets_reserved check (reserved_micros >= 0);
-- The contact list that the recipients of a campaign's charge are from: a charge is of one list at most.
alter table transactions add column list_id uuid;
-- Usage by list: of what daily_usage counts, the part whose recipients are from a contact list. A table of its own, so that processes of the version before
-- count in daily_usage by the key that they know.
create table list_usage (
  org_id uuid not null,
  id uuid not null default gen_random_uuid(),
  day date not null,
  channel text not null,
  kind text,
  user_id uuid,
  campaign_id uuid,
  list_id uuid not null,
  price_list_id uuid,
  message_count bigint not null,
  delivery_count bigint not null,
  unit_count bigint not null,
  amount_micros bigint not null,
  reversed_count bigint not null default 0,
  reversed_micros bigint not null default 0,
  rerated_micros bigint not null default 0,
  refunded_micros bigint not null default 0,
  booked_back_micros bigint not null default 0,
  delivered_count bigint not null default 0,
  failed_count bigint not null default 0,
  primary key (org_id, id),
  constraint list_usage_key unique nulls not distinct (org_id, day, channel, kind, user_id, campaign_id, list_id, price_list_id)
) with (fillfactor = 50);
