-- The time that the program saw last, by which it notices that the clock of the machine was set back; and how far it has come with
-- bringing forward what would else wait for as long again: {ms, at, stage, kind, org, channel, after}, null when there is nothing.
alter table installation add column clock_seen_at timestamptz;
alter table installation add column clock_back jsonb;
