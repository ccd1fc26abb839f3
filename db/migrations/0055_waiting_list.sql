-- Inbound events that wait for a person, newest first, whosever they are.
create index arrivals_failed on arrivals (id) where failed_at is not null;
