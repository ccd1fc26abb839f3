import type { MonthlySummary } from '@samvad/sdk'
import { Lightbulb } from 'lucide-react'
import type { Params } from '#kit/messages/texts.ts'
import { tipText } from '#reporting/summaries/messages.ts'
import { useKindNames } from '../app/channel-names.ts'
import { shownDay } from '../app/india.ts'
import { useLanguage, useWords } from '../app/language.tsx'
import { Bars } from '../design/bars.tsx'
import { Facts } from '../design/facts.tsx'
import { Money } from '../design/money.tsx'
import { Panel, Section } from '../design/page.tsx'
import { amountOf, grouped, micros, rupees } from '../design/rupees.ts'
import { Channel } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { type Counts, sentOf } from './sent.ts'
import { Totals } from './totals.tsx'
import { words } from './words.ts'

export function MonthContent({ of: summary }: { of: MonthlySummary }) {
  const w = useWords(words)
  const m = w.months
  return (
    <>
      <Totals of={summary.total} />
      <p className="mt-2 mb-8 text-soft">{m.change(summary.change.percent)}</p>
      <Tips of={summary} />
      <Section title={m.byDay}>
        <Days of={summary} />
      </Section>
      <Section title={m.byChannel}>
        <Channels of={summary} />
      </Section>
      <Section title={m.wallet}>
        <Facts
          facts={[
            { name: m.recharged, value: <Money amount={summary.wallet.recharged} /> },
            { name: m.credited, value: <Money amount={summary.wallet.credited} /> },
            { name: m.paidOut, value: <Money amount={summary.wallet.paid_out} /> },
            { name: m.balance, value: <Money amount={summary.wallet.balance} /> },
          ]}
        />
      </Section>
    </>
  )
}

function Tips({ of: { tips } }: { of: MonthlySummary }) {
  const m = useWords(words).months
  const { language } = useLanguage()
  return (
    <Section title={m.tips}>
      {tips.length === 0 ? (
        <p className="text-soft">{m.noTips}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {tips.map(({ code, kind, amount, text, params }) => (
            <li key={`${code} ${kind}`} className="flex gap-2.5">
              <Lightbulb aria-hidden className="mt-0.5 size-4 shrink-0 text-warn" />
              <p className="max-w-prose">
                {(params && tipText(language, { code, kind, params: params as Params })) ?? m.tip(code, text)}{' '}
                <strong className="whitespace-nowrap">
                  {m.saves} {rupees(amount)}
                </strong>
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}

function Days({ of: { by_day } }: { of: MonthlySummary }) {
  const w = useWords(words)
  const { language } = useLanguage()
  const columns = by_day.map(({ day, amount }) => ({
    key: day,
    name: shownDay(day, language),
    values: [micros(amount)],
  }))
  return (
    <Panel>
      <Bars
        label={w.chartOfMoney}
        data={{ series: [{ name: w.spent, fill: 'fill-accent' }], columns }}
        format={(value) => rupees(amountOf(value))}
        formatTick={(value) => rupees(amountOf(value)).replace(/\.00$/, '')}
      />
    </Panel>
  )
}

function Channels({ of: { by_channel, by_kind } }: { of: MonthlySummary }) {
  const w = useWords(words)
  const kindName = useKindNames()
  const previous = new Map(by_channel.map(({ channel, previous_amount }) => [channel, previous_amount]))
  const counts = (row: Omit<Counts, 'amount'>) =>
    [sentOf(row), row.delivered, row.failed].map((count, place) => (
      <Cell key={place} isFigure>
        {grouped(count)}
      </Cell>
    ))
  return (
    <Panel>
      <Table
        label={w.months.byChannel}
        head={
          <>
            <Head>{w.groups.channel}</Head>
            <Head isFigure>{w.sent}</Head>
            <Head isFigure>{w.delivered}</Head>
            <Head isFigure>{w.failed}</Head>
            <Head isFigure>{w.months.before}</Head>
            <Head isFigure>{w.spent}</Head>
          </>
        }
      >
        {by_channel.map((row) => (
          <Row key={row.channel}>
            <Cell>
              <Channel channel={row.channel} isNamed />
            </Cell>
            {counts(row)}
            <Cell isFigure>
              <Money amount={previous.get(row.channel) ?? '0'} />
            </Cell>
            <Cell isFigure>
              <Money amount={row.amount} />
            </Cell>
          </Row>
        ))}
        {by_kind
          .filter(({ channel, kind }) => channel !== kind)
          .map((row) => (
            <Row key={row.kind}>
              <Cell className="ps-8 text-soft">
                {row.kind === 'unattributed' ? w.unattributed : kindName(row.kind)}
              </Cell>
              {counts(row)}
              <Cell />
              <Cell isFigure>
                <Money amount={row.amount} />
              </Cell>
            </Row>
          ))}
      </Table>
    </Panel>
  )
}
