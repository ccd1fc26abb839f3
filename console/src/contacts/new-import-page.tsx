import type { ImportPreview } from '@samvad/sdk'
import { FileUp } from 'lucide-react'
import { useRef, useState } from 'react'
import { api } from '../app/api.ts'
import { useErrorWords } from '../app/errors.tsx'
import { useWords } from '../app/language.tsx'
import { Allowed } from '../app/not-here.tsx'
import { Button } from '../design/button.tsx'
import { Checkbox } from '../design/field.tsx'
import { Page } from '../design/page.tsx'
import { Empty } from '../design/states.tsx'
import { ContactTabs } from './contact-tabs.tsx'
import { ImportSettings } from './import-settings.tsx'
import { importWords } from './import-words.ts'

interface Uploaded {
  attachmentId: string
  preview: ImportPreview
}

/** Choose a file, preview it, map its columns; the import then runs in the background. */
export function NewImportPage() {
  const i = useWords(importWords)
  return (
    <Page title={i.title} tabs={<ContactTabs />}>
      <Allowed anyOf={['contacts.manage']}>
        <Allowed anyOf={['messages.send']}>
          <FromFile />
        </Allowed>
      </Allowed>
    </Page>
  )
}

function FromFile() {
  const i = useWords(importWords)
  const say = useErrorWords()
  const input = useRef<HTMLInputElement>(null)
  const [uploaded, setUploaded] = useState<Uploaded | null>(null)
  const [isReading, setReading] = useState(false)
  const [error, setError] = useState<unknown>(null)

  async function reading(read: () => Promise<Uploaded>) {
    setReading(true)
    setError(null)
    try {
      setUploaded(await read())
    } catch (refusal) {
      setError(refusal)
    } finally {
      setReading(false)
    }
  }
  const upload = (file: File | undefined) =>
    file &&
    reading(async () => {
      const { id } = await api.attachments.upload({ file })
      return { attachmentId: id, preview: await api.imports.preview({ attachment_id: id }) }
    })
  const readAgain = (attachmentId: string, has_header: boolean) =>
    reading(async () => ({
      attachmentId,
      preview: await api.imports.preview({ attachment_id: attachmentId, has_header }),
    }))
  const choose = (
    <Button
      look={uploaded ? 'plain' : 'primary'}
      icon={<FileUp aria-hidden className="size-4" />}
      isBusy={isReading}
      onPress={() => input.current?.click()}
    >
      {uploaded ? i.another : i.choose}
    </Button>
  )
  const said = error === null ? null : say(error)
  return (
    <div>
      <input
        ref={input}
        type="file"
        accept=".csv,.tsv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        aria-label={i.choose}
        className="sr-only"
        tabIndex={-1}
        onChange={({ target }) => {
          void upload(target.files?.[0])
          target.value = ''
        }}
      />
      {said && (
        <p role="alert" className="mb-4 text-bad">
          {said.title}. {said.detail}
        </p>
      )}
      {uploaded ? (
        <>
          <div className="mb-5 flex flex-wrap items-center gap-3">
            <bdi className="min-w-0 font-medium break-all">{uploaded.preview.filename}</bdi>
            {choose}
            <Checkbox
              label={i.header(uploaded.preview.header_row)}
              checked={uploaded.preview.has_header}
              onChange={({ target }) => void readAgain(uploaded.attachmentId, target.checked)}
            />
          </div>
          <ImportSettings
            key={`${uploaded.attachmentId} ${uploaded.preview.has_header}`}
            attachmentId={uploaded.attachmentId}
            preview={uploaded.preview}
          />
        </>
      ) : (
        <Empty icon={<FileUp />} title={i.fromFile} action={choose}>
          {isReading ? i.reading : i.chooseDetail}
        </Empty>
      )}
    </div>
  )
}
