import type { Suppression } from '@samvad/sdk'
import { Ban, Plus } from 'lucide-react'
import { useState } from 'react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useExplanation } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { Allowed } from '../app/not-here.tsx'
import { useMay } from '../app/session.ts'
import { Button } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Page, Panel } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { Channel } from '../design/status.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { ContactTabs } from './contact-tabs.tsx'
import { useChanged, useNames, useSuppressions } from './data.ts'
import { suppressionsRoute } from './routes.tsx'
import { SuppressionFilters } from './suppression-filters.tsx'
import { SuppressionForm } from './suppression-form.tsx'
import { suppressionWords } from './suppression-words.ts'
import { words } from './words.ts'

export function SuppressionsPage() {
  const w = useWords(suppressionWords)
  const common = useWords(words)
  const may = useMay()
  const attempt = useAttempt()
  const changed = useChanged()
  const filter = suppressionsRoute.useSearch()
  const list = useSuppressions(filter)
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Suppression | null>(null)
  const mayManage = may('contacts.manage')
  const add = mayManage && (
    <Button look="primary" icon={<Plus aria-hidden className="size-4" />} onPress={() => setAdding(true)}>
      {w.suppress}
    </Button>
  )
  const takeOff = async () => {
    if (!removed) return
    await attempt(() => api.suppressions.delete(removed.id), w.takenOff)
    await changed('suppressions', 'contacts', 'contact')
  }
  const isFiltered = Object.keys(filter).length > 0
  return (
    <Page title={common.suppressions} tabs={<ContactTabs />} actions={add}>
      <Allowed anyOf={['contacts.view']}>
        <SuppressionFilters filter={filter} />
        <Panel>
          <Listed
            list={list}
            empty={
              <Empty icon={<Ban />} title={isFiltered ? w.noMatch : w.noSuppressions}>
                {isFiltered ? common.noMatchDetail : w.noSuppressionsDetail}
              </Empty>
            }
          >
            {(rows) => <Suppressions rows={rows} onTakeOff={mayManage ? setRemoved : null} />}
          </Listed>
        </Panel>
        {isAdding && <SuppressionForm onClose={() => setAdding(false)} />}
        <Confirm
          isOpen={removed !== null}
          onClose={() => setRemoved(null)}
          title={w.unsuppress(removed?.address ?? '')}
          action={w.takeOff}
          isDanger
          onConfirm={takeOff}
        >
          {w.unsuppressDetail}
        </Confirm>
      </Allowed>
    </Page>
  )
}

interface SuppressionsProps {
  rows: Suppression[]
  onTakeOff: ((one: Suppression) => void) | null
}

function Suppressions({ rows, onTakeOff }: SuppressionsProps) {
  const w = useWords(suppressionWords)
  const explained = useExplanation()
  const common = useWords(words)
  const { nameOf } = useNames()
  return (
    <Table
      label={common.suppressions}
      head={
        <>
          <Head>{w.address}</Head>
          <Head>{w.reason}</Head>
          <Head>{w.detail}</Head>
          <Head>{w.by}</Head>
          <Head isFigure>{common.created}</Head>
          {onTakeOff && (
            <Head>
              <span className="sr-only">{common.more}</span>
            </Head>
          )}
        </>
      }
    >
      {rows.map((row) => (
        <Row key={row.id}>
          <Cell>
            <span className="flex items-center gap-2">
              <Channel channel={row.channel} />
              <bdi className="max-w-44 truncate sm:max-w-72">{row.address}</bdi>
            </span>
          </Cell>
          <Cell className="whitespace-nowrap">
            {common.reasons[row.reason as keyof typeof common.reasons] ?? row.reason}
          </Cell>
          <Cell className="min-w-40">
            <span className="line-clamp-2 max-w-80 break-words text-soft">{explained(row.detail, row.details)}</span>
          </Cell>
          <Cell>
            <bdi className="block max-w-40 truncate">{row.user_id === null ? w.provider : nameOf(row.user_id)}</bdi>
          </Cell>
          <Cell isFigure>
            <Time at={row.created_at} />
          </Cell>
          {onTakeOff && (
            <Cell className="text-end">
              <Button look="quiet" aria-label={`${w.takeOff}: ${row.address}`} onPress={() => onTakeOff(row)}>
                {w.takeOff}
              </Button>
            </Cell>
          )}
        </Row>
      ))}
    </Table>
  )
}
