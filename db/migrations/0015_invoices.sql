-- Up Migration
-- Credit notes and usage statements, and documents that nobody can change.

alter table invoices
  -- The invoice that a credit note corrects.
  add column original_id uuid,
  -- The first day of the month that a usage statement is about: one for each.
  add column usage_month date,
  add constraint invoices_credit_note_has_original check ((kind = 'credit_note') = (original_id is not null)),
  add constraint invoices_usage_has_month check ((kind = 'usage') = (usage_month is not null));
create index invoices_by_original on invoices (org_id, original_id) where original_id is not null;
create unique index invoices_by_usage_month on invoices (org_id, usage_month) where usage_month is not null;

-- decisions §5: issued invoices never change. What is wrong is corrected by a credit note.
create function refuse_invoice_change() returns trigger language plpgsql as $$
begin
  raise exception 'issued invoices never change: % on % is refused', tg_op, tg_table_name using errcode = '42501';
end $$;
create trigger invoices_append_only before update or delete on invoices for each row execute function refuse_invoice_change();
create trigger invoices_no_truncate before truncate on invoices execute function refuse_invoice_change();
create trigger invoice_numbers_append_only before update or delete on invoice_numbers
  for each row execute function refuse_invoice_change();
create trigger invoice_numbers_no_truncate before truncate on invoice_numbers execute function refuse_invoice_change();

-- A series only counts on, by one: a number that was given is never given again.
create function refuse_number_again() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    if new.series = old.series and new.financial_year = old.financial_year and new.last_number = old.last_number + 1 then
      return new;
    end if;
  end if;
  raise exception 'an invoice series only counts on: % is refused', tg_op using errcode = '42501';
end $$;
create trigger invoice_series_counts_on before update or delete on invoice_series
  for each row execute function refuse_number_again();
create trigger invoice_series_no_truncate before truncate on invoice_series execute function refuse_number_again();
