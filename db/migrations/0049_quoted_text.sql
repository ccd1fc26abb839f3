-- What an inbound message quotes below its new words: folded, and not dropped.
alter table messages add column quoted_text text;
