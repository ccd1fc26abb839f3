import { useWords } from '../../app/language.tsx'
import { Allowed, NotHere } from '../../app/not-here.tsx'
import { isNotFound } from '../../app/queries.ts'
import { useSegment } from '../../app/segments.ts'
import { Page } from '../../design/page.tsx'
import { Failed, Skeleton } from '../../design/states.tsx'
import { newSegmentRoute } from '../routes.tsx'
import { SegmentEditor } from './segment-editor.tsx'
import { segmentPageWords } from './words.ts'

export function NewSegmentPage() {
  const w = useWords(segmentPageWords)
  const { from } = newSegmentRoute.useSearch()
  return (
    <Page title={w.newTitle}>
      <Allowed anyOf={['contacts.manage']}>
        {from === undefined ? <SegmentEditor draftName="segment.new" /> : <Copy key={from} id={from} />}
      </Allowed>
    </Page>
  )
}

/** Starts with the filter of another segment. */
function Copy({ id }: { id: string }) {
  const w = useWords(segmentPageWords)
  const { data: segment, error, refetch } = useSegment(id)
  if (isNotFound(error)) return <NotHere />
  if (!segment) return error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />
  const first = { name: w.copyTitle(segment.name), filter: segment.filter }
  return <SegmentEditor first={first} draftName={`segment.copy.${id}`} />
}
