-- What became of a campaign, counted as it happens: a report reads some rows however many recipients there are.
create table campaign_counts (
  org_id uuid not null,
  campaign_id uuid not null,
  name text not null,
  -- The code of the error, or why a recipient was skipped; else empty.
  reason text not null default '',
  count bigint not null,
  primary key (org_id, campaign_id, name, reason)
) with (fillfactor = 50);
-- Changes of these counts, written with what they count. A job adds them to the counts after a minute; until then they also say how many
-- deliveries left in it.
create table campaign_changes (
  org_id uuid not null,
  id uuid not null,
  campaign_id uuid not null,
  name text not null,
  reason text not null default '',
  count integer not null,
  at timestamptz not null,
  primary key (org_id, id)
);
create index campaign_changes_of_campaigns on campaign_changes (org_id, campaign_id);
create index campaign_changes_by_time on campaign_changes (org_id, at);
-- A campaign of before its counts.
insert into campaign_counts (org_id, campaign_id, name, reason, count)
select org_id, campaign_id, status, case when status in ('failed', 'undelivered', 'cancelled') then coalesce(error_code, status) else '' end, count(*)
  from deliveries where campaign_id is not null and status not in ('queued', 'sending') group by 1, 2, 3, 4
 union all
select org_id, campaign_id, 'left', '', count(*) from deliveries
 where campaign_id is not null and status in ('sent', 'delivered', 'read', 'undelivered') group by 1, 2
 union all
select org_id, campaign_id, 'replied', '', count(*) from deliveries where campaign_id is not null and message_id is not null group by 1, 2
 union all
select org_id, campaign_id, 'skipped', reason, count(*) from campaign_recipients where status = 'skipped' group by 1, 2, 4;

-- Opens and clicks of email are counted where the campaign asks for it.
alter table campaigns add column track boolean not null default false;
-- Once a contact unsubscribed after a delivery of the campaign.
alter table campaign_recipients add column unsubscribed_at timestamptz;
create index campaign_recipients_unsubscribed on campaign_recipients (org_id, campaign_id, number) where unsubscribed_at is not null;
-- Who opened a campaign's mail or followed its links, and how often. By the number of the recipient: it names nobody.
create table campaign_engagements (
  org_id uuid not null,
  campaign_id uuid not null,
  number integer not null,
  opens integer not null default 0,
  clicks integer not null default 0,
  bot_opens integer not null default 0,
  bot_clicks integer not null default 0,
  opened_at timestamptz,
  clicked_at timestamptz,
  -- When the mail left: it is counted, and this row kept, for a time from then on.
  sent_at timestamptz not null,
  primary key (org_id, campaign_id, number)
) with (fillfactor = 80);
create index campaign_engagements_by_time on campaign_engagements (org_id, sent_at);
create index campaign_engagements_opened on campaign_engagements (org_id, campaign_id, number) where opens > 0;
create index campaign_engagements_clicked on campaign_engagements (org_id, campaign_id, number) where clicks > 0;
-- What did not arrive, by its error.
create index deliveries_of_campaigns_by_error on deliveries (org_id, campaign_id, error_code, recipient_number)
  where campaign_id is not null and error_code is not null;
