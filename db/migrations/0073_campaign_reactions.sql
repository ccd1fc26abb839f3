-- Who complained about a campaign, what was charged for it in which tier, and indexes of the lists of its recipients.
alter table campaign_recipients add column complained_at timestamptz;
create index campaign_recipients_complained on campaign_recipients (org_id, campaign_id, number) where complained_at is not null;
insert into campaign_counts (org_id, campaign_id, name, reason, count)
select org_id, campaign_id, 'charged', tier || ' ' || price_micros, count(*) from deliveries
 where campaign_id is not null group by org_id, campaign_id, tier, price_micros;
-- Who does not receive it, by the reason; and who is part of it by a list. Neither names the status, so that a row that is queued
-- changes in place.
create index campaign_recipients_skipped on campaign_recipients (org_id, campaign_id, reason, number) where reason is not null;
create index campaign_recipients_by_list on campaign_recipients (org_id, campaign_id, list_id, number) where list_id is not null;
-- Who answered it, in the order of the list.
drop index deliveries_of_campaigns_answered;
create index deliveries_of_campaigns_answered on deliveries (org_id, campaign_id, recipient_number)
  where campaign_id is not null and message_id is not null;
