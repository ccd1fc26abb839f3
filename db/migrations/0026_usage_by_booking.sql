-- Usage as reports show it: what was given back by the day on which it was booked, and what became of deliveries.

alter table daily_usage
  -- Null of a refund of a charge that was for messages of several kinds.
  alter column kind drop not null,
  -- What was given back on this day, whenever its deliveries were accepted.
  add column booked_back_micros bigint not null default 0,
  -- Of the day's deliveries: those that arrived, and those that ended as failed or undelivered.
  add column delivered_count bigint not null default 0,
  add column failed_count bigint not null default 0;

-- What became of deliveries and is not yet in daily_usage: written by whoever notices it, without a lock, and counted behind it.
create table usage_outcomes (
  org_id uuid not null,
  id uuid not null,
  -- Of the deliveries, in India.
  day date not null,
  channel text not null,
  kind text not null,
  transaction_id uuid not null,
  delivered_count bigint not null,
  failed_count bigint not null,
  primary key (org_id, id)
);

insert into daily_usage (org_id, day, channel, kind, user_id, campaign_id, price_list_id, message_count, delivery_count, unit_count,
                         amount_micros, delivered_count, failed_count)
select d.org_id, (d.created_at at time zone 'Asia/Kolkata')::date, d.channel, d.kind, t.user_id, t.campaign_id, t.price_list_id,
       0, 0, 0, 0, count(*) filter (where d.status in ('delivered', 'read')),
       count(*) filter (where d.status in ('failed', 'undelivered'))
  from deliveries d join transactions t on t.org_id = d.org_id and t.id = d.transaction_id
 where d.status in ('delivered', 'read', 'failed', 'undelivered')
 group by 1, 2, 3, 4, 5, 6, 7
on conflict (org_id, day, channel, kind, user_id, campaign_id, price_list_id) do update
   set delivered_count = excluded.delivered_count, failed_count = excluded.failed_count;

insert into daily_usage (org_id, day, channel, kind, user_id, campaign_id, price_list_id, message_count, delivery_count, unit_count,
                         amount_micros, booked_back_micros)
select org_id, (booked_at at time zone 'Asia/Kolkata')::date, channel, kind, user_id, campaign_id, price_list_id, 0, 0, 0, 0, sum(micros)
  from (
    -- What never left.
    select d.org_id, r.completed_at as booked_at, d.channel, d.kind, t.user_id, t.campaign_id, t.price_list_id,
           d.returned_micros as micros
      from deliveries d
      join transactions r on r.org_id = d.org_id and r.id = d.reversal_id
      join transactions t on t.org_id = d.org_id and t.id = d.transaction_id
     where d.reversal_id is not null
    union all
    -- Of a re-rate, what each message became cheaper by.
    select d.org_id, c.completed_at, d.channel, d.kind, t.user_id, t.campaign_id, t.price_list_id,
           case when d.month_number <= r.earlier_up_to then d.units * r.earlier_price else d.price_micros end
             - d.units * r.price_micros
      from (select r.*, lag(r.up_to_number) over tiers as earlier_up_to, lag(r.price_micros) over tiers as earlier_price
              from rerates r window tiers as (partition by org_id, month, kind, price_list_id order by tier)) r
      join transactions c on c.org_id = r.org_id and c.id = r.transaction_id
      join deliveries d on d.org_id = r.org_id and d.month = r.month and d.kind = r.kind and d.volume_list_id = r.price_list_id
       and d.month_number <= r.up_to_number
      join transactions t on t.org_id = d.org_id and t.id = d.transaction_id
      left join transactions v on v.org_id = d.org_id and v.id = d.reversal_id
     where r.booked_at is not null and (v.id is null or v.wallet_version > r.wallet_version)
    union all
    -- Refunds of charges.
    select f.org_id, f.completed_at, t.channel, k.kind, t.user_id, t.campaign_id, t.price_list_id, f.amount_micros
      from transactions f
      join transactions t on t.org_id = f.org_id and t.id = f.reverses_id
      left join (select d.org_id, d.transaction_id, case when min(d.kind) = max(d.kind) then min(d.kind) end as kind
                   from deliveries d
                   join (select distinct org_id, reverses_id from transactions
                          where kind = 'refund' and status = 'completed' and key like 'refund:%'
                            and counter_account like 'revenue:%') c
                     on c.org_id = d.org_id and c.reverses_id = d.transaction_id
                  group by d.org_id, d.transaction_id) k
        on k.org_id = t.org_id and k.transaction_id = t.id
     where f.kind = 'refund' and f.status = 'completed' and f.key like 'refund:%' and f.counter_account like 'revenue:%') returned
 group by 1, 2, 3, 4, 5, 6, 7
on conflict (org_id, day, channel, kind, user_id, campaign_id, price_list_id) do update
   set booked_back_micros = excluded.booked_back_micros;

-- What a month came to, made once when it was over and never changed.
create table monthly_summaries (
  org_id uuid not null,
  id uuid not null,
  -- The first day, in India.
  month date not null,
  document jsonb not null,
  created_at timestamptz not null,
  primary key (org_id, id),
  unique (org_id, month)
);
create function refuse_summary_change() returns trigger language plpgsql as $$
begin
  raise exception 'a summary that was made never changes: % on % is refused', tg_op, tg_table_name using errcode = '42501';
end $$;
create trigger monthly_summaries_append_only before update or delete on monthly_summaries
  for each row execute function refuse_summary_change();
create trigger monthly_summaries_no_truncate before truncate on monthly_summaries execute function refuse_summary_change();
