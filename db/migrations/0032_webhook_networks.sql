-- Private networks whose addresses the webhook endpoints of an organization may have, besides those of the installation: by the
-- operator, who knows what else answers there.
create table webhook_networks (
  org_id uuid primary key,
  networks text[] not null
);
