// A PDF from the server within the page: as a blob, for a frame, a link and a download.

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

/**
 * True when the browser can display a PDF in a frame. Phones claim that, but show nothing or the first page only: there
 * it is opened in a tab.
 */
export const isPdfShownHere = navigator.pdfViewerEnabled && matchMedia('(pointer: fine)').matches

interface Pdf {
  blob: Blob
  url: string
}

/** Null until it is loaded; `load`: null for none. */
export function usePdf(queryKey: readonly unknown[], load: (() => PromiseLike<Response>) | null): Pdf | null {
  const { data: blob } = useQuery({
    queryKey,
    enabled: load !== null,
    // Issued documents never change.
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async () => (await (load as () => PromiseLike<Response>)()).blob(),
  })
  const [pdf, setPdf] = useState<Pdf | null>(null)
  useEffect(() => {
    if (!blob || load === null) return
    const url = URL.createObjectURL(blob)
    setPdf({ blob, url })
    return () => {
      setPdf(null)
      URL.revokeObjectURL(url)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another function of the same
  }, [blob, load === null])
  return pdf
}
