-- Up Migration
-- What reading needs so that a page, the balance and its forecast cost the same with a million transactions as with ten.

-- Newest first by channel; a period is read through it too, channel by channel. The only one of these that a deduction pays for.
create index transactions_by_channel on transactions (org_id, channel, created_at, id);

create index transactions_by_kind on transactions (org_id, kind, created_at, id) where kind <> 'deduction';
drop index transactions_not_deductions;

create index transactions_by_campaign on transactions (org_id, campaign_id, created_at, id) where campaign_id is not null;

-- Money that came in or went out otherwise than by messages: what must be left out of a balance's change to see the spending.
create index transactions_beside_spending on transactions (org_id, wallet_version) include (amount_micros)
  where status = 'completed' and kind <> 'deduction' and counter_account not like 'revenue:%';

create index audit_log_by_action on audit_log (org_id, action, sequence);
create index audit_log_by_object on audit_log (org_id, object, sequence);
create index audit_log_by_user on audit_log (org_id, user_id, sequence);
