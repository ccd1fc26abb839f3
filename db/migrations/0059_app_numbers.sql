-- The contact's number as the provider of the app writes it, where that is another form of phone_number: +5215512345678 for
-- +525512345678. Messages go to it as long as the two are the same number.
alter table contacts add column app_number text;
