-- Whoever is skipped has no address, so the index need not ask for the status. With the status in its condition, queueing a recipient
-- wrote all of its index entries anew: now the row changes in place, on a page that keeps room for the values it gets then.
drop index campaign_recipients_by_address;
create unique index campaign_recipients_by_address on campaign_recipients (org_id, campaign_id, address) where address is not null;
alter table campaign_recipients set (fillfactor = 40);
