-- Up Migration
-- A mail in the sandbox that is an invitation: its link is for who invited, and for whoever may do all that an owner may.

alter table sandbox_messages add column invitation_id uuid;
