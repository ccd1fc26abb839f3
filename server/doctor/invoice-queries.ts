// N1 to N4: what must hold of invoices.

import type { Invariant } from './invariants.ts'

export const invoiceInvariants: readonly Invariant[] = [
  {
    id: 'N1',
    statement:
      'The invoice numbers of a series and financial year run from 1 to its last number without a gap, each used once, with at most 16 characters.',
    sql: `
      select series, financial_year, s.last_number, n.invoices, n.first_number, n.highest_number, null::text as number
        from invoice_series s
        full join (select series, financial_year, count(*) as invoices, min(series_number) as first_number,
                          max(series_number) as highest_number, count(distinct series_number) as distinct_numbers
                     from invoices group by series, financial_year) n
       using (series, financial_year)
       where coalesce(s.last_number, 0) <> coalesce(n.invoices, 0) or n.first_number <> 1 or n.highest_number <> n.invoices
          or n.distinct_numbers <> n.invoices
      union all
      select coalesce(i.series, u.series), coalesce(i.financial_year, u.financial_year), null, null, i.series_number, u.series_number, number
        from invoices i full join invoice_numbers u using (number)
       where i.id is null or u.invoice_id is distinct from i.id or u.org_id <> i.org_id or u.series <> i.series
          or u.financial_year <> i.financial_year or u.series_number <> i.series_number or length(number) > 16`,
  },
  {
    id: 'N2',
    statement: 'Invoices of a series are numbered in the order of their issue.',
    sql: `
      select series, financial_year, series_number, issued_at, issued_before
        from (select series, financial_year, series_number, issued_at,
                     lag(issued_at) over (partition by series, financial_year order by series_number) as issued_before from invoices) ordered
       where issued_at < issued_before`,
  },
  {
    id: 'N3',
    statement: 'An invoice belongs to the financial year, April to March, of its Indian date.',
    sql: `
      select org_id, id as invoice_id, number, financial_year, issued_at from invoices
       where financial_year <> extract(year from issued_at at time zone 'Asia/Kolkata' - interval '3 months')`,
  },
  {
    id: 'N4',
    statement:
      'The lines of an invoice add up to its taxable amount, its taxes to its tax, and both to its total, to the paisa; its document says the same.',
    sql: `
      select org_id, id as invoice_id, number, taxable_micros, tax_micros, total_micros, lines_micros, taxes_micros, uneven_lines
        from invoices
        cross join lateral (
          select sum((line ->> 'amount')::numeric) * 1000000 as lines_micros,
                 count(*) filter (where (line ->> 'amount')::numeric <> (line ->> 'quantity')::numeric * (line ->> 'unit_price')::numeric) as uneven_lines
            from jsonb_array_elements(document -> 'lines') as line) l
        cross join lateral (
          select coalesce(sum((tax ->> 'amount')::numeric) * 1000000, 0) as taxes_micros
            from jsonb_array_elements(document -> 'taxes') as tax) t
       where taxable_micros + tax_micros <> total_micros or taxable_micros % 10000 <> 0 or tax_micros % 10000 <> 0
          or lines_micros is distinct from taxable_micros or uneven_lines > 0 or taxes_micros <> tax_micros
          or (document ->> 'taxable_amount')::numeric * 1000000 is distinct from taxable_micros
          or (document ->> 'total')::numeric * 1000000 is distinct from total_micros or document ->> 'number' is distinct from number`,
  },
]
