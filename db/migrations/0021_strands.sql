-- The deliveries of a conversation to one contact on one channel leave one after the other, as they were to leave.

-- Its place among them, once that is not `due_at` any more: since it was first in hand, or waited for one before it.
alter table deliveries add column strand_at timestamptz;
-- When it was first put off after a try; those behind it wait for it no longer than for a while from then on.
alter table deliveries add column put_off_at timestamptz;

-- What may hold back others, which is little: in hand, put off, or waiting itself.
create index deliveries_strands on deliveries (org_id, conversation_id, contact_id, channel, strand_at, id)
  where strand_at is not null and status in ('queued', 'sending');

-- Of what is due at the same moment, what was written first comes first.
drop index deliveries_queued_by_channel;
create index deliveries_queued_by_channel on deliveries (org_id, channel, due_at, id) where status = 'queued';

-- The pace of an account with its provider, over all processes and all who share it: when its next message may leave,
-- and until when the provider wants none. By the account's name as dispatch calls it; gone when it is long over.
create table account_paces (
  account text primary key,
  next_at timestamptz not null,
  paused_until timestamptz
);
create index account_paces_by_time on account_paces (next_at);
create index account_paces_paused on account_paces (paused_until) where paused_until is not null;
