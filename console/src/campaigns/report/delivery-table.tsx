import type { CampaignDelivery } from '@samvad/sdk'
import { useExplanation } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { PageLink } from '../../app/page-link.tsx'
import { useMay } from '../../app/session.ts'
import { Money } from '../../design/money.tsx'
import { Status } from '../../design/status.tsx'
import { ActionsHead, Cell, Head, Row, Table } from '../../design/table.tsx'
import { Time } from '../../design/time.tsx'
import { causeOf } from './causes.ts'
import { words as failureWords } from './failure-words.ts'
import { words } from './list-words.ts'

const TONES = {
  queued: 'neutral',
  sending: 'neutral',
  sent: 'neutral',
  delivered: 'good',
  read: 'accent',
  undelivered: 'bad',
  failed: 'bad',
  cancelled: 'neutral',
} as const

const lastOf = (row: CampaignDelivery): number =>
  row.read_at ?? row.delivered_at ?? row.ended_at ?? row.sent_at ?? row.created_at

export function DeliveryTable({ rows }: { rows: readonly CampaignDelivery[] }) {
  const w = useWords(words)
  const may = useMay()
  const seesConversations = may('conversations.view')
  return (
    <>
      <Table
        label={w.deliveries}
        head={
          <>
            <Head>{w.address}</Head>
            <Head>{w.status}</Head>
            <Head>{w.reason}</Head>
            <Head isFigure>{w.price}</Head>
            <Head isFigure>{w.time}</Head>
            {seesConversations && <ActionsHead />}
          </>
        }
      >
        {rows.map((row) => (
          <Row key={row.id}>
            <Cell>
              {row.contact_id === null ? (
                <span className="text-soft">{may('contacts.view') ? w.gone : '–'}</span>
              ) : (
                <PageLink
                  page={`contacts/${row.contact_id}`}
                  className="touch inline-flex max-w-44 items-center hover:underline sm:max-w-72"
                >
                  <bdi className="truncate">{row.address ?? w.nameless}</bdi>
                </PageLink>
              )}
            </Cell>
            <Cell>
              <Status tone={TONES[row.status as keyof typeof TONES] ?? 'neutral'}>
                {w.statuses[row.status] ?? row.status}
              </Status>
            </Cell>
            <Cell className="min-w-48">
              <Why row={row} />
            </Cell>
            <Cell isFigure>
              <Money amount={row.price} />
            </Cell>
            <Cell isFigure>
              <Time at={lastOf(row)} />
            </Cell>
            {seesConversations && (
              <Cell className="text-end">
                {row.conversation_id !== null && (
                  <PageLink
                    page={`inbox/${row.conversation_id}`}
                    aria-label={`${w.conversation}: ${row.address ?? w.gone}`}
                    className="touch inline-flex items-center whitespace-nowrap text-accent hover:underline"
                  >
                    {w.open}
                  </PageLink>
                )}
              </Cell>
            )}
          </Row>
        ))}
      </Table>
      {!may('contacts.view') && <p className="border-t border-line px-3 py-2 text-small text-soft">{w.hidden}</p>}
    </>
  )
}

/** The cause in our words, and the provider's own. */
function Why({ row: { error, status } }: { row: CampaignDelivery }) {
  const f = useWords(failureWords)
  const explained = useExplanation()
  if (error === null || !['failed', 'undelivered', 'cancelled', 'sending'].includes(status)) return null
  const said = explained(error.detail, error.details)
  return (
    <span className="block max-w-96">
      {status !== 'sending' && <span className="block">{f.causes[causeOf(error.code)][0]}</span>}
      {said && <bdi className="line-clamp-2 text-small text-soft [overflow-wrap:anywhere]">{said}</bdi>}
    </span>
  )
}
