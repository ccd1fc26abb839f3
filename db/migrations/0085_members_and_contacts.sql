-- A third foreign key that a row lock makes superfluous, and that cost a query and a lock per row of an import: whoever
-- adds members to a list creates their contacts or has locked them, and whoever deletes a contact locks it, then
-- removes it from its lists.
alter table list_members drop constraint list_members_org_id_contact_id_fkey;
