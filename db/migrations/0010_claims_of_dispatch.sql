-- Which claim a delivery is under while a worker has it in hand: one of a round of one worker, named in that worker's journal, so that
-- what surely never left can be told after the worker's end. Null of what is not in hand, and of what an older program claimed.
alter table deliveries add column claim_id uuid;
