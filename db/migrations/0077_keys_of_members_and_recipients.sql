-- Two foreign keys that a row lock makes superfluous, and that cost a query per row of an import and of a campaign's start:
-- whoever adds members counts them in the list's row, which is not deleted, in the same transaction; whoever writes
-- recipients holds the campaign's row, and only a draft, which has none, is deleted.
alter table list_members drop constraint list_members_org_id_list_id_fkey;
alter table campaign_recipients drop constraint campaign_recipients_org_id_campaign_id_fkey;
