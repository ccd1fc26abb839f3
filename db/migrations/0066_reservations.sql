-- Credit that running campaigns have reserved (spec 9.13): the sum of their remainders. What is available is the balance less this.
alter table wallets add column reserved_micros bigint not null default 0;
alter table wallets add constraint wallets_reserved check (reserved_micros >= 0 and reserved_micros <= balance_micros);
-- The contact list that the recipients of a campaign's charge are from: a charge is of one list at most.
alter table transactions add column list_id uuid;
-- Usage by list. Earlier rows are of no list.
alter table daily_usage add column list_id uuid;
alter table daily_usage drop constraint daily_usage_org_id_day_channel_kind_user_id_campaign_id_pri_key;
alter table daily_usage add constraint daily_usage_key
  unique nulls not distinct (org_id, day, channel, kind, user_id, campaign_id, list_id, price_list_id);
