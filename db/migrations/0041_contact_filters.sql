-- Of a million contacts few are suppressed or have unsubscribed: lists of them read no others.
create index contacts_suppressed on contacts (org_id, id) where suppressed <> '{}';
create index contacts_unsubscribed on contacts (org_id, id) where unsubscribed <> '{}';
