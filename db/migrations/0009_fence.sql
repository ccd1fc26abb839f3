-- Where the installation is at home, where its last start found it, and whether it is fenced: a copy that finds itself elsewhere does
-- nothing outside until an operator lifts the fence (spec 17.16).
alter table installation
  add column place jsonb,
  add column found_at jsonb,
  add column fenced_since timestamptz,
  add column fenced_reason text,
  add constraint installation_fence check ((fenced_since is null) = (fenced_reason is null));
