-- What became of a campaign, by day in India. Filled together with its counts, from the same changes.
create table campaign_days (
  org_id uuid not null,
  campaign_id uuid not null,
  -- -infinity: counted before there were days.
  day date not null,
  name text not null,
  count bigint not null,
  primary key (org_id, campaign_id, day, name)
) with (fillfactor = 50);
insert into campaign_days (org_id, campaign_id, day, name, count)
select org_id, campaign_id, '-infinity', name, sum(count) from campaign_counts
 where name in ('left', 'read', 'failed', 'undelivered', 'cancelled', 'replied', 'unsubscribed', 'opened', 'clicked')
 group by org_id, campaign_id, name;
