-- Whether a part of it left and the rest did not, at an earlier try: it stays paid for, whatever becomes of it.
alter table deliveries add column left_in_part boolean not null default false;

-- Of whom a part is: for whoever asks what is stored about them, or is forgotten.
alter table sms_incoming_parts add column from_number text;
-- When it was stored here, which may be long after it came; and when what there was of its message was shown.
alter table sms_incoming_parts add column stored_at timestamptz;
alter table sms_incoming_parts add column ended_at timestamptz;
create index sms_incoming_parts_by_number on sms_incoming_parts (org_id, from_number);
create index sms_incoming_parts_open on sms_incoming_parts (org_id, stored_at) where ended_at is null;
