// The original of a received mail: its headers, and the complete mail as a file.

import type { Message } from '@samvad/sdk'
import { useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { api } from '../app/api.ts'
import { useWords } from '../app/language.tsx'
import { Button } from '../design/button.tsx'
import { Dialog } from '../design/dialog.tsx'
import { saveBlob } from '../design/download.ts'
import { Failed, Skeleton } from '../design/states.tsx'
import { messageWords } from './message-words.ts'

/** Headers longer than this are cut. */
const HEADERS_BYTES_MAX = 64 * 1024

async function fetchOriginal(id: string): Promise<{ blob: Blob; headers: string }> {
  const blob = await (await api.messages.original.retrieveFile(id)).blob()
  const head = await blob.slice(0, HEADERS_BYTES_MAX).text()
  return { blob, headers: head.split(/\r?\n\r?\n/, 1)[0] ?? '' }
}

export function Original({ message: { id }, onClose }: { message: Message; onClose: () => void }) {
  const w = useWords(messageWords)
  const { data, error, refetch } = useQuery({
    queryKey: ['original', id],
    queryFn: () => fetchOriginal(id),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={w.original}
      description={w.originalDetail}
      isWide
      actions={
        data && (
          <Button look="primary" onPress={() => saveBlob(data.blob, `${id}.eml`)}>
            <Download aria-hidden className="size-4" />
            {w.downloadOriginal}
          </Button>
        )
      }
    >
      {error ? (
        <Failed error={error} onRetry={refetch} />
      ) : data === undefined ? (
        <Skeleton rows={4} />
      ) : (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is scrolled by keyboard too
        <pre tabIndex={0} aria-label={w.headers} dir="ltr" className="overflow-x-auto text-small">
          {data.headers}
        </pre>
      )}
    </Dialog>
  )
}
