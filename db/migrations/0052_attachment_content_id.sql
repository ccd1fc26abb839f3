-- By which the HTML of a mail names a picture that came with it (RFC 2392): `cid:` and this.
alter table attachments add column content_id text;
