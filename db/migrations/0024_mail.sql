-- Mail: what its providers prove themselves with, as whom an organization's mail leaves through a shared server and
-- what of its own domains is received, and what is known of a mail that came in.

-- Sealed: what the account's provider proves itself with to us, where that is another secret than ours to it.
alter table channel_accounts add column callback_secret bytea;

alter table sender_domains
  -- As whom the organization's mail leaves through the installation's server, of one domain; null: the shared sender.
  add column sender text,
  -- What stands before the @ of the addresses that are received for, in small letters; `*` for all.
  add column receives text[] not null default '{}';

alter table messages
  -- A program wrote it: nothing answers it by itself.
  add column is_automatic boolean not null default false,
  -- Whether it proved who wrote it; null where the channel lets nobody claim that.
  add column is_authenticated boolean;
