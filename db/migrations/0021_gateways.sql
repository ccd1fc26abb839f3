-- Up Migration
-- The test gateway never comes back once a real one was configured; orders are placed once without the gateway's help; strangers
-- do not make us call a gateway.

-- An installation that has, or had, a real gateway is marked now. From now on and not from then: until today the sandbox could
-- come back, and what it credited meanwhile stays.
update installation set real_gateway_since = now()
 where id = 1 and real_gateway_since is null
   and (exists (select from gateway_accounts) or exists (select from audit_log where action in ('gateway.updated', 'gateway.removed')));

-- What was begun with test money there ends: its recharges, its mandates, its refunds.
insert into due_work (kind, org_id, due_at)
  select kind, org_id, now() + interval '5 seconds'
    from (select distinct org_id from gateway_references where gateway = 'sandbox') s
   cross join (values ('settle_recharge'), ('auto_recharge'), ('refund')) kinds (kind)
   where exists (select from installation where real_gateway_since is not null)
  on conflict (kind, org_id) do update set due_at = excluded.due_at where due_work.due_at > excluded.due_at;

-- Until when somebody is placing the order, and how often it was tried: after a lost answer it is looked for before it is
-- placed again. Those that wait now may have been tried.
alter table recharges add column placing_until timestamptz;
alter table recharges add column placing_count integer not null default 0;
update recharges set placing_count = 1 where gateway_order_id is null;

-- When a visitor of the checkout, or of the way back, last had the gateway asked.
alter table recharges add column nudged_at timestamptz;

-- recharges?status=, and what is still open.
create index recharges_by_status on recharges (org_id, status, id desc);

-- Customers that were made for mandates: a token of somebody else's customer is none of ours.
insert into gateway_references (gateway, reference, org_id)
  select distinct on (gateway_session) gateway, gateway_session, org_id from recharges
   where gateway = 'razorpay' and gateway_session is not null order by gateway_session, id
  on conflict (gateway, reference) do nothing;
