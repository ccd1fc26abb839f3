-- The chain of the audit log. Applied again at every migration, so that it always is what this file says.

-- What an entry's hash covers: everything of it and the hash of the one before. Only what the API shows goes into it, as one
-- JSON array, so that whoever has the entries can recompute the chain: server/people/audit/chain.ts does. jsonb prints its keys in
-- one order; the time is seconds since 1970, so that no setting of the session changes the text.
create or replace function audit_hash(previous bytea, org uuid, sequence bigint, id uuid, actor text, user_id uuid, token_id uuid,
                                      action text, object text, details jsonb, at timestamptz) returns bytea language sql immutable as $$
  select sha256(previous || convert_to(jsonb_build_array(org, sequence, id, actor, user_id, token_id, action, object, details,
                                                         trim_scale(extract(epoch from at)))::text, 'UTF8'))
$$;

-- Times are kept in whole seconds, as the API shows them; the sequence says what came before what.
create or replace function audit_append(org uuid, id uuid, actor text, user_id uuid, token_id uuid, action text, object text,
                                        details jsonb, at timestamptz) returns void language plpgsql as $$
declare
  head audit_heads;
  second timestamptz := date_trunc('second', at);
begin
  insert into audit_heads (org_id, sequence, hash) values (org, 0, '') on conflict do nothing;
  select * into strict head from audit_heads where org_id = org for update;
  head.sequence := head.sequence + 1;
  head.hash := audit_hash(head.hash, org, head.sequence, id, actor, user_id, token_id, action, object, details, second);
  insert into audit_log (org_id, sequence, id, actor, user_id, token_id, action, object, details, created_at, hash)
    values (org, head.sequence, id, actor, user_id, token_id, action, object, details, second, head.hash);
  update audit_heads set sequence = head.sequence, hash = head.hash where org_id = org;
end $$;
