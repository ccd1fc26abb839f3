import type { CampaignReport } from '@samvad/sdk'
import { useWords } from '../../app/language.tsx'
import { Money } from '../../design/money.tsx'
import { amountOf, grouped, micros } from '../../design/rupees.ts'
import { Cell, Head, Row, Table } from '../../design/table.tsx'
import { Box, Nothing } from './box.tsx'
import { words } from './report-words.ts'

/** Charges by tier and refunds, which add up to the campaign's cost. */
export function Costs({ report: { charges, cost } }: { report: CampaignReport }) {
  const w = useWords(words)
  const charged = charges.reduce((sum, { amount }) => sum + micros(amount), 0n)
  const refunded = charged - micros(cost)
  const count = charges.reduce((sum, one) => sum + one.count, 0)
  return (
    <Box title={w.cost} note={charges.length > 0 && w.costDetail}>
      {charges.length === 0 ? (
        <Nothing>{w.noCost}</Nothing>
      ) : (
        <Table
          label={w.cost}
          head={
            <>
              <Head>{w.tier}</Head>
              <Head isFigure>{w.price}</Head>
              <Head isFigure>{w.messages}</Head>
              <Head isFigure>{w.amount}</Head>
            </>
          }
        >
          {charges.map((one) => (
            <Row key={`${one.tier} ${one.price}`}>
              <Cell>{one.tier ?? w.noTier}</Cell>
              <Cell isFigure>
                <Money amount={one.price} />
              </Cell>
              <Cell isFigure>{grouped(one.count)}</Cell>
              <Cell isFigure>
                <Money amount={one.amount} />
              </Cell>
            </Row>
          ))}
          {refunded !== 0n && (
            <>
              <Sum name={w.total} count={count} amount={charged} />
              <Sum name={w.backAgain} amount={-refunded} />
            </>
          )}
          <Sum name={w.net} {...(refunded === 0n && { count })} amount={micros(cost)} isTotal />
        </Table>
      )}
    </Box>
  )
}

interface SumProps {
  name: string
  count?: number
  amount: bigint
  isTotal?: boolean
}

const Sum = ({ name, count, amount, isTotal }: SumProps) => (
  <Row className={isTotal ? 'font-semibold' : undefined}>
    <Cell>{name}</Cell>
    <Cell />
    <Cell isFigure>{count !== undefined && grouped(count)}</Cell>
    <Cell isFigure>
      <Money amount={amountOf(amount)} />
    </Cell>
  </Row>
)
