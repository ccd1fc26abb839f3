-- When a delivery was first told to wait for those before it in its strand; a while later it waits no longer for those
-- that are put off, however many there are and whenever each of them was.
alter table deliveries add column waits_since timestamptz;
