-- The buttons or the list that a sent message has below its text, as the API shows them. Null for every other message.
alter table messages add column interactive jsonb;
-- What the sandbox's Cloud API was sent besides the text: the same, and Meta's name of the message that it quotes.
alter table sandbox_messages add column interactive jsonb;
alter table sandbox_messages add column answers_provider_id text;
