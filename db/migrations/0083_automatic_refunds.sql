-- A refund that the service made by itself: of a payment that paid for nothing, or of the small payment that authorized a new payment method.
alter table refunds add column is_automatic boolean not null default false;
-- It goes to where the payment came from, and never through the wallet.
alter table refunds add constraint refunds_automatic check (not is_automatic or purpose = 'subscription');

-- A small payment with which the customer authorizes another card or account for the debits. It pays for no period and is refunded.
alter table subscription_payments drop constraint subscription_payments_purpose_check;
alter table subscription_payments add constraint subscription_payments_purpose_check
  check (purpose in ('first', 'renewal', 'retry', 'payment_method'));
alter table subscription_payments add constraint subscription_payments_no_period
  check (purpose <> 'payment_method' or period_from is null and kind = 'link' and outcome is not null);

-- For the checkout page of such a payment.
alter table recharges add column is_authorization boolean not null default false;

-- When a payment of a subscription was captured, in the list of its payments.
create index gateway_payments_of_subscriptions on gateway_payments (org_id, recharge_id) where transaction_id is null;
