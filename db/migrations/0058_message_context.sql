-- Which message a received one answers: the provider's id of it, and ours where it was stored when the answer arrived.
alter table messages add column answers_provider_id text;
alter table messages add column answers_id uuid;
-- What a provider says of a received message besides its content, in the fields of the API: forwarded, product, referral,
-- order. Null where it says none of it.
alter table messages add column provider_details jsonb;
