import { Download, ExternalLink } from 'lucide-react'
import { fieldError } from '../../app/errors.tsx'
import { useWords } from '../../app/language.tsx'
import { useMay } from '../../app/session.ts'
import { Button, buttonLook } from '../../design/button.tsx'
import { Code } from '../../design/copy.tsx'
import { saveBlob } from '../../design/download.ts'
import { Section } from '../../design/page.tsx'
import { QrCode, qrPath } from '../../design/qr-code.tsx'
import { Notice } from '../../design/status.tsx'
import type { FormDraft } from '../data.ts'
import { FormFrame } from '../form-frame.tsx'
import { formShareRoute } from '../routes.tsx'
import { DomainField } from './domain-field.tsx'
import { EmbedSites } from './embed-sites.tsx'
import { pngOf, svgOf } from './qr-file.ts'
import { shareWords } from './share-words.ts'
import { SlugField } from './slug-field.tsx'
import { snippetOf } from './snippet.ts'

export function FormSharePage() {
  const { formId } = formShareRoute.useParams()
  return <FormFrame id={formId}>{(draft) => <Share draft={draft} />}</FormFrame>
}

/** The link, the same as a QR code, and the snippet for other sites. */
function Share({ draft }: { draft: FormDraft }) {
  const w = useWords(shareWords)
  const mayManage = useMay()('forms.manage')
  const { form } = draft
  const { path, size } = qrPath(form.url)
  const name = `qr-${form.slug}`
  return (
    <>
      {form.status !== 'published' && (
        <div className="mb-6 overflow-hidden rounded-box">
          <Notice tone="warn">{w.notPublished}</Notice>
        </div>
      )}
      <div className="grid gap-x-12 lg:grid-cols-2">
        <div className="min-w-0">
          <Section
            title={w.link}
            description={w.linkDetail}
            actions={
              form.status === 'published' && (
                <a className={buttonLook()} href={form.url} target="_blank" rel="noreferrer">
                  <ExternalLink aria-hidden className="size-4" />
                  {w.open}
                </a>
              )
            }
          >
            <Code text={form.url} label={w.copyLink} />
            <DomainField draft={draft} mayManage={mayManage} />
            {mayManage && <SlugField key={form.slug} draft={draft} error={fieldError(draft.error, 'slug')} />}
          </Section>
          <Section title={w.qr} description={w.qrDetail}>
            <div className="flex flex-wrap items-center gap-4">
              <div className="overflow-hidden rounded-box border border-line">
                <QrCode text={form.url} label={w.qrOf(form.url)} />
              </div>
              <div className="flex flex-col items-start gap-2">
                <Button
                  icon={<Download aria-hidden className="size-4" />}
                  onPress={async () => saveBlob(await pngOf(path, size), `${name}.png`)}
                >
                  {w.png}
                </Button>
                <Button
                  icon={<Download aria-hidden className="size-4" />}
                  onPress={() => saveBlob(svgOf(path, size), `${name}.svg`)}
                >
                  {w.svg}
                </Button>
              </div>
            </div>
          </Section>
        </div>
        <div className="min-w-0">
          <Section title={w.embed} description={w.embedDetail}>
            <Code text={snippetOf(form.url)} label={w.copySnippet} />
          </Section>
          <EmbedSites draft={draft} />
        </div>
      </div>
    </>
  )
}
