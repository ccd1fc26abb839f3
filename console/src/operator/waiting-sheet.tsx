import type { QuarantinedWhole } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAct } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { PageLink } from '../app/page-link.tsx'
import { Button } from '../design/button.tsx'
import { Code } from '../design/copy.tsx'
import { Dialog } from '../design/dialog.tsx'
import { Facts } from '../design/facts.tsx'
import { Failed, Skeleton } from '../design/states.tsx'
import { Channel } from '../design/status.tsx'
import { Time } from '../design/time.tsx'
import { tell } from '../design/toast.tsx'
import { AssignItem, DiscardItem } from './waiting-dialogs.tsx'
import { Why } from './waiting-why.tsx'
import { words } from './waiting-words.ts'

/** As much as the API shows of it. */
const RAW_BYTES_MAX = 16 * 1024

interface WaitingSheetProps {
  id: string
  onClose: () => void
}

/** One item with its full text and the available actions. */
export function WaitingSheet({ id, onClose }: WaitingSheetProps) {
  const w = useWords(words)
  const act = useAct()
  const [doing, setDoing] = useState<'assign' | 'discard' | null>(null)
  // Each access is recorded in the audit log: never refetched automatically.
  const { data, error, refetch } = useQuery({
    queryKey: ['waiting_item', id],
    queryFn: () => api.quarantine.retrieve(id),
    staleTime: Number.POSITIVE_INFINITY,
  })
  const release = async () => {
    if (!(await act(() => api.quarantine.release(id), ['waiting']))) return
    onClose()
    tell(w.released)
  }
  if (doing === 'assign') return <AssignItem id={id} onClose={() => setDoing(null)} onDone={onClose} />
  if (doing === 'discard') return <DiscardItem id={id} onClose={() => setDoing(null)} onDone={onClose} />
  return (
    <Dialog
      isOpen
      isSheet
      isWide
      onClose={onClose}
      title={data ? (data.subject ?? data.from ?? w.unknownSender) : w.open}
      actions={
        data && (
          <>
            <Button onPress={() => setDoing('discard')}>{w.discard}</Button>
            {data.kind === 'arrival' ? (
              <Button look="primary" onPress={release}>
                {w.release}
              </Button>
            ) : (
              <Button look="primary" onPress={() => setDoing('assign')}>
                {w.assign}
              </Button>
            )}
          </>
        )
      }
    >
      {data ? <Whole item={data} /> : error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />}
    </Dialog>
  )
}

function Whole({ item }: { item: QuarantinedWhole }) {
  const w = useWords(words)
  const { source, handed_in_by, account, organization_id, organization_name } = item
  const handedIn = [w.sources[source] ?? source, handed_in_by].filter((one) => one !== null).join(', ')
  return (
    <div className="flex flex-col gap-5">
      <Facts
        facts={[
          { name: w.why, value: <Why error={item.error} /> },
          { name: w.from, value: <span dir="auto">{item.from ?? w.unknownSender}</span> },
          item.to === null ? null : { name: w.to, value: item.to },
          item.subject === null ? null : { name: w.subject, value: <span dir="auto">{item.subject}</span> },
          { name: w.channel, value: <Channel channel={item.channel} isNamed /> },
          account === null ? null : { name: w.account, value: w.accounts[account] ?? account },
          { name: w.handedIn, value: handedIn },
          {
            name: w.organization,
            value:
              organization_id === null ? (
                w.ofNone
              ) : (
                <PageLink page={`operator/organizations/${organization_id}`} className="hover:underline" dir="auto">
                  {organization_name ?? organization_id}
                </PageLink>
              ),
          },
          { name: w.received, value: <Time at={item.received_at} isExact /> },
          { name: w.waitingSince, value: <Time at={item.waiting_since} isExact /> },
          item.kind === 'arrival' ? { name: w.attempts, value: item.attempts } : null,
          { name: w.size, value: w.bytes(item.size) },
        ]}
      />
      {item.is_readable && (
        <section>
          <h3 className="mb-2 font-medium">{w.text}</h3>
          <p dir="auto" className="whitespace-pre-wrap wrap-anywhere">
            {item.text ?? <span className="text-soft">{w.noText}</span>}
          </p>
        </section>
      )}
      <section>
        <h3 className="mb-2 font-medium">{item.size > RAW_BYTES_MAX ? w.rawCut : w.raw}</h3>
        <Code text={item.raw} />
      </section>
    </div>
  )
}
