-- Which process works on it: others see whether that is alive, and work of a dead one is due at once.
alter table due_work add column worker_id uuid;
