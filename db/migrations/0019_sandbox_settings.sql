-- How the sandbox's providers behave, by channel; no row where nobody said: everything is taken, and reported by itself.
create table sandbox_settings (
  org_id uuid not null,
  channel text not null,
  -- Who reports what became of a message: the provider by itself, or whoever holds the device.
  receipts text not null check (receipts in ('automatic', 'manual')),
  -- What becomes of the next message alone; taken by it.
  fail_next text,
  primary key (org_id, channel)
);

-- Which delivery it is: what a device marks as read or failed. Null for what arrived before there was the column.
alter table sandbox_messages add column delivery_id uuid;
