-- When operators were told that an organization's month reached the volume of enterprise pricing (spec 8.43). Earlier
-- ones are marked as told: operators find them in their list.
alter table enterprise_eligibilities add column operators_told_at timestamptz;
update enterprise_eligibilities set operators_told_at = reached_at;
create index enterprise_eligibilities_untold on enterprise_eligibilities (org_id) where operators_told_at is null;

-- Recharges, refunds and credits of an amount (spec 9.7). Not of charges: every message would pay for it.
create index transactions_by_amount on transactions (org_id, kind, abs(amount_micros), created_at, id)
  where kind <> 'deduction';
