-- Up Migration
-- Who did what to money, prices, team, tokens and settings. One chain for each organization, and one of the installation
-- itself under the id of zeros: every entry's hash covers the one before it, so that a changed or missing entry shows.
create table audit_log (
  org_id uuid not null,
  sequence bigint not null,
  id uuid not null,
  -- 'user', 'system' (a job) or 'command_line'.
  actor text not null,
  user_id uuid,
  token_id uuid,
  action text not null,
  -- The public id of what it was done to.
  object text,
  details jsonb not null,
  created_at timestamptz not null,
  hash bytea not null,
  primary key (org_id, sequence)
);
create unique index audit_log_by_id on audit_log (org_id, id);

-- The end of each chain; its row is locked by who appends.
create table audit_heads (
  org_id uuid primary key,
  sequence bigint not null,
  hash bytea not null
);

create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'the audit log is append-only: % is refused', tg_op using errcode = '42501';
end $$;
create trigger audit_log_append_only before update or delete on audit_log for each row execute function refuse_audit_change();
create trigger audit_log_no_truncate before truncate on audit_log execute function refuse_audit_change();
