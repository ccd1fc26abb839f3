-- Of a template of the messaging app: header, footer and buttons, as {"header", "footer", "buttons"}; null where it has none of them.
alter table template_versions add column components jsonb;
-- The template whose header shows the file: it is removed once no version names it. No message can take it.
alter table attachments add column template_id uuid;
create index attachments_of_templates on attachments (org_id, template_id) where template_id is not null;
