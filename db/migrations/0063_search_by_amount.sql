-- The search finds recharges, refunds and credits by their amount, and invoices by their number and their total. Deductions
-- are not indexed: every message has one, and nobody searches for a message by its price.
create index transactions_sought_by_amount on transactions (org_id, amount_micros, id) where kind <> 'deduction';
create index invoices_by_number on invoices (org_id, number text_pattern_ops, id);
create index invoices_by_series_number on invoices (org_id, series_number, id);
create index invoices_by_total on invoices (org_id, total_micros, id);
