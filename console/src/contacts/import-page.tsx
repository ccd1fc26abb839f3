import type { Import } from '@samvad/sdk'
import { useState } from 'react'
import { fieldErrorText } from '#kit/messages/field-errors.ts'
import type { Params } from '#kit/messages/texts.ts'
import { useAttempt } from '../app/act.ts'
import { api } from '../app/api.ts'
import { type Language, useLanguage, useWords } from '../app/language.tsx'
import { Allowed, NotHere } from '../app/not-here.tsx'
import { PageLink, useGo } from '../app/page-link.tsx'
import { isNotFound } from '../app/queries.ts'
import { useMay } from '../app/session.ts'
import { isUnderWay } from '../app/under-way.ts'
import { Button, buttonLook } from '../design/button.tsx'
import { Confirm } from '../design/dialog.tsx'
import { Page } from '../design/page.tsx'
import { Progress as Bar } from '../design/progress.tsx'
import { grouped } from '../design/rupees.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { ContactTabs } from './contact-tabs.tsx'
import { useChanged, useImport } from './data.ts'
import { ImportErrors } from './import-errors.tsx'
import { ImportStatus } from './import-status.tsx'
import { importWords } from './import-words.ts'
import { importRoute } from './routes.tsx'
import { words } from './words.ts'

/** One import: its progress and the results of its rows. */
export function ImportPage() {
  const w = useWords(words)
  const may = useMay()
  const { importId } = importRoute.useParams()
  const { data: one, error, refetch } = useImport(importId)
  return (
    <Page
      title={one ? <bdi className="break-all">{one.filename}</bdi> : w.imports}
      tabs={<ContactTabs />}
      actions={one && may('contacts.manage') && <ImportActs one={one} />}
    >
      <Allowed anyOf={['contacts.view']}>
        {isNotFound(error) ? (
          <NotHere />
        ) : one ? (
          <Progress one={one} />
        ) : error ? (
          <Failed error={error} onRetry={refetch} />
        ) : (
          <Skeleton />
        )}
      </Allowed>
    </Page>
  )
}

function Progress({ one }: { one: Import }) {
  const w = useWords(words)
  const i = useWords(importWords)
  const { language } = useLanguage()
  const counts = ['rows', 'created', 'updated', 'skipped', 'failed'] as const
  return (
    <div>
      <div className="mb-3 flex flex-wrap items-center gap-3">
        <ImportStatus one={one} hasBar={false} />
        {isUnderWay(one) && <span className="text-soft">{i.underWay}</span>}
        {one.error !== null && (
          <span role="alert" className="text-bad">
            {errorOf(one, language)}
          </span>
        )}
      </div>
      <Bar label={w.progressOf(one.filename)} percent={one.progress} className="mb-5 w-full" />
      <dl className="mb-6 grid grid-cols-2 gap-3 sm:grid-cols-5">
        {counts.map((name) => (
          <div key={name} className="rounded-box border border-line bg-surface px-3 py-2">
            <dt className="text-small text-soft">{i[name]}</dt>
            <dd className={`figures text-lead font-semibold ${name === 'failed' && one.failed > 0 ? 'text-bad' : ''}`}>
              {grouped(one[name])}
            </dd>
          </div>
        ))}
      </dl>
      {!isUnderWay(one) && (
        <div className="mb-8 flex flex-wrap gap-2">
          {one.list_id === null ? (
            <PageLink page="contacts" className={buttonLook()}>
              {w.toContacts}
            </PageLink>
          ) : (
            <PageLink page={`contacts/lists/${one.list_id}`} className={buttonLook()}>
              {i.toList}
            </PageLink>
          )}
        </div>
      )}
      {one.failed > 0 && <ImportErrors one={one} />}
    </div>
  )
}

function ImportActs({ one }: { one: Import }) {
  const i = useWords(importWords)
  const go = useGo()
  const attempt = useAttempt()
  const changed = useChanged()
  const [isAsking, setAsking] = useState(false)
  const goesOn = isUnderWay(one)
  const cancel = async () => {
    const only = goesOn ? 'under_way' : 'ended'
    try {
      await attempt(() => api.imports.cancel(one.id, { only }), goesOn ? i.cancelled : i.removed)
    } finally {
      void changed('import', 'imports')
    }
    if (!goesOn) go('contacts/imports', { replace: true })
  }
  return (
    <>
      <Button onPress={() => setAsking(true)}>{goesOn ? i.cancel : i.remove}</Button>
      <Confirm
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        title={goesOn ? i.cancelTitle : i.removeTitle}
        action={goesOn ? i.cancel : i.remove}
        isDanger
        onConfirm={cancel}
      >
        {goesOn ? i.cancelDetail : i.removeDetail}
      </Confirm>
    </>
  )
}

/** An import by an earlier version has no codes. */
function errorOf({ error, error_detail, error_details }: Import, language: Language): string {
  if (error_details.length === 0) return error_detail ?? error ?? ''
  return error_details
    .map(({ code, message, params }) => fieldErrorText(language, code, params as Params) ?? message)
    .join(' ')
}
