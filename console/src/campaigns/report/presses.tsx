import type { CampaignReport } from '@samvad/sdk'
import { useWords } from '../../app/language.tsx'
import { grouped } from '../../design/rupees.ts'
import { Cell, Head, Row, Table } from '../../design/table.tsx'
import { Box } from './box.tsx'
import { percentOf, sentOf } from './figures.ts'
import { words } from './report-words.ts'

/** How many recipients pressed each button of the template; nothing for a template without buttons. */
export function Presses({ report }: { report: CampaignReport }) {
  const { buttons } = report
  const w = useWords(words)
  if (buttons.length === 0) return null
  return (
    <Box title={w.buttons}>
      <Table
        label={w.buttons}
        head={
          <>
            <Head>{w.button}</Head>
            <Head isFigure>{w.contacts}</Head>
            <Head isFigure>{w.share}</Head>
          </>
        }
      >
        {buttons.map(({ text, type, count }) => (
          <Row key={`${type} ${text}`}>
            <Cell>
              <bdi className="font-medium">{text}</bdi>{' '}
              <span className="text-small text-soft">{w.kinds[type] ?? type}</span>
            </Cell>
            <Cell isFigure>{grouped(count)}</Cell>
            <Cell isFigure className="text-soft">
              {percentOf(count, sentOf(report.counts))}
            </Cell>
          </Row>
        ))}
      </Table>
    </Box>
  )
}
