import { Copy, Filter, Pencil } from 'lucide-react'
import { useState } from 'react'
import { useWords } from '../../app/language.tsx'
import { Listed } from '../../app/list.tsx'
import { Allowed, NotHere } from '../../app/not-here.tsx'
import { PageLink, useGo } from '../../app/page-link.tsx'
import { isNotFound } from '../../app/queries.ts'
import { useSegment, useSentences } from '../../app/segments.ts'
import { useMay } from '../../app/session.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { buttonLook } from '../../design/button.tsx'
import { MenuItem } from '../../design/menu.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Empty, Failed, Skeleton } from '../../design/states.tsx'
import { ContactTabs } from '../contact-tabs.tsx'
import { ContactsTable } from '../contacts-table.tsx'
import { useSegmentContacts } from '../data.ts'
import { MoreMenu } from '../more-menu.tsx'
import { segmentRoute } from '../routes.tsx'
import { words } from '../words.ts'
import { DeleteSegment } from './delete-segment.tsx'
import { LazyCount } from './lazy-count.tsx'
import { RenameSegment } from './rename-segment.tsx'
import { segmentPageWords } from './words.ts'

export function SegmentPage() {
  const w = useWords(segmentPageWords)
  const common = useWords(words)
  const mayManage = useMay()('contacts.manage')
  const go = useGo()
  const { segmentId } = segmentRoute.useParams()
  const { data: segment, error, refetch } = useSegment(segmentId)
  const contacts = useSegmentContacts(segmentId)
  const sentenceOf = useSentences(segment ? [segment.filter] : [])
  const [open, setOpen] = useState<'rename' | 'delete' | null>(null)
  const editPage = `contacts/segments/${segmentId}/edit`
  useShortcuts(segment && mayManage ? [{ keys: 'e', label: w.edit, run: () => go(editPage) }] : [])
  if (!segment || isNotFound(error))
    return (
      <Page title={common.segments} tabs={<ContactTabs />}>
        <Allowed anyOf={['contacts.view']}>
          {isNotFound(error) ? <NotHere /> : error ? <Failed error={error} onRetry={refetch} /> : <Skeleton />}
        </Allowed>
      </Page>
    )
  const edit = mayManage && (
    <PageLink page={editPage} className={buttonLook()}>
      <Pencil aria-hidden className="size-4" />
      {w.edit}
    </PageLink>
  )
  return (
    <Page
      title={
        <>
          <bdi className="break-words">{segment.name}</bdi>{' '}
          <span className="figures font-normal text-soft">
            <LazyCount segment={segment} />
          </span>
        </>
      }
      tabs={<ContactTabs />}
      actions={
        mayManage && (
          <>
            {edit}
            <MoreMenu onDelete={() => setOpen('delete')}>
              <MenuItem icon={<Pencil aria-hidden className="size-4" />} onSelect={() => setOpen('rename')}>
                {w.rename}
              </MenuItem>
              <MenuItem
                icon={<Copy aria-hidden className="size-4" />}
                onSelect={() => go('contacts/segments/new', { search: { from: segment.id } })}
              >
                {w.duplicate}
              </MenuItem>
            </MoreMenu>
          </>
        )
      }
    >
      <p className="mb-3 max-w-prose text-soft wrap-anywhere">
        <bdi>{sentenceOf(segment.filter)}</bdi>
      </p>
      <Panel>
        <Listed
          list={contacts}
          empty={
            <Empty icon={<Filter />} title={w.nobody} action={edit}>
              {w.nobodyDetail}
            </Empty>
          }
        >
          {(rows) => <ContactsTable rows={rows} />}
        </Listed>
      </Panel>
      {open === 'rename' && <RenameSegment segment={segment} onClose={() => setOpen(null)} />}
      <DeleteSegment segment={segment} isOpen={open === 'delete'} onClose={() => setOpen(null)} />
    </Page>
  )
}
