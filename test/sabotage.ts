// SQL that breaks a healthy company's database, for the doctor to detect: server/doctor/doctor.test.ts.

/** For each invariant, SQL that breaks it and nothing else. Constraints and triggers are disabled first. */
export const sabotage: Record<string, string> = {
  L1: `insert into transactions (org_id, id, kind, status, amount_micros, counter_account, description, created_at)
       select org_id, '00000000-0000-7000-8000-0000000000aa', 'recharge', 'pending', 0, 'gateway', '', now()
         from wallets limit 1;
       insert into transfers (org_id, id, transaction_id, debit_account, credit_account, amount_micros, key, created_at)
       select org_id, id, id, 'gateway', 'tax', 5, 'tax', now() from transactions where status = 'pending'`,
  L2: `update wallets set balance_micros = balance_micros + 1 where version > 1`,
  // Moves the first email's charge before the first credit.
  L3: `update transactions set
         wallet_version = case wallet_version when 3 then 1 else wallet_version + 1 end,
         balance_after_micros = case wallet_version when 3 then amount_micros else balance_after_micros - 150000 end
        where wallet_version <= 3 and org_id = (select org_id from wallets where version > 1)`,
  L4: `update transactions set wallet_version = wallet_version + 1
        where wallet_version = (select max(version) from wallets);
       update wallets set version = version + 1 where version > 1`,
  L5: `create or replace view ledger_balances as
         select org_id, account, sum(amount_micros)::bigint as balance_micros from ledger_entries
          where account <> 'revenue:email' group by org_id, account`,
  L6: `insert into deliveries (org_id, id, channel, kind, status, price_micros, tier, month, month_number,
    transaction_id, created_at)
       select d.org_id, gen_random_uuid(), d.channel, d.kind, 'sent', d.price_micros, d.tier, d.month, 6, t.id,
         d.created_at
         from deliveries d join transactions t on t.org_id = d.org_id and t.kind = 'recharge' and t.wallet_version = 1
        where d.channel = 'email' and d.month_number = 5;
       update month_counters set message_count = 6 where channel = 'email';
       insert into daily_usage (org_id, day, channel, kind, message_count, delivery_count, unit_count, amount_micros,
         reversed_count,
                                reversed_micros, rerated_micros, refunded_micros, booked_back_micros)
       select org_id, day, channel, kind, 0, 1, 1, amount_micros / delivery_count, 0, 0, 0, 0,
              amount_micros / delivery_count
         from daily_usage where channel = 'email'`,
  L7: `delete from deliveries where channel = 'email' and month_number = 5;
       update month_counters set message_count = 4 where channel = 'email';
       update daily_usage set message_count = 4, delivery_count = 4, unit_count = 4,
         amount_micros = amount_micros * 4 / 5, booked_back_micros = -amount_micros / 5
        where channel = 'email'`,
  L8: `update deliveries set status = 'failed' where channel = 'email' and month_number = 1;
       update daily_usage set failed_count = 1 where channel = 'email'`,
  L9: `delete from gateway_payments where payment_id = (select min(payment_id) from gateway_payments)`,
  L10: `insert into refunds (org_id, id, status, reason, destination, amount_micros, tax_micros, taxes, transaction_id,
    requested_by, created_at)
        select org_id, gen_random_uuid(), 'requested', 'system_error', 'wallet', -amount_micros + 1, 0, '[]', id,
               (select min(id::text)::uuid from users), now()
          from transactions where kind = 'deduction' and channel = 'email' limit 1`,
  L11: `drop index recharges_one_auto;
       insert into recharges (org_id, id, status, amount_micros, tax_micros, total_micros, gateway, transaction_id,
         origin, opened_at,
                              created_by, created_at)
       select r.org_id, gen_random_uuid(), 'pending', 100000000, 0, 100000000, 'test', r.transaction_id, 'auto', now(),
         r.created_by, now()
         from (select * from recharges limit 1) r cross join generate_series(1, 2)`,
  L12: `insert into payment_claims (org_id, id, kind, status, gateway, reference, payment_id, recharge_id, total_micros,
         is_paid_out, reported_at, created_at, updated_at)
       select org_id, gen_random_uuid(), 'dispute', 'lost', gateway, 'disp_1', payment_id, recharge_id, 1000000, true,
              now(), now(), now() from gateway_payments limit 1;
       insert into payment_claim_takings (org_id, id, claim_id, transaction_id, amount_micros, tax_micros, taxes,
         taken_micros, taken_tax_micros, created_at)
       select c.org_id, gen_random_uuid(), c.id, g.transaction_id, 2000000, 0, '[]', 0, 0, now()
         from payment_claims c join gateway_payments g using (org_id, gateway, payment_id)`,
  T1: `update month_counters set message_count = message_count + 1 where channel = 'email'`,
  T2: `update deliveries set tier = 2 where channel = 'email' and month_number = 5`,
  T3: `update deliveries set month = month - interval '1 month' where channel = 'app';
       update month_counters set month = month - interval '1 month' where channel = 'app'`,
  T4: `update contacts set last_inbound_at = now() - interval '25 hours'`,
  T5: `insert into rerates (org_id, id, price_list_id, kind, month, tier, price_micros, up_to_number, wallet_version,
    crossed_at)
       select org_id, gen_random_uuid(), '00000000-0000-7000-8000-000000000001', kind, month, 2, 100000, 3, 5,
         created_at
         from deliveries where channel = 'email' and month_number = 4`,
  T6: `insert into enterprise_eligibilities (org_id, channel, month, reached_at)
       select org_id, channel, month, now() from month_counters where channel = 'email'`,
  U1: `update daily_usage set reversed_micros = reversed_micros - 1 where channel = 'sms'`,
  // Counts a message on the day before.
  U2: `insert into daily_usage (org_id, day, channel, kind, message_count, delivery_count, unit_count, amount_micros,
                                booked_back_micros)
       select org_id, day - 1, channel, kind, 0, 0, 0, 0, booked_back_micros from daily_usage where channel = 'sms';
       update daily_usage set booked_back_micros = 0 where channel = 'sms' and message_count > 0`,
  U3: `update daily_usage set failed_count = failed_count + 1 where channel = 'email'`,
  N1: `delete from invoices where series_number = 2; delete from invoice_numbers where series_number = 2`,
  N2: `update invoices set issued_at = '2026-04-02T00:00:00Z' where series_number = 2`,
  // One second before the year began in India.
  N3: `update invoices set issued_at = '2026-03-31T18:29:59Z' where series_number = 1`,
  N4: `update invoices set document = jsonb_set(document, '{lines,0,amount}', '"999.99"')`,
  // Two credit notes of 1,180.00 each on one invoice of as much.
  N5: `update invoices set kind = 'credit_note',
         original_id = (select id from invoices where series = 'INV' and series_number = 1)
        where series_number > 1`,
  N6: `update invoices set kind = 'usage', usage_month = '2026-05-01' where series_number = 3`,
  G1: `update gateway_payments set gateway = 'sandbox';
       update transactions set key = replace(key, 'payment:test:', 'payment:sandbox:');
       update installation set real_gateway_since = now() - interval '1 hour'`,
  M1: `update recharges set status = 'failed' where purpose = 'subscription'`,
  M2: `delete from due_work where kind = 'subscription'`,
  M3: `update subscriptions set period_to = period_to + interval '1 month'`,
  // A second payment of the recharge, not refunded.
  M4: `insert into gateway_payments (gateway, payment_id, org_id, recharge_id, captured_at)
       select 'test', 'second', org_id, payment_id, now() from subscription_payments`,
  M5: `update plan_lists set premium_micros = premium_micros + 1000000`,
  X1: `update conversations set contact_id = (select id from contacts c where c.org_id <> conversations.org_id)`,
  X2: `alter table rerates drop constraint rerates_pkey, add primary key (id)`,
  X3: `create unique index contacts_email on contacts (email, org_id)`,
  X4: `create table coupons (org_id uuid not null, id uuid not null, primary key (org_id, id))`,
  X5: `insert into deletions select org_id, gen_random_uuid(), 'conversation', now() from wallets limit 1`,
  X6: `insert into arrivals (org_id, id, channel, source, fingerprint, body, size, received_at, due_at)
       select org_id, gen_random_uuid(), 'app', 'test', 'a', 'b', 1, now(), now() from wallets limit 1`,
  A1: `update audit_log set details = '{"amount":"1.00"}' where sequence = 1`,
  R1: `update wallets set reserved_micros = 1 where version > 1`,
  C1: `insert into campaigns (org_id, id, name, channel, status, list_ids, created_by, created_at)
       select org_id, gen_random_uuid(), 'Offer', 'email', 'completed', '{}',
              (select min(id::text)::uuid from users), now()
         from wallets where version > 1;
       insert into campaign_recipients (org_id, campaign_id, number, status)
       select org_id, id, 1, 'queued' from campaigns`,
  C2: `insert into campaigns (org_id, id, name, channel, status, list_ids, created_by, created_at, frozen_at,
         waiting_count)
       select org_id, gen_random_uuid(), 'Offer', 'email', 'running', '{}',
              (select min(id::text)::uuid from users), now(), now(), 1
         from wallets where version > 1`,
  C3: `insert into campaigns (org_id, id, name, channel, status, list_ids, created_by, created_at, is_settling)
       select org_id, gen_random_uuid(), 'Offer', 'email', 'cancelled', '{}',
              (select min(id::text)::uuid from users), now(), true
         from wallets where version > 1`,
  C4: `insert into campaigns (org_id, id, name, channel, status, list_ids, created_by, created_at)
       select org_id, gen_random_uuid(), 'Offer', 'email', 'completed', '{}',
              (select min(id::text)::uuid from users), now()
         from wallets where version > 1;
       insert into campaign_counts (org_id, campaign_id, name, count)
       select org_id, id, 'sent', 1 from campaigns`,
  C5: `insert into campaigns (org_id, id, name, channel, status, list_ids, created_by, created_at)
       select org_id, gen_random_uuid(), 'Offer', 'email', 'completed', '{}',
              (select min(id::text)::uuid from users), now()
         from wallets where version > 1;
       insert into campaign_days (org_id, campaign_id, day, name, count)
       select org_id, id, '2026-01-01', 'left', 1 from campaigns`,
  P2: `insert into forms (org_id, id, name, slug, status, definition, created_by, created_at, updated_at)
       select org_id, gen_random_uuid(), 'Seeds', 'seeds', 'draft', '{}',
              (select min(id::text)::uuid from users), now(), now()
         from wallets where version > 1 limit 1;
       insert into form_slugs (slug, org_id, form_id, created_at) select slug, org_id, id, now() from forms;
       insert into form_counts (org_id, form_id, submissions) select org_id, id, 1 from forms`,
  P3: `insert into forms (org_id, id, name, slug, status, definition, created_by, created_at, updated_at)
       select org_id, gen_random_uuid(), 'Seeds', 'seeds', 'draft', '{}',
              (select min(id::text)::uuid from users), now(), now()
         from wallets where version > 1 limit 1;
       insert into form_slugs (slug, org_id, form_id, created_at) select slug, org_id, id, now() from forms;
       insert into form_submissions (org_id, id, form_id, version, nonce, language, answers, submitted_at, state)
       select org_id, gen_random_uuid(), id, 1, '\\x01', 'en', '{}', now(), 'done' from forms;
       insert into form_counts (org_id, form_id, submissions) select org_id, id, 1 from forms`,
  P4: `insert into forms (org_id, id, name, slug, status, definition, created_by, created_at, updated_at)
       select org_id, gen_random_uuid(), 'Seeds', 'seeds', 'draft', '{}',
              (select min(id::text)::uuid from users), now(), now()
         from wallets where version > 1 limit 1;
       insert into form_slugs (slug, org_id, form_id, created_at) select slug, org_id, id, now() from forms;
       insert into form_files (org_id, id, form_id, submission_id, field_key, filename, content_type, size, sha256,
                               created_at)
       select org_id, gen_random_uuid(), id, gen_random_uuid(), 'photo', 'a.png', 'image/png', 1, '\\x01', now()
         from forms`,
  P5: `insert into forms (org_id, id, name, slug, status, definition, created_by, created_at, updated_at)
       select org_id, gen_random_uuid(), 'Seeds', 'seeds', 'draft', '{}',
              (select min(id::text)::uuid from users), now(), now()
         from wallets where version > 1 limit 1;
       insert into form_slugs (slug, org_id, form_id, created_at) select slug, org_id, id, now() from forms;
       insert into form_days (org_id, form_id, day, version, submissions)
       select org_id, id, '2026-01-01', 1, 1 from forms`,
  // No check is scheduled.
  P6: `insert into form_domains (org_id, id, name, proof, check_due_at, verified_at, created_at)
       select org_id, gen_random_uuid(), 'forms.asha.example', 'x', now(), now(), now()
         from wallets where version > 1 limit 1;
       insert into form_domain_owners (name, org_id, domain_id, proof, proven_at)
       select name, org_id, id, proof, now() from form_domains`,
  P7: `insert into form_details (org_id, form_id, day, version, dimension, value, submissions)
       select org_id, gen_random_uuid(), '2026-01-01', 1, 'device', 'phone', 1 from wallets where version > 1 limit 1`,
  P1: `insert into forms (org_id, id, name, slug, status, definition, created_by, created_at, updated_at)
       select org_id, gen_random_uuid(), 'Form', 'nowhere', 'draft', '{}', (select min(id::text)::uuid from users),
              now(), now()
         from wallets limit 1`,
  // Warns again though no money was credited.
  B1: `update wallets set warned_level = null where version > 1;
       insert into events (org_id, id, type, object_id, payload, created_at)
       select org_id, gen_random_uuid(), 'balance.low', org_id, jsonb_build_object('level', '20', 'wallet_version',
         version), now()
         from wallets cross join generate_series(1, 2) where version > 1`,
  V1: `update memberships set role_name = 'billing' where user_id in (select user_id from conversations)`,
  V2: `insert into users (id, email, display_name, created_at)
       select gen_random_uuid(), 'gone@farm.example', 'Gone', now();
       update contacts set owner_id = (select id from users where email = 'gone@farm.example')`,
  D1: `update deliveries set status = 'sending' where status = 'queued'`,
  S1: `insert into search_entries (org_id, id, bucket, words)
       select org_id, gen_random_uuid(), 0, 'gone'::tsvector from wallets limit 1`,
  F1: `update messages set has_attachments = true where direction = 'outbound'`,
  F2: `insert into exports (org_id, id, kind, format, status, from_at, to_at, user_id, wallet_version, balance_micros,
                            created_at, expires_at)
       select id, gen_random_uuid(), 'log', 'xlsx', 'queued', now() - interval '1 day', now(), id, 0, 0, now(), now()
         from organizations limit 1`,
  F3: `insert into message_originals (org_id, message_id, id, size, sha256, created_at)
       select org_id, gen_random_uuid(), gen_random_uuid(), 1, '', now() from wallets limit 1`,
  W1: `insert into event_subscriptions (org_id, event_type, subscriber, told_from)
       select org_id, 'message.created', 'test', 0 from wallets`,
  W2: `insert into webhook_endpoints (org_id, id, url, event_types, user_id, permissions, status, secret, position,
         told_from, told_types, created_at, updated_at)
       select org_id, gen_random_uuid(), 'https://shop.example/', '{*}', org_id, '{}', 'enabled', 'sealed', 2000000,
              1000000, '{contact.deleted}', now(), now() from wallets limit 1;
       insert into events (org_id, id, type, object_id, payload, position, created_at)
       select org_id, gen_random_uuid(), 'contact.deleted', org_id, '{"deleted": true}', 1000001, now()
         from webhook_endpoints`,
  W3: `insert into webhook_deliveries (org_id, id, endpoint_id, event_id, event_type, object_id, position, status,
         end_number, created_at, ended_at)
       select org_id, gen_random_uuid(), org_id, gen_random_uuid(), 'contact.deleted', org_id, n, 'delivered', 3 - n,
              now(), now()
         from (select org_id from wallets limit 1) one, generate_series(1, 2) n`,
  W4: `with one as (
         insert into notices (org_id, id, user_id, event_id, type, object_id, is_in_app, created_at)
         select org_id, gen_random_uuid(), org_id, gen_random_uuid(), 'balance.low', org_id, true, now()
           from wallets limit 1 returning *)
       insert into notice_sends (org_id, notice_id, channel, user_id, type, due_at, created_at)
       select org_id, id, 'email', user_id, type, now(), now() from one`,
  W5: `insert into notice_heads (org_id, position) select org_id, 1000001 from wallets limit 1
         on conflict (org_id) do update set position = 1000001`,
}

/** A refund of an email's charge, by default the whole charge. */
export const refundOf = (status: string, transaction: string, amount = '-amount_micros') => `
  insert into refunds (org_id, id, status, reason, destination, amount_micros, tax_micros, taxes, transaction_id,
                       refund_transaction_id, requested_by, created_at)
  select org_id, gen_random_uuid(), '${status}', 'system_error', 'wallet', ${amount}, 0, '[]', id, ${transaction},
         (select min(id::text)::uuid from users), now()
    from transactions where kind = 'deduction' and channel = 'email' limit 1`

export const wrongRefunds = {
  'that says it was paid and moved nothing': refundOf('completed', 'null'),
  'that names a transaction which is not its own': refundOf('completed', 'id'),
  'of taxes that add up to something else': `${refundOf('requested', 'null')}; update refunds
    set taxes = '[{"amount":"1.00"}]'`,
  'that nobody asked for': `update transactions set key = 'refund:' || id where kind = 'deduction' and channel = 'app'`,
}

export const halfDone = {
  'that somebody leaves, without work on it': `insert into leavings
    select org_id, (select min(id::text)::uuid from users), null, now() from wallets limit 1`,
  'that conversations become one, without work on it': `insert into merges
    select org_id, uuidv7(), id, now() from conversations limit 1`,
  'that a conversation becomes part of another, which is still there': `insert into merges
    select org_id, id, id, now() from conversations limit 1;
    insert into due_work (kind, org_id, due_at) select 'merge', org_id, now() from merges`,
}

export const wrongCounters = {
  'counts a message too many': `update daily_usage set message_count = message_count + 1 where channel = 'email'`,
  'counts a message too few': `update daily_usage set message_count = message_count - 1 where channel = 'email'`,
  'counts more messages than were forgotten': `update daily_usage set message_count = 2 where channel = 'sms'`,
  'counts another number of deliveries': `update daily_usage set delivery_count = delivery_count + 1
    where channel = 'email'`,
  'counts other units': `update daily_usage set unit_count = unit_count - 1 where channel = 'email'`,
  'is of another amount': `update daily_usage set amount_micros = amount_micros + 1 where channel = 'app'`,
  'counts another number of reversals': `update daily_usage set reversed_count = reversed_count + 1
    where channel = 'sms'`,
  'counts a credit that there was not': `update daily_usage set rerated_micros = 1 where channel = 'email'`,
  'counts a refund that there was not': `update daily_usage set refunded_micros = 1 where channel = 'email'`,
  'is missing': `delete from daily_usage where channel = 'app'`,
  'is of nothing': `insert into daily_usage (org_id, day, channel, kind, message_count, delivery_count, unit_count,
      amount_micros) select org_id, day + 1, channel, kind, 1, 1, 1, 0 from daily_usage where channel = 'email'`,
  'is of another day': `update daily_usage set day = day - 1 where channel = 'email'`,
  'is of nobody': `update daily_usage set user_id = null where channel = 'email'`,
  'is of no list': `update daily_usage set price_list_id = null where channel = 'email'`,
  'is of a contact list that its charge does not name': `insert into list_usage (org_id, day, channel, kind, user_id,
      list_id, price_list_id, message_count, delivery_count, unit_count, amount_micros)
    select org_id, day, channel, kind, user_id, gen_random_uuid(), price_list_id, message_count, delivery_count,
           unit_count, amount_micros from daily_usage where channel = 'email'`,
  'is of a campaign': `update daily_usage set campaign_id = gen_random_uuid() where channel = 'email'`,
}

/** The message failed after sending, when a refund of one micro-rupee had been requested. */
export const failedBeside = (status: string) => `${refundOf(status, 'null', '1')};
  update deliveries set status = 'failed' where transaction_id in (select transaction_id from refunds);
  update daily_usage set failed_count = 1 where channel = 'email'`
