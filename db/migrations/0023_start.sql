-- Up Migration
-- An organization that its operator has suspended: sending and recharging stop, reading goes on. Null while it is not.

alter table organizations add column suspended_at timestamptz;
