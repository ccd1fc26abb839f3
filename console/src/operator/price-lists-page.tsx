import type { PublishedPriceList } from '@samvad/sdk'
import { Tags } from 'lucide-react'
import { useState } from 'react'
import { useMinute } from '../app/clock.ts'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { PageLink } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { Empty } from '../design/states.tsx'
import { Status } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { usePriceLists } from './data.ts'
import { OperatorPage } from './operator-page.tsx'
import { PriceTiers } from './price-tiers.tsx'
import { words } from './price-words.ts'
import { PublishPrices } from './publish-prices.tsx'

export function PriceListsPage() {
  const w = useWords(words)
  const [isPublishing, setPublishing] = useState(false)
  return (
    <OperatorPage
      actions={
        <Button look="primary" onPress={() => setPublishing(true)}>
          {w.publish}
        </Button>
      }
    >
      <PriceLists />
      {isPublishing && <PublishPrices onClose={() => setPublishing(false)} />}
    </OperatorPage>
  )
}

function PriceLists() {
  const w = useWords(words)
  const list = usePriceLists()
  const now = useMinute()
  return (
    <Listed list={list} empty={<Empty icon={<Tags />} title={w.none} />}>
      {(rows) => (
        <ul className="flex flex-col gap-4">
          {rows.map((row) => (
            <PriceList key={row.id} list={row} state={stateOf(row, rows, now)} />
          ))}
        </ul>
      )}
    </Listed>
  )
}

type State = 'coming' | 'inForce' | 'replaced'

/**
 * Of an owner's lists, the one that started last is in force; of several with the same start, the one published last.
 */
function stateOf(list: PublishedPriceList, all: readonly PublishedPriceList[], now: number): State {
  if (list.effective_from > now) return 'coming'
  const later = all.some(
    (other) =>
      other.organization_id === list.organization_id &&
      other.effective_from <= now &&
      (other.effective_from > list.effective_from ||
        (other.effective_from === list.effective_from && other.id > list.id)),
  )
  return later ? 'replaced' : 'inForce'
}

const TONES = { coming: 'accent', inForce: 'good', replaced: 'neutral' } as const

function PriceList({ list, state }: { list: PublishedPriceList; state: State }) {
  const w = useWords(words)
  return (
    <li className="rounded-box border border-line bg-surface">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-3 py-2">
        <h2 className="min-w-0 font-medium wrap-anywhere">{list.name}</h2>
        <Status tone={TONES[state]}>{w.states[state]}</Status>
        {list.organization_id === null ? (
          <span className="text-soft">{w.everybody}</span>
        ) : (
          <PageLink
            page={`operator/organizations/${list.organization_id}`}
            className="min-w-0 font-mono text-small text-soft wrap-anywhere hover:underline"
          >
            {list.organization_id}
          </PageLink>
        )}
        <span className="text-soft">
          {w.from} <Time at={list.effective_from} isExact />
        </span>
      </div>
      <PriceTiers list={list} />
    </li>
  )
}
