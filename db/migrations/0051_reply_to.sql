-- Where the writer of a mail wants answers: its Reply-To.
alter table messages add column reply_to text;
