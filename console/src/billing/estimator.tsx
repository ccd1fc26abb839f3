import type { PriceEstimate, PriceKind, Tiers } from '@samvad/sdk'
import { useDeferredValue, useState } from 'react'
import { useKindNames } from '../app/channel-names.ts'
import { hasSegments } from '../app/channels.ts'
import { useWords } from '../app/language.tsx'
import { Field, Input, Select, TextArea } from '../design/field.tsx'
import { Money } from '../design/money.tsx'
import { Panel, Section } from '../design/page.tsx'
import { Problem } from '../design/problem.tsx'
import { grouped } from '../design/rupees.ts'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { useEstimate } from './data.ts'
import { words as priceWords } from './price-words.ts'
import { words } from './words.ts'

/** Estimates the cost of a number of messages: `12,000` and `12000` are equal. */
export function Estimator({ kinds }: { kinds: Tiers['kinds'] }) {
  const p = useWords(priceWords)
  const kindName = useKindNames()
  const [kind, setKind] = useState<PriceKind>(kinds[0]?.kind ?? '')
  const [typed, setTyped] = useState('12,000')
  const [text, setText] = useState('')
  const channel = kinds.find((one) => one.kind === kind)?.channel ?? ''
  const digits = typed.replace(/[,\s]/g, '')
  const isWrong = digits !== '' && !/^[1-9]\d{0,8}$/.test(digits)
  const count = isWrong ? 0 : Number(digits)
  const asked = useDeferredValue({ kind, channel, count, text: text.trim() })
  const { data, error } = useEstimate(asked)
  return (
    <Section title={p.estimate} description={p.estimateDetail}>
      <div className="grid grid-cols-1 items-start gap-4 md:grid-cols-2 *:min-w-0">
        <div className="flex flex-col gap-4">
          <Field label={p.what}>
            <Select value={kind} onChange={({ target }) => setKind(target.value)}>
              {kinds.map((one) => (
                <option key={one.kind} value={one.kind}>
                  {kindName(one.kind)}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={p.count} error={isWrong ? p.countFault : null}>
            <Input
              inputMode="numeric"
              value={typed}
              onChange={({ target }) => setTyped(target.value)}
              className="figures"
            />
          </Field>
          {hasSegments(channel) && (
            <Field label={p.text} hint={p.textHint}>
              <TextArea value={text} onChange={({ target }) => setText(target.value)} />
            </Field>
          )}
        </div>
        <div aria-live="polite">
          <Problem error={error} />
          {!error && data && count > 0 && <Shown of={data} />}
        </div>
      </div>
    </Section>
  )
}

function Shown({ of: estimate }: { of: PriceEstimate }) {
  const w = useWords(words)
  const p = useWords(priceWords)
  const { segments, encoding, credit } = estimate
  return (
    <Panel>
      <Table
        label={p.estimate}
        head={
          <>
            <Head>{estimate.unit === 'segment' ? p.segments : p.messages}</Head>
            <Head isFigure>{p.lineCount}</Head>
            <Head isFigure>{p.price}</Head>
            <Head isFigure>{w.amount}</Head>
          </>
        }
      >
        {estimate.lines.map((line) => (
          <Row key={line.tier}>
            <Cell className="figures" title={p.tier(line.tier)}>
              {p.line(line.from, line.to)}
            </Cell>
            <Cell isFigure>{grouped(line.count)}</Cell>
            <Cell isFigure>
              <Money amount={line.price} />
            </Cell>
            <Cell isFigure>
              <Money amount={line.amount} />
            </Cell>
          </Row>
        ))}
        <Row className="font-semibold">
          <Cell>{w.total}</Cell>
          <Cell />
          <Cell />
          <Cell isFigure>
            <Money amount={estimate.total} />
          </Cell>
        </Row>
        {credit && (
          <Row>
            <Cell colSpan={3}>{p.credit(credit.tier)}</Cell>
            <Cell isFigure>
              <Money amount={credit.amount} isSigned />
            </Cell>
          </Row>
        )}
      </Table>
      {segments !== null && (
        <p className="px-3 py-2 text-small text-soft">
          {p.eachOf(segments)} {encoding !== null && p.encodings[encoding as keyof typeof p.encodings]}
        </p>
      )}
    </Panel>
  )
}
