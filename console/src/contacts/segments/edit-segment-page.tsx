import { useWords } from '../../app/language.tsx'
import { Allowed, NotHere } from '../../app/not-here.tsx'
import { isNotFound } from '../../app/queries.ts'
import { useSegment } from '../../app/segments.ts'
import { Page } from '../../design/page.tsx'
import { Failed, Skeleton } from '../../design/states.tsx'
import { editSegmentRoute } from '../routes.tsx'
import { SegmentEditor } from './segment-editor.tsx'
import { segmentPageWords } from './words.ts'

export function EditSegmentPage() {
  const w = useWords(segmentPageWords)
  const { segmentId } = editSegmentRoute.useParams()
  const { data: segment, error, refetch } = useSegment(segmentId)
  return (
    <Page title={w.edit}>
      <Allowed anyOf={['contacts.manage']}>
        {isNotFound(error) ? (
          <NotHere />
        ) : segment ? (
          <SegmentEditor key={segment.id} segment={segment} draftName={`segment.${segment.id}`} />
        ) : error ? (
          <Failed error={error} onRetry={refetch} />
        ) : (
          <Skeleton />
        )}
      </Allowed>
    </Page>
  )
}
