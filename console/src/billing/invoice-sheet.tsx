import type { Invoice } from '@samvad/sdk'
import { Download, ExternalLink } from 'lucide-react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Button, buttonLook } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { saveBlob } from '../design/download.ts'
import { TestMoney } from '../design/money.tsx'
import { isPdfShownHere, usePdf } from '../design/pdf.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { useInvoice } from './data.ts'
import { InvoiceContent } from './invoice-content.tsx'
import { pdfName, words } from './invoice-words.ts'
import { named } from './words.ts'

/** The content, readable on every device, and the PDF itself where the browser can display it. */
export function InvoiceSheet({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const w = useWords(words)
  const { data, error, refetch } = useInvoice(id)
  const pdf = usePdf(['invoice-pdf', id], id === undefined ? null : () => api.billing.invoices.retrievePdf(id))
  return (
    <Dialog
      isOpen={id !== undefined}
      isSheet
      isWide={isPdfShownHere}
      onClose={onClose}
      title={data ? `${named(w.kinds, data.kind)} ${data.number}` : ''}
      actions={data && <PdfActions of={data} pdf={pdf} />}
    >
      {data ? (
        <div className="flex flex-col gap-5">
          {data.sandbox && (
            <p>
              <TestMoney />
            </p>
          )}
          <InvoiceContent of={data} />
          {isPdfShownHere && pdf && (
            // Browsers show no PDF in a sandbox; it is a blob of our own, and the policy of the page holds for it.
            // oxlint-disable-next-line react/iframe-missing-sandbox
            <iframe
              src={pdf.url}
              title={w.preview(data.number)}
              className="h-[70vh] w-full rounded-box border border-line"
            />
          )}
        </div>
      ) : error ? (
        <Failed error={error} onRetry={refetch} />
      ) : (
        <Skeleton />
      )}
    </Dialog>
  )
}

function PdfActions({ of: { number }, pdf }: { of: Invoice; pdf: ReturnType<typeof usePdf> }) {
  const w = useWords(words)
  if (pdf === null) return <Button isBusy>{w.loadingPdf}</Button>
  return (
    <>
      <a href={pdf.url} target="_blank" rel="noreferrer" className={buttonLook()}>
        <ExternalLink aria-hidden className="size-4" />
        {w.open}
      </a>
      <Button
        look="primary"
        icon={<Download aria-hidden className="size-4" />}
        onPress={() => saveBlob(pdf.blob, pdfName(number))}
      >
        {w.download}
      </Button>
    </>
  )
}
