-- What takes the money of a payment away from us without our asking for it: a dispute of the payer's bank, and a refund that
-- somebody began in the gateway's dashboard.
create table payment_claims (
  org_id uuid not null,
  id uuid not null,
  kind text not null,
  status text not null,
  gateway text not null,
  -- The gateway's names of the dispute or refund, and of the payment.
  reference text not null,
  payment_id text not null,
  recharge_id uuid not null,
  -- With tax, as the gateway says it.
  total_micros bigint not null,
  -- The gateway has taken the total from the operator's account.
  is_paid_out boolean not null,
  phase text,
  reason_code text,
  respond_by timestamptz,
  -- When the gateway says that this was so: an older report does not change it.
  reported_at timestamptz not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  primary key (org_id, id),
  check (kind in ('dispute', 'gateway_refund')),
  constraint payment_claims_status check (case kind
    when 'dispute' then status in ('open', 'action_required', 'under_review', 'won', 'lost', 'closed')
    else status in ('pending', 'processed', 'failed') end),
  check (total_micros > 0)
);
create unique index payment_claims_by_reference on payment_claims (org_id, gateway, kind, reference);
create index payment_claims_by_payment on payment_claims (org_id, gateway, payment_id);
create index payment_claims_by_recharge on payment_claims (org_id, recharge_id);
create index payment_claims_by_status on payment_claims (status, id);
-- What a claim took back of the credit of its payment, and what was not there to be taken.
create table payment_claim_takings (
  org_id uuid not null,
  id uuid not null,
  claim_id uuid not null,
  -- The credit of the payment.
  transaction_id uuid not null,
  -- What went back to the payer of the credit and of its tax.
  amount_micros bigint not null,
  tax_micros bigint not null,
  taxes jsonb not null,
  -- What of it the wallet had.
  taken_micros bigint not null,
  taken_tax_micros bigint not null,
  refund_transaction_id uuid,
  credit_note_id uuid,
  created_at timestamptz not null,
  primary key (org_id, id),
  check (amount_micros >= 0 and tax_micros >= 0 and amount_micros + tax_micros > 0),
  check (taken_micros between 0 and amount_micros and taken_tax_micros between 0 and tax_micros),
  constraint payment_claim_takings_booked check ((taken_micros > 0) = (refund_transaction_id is not null)
    and (taken_micros > 0) = (credit_note_id is not null) and (taken_micros > 0 or taken_tax_micros = 0))
);
create index payment_claim_takings_by_claim on payment_claim_takings (org_id, claim_id);
create index payment_claim_takings_by_transaction on payment_claim_takings (org_id, transaction_id);
