-- What is told, counted: from where on a subscription is kept to, and which events are no longer there to be counted.

-- The version of the wallet behind which everything that is accepted is told of, to the end of its deliveries; null for
-- interest from before, of which that is not known.
alter table event_subscriptions add column told_from bigint;

-- The time of the latest event that was removed by its age.
alter table event_heads add column removed_to timestamptz;
