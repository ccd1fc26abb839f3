import type { Invoice, InvoiceParty } from '@samvad/sdk'
import { useLanguage, useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { Facts } from '../design/facts.tsx'
import { Money } from '../design/money.tsx'
import { grouped, micros } from '../design/rupees.ts'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { InvoiceStatus } from './invoice-table.tsx'
import { words as invoiceWords } from './invoice-words.ts'
import { stateNamed } from './states.ts'
import { named, words } from './words.ts'

export function InvoiceContent({ of: invoice }: { of: Invoice }) {
  const w = useWords(words)
  const i = useWords(invoiceWords)
  const { language } = useLanguage()
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Party name={i.supplier} of={invoice.supplier} />
        <Party name={i.customer} of={invoice.customer} />
      </div>
      <div className="rounded-box border border-line">
        <Table
          label={i.lines}
          head={
            <>
              <Head>{i.lines}</Head>
              <Head isFigure>{i.quantity}</Head>
              <Head isFigure>{i.unitPrice}</Head>
              <Head isFigure>{w.amount}</Head>
            </>
          }
        >
          {invoice.lines.map((line) => (
            <Row key={`${line.description} ${line.unit_price}`}>
              <Cell className="min-w-32">
                <span lang="en">{line.description}</span>
              </Cell>
              <Cell isFigure>{line.quantity < 0 ? `−${grouped(-line.quantity)}` : grouped(line.quantity)}</Cell>
              <Cell isFigure>
                <Money amount={line.unit_price} />
              </Cell>
              <Cell isFigure>
                <Money amount={line.amount} />
              </Cell>
            </Row>
          ))}
        </Table>
        <Sums of={invoice} />
      </div>
      <Facts
        facts={[
          { name: w.status, value: <InvoiceStatus status={invoice.status} /> },
          { name: i.issued, value: <Time at={invoice.issued_at} isExact /> },
          invoice.period === null
            ? null
            : {
                name: i.period,
                value: (
                  <>
                    <Time at={invoice.period.from} /> – <Time at={invoice.period.to - 1} />
                  </>
                ),
              },
          invoice.original_invoice === null
            ? null
            : {
                name: i.corrects,
                value: (
                  <PageLink
                    page="billing/invoices"
                    search={{ open: invoice.original_invoice.id }}
                    className="text-accent underline-offset-2 hover:underline"
                  >
                    {invoice.original_invoice.number}
                  </PageLink>
                ),
              },
          invoice.reason === null ? null : { name: i.reason, value: invoice.reason },
          micros(invoice.amount_credited) === 0n
            ? null
            : { name: i.credited, value: <Money amount={invoice.amount_credited} /> },
          invoice.payment_method === null ? null : { name: w.paidBy, value: named(w.methods, invoice.payment_method) },
          invoice.payment_reference === null ? null : { name: i.reference, value: invoice.payment_reference },
          { name: i.place, value: stateNamed(invoice.place_of_supply, language) },
          { name: i.reverseCharge, value: invoice.reverse_charge ? i.yes : i.no },
        ]}
      />
      {invoice.notes.length > 0 && (
        <ul lang="en" className="flex flex-col gap-1 text-small text-soft">
          {invoice.notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
    </>
  )
}

function Party({ name, of: party }: { name: string; of: InvoiceParty }) {
  const i = useWords(invoiceWords)
  const { language } = useLanguage()
  return (
    <div className="min-w-0 wrap-anywhere">
      <p className="text-small text-soft">{name}</p>
      <p className="font-medium">{party.name}</p>
      {party.address_lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {party.state && <p>{party.state_code === null ? party.state : stateNamed(party.state_code, language)}</p>}
      {party.gstin && (
        <p>
          {i.gstin} {party.gstin}
        </p>
      )}
      {party.email && <p className="text-soft">{party.email}</p>}
    </div>
  )
}

function Sums({ of: invoice }: { of: Invoice }) {
  const w = useWords(words)
  const i = useWords(invoiceWords)
  const lines: (readonly [string, string])[] = [
    [i.taxable, invoice.taxable_amount],
    ...invoice.taxes.map(({ name, rate, amount }) => [i.rateOf(name, rate), amount] as const),
  ]
  return (
    <div className="border-t border-line px-3 py-2">
      <dl>
        {lines.map(([name, amount]) => (
          <div key={name} className="flex justify-between gap-4 py-0.5">
            <dt className="text-soft">{name}</dt>
            <dd>
              <Money amount={amount} />
            </dd>
          </div>
        ))}
        <div className="flex justify-between gap-4 py-0.5 font-semibold">
          <dt>{w.total}</dt>
          <dd>
            <Money amount={invoice.total} />
          </dd>
        </div>
      </dl>
      <p lang="en" className="mt-1 text-small text-soft">
        {invoice.amount_in_words}
      </p>
    </div>
  )
}
