import type { Export } from '@samvad/sdk'
import { Download, FileDown } from 'lucide-react'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Listed } from '../app/list.tsx'
import { Allowed } from '../app/not-here.tsx'
import { PageLink } from '../app/page-link.tsx'
import { isUnderWay } from '../app/under-way.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Page, Panel } from '../design/page.tsx'
import { grouped } from '../design/rupees.ts'
import { Empty } from '../design/states.tsx'
import { Cell, Head, Row, Table } from '../design/table.tsx'
import { Time } from '../design/time.tsx'
import { ContactTabs } from './contact-tabs.tsx'
import { useChanged, useContactExports } from './data.ts'
import { exportWords } from './export-words.ts'
import { ImportStatus } from './import-status.tsx'
import { words } from './words.ts'

export function ContactExportsPage() {
  const w = useWords(exportWords)
  const common = useWords(words)
  const list = useContactExports()
  return (
    <Page title={common.exports} tabs={<ContactTabs />}>
      <Allowed anyOf={['contacts.view']}>
        <Panel>
          <Listed
            list={list}
            empty={
              <Empty
                icon={<FileDown />}
                title={w.noExports}
                action={
                  <PageLink page="contacts" className={buttonLook()}>
                    {common.toContacts}
                  </PageLink>
                }
              >
                {w.noExportsDetail}
              </Empty>
            }
          >
            {(rows) => (
              <Table
                label={common.exports}
                head={
                  <>
                    <Head>{w.file}</Head>
                    <Head>{w.status}</Head>
                    <Head isFigure>{w.rows}</Head>
                    <Head isFigure>{common.created}</Head>
                    <Head isFigure>{w.until}</Head>
                    <Head>
                      <span className="sr-only">{common.more}</span>
                    </Head>
                  </>
                }
              >
                {rows.map((one) => (
                  <ExportRow key={one.id} one={one} />
                ))}
              </Table>
            )}
          </Listed>
        </Panel>
      </Allowed>
    </Page>
  )
}

const ERRORS = { too_large: 'tooLarge', kept_failing: 'keptFailing', contact_deleted: 'contactDeleted' } as const

function ExportRow({ one }: { one: Export }) {
  const w = useWords(exportWords)
  const common = useWords(words)
  const attempt = useAttempt()
  const changed = useChanged()
  const goesOn = isUnderWay(one)
  const cancel = async () => {
    await attempt(() => api.billing.exports.cancel(one.id), goesOn ? w.cancelled : common.deleted)
    await changed('contact-exports')
  }
  return (
    <Row>
      <Cell>
        <span className="block max-w-80 truncate">{one.filename}</span>
      </Cell>
      <Cell>
        <ImportStatus one={one} />
        {one.error !== null && (
          <p className="text-small text-bad">{w[ERRORS[one.error as keyof typeof ERRORS] ?? 'keptFailing']}</p>
        )}
      </Cell>
      <Cell isFigure className="figures">
        {one.row_count === null ? '' : grouped(one.row_count)}
      </Cell>
      <Cell isFigure>
        <Time at={one.created_at} />
      </Cell>
      <Cell isFigure>
        <Time at={one.expires_at} />
      </Cell>
      <Cell>
        <span className="flex justify-end gap-1">
          {one.url !== null && (
            <a href={one.url} download={one.filename} className={buttonLook()}>
              <Download aria-hidden className="size-4" />
              {w.download}
            </a>
          )}
          <Button look="quiet" onPress={cancel}>
            {goesOn ? common.cancel : common.delete}
          </Button>
        </span>
      </Cell>
    </Row>
  )
}
