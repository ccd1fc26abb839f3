// N1 to N6: invariants of invoices, usage statements and credit notes.

import type { Invariant } from './invariants.ts'

export const invoiceInvariants: readonly Invariant[] = [
  {
    id: 'N1',
    sql: `
      select series, financial_year, s.last_number, n.invoices, n.first_number, n.highest_number, null::text as number
        from invoice_series s
        full join (select series, financial_year, count(*) as invoices, min(series_number) as first_number,
                          max(series_number) as highest_number, count(distinct series_number) as distinct_numbers
                     from invoices group by series, financial_year) n
       using (series, financial_year)
       where coalesce(s.last_number, 0) <> coalesce(n.invoices, 0) or n.first_number <> 1
          or n.highest_number <> n.invoices
          or n.distinct_numbers <> n.invoices
      union all
      select coalesce(i.series, u.series), coalesce(i.financial_year, u.financial_year), null, null, i.series_number,
             u.series_number, number
        from invoices i full join invoice_numbers u using (number)
       where i.id is null or u.invoice_id is distinct from i.id or u.org_id <> i.org_id or u.series <> i.series
          or u.financial_year <> i.financial_year or u.series_number <> i.series_number or length(number) > 16`,
  },
  {
    id: 'N2',
    sql: `
      select series, financial_year, series_number, issued_at, issued_before
        from (select series, financial_year, series_number, issued_at,
                     lag(issued_at) over (partition by series, financial_year order by series_number) as issued_before
                      from invoices) ordered
       where issued_at < issued_before`,
  },
  {
    id: 'N3',
    sql: `
      select org_id, id as invoice_id, number, financial_year, issued_at from invoices
       where financial_year <> extract(year from issued_at at time zone 'Asia/Kolkata' - interval '3 months')`,
  },
  {
    id: 'N4',
    sql: `
      select org_id, id as invoice_id, number, taxable_micros, tax_micros, total_micros, lines_micros, taxes_micros,
             uneven_lines
        from invoices
        cross join lateral (
          select sum((line ->> 'amount')::numeric) * 1000000 as lines_micros,
                 count(*) filter (
                   where (line ->> 'amount')::numeric
                      <> (line ->> 'quantity')::numeric * (line ->> 'unit_price')::numeric) as uneven_lines
            from jsonb_array_elements(document -> 'lines') as line) l
        cross join lateral (
          select coalesce(sum((tax ->> 'amount')::numeric) * 1000000, 0) as taxes_micros
            from jsonb_array_elements(document -> 'taxes') as tax) t
       where taxable_micros + tax_micros <> total_micros or taxable_micros % 10000 <> 0 or tax_micros % 10000 <> 0
          or lines_micros is distinct from taxable_micros or uneven_lines > 0 or taxes_micros <> tax_micros
          or (document ->> 'taxable_amount')::numeric * 1000000 is distinct from taxable_micros
          or (document ->> 'total')::numeric * 1000000 is distinct from total_micros
          or document ->> 'number' is distinct from number`,
  },
  {
    id: 'N5',
    sql: `
      with said as (
        select org_id, coalesce(original_id, id) as invoice_id, original_id is not null as is_credit,
               jsonb_build_array(jsonb_build_object('name', 'taxable', 'rate', '', 'amount',
                                                    document ->> 'taxable_amount'))
                 || (document -> 'taxes') as amounts
          from invoices where kind = 'credit_note'
             or (org_id, id) in (select org_id, original_id from invoices where original_id is not null)),
      sums as (
        select org_id, invoice_id, amount ->> 'name' as name, amount ->> 'rate' as rate,
               coalesce(sum((amount ->> 'amount')::numeric) filter (where is_credit), 0) as credited,
               coalesce(sum((amount ->> 'amount')::numeric) filter (where not is_credit), 0) as taken
          from said cross join lateral jsonb_array_elements(amounts) as amount
         group by org_id, invoice_id, name, rate)
      select org_id, invoice_id, name, rate, taken, credited from sums where credited > taken`,
  },
  {
    id: 'N6',
    sql: `
      select i.org_id, i.id as invoice_id, i.number, i.usage_month, i.taxable_micros,
             coalesce(u.used_micros, 0) as used_micros
        from invoices i
        left join (select org_id, date_trunc('month', completed_at at time zone 'Asia/Kolkata')::date as month,
                          -sum(amount_micros) as used_micros
                     from transactions where status = 'completed' and counter_account like 'revenue:%'
                    group by org_id, month) u
          on u.org_id = i.org_id and u.month = i.usage_month
       where i.usage_month is not null and i.taxable_micros <> round(coalesce(u.used_micros, 0) / 10000.0) * 10000`,
  },
]
