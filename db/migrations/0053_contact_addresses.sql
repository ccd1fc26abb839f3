-- Addresses that a contact is known by besides its own: those of contacts that became part of it. What is written from one is
-- the contact's, and nothing is sent to them.
create table contact_addresses (
  org_id uuid not null,
  contact_id uuid not null,
  field text not null,
  -- A mail address in small letters.
  address text not null,
  created_at timestamptz not null,
  primary key (org_id, field, address, contact_id),
  check (field in ('email', 'phone_number', 'app_id'))
);
create index contact_addresses_by_contact on contact_addresses (org_id, contact_id);
-- Contacts that became part of another, for links that name them: in mails they unsubscribe by it.
create table merged_contacts (
  org_id uuid not null,
  id uuid not null,
  into_id uuid not null,
  created_at timestamptz not null,
  primary key (org_id, id)
);
create index merged_contacts_into on merged_contacts (org_id, into_id);
