-- Up Migration
-- What is true of the installation as a whole, and must outlive every restart and every account that is removed: one row.

create table installation (
  id integer primary key check (id = 1),
  -- Of the secret key that seals what is stored: another key is refused at start, before anything is written with it.
  secret_key_fingerprint text,
  -- When the first real account of a kind was configured. From then on its sandbox is off for good (decisions §7).
  real_gateway_since timestamptz,
  real_email_since timestamptz
);
insert into installation (id) values (1);
