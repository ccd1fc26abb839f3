-- Header, footer and buttons of a template message as the contact sees them; null of every other message.
alter table sandbox_messages add column components jsonb;
-- The quick replies of the template that the recipient pressed, by their 0-based index: each is counted once.
alter table campaign_recipients add column pressed integer[];
