import { Filter, Plus } from 'lucide-react'
import { useWords } from '../../app/language.tsx'
import { Listed } from '../../app/list.tsx'
import { Allowed } from '../../app/not-here.tsx'
import { PageLink, useGo } from '../../app/page-link.tsx'
import { useSegments } from '../../app/segments.ts'
import { useMay } from '../../app/session.ts'
import { useShortcuts } from '../../app/shortcuts.ts'
import { buttonLook } from '../../design/button.tsx'
import { Page, Panel } from '../../design/page.tsx'
import { Empty } from '../../design/states.tsx'
import { ContactTabs } from '../contact-tabs.tsx'
import { words } from '../words.ts'
import { SegmentsTable } from './segments-table.tsx'
import { segmentPageWords } from './words.ts'

export function SegmentsPage() {
  const w = useWords(segmentPageWords)
  const common = useWords(words)
  const mayManage = useMay()('contacts.manage')
  const go = useGo()
  const list = useSegments()
  useShortcuts(mayManage ? [{ keys: 'c', label: w.create, run: () => go('contacts/segments/new') }] : [])
  const create = mayManage && (
    <PageLink page="contacts/segments/new" className={buttonLook('primary')}>
      <Plus aria-hidden className="size-4" />
      {w.create}
    </PageLink>
  )
  return (
    <Page title={common.segments} tabs={<ContactTabs />} actions={create}>
      <Allowed anyOf={['contacts.view']}>
        <Panel>
          <Listed
            list={list}
            empty={
              <Empty icon={<Filter />} title={w.none} action={create}>
                {w.hint}
              </Empty>
            }
          >
            {(rows) => <SegmentsTable rows={rows} />}
          </Listed>
        </Panel>
      </Allowed>
    </Page>
  )
}
