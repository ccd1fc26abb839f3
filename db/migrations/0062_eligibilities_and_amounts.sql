-- When operators were told that a month of an organization reached what enterprise pricing begins at (spec 8.43). Those
-- of before stand in the operators' list, and are not told again.
alter table enterprise_eligibilities add column operators_told_at timestamptz;
update enterprise_eligibilities set operators_told_at = reached_at;
create index enterprise_eligibilities_untold on enterprise_eligibilities (org_id) where operators_told_at is null;

-- Recharges, refunds and credits of an amount (spec 9.7). Not of charges: every message would pay for it.
create index transactions_by_amount on transactions (org_id, kind, abs(amount_micros), created_at, id)
  where kind <> 'deduction';
