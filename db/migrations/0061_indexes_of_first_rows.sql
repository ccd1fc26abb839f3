-- The contacts of one address in the order of their ids. An import reads the first ten of each address: without the id in the
-- index PostgreSQL read all contacts of the organization by their ids instead, once for each address.
create index contacts_of_email on contacts (org_id, lower(email), id) where email is not null;
create index contacts_of_phone on contacts (org_id, phone_number, id) where phone_number is not null;
create index contacts_of_app on contacts (org_id, app_id, id) where app_id is not null;
drop index contacts_by_email;
drop index contacts_by_phone;
drop index contacts_by_app;
alter index contacts_of_email rename to contacts_by_email;
alter index contacts_of_phone rename to contacts_by_phone;
alter index contacts_of_app rename to contacts_by_app;
-- The deliveries of webhooks that are old enough to go: without it the retention read all that an organization has, each time.
create index webhook_deliveries_by_time on webhook_deliveries (org_id, created_at);
