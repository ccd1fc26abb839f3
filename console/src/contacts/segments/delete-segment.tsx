import type { Campaign, Segment } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { useAttempt } from '../../app/act.ts'
import { api } from '../../app/api.ts'
import { useWords } from '../../app/language.tsx'
import { useGo } from '../../app/page-link.tsx'
import { useMay } from '../../app/session.ts'
import { Confirm } from '../../design/dialog.tsx'
import { grouped } from '../../design/rupees.ts'
import { useChanged } from '../data.ts'
import { words } from '../words.ts'
import { segmentPageWords } from './words.ts'

/** Campaigns that will read the segment when they start. */
const WAITING = ['draft', 'scheduled'] as const
const READ = 100
const NAMED_MAX = 5

interface DeleteSegmentProps {
  segment: Segment
  isOpen: boolean
  onClose: () => void
}

/** Asks before deleting, with the campaigns that can then not start. */
export function DeleteSegment({ segment, isOpen, onClose }: DeleteSegmentProps) {
  const w = useWords(segmentPageWords)
  const common = useWords(words)
  const attempt = useAttempt()
  const changed = useChanged()
  const go = useGo()
  const remove = async () => {
    await attempt(() => api.segments.delete(segment.id), common.deleted)
    void changed('segments')
    go('contacts/segments', { replace: true })
  }
  return (
    <Confirm
      isOpen={isOpen}
      onClose={onClose}
      title={w.deleteTitle(segment.name)}
      action={common.delete}
      isDanger
      onConfirm={remove}
    >
      <UsedBy id={segment.id} />
      <p className="mt-2">{w.deleteDetail}</p>
    </Confirm>
  )
}

/** The drafts and scheduled campaigns that use it. */
function UsedBy({ id }: { id: string }) {
  const w = useWords(segmentPageWords)
  const mayView = useMay()('campaigns.view')
  const { data, error } = useQuery({
    queryKey: ['campaigns-of-segment', id],
    async queryFn(): Promise<Campaign[]> {
      const lists = WAITING.map((status) => api.campaigns.list({ segment_id: id, status, limit: READ }))
      return (await Promise.all(lists)).flatMap(({ data: campaigns }) => campaigns)
    },
    enabled: mayView,
    staleTime: 0,
  })
  if (!mayView || error) return <p>{w.usedByUnknown}</p>
  if (!data) return <p role="status">{w.checking}</p>
  if (data.length === 0)
    return (
      <p>
        {w.usedByNone} {w.startedGoOn}
      </p>
    )
  return (
    <>
      <p>{w.usedBy(data.length, grouped(data.length))}</p>
      <ul className="my-1 list-disc ps-5 text-ink">
        {data.slice(0, NAMED_MAX).map((campaign) => (
          <li key={campaign.id}>
            <bdi className="wrap-anywhere">{campaign.name}</bdi>
          </li>
        ))}
        {data.length > NAMED_MAX && <li>{w.usedByMore(grouped(data.length - NAMED_MAX))}</li>}
      </ul>
      <p>{w.startedGoOn}</p>
    </>
  )
}
